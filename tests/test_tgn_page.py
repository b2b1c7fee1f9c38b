"""The page on TGN tells what the reader and the writer do."""

import re

import pytest

from notation import check_records, write_record
from notation.reader import record_grammar
from notation.record import NESTING
from notation.tag_values import REASONS, RESULTS
from notation.tags import FIELDS, ORDER
from notation.writer import COLUMNS

from .conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "tgn.md").read_text(encoding="utf-8")
STATED = {
    name: re.compile(pattern)
    for name, pattern in re.findall(r"^(NAME|NUMBER|NAG) +: /(.+)/$", PAGE, re.MULTILINE)
}


def test_the_example_is_sound_and_canonical() -> None:
    (example,) = re.findall(r"```tgn\n(.*?)```", PAGE, re.DOTALL)
    (reading,) = check_records(example.encode())
    assert reading.diagnostics == ()
    assert reading.record is not None
    assert write_record(reading.record) == example


def test_all_tags_and_their_words_are_told() -> None:
    for word in (*FIELDS, *ORDER, *REASONS, *RESULTS):
        assert f"`{word}`" in PAGE or word in PAGE.split("RESULT  : ")[1].split("\n")[0]
    told = re.search(r"in this order: (.*?), then all others", PAGE, re.DOTALL)
    assert told is not None
    assert re.findall(r"[A-Z]\w+", told[1].replace("(left out when empty)", "")) == list(ORDER)


def test_its_limits_are_those_of_the_code() -> None:
    assert f"at most {NESTING} deep" in PAGE
    assert f"filled to {COLUMNS} columns" in PAGE


@pytest.mark.parametrize(
    "word", ["1.", "12...", "01.", "1..", "$1", "$1234", "$", "$12", "0.", "Game", "x_1", "1x"]
)
def test_its_terminals_are_those_of_the_grammar(word: str) -> None:
    lark = record_grammar("cubeo").lark
    for name, stated in STATED.items():
        if name == "NAME":
            tag = re.compile(lark.get_terminal("TAG").pattern.to_regexp())
            assert (stated.fullmatch(word) is None) == (tag.fullmatch(f'[{word} "x"]') is None)
        else:
            pattern = re.compile(lark.get_terminal(name).pattern.to_regexp())
            assert (stated.fullmatch(word) is None) == (pattern.fullmatch(word) is None)
