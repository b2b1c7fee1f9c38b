"""What all commands of the toolkit have in common: help, a page, and a start that imports no other one."""

import re
import subprocess
import sys

import click
import pytest

from notation.cli import COMMANDS, cli

from .conftest import REPOSITORY

PAGES = {"convert": "check", "explain": "check", "codes": "check", "perft": "legal"}
"""The page in docs/ of each command that shares one."""


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_and_option_has_help_and_is_told_on_its_page(name: str) -> None:
    page = (REPOSITORY / "docs" / f"{PAGES.get(name, name)}.md").read_text(encoding="utf-8")
    assert f"turnpost {name}" in page
    assert command(name).help
    for parameter in command(name).params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            for option in parameter.opts:
                assert re.search(rf"(?<![\w-]){option}\b", page), option


def test_a_command_imports_no_other_one() -> None:
    program = (
        "import sys; from notation.cli import COMMANDS, cli\n"
        "cli(['perft', 'cubeo', '--depth', '1'], standalone_mode=False)\n"
        "print(*set(COMMANDS.values()) & set(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "notation.perft"
