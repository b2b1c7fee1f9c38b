"""The few pieces of SVG that boards are drawn with, escaped and in a fixed order.

Only presentation attributes are used, never `style`: a page whose content policy forbids inline
styles still shows the drawing.
"""

from collections.abc import Iterable
from html import escape

Attribute = str | int


def element(name: str, attributes: dict[str, Attribute], *children: str) -> str:
    """One element with its attributes in the order given; `children` are markup already."""
    words = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    return f"<{name}{words}>{''.join(children)}</{name}>" if children else f"<{name}{words}/>"


def words(name: str, attributes: dict[str, Attribute], content: str) -> str:
    """One element that holds plain text, which is escaped."""
    return element(name, attributes, escape(content, quote=False))


def polygon_path(corners: Iterable[tuple[int, int]]) -> str:
    """The path data of a closed polygon."""
    return "M" + "L".join(f"{x} {y}" for x, y in corners) + "Z"


def shifted(offset: tuple[int, int], *children: str) -> str:
    """Markup moved right and down."""
    x, y = offset
    return element("g", {"transform": f"translate({x} {y})"}, *children)


def document(
    size: tuple[int, int],
    *,
    name: str,
    title: str,
    description: str,
    wide: bool,
    body: Iterable[str],
) -> str:
    """A whole drawing, `size` in its own units.

    `name` begins the ids of title and description, so it must be unique in a page. A `wide` drawing
    is shown smaller and has the class `wide`, so that a page can scroll it instead of shrinking it
    until nothing can be read.
    """
    width, height = size
    scale = 0.8 if wide else 1.0
    head: dict[str, Attribute] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width} {height}",
        "width": round(width * scale),
        "height": round(height * scale),
        "class": "drawing wide" if wide else "drawing",
        "role": "img",
        "aria-labelledby": f"{name}-title",
        "aria-describedby": f"{name}-desc",
        "font-family": "Arial, Helvetica, sans-serif",
        "text-anchor": "middle",
    }
    frame: dict[str, Attribute] = {"width": width, "height": height, "rx": 8, "fill": "#fbf8f1"}
    return element(
        "svg",
        head,
        "\n" + words("title", {"id": f"{name}-title"}, title),
        "\n" + words("desc", {"id": f"{name}-desc"}, description),
        "\n" + element("rect", frame),
        *(f"\n{part}" for part in body),
        "\n",
    )
