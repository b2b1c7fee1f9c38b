"""What a board is drawn with whatever the game: cells, coordinates, numerals, marks of a move."""

from .grids import Grid, Label, Point, cells
from .svg import Attribute, element, polygon_path, words

PAPER = "#ffffff"
LINES = "#d3c9b4"
MARK = "#b45f06"
LABELS = "#5b5344"
DARK = "#26211c"
BADGE = "#ffe08a"


def lines(grid: Grid) -> str:
    """The outlines of all cells."""
    outlines = (polygon_path(grid.outline(grid.centre(x, y), 0)) for x, y in cells(grid.rows))
    return element(
        "path", {"d": "".join(outlines), "fill": "none", "stroke": LINES, "stroke-width": 1}
    )


def coordinate(label: Label) -> str:
    """A coordinate in or beside its cell."""
    at: dict[str, Attribute] = {
        "x": label.x, "y": label.y + label.font * 7 // 20, "font-size": label.font, "fill": LABELS,
    }  # fmt: skip
    if label.turned:
        at["transform"] = f"rotate(-90 {label.x} {label.y})"
    return words("text", at, label.text)


def bold(content: str, centre: Point, ink: str, size: int) -> str:
    """A numeral or a short word with its middle at `centre`."""
    x, y = centre
    at: dict[str, Attribute] = {
        "x": x, "y": y + size // 3, "font-size": size, "font-weight": "bold", "fill": ink,
    }  # fmt: skip
    return words("text", at, content)


def badge(content: str, centre: Point) -> str:
    """A number on a small disc."""
    x, y = centre
    disc = element(
        "circle",
        {"cx": x, "cy": y, "r": 10, "fill": BADGE, "stroke": DARK, "stroke-width": 2},
    )
    return element("g", {}, disc, bold(content, centre, DARK, 13))


def left_mark(corners: tuple[Point, ...]) -> str:
    """The mark of the cell that the last move left."""
    return _mark(corners, {"stroke-width": 3, "stroke-dasharray": "7 6"})


def reached_mark(corners: tuple[Point, ...]) -> str:
    """The mark of the cell that the last move went to."""
    return _mark(corners, {"stroke-width": 5, "stroke-linejoin": "round"})


def _mark(corners: tuple[Point, ...], line: dict[str, Attribute]) -> str:
    return element("path", {"d": polygon_path(corners), "fill": "none", "stroke": MARK, **line})
