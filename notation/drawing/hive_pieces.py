"""The pieces of Hive as tiles: the bug, its name as players write it, and the edges of a stack.

White pieces are hollow with a heavy border, black ones are solid; names begin with w and b. Bugs
are told apart by silhouette and name, and have a colour of their own besides.
"""

from typing import NamedTuple

from engine import Side
from engine.hive import PIECES, Bug, Piece

from .board import DARK, badge, bold
from .grids import Point
from .hexes import hexagon
from .hive_glyphs import draw_glyph
from .svg import element, polygon_path

FACES = {Side.FIRST: "#fffdf5", Side.SECOND: DARK}
NAMES = {Side.FIRST: DARK, Side.SECOND: "#fffdf5"}
INKS = {
    Bug.QUEEN: ("#8a5c00", "#ffd24a"),
    Bug.SPIDER: ("#7a3b12", "#e6a878"),
    Bug.BEETLE: ("#6b2a91", "#d3a4f2"),
    Bug.GRASSHOPPER: ("#1f6a1c", "#8fdc78"),
    Bug.ANT: ("#1a4f9c", "#8ec1ff"),
    Bug.MOSQUITO: ("#4d5358", "#cfd6dc"),
    Bug.LADYBUG: ("#a3162a", "#ff9090"),
    Bug.PILLBUG: ("#0b6660", "#6fdcd0"),
}  # on white pieces and on black ones
_LIFT = 14


class Size(NamedTuple):
    """How large a piece is drawn: its hex, its glyph and its name, each from the piece's middle."""

    half: int
    tip: int
    glyph: float
    glyph_down: int
    font: int
    name_down: int


ON_TABLE = Size(half=31, tip=36, glyph=1.15, glyph_down=-9, font=15, name_down=18)
IN_HAND = Size(half=20, tip=24, glyph=0.8, glyph_down=0, font=14, name_down=34)


def draw_piece(piece: Piece, centre: Point, size: Size) -> str:
    """One piece with its glyph and its name; in hand the name stands below it."""
    x, y = centre
    ink = INKS[piece.bug][piece.side - 1]
    name = NAMES[piece.side] if size is ON_TABLE else DARK
    return element(
        "g",
        {},
        _hex(piece.side, centre, size),
        draw_glyph(piece.bug, (x, y + size.glyph_down), size.glyph, ink, FACES[piece.side]),
        bold(piece.name, (x, y + size.name_down), name, size.font),
    )


def draw_stack(pieces: tuple[int, ...], centre: Point) -> str:
    """The pieces of a cell: the top one, lifted, and the edges of those below it."""
    x, y = centre
    *below, top = zip(pieces, lifted(len(pieces)), strict=True)
    edges = (_hex(PIECES[piece].side, (x, y + level), ON_TABLE) for piece, level in below)
    piece, level = top
    return element("g", {}, *edges, draw_piece(PIECES[piece], (x, y + level), ON_TABLE))


def draw_height(height: int, centre: Point) -> str:
    """The height of a stack as a numeral, at the edge of its top piece."""
    x, y = centre
    return badge(str(height), (x + 25, y + lifted(height)[-1] - 16))


def lifted(height: int) -> list[int]:
    """How far down each piece of a stack is drawn from the middle of its cell, from the bottom."""
    if height == 1:
        return [0]
    step = max(2, min(8, _LIFT // (height - 1)))
    lowest = step * (height - 1) // 2
    return [lowest - step * level for level in range(height)]


def _hex(side: Side, centre: Point, size: Size) -> str:
    return element(
        "path",
        {
            "d": polygon_path(hexagon(centre, size.half, size.tip)),
            "fill": FACES[side],
            "stroke": DARK if side is Side.FIRST else FACES[Side.FIRST],
            "stroke-width": 3 if side is Side.FIRST else 2,
            "stroke-linejoin": "round",
        },
    )
