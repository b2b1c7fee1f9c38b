"""The text record: written canonically, read leniently, nothing lost between."""

import re
import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import NotARecord, dump_record, load_record, read_records, write_record
from notation.damage import MOST_DAMAGES
from notation.reader import parse_record, record_grammar
from notation.reading import Reading
from notation.record import NESTING, Player, Ply, Record, Result, TimeControl, Variation

from .records import records

CANONICAL = """\
[Game "Cubeo"]
[Variants "d8 strict"]
[Event "Spring \\"Open\\""]
[Date "2025-01-??"]
[Round "2"]
[Player1 "red"]
[Player2 "blue"]
[Player1Rating "1650"]
[Player2Bot "yes"]
[Started "2025-01-31T18:00:00Z"]
[Result "1-0"]
[Termination "resignation"]
[TimeControl "capped 48/24/96 claim"]
[Annotator "C:\\\\games"]

{from the start} 1. +-1,0 {[%at 2025-01-31T19:00:00Z] [%clk 2:00:00:05]} {a \\{brace\\}} 1... +2,0
2. +0,-1 $1 $14 {good} ({or else} 2. +0,1 +1,-1 (2... +2,1)) ({last} 2. +-2,0) 2... +1,-1 1-0

"""


def read_one(text: str | bytes) -> Reading:
    content = text.encode() if isinstance(text, str) else text
    (reading,) = read_records(content)
    return reading


def read(text: str | bytes) -> Record:
    reading = read_one(text)
    assert reading.record is not None
    return reading.record


def codes(text: str | bytes) -> list[str]:
    return [each.code for each in read_one(text).diagnostics]


def game(moves: str, *tags: str) -> str:
    return "\n".join(['[Game "Cubeo"]', *tags, "", moves, ""])


@given(records)
def test_what_is_written_is_read_back_equal_and_without_a_fault(record: Record) -> None:
    reading = read_one(write_record(record))
    assert reading.diagnostics == () or {each.code for each in reading.diagnostics} == {"T12"}
    assert reading.record is not None
    assert replace(reading.record, tags=()) == replace(record, tags=())
    assert sorted(reading.record.tags) == sorted(record.tags)


@given(records)
def test_canonical_text_stays_as_it_is_through_json_and_through_a_second_writing(
    record: Record,
) -> None:
    text = write_record(record)
    again = read(text)
    assert write_record(again) == text
    assert write_record(load_record(dump_record(again))) == text


@given(records)
def test_lines_of_moves_are_filled_to_a_hundred_columns(record: Record) -> None:
    _, moves = write_record(record).split("\n\n", 1)
    lines = moves.rstrip("\n").split("\n")
    for line, following in pairwise(lines):
        first = re.split(r"(?<!\.) ", following, maxsplit=1)[0]
        assert len(line) <= 100 or "[" in line
        assert len(line) + 1 + len(first) > 100 or "[" in following


@given(records, st.sampled_from(["\r\n", "\r", "\n"]), st.booleans())
def test_any_line_end_and_a_byte_order_mark_read_the_same(
    record: Record, end: str, mark: bool
) -> None:
    text = write_record(record)
    content = text.replace("\n", end).encode("utf-8-sig" if mark else "utf-8")
    assert read(content) == read(text)


@given(st.lists(records, max_size=4))
@settings(max_examples=30)
def test_many_records_in_one_file_are_the_same_as_one_by_one(several: list[Record]) -> None:
    texts = [write_record(record) for record in several]
    together = [reading.record for reading in read_records("".join(texts).encode())]
    assert together == [read(text) for text in texts]


def test_a_canonical_record_with_everything_in_it() -> None:
    record = read(CANONICAL)
    assert read_one(CANONICAL).diagnostics == ()
    assert write_record(record) == CANONICAL
    assert record.variants == ("d8", "strict")
    assert record.players == (Player("red", None, 1650), Player("blue", bot=True))
    assert record.tags == (
        ("Event", 'Spring "Open"'),
        ("Date", "2025-01-??"),
        ("Round", "2"),
        ("Annotator", "C:\\games"),
    )
    assert record.outcome == Result(1, "resignation")
    assert record.time_control == TimeControl("capped", 48, 24, 96, "claim")
    assert record.comments == ("from the start",)
    first, second, third, fourth = record.plies
    assert first == Ply("+-1,0", "2025-01-31T19:00:00Z", 2 * 86400 + 5, comments=("a {brace}",))
    assert (second, fourth) == (Ply("+2,0"), Ply("+1,-1"))
    assert (third.nags, third.comments) == ((1, 14), ("good",))
    assert third.variations == (
        Variation(
            ("or else",), (Ply("+0,1"), Ply("+1,-1", variations=(Variation((), (Ply("+2,1"),)),)))
        ),
        Variation(("last",), (Ply("+-2,0"),)),
    )


