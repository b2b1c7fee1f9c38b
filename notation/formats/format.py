"""What a format is: how it is told from others, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from notation.diagnostics import Fault
from notation.reading import Reading
from notation.record import Record
from notation.source import Passage, Source

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

    A format of documents has `load` and `recognises`, which tells its documents among JSON values; any
    other has `begins`, which tells its files by their first bytes, `cut`, which yields the passages of a
    source, and `read_passage`, which reads one of them, here or in another process. `write` gives one
    record's text, None where the format is read only. `games` are the games it can hold (None: all);
    `single`: a file holds one record; `finished_only`: only a finished game has a record there.
    """

    name: str
    title: str
    suffix: str
    media_type: str
    write: Callable[[Record], Written] | None
    load: Load | None = None
    recognises: Callable[[object], bool] | None = None
    cut: Callable[[Source], Iterator[Passage]] | None = None
    read_passage: Callable[[Passage], Reading] | None = None
    begins: Callable[[bytes], bool] | None = None
    games: frozenset[str] | None = None
    single: bool = False
    finished_only: bool = False

    def holds(self, game: str) -> bool:
        """Whether a record of the game can be written in this format."""
        return self.games is None or game in self.games
