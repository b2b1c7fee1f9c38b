"""What Cubic Chess is played with: figures by height, squares and turns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

FIGURES = 16
FLEX = 8
KING_FLEX = 4
NOWHERE = -1
SQUARES = 64


class Figure(IntEnum):
    """The figures; the value of each is its height in cubes."""

    PAWN = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    KING = 5


class CubicChessMove(NamedTuple):
    """A turn: a move from origin to target, and what is rebuilt.

    Squares are 0 for a1, 1 for b1, … 63 for h8. `promotion` is the height that a pawn becomes, or 0;
    `change` is +1 for a cube added to the figure on `square`, -1 for one returned, 0 for none
    (`square` is then `NOWHERE`). The rebuild is read after the move.
    """

    origin: int
    target: int
    promotion: int
    change: int
    square: int


@dataclass(frozen=True, slots=True)
class CubicChessSettings:
    """Cubic Chess has no settings."""


def square_name(square: int) -> str:
    """The name of a square, as `e4`; `-` for `NOWHERE`, and of any other number, the number."""
    if 0 <= square < SQUARES:
        return "abcdefgh"[square & 7] + str((square >> 3) + 1)
    return "-" if square == NOWHERE else str(square)
