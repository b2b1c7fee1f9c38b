"""Cubic Chess as SVG and as text: figures by height, reserves, the two parts of the last turn."""

import re
from collections import Counter
from random import Random
from xml.etree.ElementTree import Element

import pytest

from engine import CubicChessMove, CubicChessPosition, Side
from engine.cubic_chess import NOWHERE
from notation.drawing import strokes
from notation.drawing.cubic_chess_svg import draw_svg
from notation.drawing.cubic_chess_text import draw_text
from notation.drawing.cubic_chess_words import describe, reserves

from .drawings import SVG, forbidden, outside, read_svg, texts, title_and_description

HEIGHTS = {letter: height for height, letter in enumerate("PBRQK", 1)}


def square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def load(text: str) -> CubicChessPosition:
    """A position from its five fields."""
    board, side, held, ep, number = text.split()
    heights: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for rank, row in zip(reversed(range(8)), board.split("/"), strict=True):
        x = 0
        for sign in row:
            if sign.isdecimal():
                x += int(sign)
                continue
            heights[sign.islower()][8 * rank + x] = HEIGHTS[sign.upper()]
            x += 1
    white, black = map(int, held.split(":"))
    return CubicChessPosition.load(
        heights,
        Side.FIRST if side == "w" else Side.SECOND,
        (white, black),
        NOWHERE if ep == "-" else square(ep),
        int(number),
    )


def turn(origin: str, target: str, promotion: int = 0, change: int = 0, on: str | None = None):
    where = NOWHERE if on is None else square(on)
    return CubicChessMove(square(origin), square(target), promotion, change, where)


def played(plies: int) -> CubicChessPosition:
    """A position after so many turns by chance."""
    random, position = Random(11), CubicChessPosition.start()
    for _ in range(plies):
        position = position.apply(random.choice(position.legal_moves()))
    return position


ALL_FIGURES = load("k7/8/1q6/2b1B3/8/3R4/p6P/7K w 1:0 - 9")
POSITIONS = {
    "start": CubicChessPosition.start(),
    "all figures": ALL_FIGURES,
    "en passant": load("8/7p/8/3Pp3/8/8/8/8 w 4:4 e6 1"),
    "won": load("8/8/8/3p4/8/8/8/8 w 0:8 - 1"),
    "played": played(30),
}


def drawn(position: CubicChessPosition, last: CubicChessMove | None = None) -> Element:
    return read_svg(draw_svg(position, last))


def figures(tree: Element) -> Counter[tuple[str, int]]:
    """The letter of each figure on the board, with the number of cubes that are drawn."""
    return Counter(
        (letter, _cubes(group[0]))
        for group in tree.iter(f"{SVG}g")
        if (letter := group.findtext(f"{SVG}text") or "") and group[0].tag == f"{SVG}g"
    )


def _cubes(tower: Element) -> int:
    """How many cubes a tower has: one more than the joints between them."""
    joints = [path.get("d", "") for path in tower if path.get("fill") == "none"]
    return 1 + sum(joint.count("M") for joint in joints)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_drawing_holds_nothing_that_a_strict_content_policy_forbids(position):
    assert not forbidden(drawn(position, turn("e2", "e4", change=1, on="d1")))


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_everything_drawn_lies_within_the_picture(position):
    assert not outside(drawn(position, turn("a1", "h8", change=-1, on="h8")))


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_position_is_drawn_the_same_each_time(position):
    white, black = (dict(reversed(position.heights(side).items())) for side in Side)
    held = (position.reserve(Side.FIRST), position.reserve(Side.SECOND))
    again = CubicChessPosition.load(
        (white, black), position.to_move, held, position.ep, position.number
    )
    assert draw_svg(position) == draw_svg(again)
    assert draw_text(position) == draw_text(again)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_each_figure_is_in_the_picture_once_with_as_many_cubes_as_it_is_high(position):
    letters = {Side.FIRST: "PBRQK", Side.SECOND: "pbrqk"}
    assert figures(drawn(position)) == Counter(
        (letters[side][height - 1], height)
        for side in Side
        for height in position.heights(side).values()
    )


