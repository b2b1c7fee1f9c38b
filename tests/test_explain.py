"""`turnpost codes` and `turnpost explain`: all codes, each with an example of the fault and one without."""

import pytest
from click.testing import CliRunner

from notation.cli import cli
from notation.code_examples import IN_WORDS
from notation.code_reference import explain
from notation.codes import CODES


def test_codes_are_listed_with_their_severity() -> None:
    result = CliRunner().invoke(cli, ["codes"])
    assert result.exit_code == 0
    lines = [line.split(maxsplit=2) for line in result.stdout.splitlines()]
    assert lines == [[row.code, row.severity, row.title] for row in CODES.values()]


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_explained_as_on_the_page(code: str) -> None:
    result = CliRunner().invoke(cli, ["explain", code.lower()])
    assert result.exit_code == 0
    assert result.stdout == explain(CODES[code]) + "\n"
    assert CODES[code].title in result.stdout


@pytest.mark.parametrize("code", CODES)
def test_an_explanation_has_an_example_with_the_fault_and_one_without(code: str) -> None:
    text = explain(CODES[code])
    assert text.index("With the fault") < text.index("Without:")
    assert ("```" in text) == (code not in IN_WORDS)


def test_a_code_that_there_is_not_is_told_with_the_one_that_may_be_meant() -> None:
    result = CliRunner().invoke(cli, ["explain", "D1"])
    assert result.exit_code == 2
    assert "There is no code 'D1'. Did you mean D01?" in result.stderr
    assert CliRunner().invoke(cli, ["explain", "nonsense"]).exit_code == 2


def test_no_code_stands_in_the_table_twice() -> None:
    from notation.codes import _ROWS

    assert len({row.code for row in _ROWS}) == len(_ROWS)
