"""The board of Cubic Chess: eight rows from the top, the names of files and ranks, letters by height."""

from engine import Side
from engine.cubic_chess import Figure

from .grids import Point, Row

ROWS = tuple(Row(y, 0, 7) for y in reversed(range(8)))
_LETTERS = {
    Figure.PAWN: "P",
    Figure.BISHOP: "B",
    Figure.ROOK: "R",
    Figure.QUEEN: "Q",
    Figure.KING: "K",
}


def point(square: int) -> Point:
    """The file and the rank of a square, from 0."""
    return square & 7, square >> 3


def file_name(x: int) -> str:
    """The letter of a file."""
    return "abcdefgh"[x]


def rank_name(y: int) -> str:
    """The number of a rank."""
    return str(y + 1)


def letter(side: Side, height: int) -> str:
    """The letter of a figure, a capital for White, as positions are written."""
    capital = _LETTERS[Figure(height)]
    return capital if side is Side.FIRST else capital.lower()
