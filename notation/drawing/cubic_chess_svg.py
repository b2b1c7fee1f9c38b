"""A Cubic Chess position as SVG: figures as towers of one to five cubes, both reserves at the board.

White's cubes are hollow, Black's solid; beside each tower stands its letter, a capital for White.
"""

from collections.abc import Iterator

from engine import CubicChessMove, CubicChessPosition, Side

from .board import DARK, LABELS, badge, bold, coordinate, left_mark, lines, reached_mark
from .cubic_chess_board import ROWS, file_name, letter, point, rank_name
from .cubic_chess_cubes import DEEP, draw_tower
from .cubic_chess_words import describe, en_passant, title
from .grids import Point, cells
from .headline import WHITE_AND_BLACK
from .squares import SquareGrid
from .svg import document, element, polygon_path, shifted, words

_CELL = 60
_MARGIN = 28
_DARK = "#e0cca0"
_RESERVE = 40
_LINE = 36
_CUBE = 32


def draw_svg(
    position: CubicChessPosition, last: CubicChessMove | None = None, *, name: str = "board"
) -> str:
    """The position as an SVG document; `last`, the turn that led to it, is marked.

    `name` begins the ids inside, for pages that show more than one board.
    """
    grid = SquareGrid(ROWS, cell=_CELL, margin=_MARGIN, column=file_name, row=rank_name)
    width, board = grid.size
    left = grid.centre(0, 0)[0] - _CELL // 2
    notes = [*en_passant(position)]
    below = _RESERVE + board
    body = [
        shifted((left, 0), *_reserve(position, Side.SECOND)),
        shifted((0, _RESERVE), *_board(position, last, grid)),
        shifted((left, below), *_reserve(position, Side.FIRST)),
        *(shifted((left, below + _RESERVE), _line(note)) for note in notes),
    ]
    return document(
        (width, below + _RESERVE + _LINE * len(notes)),
        name=name,
        title=title(position),
        description=describe(position, last),
        wide=False,
        body=body,
    )


def _board(
    position: CubicChessPosition, last: CubicChessMove | None, grid: SquareGrid
) -> Iterator[str]:
    dark = (
        polygon_path(grid.outline(grid.centre(x, y), 0))
        for x, y in cells(grid.rows)
        if (x + y) % 2 == 0
    )
    yield element("path", {"d": "".join(dark), "fill": _DARK})
    yield lines(grid)
    yield from map(coordinate, grid.labels())
    if last is not None:
        yield left_mark(grid.outline(_centre(grid, last.origin), 5))
        yield reached_mark(grid.outline(_centre(grid, last.target), 3))
    for side in Side:
        for square, height in position.heights(side).items():
            yield _figure(side, height, _centre(grid, square))
    if last is not None:
        yield from _rebuilt(last, grid)


def _centre(grid: SquareGrid, square: int) -> Point:
    return grid.centre(*point(square))


def _figure(side: Side, height: int, centre: Point) -> str:
    x, y = centre
    # Both keep clear of the frame that marks the square of the last move.
    tower = draw_tower(side, height, (x - 23, y + 23))
    return element("g", {}, tower, bold(letter(side, height), (x + 15, y + 12), DARK, 22))


def _rebuilt(last: CubicChessMove, grid: SquareGrid) -> Iterator[str]:
    """What the last turn built: a cube more or less on a square, or a promoted pawn."""
    if last.promotion:
        square, change = last.target, f"+{last.promotion - 1}"
    elif last.change:
        square, change = last.square, "+1" if last.change > 0 else "−1"
    else:
        return
    x, y = _centre(grid, square)
    yield badge(change, (x + 17, y - 17))


def _reserve(position: CubicChessPosition, side: Side) -> Iterator[str]:
    """How many cubes a side has in reserve, and the cubes themselves."""
    count = position.reserve(side)
    yield _line(f"{WHITE_AND_BLACK[side]}'s reserve: {count}")
    for each in range(count):
        yield draw_tower(side, 1, (184 + each * _CUBE, _RESERVE - 14 + DEEP // 2))


def _line(text: str) -> str:
    return words("text", {"y": 26, "font-size": 20, "text-anchor": "start", "fill": LABELS}, text)
