"""How each bug moves: the cells that it can go to, as a bit set, from a table of the hive.

A table tells of each cell what is on top (`height << 5 | piece`, 0 when empty) and which of its
neighbours are occupied; rings and what they mean are the lattice's. Heights are counted with
the mover lifted; since no neighbour's height changes by that, only walks that go on from another cell
need it lifted from the table.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.lattice import Lattice, members

from .values import PIECES, Bug

HEIGHT = 5
TOP = (1 << HEIGHT) - 1
LEVEL = 1 << HEIGHT

NOWHERE = 0

BUG = tuple(piece.bug for piece in PIECES)


class Table:
    """The hive as the bugs see it.

    `rings` holds a ring a cell, packed in the order of the lattice's neighbours; `stacked`: some
    piece is covered. What not every question needs is found out when it is first asked for.
    """

    __slots__ = ("_outside", "_survey", "grid", "occupied", "rings", "stacked", "tops")

    def __init__(
        self, grid: Lattice, tops: bytearray, rings: bytearray, occupied: int, stacked: bool
    ) -> None:
        self.grid = grid
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
            self._survey = self.grid.survey(self.occupied)
        return self._survey

    @property
    def outside(self) -> int:
        """The empty cells that can be reached from outside."""
        if not self._outside:
            closed = any(self.survey)
            self._outside = self.grid.outside(self.occupied) if closed else ~self.occupied
        return self._outside

    def pins(self, cell: int) -> bool:
        """Whether the hive would fall apart without the only piece on a cell."""
        if self.grid.facts[self.rings[cell]].parts < 2:
            return False
        return not self.survey[0] or self.grid.cuts(self.occupied, cell)

    def lifted(self, cell: int) -> bytearray:
        """The rings without the only piece on a cell."""
        rings = self.rings.copy()
        toggle(self.grid, rings, cell)
        return rings


def toggle(grid: Lattice, rings: bytearray, cell: int) -> None:
    """Note in the rings round a cell that it is occupied, or is no longer."""
    for offset, bit in grid.marks:
        rings[cell + offset] ^= bit


Mover = Callable[[Table, int], int]


def climb(table: Table, cell: int, level: int) -> int:
    """One step of a piece that stands `level` high, onto or along or down from the hive.

    The way is barred when both cells beside it are higher than where it leads over; on the
    ground it is a slide.
    """
    tops, offsets = table.tops, table.grid.offsets
    heights = [tops[cell + offset] >> HEIGHT for offset in offsets]
    left = heights[-1]
    found = 0
    for i, offset in enumerate(offsets):
        here, right = heights[i], heights[i - 5]
        over = max(here, level)
        passable = (left <= over or right <= over) if over else (left > 0) != (right > 0)
        if passable:
            found |= 1 << cell + offset
        left = here
    return found


def queen(table: Table, cell: int) -> int:
    """One slide on the ground."""
    found = 0
    for offset in table.grid.facts[table.rings[cell]].steps:
        found |= 1 << cell + offset
    return found


def spider(table: Table, cell: int) -> int:
    """Exactly three slides, no cell twice: paths are searched, not distances."""
    facts = table.grid.facts
    steps = facts[table.rings[cell]].steps
    if not steps:
        return 0
    rings = table.lifted(cell)
    found = 0
    for first in steps:
        for second in facts[rings[cell + first]].steps:
            if first + second:
                for third in facts[rings[cell + first + second]].steps:
                    if second + third and first + second + third:
                        found |= 1 << cell + first + second + third
    return found


def beetle(table: Table, cell: int) -> int:
    """One step in any direction, from the ground."""
    if table.stacked:
        return climb(table, cell, 0)
    return queen(table, cell) | table.grid.near(1 << cell) & table.occupied


def grasshopper(table: Table, cell: int) -> int:
    """Straight over one or more occupied cells to the first empty one."""
    tops = table.tops
    found = 0
    for offset in table.grid.offsets:
        target = cell + offset
        if tops[target]:
            while tops[target]:
                target += offset
            found |= 1 << target
    return found


def ant(table: Table, cell: int) -> int:
    """Any number of slides.

    Where nothing is closed that is the whole rim, if it can slide at all; and what is closed to
    all pieces is closed to this one if it leads only outside and closes nothing itself.
    """
    grid = table.grid
    _, steps, exits, _ = grid.facts[table.rings[cell]]
    if not steps:
        return 0
    outside = table.outside
    if not any(table.survey) or (
        all(outside >> cell + way & 1 for way in exits) and not _closes_a_gate(table, cell)
    ):
        return grid.near(table.occupied ^ 1 << cell) & ~table.occupied & outside
    return trail(table, cell)


def _closes_a_gate(table: Table, cell: int) -> bool:
    """Whether the piece on a cell is one of two that make a way between empty cells too narrow."""
    rings, offsets = table.rings, table.grid.offsets
    ring = rings[cell]
    empty = [not ring >> i % 6 & 1 for i in range(7)]
    return any(
        empty[i] and empty[i + 1] and rings[cell + offsets[i]] >> (i + 1) % 6 & 1 for i in range(6)
    )


def trail(table: Table, cell: int, goal: int = NOWHERE) -> int:
    """Every cell that can be reached in any number of slides; those up to the goal, if one is given."""
    facts, rings = table.grid.facts, table.lifted(cell)
    seen = bytearray(len(rings))
    seen[cell] = 1
    fresh = [cell]
    found = 0
    for place in fresh:
        for offset in facts[rings[place]].steps:
            target = place + offset
            if not seen[target]:
                seen[target] = 1
                fresh.append(target)
                found |= 1 << target
                if target == goal:
                    return found
    return found


def ladybug(table: Table, cell: int) -> int:
    """Two steps on top of the hive, then one down, each as a beetle's."""
    others = table.occupied ^ 1 << cell
    tops = table.tops.copy()
    tops[cell] = 0
    lifted = Table(table.grid, tops, table.rings, others, table.stacked)
    ways = climb(lifted, cell, 0) & others
    for allowed in (others, ~table.occupied):
        found = 0
        for place in members(ways):
            found |= climb(lifted, place, tops[place] >> HEIGHT) & allowed
        ways = found
    return ways


def mosquito(table: Table, cell: int) -> int:
    """As every bug that it touches moves, from the ground."""
    found = 0
    for bug in touched(table, cell) - {Bug.MOSQUITO}:
        found |= MOVERS[bug](table, cell)
    return found


def touched(table: Table, cell: int) -> set[Bug]:
    """The bugs on top of the cells round this one."""
    tops = table.tops
    around = [tops[cell + offset] for offset in table.grid.offsets]
    return {BUG[top & TOP] for top in around if top}


def throws(table: Table, cell: int) -> tuple[int, int]:
    """What a pillbug here can lift over itself, and where it can set it down: two sets of cells."""
    grid, tops = table.grid, table.tops
    heights = [tops[cell + offset] >> HEIGHT for offset in grid.offsets]
    taken = given = 0
    for i, offset in enumerate(grid.offsets):
        if heights[i - 1] > 1 and heights[i - 5] > 1:
            continue
        if heights[i] == 1:
            taken |= 1 << cell + offset
        elif not heights[i]:
            given |= 1 << cell + offset
    return taken, given


MOVERS: dict[Bug, Mover] = {
    Bug.QUEEN: queen,
    Bug.SPIDER: spider,
    Bug.BEETLE: beetle,
    Bug.GRASSHOPPER: grasshopper,
    Bug.ANT: ant,
    Bug.MOSQUITO: mosquito,
    Bug.LADYBUG: ladybug,
    Bug.PILLBUG: queen,
}
