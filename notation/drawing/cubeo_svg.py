"""A Cubeo position as SVG: square dice or pointy-top hexes, coordinates round the table.

Red dice (player 1) are solid with light marks, blue dice (player 2) are hollow with a heavy border
and, on squares, cut corners: owners differ in pattern and shape as much as in colour.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine import CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind, Side

from .cubeo_grid import Grid, HexGrid, Label, Point, SquareGrid, cells
from .cubeo_words import describe, title
from .svg import Attribute, document, element, polygon_path, words

INK = {Side.FIRST: "#a3162a", Side.SECOND: "#174a9c"}
PAPER = "#ffffff"
LINES = "#d3c9b4"
MARK = "#b45f06"
LABELS = "#5b5344"
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
    settings = position.settings
    grid: Grid = HexGrid(position.dice) if settings.hex else SquareGrid(position.dice)
    return document(
        grid.size,
        name=name,
        title=title(position),
        description=describe(position, last),
        wide=max(row.last - row.first + 1 for row in grid.rows) > grid.widest,
        body=_parts(position, last, grid),
    )


def _parts(position: CubeoPosition, last: CubeoMove | None, grid: Grid) -> Iterator[str]:
    settings = position.settings
    yield _table(grid)
    if last is not None and last.kind is not MoveKind.PLACE:
        yield _origin(grid, (last.x, last.y))
    inks = {}
    for die in position.dice:
        yield _die(die, settings, grid)
        inks[grid.centre(die.x, die.y)] = _colours(die, settings.goal).ink
    if last is not None:
        yield _target(grid, (last.x2, last.y2))
    for label in grid.labels():
        yield _label(label, inks.get((label.x, label.y)))


def _table(grid: Grid) -> str:
    outlines = (polygon_path(grid.outline(grid.centre(x, y), 0)) for x, y in cells(grid.rows))
    return element(
        "path", {"d": "".join(outlines), "fill": "none", "stroke": LINES, "stroke-width": 1}
    )


def _label(label: Label, ink: str | None) -> str:
    """A coordinate; one that stands on a die is written below the die's number, in `ink`."""
    size, down = (label.font, label.font * 7 // 20) if ink is None else (12, 15)
    at: dict[str, Attribute] = {
        "x": label.x, "y": label.y + down, "font-size": size, "fill": ink or LABELS,
    }  # fmt: skip
    if label.turned:
        at["transform"] = f"rotate(-90 {label.x} {label.y})"
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
        number = _numeral((x, y - 8), die.rank, colours.ink, 24)
    elif settings.ranks <= max(PIPS) and die.rank in PIPS:
        number = _pips(centre, die.rank, colours.ink)
    else:
        number = _numeral(centre, die.rank, colours.ink, 28)
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


def _numeral(centre: Point, rank: int, ink: str, size: int) -> str:
    x, y = centre
    at: dict[str, Attribute] = {
        "x": x, "y": y + size // 3, "font-size": size, "font-weight": "bold", "fill": ink,
    }  # fmt: skip
    return words("text", at, str(rank))


def _origin(grid: Grid, cell: Point) -> str:
    """The cell that the last move left."""
    corners = grid.outline(grid.centre(*cell), 6)
    return element(
        "path",
        {
            "d": polygon_path(corners),
            "fill": "none",
            "stroke": MARK,
            "stroke-width": 3,
            "stroke-dasharray": "7 6",
        },
    )


def _target(grid: Grid, cell: Point) -> str:
    """The cell that the last move went to."""
    corners = grid.outline(grid.centre(*cell), 0)
    return element(
        "path",
        {
            "d": polygon_path(corners),
            "fill": "none",
            "stroke": MARK,
            "stroke-width": 5,
            "stroke-linejoin": "round",
        },
    )
