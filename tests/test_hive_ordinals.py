"""Bugs whose copies a file numbers otherwise than by the order in which they come, or does not number."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import HivePosition, Line
from engine.hive import NONE, PASS, PIECES, HiveMove
from notation import canonical, check_records
from notation.errors import NotationError
from notation.hive import read_word, write_move
from notation.hive_settings import read_settings
from notation.reading import Reading
from notation.record import Record

WAYS = [("", "/", 1, -1), ("", "-", 1, 0), ("", "\\", 0, 1), ("/", "", -1, 1), ("-", "", -1, 0)]
WAYS += [("\\", "", 0, -1), ("", "", 0, 0)]
FOUR = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;"


def told(reading: Reading, text: str) -> list[tuple[str, str]]:
    """The codes of a reading of one line, each with the text that it marks."""
    return [
        (each.code, text[each.column - 1 : each.end_column - 1]) for each in reading.diagnostics
    ]


def read(moves: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The canonical moves of a GameString given by its moves, and what is told of it."""
    words = moves.split(";")
    turn = f"{'Black' if len(words) % 2 else 'White'}[{len(words) // 2 + 1}]"
    text = f"Base;InProgress;{turn};{moves}"
    (reading,) = check_records(text.encode())
    assert reading.record is not None
    record = canonical(reading.record) if reading.ok else reading.record
    return [ply.move for ply in record.plies], told(reading, text)


def test_copies_have_the_numbers_of_their_order_with_a_note_for_each() -> None:
    words, faults = read("wA2;bG3 wA2-;wQ -wA2;bQ bG3-;wA1 -wQ;bG1 bQ-;wA2 \\wA1")
    assert words[:6] == ["wA1", "bG1 wA1-", "wQ -wA1", "bQ bG1-", "wA2 -wQ", "bG2 bQ-"]
    assert faults[:4] == [
        ("W03", "wA2"),
        ("W03", "bG3 wA2-"),
        ("W03", "wA1 -wQ"),
        ("W03", "bG1 bQ-"),
    ]


def test_a_bug_that_came_without_its_number_has_it_all_the_same() -> None:
    words, faults = read(FOUR + "wA -wQ;bA bQ-;wA2 \\wQ")
    assert words[4:] == ["wA1 -wQ", "bA1 bQ-", "wA2 \\wQ"]
    assert faults == [("W02", "wA -wQ"), ("W02", "bA bQ-")]
    beetles = "wS1;bS1 wS1-;wB -wS1;bB bS1-;wB2 \\wS1;bB2 bS1/"
    assert read(beetles) == (
        ["wS1", "bS1 wS1-", "wB1 -wS1", "bB1 bS1-", "wB2 \\wS1", "bB2 \\bB1"],
        [("W02", "wB -wS1"), ("W02", "bB bS1-"), ("W02", "bB2 bS1/")],
    )


def test_a_reference_without_its_number_is_to_the_bug_that_is_there() -> None:
    words, faults = read(FOUR + "wA -wQ;bQ bS1/;wG1 -wA")
    assert words[4:] == ["wA1 -wQ", "bQ bS1/", "wG1 -wA1"]
    assert [code for code, _ in faults] == ["W02", "W02"]


def test_a_number_that_no_bug_on_the_table_has_is_not_another_bug_of_that_number() -> None:
    for moves in ("wA2;bS1 wA2-;wQ -wA1;bQ bS1-", "wA2;bS1 wA-;wQ -wA1;bQ bS1-"):
        _, faults = read(moves)
        assert [each for each in faults if each[0] != "W02"] == [("W03", "wA2"), ("S01", "wQ -wA1")]


def test_a_number_that_may_be_that_of_a_bug_without_one_is_asked_for() -> None:
    moves = FOUR + "wG2 -wQ;bA1 bQ-;wG \\wQ;bA2 bQ/;"
    for last in ("wG1 /wG2", "wG3 /wG2", "wA1 -wG1"):
        _, faults = read(moves + last)
        assert [each for each in faults if each[0] != "W02"] == [("W03", "wG2 -wQ"), ("S01", last)]


def test_after_a_fault_nothing_is_renumbered() -> None:
    after = ";bA2 bQ-;wB2 -wQ"
    assert read(f"{FOUR}wA1 -wX{after}")[1] == [("S01", "wA1 -wX")]
    assert read(f"{FOUR}wA1 -bQ{after}")[1] == [("M01", "wA1 -bQ")]
    assert read(f"{FOUR}wA1 -wG1{after}")[1] == [("S01", "wA1 -wG1")]


def test_a_wrong_number_on_a_move_that_is_illegal_is_one_fault() -> None:
    moves, faults = read(f"{FOUR}wA1 -wQ;bA1 bQ-;wA2 \\bA1")
    assert (moves[-1], faults) == ("wA2 \\bA1", [("M01", "wA2 \\bA1")])
    moves, faults = read(f"{FOUR}wA1 -wQ;bA1 bQ-;wA3 \\bA1")
    assert (moves[-1], faults) == ("wA3 \\bA1", [("M01", "wA3 \\bA1")])


