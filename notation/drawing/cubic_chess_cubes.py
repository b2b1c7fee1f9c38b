"""Towers of cubes seen from the front, above and the right: the height can be counted.

White's cubes are light with dark edges, Black's are dark with light edges.
"""

from engine import Side

from .board import DARK
from .grids import Point
from .svg import Attribute, element, polygon_path

WIDE = 20
HIGH = 8
SHIFT = 6
DEEP = 5
_FACES = {
    Side.FIRST: ("#fffdf5", "#ffffff", "#d9cfb8"),
    Side.SECOND: ("#3a332c", "#6b6054", "#1d1915"),
}  # the front, the top and the right side
_EDGES = {Side.FIRST: DARK, Side.SECOND: "#fffdf5"}


def draw_tower(side: Side, height: int, corner: Point) -> str:
    """A tower of `height` cubes; `corner` is the lower left of its front."""
    (x, y), (front, top, flank) = corner, _FACES[side]
    right, roof = x + WIDE, y - height * HIGH
    back, rear = right + SHIFT, roof - DEEP
    body = (
        (front, ((x, y), (right, y), (right, roof), (x, roof))),
        (flank, ((right, y), (back, y - DEEP), (back, rear), (right, roof))),
        (top, ((x, roof), (right, roof), (back, rear), (x + SHIFT, rear))),
    )
    faces = (element("path", {"d": polygon_path(corners), "fill": fill}) for fill, corners in body)
    seams = (y - level * HIGH for level in range(1, height))
    joints = "".join(f"M{x} {seam}L{right} {seam}L{back} {seam - DEEP}" for seam in seams)
    edge: dict[str, Attribute] = {
        "stroke": _EDGES[side],
        "stroke-width": 2,
        "stroke-linejoin": "round",
    }
    return element(
        "g", edge, *faces, *([element("path", {"d": joints, "fill": "none"})] if joints else [])
    )
