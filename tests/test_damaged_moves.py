"""Words in the place of a move: each is one fault and one ply, and nothing else is told because of it."""

import pytest

from notation import NotARecord, Ply, check_records, read_records, write_record
from notation.record import Record
from notation.tag_values import RESULTS

from .readings import check

OPENINGS = {
    "Cubeo": ["1. +0,1", "1... +1,-1", "2. +0,2", "2... +2,0", "3. +-1,0"],
    "Hive": ["1. wS1", "1... bS1 wS1-", "2. wQ -wS1", "2... bQ bS1-", "3. wA1 -wQ"],
    "Cubic Chess": ["1. e2e4", "1... e7e5", "2. d2d4", "2... d7d5", "3. a2a3"],
}
OTHERS = {"Cubeo": "+-1,0", "Hive": "wG1", "Cubic Chess": "b2b4"}
"""Another move to begin with."""


def game(title: str, plies: list[str], result: str = "*") -> str:
    return "\n".join([f'[Game "{title}"]', "", " ".join([*plies, result]), ""])


def told(text: str) -> list[tuple[str, int | None]]:
    return [(each.code, each.ply) for reading in check(text) for each in reading.diagnostics]


def record_of(text: str) -> Record:
    (reading,) = read_records(text.encode())
    assert reading.record is not None
    return reading.record


@pytest.mark.parametrize("title", OPENINGS)
def test_the_games_begin_soundly(title: str) -> None:
    assert told(game(title, OPENINGS[title])) == []


@pytest.mark.parametrize("title", OPENINGS)
@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("damage", ["{}x", "{}?!", "{}\u2019", "~{}", "x{}"])
def test_a_damaged_move_is_one_fault_at_its_ply_whatever_is_said_of_it(
    title: str, place: int, damage: str
) -> None:
    plies = list(OPENINGS[title])
    number, _, move = plies[place].partition(" ")
    remarks = f"$1 {{so}} ({number} {move} {{or}} $2) {{there}}"
    plies[place] = f"{number} {damage.format(move)} {remarks}"
    text = game(title, plies)
    assert told(text) == [("S01", place)]
    record = record_of(text)
    assert [ply.move for ply in record.plies] == [
        damage.format(each.partition(" ")[2]) if n == place else each.partition(" ")[2]
        for n, each in enumerate(OPENINGS[title])
    ]
    damaged = record.plies[place]
    assert (damaged.nags, damaged.comments) == ((1,), ("so", "there"))
    assert damaged.variations[0].plies == (Ply(move, nags=(2,), comments=("or",)),)


@pytest.mark.parametrize("title", OPENINGS)
def test_nothing_after_a_damaged_move_is_judged_but_what_stands_before_it_is(title: str) -> None:
    plies = list(OPENINGS[title])
    illegal = {"Cubeo": "+9,9", "Hive": "wS2 -wS1", "Cubic Chess": "a2a7"}[title]
    text = game(title, [plies[0] + "x", *plies[1:4], f"3. {illegal} (3. {illegal})"], "1-0")
    assert told(text) == [("S01", 0)]
    first = {"Cubeo": "+9,9", "Hive": "bS1", "Cubic Chess": "a2a7"}[title]
    text = game(title, [f"1. {first}", plies[1] + "x", *plies[2:]])
    assert told(text) == [("M01", 0), ("S01", 1)]


@pytest.mark.parametrize("title", OPENINGS)
def test_a_damaged_move_of_a_variation_spoils_that_variation_alone(title: str) -> None:
    plies = list(OPENINGS[title])
    plies[0] += f" (1. {OTHERS[title]}x 1... nonsense)"
    assert [code for code, _ in told(game(title, plies))] in (["S01"], ["S01", "S01"])
    plies[0] = f"{OPENINGS[title][0]} (1. {OTHERS[title]}x $1 (1. {OTHERS[title]}))"
    assert told(game(title, plies)) == [("S01", 0)]


@pytest.mark.parametrize("title", OPENINGS)
def test_records_of_which_one_was_not_read_whole_are_no_duplicates(title: str) -> None:
    sound, plies = game(title, OPENINGS[title]), list(OPENINGS[title])
    plies[1] += "x"
    damaged = game(title, plies)
    assert told(damaged + damaged) == [("S01", 1)] * 2
    assert told(damaged + sound) == [("S01", 1)]
    assert [code for code, _ in told(sound + sound)] == ["D01"]


@pytest.mark.parametrize("title", OPENINGS)
def test_a_record_with_a_damaged_move_is_never_ok(title: str) -> None:
    text = game(title, [OPENINGS[title][0] + "x"])
    (reading,) = check_records(text.encode())
    assert not reading.ok


