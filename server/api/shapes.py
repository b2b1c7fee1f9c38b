"""A quick yes for bodies: the schemas of small flat bodies, made into plain Python checks.

jsonschema says what is wrong with a body, but takes long to find that nothing is. A check made here
may say no to what is right, and jsonschema is then asked; it never says yes to what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import schemas

Check = Callable[[object], bool]
_TYPES = {"string": str, "integer": int, "boolean": bool, "null": type(None)}
_TEXT = {"type", "minLength", "maxLength", "writeOnly"}
_WHOLE = {"type", "minimum"}
_OBJECT = {"type", "additionalProperties", "required", "properties", "writeOnly"}


@cache
def quick_check(name: str) -> Check:
    """The check of a body by its name in schemas/api.json."""
    definitions = schemas.document("api")["$defs"]
    return _check(definitions[name], definitions)


def _check(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Check:
    if set(schema) == {"$ref"}:
        return _check(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions)
    kind = schema.get("type")
    if kind == "object" and set(schema) <= _OBJECT and schema.get("additionalProperties") is False:
        return _check_object(schema, definitions)
    if kind == "string" and set(schema) <= _TEXT:
        return _check_text(schema.get("minLength", 0), schema.get("maxLength"))
    if kind == "integer" and set(schema) <= _WHOLE:
        return _check_whole(schema.get("minimum"))
    if isinstance(kind, str) and kind in _TYPES and set(schema) == {"type"}:
        wanted = _TYPES[kind]
        return lambda value: type(value) is wanted
    return lambda _: False


def _check_object(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Check:
    required = tuple(schema.get("required", ()))
    checks = {
        name: _check(part, definitions) for name, part in schema.get("properties", {}).items()
    }

    def check(value: object) -> bool:
        if type(value) is not dict or any(name not in value for name in required):
            return False
        return all(name in checks and checks[name](part) for name, part in value.items())

    return check


def _check_text(least: int, most: int | None) -> Check:
    return lambda value: (
        type(value) is str and least <= len(value) and (most is None or len(value) <= most)
    )


def _check_whole(least: int | None) -> Check:
    return lambda value: type(value) is int and (least is None or value >= least)