def test_an_empty_file_has_no_record_and_an_empty_game_is_one() -> None:
    assert list(read_records(b"")) == []
    assert list(read_records(b"\n \r\n\t\n")) == []
    assert read(game("*")).plies == ()


def test_tags_are_written_in_their_order_and_others_as_they_came() -> None:
    text = game("*", '[Zeta "1"]', '[Player2 "blue"]', '[Alpha "2"]', '[Round "3"]')
    names = re.findall(r"^\[(\w+)", write_record(read(text)), re.MULTILINE)
    assert names == ["Game", "Round", "Player1", "Player2", "Result", "Zeta", "Alpha"]


def test_settings_are_kept_in_their_canonical_words() -> None:
    text = game("*", '[Variants "STRICT pieces=8"]')
    assert read(text).variants == ("d8", "strict")
    assert '[Variants "d8 strict"]' in write_record(read(text))


def test_players_that_nobody_named_are_question_marks() -> None:
    assert read(game("*")).players == (Player("?"), Player("?"))
    assert '[Player1 "?"]\n[Player2 "?"]' in write_record(read(game("*")))


@pytest.mark.parametrize(
    ("word", "reason", "outcome"),
    [
        ("*", None, None),
        ("*", "aborted", Result(None, "aborted")),
        ("1-0", None, Result(1)),
        ("0-1", "timeout", Result(2, "timeout")),
        ("1/2-1/2", "agreement", Result(None, "agreement")),
        ("1/2-1/2", None, Result(None)),
    ],
)
def test_result_and_termination_make_the_outcome(
    word: str, reason: str | None, outcome: Result | None
) -> None:
    tags = [f'[Termination "{reason}"]'] if reason else []
    record = read(game(word, f'[Result "{word}"]', *tags))
    assert record.outcome == outcome
    assert f'[Result "{word}"]' in write_record(record)


@pytest.mark.parametrize(
    "told",
    ["capped 48/24/96", "fixed 72", "total 720", "capped 0/0/0 claim", "fixed 1 claim"],
)
def test_a_time_control_is_written_as_it_was_read(told: str) -> None:
    text = game("*", f'[TimeControl "{told}"]')
    assert f'[TimeControl "{told}"]' in write_record(read(text))


def test_no_time_control_is_a_dash_or_no_tag() -> None:
    assert read(game("*", '[TimeControl "-"]')).time_control is None
    assert read_one(game("*", '[TimeControl "-"]')).diagnostics == ()


def test_quotes_and_backslashes_in_tags_and_braces_in_comments_survive() -> None:
    value, remark = 'a "quoted" \\ and \\\\ [x] {y}', "a } { \\ \\} and \\n"
    record = Record("cubeo", tags=(("Event", value),), comments=(remark,))
    assert read(write_record(record)) == record


def test_a_backslash_in_a_comment_stands_for_itself_before_anything_but_a_brace() -> None:
    assert read(game(r"{C:\games \{x\} \\ \n} *")).comments == (r"C:\games {x} \ \n",)


def test_white_space_in_comments_is_one_blank_and_none_at_the_ends() -> None:
    assert read(game("{  two \n\t words  } {} { } *")).comments == ("two words", "", "")


def test_a_space_that_must_not_break_is_no_white_space() -> None:
    assert read(game("{« oui » }  *")).comments == ("« oui »",)


def test_comments_are_never_joined_and_stand_where_they_belong() -> None:
    record = read(game("{a} {b} 1. {c} +0,1 {d} {e} (1. {f} +-1,0 {g}) {h} +1,-1 {i} *"))
    assert record.comments == ("a", "b", "c")
    first, second = record.plies
    assert first.comments == ("d", "e", "h")
    assert first.variations == (Variation(("f",), (Ply("+-1,0", comments=("g",)),)),)
    assert second.comments == ("i",)


