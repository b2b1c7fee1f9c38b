"""The progress bar: on standard error when that is a terminal, and never among what is printed."""

import io
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from notation.folders import find_inputs
from notation.progress import progress_bar

BAD = '[Game "Cubeo"]\n\n1. +0,7 *\n\n'


class Terminal(io.StringIO):
    """A terminal that keeps what it is sent."""

    def isatty(self) -> bool:
        return True


def seconds() -> Iterator[float]:
    """A clock that is asked once a second."""
    now = 0.0
    while True:
        yield now
        now += 1.0


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "x.tgn"
    path.write_text(BAD * 100, encoding="utf-8")
    return str(path)


def drawn(names: list[str], *, hide: bool = False) -> str:
    """What a terminal gets from a bar that is told of a few bytes now and then."""
    clock = seconds()
    with progress_bar(find_inputs(names), lambda: next(clock)) as bar:
        for _ in range(5):
            bar.advance(100)
            if hide:
                bar.hide()
    assert isinstance(sys.stderr, Terminal)
    return sys.stderr.getvalue()


def test_a_bar_is_drawn_on_a_terminal_and_gone_at_the_end(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    text = drawn([file])
    assert f"{len(BAD) * 100 / 1000:.1f}" in text  # of so many kilobytes
    assert text.endswith("\x1b[2K")


def test_a_bar_of_what_has_no_known_end_is_drawn_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    assert "500" in drawn(["-"])


def test_the_bar_is_away_while_something_is_printed(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    assert drawn([file], hide=True).count("\x1b[2K") >= 2


def test_a_run_that_is_soon_over_draws_nothing(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar(find_inputs([file]), lambda: 0.0) as bar:
        bar.advance(100)
    assert terminal.getvalue() == ""


def test_nothing_is_drawn_where_there_is_no_terminal(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    clock = seconds()
    with progress_bar(find_inputs([file]), lambda: next(clock)) as bar:
        bar.advance(100)
        bar.hide()
    assert stream.getvalue() == ""


def test_standard_output_stays_clean_when_standard_error_is_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "x.tgn"
    path.write_text(BAD * 3, encoding="utf-8")
    ours, theirs = pty.openpty()
    program = "from notation.cli import cli; cli()"
    command = [sys.executable, "-c", program, "check", "--format", "concise", str(path)]
    try:
        ran = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=theirs, text=True, check=False, timeout=60
        )
    finally:
        os.close(theirs)
        os.close(ours)
    codes = [line.split(" ")[1] for line in ran.stdout.splitlines()]
    assert codes == ["M01", "D01", "M01", "D01", "M01"]
