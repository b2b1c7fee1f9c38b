"""Records held against the rules: what is replayed, what is said, and what is not said twice."""

import json
from pathlib import Path

import pytest

from notation import Checker, check_records, read_records, write_record
from notation.checks import replay
from notation.record import Ply, Record, Result

WON = ('[Variants "pieces=3"]', '[Position "A2@0,0 A2@1,0 A1@2,0 B1@3,0 A"]')
REPEATED = (  # both players walk to and fro: the first position comes a third time
    "1. 1,0,0->1,1 1,1,0->0,1 2. 1,1,1->0,0 1,0,1->1,0 "
    "3. 1,0,0->1,1 1,1,0->0,1 4. 1,1,1->0,0 1,0,1->1,0"
)


def game(moves: str, *tags: str) -> str:
    return "\n".join(['[Game "Cubeo"]', *tags, "", moves, ""])


def told(text: str) -> list[tuple[str, int | None]]:
    """Codes with their plies."""
    return [
        (each.code, each.ply)
        for reading in check_records(text.encode())
        for each in reading.diagnostics
    ]


def codes(text: str) -> list[str]:
    return [code for code, _ in told(text)]


def test_a_sound_record_has_no_fault() -> None:
    assert told(game("1. +0,1 +1,-1 2. +0,2 *")) == []


def test_the_games_of_another_engine_are_sound(shared: Path) -> None:
    lines = (shared / "data" / "cubeo" / "square_playouts.jsonl").read_text().splitlines()
    for number, playout in enumerate(map(json.loads, lines[:20])):
        record = Record(
            "cubeo",
            tuple(playout["variants"]),
            tags=(("Round", str(number)),),
            plies=tuple(Ply(each["move"]) for each in playout["plies"]),
            outcome=Result(playout["winner"][0], None) if playout["over"] else None,
        )
        assert told(write_record(record)) == []


def test_only_the_first_illegal_move_of_a_line_is_told_and_nothing_of_the_result() -> None:
    text = game("1. +0,7 +0,8 2. +0,9 1-0", '[Result "1-0"]', '[Termination "promotion"]')
    assert told(text) == [("M01", 0)]


def test_an_illegal_move_is_told_with_its_reason_and_legal_moves_like_it() -> None:
    ((found,),) = (each.diagnostics for each in check_records(game("1. +0,2 *").encode()))
    assert "touches none" in found.message
    assert found.remedy is not None
    assert found.remedy.startswith("Legal moves like it: +0,1")


def test_where_nothing_looks_like_it_some_legal_moves_are_told() -> None:
    text = game("1. 14,99,99->88,88 *")
    ((found,),) = (each.diagnostics for each in check_records(text.encode()))
    assert found.remedy == "Legal moves: +-1,0, +0,-1, +0,1 and 2 more."


def test_a_wrong_rank_is_told_with_the_rank_that_the_die_has() -> None:
    ((found,),) = (each.diagnostics for each in check_records(game("1. 2,0,0->1,1 *").encode()))
    assert "has rank 1, not 2" in found.message


def test_a_move_after_the_end_is_told_once_with_the_reason_of_the_end() -> None:
    text = game("1. 2,0,0+>1,0 +4,0 2. +5,0 +6,0 1-0", *WON)
    assert told(text) == [("M02", 1)]


def test_each_variation_is_a_line_of_its_own() -> None:
    text = game("1. +0,1 (1. +0,7 +1,-1) (1. +-1,0 +9,9) +1,-1 (1... +8,8 2. +0,2) 2. +0,2 *")
    assert told(text) == [("M01", 0), ("M01", 1), ("M01", 1)]


def test_variations_begin_before_the_ply_that_they_replace_and_change_nothing_after_it() -> None:
    text = game("1. +0,1 (1. +0,-1 +1,1 (1... +2,0) 2. +0,-2) +1,-1 2. +0,2 *")
    assert told(text) == []


def test_a_variation_may_correct_an_illegal_move() -> None:
    assert told(game("1. +0,7 (1. +0,1 +9,9) *")) == [("M01", 0), ("M01", 1)]


