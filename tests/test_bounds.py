"""Of each family of faults a record tells so many, and then that there are more."""

import time

import pytest

from notation import check_records
from notation.codes import CODES
from notation.damage import MOST_DAMAGES, Bound
from notation.diagnostics import fault
from notation.reading import Reading
from notation.record import Record, Span
from notation.source import Passage

MANY = 3 * MOST_DAMAGES
GAME = '[Game "{}"]\n\n{} *\n'
RECORDS = {
    "N01": GAME.format("Cubeo", "".join(f"{n * n + 7}. +0,1 " for n in range(MANY))),
    "N02": GAME.format("Cubeo", "7. " * MANY),
    "N03": GAME.format("Hive", "wS1 bS1- " * MANY),
    "M01": GAME.format("Cubeo", "+0,1" + " (+9,9)" * MANY),
    "W02": GAME.format("Cubeo", "+0,1" + " (+0,+1)" * MANY),
    "T03": '[Game "Cubeo"]\n' + '[Round "1"]\n' * MANY + "\n*\n",
}
BLANKS = GAME.format("Cubeo", "+0,1" + "\xa0\u2003" * MANY)


def told(text: str) -> list[str]:
    (reading,) = check_records(text.encode())
    assert [(each.line, each.column) for each in reading.diagnostics] == sorted(
        (each.line, each.column) for each in reading.diagnostics
    )
    return [each.code for each in reading.diagnostics]


@pytest.mark.parametrize("code", RECORDS)
def test_a_fault_told_a_thousand_times_is_told_no_more_but_that_there_are_more(code: str) -> None:
    codes = told(RECORDS[code])
    assert codes.count(code) == MOST_DAMAGES
    assert codes.count("W08") == 1
    assert len(set(codes) - {code, "W08"}) <= 1
    assert len(codes) <= MOST_DAMAGES + 2


def test_blanks_of_other_kinds_and_spellings_are_of_one_family() -> None:
    assert told(BLANKS) == ["W02"] * MOST_DAMAGES + ["W08"]


def test_of_lines_that_are_no_tags_so_many_are_told_and_the_rest_is_not_read() -> None:
    for line in ("[x]", '[Event "\\x\\y"]', "[x]\nhello"):
        text = f'[Game "Cubeo"]\n{f"{line}{chr(10)}" * MANY}[Result "*"]\n\n1. +9,9 *\n'
        codes = [code for code in told(text) if code[0] == "S"]
        assert len(codes) == MOST_DAMAGES + 1
        assert codes[-1] == "S21"


def test_the_note_says_which_family_and_stands_where_the_first_is_that_is_not_told() -> None:
    (reading,) = check_records(RECORDS["N02"].encode())
    *_, last = reading.diagnostics
    assert (last.code, last.severity, last.line) == ("W08", "note", 3)
    assert last.column == 1 + 3 * MOST_DAMAGES
    assert "(numbering, N): the first 1000 are told" in last.message


def test_a_family_that_is_told_in_parts_is_bounded_as_a_whole() -> None:
    reading = Reading(Record("cubeo"), (), Passage("-", 1, 1, "*"))
    some = [fault("W02", Span(1, 1, 1, 2), word="a", canonical="b")] * (MOST_DAMAGES - 1)
    reading = reading.with_faults(some)
    assert len(reading.diagnostics) == MOST_DAMAGES - 1
    for _ in range(3):
        reading = reading.with_faults(some)
        assert len(reading.diagnostics) == MOST_DAMAGES + 1
    others = [fault("R01", Span(1, 1, 1, 2), tag="*", result="1-0")]
    assert len(reading.with_faults(others).diagnostics) == MOST_DAMAGES + 2


def test_so_many_faults_are_all_told() -> None:
    text = GAME.format("Cubeo", "7. " * MOST_DAMAGES)
    assert told(text) == ["N02"] * MOST_DAMAGES


def test_each_family_has_a_bound_of_its_own() -> None:
    bound = Bound()
    admitted = [code for code in CODES for _ in range(2 * MOST_DAMAGES) if bound.admits(code)]
    families = {code[0] for code in CODES}
    assert len(admitted) == len(families) * (MOST_DAMAGES + 1)


@pytest.mark.parametrize("code", ["N02", "T03", "M01"])
def test_faults_that_are_not_told_cost_the_time_of_their_length(code: str) -> None:
    def seconds(text: str) -> float:
        begun = time.process_time()
        told(text)
        return time.process_time() - begun

    head, tail = RECORDS[code][:40], RECORDS[code][-2:]
    body = RECORDS[code][40:-2]
    once = min(seconds(head + body + tail) for _ in range(2))
    assert seconds(head + body * 5 + tail) < 12 * once + 0.2
