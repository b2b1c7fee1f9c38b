"""Hive's rules told plainly and slowly, on a dictionary: the reference of the engine's tests.

A hive maps cells (q, r) to the names of the pieces on them, as `wA1` or `bQ`, from the bottom up.
Nothing here is shared with the engine, and no cell is too far away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Cell = tuple[int, int]
Hive = dict[Cell, tuple[str, ...]]
Move = tuple[str, int, int]

PASS = ("", 0, 0)
SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
COPIES = {"Q": 1, "S": 2, "B": 2, "G": 3, "A": 3, "M": 1, "L": 1, "P": 1}


class State(NamedTuple):
    """The hive, whose turn it is (`w` or `b`), the bugs of the set, the rule, the piece moved last."""

    hive: Hive
    side: str
    bugs: str
    tournament: bool
    last: str | None


def around(cell: Cell) -> list[Cell]:
    """The six cells that touch a cell."""
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in SIDES]


def hangs_together(cells: set[Cell]) -> bool:
    """Whether the cells are one hive."""
    seen = edge = set(list(cells)[:1])
    while edge:
        edge = {other for cell in edge for other in around(cell) if other in cells} - seen
        seen = seen | edge
    return seen == cells


def lifted(hive: Hive, cell: Cell) -> Hive:
    """The hive without the piece on top of a cell."""
    rest = {**hive, cell: hive[cell][:-1]}
    return {cell: pieces for cell, pieces in rest.items() if pieces}


def passable(hive: Hive, a: Cell, b: Cell) -> bool:
    """Whether a piece that is lifted from the hive may step from a cell to the next one."""
    source, goal = len(hive.get(a, ())), len(hive.get(b, ()))
    left, right = (len(hive.get(cell, ())) for cell in around(a) if cell in around(b))
    if not source and not goal:
        return (left > 0) != (right > 0)
    return min(left, right) <= max(source, goal)


def slides(hive: Hive, cell: Cell) -> set[Cell]:
    """One step on the ground."""
    return {b for b in around(cell) if b not in hive and passable(hive, cell, b)}


def crawls(hive: Hive, cell: Cell) -> set[Cell]:
    """Any number of steps on the ground."""
    seen = edge = {cell}
    while edge:
        edge = {b for a in edge for b in slides(hive, a)} - seen
        seen = seen | edge
    return seen


def runs(hive: Hive, path: tuple[Cell, ...]) -> Iterator[Cell]:
    """Three steps on the ground, no cell twice."""
    if len(path) == 4:
        yield path[-1]
        return
    for cell in slides(hive, path[-1]) - set(path):
        yield from runs(hive, (*path, cell))


def jumps(hive: Hive, cell: Cell) -> Iterator[Cell]:
    """Straight over one or more pieces to the first empty cell."""
    for dq, dr in SIDES:
        q, r = cell[0] + dq, cell[1] + dr
        if (q, r) in hive:
            while (q, r) in hive:
                q, r = q + dq, r + dr
            yield q, r


def climbs(hive: Hive, cell: Cell) -> set[Cell]:
    """One step onto, along, down from the hive, or on the ground."""
    return {b for b in around(cell) if passable(hive, cell, b)}


def flights(hive: Hive, cell: Cell) -> set[Cell]:
    """Two steps on top of the hive and one down."""
    first = {b for b in climbs(hive, cell) if b in hive}
    second = {c for b in first for c in climbs(hive, b) if c in hive}
    return {d for c in second for d in climbs(hive, c) if d not in hive}


def touched(hive: Hive, cell: Cell) -> set[str]:
    """The kinds of the pieces on top of the cells round a cell."""
    return {hive[b][-1][1] for b in around(cell) if b in hive}


def walks(hive: Hive, cell: Cell, bug: str) -> set[Cell]:
    """Where a bug that is lifted from the hive may go by itself."""
    if hive.get(cell) or bug == "B":
        return climbs(hive, cell)
    if bug == "M":
        return {b for kind in touched(hive, cell) - {"M"} for b in walks(hive, cell, kind)}
    ways = {
        "Q": lambda: slides(hive, cell),
        "P": lambda: slides(hive, cell),
        "A": lambda: crawls(hive, cell),
        "S": lambda: set(runs(hive, (cell,))),
        "G": lambda: set(jumps(hive, cell)),
        "L": lambda: flights(hive, cell),
    }
    return ways[bug]()


def may_leave(state: State, cell: Cell) -> bool:
    """Whether the piece on top of a cell may move or be thrown: not the last one, nor pinned."""
    rest = lifted(state.hive, cell)
    return state.hive[cell][-1] != state.last and hangs_together(set(rest))


def moves(state: State) -> Iterator[Move]:
    """What the own pieces do by themselves."""
    for cell, pieces in state.hive.items():
        piece = pieces[-1]
        if piece[0] == state.side and may_leave(state, cell):
            for q, r in walks(lifted(state.hive, cell), cell, piece[1]) - {cell}:
                yield piece, q, r


def throws(state: State) -> Iterator[Move]:
    """What the own pillbug, and a mosquito beside one, throw."""
    hive = state.hive
    for cell, pieces in hive.items():
        *covered, piece = pieces
        copies = piece[1] == "M" and "P" in touched(hive, cell)
        if (
            piece[0] != state.side
            or covered
            or piece == state.last
            or (piece[1] != "P" and not copies)
        ):
            continue
        for start in around(cell):
            if len(hive.get(start, ())) != 1 or not may_leave(state, start):
                continue
            rest = lifted(hive, start)
            if passable(rest, start, cell):
                for q, r in around(cell):
                    if (q, r) not in hive and passable(rest, cell, (q, r)):
                        yield hive[start][0], q, r


def placements(state: State) -> Iterator[Move]:
    """What the side may place, and where."""
    hive, side = state.hive, state.side
    table = {piece for pieces in hive.values() for piece in pieces}
    own = {piece for piece in table if piece[0] == side}
    for bug in state.bugs:
        names = [side + bug + (str(n + 1) if COPIES[bug] > 1 else "") for n in range(COPIES[bug])]
        hand = [name for name in names if name not in table]
        barred = (
            state.tournament and not own if bug == "Q" else len(own) == 3 and side + "Q" not in own
        )
        if hand and not barred:
            for q, r in spots(hive, side, bool(own)):
                yield hand[0], q, r


def spots(hive: Hive, side: str, begun: bool) -> set[Cell]:
    """Where a piece may be placed."""
    if not hive:
        return {(0, 0)}
    edge = {b for cell in hive for b in around(cell)} - set(hive)
    if not begun:
        return edge
    colours = {cell: {hive[b][-1][0] for b in around(cell) if b in hive} for cell in edge}
    return {cell for cell, seen in colours.items() if seen == {side}}


def surrounded(hive: Hive) -> bool:
    """Whether a queen is surrounded."""
    return any(
        piece[1] == "Q" and all(b in hive for b in around(cell))
        for cell, pieces in hive.items()
        for piece in pieces
    )


def legal_moves(state: State) -> set[Move]:
    """All legal moves, or the pass alone; none when the game is over."""
    if surrounded(state.hive):
        return set()
    found = set(placements(state))
    if any(state.side + "Q" in pieces for pieces in state.hive.values()):
        found |= {*moves(state), *throws(state)}
    return found or {PASS}
