"""`turnpost check`: what it prints, in which order, and how it exits."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import schemas
from notation.cli import cli
from notation.code_examples import EXAMPLES

GOOD = '[Game "Cubeo"]\n\n1. +0,1 *\n\n'
BAD = '[Game "Cubeo"]\n[Date "1.1.2025"]\n\n1. +0,7 *\n\n'
NOTED = '[Game "Cubeo"]\n\n1. +0,+1 *\n\n'
WARNED = '[Game "Cubeo"]\n\n2. +0,1 *\n\n'


def check(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["check", *map(str, arguments)], input=stdin)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {"good": GOOD, "bad": BAD, "noted": NOTED, "warned": WARNED}.items():
        (tmp_path / f"{name}.tgn").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("name", "status"), [("good", 0), ("noted", 0), ("warned", 1), ("bad", 1)])
def test_the_exit_status_is_that_of_the_worst_finding(files: Path, name: str, status: int) -> None:
    assert check(files / f"{name}.tgn").exit_code == status


def test_exit_zero_keeps_the_findings_and_changes_the_status(files: Path) -> None:
    result = check(files / "bad.tgn", "--exit-zero")
    assert result.exit_code == 0
    assert "M01" in result.stdout


def test_the_full_form_ends_with_a_count(files: Path) -> None:
    assert check(files / "good.tgn").stdout == "no faults in 1 record\n"
    result = check(files / "bad.tgn", files / "noted.tgn", files / "good.tgn")
    assert result.stdout.endswith("\n2 errors, 2 notes in 3 records\n")


def test_the_concise_form_has_one_line_a_finding_in_the_order_of_files_and_places(
    files: Path,
) -> None:
    bad, warned = files / "bad.tgn", files / "warned.tgn"
    lines = check("--format", "concise", warned, bad).stdout.splitlines()
    assert [line.split(" ")[:2] for line in lines] == [
        [f"{warned}:3:1:", "N01"],
        [f"{bad}:2:8:", "T04"],
        [f"{bad}:4:4:", "M01"],
    ]


def test_the_json_form_has_one_valid_document_a_line_and_nothing_else(files: Path) -> None:
    result = check("--format", "json", files / "bad.tgn", files / "good.tgn")
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    assert [document["code"] for document in documents] == ["T04", "M01"]
    for document in documents:
        assert schemas.errors("diagnostic", document) == []
    assert documents[1] == {
        "code": "M01",
        "severity": "error",
        "message": "+0,7 is illegal. A new die must touch one of your dice; 0,7 touches none.",
        "remedy": "Legal moves like it: +0,1.",
        "file": str(files / "bad.tgn"),
        "record": 1,
        "game": "cubeo",
        "ply": 0,
        "line": 4,
        "column": 4,
        "end_line": 4,
        "end_column": 8,
        "pointer": None,
        "excerpt": "1. +0,7 *",
    }
    assert check("--format", "json", files / "good.tgn").stdout == ""


def test_select_and_ignore_take_codes_and_families(files: Path) -> None:
    def codes(*options: str) -> list[str]:
        result = check("--format", "concise", *options, files / "bad.tgn", files / "noted.tgn")
        return [line.split(" ")[1] for line in result.stdout.splitlines()]

    assert codes() == ["T04", "M01", "W02"]
    assert codes("--select", "T,W") == ["T04", "W02"]
    assert codes("--select", "T", "--select", "m01") == ["T04", "M01"]
    assert codes("--ignore", "T04,D", "--ignore", "W") == ["M01"]
    assert codes("--select", "M,T", "--ignore", "M01") == ["T04"]


def test_findings_that_are_not_told_do_not_count_for_the_status(files: Path) -> None:
    assert check(files / "bad.tgn", "--select", "W").exit_code == 0


@pytest.mark.parametrize("option", ["--select", "--ignore"])
@pytest.mark.parametrize("codes", ["X", "M99", "M,,T", ""])
def test_a_code_that_there_is_not_is_refused(files: Path, option: str, codes: str) -> None:
    result = check(files / "good.tgn", option, codes)
    assert result.exit_code == 2
    assert "There is no code" in result.stderr


def test_a_dash_is_standard_input_and_may_be_given_a_name() -> None:
    result = check("-", "--format", "concise", stdin=BAD)
    assert result.stdout.startswith("-:2:8: T04")
    result = check("-", "--stdin-filename", "mine.tgn", "--format", "concise", stdin=BAD)
    assert result.stdout.startswith("mine.tgn:2:8: T04")


def test_a_file_that_cannot_be_read_is_told_the_others_are_checked_and_the_status_is_2(
    files: Path,
) -> None:
    missing = files / "missing.tgn"
    result = check("--format", "concise", missing, files / "bad.tgn")
    lines = result.stdout.splitlines()
    assert [line.split(" ")[1] for line in lines] == ["F01", "T04", "M01"]
    assert lines[0] == f"{missing}:1:1: F01 The file cannot be read: No such file or directory."
    assert result.exit_code == 2
    assert check("--select", "M", "--exit-zero", missing).exit_code == 2
    assert check(missing, files / "good.tgn").stdout == (
        f"{missing}:1:1: error F01: The file cannot be read: No such file or directory.\n"
        "  = Check its name and your right to read it.\n\n"
        "1 error in 1 record, 1 file not read\n"
    )


def test_without_a_file_it_cannot_run() -> None:
    assert check().exit_code == 2


def test_any_format_is_checked_and_told_by_its_content(files: Path) -> None:
    for code in ("S20", "M03", "F04", "F03", "F02"):
        bad = EXAMPLES[code].bad
        (files / "x").write_bytes(bad.encode() if isinstance(bad, str) else bad)
        result = check("--format", "concise", files / "x")
        assert [line.split(" ")[1] for line in result.stdout.splitlines()] == [code]
        assert result.exit_code == 1


def test_a_reader_that_goes_away_ends_it_without_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "many.tgn"
    path.write_text(BAD * 3000, encoding="utf-8")
    program = "from notation.cli import cli; cli()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "check", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""


def test_names_that_are_no_unicode_are_shown(tmp_path: Path) -> None:
    name = str(tmp_path).encode() + b"/\xff.tgn"
    Path(name.decode("utf-8", "surrogateescape")).write_text(BAD, encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", name.decode("utf-8", "surrogateescape")])
    assert result.exit_code == 1
    assert "\ufffd.tgn:2:8" in result.stdout


def test_the_format_can_be_named() -> None:
    def codes(*arguments: str) -> list[str]:
        lines = check("-", "--format", "concise", *arguments, stdin="wS1;bS1 wX1-\n").stdout
        return [line.split(" ")[1] for line in lines.splitlines()]

    assert codes("--from", "uhp") == ["W05", "S01"]
    assert codes("--from", "tgn") == ["S14"]
    assert check("-", "--from", "gif", stdin="").exit_code == 2
