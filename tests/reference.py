"""Cubeo once more, slow and plain, written from the rules alone: what the fast engine is measured by.

Nothing here is shared with the engine. Formations are sets of coordinate pairs; a walk is a set of
cells carried on step by step; connection and the way out are floods; a formation under `strict` is
compared with each of its images. A move is the tuple (kind, rank, x, y, x2, y2) with kind 0 for a
placement (rank 1, both cells the same), 1 for a walk and 2 for a merge; a die is (owner, rank, x, y).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol

Cell = tuple[int, int]
Die = tuple[int, int, int, int]
Move = tuple[int, int, int, int, int, int]
PLACE, WALK, MERGE = 0, 1, 2

SQUARE_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
HEX_SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Settings(Protocol):
    """The settings that the rules of a turn depend on."""

    @property
    def pieces(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def goal(self) -> int: ...
    @property
    def hex(self) -> bool: ...
    @property
    def strict(self) -> bool: ...


def legal_moves(settings: Settings, dice: Iterable[Die], to_move: int) -> set[Move]:
    """All legal moves of a position; none when it is over."""
    table = {(x, y): (int(owner), rank) for owner, rank, x, y in dice}
    if any(rank >= settings.goal for _, rank in table.values()):
        return set()
    mine = {cell for cell, (owner, _) in table.items() if owner == to_move}
    moves = set(_placements(settings, table, mine))
    for cell in mine:
        moves.update(_walks(settings, table, cell))
        if len(mine) >= 3:
            moves.update(_merges(settings, table, cell))
    return moves


def play(dice: Iterable[Die], to_move: int, move: Move) -> tuple[Die, ...]:
    """The dice after a legal move, sorted by y, then x."""
    kind, rank, x, y, x2, y2 = move
    table = {(die[2], die[3]): (int(die[0]), die[1]) for die in dice}
    if kind == PLACE:
        table[x, y] = (to_move, 1)
    elif kind == WALK:
        table[x2, y2] = table.pop((x, y))
    else:
        del table[x, y]
        table[x2, y2] = (to_move, rank + table[x2, y2][1])
    rows = ((owner, rank, x, y) for (x, y), (owner, rank) in table.items())
    return tuple(sorted(rows, key=lambda die: (die[3], die[2])))


def word(move: Move) -> str:
    """A move as the rules write it."""
    kind, rank, x, y, x2, y2 = move
    if kind == PLACE:
        return f"+{x},{y}"
    return f"{rank},{x},{y}{'->' if kind == WALK else '+>'}{x2},{y2}"


def connected(cells: set[Cell], hexagonal: bool) -> bool:
    """Whether the cells hang together by their edges."""
    if not cells:
        return True
    return _flood(next(iter(cells)), lambda _, near: near in cells, hexagonal) == cells


Table = dict[Cell, tuple[int, int]]


def _placements(settings: Settings, table: Table, mine: set[Cell]) -> Iterator[Move]:
    if len(mine) >= settings.pieces:
        return
    occupied = set(table)
    for cell in {near for own in mine for near in _near(own, settings.hex)} - occupied:
        touched = {table[near][0] for near in _near(cell, settings.hex) if near in table}
        if len(touched) == 1 and _reaches_outside(cell, occupied, settings.hex):
            yield (PLACE, 1, *cell, *cell)


def _walks(settings: Settings, table: Table, cell: Cell) -> Iterator[Move]:
    others = set(table) - {cell}
    if not connected(others, settings.hex):
        return
    owner, rank = table[cell]
    step = _hex_steps if settings.hex else _square_steps
    reached = {cell}
    for _ in range(rank):
        reached = {after for before in reached for after in step(before, others)}
    for end in reached - {cell}:
        if settings.strict:
            walked = {key: die for key, die in table.items() if key != cell} | {end: (owner, rank)}
            if _same_up_to_symmetry(table, walked, settings.hex):
                continue
        yield (WALK, rank, *cell, *end)


def _merges(settings: Settings, table: Table, cell: Cell) -> Iterator[Move]:
    others = set(table) - {cell}
    owner, rank = table[cell]
    if not connected(others, settings.hex) or not _reaches_outside(cell, others, settings.hex):
        return
    for partner in _near(cell, settings.hex):
        if partner not in table or table[partner][0] != owner:
            continue
        if settings.hex and len(_between(cell, partner) & others) == 2:
            continue
        total = rank + table[partner][1]
        if total <= settings.ranks or total >= settings.goal:
            yield (MERGE, rank, *cell, *partner)


def _near(cell: Cell, hexagonal: bool) -> set[Cell]:
    x, y = cell
    return {(x + dx, y + dy) for dx, dy in (HEX_SIDES if hexagonal else SQUARE_SIDES)}


def _between(a: Cell, b: Cell) -> set[Cell]:
    """The two hexes that touch both of two neighbouring hexes."""
    return _near(a, hexagonal=True) & _near(b, hexagonal=True)


def _square_steps(cell: Cell, others: set[Cell]) -> Iterator[Cell]:
    """Where one step along the edge of the others leads, on squares."""
    x, y = cell
    for dx, dy in SQUARE_SIDES:
        ahead = (x + dx, y + dy)
        left = {(x - dy, y + dx), (x + dx - dy, y + dy + dx)}
        right = {(x + dy, y - dx), (x + dx + dy, y + dy - dx)}
        if ahead not in others and (left <= others or right <= others):
            yield ahead
    for dx in (-1, 1):
        for dy in (-1, 1):
            corner = (x + dx, y + dy)
            if corner not in others and len({(x + dx, y), (x, y + dy)} & others) == 1:
                yield corner


def _hex_steps(cell: Cell, others: set[Cell]) -> Iterator[Cell]:
    """Where one step along the edge of the others leads, on hexes."""
    for ahead in _near(cell, hexagonal=True):
        if ahead not in others and len(_between(cell, ahead) & others) == 1:
            yield ahead


def _reaches_outside(cell: Cell, others: set[Cell], hexagonal: bool) -> bool:
    """Whether a die on the cell can slide beyond every other, with or without contact."""
    xs, ys = {x for x, _ in others}, {y for _, y in others}
    left, right, bottom, top = min(xs) - 2, max(xs) + 2, min(ys) - 2, max(ys) + 2

    def passes(a: Cell, b: Cell) -> bool:
        if b in others or not (left <= b[0] <= right and bottom <= b[1] <= top):
            return False
        return not hexagonal or len(_between(a, b) & others) < 2

    return any(x in (left, right) or y in (bottom, top) for x, y in _flood(cell, passes, hexagonal))


def _flood(start: Cell, passes: Callable[[Cell, Cell], bool], hexagonal: bool) -> set[Cell]:
    """All cells that can be reached by steps that pass."""
    seen, fringe = {start}, [start]
    while fringe:
        cell = fringe.pop()
        for near in _near(cell, hexagonal) - seen:
            if passes(cell, near):
                seen.add(near)
                fringe.append(near)
    return seen


def _same_up_to_symmetry(before: Table, after: Table, hexagonal: bool) -> bool:
    """Whether one formation is a translation, rotation or reflection of the other."""
    wanted = _normalised(before, lambda cell: cell)
    return any(_normalised(after, image) == wanted for image in _images(hexagonal))


def _images(hexagonal: bool) -> Iterator[Callable[[Cell], Cell]]:
    """The maps of the lattice onto itself that keep the origin: 8 on squares, 12 on hexes."""

    def image(cell: Cell, turns: int, mirrored: bool) -> Cell:
        x, y = reversed(cell) if mirrored else cell
        for _ in range(turns):
            x, y = (-y, x + y) if hexagonal else (-y, x)
        return x, y

    for turns in range(6 if hexagonal else 4):
        yield partial(image, turns=turns, mirrored=False)
        yield partial(image, turns=turns, mirrored=True)


def _normalised(table: Table, image: Callable[[Cell], Cell]) -> set[Die]:
    """A formation's image, moved so that its least x and least y are 0."""
    placed = [(*image(cell), owner, rank) for cell, (owner, rank) in table.items()]
    left, bottom = min(x for x, *_ in placed), min(y for _, y, *_ in placed)
    return {(owner, rank, x - left, y - bottom) for x, y, owner, rank in placed}
