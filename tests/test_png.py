"""PNG pictures: every sign of every drawing is drawn as strokes, so no font is needed."""

import re
import struct
import zlib
from html import unescape
from random import Random
from string import ascii_letters, digits, punctuation

import pytest

import engine
from notation import GAMES
from notation.drawing.png import outlined, write_png
from notation.drawing.strokes import is_drawn, strokes, width
from notation.drawing.svg import document, words

from .conftest import REPOSITORY

TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def drawing(content: str, **attributes: str | int) -> str:
    """A drawing of 200 by 60 with one text in it."""
    at = {"x": 100, "y": 40, "font-size": 20, "fill": "#000000", **attributes}
    text = words("text", at, content)
    return document((200, 60), name="t", title="", description="", wide=False, body=[text])


def pixels(png: bytes) -> list[bytes]:
    """The rows of a picture of eight bits a sample, as red, green, blue and maybe opacity."""
    wide, _, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) in ((8, 2), (8, 6))
    size = 4 if kind == 6 else 3
    parts, place = [], 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            parts.append(png[place + 8 : place + 8 + length])
        place += length + 12
    content = zlib.decompress(b"".join(parts))
    rows: list[bytes] = []
    above = bytes(wide * size)
    for begin in range(0, len(content), wide * size + 1):
        line = bytearray(content[begin + 1 : begin + 1 + wide * size])
        for at in range(len(line)):
            left = line[at - size] if at >= size else 0
            corner = above[at - size] if at >= size else 0
            line[at] = (line[at] + _predicted(content[begin], left, above[at], corner)) & 255
        above = bytes(line)
        rows.append(above)
    return rows


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda each: abs(guess - each))
    return (0, left, up, (left + up) // 2)[kind]


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_in_a_drawing_has_strokes(game: str) -> None:
    for seed in range(3):
        chance, line, last = Random(seed), engine.Line(engine.start(game)), None
        for _ in range(50):
            svg = GAMES[game].draw_svg(line.position, last)
            signs = {sign for text in TEXT.findall(svg) for sign in unescape(text)}
            assert [sign for sign in sorted(signs) if not is_drawn(sign)] == []
            moves = line.legal_moves()
            if not moves:
                break
            last = chance.choice(moves)
            line = line.play(last)


def test_no_text_is_left_to_a_font() -> None:
    svg = outlined(drawing("wQ & <b>"))
    assert "<text" not in svg
    assert svg.count("<path") == 6


@pytest.mark.parametrize("sign", [*ascii_letters, *digits, *punctuation, "×", "−", "·", "–", "…"])
def test_every_sign_differs_from_the_box_of_an_unknown_one(sign: str) -> None:
    assert is_drawn(sign)
    assert list(strokes(sign)) != list(strokes("\u4e2d"))


def inked(svg: str) -> list[tuple[int, int]]:
    """The dark points of a drawing of ours, each twice as fine as its own units."""
    rows = pixels(write_png(svg))
    size = len(rows[0]) // 400
    return [
        (x, y)
        for y, row in enumerate(rows)
        for x in range(20, 380)
        if max(row[x * size : x * size + 3]) < 80
    ]


@pytest.mark.parametrize(
    ("anchor", "left", "right"), [("start", 100, 139), ("middle", 80, 120), ("end", 61, 100)]
)
def test_a_text_is_seen_where_it_should_be(anchor: str, left: int, right: int) -> None:
    xs, ys = zip(*inked(drawing("HHH", **{"text-anchor": anchor})), strict=True)
    assert abs(min(xs) / 2 - left) <= 2
    assert abs(max(xs) / 2 - right) <= 2
    assert 24 <= min(ys) / 2 <= 26
    assert 40 <= max(ys) / 2 <= 42


def test_bold_signs_are_heavier_and_turned_ones_are_turned() -> None:
    plain = inked(drawing("HHH"))
    assert len(inked(drawing("HHH", **{"font-weight": "bold"}))) > 1.3 * len(plain)
    turned = inked(drawing("II", transform="rotate(-90 100 40)"))
    xs, ys = zip(*turned, strict=True)
    assert max(ys) - min(ys) < max(xs) - min(xs)


def test_a_longer_text_is_wider() -> None:
    assert width("") == 0
    assert 0 == width("I") < width("l1") < width("W1-")


def test_the_same_drawing_gives_the_same_bytes() -> None:
    assert write_png(drawing("wA1")) == write_png(drawing("wA1"))


def test_the_extra_is_pinned_for_the_tests() -> None:
    assert "\nresvg-py==" in (REPOSITORY / "requirements" / "test.txt").read_text("utf-8")
