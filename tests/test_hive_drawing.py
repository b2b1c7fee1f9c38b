"""Hive as SVG and as text: every piece once, stacks with their height, both hands, the last move."""

import re
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine import HiveMove, HivePosition, HiveSettings, Side
from engine.hive import NONE, PASS, PIECES, Bug, Stack
from notation.drawing.grids import cells
from notation.drawing.hive_glyphs import GLYPHS, draw_glyph
from notation.drawing.hive_grid import shown_rows
from notation.drawing.hive_pieces import FACES, INKS, lifted
from notation.drawing.hive_svg import draw_svg
from notation.drawing.hive_text import draw_text
from notation.drawing.hive_words import describe, in_hand

from .drawings import SVG, forbidden, outside, read_svg, texts, title_and_description

BASE = HiveSettings()
ALL = HiveSettings(mosquito=True, ladybug=True, pillbug=True)
NAMES = {piece.name: place for place, piece in enumerate(PIECES)}


def load(text: str, settings: HiveSettings = BASE, far: int = 0) -> HivePosition:
    """A position from words such as `wS1.wB1@0,0`, the side to move and the piece moved last."""
    *stacks, side, last = text.split()
    return HivePosition.load(
        settings,
        [_stack(word, far) for word in stacks],
        Side.FIRST if side == "w" else Side.SECOND,
        NAMES.get(last, NONE),
    )


def _stack(word: str, far: int) -> Stack:
    names, _, cell = word.partition("@")
    q, r = map(int, cell.split(","))
    return Stack(q + far, r - far, tuple(NAMES[name] for name in names.split(".")))


STACKED = "wQ@-1,0 wS1.wB1@0,0 bS1@1,0 bQ@2,0 bG1@3,0 b wB1"
THROWN = "wG1@0,-1 bG1@-2,0 wQ@-1,0 wS1@0,0 bP@1,0 bQ@2,0 wA1@1,1 w wA1"
TOWER = "wQ@-1,0 wS1.bB1.wB2.bB2.wM.wB1@0,0 bS1@1,0 bQ@2,0 bG1@3,0 w bG1"
POSITIONS = {
    "empty": HivePosition.start(BASE),
    "empty with all bugs": HivePosition.start(ALL),
    "stacked": load(STACKED),
    "thrown": load(THROWN, ALL),
    "tower": load(TOWER, ALL),
    "far": load(STACKED, far=1_000_000),
}


def played(plies: int, settings: HiveSettings = ALL, seed: int = 5) -> HivePosition:
    """A position after so many plies by chance, or fewer where the game has ended."""
    random, position = Random(seed), HivePosition.start(settings)
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.apply(random.choice(moves))
    return position


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_drawing_holds_nothing_that_a_strict_content_policy_forbids(position):
    assert not forbidden(read_svg(draw_svg(position)))


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_position_is_drawn_the_same_each_time(position):
    again = HivePosition.load(
        position.settings, reversed(position.stacks), position.to_move, position.last
    )
    assert draw_svg(position) == draw_svg(again)
    assert draw_text(position) == draw_text(again)


@pytest.mark.parametrize("plies", [0, 1, 7, 30, 80])
def test_each_piece_is_in_the_picture_once(plies):
    position = played(plies)
    shown = Counter(
        name
        for text in texts(read_svg(draw_svg(position)))
        for name in re.findall(r"\b[wb][A-Z]\d?\b", text)
    )
    tops = [PIECES[stack.pieces[-1]].name for stack in position.stacks]
    covered = [PIECES[piece].name for stack in position.stacks for piece in stack.pieces[:-1]]
    kinds = {(PIECES[piece].side, PIECES[piece].bug): piece for side in Side
             for piece in reversed(position.in_hand(side))}  # fmt: skip
    headings = [PIECES[stack.pieces[-1]].name for stack in position.stacks if stack.pieces[1:]]
    next_ones = [PIECES[piece].name for piece in kinds.values()]
    assert shown == Counter(tops + covered + headings + next_ones)


def test_copies_in_hand_show_the_next_one_and_how_many_there_are():
    shown = texts(read_svg(draw_svg(HivePosition.start(BASE))))
    assert [text for text in shown if text.startswith("w")] == ["wQ", "wS1", "wB1", "wG1", "wA1"]
    assert [text for text in shown if text.startswith("×")] == ["×2", "×2", "×3", "×3"] * 2


def test_a_hand_without_pieces_says_so():
    rest = " ".join(f"{name}@{q},0" for q, name in enumerate(
        ("wQ", "wS1", "wS2", "wB1", "wB2", "wG1", "wG2", "wG3", "wA1", "wA2", "wA3", "bA1", "bQ")
    ))  # fmt: skip
    position = load(f"{rest} b -")
    assert "White in hand: nothing" in texts(read_svg(draw_svg(position)))
    assert in_hand(position).startswith("White in hand: nothing. Black in hand: bS1, bS2,")


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_everything_drawn_lies_within_the_picture(position):
    assert not outside(read_svg(draw_svg(position)))


def test_every_cell_that_a_legal_move_names_is_shown():
    random, position = Random(3), HivePosition.start(ALL)
    for _ in range(60):
        shown = set(cells(shown_rows(position)))
        moves = position.legal_moves()
        assert {(move.q, move.r) for move in moves if move != PASS} <= shown
        if not moves:
            break
        position = position.apply(random.choice(moves))


def test_a_stack_shows_its_height_and_lists_what_it_covers():
    shown = texts(read_svg(draw_svg(POSITIONS["tower"])))
    assert "6" in shown
    assert "Under wB1: wM, bB2, wB2, bB1, wS1" in shown
    assert shown.count("wB1") == 1
    assert not {"2", "6"} & set(texts(read_svg(draw_svg(POSITIONS["thrown"]))))


