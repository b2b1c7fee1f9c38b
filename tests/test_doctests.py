"""The examples in docstrings and in docs/ are true."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from .conftest import REPOSITORY

LAYERS = ("engine", "notation", "schemas", "server")
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def told() -> list[str]:
    """The names of our modules that have examples in their docstrings."""
    return sorted(
        ".".join(path.relative_to(REPOSITORY).with_suffix("").parts).removesuffix(".__init__")
        for layer in LAYERS
        for path in (REPOSITORY / layer).rglob("*.py")
        if ">>> " in path.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("name", told())
def test_the_examples_of_a_module_are_true(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0


@pytest.mark.parametrize("page", [page for page in PAGES if PYTHON.search(page.read_text("utf-8"))])
def test_the_python_examples_of_a_page_run(page: Path) -> None:
    for example in PYTHON.findall(page.read_text(encoding="utf-8")):
        exec(compile(example, page.name, "exec"), {})  # noqa: S102 - our own pages


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_links_only_to_files_that_are_there(page: Path) -> None:
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target
