"""The page for those who use the packages from Python names all that `notation` offers."""

import re

import notation
from notation import NotationError

from .conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "python.md").read_text(encoding="utf-8")


def test_every_public_name_is_told() -> None:
    assert [name for name in notation.__all__ if f"`{name}`" not in PAGE] == []


def test_every_name_in_its_tables_is_public() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", PAGE, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(names) > 20
    assert [name for name in names if name not in notation.__all__] == []


def test_all_errors_are_of_the_one_kind_that_it_tells() -> None:
    errors = [value for value in vars(notation).values() if isinstance(value, type)]
    errors = [error for error in errors if issubclass(error, Exception)]
    assert len(errors) > 5
    assert all(issubclass(error, NotationError) for error in errors)