def test_times_and_clocks_at_the_head_of_comments_belong_to_the_ply() -> None:
    at = "2025-01-31T19:00:00Z"
    (ply,) = read(game(f"1. +0,1 {{[%clk 1:00:00:00] [%at {at}] thinking}} *")).plies
    assert ply == Ply("+0,1", at, 86400, comments=("thinking",))
    (ply,) = read(game(f"1. +0,1 {{one}} {{[%at {at}]}} {{[%at {at}] again}} *")).plies
    assert ply == Ply("+0,1", at, comments=("one", f"[%at {at}] again"))


@pytest.mark.parametrize(
    "remark",
    ["[%eval 0.5]", "[%clk 1:00:00]", "[%clk 01:00:00:00]", "[%at noon]", "so [%clk 1:00:00:00]"],
)
def test_anything_else_in_brackets_stays_text(remark: str) -> None:
    (ply,) = read(game(f"1. +0,1 {{{remark}}} *")).plies
    assert ply == Ply("+0,1", comments=(remark,))


def test_a_comment_before_the_first_move_keeps_its_clock_as_text() -> None:
    assert read(game("{[%clk 1:00:00:00]} *")).comments == ("[%clk 1:00:00:00]",)


def test_no_line_of_a_comment_looks_like_a_tag() -> None:
    remark = " ".join(['see [Game "Cubeo"]', "x" * 70] * 6)
    text = write_record(Record("cubeo", comments=(remark,)))
    assert len(re.findall(r'^\[\w+ "', text, re.MULTILINE)) == 4
    assert read(text).comments == (remark,)


def test_no_line_end_parts_a_number_from_its_move() -> None:
    record = Record("cubeo", plies=tuple(Ply(f"+{'1' * (n % 7 + 1)},0") for n in range(200)))
    assert not re.search(r"\.$", write_record(record), re.MULTILINE)


def test_numbers_stand_before_first_plies_and_where_the_count_was_interrupted() -> None:
    ply, said = Ply("+0,1"), Ply("+0,1", comments=("x",))
    marked, varied = Ply("+0,1", nags=(1,)), Ply("+0,1", variations=(Variation((), (ply, ply)),))
    record = Record("cubeo", plies=(ply, ply, said, ply, marked, ply, varied, ply))
    moves = write_record(record).split("\n\n")[1].replace("\n", " ")
    assert moves == (
        "1. +0,1 +0,1 2. +0,1 {x} 2... +0,1 3. +0,1 $1 3... +0,1 4. +0,1 (4. +0,1 +0,1) 4... +0,1 *"
    )


def test_a_variation_of_the_second_players_ply_begins_with_its_number() -> None:
    ply = Ply("+0,1")
    record = Record("cubeo", plies=(ply, replace(ply, variations=(Variation((), (ply, ply)),))))
    assert "1. +0,1 +0,1 (1... +0,1 2. +0,1) *" in write_record(record)


def test_a_game_that_player_2_begins_is_numbered_so() -> None:
    text = game("1... +2,0 2. +0,1 +0,-1 *", '[Position "A1@0,0 B1@1,0 B"]')
    assert read_one(text).diagnostics == ()
    assert "1... +2,0 2. +0,1 +0,-1 *" in write_record(read(text))


def test_numbers_are_optional_and_a_move_needs_no_blank_after_one() -> None:
    assert len(read(game("+0,1 +1,-1 +0,2 *")).plies) == 3
    assert len(read(game("1.+0,1 1...+1,-1 2.+0,2 *")).plies) == 3


def test_a_wrong_number_is_told_once_and_does_not_move_the_count() -> None:
    assert codes(game("1. +0,1 +1,-1 5. +0,2 +2,0 3. +0,3 *")) == ["N01"]
    assert codes(game("1. +0,1 1. +1,-1 2. +0,2 *")) == ["N01"]
    assert codes(game(f"1. +0,1 +1,-1 {'9' * 9000}. +0,2 *")) == ["N01"]


