"""Each way to be refused in Hive, with its code, its values and its sentence."""

from dataclasses import dataclass
from typing import Any

import pytest

from engine import SENTENCES, BadPosition, HivePosition, HiveSettings, IllegalMove, Reason, Side
from engine.hive import NONE, HiveMove, Stack
from notation.hive import read_word

from .conftest import REPOSITORY
from .hive_text import piece_named, table

Values = dict[str, object]

EMPTY = "- w -"
ROW = "wQ@-1,0 wS1@0,0 bS1@1,0 bQ@2,0 bG1@3,0"
EARLY = "wS1@0,0 bS1@1,0 wG1@-1,0 bG1@2,0"
WON = "wQ@0,0 wS1@1,0 wS2@0,1 wG1@-1,1 bQ@-1,0 bG1@0,-1 bS1@1,-1 b -"
THROWN = "wG1@0,-1 bG1@-2,0 wQ@-1,0 wS1@0,0 bP@1,0 bQ@2,0 wA1@1,1 w wA1"


@dataclass(frozen=True)
class Refused:
    """A move that is not legal, by settings, position and its string or value, and why."""

    words: str
    text: str
    move: str | HiveMove
    code: str
    values: Values

    def __str__(self) -> str:
        return f"{self.code} {self.move}"


MOVES = [
    Refused("", WON, "bA1 bQ/", "game_over", {}),
    Refused("", WON, "pass", "game_over", {}),
    Refused("", f"{ROW} w -", "pass", "must_move", {}),
    Refused("", f"{ROW} w -", HiveMove(NONE, 1, 0), "not_a_pass", {}),
    Refused("", f"{ROW} w -", "wM -wQ", "no_such_piece", {"piece": "wM"}),
    Refused("", f"{ROW} w -", HiveMove(99, 0, 0), "no_such_piece", {"piece": "99"}),
    Refused("", f"{ROW} w -", HiveMove(-7, 0, 0), "no_such_piece", {"piece": "-7"}),
    # placing
    Refused("", EMPTY, HiveMove(1, 1, 0), "not_origin", {}),
    Refused("", EMPTY, "bS1", "piece_of_opponent", {"piece": "bS1"}),
    Refused("", f"{ROW} w -", "bA1 bG1-", "piece_of_opponent", {"piece": "bA1"}),
    Refused("", f"{ROW} w -", "wA2 -wQ", "out_of_order", {"piece": "wA2", "sooner": "wA1"}),
    Refused("tournament", EMPTY, "wQ", "queen_first", {}),
    Refused("tournament", "wS1@0,0 b wS1", "bQ wS1-", "queen_first", {}),
    Refused("", f"{EARLY} wA1@-2,0 bQ@3,0 w -", "wA2 -wA1", "queen_due", {"turn": 4}),
    Refused("", f"{ROW} w -", "wA1 bQ", "occupied", {"x": 2, "y": 0}),
    Refused(
        "",
        f"{ROW} w -",
        "wA1 wS1/",
        "placed_beside_enemy",
        {"piece": "wA1", "x": 1, "y": -1, "enemy": "bS1"},
    ),
    Refused(
        "", f"{ROW} w -", HiveMove(8, -9, 0), "placed_apart", {"piece": "wA1", "x": -9, "y": 0}
    ),
    Refused("", "wS1@0,0 b wS1", HiveMove(14, 5, 5), "placed_apart", {"x": 5, "y": 5}),
    # moving
    Refused("", f"{EARLY} w -", "wG1 bG1-", "queen_in_hand", {}),
    Refused(
        "", "wQ@-1,0 wS1.bB1@0,0 bQ@1,0 w -", "wS1 bQ-", "covered", {"piece": "wS1", "cover": "bB1"}
    ),
    Refused("P", THROWN, "wA1 bQ\\", "just_moved", {"piece": "wA1"}),
    Refused(
        "P", f"{ROW.replace('bG1', 'bP')} w -", "wQ wQ", "same_place", {"piece": "wQ", "x": -1}
    ),
    Refused("", f"{ROW} w -", "wS1 -wQ", "hive_pinned", {"piece": "wS1"}),
    Refused("", f"{ROW} w -", "wQ bG1-", "unreachable", {"piece": "wQ", "x": 4, "y": 0}),
    Refused("", f"{ROW} w -", HiveMove(0, 10**9, 7), "unreachable", {"piece": "wQ", "x": 10**9}),
    Refused("", f"{ROW} w -", "bG1 -wQ", "piece_not_yours", {"piece": "bG1"}),
]


@dataclass(frozen=True)
class Loaded:
    """A position that no game can have, and why."""

    words: str
    text: str
    code: str
    values: Values

    def __str__(self) -> str:
        return f"{self.code} {self.text}"


