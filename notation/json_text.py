"""JSON with its places: what the standard library's reader does not tell.

Documents are read by `json.loads`; only when there is something to report does `locate` walk the
text again, token by token, to find where the value of a JSON pointer stands.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NoReturn

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+', re.DOTALL)
_SHOWN = 40
_DEEPEST = 300
"""Values nested deeper have no place of their own: the pointers to them would fill the memory."""


class NotJSON(Exception):
    """A text that is not JSON: why, and the offset where it fails."""

    def __init__(self, why: str, offset: int) -> None:
        self.why = why
        self.offset = offset
        super().__init__(why)


class FieldTwice(Exception):
    """An object that names a field twice; `pointer` leads to the second value, `name` is the field's."""

    def __init__(self, pointer: str) -> None:
        self.pointer = pointer
        self.name = pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        super().__init__(pointer)


class TooDeep(Exception):
    """A document nested too deeply to be read; `pointer` leads to a value down there."""

    def __init__(self, pointer: str) -> None:
        self.pointer = pointer
        super().__init__(pointer)


def read_json(text: str) -> object:
    """The JSON value of a text; raises `NotJSON`, `FieldTwice` or `TooDeep`."""
    try:
        return _decode(text)
    except json.JSONDecodeError as error:
        raise NotJSON(_why(error.msg), min(error.pos, max(0, len(text) - 1))) from None
    except _Twice:
        raise FieldTwice(_twice(text)) from None
    except RecursionError:
        raise TooDeep(max(_places(text), key=lambda each: each.count("/"))) from None
    except ValueError:  # a constant, or a number that is too long or too large
        raise NotJSON(*_odd_number(text)) from None


def locate(text: str, pointer: str) -> tuple[int, int]:
    """Where the value of a pointer begins and ends in the text; else the nearest value around it."""
    places = _places(text)
    while pointer not in places and pointer:
        pointer = pointer.rpartition("/")[0]
    return places.get(pointer, (0, 1))


class _Twice(Exception):
    pass


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Twice
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        raise ValueError(number)
    return value


_decode = json.JSONDecoder(
    parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_object
).decode


def _why(message: str) -> str:
    message = message.partition(":")[0] if message.startswith("Extra") else message
    return {
        "Extra data": "there is more after the end of the document",
        "Expecting value": "a value is missing",
        "Expecting property name enclosed in double quotes": "a name in double quotes is missing",
        "Expecting ':' delimiter": "a colon is missing",
        "Expecting ',' delimiter": "a comma or a closing bracket is missing",
        "Illegal trailing comma before end of object": "a comma stands before a closing bracket",
        "Illegal trailing comma before end of array": "a comma stands before a closing bracket",
        "Unterminated string starting at": "the text that begins here has no closing quote",
        "Invalid control character at": "a control character stands in a text",
        "Invalid \\escape": "there is no such escape",
        "Invalid \\uXXXX escape": "four hexadecimal digits must follow",
    }.get(message.removesuffix(": "), "this is no JSON")


def _odd_number(text: str) -> tuple[str, int]:
    """What is wrong with the first number that cannot be held, and where it stands."""
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word in ("NaN", "Infinity", "-Infinity"):
            return f"{word} is no number of JSON", match.start()
        if word[0] in "-0123456789" and not _can_be_held(word):
            shown = word if len(word) <= _SHOWN else f"{word[:_SHOWN]}…"
            return f"the number {shown} is too long or too large", match.start()
    return "there is a number that cannot be read", 0


def _can_be_held(number: str) -> bool:
    read = int if number.lstrip("-").isdecimal() else float
    try:
        return read(number) not in (math.inf, -math.inf)
    except ValueError:  # more digits than are read
        return False


def _twice(text: str) -> str:
    """The pointer of the first field that is named twice; of several that hold each other the outer."""
    seen: set[str] = set()
    for pointer, _, _ in _values(text):
        if pointer in seen:
            ends = (match.start() for match in re.finditer("/", pointer[1:] + "/"))
            around = (pointer[: end + 1] for end in ends)
            return next(each for each in around if each in seen)
        seen.add(pointer)
    return ""


@lru_cache(maxsize=1)
def _places(text: str) -> dict[str, tuple[int, int]]:
    """The place of each value, by its pointer; of a field that is named twice the last."""
    return {pointer: (begin, end) for pointer, begin, end in _values(text)}


class _Walk:
    """Walks the tokens of a JSON text, with a stack of the values that are open.

    Each has its pointer, its begin, and the index or the name of the member that comes next.
    """

    def __init__(self) -> None:
        self.stack: list[tuple[str, int, list[str | int | None]]] = []

    def step(self, sign: str, begin: int, end: int) -> tuple[str, int, int] | None:
        """Takes one token; the value that it completes as pointer, begin and end."""
        stack = self.stack
        if sign in "{[":
            key: list[str | int | None] = [None if sign == "{" else 0]
            stack.append((self._pointer(), begin, key))
        elif sign in "}]":
            return self.close(end) if stack else None
        elif sign == ",":
            self._advance()
        elif sign != ":":
            if stack and stack[-1][2][0] is None and sign[0] == '"':
                stack[-1][2][0] = _name(sign)
            elif len(stack) <= _DEEPEST:
                return self._pointer(), begin, end
        return None

    def close(self, end: int) -> tuple[str, int, int] | None:
        """Closes the innermost value."""
        pointer, begin, _ = self.stack.pop()
        return (pointer, begin, end) if len(self.stack) <= _DEEPEST else None

    def _advance(self) -> None:
        if self.stack:
            key = self.stack[-1][2]
            key[0] = key[0] + 1 if isinstance(key[0], int) else None

    def _pointer(self) -> str:
        if not self.stack:
            return ""
        pointer, _, key = self.stack[-1]
        if len(self.stack) > _DEEPEST:
            return pointer
        return f"{pointer}/{str(key[0]).replace('~', '~0').replace('/', '~1')}"


def _values(text: str) -> Iterator[tuple[str, int, int]]:
    """The values of a JSON text in the order of their ends; a text may break off."""
    walk = _Walk()
    for match in _TOKEN.finditer(text):
        value = walk.step(match[0], match.start(), match.end())
        if value is not None:
            yield value
    while walk.stack:
        value = walk.close(len(text))
        if value is not None:
            yield value


def _name(sign: str) -> str:
    try:
        return str(json.loads(sign))
    except ValueError:
        return sign[1:-1]
