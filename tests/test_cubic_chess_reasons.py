"""Each way to be refused in Cubic Chess, with its code, its values and its sentence."""

from typing import Any

import pytest

from engine import BadPosition, CubicChessMove, CubicChessPosition, IllegalMove
from engine.cubic_chess import NOWHERE
from notation.cubic_chess import read_position, read_word

from .test_cubic_chess import SETTINGS, table

START = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 8:8 - 1"
E2, E4, D1 = 12, 28, 3

Values = dict[str, Any]
TURNS: list[tuple[str, str | CubicChessMove, str, Values]] = [
    ("7p/8/8/8/8/8/8/P7 w 3:4 - 1", "a1a2", "game_over", {}),
    (START, "e4e5", "no_figure", {"origin": "e4", "target": "e5"}),
    (START, "e7e5", "figure_not_yours", {"origin": "e7", "target": "e5"}),
    (
        START,
        CubicChessMove(-7, E4, 0, 0, NOWHERE),
        "no_figure",
        {"origin": "-7", "target": "e4"},
    ),
    (START, "e1e2", "own_figure_there", {"origin": "e1", "target": "e2"}),
    (START, "e2e5", "figure_cannot_go", {"figure": "pawn", "origin": "e2", "target": "e5"}),
    (
        START,
        CubicChessMove(E2, 10**9, 0, 0, NOWHERE),
        "figure_cannot_go",
        {"figure": "pawn", "origin": "e2", "target": "1000000000"},
    ),
    (
        "7p/8/8/8/8/8/P7/R7 w 4:8 - 1",
        "a1a3",
        "figure_cannot_go",
        {"figure": "rook", "origin": "a1", "target": "a3"},
    ),
    ("3r4/8/8/8/8/8/3Q4/3K4 w 0:4 - 1", "d2e2", "leaves_check", {"origin": "d2", "target": "e2"}),
    ("8/P6p/8/8/8/8/8/8 w 4:4 - 1", "a7a8", "promotion_needed", {"target": "a8"}),
    (
        "8/P6p/8/8/8/8/8/8 w 4:4 - 1",
        CubicChessMove(48, 56, 5, 0, NOWHERE),
        "promotion_choice",
        {"target": "a8"},
    ),
    (
        "8/P6p/8/8/8/8/8/7P w 4:4 - 1",
        CubicChessMove(48, 56, 2, 1, 7),
        "promotion_ends_turn",
        {"target": "a8"},
    ),
    ("8/P6p/8/8/8/8/8/8 w 4:4 - 1", CubicChessMove(48, 56, 4, 0, 12), "no_rebuild", {}),
    (START, CubicChessMove(E2, E4, 2, 0, NOWHERE), "no_promotion", {"target": "e4"}),
    (
        "8/P6p/8/8/8/8/8/2B4R w 1:4 - 1",
        "a7a8=R",
        "reserve_short",
        {"figure": "rook", "needed": 2, "reserve": 1},
    ),
    ("8/P6p/8/8/8/8/8/1B5R w 1:4 - 1", "a7a8=B", "limit_bishop", {"square": "a8"}),
    ("8/P6p/8/8/8/8/8/R6R w 4:4 - 1", "a7a8=R", "limit_rook", {"square": "a8"}),
    ("8/P6p/8/8/8/8/8/7Q w 4:4 - 1", "a7a8=Q", "limit_queen", {"square": "a8"}),
    ("7p/8/8/8/8/8/P7/QR6 w 0:4 - 1", "a2a3+b1", "reserve_empty", {}),
    (START, CubicChessMove(E2, E4, 0, 0, D1), "no_rebuild", {}),
    (START, CubicChessMove(E2, E4, 0, 2, D1), "one_cube", {}),
    (START, CubicChessMove(E2, E4, 0, 1, NOWHERE), "nothing_to_rebuild", {"square": "-"}),
    (START, CubicChessMove(E2, E4, 0, 1, 64), "nothing_to_rebuild", {"square": "64"}),
    (START, "e2e4+e2", "nothing_to_rebuild", {"square": "e2"}),
    (START, "e2e4+e7", "nothing_to_rebuild", {"square": "e7"}),
    ("7p/8/8/8/8/8/P7/K7 w 4:4 - 1", "a2a3+a1", "king_permanent", {"square": "a1"}),
    ("7p/8/8/8/8/8/P7/K7 w 4:4 - 1", "a2a3-a1", "king_permanent", {"square": "a1"}),
    (START, "e2e4-d1", "pawn_permanent", {"square": "d1"}),
    ("8/7p/8/8/8/8/8/B7 w 4:4 - 1", "a1h8-h8", "limit_pawn", {"square": "h8"}),
    ("8/7p/8/8/8/8/P7/2B1R3 w 4:4 - 1", "a2a3-e1", "limit_bishop", {"square": "e1"}),
    ("8/7p/8/8/8/8/P7/2BRR3 w 2:4 - 1", "a2a3+c1", "limit_rook", {"square": "c1"}),
    ("8/7p/8/8/8/8/P7/RQ5R w 1:4 - 1", "a2a3-b1", "limit_rook", {"square": "b1"}),
    ("8/7p/8/8/8/8/P7/RQ6 w 1:4 - 1", "a2a3+a1", "limit_queen", {"square": "a1"}),
    ("8/7p/8/8/8/8/P7/KQ6 w 1:4 - 1", "a2a3+b1", "limit_king", {"square": "b1"}),
    ("3r4/8/8/8/8/8/P7/3Q4 w 1:6 - 1", "a2a3+d1", "king_attacked", {"square": "d1"}),
]