def test_after_a_lost_word_the_next_number_is_believed() -> None:
    assert codes(game("1. +0,1 xx 2. +0,2 +2,0 3. +0,3 *")) == ["S01"]
    assert codes(game("1. +0,1 2. xx +2,0 3. +0,3 *")) == ["N01", "S01"]


def test_a_comment_that_is_never_closed_ends_with_its_record() -> None:
    text = game("1. +0,1 {oh\n\nno 1-0") + game("1. +0,2 1-0")
    first, second = read_records(text.encode())
    assert [(each.code, each.line) for each in first.diagnostics] == [("S02", 3)]
    assert second.diagnostics == ()
    assert second.record is not None
    assert second.record.plies == (Ply("+0,2"),)


def test_each_unclosed_bracket_is_told_and_the_result_is_still_found() -> None:
    reading = read_one(game("1. +0,1 (1. +0,2 (1. +0,3 1-0"))
    assert [(each.code, each.column) for each in reading.diagnostics] == [("S05", 9), ("S05", 18)]
    assert reading.record is not None
    assert reading.record.outcome == Result(1)


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        ("[Event Open]", "quotes"),
        ('[Event "Open]', "quotes"),
        ('[Event "Open"', "`]`"),
        ('[Event  Open"]', "quotes"),
        ('[2nd "x"]', "name"),
        ('[Event"x"]', "a name, a blank"),
        ('[Event "a"b"]', "backslash"),
        ('[Event "a\tb"]', "control"),
    ],
)
def test_a_damaged_tag_is_told_with_what_damages_it(tag: str, why: str) -> None:
    reading = read_one(game("1. +0,1 *", tag, '[Round "1"]'))
    (found,) = reading.diagnostics
    assert (found.code, found.line, found.column) == ("S06", 2, 1)
    assert why in found.message
    assert reading.record is not None
    assert reading.record.tags == (("Round", "1"),)


def test_a_damaged_tag_goes_with_the_record_that_it_stands_before() -> None:
    text = "\n".join([game("1. +0,1 *"), "[Game Cubeo]", '[Round "1"]', "", "1. +0,2 *", ""])
    first, second = read_records(text.encode())
    assert first.diagnostics == ()
    assert [each.code for each in second.diagnostics] == ["S06"]


def test_a_bracket_at_the_end_of_a_comments_line_does_not_tear_a_record() -> None:
    text = game("1. +0,1 {see\n[there]\n} *") + game("*")
    first, second = read_records(text.encode())
    assert (first.diagnostics, second.diagnostics) == ((), ())


def test_a_tag_twice_counts_the_first_time() -> None:
    assert read(game("*", '[Round "1"]', '[Round "2"]')).tags == (("Round", "1"),)


def test_result_tag_and_result_after_the_moves_must_agree_and_the_latter_counts() -> None:
    reading = read_one(game("0-1", '[Result "1-0"]'))
    assert [each.code for each in reading.diagnostics] == ["R01"]
    assert reading.record is not None
    assert reading.record.outcome == Result(2)


def test_a_typing_error_in_the_result_is_one_fault() -> None:
    reading = read_one(game("1. +0,1 1-O"))
    (found,) = reading.diagnostics
    assert found.code == "S01"
    assert found.remedy == "Did you mean 1-0?"


@pytest.mark.parametrize("inside", ["", "{or so}", "1.", "{a} 1. 2. {b}"])
def test_a_variation_without_a_move_is_one_fault_whatever_else_it_holds(inside: str) -> None:
    text = f'[Game "Cubeo"]\n\n1. +0,1 ({inside}) *\n'
    (found,) = read_one(text).diagnostics
    assert (found.code, found.column) == ("S10", 9)


def test_nesting_is_read_to_64_and_refused_beyond() -> None:
    def nested(depth: int) -> str:
        return game("+0,1 " + "( +0,1 " * depth + ")" * depth + " *")

    assert codes(nested(64)) == []
    assert codes(nested(65)) == ["S12"]
    assert codes(nested(10_000)) == ["S12"]


def test_ten_thousand_brackets_that_open_or_close_get_an_answer() -> None:
    assert "S12" in codes(game("+0,1 " + "(" * 10_000))
    assert codes(game("+0,1 " + ")" * 10_000 + " *")) == ["S04", "S21"]