POSITIONS = [
    Loaded("", "wQ@0,0 bQ@2,0 w -", "hive_in_parts", {}),
    Loaded("", f"{ROW} wA1@9,9 w -", "hive_in_parts", {}),
    Loaded("", "wQ@0,0 bQ@1,0 wS1@1,0 w -", "stack_twice", {"x": 1, "y": 0}),
    Loaded("", "wQ@0,0 bQ@1,0 wQ@-1,0 w -", "piece_twice", {"piece": "wQ"}),
    Loaded("", "wQ@0,0 bQ@1,0 wM@-1,0 w -", "no_such_piece", {"piece": "wM"}),
    Loaded("MP", "wQ@0,0 bQ@1,0 bL@2,0 w -", "no_such_piece", {"piece": "bL"}),
    Loaded("", "wQ@0,0 bQ@1,0 wA2@-1,0 w -", "out_of_order", {"piece": "wA2", "sooner": "wA1"}),
    Loaded("", "wA1@0,0 wA3@1,0 bQ@2,0 w -", "out_of_order", {"piece": "wA3", "sooner": "wA2"}),
    Loaded("", f"{EARLY} wS2@-2,0 wG2@-3,0 w -", "queen_missing", {"side": 1, "most": 3}),
    Loaded("", "wQ@0,0 bS1@1,0 bS2@2,0 bG1@3,0 bG2@4,0 w -", "queen_missing", {"side": 2}),
    Loaded("", "wQ.wA1@0,0 bQ@1,0 w -", "no_climber", {"piece": "wA1"}),
    Loaded("", "wQ@0,0 bQ.wS1.wB1@1,0 w -", "no_climber", {"piece": "wS1"}),
    Loaded("", "wS1.wB1@0,0 bQ@1,0 w -", "climbed_too_soon", {"piece": "wB1"}),
    Loaded("M", "wQ.bM@0,0 bS1@1,0 w -", "climbed_too_soon", {"piece": "bM"}),
    Loaded("", f"{ROW} w wA1", "last_not_on_top", {"piece": "wA1"}),
    Loaded("", "wQ@0,0 bQ.wB1@1,0 w bQ", "last_not_on_top", {"piece": "bQ"}),
    Loaded("", f"{ROW} w wQ", "last_not_thrown", {"piece": "wQ"}),
    Loaded("P", f"{ROW} w wQ", "last_not_thrown", {"piece": "wQ"}),
    Loaded("P", THROWN.replace("wA1@1,1", "wA1@-1,1"), "last_not_thrown", {"piece": "wA1"}),
    Loaded("M", "wQ@0,0 bM@1,0 bQ@2,0 wA1@1,-1 w wA1", "last_not_thrown", {"piece": "wA1"}),
]

LOADED = [
    ("P", THROWN),
    ("MP", "wQ@0,0 bM@1,0 bP@2,0 bQ@3,0 wA1@0,1 w wA1"),
    ("", "wQ@0,0 wS1.wB1@-1,0 bQ.bB1@1,0 w bB1"),
    ("M", "wQ@0,0 bQ.wM@1,0 b wM"),
    ("", "wS1@0,0 bS1@1,0 w -"),
    ("", WON),
]


def told(reason: Reason, code: str, values: Values) -> None:
    """Assert that a reason has this code and these values, and that its sentence is whole."""
    assert reason.code == code
    assert values.items() <= reason.values.items()
    sentence = str(reason)
    assert sentence.endswith(".")
    assert "{" not in sentence


@pytest.mark.parametrize("case", MOVES, ids=str)
def test_a_move_is_refused_for_its_own_reason(case: Refused) -> None:
    position = table(case.text, case.words)
    move = read_word(case.move, position) if isinstance(case.move, str) else case.move
    reason = position.why_illegal(move)
    assert reason is not None
    told(reason, case.code, case.values)
    assert not position.is_legal(move)
    assert move not in position.legal_moves()
    with pytest.raises(IllegalMove) as refusal:
        position.apply(move)
    assert refusal.value.reason == reason


def test_a_piece_in_the_other_hand_is_said_to_be_the_opponents_and_no_pillbug_is_named() -> None:
    position = table(EMPTY)
    reason = position.why_illegal(read_word("bS1", position))
    assert str(reason) == "bS1 is your opponent's: you place only pieces of your own."


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_a_position_that_breaks_a_rule_is_not_loaded(case: Loaded) -> None:
    with pytest.raises(BadPosition) as refusal:
        table(case.text, case.words)
    told(refusal.value.reason, case.code, case.values)


def test_a_cell_without_a_piece_is_no_stack() -> None:
    with pytest.raises(BadPosition) as refusal:
        HivePosition.load(HiveSettings(), [Stack(3, -2, ())], Side.FIRST, NONE)
    told(refusal.value.reason, "stack_empty", {"x": 3, "y": -2})


@pytest.mark.parametrize("piece", [28, -5, 10**9])
def test_a_number_that_is_no_piece_s_is_refused_on_the_table_and_as_the_last_one(
    piece: int,
) -> None:
    table_with_it, without = [Stack(0, 0, (0, piece))], [Stack(0, 0, (0,))]
    for stacks, last in ((table_with_it, NONE), (without, piece)):
        with pytest.raises(BadPosition) as refusal:
            HivePosition.load(HiveSettings(), stacks, Side.SECOND, last)
        told(refusal.value.reason, "no_such_piece", {"piece": str(piece)})


@pytest.mark.parametrize(("words", "text"), LOADED)
def test_a_position_that_a_game_can_have_is_loaded(words: str, text: str) -> None:
    assert table(text, words).stacks


def test_a_piece_thrown_by_a_mosquito_may_not_have_been_thrown_without_its_pillbug() -> None:
    position = table(LOADED[1][1], "MP")
    assert position.last == piece_named("wA1")


def test_every_reason_that_hive_gives_has_a_case_here() -> None:
    source = "".join(path.read_text("utf-8") for path in (REPOSITORY / "engine/hive").glob("*.py"))
    given = {code for code in SENTENCES if f'"{code}"' in source}
    tested: set[Any] = {case.code for case in (*MOVES, *POSITIONS)}
    assert tested | {"stack_empty"} == given