@pytest.mark.parametrize(
    ("torn", "meant"),
    [
        ("1. +0, -1", "+0,-1"),
        ("1. + 0,-1", "+0,-1"),
        ("1. +0,-1 1 +1,-1", "1..."),
        ("1. +0,1 1... +1,-1 2. 1 ,0,0->1,1", "1,0,0->1,1"),
        ("1. +0,1 1... +1,-1 2. 1 , 0 ,0 ->1,1", "1,0,0->1,1"),
        ("1 . +0,-1", "1."),
        ("1. +0,-1 $ 1", "$1"),
        ("1. .. +0,-1", "1."),
        ("1.. +0,-1", "1."),
        ("1. +0,1 1. .. +1,-1", "1..."),
        ("1. +0,-1 1", "1..."),
        ("1. +0,- 1", "+0,-1"),
        ("1. +0,1 3", "+0,13"),
        ("1. +0,1 1- 0", "1-0"),
        ("1. +0,1 1/2 -1/2", "1/2-1/2"),
    ],
)
def test_what_blanks_have_torn_is_one_fault_and_its_remedy_the_whole(torn: str, meant: str) -> None:
    (reading,) = check(game("Cubeo", [torn], "" if meant in RESULTS else "*"))
    (found,) = reading.diagnostics
    assert (found.code, found.remedy) == ("S01", f"Did you mean {meant}?")


@pytest.mark.parametrize(
    ("result", "meant"),
    [
        ("1-O", "1-0"),
        ("l-0", "1-0"),
        ("-0", "1-0"),
        ("1-00", "1-0"),
        ("\u00bd-\u00bd", "1/2-1/2"),
        ("**", "*"),
        ("#", "*"),
        ("0-0", "1-0 or 0-1"),
    ],
)
@pytest.mark.parametrize("title", OPENINGS)
def test_a_damaged_result_is_one_fault_and_its_remedy_a_result(
    title: str, result: str, meant: str
) -> None:
    (reading,) = check(game(title, OPENINGS[title], result))
    (found,) = reading.diagnostics
    assert (found.code, found.ply, found.remedy) == ("S01", 5, f"Did you mean {meant}?")


def test_a_piece_of_hive_without_its_digit_is_one_damaged_move() -> None:
    plies = ["1. wS 1", *OPENINGS["Hive"][1:]]
    assert told(game("Hive", plies)) == [("S01", 0)]
    assert record_of(game("Hive", plies)).plies[0].move == "wS 1"


@pytest.mark.parametrize(
    ("word", "ply"),
    [("1... 2.2,0->1,1", 1), ("2.2,0->1,1", 1), ("1... +1,-1$", 1), ("1... +1,-1$x", 1)],
)
def test_a_word_that_begins_like_another_is_one_damaged_move(word: str, ply: int) -> None:
    text = game("Cubeo", ["1. +0,1", f"{word} $1 (1... +1,-1)", "2. +0,2"])
    assert told(text) == [("S01", ply)]


def test_a_torn_result_of_hive_is_one_fault_too() -> None:
    assert told(game("Hive", OPENINGS["Hive"], "1- 0")) == [("S01", 5)]


@pytest.mark.parametrize("word", ["0-0", "O-O", "0-0-0", "O-O-O"])
def test_castling_is_not_taken_for_a_result(word: str) -> None:
    (reading,) = check(game("Cubic Chess", ["1. e2e4", f"1... {word}"]))
    (found,) = reading.diagnostics
    assert (found.code, found.ply) == ("S01", 1)
    assert found.remedy is not None
    assert found.remedy.startswith("A move looks like this")


def test_marks_that_are_no_moves_are_no_plies() -> None:
    text = game("Cubeo", ["1. +0,-1 !? $x (1. +-1,0) 1... +1,-1"])
    assert [code for code, _ in told(text)] == ["S01", "S01"]
    assert [ply.move for ply in record_of(text).plies] == ["+0,-1", "+1,-1"]


@pytest.mark.parametrize("word", ["??", "$x", "--"])
def test_whatever_stands_between_a_number_and_the_next_is_its_move(word: str) -> None:
    text = game("Cubeo", ["1. +0,1", f"1... {word} $1 (1... +1,-1)", "2. +0,2"])
    assert told(text) == [("S01", 1)]
    assert len(record_of(text).plies) == 3


@pytest.mark.parametrize("title", OPENINGS)
def test_a_damaged_number_is_one_fault_and_its_move_is_read(title: str) -> None:
    plies = list(OPENINGS[title])
    for damaged in ("2", "2,", "x2.", ".", "2:."):
        plies[2] = OPENINGS[title][2].replace("2.", damaged, 1)
        text = game(title, plies)
        (found,) = check(text)[0].diagnostics
        assert (found.code, found.ply, found.remedy) == ("S01", 2, "Did you mean 2.?")
        assert len(record_of(text).plies) == 5


def test_what_was_read_of_a_damaged_record_is_not_written() -> None:
    record = record_of(game("Cubeo", ["1. +0, -1 $1", "1... +1,-1x"]))
    with pytest.raises(NotARecord):
        write_record(record)


@pytest.mark.parametrize("word", ["*x", "[x]", "$1x", "1.x", "\x0b", "1.\x0b.."])
@pytest.mark.parametrize("tag", ['[Game "Chess"]', "[Game Hive]", '[Event "x"]'])
def test_damage_in_a_game_that_is_not_known_is_read_as_far_as_it_goes(tag: str, word: str) -> None:
    for moves in (f"1. e4 {word} e5 *", f"{word} e4 *", f"1. {word} (e4 {word}) *", f"e4{word} *"):
        (reading,) = check_records(f"{tag}\n\n{moves}\n".encode())
        assert reading.diagnostics[0].code in ("T01", "T02", "S06")
        assert all(each.code[0] in "STF" for each in reading.diagnostics)