@pytest.mark.parametrize(
    "record",
    [
        Record("cubeo", plies=(Ply("a b c"),)),
        Record("cubeo", plies=(Ply("+0,1", nags=(1000,)),)),
        Record("cubeo", plies=(Ply("+0,1", variations=(Variation((), ()),)),)),
        Record("cubeo", comments=("\x07",)),
        Record("cubeo", tags=(("Event", "two\nlines"),)),
    ],
)
def test_what_no_reader_takes_is_not_written(record: Record) -> None:
    with pytest.raises(NotARecord):
        write_record(record)


def nest(depth: int) -> Record:
    ply = Ply("+0,1")
    for _ in range(depth):
        ply = Ply("+0,1", variations=(Variation((), (ply,)),))
    return Record("cubeo", plies=(ply,))


def test_nesting_is_written_to_64_and_refused_beyond() -> None:
    assert read(write_record(nest(64))) == nest(64)
    for write in (write_record, dump_record):
        with pytest.raises(NotARecord, match="64"):
            write(nest(65))


def test_a_game_that_is_not_known_is_one_fault() -> None:
    assert codes('[Game "Chess"]\n\n1. e4 e5 2. Nf3 (2. f4) $1 1-0\n') == ["T02"]


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ('[Gmae "Cubeo"]', "Gmae"),
        ('[game "Cubeo"]', "game"),
        ('[GAME "Cuboe"]', "GAME"),
        ('[Games "Hive"]', "Games"),
        ('[Spiel "hive"]', "Spiel"),
    ],
)
def test_a_tag_that_may_be_meant_for_that_of_the_game_is_named(tag: str, name: str) -> None:
    reading = read_one(f'[Event "x"]\n{tag}\n\n1. +0,1 *\n')
    (found,) = reading.diagnostics
    assert (found.code, found.line, found.column) == ("T01", 2, 2)
    assert found.end_column == 2 + len(name)
    assert found.remedy == f"Did you mean Game in place of {name}?"


@pytest.mark.parametrize("tag", ['[Event "Hive"]', '[Annotator "red"]', '[Site "Cubeo"]'])
def test_no_other_tag_is_taken_for_that_of_the_game(tag: str) -> None:
    (found,) = read_one(f"{tag}\n\n1. +0,1 *\n").diagnostics
    assert (found.code, found.line, found.column) == ("T01", 1, 1)
    assert found.remedy == 'Add a tag such as `[Game "Cubeo"]`.'


@pytest.mark.parametrize(
    "lead", ["{lead}", "{a lead\nof two lines}", "{\n lead}", " {lead}", "{[x] lead}", "{1} {2}"]
)
def test_a_text_that_begins_with_a_comment_is_no_json(lead: str) -> None:
    first, second = read_records(f"{lead}\n{game('1. +0,1 *')}".encode())
    assert [(each.code, each.line) for each in first.diagnostics] == [
        ("S14", 2 if lead[1] == "\n" and lead[0] == " " else 1)
    ]
    assert second.diagnostics == ()


@pytest.mark.parametrize(
    "text", ['{"a": 1}', "{}", "{ }", '{\n "a": [1]}', '{"a":\n[Game "x"]}', "{"]
)
def test_a_text_that_begins_like_json_is_json(text: str) -> None:
    (reading,) = read_records(f"{text}\n".encode())
    assert reading.passage.is_json


def test_the_title_of_a_game_in_another_case_is_read_with_a_note() -> None:
    assert codes('[Game "CUBEO"]\n\n*\n') == ["W02"]


@pytest.mark.parametrize("name", ["", "   "])
def test_an_empty_name_of_a_player_is_read_as_that_of_nobody_known(name: str) -> None:
    reading = read_one(game("*", '[Player1 "red"]', f'[Player2 "{name}"]'))
    (found,) = reading.diagnostics
    assert (found.code, found.severity, found.line) == ("W02", "note", 3)
    assert reading.record is not None
    assert reading.record.players == (Player("red"), Player("?"))