def numbers(path: Element) -> tuple[list[int], list[int]]:
    """The coordinates of a path of straight lines, across and down."""
    found = [int(number) for number in re.findall(r"\d+", path.get("d", ""))]
    return found[::2], found[1::2]


def extent(figure: Element) -> tuple[float, float, float, float]:
    """How far a figure reaches, left, up, right and down: its tower with its edges, and its letter."""
    tower, letter = figure
    across, down = numbers(tower[0])
    back, rear = numbers(tower[2])
    x, y, size = (int(letter.get(name, "")) for name in ("x", "y", "font-size"))
    half = strokes.width(letter.text or "") * size / strokes.CAPITAL * 0.72 / 2
    tail = size * 0.21 if letter.text in {"p", "q"} else 0
    assert max(back) + 1 < x - half, "the letter runs into the tower"
    return min(across) - 1, min(rear) - 1, x + half, max(max(down) + 1, y + tail)


@pytest.mark.parametrize("name", ["a8", "b6", "c5", "a2", "h1", "d3", "e5", "h2"])
def test_a_figure_keeps_clear_of_the_frame_of_the_last_move(name):
    tree = drawn(ALL_FIGURES, turn("e3", name))
    (frame,) = [path for path in tree.iter(f"{SVG}path") if path.get("stroke-width") == "5"]
    across, down = numbers(frame)
    inner = (min(across) + 2.5, min(down) + 2.5, max(across) - 2.5, max(down) - 2.5)
    groups = [
        each for each in tree.iter(f"{SVG}g") if each.findtext(f"{SVG}text") in set("PBRQKpbrqk")
    ]
    (left, up, right, low) = min(
        map(extent, groups), key=lambda each: abs(each[0] - inner[0]) + abs(each[3] - inner[3])
    )
    assert inner[0] <= left
    assert inner[1] <= up
    assert right <= inner[2]
    assert low <= inner[3]


def test_both_reserves_stand_at_the_board_as_a_number_and_as_cubes():
    position = load("8/7p/8/8/8/8/R7/8 w 2:4 - 1")
    shown = texts(drawn(position))
    assert {"White's reserve: 2", "Black's reserve: 4"} <= set(shown)
    start = draw_svg(CubicChessPosition.start())
    assert start.count('stroke="#26211c" stroke-width="2" stroke-linejoin') == 16 + 8
    assert draw_svg(position).count('stroke="#26211c" stroke-width="2" stroke-linejoin') == 1 + 2


def test_files_and_ranks_are_named_on_all_four_sides():
    shown = Counter(text for text in texts(drawn(ALL_FIGURES)) if text in set("acdefgh12345678"))
    assert shown == Counter("acdefgh12345678" * 2)


def test_sides_differ_in_filling_and_letter_not_only_in_colour():
    towers = {
        group.findtext(f"{SVG}text"): (group[0].get("stroke"), group[0][0].get("fill"))
        for group in drawn(load("7k/8/8/8/8/8/8/K7 w 0:0 - 1")).iter(f"{SVG}g")
        if group.findtext(f"{SVG}text") in {"K", "k"}
    }
    assert set(towers) == {"K", "k"}
    assert towers["K"][1] == towers["k"][0] == "#fffdf5"


def marks(last: CubicChessMove) -> tuple[int, int, list[str]]:
    """The marks of a turn: squares left, squares reached, and numbers on badges."""
    markup = draw_svg(ALL_FIGURES, last)
    left = markup.count("stroke-dasharray")
    reached = markup.count('stroke="#b45f06"') - left
    return left, reached, [text for text in texts(read_svg(markup)) if text[0] in "+−"]


