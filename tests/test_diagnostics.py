"""The table of codes: each has an example that shows it at its place, a page, and three ways to be told."""

import json
import re

import pytest

import schemas
from notation import check_records
from notation.code_examples import EXAMPLES, IN_WORDS, Example
from notation.code_reference import write_reference
from notation.codes import CODES, FAMILIES
from notation.diagnostics import Diagnostic, dump_diagnostic, fault
from notation.formats import write_as
from notation.record import Record
from notation.renderers import RENDERERS, render_concise, render_full
from notation.tag_values import REASONS

from .conftest import REPOSITORY

ELSEWHERE = {
    "F01",
    "F05",
    "S21",
    "W08",
}  # test_cli_check.py, test_source.py, test_tgn.py, test_bounds.py
MARKED = {  # what an example's diagnostic points at
    "S01": "+0;1",
    "S02": "{",
    "S03": "}",
    "S04": ")",
    "S05": "(",
    "S06": "[Event Open]",
    "S07": "\\g",
    "S09": "+1,-1",
    "S10": "(",
    "S11": "(",
    "S13": "$1",
    "S15": "\x07",
    "S16": "1-0",
    "S17": '[Round "2"]',
    "S20": "1",
    "T02": "Cuboe",
    "T03": "Round",
    "T04": "31.1.2025",
    "T05": "2025-01-31",
    "T06": "won",
    "T07": "resigned",
    "T08": "3 days",
    "T09": "strong",
    "T10": "1",
    "T11": "A1@0,0 B1@5,5 A",
    "T12": "resignation",
    "V01": "strct",
    "M01": "+0,7",
    "M02": "+4,0",
    "N01": "3.",
    "N02": "2.",
    "R01": "1-0",
    "R02": "*",
    "R03": "promotion",
    "R04": "agreement",
    "W01": "ö",
    "W02": "+0,+1",
}
TEXTS = [code for code, example in EXAMPLES.items() if example.bad[:1] in ("[", b"[")]


def found(content: str | bytes, to: str | None) -> list[Diagnostic]:
    """All that is found in a file, and lost when it is converted."""
    diagnostics: list[Diagnostic] = []
    for reading in check_records(content.encode() if isinstance(content, str) else content, "x"):
        told = reading
        if to is not None and reading.record is not None and reading.ok:
            told = reading.with_faults(write_as(reading.record, to).losses)
        diagnostics.extend(told.diagnostics)
    return diagnostics


def marked(diagnostic: Diagnostic) -> str:
    begin = diagnostic.column - diagnostic.excerpt_column
    return diagnostic.excerpt[begin : diagnostic.end_column - diagnostic.excerpt_column]


def one(code: str) -> Diagnostic:
    (diagnostic,) = found(EXAMPLES[code].bad, EXAMPLES[code].to)
    return diagnostic


def test_every_code_has_an_example_or_a_test_elsewhere() -> None:
    assert set(CODES) == set(EXAMPLES) | ELSEWHERE
    assert set(IN_WORDS) >= ELSEWHERE


@pytest.mark.parametrize(("code", "example"), EXAMPLES.items(), ids=list(EXAMPLES))
def test_a_bad_example_has_its_fault_once_and_the_good_one_has_none(
    code: str, example: Example
) -> None:
    assert [each.code for each in found(example.bad, example.to)] == [code]
    assert found(example.good, example.to) == []


@pytest.mark.parametrize("code", MARKED)
def test_a_fault_is_told_at_the_place_that_has_it(code: str) -> None:
    assert marked(one(code)) == MARKED[code]


def test_a_missing_result_is_told_at_the_end_of_what_is_there() -> None:
    diagnostic = one("S08")
    assert (diagnostic.line, diagnostic.column, diagnostic.end_column) == (3, 7, 8)


def test_a_duplicate_and_a_loss_are_told_at_the_first_line_of_their_record() -> None:
    assert (one("D01").line, one("D01").record) == (5, 2)
    assert one("L01").line == 1


def test_a_format_of_other_games_refuses_a_record_with_its_code() -> None:
    written = write_as(Record("hive"), "ap-state")
    assert written.text is None
    assert [each.code for each in written.losses] == ["L09"]


