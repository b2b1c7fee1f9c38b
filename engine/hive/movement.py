"""How each bug moves: the cells that it can go to, as a bit set, from a table of the hive.

A table tells of each cell what is on top (`height << 5 | piece`, 0 when empty); cells, rings and
slides are those of the lattice. Heights are counted with the mover lifted; since no neighbour's
height changes by that, only walks that go on from another cell need it lifted from the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.lattice import Lattice, members

from .values import PIECES, Bug

HEIGHT = 5
TOP = (1 << HEIGHT) - 1
LEVEL = 1 << HEIGHT

BUG = tuple(piece.bug for piece in PIECES)


class Table(NamedTuple):
    """The hive as the bugs see it.

    `clear`: there is no hole, and no gate that a piece cannot slide through.
    """

    grid: Lattice
    tops: bytearray
    occupied: int
    clear: bool


Mover = Callable[[Table, int], int]


def climb(table: Table, cell: int, level: int) -> int:
    """One step of a piece that stands `level` high, onto or along or down from the hive.

    The way is barred when both cells beside it are higher than where it leads over; on the
    ground it is a slide.
    """
    grid, tops = table.grid, table.tops
    offsets = grid.offsets
    heights = [tops[cell + offset] >> HEIGHT for offset in offsets]
    left = heights[-1]
    found = 0
    for i, offset in enumerate(offsets):
        here, right = heights[i], heights[i - 5]
        over = max(level, here)
        passable = (left <= over or right <= over) if over else (left > 0) != (right > 0)
        if passable:
            found |= 1 << cell + offset
        left = here
    return found


def queen(table: Table, cell: int) -> int:
    """One slide on the ground."""
    grid = table.grid
    ring = table.occupied >> cell - grid.base & grid.mask
    return grid.slides[ring] << cell - grid.base


def spider(table: Table, cell: int) -> int:
    """Exactly three slides, no cell twice: paths are searched, not distances."""
    grid = table.grid
    steps, base, mask = grid.steps, grid.base, grid.mask
    others = table.occupied ^ 1 << cell
    found = 0
    for first in [cell + offset for offset in steps[others >> cell - base & mask]]:
        for offset in steps[others >> first - base & mask]:
            second = first + offset
            if second == cell:
                continue
            for last in steps[others >> second - base & mask]:
                third = second + last
                if third not in (first, cell):
                    found |= 1 << third
    return found


def beetle(table: Table, cell: int) -> int:
    """One step in any direction, from the ground."""
    return climb(table, cell, 0)


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
    """Any number of slides; where nothing is closed that is the whole rim, if it can slide at all."""
    grid = table.grid
    start = 1 << cell
    others = table.occupied ^ start
    ring = others >> cell - grid.base & grid.mask
    if not grid.steps[ring]:
        return 0
    if table.clear:
        return grid.near(others) & ~(others | start)
    return grid.trail(others, cell)


def ladybug(table: Table, cell: int) -> int:
    """Two steps on top of the hive, then one down, each as a beetle's."""
    others = table.occupied ^ 1 << cell
    tops = table.tops.copy()
    tops[cell] = 0
    lifted = table._replace(tops=tops)
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
