"""The numbers of plies: one cause of wrong numbers is told once, and the count is by the moves."""

import re

import pytest

from notation import check_records, read_records
from notation.diagnostics import Diagnostic

from .test_damaged_moves import OPENINGS, game

LINE = "1. a 1... b 2. c 2... d 3. e 3... f 4. g 4... h 5. i 5... j"
MOVES = {
    "Cubeo": ["+0,1", "+1,-1", "+0,2", "+2,0", "+-1,0", "+2,-1", "+-1,1", "+3,0", "+-1,2", "+3,-1"],
    "Cubic Chess": [
        *("a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6"),
    ],
    "Hive": [
        *("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA2 -wA1", "bA2 bA1-"),
        *("wA3 -wA2", "bA3 bA2-"),
    ],
}


def found(text: str) -> list[Diagnostic]:
    return [each for reading in check_records(text.encode()) for each in reading.diagnostics]


def numbers(text: str) -> list[tuple[str, str | None]]:
    """What is told of the numbers when a record is read, each with its remedy."""
    (reading,) = read_records(text.encode())
    return [
        (each.excerpt[each.column - 1 : each.end_column - 1], each.remedy)
        for each in reading.diagnostics
        if each.code == "N01"
    ]


def told(line: str, title: str = "Cubeo") -> str:
    """A record whose line has its moves in the place of letters."""
    words = [
        MOVES[title][ord(word) - ord("a")] if re.fullmatch("[a-j]", word) else word
        for word in line.split()
    ]
    return game(title, [" ".join(words)])


@pytest.mark.parametrize("title", MOVES)
def test_the_line_is_sound(title: str) -> None:
    assert found(told(LINE, title)) == []


@pytest.mark.parametrize("title", MOVES)
def test_a_wrong_number_by_itself_is_told_and_those_after_it_are_right(title: str) -> None:
    assert numbers(told(LINE.replace("3. e", "7. e"), title)) == [("7.", "Write 3.")]
    assert numbers(told(LINE.replace("3. e 3...", "7. e 7..."), title)) == [("7.", "Write 3.")]
    assert numbers(told(LINE.replace("3. e", "7. e").replace("4... h", "9. h"), title)) == [
        ("7.", "Write 3."),
        ("9.", "Write 4..."),
    ]


@pytest.mark.parametrize("title", MOVES)
@pytest.mark.parametrize("place", range(9))
def test_one_ply_that_is_missing_makes_one_wrong_number(title: str, place: int) -> None:
    plies = [" ".join(pair) for pair in zip(LINE.split()[::2], LINE.split()[1::2], strict=True)]
    number = plies[place + 1].split()[0]
    due = plies[place].split()[0]
    del plies[place]
    assert numbers(told(" ".join(plies), title)) == [(number, f"Write {due}")]


@pytest.mark.parametrize("title", MOVES)
@pytest.mark.parametrize("place", range(9))
def test_one_ply_too_many_makes_one_wrong_number(title: str, place: int) -> None:
    plies = [" ".join(pair) for pair in zip(LINE.split()[::2], LINE.split()[1::2], strict=True)]
    plies.insert(place, plies[place])
    assert [number for number, _ in numbers(told(" ".join(plies), title))] == [
        plies[place].split()[0]
    ]


def test_a_second_ply_that_is_missing_is_a_second_fault() -> None:
    line = LINE.replace("1... b ", "").replace("3. e ", "")
    assert numbers(told(line)) == [("2.", "Write 1..."), ("3...", "Write 2...")]


def test_a_wrong_number_after_a_missing_ply_is_one_more_fault_and_those_after_it_are_none() -> None:
    line = LINE.replace("1... b ", "").replace("4. g", "9. g")
    assert numbers(told(line)) == [("2.", "Write 1..."), ("9.", "Write 3...")]


def test_where_numbers_and_moves_agree_again_nothing_is_told() -> None:
    line = "1. a 2. b 2... c 2... d 3. e 3... f"
    assert numbers(told(line)) == [("2.", "Write 1...")]


