"""Drawings as PNG: the SVG drawing with its texts as strokes, so that no font is needed, rendered by resvg.

resvg-py is an extra (`turnpost[png]`); it is imported when a picture is asked for.
"""

from __future__ import annotations

import re
from html import unescape

from .strokes import CAPITAL, strokes, width
from .svg import Attribute, element

ZOOM = 2
"""How many pixels the picture has for each of the drawing's own, so that it is sharp on dense screens."""

_TEXT = re.compile(r'<text((?: [\w-]+="[^"]*")*)>([^<]*)</text>')
_ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
_CAPITAL_OF_FONT = 0.72  # how high a capital of the usual fonts is, in the size of the font
_SIZE = 16
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_PENS = {"normal": 0.85, "bold": 1.35}


class NoRenderer(Exception):
    """There is nothing here that makes a PNG."""


def write_png(svg: str) -> bytes:
    """A drawing as PNG, the same bytes wherever it is made; raises `NoRenderer`."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        told = "PNG needs the extra `turnpost[png]`, as docs/show.md tells; or use --svg."
        raise NoRenderer(told) from None
    return svg_to_bytes(svg_string=outlined(svg), zoom=ZOOM, skip_system_fonts=True)


def outlined(svg: str) -> str:
    """The drawing with each text as strokes. It must be one of ours: texts are not nested."""
    return _TEXT.sub(_outline, svg)


def _outline(match: re.Match[str]) -> str:
    at = dict(_ATTRIBUTE.findall(match[1]))
    text = unescape(match[2])
    scale = float(at.get("font-size", _SIZE)) * _CAPITAL_OF_FONT / CAPITAL
    left = float(at.get("x", 0)) - width(text) * scale * _ANCHORS[at.get("text-anchor", "middle")]
    signs = (
        element("path", {"d": path, "transform": f"translate({place:g} 0)"})
        for place, path in strokes(text)
    )
    pen: dict[str, Attribute] = {
        "transform": f"translate({left:g} {float(at.get('y', 0)):g}) scale({scale:g})",
        "fill": "none",
        "stroke": at.get("fill", "#000000"),
        "stroke-width": str(_PENS[at.get("font-weight", "normal")]),
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
    }
    written = element("g", pen, *signs)
    turned = at.get("transform")
    return written if turned is None else element("g", {"transform": turned}, written)
