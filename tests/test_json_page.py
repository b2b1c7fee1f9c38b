"""The page on JSON names every field of our schemas of records and diagnostics."""

from collections.abc import Iterator

import pytest

import schemas

from .conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "json.md").read_text(encoding="utf-8")


def fields(schema: object) -> Iterator[str]:
    """The names of all properties in a schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        for part in schema.values():
            yield from fields(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from fields(part)


@pytest.mark.parametrize("name", ["record", "diagnostic"])
def test_every_field_is_told(name: str) -> None:
    told = set(fields(schemas.document(name)))
    assert {"record": "plies", "diagnostic": "excerpt"}[name] in told
    assert [field for field in sorted(told) if f"`{field}`" not in PAGE] == []


@pytest.mark.parametrize("name", ["record", "diagnostic"])
def test_our_schemas_keep_to_their_own_draft(name: str) -> None:
    schemas.validator(name).check_schema(schemas.document(name))