def test_a_variation_goes_by_the_numbers_of_the_line_that_it_leaves() -> None:
    line = "1. a 2. b ( 2. b 2... c ) 2... c 3. d ( 3. d ( 2... d ) )"
    assert numbers(told(line)) == [("2.", "Write 1...")]
    assert numbers(told("1. a 1... b ( 4. b 4... c 7. d ) 2. c")) == [
        ("4.", "Write 1..."),
        ("7.", "Write 2..."),
    ]


def test_numbers_after_a_damaged_move_are_believed_once() -> None:
    assert numbers(told("1. a xx 3. b 3... c 7. d 4... e")) == [("7.", "Write 4.")]
    assert numbers(told("1. a xx ( 2... b 3. c ) 3. b 3... c")) == []
    assert numbers(told("1. a xx 3. b ( 3. c ) 3... c")) == []


def test_a_number_without_a_move_is_one_fault_and_moves_no_count() -> None:
    for line in ("1. a 4. 1... b 2. c", "1. a { so } 4. 1... b 2. c", "1. a ( 1. e 9. ) 1... b"):
        assert [each.code for each in found(told(line))] == ["N02"]
    assert [each.code for each in found(told("1. a 1... b {so} 4. 2. c 2... d 9."))] == ["N02"] * 2


def plies_of(line: str) -> list[str]:
    """The plies of a line, each with its number."""
    words = line.split()
    return [" ".join(pair) for pair in zip(words[::2], words[1::2], strict=True)]


@pytest.mark.parametrize("title", MOVES)
@pytest.mark.parametrize("place", range(9))
@pytest.mark.parametrize("change", ["missing", "twice", "without its move"])
def test_a_move_that_is_illegal_since_a_ply_is_missing_is_one_fault_that_says_so(
    title: str, place: int, change: str
) -> None:
    plies = plies_of(LINE)
    number = plies[place].split()[0]
    if change == "missing":
        number = plies[place + 1].split()[0]
        del plies[place]
    elif change == "twice":
        plies.insert(place, plies[place])
    else:
        plies[place] = number
    (fault,) = found(told(" ".join(plies), title))
    if fault.severity == "error":
        assert fault.ply is not None
        assert fault.ply >= place
        assert fault.remedy is not None
        assert f"The number {number} " in fault.remedy
        assert "look there first" in fault.remedy.lower()
    else:
        assert fault.code in ("N01", "N02")


def test_a_wrong_number_by_itself_has_nothing_to_do_with_an_illegal_move_after_it() -> None:
    line = LINE.replace("3. e", "7. e").replace("4... h", "4... +9,9")
    assert [each.code for each in found(told(line))] == ["N01", "M01"]
    line = LINE.replace("1... b ", "").replace("1. a", "1. +9,9")
    assert [each.code for each in found(told(line))] == ["M01", "N01"]


def test_what_a_variation_lacks_is_told_in_the_variation() -> None:
    line = "1. a 1... b ( 1... b 2... d 3. e 3... +9,9 ) 2. c 2... d 3. +9,9"
    assert [(each.code, each.ply) for each in found(told(line))] == [("M01", 2), ("M01", 4)]


@pytest.mark.parametrize(
    "position", ["A1@0,0 B1@1,0 X", "A1@0,0 A1@0,0 B1@1,0 B", "A1@0,0 B1@5,5 B", ""]
)
@pytest.mark.parametrize("moves", ["1... a 2. b 2... c", "1. a 1... b 2. c", "a b 2. c 2... d"])
def test_where_the_start_is_not_known_the_first_number_says_who_begins(
    position: str, moves: str
) -> None:
    for tag, code in ((f'[Position "{position}"]', "T11"), (f'[Position "{position}]', "S06")):
        text = told(moves).replace('"Cubeo"]', f'"Cubeo"]\n{tag}')
        assert [each.code for each in found(text)] == [code]


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ('[Game "Hivve"]', "T02"),
        ('[Gme "Hive"]', "T01"),
        ("[Game Hive]", "S06"),
        ('[Game "Hive"', "S06"),
        ('[Event "Hive"]', "T01"),
    ],
)
def test_without_a_known_game_nobody_knows_what_a_number_counts(tag: str, code: str) -> None:
    sound = game("Hive", [*OPENINGS["Hive"], "4. 9. wA2 -wA1"])
    (reading,) = check_records(sound.replace('[Game "Hive"]', tag).encode())
    assert [each.code for each in reading.diagnostics] == [code]
