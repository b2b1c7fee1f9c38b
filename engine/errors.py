"""The engine's errors: each carries a `Reason`, so that callers can translate it by code."""

from collections.abc import Iterable

from .reasons import Reason


class EngineError(Exception):
    """Root of all errors that the engine raises."""


class UnknownGame(EngineError):
    """No game of this name is known; `name` is what was asked for, `known` what there is."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"There is no game {name!r} here; there is {', '.join(self.known)}.")


class _Refusal(EngineError):
    """An error that is told by its reason."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(str(reason))


class BadSettings(_Refusal):
    """Settings that no game can be played with."""


class BadPosition(_Refusal):
    """A position that breaks a rule of its game."""


class IllegalMove(_Refusal):
    """A move that the rules do not allow in the position."""
