"""A JSON document that somebody else made: its parts taken out by name and type, faults collected.

What is missing or of a wrong type is a fault with the pointer of the place; the caller gets None and
goes on, so that one reading tells all that is wrong. What is sound but has no place in a record is noted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from notation.diagnostics import Fault, fault
from notation.grammar import clip
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


class _Nothing(dict[str, Any]):
    """What stands for an object that is not there: nothing more is said about its members."""


class Shape:
    """The faults found so far in one document, and notes on what is not read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._broken: set[str] = set()  # pointers of values that cannot be used, and of all around
        self._known: dict[str, Collection[str]] = {}
        self._unread: dict[str, list[str]] = {}

    def found(self) -> tuple[Fault, ...]:
        """The faults, and a note for each kind of member that is not read, at the first of them."""
        notes = (
            fault("W07", pointers[0], field=kind, count=len(pointers))
            for kind, pointers in self._unread.items()
            if pointers
        )
        return (*self.faults, *notes)

    def wrong(self, pointer: str, why: str) -> None:
        """Adds a fault of a value, which cannot be used for it."""
        self._break(pointer)
        self.faults.append(fault("S20", pointer, why=why))

    def broken(self, pointer: str) -> bool:
        """Whether the value there, or one within it, cannot be used or is missing."""
        return pointer in self._broken

    def _break(self, pointer: str) -> None:
        while pointer not in self._broken:
            self._broken.add(pointer)
            pointer = pointer.rpartition("/")[0]

    def value(self, given: object, kind: type[T], pointer: str) -> T | None:
        """The value if it is of the kind; else None, and a fault."""
        if isinstance(given, kind) and (kind is bool or not isinstance(given, bool)):
            return given
        self.wrong(pointer, f"There should be {_KINDS[kind]} here.")
        return None

    def get(self, holder: Mapping[str, Any], name: str, kind: type[T], at: str) -> T | None:
        """The member `name` of the object at the pointer `at`; a fault when it is missing.

        Where a misspelt name stands for it that is the fault, if the members are known by then.
        """
        if name in holder:
            return self.value(holder[name], kind, member(at, name))
        if not isinstance(holder, _Nothing):
            self._break(member(at, name))
            known = self._known.get(at, ())
            misspelt = [each for each in holder if _meant(each, known, holder) == name]
            for each in misspelt:
                self._misspelt(member(at, each), each, name)
            if not misspelt:
                self.faults.append(fault("S20", at, why=f"A field {name!r} is missing here."))
        return None

    def part(self, holder: Mapping[str, Any], name: str, at: str) -> Mapping[str, Any]:
        """The member `name` that is an object; one that is missing, or is none, is a fault by itself."""
        given = self.get(holder, name, dict, at)
        return _Nothing() if given is None else given

    def top(self, document: object) -> Mapping[str, Any]:
        """The document, which is an object."""
        given = self.value(document, dict, "")
        return _Nothing() if given is None else given

    def maybe(self, holder: Mapping[str, Any], name: str, kind: type[T], at: str) -> T | None:
        """The member `name` of the object at the pointer `at`, which may be missing or null."""
        if holder.get(name) is None:
            return None
        return self.value(holder[name], kind, member(at, name))

    def items(
        self, holder: Mapping[str, Any], name: str, kind: type[T], at: str
    ) -> Iterator[tuple[str, T]]:
        """The items of a list that are of the kind, with their pointers; it may not be missing."""
        for pointer, value in self.all_items(holder, name, kind, at):
            if value is not None:
                yield pointer, value

    def all_items(
        self, holder: Mapping[str, Any], name: str, kind: type[T], at: str
    ) -> Iterator[tuple[str, T | None]]:
        """As `items`, with None for those that are of another kind."""
        for index, item in enumerate(self.get(holder, name, list, at) or ()):
            pointer = f"{member(at, name)}/{index}"
            yield pointer, self.value(item, kind, pointer)

    def time(self, holder: Mapping[str, Any], name: str, at: str) -> str | None:
        """The member `name`, a point of time; it may not be missing."""
        text = self.get(holder, name, str, at)
        if text is None or is_time(text):
            return text
        self.faults.append(fault("T05", member(at, name), value=repr(text)))
        return None

    def only(self, holder: Mapping[str, Any], names: Collection[str], at: str) -> None:
        """A fault for each member of an object that the format does not know."""
        self._known[at] = names
        for name in holder:
            if name not in names:
                meant = _meant(name, names, holder)
                remedy = f"did you mean {meant!r}?" if meant else f"there is {', '.join(names)}."
                why = f"There is no field {clip(name)} here; {remedy}"
                self.faults.append(fault("S20", member(at, name), why=why))

    def rest(self, holder: Mapping[str, Any], names: Collection[str], at: str) -> None:
        """Notes each member of an object but those named: it may be there, and is not read."""
        self._known[at] = names
        for name in holder:
            if name not in names:
                self.unread(member(at, name))

    def _misspelt(self, pointer: str, name: str, meant: str) -> None:
        """Tells that a name stands for another, unless `only` has, in place of a note."""
        noted = self._unread.get(_kind(pointer), [])
        if pointer in noted:
            noted.remove(pointer)
            why = f"There is no field {clip(name)} here; did you mean {meant!r}?"
            self.faults.append(fault("S20", pointer, why=why))

    def unread(self, pointer: str) -> None:
        """Notes that what is there is not read; members of all items of a list are of one kind."""
        self._unread.setdefault(_kind(pointer), []).append(pointer)


def _kind(pointer: str) -> str:
    return _INDEX.sub("", pointer).removeprefix("/")


def _meant(name: str, known: Collection[str], holder: Mapping[str, Any]) -> str | None:
    """The member, not there, that a name which is not known may stand for."""
    if name in known:
        return None
    close = get_close_matches(name, [each for each in known if each not in holder], 1)
    return close[0] if close else None


def member(pointer: str, name: str) -> str:
    """The pointer to a member of the object at a pointer."""
    return f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
