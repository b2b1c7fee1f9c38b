"""The README and the pages keep their word: their games are played, their commands answer as told."""

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

README = "README.md"
PAGES = {
    path.relative_to(REPOSITORY).as_posix(): path.read_text(encoding="utf-8")
    for path in (REPOSITORY / README, *sorted((REPOSITORY / "docs").glob("*.md")))
}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ADDRESS = "127.0.0.1:8000"


def blocks(language: str, page: str = README) -> list[str]:
    """The blocks of code in a language."""
    return [text for known, text in BLOCK.findall(PAGES[page]) if known == language]


def examples() -> Iterator[tuple[str, str, str]]:
    """The page of each command of the console blocks, the command, and the output that follows it."""
    for page in PAGES:
        for text in blocks("console", page):
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE):
                command, _, told = part.partition("\n")
                if command:
                    yield page, command, told


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


needs_curl = pytest.mark.skipif(
    shutil.which("curl") is None, reason="the games of the pages are played with curl"
)


@needs_curl
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


@needs_curl
def test_the_first_game_over_http_is_played_whatever_was_played_before(
    address: str, tmp_path: Path
) -> None:
    script = "\n".join(("set -euo pipefail", *blocks("sh", "docs/api.md")))
    for _ in range(2):
        done = run(script.replace(ADDRESS, address), tmp_path)
        assert done.returncode == 0, done.stderr
        assert '"accepted":{"ply":0,"move":"+-1,0"}' in done.stdout
        assert '"legal":["+' in done.stdout


@pytest.mark.parametrize(("page", "command", "told"), list(examples()))
def test_a_command_answers_as_its_page_says(
    page: str, command: str, told: str, tmp_path: Path
) -> None:
    (record,) = blocks("tgn")
    (tmp_path / "game.tgn").write_text(record, encoding="utf-8")
    (tmp_path / "archive.tgn").write_text("".join(blocks("tgn", page)), encoding="utf-8")
    done = run(command, tmp_path)
    assert done.stdout.rstrip() == told.rstrip()
    assert done.returncode in (0, 1)


def test_every_make_target_that_is_named_is_there() -> None:
    targets = set(
        re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE)
    )
    named = set(re.findall(r"\bmake ([a-z]+)\b", PAGES[README]))
    assert {"serve", "test"} <= named <= targets


def test_every_module_of_the_engine_is_told_of() -> None:
    paths = [path for path in (REPOSITORY / "engine").rglob("*.py") if path.name != "__init__.py"]
    forms = {path: {path.name, f"{path.parent.name}/{path.name}"} for path in paths}
    named = set(re.findall(r"`((?!tests/)(?:\w+/)?\w+\.py)`", PAGES["docs/engine.md"]))
    assert [path for path in paths if not forms[path] & named] == []
    assert named <= set().union(*forms.values())


@pytest.mark.parametrize("page", [README, "docs/serve.md"])
def test_every_variable_of_make_that_is_named_is_there(page: str) -> None:
    variables = re.findall(
        r"^([A-Z]+) +\?=", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    named = re.findall(r"\b([A-Z]+)=", "".join(re.findall(r"`make serve [^`]+`", PAGES[page])))
    assert {"HOST", "PORT", "DATA"} <= set(named) <= set(variables)
