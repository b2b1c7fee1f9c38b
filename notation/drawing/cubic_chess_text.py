"""A Cubic Chess position as text for terminals and mails, in Unicode or in plain ASCII.

Each figure is its letter and its height. The squares of the last turn, that of its rebuild too,
stand in brackets.
"""

from engine import CubicChessMove, CubicChessPosition, Side
from engine.cubic_chess import NOWHERE

from .cubic_chess_board import ROWS, file_name, letter, point, rank_name
from .cubic_chess_words import reserves, title, turn_words
from .grids import Point
from .rows_text import Faces, square_lines

_SIGNS = {Side.FIRST: "□", Side.SECOND: "■"}


def draw_text(
    position: CubicChessPosition, last: CubicChessMove | None = None, *, plain: bool = False
) -> str:
    """The position as lines of text, White at the bottom; `plain` keeps to ASCII."""
    signs = dict.fromkeys(Side, "") if plain else _SIGNS
    faces = {
        point(square): f"{signs[side]}{letter(side, height)}{height}"
        for side in Side
        for square, height in position.heights(side).items()
    }
    board = Faces(faces, _marked(last), "." if plain else "·")
    lines = [*square_lines(board, ROWS, column=file_name, row=rank_name), ""]
    lines += [f"{title(position)}. {reserves(position)}", *turn_words(last), _legend(signs)]
    return "\n".join(lines) + "\n"


def _marked(last: CubicChessMove | None) -> frozenset[Point]:
    if last is None:
        return frozenset()
    squares = {last.origin, last.target, last.square} - {NOWHERE}
    return frozenset(map(point, squares))


def _legend(signs: dict[Side, str]) -> str:
    white, black = (f"{signs[side]}{letter(side, 1)}1" for side in Side)
    return f"{white} is White's pawn, {black} Black's; the number is the height."
