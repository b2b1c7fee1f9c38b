"""JSON bodies, read strictly: what is no JSON, or would mean two things, is refused with its place.

A field that is named twice is refused since readers disagree on which of the two counts. A number
without a fraction is a whole one, however it is written, as in JSON Schema: 24.0 is 24.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from notation.grammar import clip
from notation.json_text import FieldTwice, NotJSON, TooDeep, read_json
from schemas import pointer
from server.refusals import Refusal

_ESCAPE = b"\\u"
_FRACTION = re.compile(rb"[0-9][.eE]")


def load_body(raw: bytes) -> Any:
    """The JSON value of a body; refuses `invalid_body`."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refusal(f"The body is not UTF-8 at byte {error.start}.") from error
    try:
        value = read_json(text)
    except NotJSON as error:
        line, column = _place(text, error.offset)
        where = f"line {line}, column {column}"
        raise _refusal(f"The body is not JSON: {error.why}, at {where}.") from error
    except FieldTwice as error:
        raise _refusal(f"The field {clip(error.name)} is named twice.", error.pointer) from error
    except TooDeep as error:
        raise _refusal("The body is nested too deeply.", error.pointer) from error
    if _ESCAPE in raw:
        _must_be_text(value)
    return _whole(value) if _FRACTION.search(raw) else value


def _whole(value: Any) -> Any:
    """The value with whole numbers for those that were written as fractions or powers of ten."""
    root = [value]
    stack: list[Any] = [root]
    while stack:
        one = stack.pop()
        for key, part in list(one.items() if isinstance(one, dict) else enumerate(one)):
            if isinstance(part, float) and part.is_integer():
                one[key] = int(part)
            elif isinstance(part, dict | list):
                stack.append(part)
    return root[0]


def _must_be_text(value: object) -> None:
    """Refuse half a surrogate pair, which is JSON, but no text: nothing could store it."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        path = next(_halves(value), "")
        raise _refusal("A text in the body holds half of a surrogate pair.", path) from error


def _halves(value: object) -> Iterator[str]:
    """The pointers to all texts, and names of fields, that hold half a surrogate pair."""
    stack: list[tuple[tuple[str | int, ...], object]] = [((), value)]
    while stack:
        path, one = stack.pop()
        if isinstance(one, dict):
            yield from (pointer((*path, name)) for name in one if _is_half(name))
            stack += [((*path, name), part) for name, part in one.items()]
        elif isinstance(one, list):
            stack += [((*path, index), part) for index, part in enumerate(one)]
        elif isinstance(one, str) and _is_half(one):
            yield pointer(path)


def _is_half(text: str) -> bool:
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def _place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _refusal(message: str, path: str = "") -> Refusal:
    return Refusal("invalid_body", message, errors=[{"path": path, "message": message}])
