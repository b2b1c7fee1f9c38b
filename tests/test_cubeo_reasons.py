"""Each way to be refused in Cubeo, with its code, its values and its sentence."""

from dataclasses import dataclass
from typing import Any

import pytest

from engine import (
    SENTENCES,
    BadPosition,
    BadSettings,
    CubeoMove,
    CubeoPosition,
    CubeoSettings,
    IllegalMove,
    MoveKind,
    Reason,
    Side,
)

from .conftest import REPOSITORY
from .cubeo_text import D6, die, move, table

START = "A1@0,0 B1@1,0 A"
ROW = "A1@-1,0 A1@0,0 A1@1,0 B1@2,0 A"
TOWER = "A1@0,0 B1@1,0 A1@0,1 A1@0,2 A"
RING = "A1@0,0 A1@1,0 A1@2,0 B1@3,0 A1@0,1 A1@2,1 A1@0,2 A1@1,2 A1@2,2 A"
BLOCK = "A1@0,0 A1@1,0 B1@2,0 B1@0,1 A1@1,1 B1@2,1 B1@0,2 B1@1,2 B1@2,2 A"
HEX_RING = "A1@1,0 A1@2,0 B1@3,0 A1@0,1 A1@2,1 A1@0,2 A1@1,2 A"
# all but one of the six cells round 1,1: the way in is between two dice, too narrow on hexes
HEX_BAY = "A1@1,0 A1@2,0 B1@3,0 A1@2,1 A1@0,2 A1@1,2 A"
DIAMOND = "B1@1,-1 A1@0,0 A1@1,0 A1@0,1 A"

D10 = CubeoSettings(10, 10, 11)
HEX = CubeoSettings(hex=True)
HEX_D8 = CubeoSettings(8, 8, 9, hex=True)
STRICT = CubeoSettings(strict=True)
SMALL = CubeoSettings(pieces=3, ranks=9, goal=12)

Values = dict[str, object]
Refused = tuple[CubeoSettings, str, CubeoMove | str, str, Values]

