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

# One worker builds the wheel and makes the environment, for all the tests here.
pytestmark = pytest.mark.xdist_group("wheel")


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command outside the repository, in an empty process environment; its standard output."""
    done = subprocess.run(
        command, cwd=cwd, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the work tree by the pinned builder."""
    out = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out)
    run(*build, REPOSITORY, cwd=out)
    (built,) = out.glob("turnpost-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment with the wheel and what it needs, and nothing else."""
    place = tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "venv", place / "env", cwd=place)
    python = place / "env/bin/python"
    install = (python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    requirements = REPOSITORY / "requirements/run.txt"
    run(*install, "--only-binary=:all:", "--require-hashes", "-r", requirements, cwd=place)
    run(*install, "--no-deps", wheel, cwd=place)
    run(python, "-m", "pip", "check", cwd=place)
    return python.parent


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("not a git work tree, so what belongs to the packages cannot be told")
    there = {name for name in listed.stdout.splitlines() if (REPOSITORY / name).exists()}
    assert there - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_installed_command_tells_its_version(installed: Path, tmp_path: Path) -> None:
    assert "0.1.0" in run(installed / "turnpost", "--version", cwd=tmp_path)


def test_the_installed_command_checks_a_record(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "game.tgn").write_text(RECORD, encoding="utf-8")
    run(installed / "turnpost", "check", "game.tgn", cwd=tmp_path)


def test_the_installed_command_finds_an_illegal_move(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.tgn").write_text(RECORD.replace("+2,0", "+5,5"), encoding="utf-8")
    done = subprocess.run(
        [installed / "turnpost", "check", "bad.tgn"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"5,5" in done.stdout
    assert b"Traceback" not in done.stdout + done.stderr
