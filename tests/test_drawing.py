"""Boards as SVG and as text: complete, safe to put in a page, and the same each time."""

import re
from random import Random
from xml.etree.ElementTree import Element

import pytest

from engine import CubeoMove, CubeoPosition, CubeoSettings, Die, Side
from notation.drawing.cubeo_grid import shown_rows
from notation.drawing.grids import cells
from notation.games import GAMES

from .drawings import SVG, forbidden, outside, read_svg, texts

SQUARE = CubeoSettings()
HEX = CubeoSettings(hex=True)
CUBEO = GAMES["cubeo"]


def load(settings: CubeoSettings, *dice: tuple[int, int, int, int], to_move: int = 1):
    """A position from dice as (owner, rank, x, y)."""
    return CubeoPosition.load(
        settings, [Die(Side(owner), *rest) for owner, *rest in dice], Side(to_move)
    )


def svg(position: CubeoPosition, last: CubeoMove | None = None) -> Element:
    return read_svg(CUBEO.draw_svg(position, last))


POSITIONS = {
    "start": CubeoPosition.start(SQUARE),
    "hex": CubeoPosition.start(HEX),
    "won": load(SQUARE, (1, 8, 0, 0), (2, 3, 1, 0), to_move=2),
    "won on hexes": load(HEX, (1, 1, 0, 0), (2, 11, 1, 0)),
    "far": load(SQUARE, (1, 2, 1000000, 7), (2, 3, 1000001, 7)),
    "far on hexes": load(HEX, (1, 2, -1000000, 7), (2, 3, -1000001, 7)),
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_drawing_holds_nothing_that_a_strict_content_policy_forbids(position):
    assert not forbidden(svg(position, CubeoMove.walk(1, 0, 0, 1, 1)))


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_position_is_drawn_the_same_each_time(position):
    again = CubeoPosition.load(position.settings, reversed(position.dice), position.to_move)
    assert CUBEO.draw_svg(position) == CUBEO.draw_svg(again)
    assert CUBEO.draw_text(position) == CUBEO.draw_text(again)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_everything_drawn_lies_within_the_picture(position):
    assert not outside(svg(position))


def test_the_title_says_whose_turn_it_is_and_the_description_names_each_die():
    tree = svg(POSITIONS["start"], CubeoMove.walk(1, 0, 0, 1, 1))
    title, description = tree.find(f"{SVG}title"), tree.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == "Cubeo: Player 1 (red) to move"
    assert description.text == (
        "Player 1 (red): rank 1 on 0,0; in hand 5. Player 2 (blue): rank 1 on 1,0; in hand 5. "
        "Last move: the die of rank 1 walked from 0,0 to 1,1."
    )
    assert tree.get("aria-labelledby") == title.get("id")
    assert tree.get("aria-describedby") == description.get("id")


def test_the_name_of_a_drawing_makes_its_ids_unique_in_a_page():
    one = set(re.findall(r' id="([^"]+)"', CUBEO.draw_svg(POSITIONS["start"], name="now")))
    two = set(re.findall(r' id="([^"]+)"', CUBEO.draw_svg(POSITIONS["start"], name="next")))
    assert len(one) == len(two) == 2
    assert not one & two


def test_squares_have_their_coordinates_on_all_four_sides():
    assert sorted(texts(svg(POSITIONS["start"]))) == sorted(
        ["-1", "0", "1", "2"] * 2 + ["-1", "0", "1"] * 2
    )


def test_each_hex_holds_its_own_coordinates():
    assert {"0,0", "1,0", "-1,1", "2,-1"} <= set(texts(svg(POSITIONS["hex"])))


def test_long_coordinates_of_hexes_stand_beside_the_rows():
    shown = set(texts(svg(POSITIONS["far on hexes"])))
    assert {"-1000002,7", "-999999,7"} <= shown
    assert "-1000000,7" not in shown


def test_a_far_formation_is_drawn_like_a_near_one():
    near = load(SQUARE, (1, 2, 0, 0), (2, 3, 1, 0))
    dice = [len(list(svg(each).iter(f"{SVG}circle"))) for each in (near, POSITIONS["far"])]
    assert dice == [5, 5]
    assert len(CUBEO.draw_svg(POSITIONS["far"])) < 2 * len(CUBEO.draw_svg(near))


@pytest.mark.parametrize("settings", [SQUARE, HEX, CubeoSettings(14, 14, 15, hex=True)])
def test_every_cell_that_a_legal_move_names_is_shown(settings):
    random = Random(7)
    position = CubeoPosition.start(settings)
    for _ in range(60):
        shown = set(cells(shown_rows(position)))
        moves = position.legal_moves()
        for move in moves:
            assert {(move.x, move.y), (move.x2, move.y2)} <= shown
        if not moves:
            break
        position = position.apply(random.choice(moves))


def test_owners_differ_in_shape_and_filling_not_only_in_colour():
    red, blue = (
        next(group.iter(f"{SVG}path"))
        for group in svg(POSITIONS["start"]).iter(f"{SVG}g")
        if "fill" not in group.attrib
    )
    assert red.get("fill") == red.get("stroke")
    assert blue.get("fill") != blue.get("stroke")
    assert red.get("d", "").count("L") == 3
    assert blue.get("d", "").count("L") == 7


def test_a_walk_is_marked_where_it_began_and_where_it_ended():
    before = CUBEO.draw_svg(POSITIONS["start"])
    walked = CUBEO.draw_svg(POSITIONS["start"], CubeoMove.walk(1, 0, -1, 0, 0))
    placed = CUBEO.draw_svg(POSITIONS["start"], CubeoMove.place(0, 0))
    assert "stroke-dasharray" not in before
    assert "stroke-dasharray" in walked
    assert "stroke-dasharray" not in placed
    assert placed.count("<path") == before.count("<path") + 1


def test_dice_show_pips_up_to_six_and_numbers_where_ranks_go_higher():
    assert len(list(svg(POSITIONS["start"]).iter(f"{SVG}circle"))) == 2
    twelve = svg(CubeoPosition.start(CubeoSettings(12, 12, 13)))
    assert not list(twelve.iter(f"{SVG}circle"))
    assert "8" in texts(svg(POSITIONS["won"]))


def test_only_a_drawing_too_wide_for_a_telephone_is_marked_as_wide():
    row = [(1 + x % 2, 1, x, 0) for x in range(12)]
    assert svg(load(SQUARE, *row)).get("class") == "drawing wide"
    assert svg(POSITIONS["start"]).get("class") == "drawing"


def test_squares_as_text_have_y_upwards_and_x_below():
    position = load(SQUARE, (1, 1, 0, 0), (1, 2, 0, 1), (2, 1, 1, 0))
    assert CUBEO.draw_text(position, CubeoMove.walk(2, 1, 1, 0, 1), plain=True) == (
        "  2   .     .     .     .\n"
        "  1   .    [A2]  [.]    .\n"
        "  0   .     A1    B1    .\n"
        " -1   .     .     .     .\n"
        "      -1    0     1     2\n"
        "\n"
        "Cubeo: Player 1 (red) to move. In hand: red 4, blue 5.\n"
        "A red (player 1), B blue (player 2).\n"
    )


def test_hexes_as_text_slant_and_tell_the_ends_of_each_row():
    assert CUBEO.draw_text(POSITIONS["hex"]).splitlines()[:3] == [
        "-1,1      ·     ·     ·    1,1",
        "-1,0   ·     ⬢1    ⬡1    ·    2,0",
        "0,-1      ·     ·     ·    2,-1",
    ]


def test_plain_text_is_ascii_and_the_other_is_not():
    for position in POSITIONS.values():
        assert CUBEO.draw_text(position, plain=True).isascii()
        assert not CUBEO.draw_text(position).isascii()


def test_the_words_beside_a_board_tell_what_is_in_hand():
    assert CUBEO.beside(POSITIONS["start"]) == "In hand: red 5, blue 5."
