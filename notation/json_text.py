"""JSON with its places: what the standard library's reader does not tell.

Documents are read by `json.loads`; only when there is something to report does `locate` walk the
text again, token by token, to find where the values of JSON pointers stand. It keeps what is asked for
and nothing else: a text of a megabyte may hold half a million values.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import Any, NoReturn

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[][{}:,]|[^][{}:,"\s]+', re.DOTALL)
_SHOWN = 40
_DEEP = 300
"""How deep the value is that is told when a document is nested too deeply to be read."""


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
        return _read(text, _decode)
    except _Twice:
        raise FieldTwice(next(_twice(text))) from None


def read_all_json(text: str) -> tuple[object, tuple[str, ...]]:
    """The JSON value of a text that may name fields twice, and pointers to those fields.

    The value of such a field is a tuple of its values, which is nothing of JSON, unless they are all
    equal. Raises `NotJSON` or `TooDeep`.
    """
    try:
        return _read(text, _decode), ()
    except _Twice:
        return _read(text, _decode_all), tuple(dict.fromkeys(_twice(text)))


def _read(text: str, decode: Callable[[str], object]) -> object:
    try:
        return decode(text)
    except json.JSONDecodeError as error:
        raise NotJSON(_why(error.msg), min(error.pos, max(0, len(text) - 1))) from None
    except RecursionError:
        raise TooDeep(_deep(text)) from None
    except ValueError:  # a constant, or a number that is too long or too large
        raise NotJSON(*_odd_number(text)) from None


def follow(document: object, place: str) -> object:
    """The value that a JSON pointer leads to; None where there is none."""
    value: Any = document
    for part in place.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def locate(text: str, pointers: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Where the value of each pointer begins and ends in the text; else the nearest value around it."""
    wanted = set(pointers)
    root = _Wanted()
    for pointer in wanted:
        _follow(root, pointer, make=True)
    around: list[_Wanted | None] = []
    for step, path, offset in _steps(text):
        if step is _Step.BEGIN:
            parent = around[-1] if around else None
            here = (parent.members.get(str(path[-1])) if parent else None) if path else root
            around.append(here)
            if here is not None:
                here.begin = offset
        elif step is _Step.END:
            here = around.pop()
            if here is not None:
                here.place = (here.begin, offset)
    return {pointer: _follow(root, pointer).place or (0, 1) for pointer in wanted}


class _Wanted:
    """A value whose place is asked for, or one around such a value."""

    __slots__ = ("begin", "members", "place")

    def __init__(self) -> None:
        self.begin = 0
        self.place: tuple[int, int] | None = None
        self.members: dict[str, _Wanted] = {}


def _follow(root: _Wanted, pointer: str, *, make: bool = False) -> _Wanted:
    """The value at a pointer, made if it is to be; else the nearest around it that has a place."""
    here = root
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        inner = here.members.setdefault(key, _Wanted()) if make else here.members[key]
        if not make and inner.place is None:
            break
        here = inner
    return here


class _Twice(Exception):
    pass


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Twice
    return members


def _object_of_all(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, list[Any]] = {}
    for name, value in pairs:
        members.setdefault(name, []).append(value)
    return {
        name: values[0] if all(each == values[0] for each in values) else tuple(values)
        for name, values in members.items()
    }


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        raise ValueError(number)
    return value


def _decoder(members: Callable[[list[tuple[str, Any]]], Any]) -> Callable[[str], object]:
    return json.JSONDecoder(
        parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=members
    ).decode


_decode, _decode_all = _decoder(_object), _decoder(_object_of_all)


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


def _twice(text: str) -> Iterator[str]:
    """The pointers of fields that are named a second time, or once more."""
    names: list[set[str]] = []
    for step, path, _ in _steps(text):
        if step is _Step.BEGIN:
            names.append(set())
        elif step is _Step.END:
            names.pop()
        elif (name := str(path[-1])) in names[-1]:
            yield _pointer(path)
        else:
            names[-1].add(name)


def _deep(text: str) -> str:
    """The pointer of the first value that lies deep in the text."""
    return next((_pointer(path) for _, path, _ in _steps(text) if len(path) == _DEEP), "")


def _pointer(path: Iterable[str | int | None]) -> str:
    return "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in path)


class _Step(Enum):
    """What a walk over a text meets: a value's begin or end, or the name of the value that follows."""

    BEGIN = auto()
    NAME = auto()
    END = auto()


def _steps(text: str) -> Iterator[tuple[_Step, list[str | int | None], int]]:
    """The steps of a walk, each with the keys that lead to it and its offset; a text may break off.

    The list of keys is one and the same, and changes on the way.
    """
    path: list[str | int | None] = []
    for match in _TOKEN.finditer(text):
        sign = match[0]
        if sign in "{[":
            yield _Step.BEGIN, path, match.start()
            path.append(None if sign == "{" else 0)
        elif sign in "}]":
            if path:
                path.pop()
                yield _Step.END, path, match.end()
        elif sign == ",":
            if path:
                path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif sign == ":":
            continue
        elif path and path[-1] is None and sign[0] == '"':
            path[-1] = _name(sign)
            yield _Step.NAME, path, match.start()
        else:
            yield _Step.BEGIN, path, match.start()
            yield _Step.END, path, match.end()
    while path:
        path.pop()
        yield _Step.END, path, len(text)


def _name(sign: str) -> str:
    try:
        return str(json.loads(sign))
    except ValueError:
        return sign[1:-1]
