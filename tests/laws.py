"""What the laws need to know of each game: settings to play, positions to judge, moves to try.

A game is one row of `GAMES`. All randomness is seeded, so that a law that fails fails again.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import engine
from engine import AnyPosition, CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind, Side

from . import reference

FAR = (-1_000_000, 7)


@dataclass(frozen=True)
class Game:
    """One game under the laws.

    `nearby` makes moves, legal and not, about a position; `canonical` is equal for positions that
    play the same, found by plain means; `shifted` moves a position where there is no board;
    `listed` is the slow reference's list; `made` makes positions that play seldom reaches.
    """

    settings: tuple[Any, ...]
    nearby: Callable[[Any, Random], Iterator[Any]]
    canonical: Callable[[Any], Hashable]
    shifted: Callable[[Any, int, int], AnyPosition]
    listed: Callable[[Any], set[Any]]
    made: Callable[[Any, Random], AnyPosition]


@dataclass(frozen=True)
class Case:
    """A game with settings, as a test's parameter."""

    name: str
    settings: Any

    @property
    def game(self) -> Game:
        """The game's row."""
        return GAMES[self.name]

    def __str__(self) -> str:
        changed = [f"{key}={value}" for key, value in _fields(self.settings) if value is not False]
        return "-".join((self.name, *(text.removesuffix("=True") for text in changed)))


def _fields(settings: Any) -> Iterator[tuple[str, Any]]:
    return ((name, getattr(settings, name)) for name in settings.__slots__)


@cache
def playout(case: Case, seed: int, plies: int = 60) -> tuple[AnyPosition, ...]:
    """The positions of a random game from its start."""
    random = Random(f"{case} {seed}")
    position = engine.start(case.name, case.settings)
    positions = [position]
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.apply(random.choice(moves))
        positions.append(position)
    return tuple(positions)


@cache
def positions(case: Case) -> tuple[AnyPosition, ...]:
    """Positions of a few random games, and some that play seldom reaches."""
    random = Random(str(case))
    played = [position for seed in range(3) for position in playout(case, seed)]
    return (*random.sample(played, min(40, len(played))), *made(case))


@cache
def made(case: Case) -> tuple[AnyPosition, ...]:
    """Positions put together at random."""
    return tuple(case.game.made(case.settings, Random(f"{case} {seed}")) for seed in range(20))


# Cubeo


def _sizes() -> Iterator[tuple[int, int, int]]:
    yield from ((dice, dice, dice + 1) for dice in (6, 8, 10, 12, 14))
    yield from ((3, 9, 12), (6, 6, 12), (3, 1, 2), (12, 2, 4), (30, 30, 31))


def _cubeo_settings() -> Iterator[CubeoSettings]:
    for pieces, ranks, goal in _sizes():
        for hexagonal in (False, True):
            for strict in (False, True):
                yield CubeoSettings(pieces, ranks, goal, hexagonal, strict)
    yield CubeoSettings(norep=True)


def _cubeo_nearby(position: CubeoPosition, random: Random) -> Iterator[CubeoMove]:
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


def _cubeo_canonical(position: CubeoPosition) -> Hashable:
    left, bottom = min(die.x for die in position.dice), min(die.y for die in position.dice)
    dice = frozenset((die.owner, die.rank, die.x - left, die.y - bottom) for die in position.dice)
    return position.to_move, dice


def _cubeo_shifted(position: CubeoPosition, dx: int, dy: int) -> CubeoPosition:
    dice = [Die(owner, rank, x + dx, y + dy) for owner, rank, x, y in position.dice]
    return CubeoPosition.load(position.settings, dice, position.to_move)


def _cubeo_listed(position: CubeoPosition) -> set[CubeoMove]:
    moves = reference.legal_moves(position.settings, position.dice, position.to_move)
    return {CubeoMove(MoveKind(kind), *rest) for kind, *rest in moves}


def _cubeo_made(settings: CubeoSettings, random: Random) -> CubeoPosition:
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


GAMES = {
    "cubeo": Game(
        settings=tuple(_cubeo_settings()),
        nearby=_cubeo_nearby,
        canonical=_cubeo_canonical,
        shifted=_cubeo_shifted,
        listed=_cubeo_listed,
        made=_cubeo_made,
    ),
}
CASES = tuple(Case(name, settings) for name, game in GAMES.items() for settings in game.settings)
