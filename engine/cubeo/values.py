"""What Cubeo is played with: settings, dice and moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from engine.errors import BadSettings
from engine.game import Side
from engine.reasons import Reason

PIECES = (3, 30)
RANKS = (1, 30)
PLACED_RANK = 1


class MoveKind(IntEnum):
    """What a turn does with a die."""

    PLACE = 0
    WALK = 1
    MERGE = 2


class CubeoMove(NamedTuple):
    """A move: a die of `rank` goes from x,y to x2,y2; one that is placed has both cells equal."""

    kind: MoveKind
    rank: int
    x: int
    y: int
    x2: int
    y2: int

    @classmethod
    def place(cls, x: int, y: int) -> CubeoMove:
        """A die from hand."""
        return cls(MoveKind.PLACE, PLACED_RANK, x, y, x, y)

    @classmethod
    def walk(cls, rank: int, x: int, y: int, x2: int, y2: int) -> CubeoMove:
        """A walk of `rank` steps to an empty cell."""
        return cls(MoveKind.WALK, rank, x, y, x2, y2)

    @classmethod
    def merge(cls, rank: int, x: int, y: int, x2: int, y2: int) -> CubeoMove:
        """A die slid into another one of its owner's."""
        return cls(MoveKind.MERGE, rank, x, y, x2, y2)


class Die(NamedTuple):
    """A die on the table."""

    owner: Side
    rank: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class CubeoSettings:
    """Dice a side, the highest rank, the sum that wins, the grid, and two rules; the default is d6.

    Raises `BadSettings` where the rules allow no such game.
    """

    pieces: int = 6
    ranks: int = 6
    goal: int = 7
    hex: bool = False
    strict: bool = False
    norep: bool = False

    def __post_init__(self) -> None:
        limits = {
            "pieces": (self.pieces, *PIECES),
            "ranks": (self.ranks, *RANKS),
            "goal": (self.goal, self.ranks + 1, 2 * self.ranks),
        }
        for name, (number, least, most) in limits.items():
            if not least <= number <= most:
                values = {"least": least, "most": most, "ranks": self.ranks, name: number}
                raise BadSettings(Reason(f"{name}_range", values))