MOVES: list[Refused] = [
    (D6, "A7@0,0 B1@1,0 A1@0,1 B", "1,1,0->2,0", "game_over", {}),
    (D6, "A7@0,0 B1@1,0 A1@0,1 B", "+2,0", "game_over", {}),
    (D6, START, CubeoMove._make((3, 1, 0, 0, 1, 0)), "no_such_kind", {"kind": 3}),
    (D6, START, CubeoMove._make((-1, 1, 0, 0, 1, 0)), "no_such_kind", {"kind": -1}),
    (D6, START, CubeoMove(MoveKind.PLACE, 2, 0, 1, 0, 1), "not_a_placement", {"rank": 1}),
    (D6, START, CubeoMove(MoveKind.PLACE, 1, 0, 1, 0, 2), "not_a_placement", {"rank": 1}),
    (SMALL, "A1@-2,0 A1@-1,0 A1@0,0 B1@1,0 A", "+-3,0", "hand_empty", {}),
    (D6, START, "+1,0", "occupied", {"x": 1, "y": 0}),
    (D6, START, "+0,0", "occupied", {"x": 0, "y": 0}),
    (D6, "A2@0,0 B1@1,0 B1@2,0 A", "2,0,0->1,0", "occupied", {"x": 1, "y": 0}),
    (D6, START, "+0,2", "not_touching_own", {"x": 0, "y": 2}),
    (D6, START, "+2,0", "not_touching_own", {"x": 2, "y": 0}),
    (D6, START, "+-1000000,7", "not_touching_own", {"x": -1_000_000, "y": 7}),
    (
        D6,
        "A1@0,0 B1@1,0 B1@1,1 A",
        "+0,1",
        "touching_enemy",
        {"x": 0, "y": 1, "x2": 1, "y2": 1},
    ),
    (HEX, START, "+0,1", "touching_enemy", {"x": 0, "y": 1, "x2": 1, "y2": 0}),
    (D10, RING, "+1,1", "enclosed", {"x": 1, "y": 1}),
    (HEX_D8, HEX_RING, "+1,1", "enclosed", {"x": 1, "y": 1}),
    (HEX_D8, HEX_BAY, "+1,1", "enclosed", {"x": 1, "y": 1}),
    (D6, START, "1,5,5->6,5", "no_die", {"x": 5, "y": 5}),
    (D6, START, "1,-1000000,7+>-1000001,7", "no_die", {"x": -1_000_000, "y": 7}),
    (D6, START, "1,1,0->0,1", "not_yours", {"x": 1, "y": 0}),
    (D6, TOWER, "1,1,0+>0,0", "not_yours", {"x": 1, "y": 0}),
    (D6, START, "3,0,0->1,1", "wrong_rank", {"x": 0, "y": 0, "rank": 3, "actual": 1}),
    (D6, TOWER, "2,0,2+>0,1", "wrong_rank", {"x": 0, "y": 2, "rank": 2, "actual": 1}),
    (D6, "A1@0,0 A1@1,0 B1@2,0 A", "1,1,0->1,1", "pinned", {"x": 1, "y": 0}),
    (D6, ROW, "1,1,0+>0,0", "pinned", {"x": 1, "y": 0}),
    (D6, "A2@0,0 B1@1,0 A", "2,0,0->0,0", "same_cell", {}),
    (D6, START, "1,0,0->2,1", "out_of_reach", {"x": 0, "y": 0, "x2": 2, "y2": 1, "rank": 1}),
    (D6, START, "1,0,0->9,9", "out_of_reach", {"x": 0, "y": 0, "x2": 9, "y2": 9, "rank": 1}),
    (STRICT, START, "1,0,0->1,1", "same_formation", {}),
    (D6, "A1@0,0 B1@1,0 A1@0,1 A", "1,0,1+>0,0", "too_few_dice", {"needed": 3, "count": 2}),
    (D6, TOWER, "1,0,2+>0,0", "not_adjacent", {"x": 0, "y": 2, "x2": 0, "y2": 0}),
    (D6, TOWER, "1,0,2+>0,2", "not_adjacent", {"x": 0, "y": 2, "x2": 0, "y2": 2}),
    (D6, TOWER, "1,0,2+>99,-99", "not_adjacent", {"x": 0, "y": 2, "x2": 99, "y2": -99}),
    (D6, TOWER, "1,0,2+>0,3", "no_partner", {"x": 0, "y": 3}),
    (D6, TOWER, "1,0,0+>1,0", "partner_not_yours", {"x": 1, "y": 0}),
    (D10, BLOCK, "1,1,1+>1,0", "cannot_leave", {"x": 1, "y": 1}),
    (HEX, DIAMOND, "1,0,0+>1,0", "gate", {"x": 0, "y": 0, "x2": 1, "y2": 0}),
    (
        SMALL,
        "A1@-1,0 A6@0,0 B1@1,0 A5@0,1 A",
        "5,0,1+>0,0",
        "no_such_rank",
        {"sum": 11, "ranks": 9, "goal": 12},
    ),
]


@dataclass(frozen=True)
class Loaded:
    """A position that no game can have, and why."""

    settings: CubeoSettings
    text: str
    code: str
    values: Values


POSITIONS = [
    Loaded(D6, "A1@0,0 B1@1,0 A1@0,0 A", "cell_twice", {"x": 0, "y": 0}),
    Loaded(D6, "A1@0,0 B1@1,0 B2@1,0 A", "cell_twice", {"x": 1, "y": 0}),
    Loaded(D6, "A1@0,0 B1@1,1 A", "two_parts", {}),
    Loaded(D6, "A1@0,0 B1@1,0 A1@5,5 A", "two_parts", {}),
    Loaded(HEX, "A1@0,0 B1@1,1 A", "two_parts", {}),
    Loaded(SMALL, ROW.replace("A1@-1,0", "A1@-1,0 A1@-2,0"), "too_many_dice",
           {"side": 1, "count": 4, "pieces": 3}),
    Loaded(SMALL, "A1@0,0 B1@1,0 B1@2,0 B1@3,0 B1@4,0 B", "too_many_dice",
           {"side": 2, "count": 4, "pieces": 3}),
    Loaded(D6, "A1@0,0 A", "no_dice", {"side": 2}),
    Loaded(D6, "B1@0,0 A", "no_dice", {"side": 1}),
    Loaded(D6, "A", "no_dice", {"side": 1}),
    Loaded(D6, "A0@0,0 B1@1,0 A", "bad_rank", {"rank": 0, "ranks": 6, "goal": 7}),
    Loaded(D6, "A1@0,0 B-1@1,0 A", "bad_rank", {"rank": -1, "ranks": 6, "goal": 7}),
    Loaded(SMALL, "A1@0,0 B10@1,0 A", "bad_rank", {"rank": 10, "ranks": 9, "goal": 12}),
    Loaded(D6, "A13@0,0 B1@1,0 B", "rank_too_high", {"rank": 13, "most": 12}),
    Loaded(D6, "A7@0,0 B7@1,0 A", "two_winners", {}),
    Loaded(D6, "A7@0,0 A8@0,1 B1@1,0 B", "two_winners", {}),
    Loaded(D6, "A7@0,0 B1@1,0 A", "winner_to_move", {}),
    Loaded(D6, "A1@0,0 B12@1,0 B", "winner_to_move", {}),
]  # fmt: skip

