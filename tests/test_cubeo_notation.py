"""Cubeo's moves and positions in text: read leniently, written in one form, faults with their column."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark

import engine
from engine import CubeoMove, CubeoPosition, CubeoSettings
from notation.cubeo import GRAMMAR
from notation.errors import NotAMove, NotAPosition
from notation.moves import (
    legal_words,
    near_moves,
    read_move,
    read_position,
    read_word,
    write_move,
    write_position,
)
from notation.settings import read_settings

START = engine.start("cubeo")
DATA = Path(__file__).parent / "data" / "cubeo"

numbers = st.integers(-(10**12), 10**12) | st.integers(-3, 3)
moves = (
    st.builds(CubeoMove.place, numbers, numbers)
    | st.builds(CubeoMove.walk, st.integers(1, 30), numbers, numbers, numbers, numbers)
    | st.builds(CubeoMove.merge, st.integers(1, 30), numbers, numbers, numbers, numbers)
)


def positions() -> Iterator[CubeoPosition]:
    """Positions of the small games in tests/data, each third ply."""
    for name in ("square.jsonl", "hex.jsonl"):
        for line in (DATA / name).read_text().splitlines():
            game = json.loads(line)
            position = engine.start("cubeo", read_settings("cubeo", game["variants"]))
            for ply, each in enumerate(game["plies"]):
                position = position.apply(read_word(each["move"], position))
                if ply % 3 == 0:
                    yield position
            yield position


@given(moves)
def test_a_move_is_read_back_from_its_word(move: CubeoMove) -> None:
    word = write_move(move, START)
    assert read_move(word, START) == read_word(word, START) == move


def test_each_legal_move_of_many_positions_is_read_back_from_its_word() -> None:
    for position in positions():
        for move in position.legal_moves():
            assert read_word(write_move(move, position), position) == move


LENIENT = {
    " +-1,0 ": "+-1,0",
    "+ -1 , 0": "+-1,0",
    "+\t-1,\u00a00": "+-1,0",
    "+\u22121,0": "+-1,0",
    "++1,+0": "+1,0",
    "+ +1,-0": "+1,0",
    "+-01,007": "+-1,7",
    "+1,\u22120": "+1,0",
    "1 , 0,0 -> 1 ,1": "1,0,0->1,1",
    "1,0,0\u2212>1,\u22121": "1,0,0->1,-1",
    "+1,0,0->+1,1": "1,0,0->1,1",
    "001,0,0->01,-01": "1,0,0->1,-1",
    " 2 , -1 , +0 +> 0 , -0 ": "2,-1,0+>0,0",
    "1,0,0+>1,0": "1,0,0+>1,0",
    "+1000000,-1000000": "+1000000,-1000000",
}


@pytest.mark.parametrize(("text", "word"), LENIENT.items())
def test_a_move_given_alone_is_read_leniently(text: str, word: str) -> None:
    assert write_move(read_move(text, START), START) == word


@pytest.mark.parametrize("text", [text for text in LENIENT if text.split() == [text]])
def test_in_a_record_all_but_blanks_is_read_leniently_too(text: str) -> None:
    assert read_word(text, START) == read_move(text, START)


@pytest.mark.parametrize(("text", "column"), [("+ -1,0", 2), ("+1,0 ", 5), ("1,0,0->\t1,1", 8)])
def test_in_a_record_a_move_has_no_blanks(text: str, column: int) -> None:
    with pytest.raises(NotAMove, match="a move in a record has no blanks") as fault:
        read_word(text, START)
    assert fault.value.column == column


FAULTS = {
    "": (1, "there should be `+` or a number, but the text ends"),
    "foo": (1, "there should be `+` or a number, not 'foo'"),
    "  foo": (3, "at column 3"),
    "+": (2, "a number, but the text ends"),
    "+1": (3, "`,`, but the text ends"),
    "+1 0,0": (4, "there should be `,`, not '0,0'"),
    "+1,0 0": (6, "there should be `,` or the end, not '0'"),
    "+- 1,0": (2, "there should be a number, not '- 1,0'"),
    "+1,0x": (5, "not 'x'"),
    "+1,0,0": (7, "`+>` or `->`, but the text ends"),
    "+ 1,0,0": (6, "there should be the end, not ',0'"),
    "1,0,0": (6, "`+>` or `->`, but the text ends"),
    "1,0,0-1,1": (6, "`+>` or `->`, not '-1,1'"),
    "1,0,0- >1,1": (6, "`+>` or `->`, not '- >1,1'"),
    "1,0,0>1,1": (6, "`+>` or `->`, not '>1,1'"),
    "1,0,0->1": (9, "`,`, but the text ends"),
    "1,0,0->1,1,1": (11, "there should be the end, not ',1'"),
    "+1.5,0": (3, "`,`, not '.5,0'"),
    "+\u0661,0": (2, "a number"),
    "+--1,0": (2, "a number"),
    "-1,0": (5, "there should be `,`, but the text ends"),
    "+1;0": (3, "`,`, not ';0'"),
}


@pytest.mark.parametrize(("text", "told"), FAULTS.items())
def test_a_fault_has_its_column_and_what_should_stand_there(
    text: str, told: tuple[int, str]
) -> None:
    column, sentence = told
    with pytest.raises(NotAMove) as fault:
        read_move(text, START)
    assert fault.value.column == column
    assert sentence in str(fault.value)
    assert fault.value.word == text


def test_no_message_shows_the_name_of_a_terminal() -> None:
    for text in FAULTS:
        with pytest.raises(NotAMove) as fault:
            read_move(text, START)
        assert not any(
            name in str(fault.value) for name in ("NUMBER", "PLUS", "COMMA", "$END", "_")
        )


@pytest.mark.parametrize(
    "word", ["x" * 100_000, "+" + "9" * 10_000 + ",0", "1,0,0->1," + " " * 100_000 + "1"]
)
def test_an_endless_move_is_refused_at_once_and_shortly(word: str) -> None:
    begun = time.perf_counter()
    for read in (read_move, read_word):
        with pytest.raises(NotAMove, match=r"at most 1000 characters|has no blanks") as fault:
            read(word, START)
        assert len(str(fault.value)) < 200
    assert time.perf_counter() - begun < 0.1


def test_a_wrong_rank_is_read_and_is_the_rules_business() -> None:
    move = read_move("3,0,0->1,1", START)
    assert str(START.why_illegal(move)) == "The die on 0,0 has rank 1, not 3."


def test_near_moves_are_suggested_the_nearest_first() -> None:
    assert near_moves("1,0,0->1,2", START)[0] == "1,0,0->1,1"
    assert near_moves("\u22121, 0", START)[0] == "+-1,0"
    assert near_moves("resign", START) == ()
    assert near_moves("x" * 100_000, START) == ()


def test_legal_words_are_sorted_by_code_point() -> None:
    assert legal_words(START) == ["+-1,0", "+0,-1", "+0,1", "1,0,0->1,-1", "1,0,0->1,1"]


def test_a_position_is_read_back_from_its_text() -> None:
    for position in positions():
        text = write_position(position)
        again = read_position("cubeo", text, position.settings)
        assert write_position(again) == text
        assert (again.dice, again.to_move) == (position.dice, position.to_move)


def test_the_start_has_its_text() -> None:
    assert write_position(START) == "A1@0,0 B1@1,0 A"


@pytest.mark.parametrize(
    "text",
    ["B1@1,-1 A2@0,0 A1@1,0 B", "A02@+0,-0  A1@1,00 B1@1,\u22121 B", " A1@1,0 A2@0,0 B1@1,-1 B\n"],
)
def test_a_position_is_written_by_y_then_x(text: str) -> None:
    position = read_position("cubeo", text, CubeoSettings())
    assert write_position(position) == "B1@1,-1 A2@0,0 A1@1,0 B"


def test_a_formation_may_be_as_far_away_as_it_likes() -> None:
    text = f"A1@{10**30},-5 B1@{10**30 + 1},-5 A"
    assert write_position(read_position("cubeo", text, CubeoSettings())) == text


POSITION_FAULTS = {
    "": (1, "`A` or `B`, but the text ends"),
    "A1@0,0 B1@1,0": (14, "a blank, but the text ends"),
    "A1@0,0B1@1,0 A": (7, "a blank, not 'B1@1,0 A'"),
    "A1@0,0 B1@1,0 C": (15, "`A` or `B`, not 'C'"),
    "A@0,0 B1@1,0 A": (2, "a rank, not"),
    "A1 @0,0 B1@1,0 A": (3, "`@`, not"),
    "A1@0, 0 B1@1,0 A": (6, "a number, not"),
    "A1@0,0 B1@1,0 A B": (16, "there should be a rank or the end, not ' B'"),
    "A1@0,0 a1@1,0 A": (8, "`A` or `B`, not 'a1@1,0 A'"),
    "A" + "1" * 100 + "@0,0 B1@1,0 A": (2, "at most 99 digits"),
    "A1@0,0 " * 4_000 + "A": (20_001, "at most 20000 characters"),
}


@pytest.mark.parametrize(("text", "told"), POSITION_FAULTS.items())
def test_a_fault_of_a_position_has_its_column(text: str, told: tuple[int, str]) -> None:
    column, sentence = told
    with pytest.raises(NotAPosition) as fault:
        read_position("cubeo", text, CubeoSettings())
    assert fault.value.column == column
    assert sentence in str(fault.value)


REFUSED = {
    "A1@0,0 B1@0,0 A": "cell_twice",
    "A1@0,0 B1@2,0 A": "two_parts",
    "A1@0,0 B1@1,1 A": "two_parts",
    "A1@0,0 A1@1,0 A": "no_dice",
    " ".join(f"A1@{x},0" for x in range(7)) + " B1@7,0 A": "too_many_dice",
    "A0@0,0 B1@1,0 A": "bad_rank",
    "A7@0,0 B8@1,0 A": "two_winners",
    "A7@0,0 B1@1,0 A": "winner_to_move",
}


@pytest.mark.parametrize(("text", "code"), REFUSED.items())
def test_a_position_against_the_rules_names_the_rule(text: str, code: str) -> None:
    with pytest.raises(engine.BadPosition) as refusal:
        read_position("cubeo", text, CubeoSettings())
    assert refusal.value.reason.code == code


@given(from_lark(GRAMMAR.build(), start="move"))
def test_whatever_the_grammar_reads_as_a_move_has_one_word(text: str) -> None:
    move = read_move(text, START)
    assert read_word(write_move(move, START), START) == move


@given(from_lark(GRAMMAR.build(), start="position"))
def test_whatever_the_grammar_reads_as_a_position_is_one_or_breaks_a_rule(text: str) -> None:
    try:
        position = read_position("cubeo", text, CubeoSettings())
    except engine.BadPosition as refusal:
        event(refusal.reason.code)
    else:
        again = read_position("cubeo", write_position(position), CubeoSettings())
        assert again.dice == position.dice


@given(st.text(st.sampled_from("+-\u22120123456789,> \tABx@"), max_size=30))
def test_any_text_is_a_move_or_a_fault_with_a_column(text: str) -> None:
    try:
        column, move = 1, read_move(text, START)
    except NotAMove as fault:
        column, move = fault.column, CubeoMove.place(0, 0)
    assert 1 <= column <= len(text) + 1
    assert read_move(write_move(move, START), START) == move


@given(moves, st.sampled_from(["", "0", "00"]))
def test_plain_words_mean_to_the_grammar_what_they_mean_without_it(
    move: CubeoMove, zeros: str
) -> None:
    word = write_move(move, START).replace(",", f",{zeros}").replace(f",{zeros}-", f",-{zeros}")
    assert GRAMMAR.read(word, "move") == read_word(word, START) == move


def test_the_terminals_of_the_grammar_do_not_collide() -> None:
    assert GRAMMAR.build(strict=True).parse("+1,2", start="move") == CubeoMove.place(1, 2)


def test_every_move_that_is_legal_far_out_is_read_back() -> None:
    far = 10**99 - 1
    position = read_position("cubeo", f"A1@-{far - 1},{far} B1@-{far - 2},{far} A", CubeoSettings())
    moves = position.legal_moves()
    assert moves
    for move in moves:
        assert read_move(write_move(move, position), position) == move
