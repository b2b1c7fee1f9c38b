"""All games under the laws: settings to play, positions to judge, moves to try.

A game is one row of `GAMES`. All randomness is seeded, so that a law that fails fails again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import engine
from engine import AnyPosition

from .cubeo import CUBEO
from .cubic_chess import CUBIC_CHESS
from .game import FAR, NUMBERS, Game, Noise
from .hive import HIVE

__all__ = ["CASES", "FAR", "GAMES", "Case", "Noise", "altered", "playout", "positions"]

GAMES = {"cubeo": CUBEO, "hive": HIVE, "cubic-chess": CUBIC_CHESS}


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
    if case.game.made is None:
        return ()
    return tuple(case.game.made(case.settings, Random(f"{case} {seed}")) for seed in range(20))


def altered(position: AnyPosition, random: Random) -> Iterator[Any]:
    """Legal moves with each of their fields in turn made another's or any number, or all fields."""
    legal = position.legal_moves()
    for move in random.sample(legal, min(4, len(legal))):
        fields = random.choice(legal)
        for at in range(len(move)):
            for field in (fields[at], random.choice(NUMBERS), random.choice(NUMBERS)):
                yield move._make((*move[:at], field, *move[at + 1 :]))
        yield move._make(random.choice(NUMBERS) for _ in move)


CASES = tuple(Case(name, settings) for name, game in GAMES.items() for settings in game.settings)