def test_a_set_that_is_not_known_leaves_numbers_as_they_are() -> None:
    text = "Base+X;InProgress;White[2];wA2;bG3 wA2-"
    (reading,) = check_records(text.encode())
    assert told(reading, text) == [("V01", "Base+X")]


# Any game in any spelling


def names_of(piece: int, chance: Random) -> str:
    """The name of a piece with its number or without, in any case."""
    name = PIECES[piece].name
    name = chance.choice([name, name[:2], name[:2] + "1" if len(name) == 2 else name])
    return chance.choice([name, name, name.lower(), name.upper()])


def spelled(move: HiveMove, position: HivePosition, chance: Random) -> str:
    """One of the words that are read as the move, the number of a bug left out where it may be."""
    if move == PASS:
        return chance.choice(["pass", "PASS"])
    words = list(spellings(move, position, chance))
    return chance.choice([word for word in words if is_read_as(word, move, position)])


def spellings(move: HiveMove, position: HivePosition, chance: Random) -> Iterator[str]:
    yield write_move(move, position)
    for reference in range(len(PIECES)):
        cell = position.find(reference)
        for before, after, dq, dr in WAYS:
            if cell and (cell[0] + dq, cell[1] + dr) == (move.q, move.r):
                mover, other = names_of(move.piece, chance), names_of(reference, chance)
                yield f"{mover} {before}{other}{after}"
    if not position.stacks:
        yield names_of(move.piece, chance)


def is_read_as(word: str, move: HiveMove, position: HivePosition) -> bool:
    try:
        return read_word(word, position) == move
    except NotationError:
        return False


def random_game(
    chance: Random, write: Callable[[HiveMove, HivePosition, Random], str]
) -> tuple[list[str], list[str]]:
    """The canonical words of a game, and the same moves as they are written; ants come early."""
    line = Line(HivePosition.start(read_settings("norep tournament")))
    told: list[str] = []
    words: list[str] = []
    for _ in range(chance.randint(1, 40)):
        moves = line.legal_moves()
        if not moves:
            break
        many = [each for each in moves if each.piece != NONE and PIECES[each.piece].bug != "Q"]
        move = chance.choice(many or moves)
        told.append(write_move(move, line.position))
        words.append(write(move, line.position, chance))
        line = line.play(move)
    return told, words


def as_game_string(words: list[str]) -> str:
    return "Base;" + ";".join(words)


def as_pgn(words: list[str]) -> str:
    moves = (f"{number}. {word}\n" for number, word in enumerate(words, 1))
    return f'[GameType "Base"]\n\n{"".join(moves)}\nInProgress\n'


def as_text_record(words: list[str]) -> str:
    numbers = (f"{ply // 2 + 1}.{'..' * (ply % 2)}" for ply in range(len(words)))
    moves = " ".join(f"{number} {word}" for number, word in zip(numbers, words, strict=True))
    return f'[Game "Hive"]\n[Variants "norep tournament"]\n[Result "*"]\n\n{moves} *\n'


def without_error(text: str) -> Record:
    (reading,) = check_records(text.encode())
    errors = [each for each in reading.diagnostics if each.severity == "error"]
    assert errors == []
    assert reading.record is not None
    return canonical(reading.record)


@pytest.mark.parametrize("write", [as_game_string, as_pgn, as_text_record])
@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_any_spelling_of_a_game_is_read_as_that_game(
    write: Callable[[list[str]], str], seed: int
) -> None:
    canonical_words, words = random_game(Random(seed), spelled)
    record = without_error(write(words))
    assert [ply.move for ply in record.plies] == canonical_words


@pytest.mark.parametrize("write", [as_game_string, as_pgn])
@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_numbers_in_any_order_are_read_as_the_game_that_they_tell(
    write: Callable[[list[str]], str], seed: int
) -> None:
    chance = Random(seed)
    numbers = {f"{side}{bug}": list("123") for side in "wb" for bug in "AG"}
    numbers |= {f"{side}{bug}": list("12") for side in "wb" for bug in "BS"}
    for each in numbers.values():
        chance.shuffle(each)
    other = {
        f"{bug}{number}": f"{bug}{told}"
        for bug, order in numbers.items()
        for number, told in enumerate(order, 1)
    }

    def renamed(move: HiveMove, position: HivePosition, _: Random) -> str:
        word = write_move(move, position)
        for name in {PIECES[piece].name for piece in range(len(PIECES))} & other.keys():
            word = word.replace(name, f"<{name}>")
        for name, new in other.items():
            word = word.replace(f"<{name}>", new)
        return word

    canonical_words, words = random_game(chance, renamed)
    record = without_error(write(words))
    assert [ply.move for ply in record.plies] == canonical_words