def test_the_same_damage_many_times_in_a_row_is_one_fault() -> None:
    def found(text: str) -> list[tuple[str, int, int, int, int]]:
        diagnostics = read_one(text).diagnostics
        return [
            (each.code, each.line, each.column, each.end_line, each.end_column)
            for each in diagnostics
        ]

    assert found(game("1. +0,1 )) )\n) *")) == [("S04", 3, 9, 4, 2)]
    assert found(game("1. +0,1 }}} *")) == [("S03", 3, 9, 3, 12)]
    assert found(game("1. +0,1 zz zz zz *")) == [("S01", 3, 9, 3, 17)]
    assert found(game("1. +0,1 [x][x] *")) == [("S17", 3, 9, 3, 15)]
    assert found(game("1. +0,1 {\x01\x01\x02} *")) == [("S15", 3, 10, 3, 12), ("S15", 3, 12, 3, 13)]
    assert found(game("*", '[Event "\\x\\x\\\\\\x\\y"]')) == [
        ("S07", 2, 9, 2, 13),
        ("S07", 2, 15, 2, 17),
        ("S07", 2, 17, 2, 19),
    ]


def test_other_damage_or_damage_elsewhere_is_another_fault() -> None:
    assert codes(game("1. +0,1 ) } ) *")) == ["S04", "S03", "S04"]
    assert codes(game("1. +0,1 zz yy zz *")) == ["S01"] * 3
    assert codes(game("1. +0,1 zz 1... zz *")) == ["S01"] * 2
    assert codes(game("1. +0,1 ) (+-1,0) ) *")) == ["S04"] * 2


DAMAGES = {
    ")": ["S04", "S21"],
    "}": ["S03", "S21"],
    "! ": ["S01", "S21"],
    "[x]": ["S17", "S21"],
    '[Round "1"] ': ["S17", "S21"],
    "(": ["S11"] * (NESTING - 1) + ["S12", "S21"],
    "()": ["S10"] * MOST_DAMAGES + ["S21"],
    "! ? ": ["S01"] * MOST_DAMAGES + ["S21"],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_record_of_damage_alone_is_read_no_further_than_need_be(damage: str) -> None:
    text = game("+0,1 " + damage * 1_000_000)[:1_000_000]
    begun = time.process_time()
    told = codes(text)
    assert time.process_time() - begun < 4
    assert sorted(told) == sorted(DAMAGES[damage])


def test_all_places_are_told_up_to_the_thousandth() -> None:
    least, most = ("! ? " * (number // 2) for number in (MOST_DAMAGES, MOST_DAMAGES + 2))
    assert codes(game(f"1. +0,1 {least}*")) == ["S01"] * MOST_DAMAGES
    *told, last = read_one(game(f"1. +0,1 {most}*")).diagnostics
    assert [each.code for each in told] == ["S01"] * MOST_DAMAGES
    assert (last.code, last.line, last.column) == ("S21", 3, 9 + 2 * MOST_DAMAGES)
    assert read_one(game(f"1. +0,1 {most}*")).record is not None


def test_text_before_the_first_tag_is_no_record_and_hurts_none() -> None:
    first, second = read_records(f"hello there\n{game('1. +0,1 *')}".encode())
    assert first.record is None
    assert [(each.code, each.line) for each in first.diagnostics] == [("S14", 1)]
    assert second.diagnostics == ()


@pytest.mark.parametrize("file", ["record.lark", "cubeo_record.lark"])
def test_no_two_terminals_of_a_record_collide(file: str) -> None:
    name = None if file == "record.lark" else file.removesuffix("_record.lark")
    assert record_grammar(name).build(strict=True).parse("", "record") == []


@given(
    st.text(st.sampled_from(list(' \n\t[]{}()"\\$.-+*/%;,>0123456789abGame\u2212é')), max_size=80)
)
@settings(max_examples=300)
def test_the_lexer_is_total(text: str) -> None:
    for known in ("cubeo", None):
        assert flat(parse_record(text, known)) == "".join(text.split())


def flat(items: list[Any]) -> str:
    """All the text of tokens, without white space."""
    parts = (flat(item) if isinstance(item, list) else str(item) for item in items)
    return "".join("".join(parts).split())


@given(records, st.data())
@settings(max_examples=200)
def test_a_mutilated_record_is_read_to_the_end_and_its_neighbours_stay_whole(
    record: Record, data: st.DataObject
) -> None:
    text = write_record(record)
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 20)))
    junk = data.draw(st.text(st.sampled_from(list('(){}[]"\\$1 +x')), max_size=5))
    mutilated = text[:begin] + junk + text[end:]
    before, after = game("1. +0,1 *"), game("1. +-1,0 *")
    readings = list(read_records(f"{before}\n{mutilated}\n*\n{after}".encode()))
    assert readings[0].record == read(before)
    assert readings[-1].record == read(after)
    assert readings[-1].diagnostics == ()


