"""The table of a game in SGF, and which pieces its names mean: what it takes to tell where a piece goes."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from engine.hive import NONE, PIECES, HiveMove

LETTERS = "wb"
"""The letters of the sides."""

_PIECE = re.compile(r"([wb]?)([qsbgamlp])([1-3]?)", re.IGNORECASE)
_FIRST_COLUMN = ord("A") - 1


class Table:
    """The hive as far as it takes to tell where a piece goes: no rule is held here."""

    def __init__(self) -> None:
        self._stacks: dict[tuple[int, int], list[int]] = {}
        self._where: dict[int, tuple[int, int]] = {}

    def __bool__(self) -> bool:
        return bool(self._where)

    def top_at(self, q: int, r: int, lifted: int = NONE) -> int:
        """The piece on top of a cell once the piece `lifted` is off the hive; `NONE` for none."""
        stack = self._stacks.get((q, r))
        if not stack:
            return NONE
        if stack[-1] != lifted:
            return stack[-1]
        return stack[-2] if len(stack) > 1 else NONE

    def find(self, piece: int) -> tuple[int, int] | None:
        """The cell of a piece; None while it is in hand."""
        return self._where.get(piece)

    def put(self, move: HiveMove) -> None:
        """Puts a piece on a cell, from wherever it is."""
        piece, q, r = move
        cell = self._where.get(piece)
        if cell is not None:
            self._stacks[cell].remove(piece)
        self._where[piece] = (q, r)
        stack = self._stacks.get((q, r))
        if stack is None:
            self._stacks[q, r] = [piece]
        else:
            stack.append(piece)


class Names:
    """Which pieces a game means by its names; the first piece is White's, its copies come in order."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._counts: Counter[str] = Counter()
        self._swapped: bool | None = None

    def find(self, told: str) -> int | None:
        """The piece that has this name, where it came before."""
        return self._known.get(told)

    def bring(self, told: str) -> tuple[int, str] | None:
        """The piece that comes with this name, and its own name; None where there is no such copy left."""
        if self._swapped is None:
            self._swapped = told[0] != LETTERS[0]
        side = LETTERS[(told[0] == LETTERS[1]) != self._swapped]
        copies = _copies(side, told[1])
        number = self._counts[side + told[1]]
        if number == len(copies):
            return None
        self._counts[side + told[1]] += 1
        self._known[told] = copies[number]
        return copies[number], PIECES[copies[number]].name


@lru_cache(maxsize=32)
def _copies(side: str, bug: str) -> tuple[int, ...]:
    return tuple(at for at, piece in enumerate(PIECES) if piece.name[:2] == side + bug)


@lru_cache(maxsize=1024)
def spelled(name: str, hint: str) -> str | None:
    """A name in full, its colour from the hint where it has none; None for no name of a piece.

    A number that the bug does not need is left out.
    """
    match = _PIECE.fullmatch(name)
    if match is None:
        return None
    side, bug, number = (match[1] or hint).lower(), match[2].upper(), match[3]
    count = len(_copies(side, bug))
    if count == 1 and number in ("", "1"):
        return side + bug
    return f"{side}{bug}{number}" if number and int(number) <= count else None


@lru_cache(maxsize=1024)
def differ(name: str, other: str) -> bool:
    """Whether two names cannot be those of one piece; either may lack its colour, or a number 1."""
    one, two = _PIECE.fullmatch(name), _PIECE.fullmatch(other)
    if one is None or two is None:
        return False
    sides = {match[1].lower() for match in (one, two)} - {""}
    bugs = {(match[2].lower(), match[3] or "1") for match in (one, two)}
    return len(sides) > 1 or len(bugs) > 1


@lru_cache(maxsize=64)
def column_number(letters: str) -> int:
    """The number of a column: A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - _FIRST_COLUMN
    return number