def test_a_stack_is_lifted_step_by_step_within_bounds():
    assert lifted(1) == [0]
    for height in range(2, 8):
        levels = lifted(height)
        assert len(levels) == height
        assert levels == sorted(levels, reverse=True)
        assert len(set(levels)) == height
        assert levels[0] - levels[-1] <= 14


def test_the_cell_of_the_last_move_is_marked_and_a_pass_marks_none():
    marked = 'stroke="#b45f06"'
    assert draw_svg(POSITIONS["stacked"]).count(marked) == 1
    assert marked not in draw_svg(POSITIONS["empty"])
    assert marked not in draw_svg(load(STACKED.replace("b wB1", "b -")), PASS)


def test_title_and_description_tell_the_position_in_words():
    tree = read_svg(draw_svg(POSITIONS["stacked"], HiveMove(NAMES["wB1"], 0, 0)))
    title, description = title_and_description(tree)
    assert title == "Hive: Black to move"
    assert description == (
        "White: queen wQ on -1,0, spider wS1 on 0,0 under wB1, beetle wB1 on 0,0 upon wS1; "
        "in hand wS2, wB2, wG1, wG2, wG3, wA1, wA2, wA3. "
        "Black: spider bS1 on 1,0, queen bQ on 2,0, grasshopper bG1 on 3,0; "
        "in hand bS2, bB1, bB2, bG2, bG3, bA1, bA2, bA3. Last move: wB1 to 0,0."
    )


def test_a_thrown_piece_and_a_pass_are_told_as_such():
    thrown = "Last move: wA1 was thrown to 1,1 and may not move now."
    assert describe(POSITIONS["thrown"]).endswith(thrown)
    assert describe(load(STACKED.replace("b wB1", "b -")), PASS).endswith("Last move: a pass.")
    assert "Last move" not in describe(POSITIONS["empty"])


def test_a_surrounded_queen_ends_the_title():
    ring = "wA1@1,0 wA2@0,1 wG1@-1,1 wG2@-1,0 wS1@0,-1 wB1@1,-1 bQ@0,0 wQ@2,0"
    assert '<title id="board-title">Hive: White has won</title>' in draw_svg(load(f"{ring} b wA1"))


def test_each_empty_cell_holds_its_coordinates():
    shown = set(texts(read_svg(draw_svg(POSITIONS["stacked"]))))
    assert {"0,-1", "-2,0", "4,0", "3,1"} <= shown
    assert not {"0,0", "-1,0"} & shown


def test_long_coordinates_stand_beside_the_rows():
    shown = texts(read_svg(draw_svg(POSITIONS["far"])))
    assert {"999998,-1000000", "1000004,-1000000"} <= set(shown)
    assert "1000000,-1000001" not in shown
    assert len(draw_svg(POSITIONS["far"])) < 2 * len(draw_svg(POSITIONS["stacked"]))


def test_only_a_drawing_too_wide_for_a_telephone_is_marked_as_wide():
    assert read_svg(draw_svg(POSITIONS["stacked"])).get("class") == "drawing wide"
    assert read_svg(draw_svg(load("wS1@0,0 bS1@1,0 w bS1"))).get("class") == "drawing"


def test_sides_differ_in_filling_and_name_not_only_in_colour():
    tree = read_svg(draw_svg(load("wQ@0,0 bQ@1,0 w bQ")))
    faces = {
        (group.findtext(f"{SVG}text") or "")[0]: next(group.iter(f"{SVG}path")).attrib
        for group in tree.iter(f"{SVG}g")
        if group.find(f"{SVG}text") is not None and group.find(f"{SVG}path") is not None
    }
    assert faces["w"]["fill"] == faces["b"]["stroke"]
    assert faces["b"]["fill"] == faces["w"]["stroke"]


def test_bugs_differ_in_outline():
    assert set(GLYPHS) == set(Bug)
    for one, two in combinations(Bug, 2):
        assert draw_glyph(one, (0, 0), 1, "#000", "#fff") != draw_glyph(
            two, (0, 0), 1, "#000", "#fff"
        )


@pytest.mark.parametrize("bug", Bug)
@pytest.mark.parametrize("side", Side)
def test_a_bug_stands_out_from_its_piece(bug, side):
    dark, light = sorted((luminance(INKS[bug][side - 1]), luminance(FACES[side])))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def luminance(colour: str) -> float:
    """The relative luminance of a colour `#rrggbb`, as the contrast rule of WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_text_has_slanting_rows_and_tells_stacks():
    assert draw_text(POSITIONS["stacked"], plain=True) == (
        "-1,-1        .       .       .       .       .       .     4,-1\n"
        " -2,0    .       wQ   [wB1^2]   bS1      bQ     bG1      .     4,0\n"
        " -2,1        .       .       .       .       .       .     3,1\n"
        "\n"
        "wB1^2 on 0,0 is 2 high, upon wS1.\n"
        "Hive: Black to move.\n"
        "White in hand: wS2, wB2, wG1, wG2, wG3, wA1, wA2, wA3.\n"
        "Black in hand: bS2, bB1, bB2, bG2, bG3, bA1, bA2, bA3.\n"
    )


def test_text_in_unicode_raises_the_height():
    assert "[wB1²]" in draw_text(POSITIONS["stacked"])
    assert "wB1⁶" in draw_text(POSITIONS["tower"])


def test_plain_text_is_ascii_and_the_other_is_not():
    for position in POSITIONS.values():
        assert draw_text(position, plain=True).isascii()
        assert not draw_text(position).isascii()