def test_every_control_character_of_a_comment_is_told_at_its_place() -> None:
    reading = read_one(game("{a\x01b\x02\n\n\x03\ncd\x04} {\x05} *"))
    assert [(each.code, each.line, each.column) for each in reading.diagnostics] == [
        ("S15", 3, 3),
        ("S15", 3, 5),
        ("S15", 5, 1),
        ("S15", 6, 3),
        ("S15", 6, 7),
    ]


def test_a_diagnostic_names_the_game_where_it_is_known() -> None:
    assert [each.game for each in read_one(game("xx *")).diagnostics] == ["cubeo"]
    assert [each.game for each in read_one('[Game "Chess"]\n\n*\n').diagnostics] == [None]


HIVE = '[Game "Hive"]\n[Player1 "?"]\n[Player2 "?"]\n[Result "*"]\n\n1. wS1 1... bS1 wS1- *\n\n'


def test_each_ply_of_hive_has_its_number_and_a_move_of_two_words_is_not_parted() -> None:
    assert codes(HIVE) == []
    assert [ply.move for ply in read(HIVE).plies] == ["wS1", "bS1 wS1-"]
    assert write_record(read(HIVE)) == HIVE
    assert read(HIVE.replace("bS1 wS1-", "bS1\n  wS1-")) == read(HIVE)
    many = write_record(replace(read(HIVE), plies=read(HIVE).plies[1:] * 80))
    for line in many.split("\n\n")[1].split("\n"):
        assert re.fullmatch(r"(\d+\.(\.\.)? bS1 wS1- ?)*\*?", line)


def test_a_ply_of_hive_without_its_number_is_told() -> None:
    reading = read_one(HIVE.replace("1... ", "").replace("wS1 bS1", "wS1 {then} bS1"))
    assert [(each.code, each.ply) for each in reading.diagnostics] == [("N03", 1)]


def test_moves_of_hive_without_any_number_are_one_fault_and_the_numbers_its_remedy() -> None:
    reading = read_one(HIVE.replace("1. wS1 1... bS1", "wS1 bS1"))
    (found,) = reading.diagnostics
    assert (found.code, found.ply, found.column, found.end_column) == ("S01", 0, 1, 13)
    assert found.remedy is not None
    assert found.remedy.startswith("Write the number of each ply before it")


@pytest.mark.parametrize("gap", [" ", "\n", " \n "])
def test_the_first_piece_of_hive_alone_is_told_from_a_move_of_two_words(gap: str) -> None:
    moves = "1. wS1 bS1 wS1- 2. wQ -wS1 2... bQ bS1-".replace(" bS1", f"{gap}bS1", 1)
    reading = read_one(HIVE.replace("1. wS1 1... bS1 wS1-", moves))
    (found,) = reading.diagnostics
    assert (found.code, found.ply) == ("N03", 1)
    assert found.message == "This move has no number; 1... is due here."
    assert found.excerpt[found.column - 1 :].startswith("bS1")
    assert reading.record is not None
    assert [ply.move for ply in reading.record.plies] == ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]


def test_later_plies_of_hive_without_their_numbers_are_told_each() -> None:
    moves = "1. wS1 bS1 wS1- 2. wQ -wS1 bQ bS1- 3. wA1 -wQ bA1 bQ-"
    reading = read_one(HIVE.replace("1. wS1 1... bS1 wS1-", moves))
    assert [(each.code, each.ply) for each in reading.diagnostics] == [
        ("N03", 1),
        ("N03", 3),
        ("N03", 5),
    ]


def test_a_ply_of_cubeo_needs_no_number() -> None:
    assert codes(game("+0,1 +1,-1 +0,2 *")) == []