@pytest.mark.parametrize(("text", "word", "code", "values"), TURNS)
def test_an_illegal_turn_is_refused_for_its_reason(
    text: str, word: str | CubicChessMove, code: str, values: Values
) -> None:
    position = table(text)
    turn = read_word(word, position) if isinstance(word, str) else word
    reason = position.why_illegal(turn)
    assert reason is not None
    assert (reason.code, reason.values) == (code, values)
    assert str(reason)
    with pytest.raises(IllegalMove) as refusal:
        position.apply(turn)
    assert refusal.value.reason == reason
    assert turn not in position.legal_moves()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("8/7p/8/8/8/8/8/P7 w 4:4 - 0", "round_number"),
        ("8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP/P7 w 0:8 - 1", "too_many_figures"),
        ("8/7p/8/8/8/8/8/P7 w 9:4 - 1", "too_many_cubes"),
        ("8/7p/8/8/8/8/8/K7 w 5:4 - 1", "too_many_cubes"),
        ("8/7p/8/8/8/8/8/RRR5 w 0:4 - 1", "too_many_of_a_figure"),
        ("8/7p/8/8/8/8/8/QQ6 w 0:4 - 1", "too_many_of_a_figure"),
        ("8/7p/8/8/8/8/8/KK6 w 0:4 - 1", "too_many_of_a_figure"),
        ("8/7p/8/8/8/8/8/B1B5 w 0:4 - 1", "bishops_on_one_colour"),
        ("P7/7p/8/8/8/8/8/8 w 4:4 - 1", "pawn_on_last_rank"),
        ("8/P7/8/8/8/8/8/7p w 4:4 - 1", "pawn_on_last_rank"),
        ("k7/8/8/8/8/8/8/R7 w 4:4 - 1", "other_in_check"),
        ("8/7p/8/3P4/8/8/8/8 w 4:4 e6 1", "no_en_passant"),
        ("8/7p/8/4p3/8/8/8/P7 w 4:4 e6 1", "no_en_passant"),
        ("8/4p2p/8/3Pp3/8/8/8/8 w 4:4 e6 1", "no_en_passant"),
        ("8/7p/8/8/3pP3/8/8/8 w 4:4 e3 1", "no_en_passant"),
        ("8/8/8/K2Pp2r/8/8/8/8 w 4:4 e6 1", "no_en_passant"),
    ],
)
def test_a_position_that_breaks_a_rule_is_refused_with_its_name(text: str, code: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        read_position(text, SETTINGS)
    assert refusal.value.reason.code == code
    assert str(refusal.value)


EACH = ({0: 1}, {63: 1})
VALUES: list[tuple[Any, str, Values]] = [
    ((({0: 1}, {0: 1}), 1, (4, 4)), "square_twice", {"square": "a1"}),
    ((({0: 1}, {64: 1}), 1, (4, 4)), "no_such_square", {"square": 64, "most": 63}),
    ((({-1: 1}, {0: 1}), 1, (4, 4)), "no_such_square", {"square": -1, "most": 63}),
    ((({0: 6}, {63: 1}), 1, (4, 4)), "no_such_figure", {"height": 6, "most": 5}),
    ((({0: 1}, {63: 0}), 1, (4, 4)), "no_such_figure", {"height": 0, "most": 5}),
    ((EACH, 1, (4, -1)), "reserve_negative", {"side": 2, "count": -1}),
    ((EACH, 1, (4, 4, 4)), "not_two_sides", {"count": 3}),
    ((EACH, 3, (4, 4)), "no_such_side", {"side": 3}),
    *(((EACH, 1, (4, 4), ep), "no_en_passant", {"square": name}) for ep, name in (
        (3, "d1"), (60, "e8"), (64, "64"), (-2, "-2"), (10**9, "1000000000"),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("numbers", "code", "values"), VALUES)
def test_numbers_that_make_no_position_are_refused(numbers: Any, code: str, values: Values) -> None:
    with pytest.raises(BadPosition) as refusal:
        CubicChessPosition.load(*numbers)
    assert (refusal.value.reason.code, refusal.value.reason.values) == (code, values)
    assert str(refusal.value)