def test_a_variation_after_the_first_fault_of_its_line_is_not_judged() -> None:
    assert told(game("1. +0,7 +9,9 (1... +8,8) *")) == [("M01", 0)]


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ("1. +0,1 xx 2. +0,9 1-0", "S01"),
        ("1. +0,1 ) +9,9 1-0", "S04"),
        ("1. +0,1 } +9,9 1-0", "S03"),
        ("1. +0,1 [x] +9,9 1-0", "S17"),
        ("1. +0,1 (1. +0,9 +8,8 1-0", "S05"),
        ("1. +0,1 {\x07} +9,9 1-0", "S15"),
        ("1. +0,1 1-0 +9,9", "S09"),
        ("1. +0,1 +1,-1", "S08"),
    ],
)
def test_after_a_syntax_fault_the_rest_of_the_line_is_not_judged(moves: str, code: str) -> None:
    assert codes(game(moves, '[Termination "promotion"]')) == [code]


def test_what_stands_before_a_syntax_fault_is_judged() -> None:
    assert told(game("1. +0,9 xx 1-0")) == [("M01", 0), ("S01", 1)]


def test_a_syntax_fault_in_a_variation_leaves_the_main_line_to_be_judged() -> None:
    assert told(game("1. +0,1 (xx +9,9) +1,-1 2. +9,9 *")) == [("S01", 0), ("M01", 2)]


@pytest.mark.parametrize("tag", ['[Variants "d8 strct"]', "[Variants d8]", "[Position x]", "[2 y]"])
def test_without_settings_or_start_nothing_is_judged(tag: str) -> None:
    (code,) = codes(game("1. +9,9 1-0", tag))
    assert code in ("V01", "S06")


def test_a_damaged_tag_that_decides_nothing_leaves_the_moves_to_be_judged() -> None:
    assert codes(game("1. +9,9 1-0", "[Event x]")) == ["S06", "M01"]
    assert codes(game("1. +9,9 1-0", '[Event "\\x"]')) == ["S07", "M01"]


def test_a_start_that_cannot_be_is_the_one_fault() -> None:
    assert codes(game("1. +9,9 1-0", '[Position "A1@0,0 A"]')) == ["T11"]


@pytest.mark.parametrize(
    ("word", "canonical"),
    [("+0,+1", "+0,1"), ("+\u22121,0", "+-1,0"), ("+00,01", "+0,1"), ("+-0,1", "+0,1")],
)
def test_another_spelling_is_read_with_a_note(word: str, canonical: str) -> None:
    (reading,) = check_records(game(f"1. {word} *").encode())
    (found,) = reading.diagnostics
    assert (found.code, found.severity, found.remedy) == ("W02", "note", f"Write {canonical}")
    assert reading.ok


@pytest.mark.parametrize(
    ("result", "reason", "code"),
    [
        ("1-0", None, None),
        ("1-0", "promotion", None),
        ("*", None, "R02"),
        ("0-1", None, "R02"),
        ("1/2-1/2", "repetition", "R02"),
        ("*", "aborted", "R02"),
        ("1-0", "resignation", "R03"),
        ("1-0", "agreement", "R04"),
    ],
)
def test_the_result_of_a_game_that_the_rules_ended(
    result: str, reason: str | None, code: str | None
) -> None:
    tags = [f'[Termination "{reason}"]'] if reason else []
    assert codes(game(f"1. 2,0,0+>1,0 {result}", *WON, *tags)) == ([code] if code else [])


@pytest.mark.parametrize(
    ("result", "reason", "code"),
    [
        ("*", None, None),
        ("*", "aborted", None),
        ("1-0", None, None),
        ("0-1", "resignation", None),
        ("1-0", "timeout", None),
        ("1/2-1/2", "agreement", None),
        ("1/2-1/2", None, None),
        ("1-0", "promotion", "R03"),
        ("0-1", "no_moves", "R03"),
        ("1/2-1/2", "repetition", "R03"),
        ("1/2-1/2", "resignation", "R04"),
        ("0-1", "repetition", "R04"),
        ("1/2-1/2", "promotion", "R04"),
        ("*", "timeout", "T12"),
        ("1/2-1/2", "aborted", "T12"),
    ],
)
def test_the_result_of_a_game_that_the_rules_leave_open(
    result: str, reason: str | None, code: str | None
) -> None:
    tags = [f'[Termination "{reason}"]'] if reason else []
    assert codes(game(f"1. +0,1 {result}", *tags)) == ([code] if code else [])


