"""The hooks for pre-commit do what it expects: they fail, or change files, exactly when something is wrong."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import REPOSITORY

SOUND = '[Game "Cubeo"]\n[Player1 "?"]\n[Player2 "?"]\n[Result "*"]\n\n1. +0,1 *\n\n'
UGLY = SOUND.replace("1. ", "1.   ")
WRONG = SOUND.replace("+0,1", "+0,9")


def hooks() -> dict[str, dict[str, str]]:
    """The hooks by their ids, each with its keys: a list of plain values is all that the file needs."""
    text = (REPOSITORY / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    lines = re.findall(r"^(- |  )(\w+): (.+)$", text, re.MULTILINE)
    assert len(lines) == len(text.splitlines())
    found: list[dict[str, str]] = []
    for begin, key, value in lines:
        if begin == "- ":
            found.append({})
        found[-1][key] = value
    return {hook["id"]: hook for hook in found}


def fails(name: str, place: Path) -> bool:
    """Whether a hook would stop a commit: run as pre-commit runs it, with all files that it wants."""
    hook = hooks()[name]
    files = sorted(each.name for each in place.iterdir() if re.search(hook["files"], each.name))
    before = {each: (place / each).read_bytes() for each in files}
    command, *arguments = shlex.split(hook["entry"])
    program = Path(sys.executable).parent / command
    done = subprocess.run(
        [program, *arguments, *files], cwd=place, capture_output=True, check=False, text=True
    )
    assert done.returncode in (0, 1), done.stderr
    changed = any((place / each).read_bytes() != before[each] for each in files)
    return done.returncode != 0 or changed


def test_both_hooks_are_there_and_install_this_package() -> None:
    assert list(hooks()) == ["turnpost-check", "turnpost-fmt"]
    for hook in hooks().values():
        assert {"id", "name", "description", "entry", "language", "files"} <= hook.keys()
        assert hook["language"] == "python"
        assert hook["entry"].startswith("turnpost ")


@pytest.mark.parametrize(
    ("content", "check", "fmt"), [(SOUND, False, False), (UGLY, False, True), (WRONG, True, True)]
)
def test_a_hook_fails_exactly_when_something_is_wrong(
    content: str, check: bool, fmt: bool, tmp_path: Path
) -> None:
    (tmp_path / "game.tgn").write_text(content)
    (tmp_path / "other.tgn").write_text(SOUND)
    (tmp_path / "notes.txt").write_text("no record")
    assert fails("turnpost-check", tmp_path) is check
    assert fails("turnpost-fmt", tmp_path) is fmt
    assert fails("turnpost-fmt", tmp_path) is (fmt and check)
    assert (tmp_path / "notes.txt").read_text() == "no record"


def test_a_record_that_is_no_text_any_more_is_not_passed_over(tmp_path: Path) -> None:
    assert not any("types" in hook for hook in hooks().values())  # UTF-16 is no text for pre-commit
    (tmp_path / "game.tgn").write_text(SOUND, encoding="utf-16")
    assert fails("turnpost-check", tmp_path)


def test_the_page_names_the_hooks() -> None:
    page = (REPOSITORY / "docs" / "fmt.md").read_text(encoding="utf-8")
    assert re.findall(r"- id: (\S+)", page) == list(hooks())
