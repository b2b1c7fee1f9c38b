"""The house keeps its shape: layers import one way, each library has its room, the top level is fixed."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import REPOSITORY

LAYERS = {
    "engine": {"engine"},
    "schemas": {"schemas"},
    "notation": {"engine", "schemas", "notation"},
    "server": {"engine", "schemas", "notation", "server"},
}
MODULES = sorted(path for layer in LAYERS for path in (REPOSITORY / layer).rglob("*.py"))
TOP_LEVEL = {
    ".ci", ".gitignore", ".pre-commit-hooks.yaml", "CHANGELOG.md", "LICENSE", "Makefile",
    "README.md", "docs", "engine", "notation", "pyproject.toml", "requirements", "schemas", "server", "tests",
}  # fmt: skip
SQL = re.compile(
    r"(?i:insert (or \w+ )?into|delete from|create (table|index)|update \w+ set|pragma \w+)\b"
    r"|(SELECT|select)\s.*\s(FROM|from)\s|BEGIN\b|COMMIT\b",
    re.DOTALL,
)


def imported(path: Path) -> Iterator[str]:
    """The absolute names of all that a module imports, inside functions too."""
    package = path.relative_to(REPOSITORY).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join((*above, node.module or "")).rstrip(".")


def users(library: str) -> set[str]:
    """Our modules that import a library, as paths in the repository."""
    return {
        path.relative_to(REPOSITORY).as_posix()
        for path in MODULES
        if any(name.split(".")[0] == library for name in imported(path))
    }


def texts(path: Path) -> Iterator[str]:
    """All string constants of a module but its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings:
            yield node.value


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_lies_below_it(layer: str) -> None:
    reached = {
        name.split(".")[0] for path in (REPOSITORY / layer).rglob("*.py") for name in imported(path)
    }
    assert reached & (LAYERS.keys() | {"tests"}) <= LAYERS[layer]


def test_the_engine_needs_the_standard_library_alone() -> None:
    for path in (REPOSITORY / "engine").rglob("*.py"):
        for name in imported(path):
            assert name.split(".")[0] in sys.stdlib_module_names | {"engine"}, (path, name)


def test_lark_lives_only_in_notation() -> None:
    assert all(user.startswith("notation/") for user in users("lark"))


def test_jsonschema_lives_only_in_schemas() -> None:
    assert users("jsonschema") <= {"schemas/__init__.py"}


def test_the_database_and_its_language_live_only_in_the_store() -> None:
    assert all(
        user.startswith("server/store/") for user in users("sqlite3") | users("sqlite_utils")
    )
    for path in MODULES:
        if "server/store/" not in path.as_posix():
            for text in texts(path):
                assert not SQL.match(text.lstrip()), (path, text)


def test_the_web_framework_lives_only_in_the_server() -> None:
    assert all(user.startswith("server/") for user in users("flask") | users("werkzeug"))


def test_the_top_level_holds_what_was_fixed_and_no_more() -> None:
    if not (REPOSITORY / ".git").exists():
        pytest.skip("not a git work tree, so what is tracked cannot be told")
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert {Path(name).parts[0] for name in tracked.stdout.splitlines()} <= TOP_LEVEL