def test_a_turn_is_marked_where_it_began_where_it_ended_and_what_it_rebuilt():
    assert marks(turn("e3", "e4")) == (1, 1, [])
    assert marks(turn("e3", "e4", change=1, on="f3")) == (1, 1, ["+1"])
    assert marks(turn("e3", "e4", change=-1, on="f3")) == (1, 1, ["−1"])
    assert marks(turn("f2", "f3", promotion=4)) == (1, 1, ["+3"])
    assert "stroke-dasharray" not in draw_svg(ALL_FIGURES)


def test_title_and_description_tell_the_position_in_words():
    tree = drawn(ALL_FIGURES, turn("d4", "e5", change=1, on="d3"))
    title, description = title_and_description(tree)
    assert title == "Cubic Chess: White to move"
    assert description == (
        "White: king (height 5) on h1; rook (height 3) on d3; bishop (height 2) on e5; "
        "pawn (height 1) on h2; 1 in reserve. "
        "Black: king (height 5) on a8; queen (height 4) on b6; bishop (height 2) on c5; "
        "pawn (height 1) on a2; 0 in reserve. "
        "Last turn: d4 to e5, then a cube added on d3."
    )


def test_each_kind_of_turn_is_told_in_words():
    returned = turn("c4", "d5", change=-1, on="c1")
    assert describe(ALL_FIGURES, returned).endswith("c4 to d5, then a cube returned from c1.")
    promoted = turn("f7", "f8", promotion=3)
    assert describe(ALL_FIGURES, promoted).endswith("f7 to f8, promoted to a rook.")
    assert describe(ALL_FIGURES, turn("e3", "e4")).endswith("Last turn: e3 to e4.")


def test_figures_of_one_kind_are_told_together_and_an_empty_side_as_such():
    assert "pawns (height 1) on d5, e5" in describe(load("8/8/8/3pp3/8/8/8/K7 b 0:4 - 1"))
    assert "White: no figure on the board; 0 in reserve." in describe(POSITIONS["won"])


def test_the_title_tells_who_has_won():
    title, _ = title_and_description(drawn(POSITIONS["won"]))
    assert title == "Cubic Chess: Black has won"


def test_an_en_passant_capture_is_hinted_at_in_words():
    hint = "En passant is possible on e6."
    position = POSITIONS["en passant"]
    assert hint in texts(drawn(position))
    assert describe(position).endswith(hint)
    assert reserves(position) == f"Reserve: White 4, Black 4. {hint}"
    assert hint in draw_text(position)
    assert "En passant" not in draw_svg(ALL_FIGURES)


def test_text_has_ranks_upwards_files_below_and_the_last_turn_in_brackets():
    last = turn("d4", "e5", change=1, on="d3")
    assert draw_text(ALL_FIGURES, last, plain=True) == (
        " 8   k5    .     .     .     .     .     .     .\n"
        " 7   .     .     .     .     .     .     .     .\n"
        " 6   .     q4    .     .     .     .     .     .\n"
        " 5   .     .     b2    .    [B2]   .     .     .\n"
        " 4   .     .     .    [.]    .     .     .     .\n"
        " 3   .     .     .    [R3]   .     .     .     .\n"
        " 2   p1    .     .     .     .     .     .     P1\n"
        " 1   .     .     .     .     .     .     .     K5\n"
        "     a     b     c     d     e     f     g     h\n"
        "\n"
        "Cubic Chess: White to move. Reserve: White 1, Black 0.\n"
        "Last turn: d4 to e5, then a cube added on d3.\n"
        "P1 is White's pawn, p1 Black's; the number is the height.\n"
    )


def test_text_in_unicode_has_a_sign_for_each_side():
    assert " 8  ■k5    ·" in draw_text(ALL_FIGURES)
    assert "□K5" in draw_text(ALL_FIGURES)


def test_plain_text_is_ascii_and_the_other_is_not():
    for position in POSITIONS.values():
        assert draw_text(position, plain=True).isascii()
        assert not draw_text(position).isascii()