SETTINGS: list[tuple[dict[str, Any], str, Values]] = [
    ({"pieces": 2}, "pieces_range", {"pieces": 2, "least": 3, "most": 30}),
    ({"pieces": 31}, "pieces_range", {"pieces": 31, "least": 3, "most": 30}),
    ({"ranks": 0, "goal": 1}, "ranks_range", {"ranks": 0, "least": 1, "most": 30}),
    ({"ranks": 31, "goal": 32}, "ranks_range", {"ranks": 31, "least": 1, "most": 30}),
    ({"goal": 6}, "goal_range", {"goal": 6, "ranks": 6, "least": 7, "most": 12}),
    ({"goal": 13}, "goal_range", {"goal": 13, "ranks": 6, "least": 7, "most": 12}),
    ({"ranks": 9}, "goal_range", {"goal": 7, "ranks": 9, "least": 10, "most": 18}),
]


def told(reason: Reason, code: str, values: Values) -> None:
    """Assert that a reason has this code and these values, and that its sentence has them too."""
    assert reason.code == code
    assert values.items() <= reason.values.items()
    sentence = str(reason)
    assert sentence.endswith(".")
    assert all(str(value) in sentence for value in values.values())


@pytest.mark.parametrize(("settings", "text", "tried", "code", "values"), MOVES)
def test_a_move_is_refused_for_its_own_reason(
    settings: CubeoSettings, text: str, tried: CubeoMove | str, code: str, values: Values
) -> None:
    position = table(text, settings)
    wrong = move(tried) if isinstance(tried, str) else tried
    reason = position.why_illegal(wrong)
    assert reason is not None
    told(reason, code, values)
    with pytest.raises(IllegalMove) as refusal:
        position.apply(wrong)
    assert refusal.value.reason == reason


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: f"{case.code} {case.text}")
def test_a_position_that_breaks_a_rule_is_not_loaded(case: Loaded) -> None:
    *dice, to_move = case.text.split()
    side = Side.FIRST if to_move == "A" else Side.SECOND
    with pytest.raises(BadPosition) as refusal:
        CubeoPosition.load(case.settings, map(die, dice), side)
    told(refusal.value.reason, case.code, case.values)


@pytest.mark.parametrize(("numbers", "code", "values"), SETTINGS)
def test_settings_out_of_range_are_refused(
    numbers: dict[str, Any], code: str, values: Values
) -> None:
    with pytest.raises(BadSettings) as refusal:
        CubeoSettings(**numbers)
    told(refusal.value.reason, code, values)


def test_settings_at_the_limits_are_taken() -> None:
    for pieces, ranks, goal in ((3, 1, 2), (30, 30, 60), (3, 30, 31), (30, 1, 2)):
        start = CubeoPosition.start(CubeoSettings(pieces, ranks, goal))
        assert start.in_hand(Side.FIRST) == start.in_hand(Side.SECOND) == pieces - 1


def test_one_step_is_no_steps() -> None:
    values = {"x": 0, "y": 0, "x2": 2, "y2": 1}
    one, two = (str(Reason("out_of_reach", {**values, "rank": rank})) for rank in (1, 2))
    assert one == "The die on 0,0 cannot reach 2,1 in exactly 1 step."
    assert two == "The die on 0,0 cannot reach 2,1 in exactly 2 steps."


def test_every_reason_that_cubeo_gives_has_a_case_here() -> None:
    source = "".join(path.read_text("utf-8") for path in (REPOSITORY / "engine/cubeo").glob("*.py"))
    given = {code for code in SENTENCES if f'"{code}"' in source} | {case[1] for case in SETTINGS}
    tested = {case[3] for case in MOVES} | {case.code for case in POSITIONS}
    assert tested | {case[1] for case in SETTINGS} == given
