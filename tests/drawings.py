"""What the tests of all games' drawings share: SVG read back, its texts, what a page forbids."""

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
