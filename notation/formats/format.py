"""What a format is: how it is told from others, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..diagnostics import Fault
from ..reading import Reading
from ..record import Record
from ..source import Source

Load = Callable[[object], tuple[Record | None, tuple[Fault, ...]]]
"""Reads a JSON document: the record as far as it can be read, and faults placed by JSON pointers."""


@dataclass(frozen=True, slots=True)
class Written:
    """A record in a format: its text (None: refused, a fault says why) and what was lost."""

    text: str | None
    losses: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table of formats.

    `read` yields a reading for each record of a source; `write` gives one record's text, None where
    the format is read only; `games` are the games it can hold (None: all); `single`: a file holds
    one record; `finished_only`: only a finished game has a record there; `recognises` tells its
    documents among parsed JSON values (None: told by its text).
    """

    name: str
    suffix: str
    media_type: str
    read: Callable[[Source], Iterator[Reading]]
    write: Callable[[Record], Written] | None
    games: frozenset[str] | None = None
    single: bool = False
    finished_only: bool = False
    recognises: Callable[[object], bool] | None = None

    def holds(self, game: str) -> bool:
        """Whether a record of the game can be written in this format."""
        return self.games is None or game in self.games


def losses(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Those faults that tell of a loss in conversion."""
    return tuple(each for each in faults if each.code.startswith("L"))
