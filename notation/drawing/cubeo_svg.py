"""A Cubeo position as SVG: square dice or pointy-top hexes, coordinates round the table.

Red dice (player 1) are solid with light marks, blue dice (player 2) are hollow with a heavy border
and, on squares, cut corners: owners differ in pattern and shape as much as in colour.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine import CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind, Side

from .board import PAPER, bold, coordinate, left_mark, lines, reached_mark
from .cubeo_grid import grid_of
from .cubeo_words import describe, title
from .grids import Grid, Label, Point, is_wide
from .svg import Attribute, document, element, polygon_path, words

INK = {Side.FIRST: "#a3162a", Side.SECOND: "#174a9c"}
GOLD = "#ffdf6b"

PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_svg(position: CubeoPosition, last: CubeoMove | None = None, *, name: str = "board") -> str:
    """The position as an SVG document; `last`, the move that led to it, is marked.

    `name` begins the ids inside, for pages that show more than one board.
    """
    grid = grid_of(position)
    return document(
        grid.size,
        name=name,
        title=title(position),
        description=describe(position, last),
        wide=is_wide(grid),
        body=_parts(position, last, grid),
    )


def _parts(position: CubeoPosition, last: CubeoMove | None, grid: Grid) -> Iterator[str]:
    settings = position.settings
    yield lines(grid)
    if last is not None and last.kind is not MoveKind.PLACE:
        yield left_mark(grid.outline(grid.centre(last.x, last.y), 6))
    inks = {}
    for die in position.dice:
        yield _die(die, settings, grid)
        inks[grid.centre(die.x, die.y)] = _colours(die, settings.goal).ink
    if last is not None:
        yield reached_mark(grid.outline(grid.centre(last.x2, last.y2), 0))
    for label in grid.labels():
        ink = inks.get((label.x, label.y))
        yield coordinate(label) if ink is None else _on_die(label, ink)


def _on_die(label: Label, ink: str) -> str:
    """The coordinates of a die, below its number."""
    at: dict[str, Attribute] = {"x": label.x, "y": label.y + 15, "font-size": 12, "fill": ink}
    return words("text", at, label.text)


class _Colours(NamedTuple):
    face: str
    border: str
    ink: str


def _colours(die: Die, goal: int) -> _Colours:
    """How a die is coloured; one that has reached the goal has gold in place of white."""
    light = PAPER if die.rank < goal else GOLD
    dark = INK[die.owner]
    return _Colours(dark, dark, light) if die.owner is Side.FIRST else _Colours(light, dark, dark)


def _die(die: Die, settings: CubeoSettings, grid: Grid) -> str:
    solid = die.owner is Side.FIRST
    colours = _colours(die, settings.goal)
    x, y = centre = grid.centre(die.x, die.y)
    outline = grid.outline(centre, 4 if solid else 5)
    body: dict[str, Attribute] = {
        "d": polygon_path(outline if solid or settings.hex else _cut(outline)),
        "fill": colours.face,
        "stroke": colours.border,
        "stroke-width": 3 if solid else 4,
        "stroke-linejoin": "round",
    }
    if settings.hex:
        number = bold(str(die.rank), (x, y - 8), colours.ink, 24)
    elif settings.ranks <= max(PIPS) and die.rank in PIPS:
        number = _pips(centre, die.rank, colours.ink)
    else:
        number = bold(str(die.rank), centre, colours.ink, 28)
    return element("g", {}, element("path", body), number)


def _cut(square: tuple[Point, ...]) -> tuple[Point, ...]:
    """The square with its corners cut off, 7 units a side."""
    (left, top), (right, bottom) = square[0], square[2]
    return (
        (left + 7, top), (right - 7, top), (right, top + 7), (right, bottom - 7),
        (right - 7, bottom), (left + 7, bottom), (left, bottom - 7), (left, top + 7),
    )  # fmt: skip


def _pips(centre: Point, rank: int, ink: str) -> str:
    x, y = centre
    dots = (
        element("circle", {"cx": x + 10 * across, "cy": y + 10 * down, "r": 5})
        for across, down in PIPS[rank]
    )
    return element("g", {"fill": ink}, *dots)
