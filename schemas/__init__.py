"""The JSON Schemas of our own documents (draft 2020-12), and the one place that applies them.

`errors` speaks to the author of a document: each message names what is wrong with one value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from json import dumps, loads
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

__all__ = ["Refusal", "document", "errors", "pointer", "refusals", "validator"]

MOST = 1000
_SHOWN = 40
_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


@cache
def document(name: str) -> dict[str, Any]:
    """The schema `name` (without `.json`) as a JSON value; do not change it."""
    text = files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", loads(text))


@cache
def validator(name: str) -> Draft202012Validator:
    """The validator of the schema `name`, or of a part of it (`api#/$defs/move`); formats count."""
    from jsonschema import Draft202012Validator

    title, _, part = name.partition("#")
    schema = document(title)
    if part:
        schema = {"$ref": f"#{part}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


class Refusal(NamedTuple):
    """What a schema has against a document: where, and in a sentence why.

    `value` points to the value that is not to be used: of a missing field to where it should be; None
    when there is only a field too many.
    """

    pointer: str
    message: str
    value: str | None


def errors(name: str, value: object, most: int = MOST) -> list[tuple[str, str]]:
    """What is wrong with a value by the schema `name`: pairs of JSON pointer and sentence.

    When `most` have been found no more are looked for. A value whose schema is `writeOnly`, a secret, is
    not shown. A field that is missing because its name is misspelt is told once, at the name that is there.
    """
    return [(each.pointer, each.message) for each in refusals(name, value, most)]


def refusals(name: str, value: object, most: int = MOST) -> list[Refusal]:
    """As `errors`, with the values that cannot be used; each value is refused once."""
    told = (each for error in validator(name).iter_errors(value) for each in _told(error))
    kept: dict[tuple[str, str | None], Refusal] = {}
    for each in told:
        kept[each.pointer, each.value] = each  # of rules for one value the last one says more
        if len(kept) == most:
            break
    return sorted(kept.values(), key=lambda each: each[:2])


def pointer(path: Iterator[str | int] | tuple[str | int, ...]) -> str:
    """A path of names and indices as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _told(error: ValidationError) -> Iterator[Refusal]:
    path = tuple(error.absolute_path)
    rule, asked = cast(str, error.validator), cast(Any, error.validator_value)
    value = cast(Any, error.instance)
    known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
    if rule == "required":
        meant = {_meant(name, known, value) for name in value if name not in known}
        for name in asked:
            if name not in value and name not in meant:
                there = pointer((*path, name))
                yield Refusal(pointer(path), f"The field {name!r} is missing.", there)
    elif rule in ("additionalProperties", "unevaluatedProperties"):
        for name in value:
            if name not in known:
                meant_one = _meant(name, known, value)
                remedy = f"; did you mean {meant_one!r}?" if meant_one else "."
                message = f"There is no field {_named(name)} here{remedy}"
                missed = pointer((*path, meant_one)) if meant_one else None
                yield Refusal(pointer((*path, name)), message, missed)
    else:
        yield Refusal(pointer(path), _sentence(rule, asked, value, error), pointer(path))


def _named(name: str) -> str:
    return repr(name if len(name) <= _SHOWN else name[: _SHOWN - 1] + "…")


def _meant(name: str, known: Mapping[str, Any], value: Mapping[str, Any]) -> str | None:
    """The field that a name which is not known may stand for, among those that are not there."""
    from difflib import get_close_matches

    close = get_close_matches(name, [each for each in known if each not in value], 1)
    return close[0] if close else None


def _sentence(rule: str, asked: Any, value: object, error: ValidationError) -> str:
    schema = error.schema if isinstance(error.schema, dict) else {}
    shown = "This" if schema.get("writeOnly") else _shown(value)
    if rule == "type":
        kinds = [asked] if isinstance(asked, str) else asked
        return f"{shown} should be {' or '.join(_KINDS[kind] for kind in kinds)}."
    if rule == "const":
        return f"{shown} should be {_shown(asked)}."
    if rule == "enum":
        return f"{shown} should be one of {', '.join(_shown(each) for each in asked)}."
    if rule in ("minimum", "exclusiveMinimum"):
        return f"{shown} is too small: the least is {asked}."
    if rule in ("maximum", "exclusiveMaximum"):
        return f"{shown} is too large: the most is {asked}."
    if rule in ("minLength", "minItems", "minProperties"):
        return f"{shown} is too short: the least is {asked}."
    if rule in ("maxLength", "maxItems", "maxProperties"):
        return f"{shown} is too long: the most is {asked}."
    if rule == "not":
        return cast(str, schema["title"])
    if rule == "format":
        return f"{shown} is not a {_FORMATS.get(asked, asked)}."
    if rule == "uniqueItems":
        return f"{shown} holds a value twice."
    expected = schema.get("title")
    return f"{shown} is not {expected or 'allowed here'}."


_FORMATS = {"date-time": "time like 2025-01-31T18:00:00Z (RFC 3339)", "email": "mail address"}


def _shown(value: object) -> str:
    text = dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
