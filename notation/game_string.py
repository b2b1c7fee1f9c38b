"""The GameString of the Universal Hive Protocol: its header, and what a game is in the protocol.

`Base+MLP;InProgress;White[2];wS1;bS1 wS1-`: the type of the game, its state and whose turn it is, then all
moves. The protocol has neither repetition nor an end by agreement, and no queen comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine import HiveSettings, Outcome

from .hive_settings import EXPANSIONS, settings_words

STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")
WON = {1: "WhiteWins", 2: "BlackWins", None: "Draw"}
"""The states of a finished game, by the number of the winner."""

_TYPE = re.compile(r"base(?:\+([mlp]+))?", re.IGNORECASE | re.ASCII)
_TURN = re.compile(r"(?:white|black)\[[0-9]+\]", re.IGNORECASE)
_STATE = {state.lower(): state for state in STATES}
_FIRST_QUEENS = (
    re.compile(r"wq1?\Z", re.IGNORECASE),
    re.compile(r"bq1?(?![0-9a-z]).", re.IGNORECASE),
)
"""How the words of the first moves of both players begin that place a queen."""
_EXPANSION = re.compile(r"[wb]([mlp])", re.IGNORECASE)


def read_type(text: str) -> frozenset[str] | None:
    """The expansion letters of a type of game, in any case and order; None for a text that is none."""
    match = _TYPE.fullmatch(text)
    letters = (match[1] or "").upper() if match else ""
    if match is None or len(set(letters)) < len(letters):
        return None
    return frozenset(letters)


def write_type(letters: Iterable[str]) -> str:
    """The type of a game with these expansions.

    >>> write_type({"P", "M"})
    'Base+MP'
    """
    chosen = "".join(letter for letter in EXPANSIONS if letter in set(letters))
    return f"Base+{chosen}" if chosen else "Base"


def read_state(text: str) -> str | None:
    """The state that a text tells, in any case; None for a text that is none."""
    return _STATE.get(text.lower())


def read_turn(text: str) -> str | None:
    """The turn that a text tells, in any case, as it is written; None for a text that is none."""
    return text.capitalize() if _TURN.fullmatch(text) else None


def write_turn(ply: int) -> str:
    """Whose turn it is after so many plies, and which.

    >>> write_turn(3)
    'Black[2]'
    """
    return f"{'Black' if ply % 2 else 'White'}[{ply // 2 + 1}]"


def write_state(outcome: Outcome | None, ply: int) -> str:
    """The state of a game that has this outcome by its position after so many plies."""
    if outcome is not None:
        return WON[outcome.winner]
    return "InProgress" if ply else "NotStarted"


def write_game_string(settings: HiveSettings, outcome: Outcome | None, words: Sequence[str]) -> str:
    """The GameString of a game, its moves given by their canonical words."""
    letters = [word for word in settings_words(settings) if word in EXPANSIONS]
    ply = len(words)
    return ";".join([write_type(letters), write_state(outcome, ply), write_turn(ply), *words])


def letters_used(words: Iterable[str]) -> frozenset[str]:
    """The expansion letters of the pieces that moves name."""
    return frozenset(letter.upper() for word in words for letter in _EXPANSION.findall(word))


def queen_first(words: Sequence[str]) -> int | None:
    """Which of the moves places a queen on a player's first turn; None when none does."""
    firsts = enumerate(zip(words, _FIRST_QUEENS, strict=False))
    return next((ply for ply, (word, queen) in firsts if queen.match(word)), None)


def protocol_words(letters: Iterable[str], words: Sequence[str]) -> tuple[str, ...]:
    """The words of the settings that a game of the protocol was played with.

    That is `norep tournament`, or `norep` alone where a queen came on a first turn.
    """
    rules = ["norep"] if queen_first(words) is not None else ["norep", "tournament"]
    return tuple(sorted([*letters, *rules]))
