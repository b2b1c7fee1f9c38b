"""The bugs of Hive as silhouettes, seen from above (the grasshopper from its side).

Each is drawn in a box of 32 units with its middle at 0,0. Bugs are told apart by their outline:
crown and wings, eight legs, pincers, a jumping leg, three knots, a needle, spots, a fringe of legs.
"""

import re
from dataclasses import dataclass

from engine.hive import Bug

from .svg import Attribute, element

_X = re.compile(r"(?<![\d.,])(-?[\d.]+),")


@dataclass(frozen=True, slots=True)
class Glyph:
    """A silhouette as path data: what is filled, its legs as lines, and what is cut out of it.

    All parts of a body run clockwise: where they overlap they do not cancel each other.
    """

    body: str
    legs: str
    cuts: str = ""
    holes: str = ""


def _both(half: str) -> str:
    """Lines, all their points as `x,y`, and their mirror image."""
    return half + _X.sub(lambda x: _opposite(x[1]) + ",", half)


def _opposite(number: str) -> str:
    return number[1:] if number.startswith("-") else number if number == "0" else f"-{number}"


def _oval(x: float, y: float, across: float, down: float) -> str:
    arc = f"a{across:g},{down:g} 0 1 1"
    return f"M{x - across:g},{y:g}{arc} {2 * across:g},0{arc} {-2 * across:g},0Z"


GLYPHS = {
    Bug.QUEEN: Glyph(
        body="M-7,-9L-8,-16L-3.5,-12.5L0,-17L3.5,-12.5L8,-16L7,-9Z"
        "M0,-8C8,-8 8,1 7,6C6,11 3,14 0,17C-3,14 -6,11 -7,6C-8,1 -8,-8 0,-8Z"
        "M5,-6C10,-10 17,-7 17,-2C17,3 11,4 6,1Z"
        "M-6,1C-11,4 -17,3 -17,-2C-17,-7 -10,-10 -5,-6Z",
        legs="",
        cuts="M-7,-1H7M-7,4H7M-6,9H6",
    ),
    Bug.SPIDER: Glyph(
        body=_oval(0, 5, 5.5, 7) + _oval(0, -5, 4, 4),
        legs=_both("M3,-5L9,-10L10,-16M4,-3L12,-5L16,-11M4,0L12,3L16,10M4,2L9,9L10,16"),
    ),
    Bug.BEETLE: Glyph(
        body=_oval(0, 5, 9.5, 11) + _oval(0, -8, 5, 4),
        legs=_both("M3,-10C9,-11 8,-16 2,-16M8,-1L14,-5M9,5L16,6M8,10L14,15"),
        cuts="M0,-1V16M-9,-1H9",
    ),
    Bug.GRASSHOPPER: Glyph(
        body="M-15,-3C-15,-9 -9,-10 -6,-8L15,3C16,5 13,6 11,6L-7,4C-12,4 -15,2 -15,-3Z"
        "M-3,3L7,-15L11,-15L5,4Z",
        legs="M9,-14L14,14H16M-8,4L-11,13H-13M-3,4L-2,13H-4M-12,-8C-11,-14 -6,-16 -2,-15",
        holes=_oval(-11, -4, 1.6, 1.6),
    ),
    Bug.ANT: Glyph(
        body=_oval(0, -9, 4.5, 4) + _oval(0, -1, 2.6, 3.6) + _oval(0, 9.5, 5.5, 6.5),
        legs=_both("M2,-12L5,-16L10,-15M2,-3L9,-5L14,-10M2,-1L11,1L15,5M2,1L9,6L12,14"),
    ),
    Bug.MOSQUITO: Glyph(
        body=_oval(0, -6, 3, 3) + "M-2.5,-3H2.5L2.5,5L0,16L-2.5,5Z"
        "M2,-2C8,-9 16,-9 17,-5C17,-1 9,2 2,1Z"
        "M-2,1C-9,2 -17,-1 -17,-5C-16,-9 -8,-9 -2,-2Z",
        legs="M0,-8V-17" + _both("M2,3L8,7L11,16"),
    ),
    Bug.LADYBUG: Glyph(
        body=_oval(0, 3, 13, 13) + "M-7,-9C-7,-15 7,-15 7,-9Z",
        legs=_both("M3,-13L7,-17"),
        cuts="M0,-10V16M-9,-8C-4,-10 4,-10 9,-8",
        holes="".join(_oval(x, y, 2.6, 2.6) for y, far in ((-1, 7), (8, 6)) for x in (-far, far)),
    ),
    Bug.PILLBUG: Glyph(
        body=_oval(0, 1, 9, 14.5),
        legs=_both("M3,-13L6,-17M7,-8L13,-10M8,-3L14,-4M9,2L15,2M8,7L14,8M7,11L12,14"),
        cuts="M-10,-7C-4,-4 4,-4 10,-7M-10,-2C-4,1 4,1 10,-2M-10,3C-4,6 4,6 10,3M-10,8C-4,11 4,11 10,8",
    ),
}


def draw_glyph(bug: Bug, centre: tuple[int, int], scale: float, ink: str, paper: str) -> str:
    """The silhouette of a bug in `ink` on `paper`, its box of 32 units scaled."""
    glyph = GLYPHS[bug]
    parts = [element("path", {"d": glyph.body, "fill": ink})]
    if glyph.legs:
        parts.append(element("path", _line(glyph.legs, ink)))
    if glyph.cuts:
        parts.append(element("path", _line(glyph.cuts, paper)))
    if glyph.holes:
        parts.append(element("path", {"d": glyph.holes, "fill": paper}))
    x, y = centre
    return element("g", {"transform": f"translate({x} {y}) scale({scale:g})"}, *parts)


def _line(path: str, colour: str) -> dict[str, Attribute]:
    return {
        "d": path,
        "fill": "none",
        "stroke": colour,
        "stroke-width": 2,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
    }
