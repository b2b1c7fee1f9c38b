"""The hive on its window of the plane, as the bugs see it: what is on top where, and what is round it.

A cell's top is `height << 5 | piece`, 0 when it is empty; its ring, packed in the order of the
lattice's neighbours, tells which of these are occupied.
"""

from __future__ import annotations

from engine.lattice import MARGIN, lattice

from .values import PIECES

WIDTH = 32
CELLS = WIDTH * WIDTH
GRID = lattice(True, WIDTH)
NOWHERE = 0

HEIGHT = 5
LEVEL = 1 << HEIGHT
TOP = LEVEL - 1

OFFSETS = GRID.offsets
STEPS = tuple(ring.steps for ring in GRID.facts)
EXITS = tuple(sum(1 << GRID.base + way for way in ring.exits) for ring in GRID.facts)
BUG = tuple(piece.bug for piece in PIECES)

_PARTS = bytes(ring.parts for ring in GRID.facts)
_INSIDE = range(MARGIN, WIDTH - MARGIN)
EDGE = bytes(
    row not in _INSIDE or column not in _INSIDE for row in range(WIDTH) for column in range(WIDTH)
)
"""Of each cell, whether the window must move when a piece comes there."""


class Table:
    """What is asked of a hive when pieces move.

    `stacked`: some piece is covered. What not every question needs is found out when it is first
    asked for.
    """

    __slots__ = ("_outside", "_survey", "occupied", "rings", "stacked", "tops")

    def __init__(self, tops: bytearray, rings: bytearray, occupied: int, stacked: bool) -> None:
        self.tops = tops
        self.rings = rings
        self.occupied = occupied
        self.stacked = stacked
        self._survey: tuple[int, bool] | None = None
        self._outside = 0

    @property
    def survey(self) -> tuple[int, bool]:
        """The number of holes in the hive, and whether a gate in it is too narrow to slide through."""
        if self._survey is None:
            self._survey = GRID.survey(self.occupied)
        return self._survey

    @property
    def outside(self) -> int:
        """The empty cells that can be reached from outside."""
        if not self._outside:
            closed = any(self.survey)
            self._outside = GRID.outside(self.occupied) if closed else ~self.occupied
        return self._outside

    def pins(self, cell: int) -> bool:
        """Whether the hive would fall apart without the only piece on a cell."""
        if _PARTS[self.rings[cell]] < 2:
            return False
        return not self.survey[0] or GRID.cuts(self.occupied, cell)

    def lifted(self, cell: int) -> bytearray:
        """The rings without the only piece on a cell."""
        rings = self.rings.copy()
        toggle(rings, cell)
        return rings


def toggle(rings: bytearray, cell: int) -> None:
    """Note in the rings round a cell that it is occupied, or is no longer."""
    for offset, bit in GRID.marks:
        rings[cell + offset] ^= bit
