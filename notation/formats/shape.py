"""A JSON document that somebody else made: its parts taken out by name and type, faults collected.

What is missing or of a wrong type is a fault with the pointer of the place; the caller gets None and
goes on, so that one reading tells all that is wrong. What is sound but has no place in a record is noted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from notation.diagnostics import Fault, fault
from notation.tag_values import is_time

T = TypeVar("T")

_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


_INDEX = re.compile(r"/[0-9]+(?=/|\Z)")


class Shape:
    """The faults found so far in one document, and notes on what is not read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._unread: dict[str, list[str]] = {}

    def found(self) -> tuple[Fault, ...]:
        """The faults, and a note for each kind of member that is not read, at the first of them."""
        notes = (
            fault("W07", pointers[0], field=kind, count=len(pointers))
            for kind, pointers in self._unread.items()
        )
        return (*self.faults, *notes)

    def wrong(self, pointer: str, why: str) -> None:
        """Adds a fault in the document's shape."""
        self.faults.append(fault("S20", pointer, why=why))

    def add(self, found: Fault | None) -> None:
        """Adds a fault that somebody else found, if there is one."""
        if found is not None:
            self.faults.append(found)

    def value(self, given: object, kind: type[T], pointer: str) -> T | None:
        """The value if it is of the kind; else None, and a fault."""
        if isinstance(given, kind) and (kind is bool or not isinstance(given, bool)):
            return given
        self.wrong(pointer, f"There should be {_KINDS[kind]} here.")
        return None

    def get(self, holder: Mapping[str, Any], name: str, kind: type[T], at: str) -> T | None:
        """The member `name` of the object at the pointer `at`; a fault when it is missing."""
        if name not in holder:
            self.wrong(at, f"A field {name!r} is missing here.")
            return None
        return self.value(holder[name], kind, member(at, name))

    def maybe(self, holder: Mapping[str, Any], name: str, kind: type[T], at: str) -> T | None:
        """The member `name` of the object at the pointer `at`, which may be missing or null."""
        if holder.get(name) is None:
            return None
        return self.value(holder[name], kind, member(at, name))

    def items(
        self, holder: Mapping[str, Any], name: str, kind: type[T], at: str
    ) -> Iterator[tuple[str, T]]:
        """The items of a list that are of the kind, with their pointers; it may not be missing."""
        pointer = member(at, name)
        for index, item in enumerate(self.get(holder, name, list, at) or ()):
            value = self.value(item, kind, f"{pointer}/{index}")
            if value is not None:
                yield f"{pointer}/{index}", value

    def time(self, holder: Mapping[str, Any], name: str, at: str) -> str | None:
        """The member `name`, a point of time; it may not be missing."""
        text = self.get(holder, name, str, at)
        if text is None or is_time(text):
            return text
        self.faults.append(fault("T05", member(at, name), value=repr(text)))
        return None

    def only(self, holder: Mapping[str, Any], names: tuple[str, ...], at: str) -> None:
        """A fault for each member of an object that the format does not know."""
        for name in holder:
            if name not in names:
                known = ", ".join(names)
                self.wrong(member(at, name), f"There is no field {name!r} here; there is {known}.")

    def rest(self, holder: Mapping[str, Any], names: Collection[str], at: str) -> None:
        """Notes each member of an object but those named: it may be there, and is not read."""
        for name in holder:
            if name not in names:
                self.unread(member(at, name))

    def unread(self, pointer: str) -> None:
        """Notes that what is there is not read; members of all items of a list are of one kind."""
        kind = _INDEX.sub("", pointer).removeprefix("/")
        self._unread.setdefault(kind, []).append(pointer)


def member(pointer: str, name: str) -> str:
    """The pointer to a member of the object at a pointer."""
    return f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
