"""How each bug moves: the cells that it can go to, as a bit set, from the table of the hive.

Heights are counted with the mover lifted; since no neighbour's height changes by that, only walks that
go on from another cell need it lifted from the table.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.bits import members

from .table import BUG, EXITS, GRID, HEIGHT, NOWHERE, OFFSETS, STEPS, TOP, Table
from .values import Bug

Mover = Callable[[Table, int], int]


def climb(table: Table, cell: int, level: int) -> int:
    """One step of a piece that stands `level` high, onto or along or down from the hive.

    The way is barred when both cells beside it are higher than where it leads over; on the
    ground it is a slide.
    """
    tops = table.tops
    heights = [tops[cell + offset] >> HEIGHT for offset in OFFSETS]
    left = heights[-1]
    found = 0
    for i, offset in enumerate(OFFSETS):
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
    for offset in STEPS[table.rings[cell]]:
        found |= 1 << cell + offset
    return found


def spider(table: Table, cell: int) -> int:
    """Exactly three slides, no cell twice: paths are searched, not distances."""
    steps = STEPS[table.rings[cell]]
    if not steps:
        return 0
    rings = table.lifted(cell)
    found = 0
    for first in steps:
        for second in STEPS[rings[cell + first]]:
            if first + second:
                for third in STEPS[rings[cell + first + second]]:
                    if second + third and first + second + third:
                        found |= 1 << cell + first + second + third
    return found


def beetle(table: Table, cell: int) -> int:
    """One step in any direction, from the ground."""
    if table.stacked:
        return climb(table, cell, 0)
    return queen(table, cell) | GRID.near(1 << cell) & table.occupied


def grasshopper(table: Table, cell: int) -> int:
    """Straight over one or more occupied cells to the first empty one."""
    tops = table.tops
    found = 0
    for offset in OFFSETS:
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
    ring = table.rings[cell]
    if not STEPS[ring]:
        return 0
    outside = table.outside
    if not any(table.survey) or not (
        EXITS[ring] << cell - GRID.base & ~outside or _closes_a_gate(table, cell)
    ):
        return GRID.near(table.occupied ^ 1 << cell) & ~table.occupied & outside
    return trail(table, cell)


def _closes_a_gate(table: Table, cell: int) -> bool:
    """Whether the piece on a cell is one of two that make a way between empty cells too narrow."""
    rings = table.rings
    return any(rings[cell + offset] & beyond for offset, beyond in _GATES[rings[cell]])


# By ring: the first of each two empty neighbours in turn, and in its ring the cell beyond both.
_GATES = tuple(
    tuple(
        (OFFSETS[i], 1 << (i + 1) % 6)
        for i in range(6)
        if not ring >> i & 1 and not ring >> (i + 1) % 6 & 1
    )
    for ring in range(64)
)


def trail(table: Table, cell: int, goal: int = NOWHERE) -> int:
    """Every cell that can be reached in any number of slides; those up to the goal, if one is given."""
    rings = table.lifted(cell)
    seen = bytearray(len(rings))
    seen[cell] = 1
    fresh = [cell]
    found = 0
    for place in fresh:
        for offset in STEPS[rings[place]]:
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
    lifted = Table(tops, table.rings, others, table.stacked)
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
    around = [tops[cell + offset] for offset in OFFSETS]
    return {BUG[top & TOP] for top in around if top}


def throws(table: Table, cell: int) -> tuple[int, int]:
    """What a pillbug here can lift over itself, and where it can set it down: two sets of cells."""
    tops = table.tops
    heights = [tops[cell + offset] >> HEIGHT for offset in OFFSETS]
    taken = given = 0
    for i, offset in enumerate(OFFSETS):
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
