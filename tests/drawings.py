"""What the tests of all games' drawings share: SVG read back, its texts, what a page forbids."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "rect", "path", "g", "circle", "text"}


def read_svg(markup: str) -> ET.Element:
    """The tree of a drawing; fails where it is not well-formed."""
    return ET.fromstring(markup)  # noqa: S314  # our own text


def texts(tree: ET.Element) -> list[str]:
    """All words and numerals of a drawing, in their order."""
    return [element.text or "" for element in tree.iter(f"{SVG}text")]


def title_and_description(tree: ET.Element) -> tuple[str | None, str | None]:
    """What a drawing says to people who hear it."""
    return tree.findtext(f"{SVG}title"), tree.findtext(f"{SVG}desc")


def forbidden(tree: ET.Element) -> set[str]:
    """The elements and attributes that a strict content policy would not let pass."""
    names = {element.tag.removeprefix(SVG) for element in tree.iter()}
    attributes = {name for element in tree.iter() for name in element.attrib}
    return (names - ELEMENTS) | {
        name for name in attributes if name == "style" or name.startswith("on") or "href" in name
    }


def outside(tree: ET.Element) -> list[tuple[int, int]]:
    """The corners of outlines that lie without the picture; glyphs lie within their pieces."""
    _, _, width, height = map(int, tree.get("viewBox", "").split())
    return [(x, y) for x, y in _corners(tree) if not (0 <= x <= width and 0 <= y <= height)]


def _corners(element: ET.Element) -> Iterator[tuple[int, int]]:
    transform = element.get("transform", "")
    if "scale" in transform or "rotate" in transform:
        return
    across, down = map(int, re.findall(r"-?\d+", transform)) if transform else (0, 0)
    for x, y in re.findall(r"(-?\d+) (-?\d+)", element.get("d", "")):
        yield int(x) + across, int(y) + down
    for child in element:
        for x, y in _corners(child):
            yield x + across, y + down