@pytest.mark.parametrize("code", TEXTS)
def test_a_fault_does_not_hurt_the_records_beside_it(code: str) -> None:
    bad = EXAMPLES[code].bad
    content = bad.encode() if isinstance(bad, str) else bad
    neighbour = '[Game "Cubeo"]\n\n1. +-1,0 {aside} *\n\n'
    before, *_, after = check_records(neighbour.encode() + content + b"\n" + neighbour.encode())
    assert before.diagnostics == ()
    assert [each.code for each in after.diagnostics] == ["D01"]
    assert after.record == before.record


def test_the_letter_of_a_code_gives_its_severity() -> None:
    assert {code[0]: row.severity for code, row in CODES.items()} == {
        letter: severity for letter, (severity, _) in FAMILIES.items()
    }
    severities = {"F": "error", "M": "error", "N": "warning", "L": "warning", "W": "note"}
    assert severities.items() <= {code[0]: row.severity for code, row in CODES.items()}.items()


@pytest.mark.parametrize("code", EXAMPLES)
def test_messages_and_remedies_are_sentences_without_the_grammars_names(code: str) -> None:
    diagnostic = one(code)
    assert diagnostic.message.endswith(".") or diagnostic.message.endswith("?")
    terminals = r"\b(MOVE|BAD|BAD_TAG|STRAY_TAG|OPEN_COMMENT|STRAY_BRACE|COMMENT|NAME|RESULT|END)\b"
    for text in (diagnostic.message, diagnostic.remedy or ""):
        assert not re.search(terminals, text)
        assert "{" not in text.replace("`{1-0}`", "")


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_diagnostic_as_json_is_what_its_schema_says(code: str) -> None:
    diagnostic = one(code)
    document = dump_diagnostic(diagnostic)
    assert schemas.errors("diagnostic", document) == []
    assert json.loads(RENDERERS["json"](diagnostic)) == document
    assert "\n" not in RENDERERS["json"](diagnostic)


def test_pointers_are_those_of_json_documents_alone() -> None:
    assert one("S20").pointer == "/plies/0/move"
    assert one("S01").pointer is None
    assert one("M03").pointer == "/stack/1/board"


def test_the_full_form_shows_the_line_with_carets_and_the_remedy() -> None:
    assert render_full(one("M01")) == (
        "x:3:4: error M01: +0,7 is illegal. A new die must touch one of your dice; 0,7 touches none.\n"
        "   (record 1, ply 0)\n"
        "3 | 1. +0,7 *\n"
        "  |    ^^^^\n"
        "  = Legal moves like it: +0,1.\n"
    )


def test_the_concise_form_is_one_line() -> None:
    assert render_concise(one("N02")) == "x:3:15: N02 The number 2. has no move after it."


def test_carets_stand_below_wide_and_combining_signs_and_tabs() -> None:
    text = '[Game "Cubeo"]\n\n{棋\u0301\t} 1. ?? *\n'
    (diagnostic,) = found(text, None)
    excerpt, carets = render_full(diagnostic).split("\n")[2:4]
    assert excerpt == "3 | {棋\u0301 } 1. ?? *"
    assert carets == "  |          ^^"


def test_what_a_terminal_would_obey_is_not_sent_to_it() -> None:
    for code in ("S15",):
        assert "\x07" not in render_full(one(code))
    (diagnostic,) = found('[Game "Cubeo"]\n\n1. \x1b[2J *\n', None)
    for render in RENDERERS.values():
        assert "\x1b" not in render(diagnostic)


def test_the_reasons_for_an_end_are_all_explained() -> None:
    assert all(f"`{reason}`" in CODES["T07"].explanation for reason in REASONS)


def test_the_page_of_codes_is_the_table() -> None:
    page = (REPOSITORY / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    assert page == write_reference()


def test_a_fault_may_bring_a_better_remedy_than_the_table() -> None:
    assert fault("S08", "").remedy == CODES["S08"].remedy
    assert fault("S08", "", remedy="Do it.").remedy == "Do it."
