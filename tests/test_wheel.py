"""The built wheel, in an environment that holds only the pinned requirements, is a whole program."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .conftest import REPOSITORY

RECORD = """\
[Game "Cubeo"]
[Player1 "red"]
[Player2 "blue"]
[Result "*"]

1. +-1,0 +2,0 *

"""
PACKAGES = ("engine", "notation", "schemas", "server")


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command outside the repository, in an empty process environment; its standard output."""
    done = subprocess.run(
        command, cwd=cwd, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """The wheel, built from the work tree by the pinned builder."""
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path)
    run(*build, REPOSITORY, cwd=tmp_path)
    (built,) = tmp_path.glob("turnpost-*.whl")
    return built


def install(wheel: Path, place: Path) -> Path:
    """Install a wheel into a new environment, with what it needs and nothing else; its command."""
    run(sys.executable, "-m", "venv", place / "env", cwd=place)
    python = place / "env/bin/python"
    pip = (python, "-m", "pip", "--disable-pip-version-check", "--quiet")
    requirements = REPOSITORY / "requirements/run.txt"
    wanted = ("--only-binary=:all:", "--require-hashes", "--requirement", requirements)
    run(*pip, "install", *wanted, cwd=place)
    run(*pip, "install", "--no-deps", wheel, cwd=place)
    run(*pip, "check", cwd=place)
    return python.parent / "turnpost"


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("not a git work tree, so what belongs to the packages cannot be told")
    there = {name for name in listed.stdout.splitlines() if (REPOSITORY / name).exists()}
    assert there - set(zipfile.ZipFile(wheel).namelist()) == set()


# One test, since each environment takes its time to make.
def test_the_installed_command_checks_records_and_finds_an_illegal_move(
    wheel: Path, tmp_path: Path
) -> None:
    turnpost = install(wheel, tmp_path)
    assert "0.1.0" in run(turnpost, "--version", cwd=tmp_path)
    (tmp_path / "game.tgn").write_text(RECORD, encoding="utf-8")
    run(turnpost, "check", "game.tgn", cwd=tmp_path)
    assert "<svg" in run(turnpost, "show", "--svg", "game.tgn", cwd=tmp_path)
    (tmp_path / "bad.tgn").write_text(RECORD.replace("+2,0", "+5,5"), encoding="utf-8")
    done = subprocess.run(
        [turnpost, "check", "bad.tgn"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"5,5" in done.stdout
    assert b"Traceback" not in done.stdout + done.stderr
