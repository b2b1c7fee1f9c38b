"""Cubeo under the laws."""

from collections.abc import Hashable, Iterator
from random import Random

from engine import CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind, Side
from tests import reference

from .game import FAR, Game, Noise


def _sizes() -> Iterator[tuple[int, int, int]]:
    yield from ((dice, dice, dice + 1) for dice in (6, 8, 10, 12, 14))
    yield from ((3, 9, 12), (6, 6, 12), (3, 1, 2), (12, 2, 4), (30, 30, 31))


def _settings() -> Iterator[CubeoSettings]:
    for pieces, ranks, goal in _sizes():
        for hexagonal in (False, True):
            for strict in (False, True):
                yield CubeoSettings(pieces, ranks, goal, hexagonal, strict)
    yield CubeoSettings(norep=True)


def _nearby(position: CubeoPosition, random: Random) -> Iterator[CubeoMove]:
    """Placements, walks and merges about the formation, with ranks and cells that may be wrong."""
    xs = range(min(die.x for die in position.dice) - 3, max(die.x for die in position.dice) + 4)
    ys = range(min(die.y for die in position.dice) - 3, max(die.y for die in position.dice) + 4)
    for x in xs:
        for y in ys:
            yield CubeoMove.place(x, y)
    for _, rank, x, y in position.dice:
        for _ in range(12):
            walked = rank if random.random() < 0.9 else random.randint(-1, 31)
            yield CubeoMove.walk(walked, x, y, random.choice(xs), random.choice(ys))
        for dx, dy in (*reference.HEX_SIDES, (1, 1), (-1, -1), (0, 0), (2, 0)):
            yield CubeoMove.merge(rank, x, y, x + dx, y + dy)
            yield CubeoMove.walk(rank, x, y, x + dx, y + dy)
    yield CubeoMove.walk(1, *FAR, *FAR)
    yield CubeoMove.merge(1, xs[3], ys[3], *FAR)


def _canonical(position: CubeoPosition) -> Hashable:
    left, bottom = min(die.x for die in position.dice), min(die.y for die in position.dice)
    dice = frozenset((die.owner, die.rank, die.x - left, die.y - bottom) for die in position.dice)
    return position.to_move, dice


def _shifted(position: CubeoPosition, dx: int, dy: int) -> CubeoPosition:
    dice = [Die(owner, rank, x + dx, y + dy) for owner, rank, x, y in position.dice]
    return CubeoPosition.load(position.settings, dice, position.to_move)


def _noisy(position: CubeoPosition, noise: Noise) -> CubeoPosition:
    dice = [Die(*map(noise.number, die)) for die in position.dice]
    return CubeoPosition.load(
        position.settings, noise.several(dice), noise.number(position.to_move)
    )


def _carried(move: CubeoMove, dx: int, dy: int) -> CubeoMove:
    kind, rank, x, y, x2, y2 = move
    return CubeoMove(kind, rank, x + dx, y + dy, x2 + dx, y2 + dy)


def _listed(position: CubeoPosition) -> set[CubeoMove]:
    moves = reference.legal_moves(position.settings, position.dice, position.to_move)
    return {CubeoMove(MoveKind(kind), *rest) for kind, *rest in moves}


def _made(settings: CubeoSettings, random: Random) -> CubeoPosition:
    """A random formation: grown loosely or as a lump, then eaten at while it holds together."""
    count = random.randint(2, 2 * settings.pieces)
    cells = _grown(count + random.randint(0, count // 2), settings.hex, random)
    for cell in random.sample(sorted(cells), len(cells)):
        if len(cells) > count and reference.connected(cells - {cell}, settings.hex):
            cells.remove(cell)
    order = random.sample(sorted(cells), len(cells))[: 2 * settings.pieces]
    if not reference.connected(set(order), settings.hex):
        order = sorted(_grown(count, settings.hex, random))
    split = random.randint(
        max(1, len(order) - settings.pieces), min(len(order) - 1, settings.pieces)
    )
    dice = [
        Die(Side.FIRST if at < split else Side.SECOND, random.randint(1, settings.ranks), *cell)
        for at, cell in enumerate(random.sample(order, len(order)))
    ]
    return CubeoPosition.load(settings, dice, random.choice(list(Side)))


def _grown(count: int, hexagonal: bool, random: Random) -> set[reference.Cell]:
    sides = reference.HEX_SIDES if hexagonal else reference.SQUARE_SIDES
    cells = {(0, 0)}
    lump = random.random()
    while len(cells) < count:
        edge = sorted({(x + dx, y + dy) for x, y in cells for dx, dy in sides} - cells)
        cell = random.choice(edge)
        touching = sum((cell[0] + dx, cell[1] + dy) in cells for dx, dy in sides)
        if touching > 1 or random.random() > lump:
            cells.add(cell)
    return cells


CUBEO = Game(
    settings=tuple(_settings()),
    nearby=_nearby,
    canonical=_canonical,
    shifted=_shifted,
    noisy=_noisy,
    carried=_carried,
    listed=_listed,
    made=_made,
)
