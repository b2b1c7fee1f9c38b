"""Every command ends with 2 and one line when a standard stream is closed, full or broken."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from notation.standard_streams import ESCAPED
from server.cli import main

RECORD = '[Game "Cubeo"]\n[Event "\u4e2d"]\n\n1. +0,1 {\U0001f600 caf\u00e9} *\n\n'
QUESTION = '{"game": "cubeo", "id": "\u4e2d"}\n'
CLOSED = "Standard {} cannot be {}: it is closed.\n"


@dataclass(frozen=True)
class Row:
    """How a command is called so that it writes, and so that it reads standard input, where it does."""

    writing: tuple[str, ...] | None = None
    reading: tuple[str, ...] | None = None
    given: str = RECORD


COMMANDS = {
    "check": Row(("FILE",), ("-",)),
    "codes": Row(()),
    "convert": Row(("FILE", "--to", "jsonl"), ("-", "--to", "tgn")),
    "explain": Row(("M01",)),
    "fmt": Row(("-",), ("-",)),
    "legal": Row((), ("-",), QUESTION),
    "perft": Row(("cubeo", "--depth", "2")),
    "serve": Row(),
    "show": Row(("FILE",), ("-",)),
    "stats": Row(("FILE", "--format", "json"), ("-",)),
    "uhp": Row((), (), "newgame\n"),
    "worker": Row(),
}
"""A row for each command; those without one of the ways say nothing on standard output, or read nothing."""

WRITING = [name for name, row in COMMANDS.items() if row.writing is not None]
READING = [name for name, row in COMMANDS.items() if row.reading is not None]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("streams") / "record.tgn"
    path.write_text(RECORD, encoding="utf-8")
    return path


def run(
    name: str,
    arguments: tuple[str, ...],
    record: Path,
    redirection: str = "",
    **environment: str,
) -> subprocess.CompletedProcess[bytes]:
    words = [str(record) if word == "FILE" else word for word in arguments]
    program = "from server.cli import main; main()"
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh"]
    return subprocess.run(
        [*shell, sys.executable, "-c", program, *name.split(), *words],
        input=COMMANDS[name].given.encode(),
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_every_command_has_a_row_here() -> None:
    assert main.list_commands(click.Context(main)) == sorted(COMMANDS)


@pytest.mark.parametrize("name", WRITING)
@pytest.mark.parametrize(
    ("redirection", "said"),
    [
        (">&-", CLOSED.format("output", "written")),
        (">/dev/full", "Standard output cannot be written: No space left on device.\n"),
    ],
)
def test_what_cannot_be_written_is_told_in_one_line(
    name: str, redirection: str, said: str, record: Path
) -> None:
    ended = run(name, COMMANDS[name].writing or (), record, redirection)
    assert (ended.returncode, ended.stderr.decode()) == (2, said)


@pytest.mark.parametrize("name", READING)
def test_a_closed_standard_input_is_told_in_one_line(name: str, record: Path) -> None:
    ended = run(name, COMMANDS[name].reading or (), record, "<&-")
    said = CLOSED.format("input", "read")
    assert (ended.returncode, ended.stderr.decode()) == (2, said)


@pytest.mark.parametrize("name", WRITING)
def test_characters_that_the_encoding_lacks_are_escaped(name: str, record: Path) -> None:
    narrow = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "POSIX"}
    ended = run(name, COMMANDS[name].writing or (), record, **narrow)
    assert ended.returncode == 0
    assert b"Traceback" not in ended.stderr
    assert ended.stdout


@pytest.mark.parametrize("name", WRITING)
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_a_command_does_its_work_without_a_standard_error(
    name: str, redirection: str, record: Path
) -> None:
    ended = run(name, COMMANDS[name].writing or (), record, redirection)
    assert ended.returncode == 0
    assert ended.stdout


def test_the_help_is_guarded_too(record: Path) -> None:
    ended = run("codes", ("--help",), record, ">/dev/full")
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1


def test_a_reader_that_has_read_enough_is_not_complained_about(record: Path) -> None:
    program = "from server.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "perft", "cubeo", "--depth", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 2


def test_escaped_text_is_what_json_has() -> None:
    text = "caf\u00e9 \u4e2d \U0001f600 \udcff"
    escaped = text.encode("ascii", ESCAPED).decode()
    assert escaped == r"caf\u00e9 \u4e2d \ud83d\ude00 \udcff"
    assert json.loads(f'"{escaped}"') == text


def test_findings_show_escaped_text_and_documents_stay_utf_8(record: Path) -> None:
    bad = record.with_name("bad.tgn")
    bad.write_text(RECORD.replace("*", "\u4e2d *"), encoding="utf-8")
    narrow = {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0", "LC_ALL": "POSIX"}
    told = run("check", (str(bad),), record, **narrow)
    assert told.returncode == 1
    assert rb"{\ud83d\ude00 caf" + b"\xe9" + rb"} \u4e2d *" in told.stdout
    for style in ("json", "sarif"):
        told = run("check", (str(bad), "--format", style), record, **narrow)
        document = json.loads(told.stdout.decode("utf-8"))
        assert "\u4e2d" in json.dumps(document, ensure_ascii=False)
