"""Which cells of an unbounded plane a drawing shows, row by row, and what it asks of a grid.

A drawing shows what lies on the table and the cells next to it. All lengths are whole numbers in
drawing units; a formation a million cells away is drawn like one at the origin.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of shown cells, from `first` to `last`, both included."""

    y: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate on the picture: its text, its middle in drawing units, and how it is written."""

    text: str
    x: int
    y: int
    font: int = 20
    turned: bool = False


class Grid(Protocol):
    """What a drawing asks of a grid."""

    rows: tuple[Row, ...]
    size: Point
    widest: int  # with more columns than these it cannot be read at the width of a telephone

    def centre(self, x: int, y: int) -> Point:
        """The middle of a cell."""

    def outline(self, centre: Point, inset: int) -> tuple[Point, ...]:
        """The corners of a cell, drawn in by `inset` from its edge."""

    def labels(self) -> Iterator[Label]:
        """The coordinates, round the shown cells or in them."""


def cells(rows: Iterable[Row]) -> Iterator[Point]:
    """All shown cells, row by row from the top."""
    for row in rows:
        for x in range(row.first, row.last + 1):
            yield x, row.y


def is_wide(grid: Grid) -> bool:
    """Whether the grid cannot be read at the width of a telephone."""
    return max(row.last - row.first + 1 for row in grid.rows) > grid.widest


def room_for(texts: Iterable[str], least: int) -> int:
    """The width that the longest of these texts needs."""
    return max(least, max(map(len, texts)) * 12 + 16)
