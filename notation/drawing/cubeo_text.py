"""A Cubeo position as text for terminals and mails, in Unicode or in plain ASCII.

Each row begins with its y; on squares the x stand below. On hexes, where columns slant, each row
tells the full coordinates of its first and last cell instead. The cells of the last move stand
in brackets.
"""

from engine import CubeoMove, CubeoPosition, Side

from .cubeo_grid import shown_rows
from .cubeo_words import in_hand, title
from .grids import Point
from .rows_text import Faces, hex_lines, square_lines

SQUARES = {Side.FIRST: "■", Side.SECOND: "□"}
HEXES = {Side.FIRST: "⬢", Side.SECOND: "⬡"}
LETTERS = {Side.FIRST: "A", Side.SECOND: "B"}


def draw_text(
    position: CubeoPosition, last: CubeoMove | None = None, *, plain: bool = False
) -> str:
    """The position as lines of text, y upwards; `plain` keeps to ASCII, with A and B for the sides."""
    hexes = position.settings.hex
    signs = LETTERS if plain else HEXES if hexes else SQUARES
    faces = {(die.x, die.y): f"{signs[die.owner]}{die.rank}" for die in position.dice}
    board = Faces(faces, _marked(last), "." if plain else "·")
    lines = (hex_lines if hexes else square_lines)(board, shown_rows(position))
    legend = f"{signs[Side.FIRST]} red (player 1), {signs[Side.SECOND]} blue (player 2)."
    tail = ("", f"{title(position)}. {in_hand(position)}", legend)
    return "\n".join((*lines, *tail)) + "\n"


def _marked(last: CubeoMove | None) -> frozenset[Point]:
    return frozenset() if last is None else frozenset({(last.x, last.y), (last.x2, last.y2)})
