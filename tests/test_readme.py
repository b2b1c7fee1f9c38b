"""The README keeps its word: its game is played, and its commands answer as it says."""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.serving import make_server

from server.app import create_app
from server.config import read_config

from .conftest import REPOSITORY

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ADDRESS = "127.0.0.1:8000"


def blocks(language: str) -> list[str]:
    """The blocks of code in a language."""
    return [text for known, text in BLOCK.findall(README) if known == language]


def examples() -> list[tuple[str, str]]:
    """Each command of the console blocks, with the output that follows it."""
    commands = [
        part for text in blocks("console") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)
    ]
    return [
        (command, told) for command, _, told in (c.partition("\n") for c in commands) if command
    ]


def run(script: str, place: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder, with our commands on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", script],
        cwd=place,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where a new server answers."""
    server = make_server("127.0.0.1", 0, create_app(read_config(tmp_path / "var")), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.skipif(shutil.which("curl") is None, reason="the README's game is played with curl")
def test_the_first_game_is_played_in_five_commands(address: str, tmp_path: Path) -> None:
    shorthands, commands, record = blocks("sh")
    assert len(commands.splitlines()) == 5
    script = "set -euo pipefail\n" + shorthands + commands + record
    done = run(script.replace(ADDRESS, address), tmp_path)
    assert done.returncode == 0, done.stderr
    assert '"accepted"' in done.stdout
    assert '[Player1 "red"]' in done.stdout
    assert '[Player2 "blue"]' in done.stdout
    assert re.search(r"\n1\. \+-1,0 \{\[%at \S+Z\]\} \*\n\n$", done.stdout)


@pytest.mark.parametrize(("command", "told"), examples())
def test_a_command_answers_as_the_readme_says(command: str, told: str, tmp_path: Path) -> None:
    (record,) = blocks("tgn")
    (tmp_path / "game.tgn").write_text(record, encoding="utf-8")
    done = run(command, tmp_path)
    assert done.stdout.rstrip() == told.rstrip()
    assert done.returncode in (0, 1)


def test_every_make_target_that_is_named_is_there() -> None:
    targets = set(
        re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE)
    )
    named = set(re.findall(r"\bmake ([a-z]+)\b", README))
    assert {"serve", "test"} <= named <= targets
