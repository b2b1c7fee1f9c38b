"""The numbers of bugs as some files tell them: given out of order, and put in order here.

In the protocol a bug's number counts its copies in the order in which they come into play. Some sites
number them otherwise, so a record's words are renamed as they come; a piece's first move places it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from engine.hive import PIECES

_PIECE = re.compile(r"(?<![0-9a-z])([wb])([sbga])([1-3])(?![0-9a-z])", re.IGNORECASE)
_COPIES = Counter(piece.name[:2] for piece in PIECES)


class Renamed(NamedTuple):
    """A piece that comes under another number than it is due."""

    told: str
    name: str


class Ordinals:
    """The names that the pieces of one game have by the order in which they came.

    >>> Ordinals().rename("wA2")
    ('wA1', Renamed(told='wA2', name='wA1'))
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._counts: Counter[str] = Counter()
        self._changed = False

    def rename(self, word: str) -> tuple[str, Renamed | None]:
        """The next move with its pieces renamed, and the piece that it brings, if that was renamed."""
        found = None
        match = _PIECE.match(word)
        if match is not None and match[0].lower() not in self._names:
            found = self._bring(match)
        return (_PIECE.sub(self._name, word) if self._changed else word), found

    def _bring(self, match: re.Match[str]) -> Renamed | None:
        told = match[1].lower() + match[2].upper() + match[3]
        bug = told[:2]
        if self._counts[bug] == _COPIES[bug]:
            return None  # one too many; the rules will say so
        self._counts[bug] += 1
        name = f"{bug}{self._counts[bug]}"
        self._names[told.lower()] = name
        if name == told:
            return None
        self._changed = True
        return Renamed(told, name)

    def _name(self, match: re.Match[str]) -> str:
        return self._names.get(match[0].lower(), match[0])
