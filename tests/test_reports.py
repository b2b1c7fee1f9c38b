"""Findings told to other programs: a SARIF log that keeps to its schema, and lines that GitHub reads."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from notation.cli import cli
from notation.code_examples import EXAMPLES
from notation.codes import CODES
from notation.diagnostics import Diagnostic
from notation.renderers import STYLES, render_all, render_github

FOUND = Diagnostic(
    "T04", "error", "It is not.", None, "x.tgn", 1, "cubeo", None, 2, 8, 2, 12, None, "[Date 1.1.]"
)


def log(*arguments: str | Path, stdin: str | None = None) -> dict[str, Any]:
    result = CliRunner().invoke(
        cli, ["check", "--format", "sarif", *map(str, arguments)], input=stdin
    )
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def write_all(folder: Path) -> list[Path]:
    """A file for each example of a fault, with a name that a URI must escape."""
    paths = []
    for code, example in EXAMPLES.items():
        path = folder / f"{code} 100%#é.txt"
        path.write_bytes(example.bad if isinstance(example.bad, bytes) else example.bad.encode())
        paths.append(path)
    return paths


def test_a_log_of_all_faults_keeps_to_its_schema(shared: Path, tmp_path: Path) -> None:
    schema = json.loads((shared / "data" / "schemas" / "sarif-2.1.0.json").read_text())
    checker = jsonschema.validators.validator_for(schema)(
        schema, format_checker=jsonschema.FormatChecker()
    )
    missing = tmp_path / "missing.tgn"
    for document in (log(*write_all(tmp_path)), log(missing), log("-", stdin="")):
        assert list(checker.iter_errors(document)) == []


def test_a_log_tells_each_finding_with_its_rule_and_place(tmp_path: Path) -> None:
    path = tmp_path / "a b.tgn"
    path.write_text('[Game "Cubeo"]\n\n{é} 1. +0,7 *\n')
    (run,) = log(path)["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(CODES)
    (result,) = run["results"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "M01"
    assert result["level"] == "error"
    (location,) = result["locations"]
    place = location["physicalLocation"]
    assert place["artifactLocation"]["uri"] == f"file://{tmp_path}/a%20b.tgn"
    assert place["region"] == {
        "startLine": 3,
        "startColumn": 8,
        "endLine": 3,
        "endColumn": 12,
        "snippet": {"text": "+0,7"},
    }
    assert result["properties"] == {"record": 1, "game": "cubeo", "ply": 0}
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_a_log_of_a_clean_run_has_no_results_and_one_of_an_unreadable_file_has_failed(
    tmp_path: Path,
) -> None:
    assert log("-", stdin='[Game "Cubeo"]\n\n*\n')["runs"][0]["results"] == []
    (run,) = log(tmp_path / "missing.tgn")["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["F01"]
    assert run["invocations"] == [{"executionSuccessful": False}]


def test_a_relative_name_stays_relative_in_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a:b.tgn").write_text(EXAMPLES["S08"].bad, encoding="utf-8")  # type: ignore[arg-type]  # it is text
    (result,) = log("a:b.tgn")["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%3Ab.tgn"


def test_a_line_for_github_names_file_place_code_and_remedy() -> None:
    (finding,) = render_all("github", [FOUND])
    assert finding == (
        "::error file=x.tgn,line=2,col=8,endLine=2,endColumn=12,title=T04 bad date::It is not."
    )


@pytest.mark.parametrize(
    ("severity", "level"), [("error", "error"), ("warning", "warning"), ("note", "notice")]
)
def test_github_calls_a_note_a_notice(severity: Any, level: str) -> None:
    found = Diagnostic("W02", severity, "So.", None, "x", 1, None, None, 1, 1, 1, 2, None, "")
    assert render_github(found).startswith(f"::{level} ")


def test_signs_that_would_end_a_line_or_a_property_for_github_are_escaped() -> None:
    found = Diagnostic(
        "T04",
        "error",
        "50% of\r\nit: a,b",
        "Do\nthis.",
        "a,b:c%\n.tgn",
        1,
        None,
        None,
        1,
        1,
        1,
        2,
        None,
        "",
    )
    line = render_github(found)
    assert "\n" not in line
    assert "\r" not in line
    assert line == (
        "::error file=a%2Cb%3Ac%25%0A.tgn,line=1,col=1,endLine=1,endColumn=2,title=T04 bad date"
        "::50%25 of%0D%0Ait: a,b%0ADo%0Athis."
    )


@pytest.mark.parametrize("style", STYLES)
def test_every_form_tells_every_example_as_it_comes(style: str) -> None:
    told = render_all(style, iter([FOUND] * 3))
    assert sum("T04" in text for text in told) >= 3