@pytest.mark.parametrize(
    ("result", "reason", "code"),
    [
        ("1/2-1/2", "aborted", "T12"),
        ("*", "resignation", "T12"),
        ("*", "promotion", "T12"),
        ("1-0", "aborted", "R04"),
        ("0-1", "aborted", "R04"),
        ("1/2-1/2", "resignation", "R04"),
    ],
)
@pytest.mark.parametrize("won", [True, False])
def test_result_and_termination_that_contradict_each_other_are_one_fault(
    result: str, reason: str, code: str, won: bool
) -> None:
    moves, tags = ("1. 2,0,0+>1,0", WON) if won else ("1. +0,1", ())
    assert codes(game(f"{moves} {result}", *tags, f'[Termination "{reason}"]')) == [code]


def test_a_draw_by_repetition_needs_a_position_for_the_third_time() -> None:
    drawn = '[Termination "repetition"]'
    assert codes(game(f"{REPEATED} 1/2-1/2", drawn)) == []
    once_less = REPEATED.rpartition(" ")[0]
    assert codes(game(f"{once_less} 1/2-1/2", drawn)) == ["R03"]
    assert codes(game(f"{REPEATED} 1/2-1/2", '[Variants "norep"]', drawn)) == ["R03"]


def test_what_is_played_in_a_variation_does_not_count_for_repetition() -> None:
    half = REPEATED.partition(" 3.")[0]
    aside = f"{half} 3. 1,0,0->1,1 (3. 1,0,0->1,1 1,1,0->0,1 4. 1,1,1->0,0 1,0,1->1,0)"
    assert codes(game(f"{aside} 1/2-1/2", '[Termination "repetition"]')) == ["R03"]


def test_play_may_go_on_after_a_position_came_a_third_time() -> None:
    assert codes(game(f"{REPEATED} 5. +0,1 *")) == []


def test_a_contradiction_of_result_and_reason_is_told_also_when_nothing_was_replayed() -> None:
    text = game("xx 1/2-1/2", '[Termination "resignation"]')
    assert sorted(codes(text)) == ["R04", "S01"]


@pytest.mark.parametrize(
    "again",
    [
        game("1. +0,1 {said} +1,-1 0-1", '[Event "elsewhere"]'),
        game("+0,+1 +1,-1 *", '[Variants "d6"]'),
        game("1. +0,1 (1. +-1,0) +1,-1 *", '[Position "A1@0,0 B1@1,0 A"]'),
    ],
)
def test_a_game_told_a_second_time_is_a_duplicate_however_it_is_told(again: str) -> None:
    first = game("1. +0,1 +1,-1 *")
    assert [code for code in codes(first + again) if code != "W02"] == ["D01"]


@pytest.mark.parametrize(
    "other",
    [
        game("1. +0,1 *"),
        game("1. +0,1 +1,-1 *", '[Variants "d8"]'),
        game("1. +0,1 +1,-1 *", '[Position "A1@0,0 B1@1,0 B1@2,0 A"]'),
    ],
)
def test_another_game_is_no_duplicate(other: str) -> None:
    assert "D01" not in codes(game("1. +0,1 +1,-1 *") + other)


def test_games_without_a_move_are_never_duplicates() -> None:
    assert codes(game("*") * 2) == []


def test_a_duplicate_names_the_file_and_record_that_told_it_first() -> None:
    checker = Checker()
    content = game("*") + game("1. +0,1 *")
    for reading in read_records(content.encode(), "one.tgn"):
        checker.check(reading)
    _, second = (checker.check(each) for each in read_records(content.encode(), "two.tgn"))
    (found,) = second.diagnostics
    assert found.message == "This is the game of record 2 in one.tgn once more."


def test_a_record_of_many_thousand_plies_is_replayed_in_the_time_of_its_length() -> None:
    cycle = ("1,0,0->1,1", "1,1,0->0,1", "1,1,1->0,0", "1,0,1->1,0")
    plies = tuple(Ply(cycle[n % 4]) for n in range(20_000))
    replayed = replay(Record("cubeo", plies=plies))
    assert replayed.faults == ()
    assert len(replayed.words) == 20_000
