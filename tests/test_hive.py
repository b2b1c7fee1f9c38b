"""Hive's engine plays by the rules: perft, the end, repetition, passes, what a position tells."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine import HivePosition, HiveSettings, Line, Outcome, Repetition, Side
from engine.hive import NONE, PASS, HiveMove, Stack
from notation.hive import write_position

from . import reference_hive as reference
from .hive_text import line_of, piece_named, played, positions_of, settings_of, table
from .laws.hive import listed

DATA = Path(__file__).parent / "data" / "hive"
PERFT = json.loads((DATA / "perft.json").read_text("utf-8"))
MIDGAME = json.loads((DATA / "midgame_perft.json").read_text("utf-8"))
RULES = {"tournament_rule": "tournament", "queen_first_allowed": ""}
EIGHT = [(rules, game_type) for rules in RULES for game_type in PERFT[rules]]


def hold_perft(position: HivePosition, counts: list[int], depths: range) -> None:
    """Hold the columns of a table that begins with depth 0 against the engine."""
    assert [engine.perft(position, depth) for depth in depths] == [counts[d] for d in depths]


# Perft


@pytest.mark.parametrize(("rules", "game_type"), EIGHT)
def test_perft_of_every_set_under_both_rules_to_depth_4(rules: str, game_type: str) -> None:
    start = HivePosition.start(settings_of(game_type, RULES[rules]))
    hold_perft(start, PERFT[rules][game_type], range(5))


@pytest.mark.parametrize("rules", RULES)
def test_perft_of_the_base_set_to_depth_5(rules: str) -> None:
    hold_perft(
        HivePosition.start(settings_of("Base", RULES[rules])), PERFT[rules]["Base"], range(5, 6)
    )


@pytest.mark.parametrize("row", MIDGAME, ids=range(len(MIDGAME)))
def test_perft_of_middle_games_with_stacks_to_depth_2(row: dict[str, Any]) -> None:
    hold_perft(played(row["gamestring"]), row["perft"], range(3))


@pytest.mark.verify
@pytest.mark.parametrize(("rules", "game_type"), EIGHT)
def test_perft_of_every_set_to_depth_5(rules: str, game_type: str) -> None:
    start = HivePosition.start(settings_of(game_type, RULES[rules]))
    hold_perft(start, PERFT[rules][game_type], range(5, 6))


@pytest.mark.verify
@pytest.mark.parametrize("rules", RULES)
def test_perft_of_the_base_set_to_depth_6(rules: str) -> None:
    hold_perft(
        HivePosition.start(settings_of("Base", RULES[rules])), PERFT[rules]["Base"], range(6, 7)
    )


@pytest.mark.verify
@pytest.mark.parametrize("row", MIDGAME, ids=range(len(MIDGAME)))
def test_perft_of_middle_games_with_stacks_to_depth_3(row: dict[str, Any]) -> None:
    hold_perft(played(row["gamestring"]), row["perft"], range(3, 4))


# The end


def test_a_surrounded_queen_loses_whoever_s_pieces_they_are_and_whoever_moved() -> None:
    ring = "wS1@1,0 wS2@0,1 wG1@-1,1 bQ@-1,0 bG1@0,-1 bS1@1,-1"
    for side in "wb":
        position = table(f"wQ@0,0 {ring} {side} -")
        assert position.outcome() == Outcome(Side.SECOND, "surrounded")
        assert position.legal_moves() == ()
    # a piece on her or under her does not matter
    assert table(f"wQ.bB1@0,0 {ring} w -").outcome() == Outcome(Side.SECOND, "surrounded")


def test_two_queens_surrounded_at_once_are_a_draw() -> None:
    cells = [(1, -1), (2, -1), (2, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1)]
    names = ["wS1", "wS2", "wG1", "wG2", "bS1", "bS2", "bG1", "bG2"]
    ring = " ".join(f"{name}@{q},{r}" for name, (q, r) in zip(names, cells, strict=True))
    assert table(f"wQ@0,0 bQ@1,0 {ring} w -").outcome() == Outcome(None, "surrounded")


# Repetition

SHUFFLE = "wQ@0,0 bQ@1,0 wA1@-1,0 bA1@2,0 w -"
ROUND = "wA1 /wQ;bA1 bQ/;wA1 -wQ;bA1 bQ-"


def test_the_third_occurrence_is_a_draw_by_itself() -> None:
    line = line_of(table(SHUFFLE), f"{ROUND};{ROUND}")
    assert line.occurrences == 3
    assert line.outcome() == Outcome(None, "repetition")
    assert line.legal_moves() == ()
    assert not line.claimable()
    assert line.position.outcome() is None


def test_norep_takes_the_draw_away() -> None:
    line = line_of(table(SHUFFLE, "norep"), f"{ROUND};{ROUND}")
    assert (line.occurrences, line.outcome(), line.claimable()) == (3, None, False)
    assert line.position.repetition is Repetition.IGNORED


def test_a_repetition_is_seen_after_any_number_of_plies() -> None:
    # white comes back in three moves while black comes back in three others: six plies
    start = table("wQ@0,0 bQ@1,0 wA1@-1,0 bA1@2,0 w -")
    once = "wA1 /wQ;bA1 bQ/;wA1 \\wQ;bA1 bQ\\;wA1 -wQ;bA1 bQ-"
    line = line_of(start, once)
    assert line.occurrences == 2
    assert line_of(start, f"{once};{once}").outcome() == Outcome(None, "repetition")


def test_equal_bugs_exchanged_are_the_same_position() -> None:
    one = table("wQ@0,0 bQ@1,0 wA1@-1,0 wA2@0,-1 bA1@2,0 w -")
    other = table("wQ@0,0 bQ@1,0 wA2@-1,0 wA1@0,-1 bA1@2,0 w -")
    far = table("wQ@5,-3 bQ@6,-3 wA2@4,-3 wA1@5,-4 bA1@7,-3 w -")
    assert one.key() == other.key() == far.key()
    assert one.key() != table("wQ@0,0 bQ@1,0 wA1@-1,0 wG1@0,-1 bA1@2,0 w -").key()
    assert one.key() != table("wQ@0,0 bQ@1,0 wA1@-1,0 wA2@0,-1 bA1@2,0 b -").key()


EXCHANGED = (
    "wA1 /wQ;bA1 bQ/;wA2 -wQ;bA1 bQ\\;wA1 \\wQ;bA1 bQ-",
    "wA2 /wQ;bA1 bQ/;wA1 -wQ;bA1 bQ\\;wA2 \\wQ;bA1 bQ-",
)


def test_bugs_that_have_changed_places_repeat_the_position() -> None:
    text = "wQ@0,0 bQ@1,0 wA1@-1,0 wA2@0,-1 bA1@2,0 w -"
    once = line_of(table(text), EXCHANGED[0])
    assert once.position.find(piece_named("wA1")) == (0, -1)
    assert once.occurrences == 2
    assert line_of(table(text), ";".join(EXCHANGED)).outcome() == Outcome(None, "repetition")


def test_with_a_pillbug_in_the_set_the_start_is_not_what_the_last_move_comes_back_to() -> None:
    start = table("wQ@0,0 bQ@1,0 wA1@-1,0 wA2@0,-1 bA1@2,0 w -", "P")
    twice = line_of(start, ";".join(EXCHANGED))
    assert (twice.occurrences, twice.outcome()) == (2, None)
    # what white's first move leads to has come three times when it is played again
    thrice = line_of(start, ";".join((*EXCHANGED, "wA1 /wQ")))
    assert thrice.outcome() == Outcome(None, "repetition")


def test_with_a_pillbug_in_the_set_the_piece_moved_last_belongs_to_the_position() -> None:
    text = "wQ@0,0 bQ@1,0 wA1@-1,0 wA2@0,-1 bA1@2,0 w"
    for words, same in (("", True), ("P", False)):
        without, moved = table(f"{text} -", words), table(f"{text} bA1", words)
        assert (without.key() == moved.key()) is same
    # equal bugs are equal there too: what counts is where the last piece is
    one = table("wQ@0,0 bQ@1,0 wA1@-1,0 bA1@2,0 bA2@1,1 w bA1", "P")
    other = table("wQ@0,0 bQ@1,0 wA1@-1,0 bA2@2,0 bA1@1,1 w bA2", "P")
    assert one.key() == other.key()
    assert one.key() != table("wQ@0,0 bQ@1,0 wA1@-1,0 bA1@2,0 bA2@1,1 w bA2", "P").key()


# Passes


def test_a_blocked_player_passes_turn_after_turn_and_the_passes_are_plies() -> None:
    # white is covered wholly; black walks about
    line = line_of(table("wQ.bB1@0,0 bQ@1,0 w -"), "pass;bQ bB1/;pass;bQ bB1-;pass")
    assert [move == PASS for move in line.moves] == [True, False, True, False, True]
    assert line.position.last == NONE
    assert line.outcome() is None
    assert line.position.legal_moves() != (PASS,)


def test_a_pass_is_legal_only_when_there_is_nothing_else() -> None:
    for position in positions_of(MIDGAME[1]["gamestring"]):
        assert position.is_legal(PASS) == (position.legal_moves() == (PASS,))


@pytest.mark.parametrize("words", ["", "norep"])
def test_a_pass_that_answers_a_pass_draws_the_game(words: str) -> None:
    blocked = table("wQ.bB1@0,0 bQ@1,0 w -", words)
    first = Line(blocked).play(PASS)
    assert first.outcome() is None
    answered = Line(blocked, before=(PASS,)).play(PASS)
    assert answered.outcome() == Outcome(None, "repetition")
    assert answered.legal_moves() == ()
    assert not answered.claimable()
    assert answered.position.outcome() is None
    reason = answered.why_illegal(PASS)
    assert reason is not None
    assert reason.code == "game_over"
    assert Line(blocked, before=(PASS, PASS)).outcome() == Outcome(None, "repetition")
    assert Line(blocked, before=(PASS, HiveMove(0, 0, 0))).outcome() is None


# Values


def test_a_position_and_its_stacks_are_told_with_coordinates_that_do_not_shift() -> None:
    position = played("Base;InProgress;White[2];wS1;bS1 -wS1")
    assert position.stacks == (
        Stack(-1, 0, (piece_named("bS1"),)),
        Stack(0, 0, (piece_named("wS1"),)),
    )
    assert position.stack_at(0, 0) == (piece_named("wS1"),)
    assert position.find(piece_named("wQ")) is None
    assert position.top_at(0, 0) == piece_named("wS1")
    assert position.top_at(0, 0, piece_named("wS1")) == NONE
    assert position.top_at(10**9, 0) == NONE
    assert len(position.in_hand(Side.FIRST)) == 10


def test_what_is_on_top_without_the_mover_is_the_piece_under_it() -> None:
    position = table("wQ@-1,0 bS1.wB1@0,0 bQ@1,0 w -")
    assert position.top_at(0, 0) == piece_named("wB1")
    assert position.top_at(0, 0, piece_named("wB1")) == piece_named("bS1")


def test_a_hive_that_wanders_plays_as_at_home() -> None:
    position = table("wQ@0,0 bQ@1,0 wA1@-1,0 bA1@2,0 wG1@-1,1 bG1@2,-1 w -")
    for _ in range(300):
        position = max(map(position.apply, walks(position)), key=eastward)
    again = table(write_position(position))
    assert again.key() == position.key()
    assert again.legal_moves() == position.legal_moves()
    assert min(stack.q for stack in position.stacks) > 50


# Long hives

EVERYTHING = HiveSettings(mosquito=True, ladybug=True, pillbug=True)


def hold_reference(position: HivePosition) -> None:
    """Hold the list of a position, and the judge of its moves, against the reference."""
    moves = position.legal_moves()
    assert set(moves) == listed(position)
    assert all(map(position.is_legal, moves))


def built(ways: str) -> Iterator[HivePosition]:
    """The positions of a game in which each side places piece after piece at its own end.

    `ways` are White's steps from each piece to the next, by direction; Black's are the opposite.
    """
    position = HivePosition.start(EVERYTHING)
    yield position
    ends = {Side.FIRST: (0, 0), Side.SECOND: (0, 0)}
    for ply in range(28):
        side = position.to_move
        dq, dr = reference.SIDES[int(ways[ply // 2])] if ply else (0, 0)
        sign = 1 if side is Side.FIRST else -1
        q, r = ends[side] = (ends[side][0] + sign * dq, ends[side][1] + sign * dr)
        position = position.apply(HiveMove(position.in_hand(side)[0], q, r))
        yield position


LONG = [way * 14 for way in "012345"] + [
    first * 7 + second * 7 for first, second in ("01", "12", "50")
]


@pytest.mark.parametrize("ways", LONG)
def test_a_hive_of_all_pieces_in_a_row_is_built_and_walks_on(ways: str) -> None:
    for position in built(ways):
        hold_reference(position)
    random, way = Random(ways), reference.SIDES[int(ways[0])]
    assert len(position.stacks) == 28
    for _ in range(150):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.apply(
            max(random.sample(moves, min(3, len(moves))), key=lambda move: ahead(move, way))
        )
        hold_reference(position)


def ahead(move: HiveMove, way: reference.Cell) -> int:
    """How far a move comes on a way along an axis."""
    return move.q * way[0] + move.r * way[1]


def walks(position: HivePosition) -> list[HiveMove]:
    """The legal moves of pieces on the table."""
    return [m for m in position.legal_moves() if m != PASS and position.find(m.piece) is not None]


def eastward(position: HivePosition) -> tuple[bool, int]:
    """How far east the pieces stand in all; above all, the next player must be able to walk."""
    return bool(walks(position)), sum(stack.q for stack in position.stacks)
