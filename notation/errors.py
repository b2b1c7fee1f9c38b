"""The errors of notation: texts that are no move, no position or no settings, and where they fail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class NotationError(Exception):
    """Root of all errors that notation raises; `str()` is a sentence that a player can act on."""


class NotAMove(NotationError):
    """A text that spells no move; `column` is 1-based, in code points of `word`."""

    def __init__(self, word: str, column: int, message: str) -> None:
        self.word = word
        self.column = column
        self.message = message
        super().__init__(message)


class AmbiguousMove(NotationError):
    """A text that spells more than one legal move; `moves` are their canonical words."""

    def __init__(self, word: str, moves: Iterable[str]) -> None:
        self.word = word
        self.moves = tuple(moves)
        self.message = f"{word} can mean {' or '.join(self.moves)}: write which."
        super().__init__(self.message)


class NotAPosition(NotationError):
    """A text that spells no position; `column` is 1-based, in code points of `text`."""

    def __init__(self, text: str, column: int, message: str) -> None:
        self.text = text
        self.column = column
        self.message = message
        super().__init__(message)


class BadSettings(NotationError):
    """Words that are no settings of the game; `words` are those at fault, as they were given.

    `parts` are its faults one by one, each an error of its own.
    """

    def __init__(
        self, words: Iterable[str], message: str, parts: Sequence[BadSettings] = ()
    ) -> None:
        self.words = tuple(words)
        self.message = message
        self._parts = tuple(parts)
        super().__init__(message)

    @property
    def parts(self) -> tuple[BadSettings, ...]:
        """The faults one by one; of a single one the error itself."""
        return self._parts or (self,)

    @classmethod
    def of(cls, parts: Sequence[BadSettings]) -> BadSettings:
        """One error of all faults of some settings; there is at least one."""
        if len(parts) == 1:
            return parts[0]
        words = dict.fromkeys(word for part in parts for word in part.words)
        return cls(words, " ".join(part.message for part in parts), parts)


class NotARecord(NotationError):
    """A record that no file can hold, such as one with a variation that has no move."""


class UnknownFormat(NotationError):
    """A format that is not known, or not to be written; `known` are those that are."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"There is no format {name!r}; there is {', '.join(self.known)}.")
