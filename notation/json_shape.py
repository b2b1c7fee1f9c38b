"""The shape of a JSON record: its lines of play, and which of its values the schema refuses.

Variations are taken off their plies before the schema is asked and are asked for one by one, so that no
depth of nesting costs the stack anything. What is refused is told, and kept from whoever reads the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import schemas

from .damage import MOST_DAMAGES
from .diagnostics import Fault, fault
from .record import NESTING

Json = dict[str, Any]

_PLY = re.compile(r"/plies/([0-9]+)")
_ELSEWHERE: Json = {"plies": [{"move": "-"}]}
"""What stands in a ply for a variation, which is a line of its own: it is sound."""


class Line:
    """One line of play in a document: where it is, its comments and plies, and what is within it.

    `first` is how many plies were played before it.
    """

    def __init__(self, pointer: str, holder: Json, depth: int, first: int) -> None:
        self.pointer = pointer
        self.holder = holder
        self.depth = depth
        self.first = first
        plies = holder.get("plies")
        self.plies: list[Any] = plies if isinstance(plies, list) else []
        self.variations: dict[int, list[Line]] = {}

    def bare(self) -> Json:
        """The line without its variations, which are lines of their own."""
        if not self.variations:
            return self.holder
        plies = [
            {**ply, "variations": _bare(ply["variations"])} if index in self.variations else ply
            for index, ply in enumerate(self.plies)
        ]
        return {**self.holder, "plies": plies}


def _bare(variations: list[Any]) -> list[Any]:
    return [_ELSEWHERE if isinstance(each, dict) else each for each in variations]


def lines_of(document: object) -> tuple[list[Line], list[Fault]]:
    """All lines of play of a document, outer ones first, and a fault for each that lies too deep."""
    if not isinstance(document, dict):
        return [], []
    lines = [Line("", document, 0, 0)]
    deep: list[Fault] = []
    for line in lines:  # grows while it is walked
        for index, ply in enumerate(line.plies):
            within = ply.get("variations") if isinstance(ply, dict) else None
            if not isinstance(within, list) or not within:
                continue
            first = line.first + index
            line.variations[index] = inner = []
            for number, each in enumerate(within):
                pointer = f"{line.pointer}/plies/{index}/variations/{number}"
                if not isinstance(each, dict):
                    continue
                if line.depth < NESTING:
                    inner.append(Line(pointer, each, line.depth + 1, first))
                else:
                    deep.append(fault("S12", pointer, ply=first, limit=NESTING))
            lines.extend(inner)
    return lines, deep


class Broken:
    """Which values of a document cannot be used, by their pointers; `faults` tell why."""

    def __init__(self, document: object, lines: list[Line]) -> None:
        self.faults: list[Fault] = []
        self._values: set[str] = set()
        self._around: set[str] = set()
        for found, value in _refused(document, lines):
            if len(self.faults) == MOST_DAMAGES:
                self.faults.append(fault("S21", found.where, ply=found.ply, most=MOST_DAMAGES))
                break
            self.faults.append(found)
            self._add(value)

    @property
    def too_many(self) -> bool:
        """Whether there are so many that the others were not looked for."""
        return len(self.faults) > MOST_DAMAGES

    def at(self, pointer: str) -> bool:
        """Whether the value there cannot be used, or is missing."""
        return pointer in self._values

    def within(self, pointer: str) -> bool:
        """Whether the value there, or one within it, cannot be used."""
        return pointer in self._around

    def _add(self, value: str | None) -> None:
        if value is None:
            return
        self._values.add(value)
        while value not in self._around:
            self._around.add(value)
            value = value.rpartition("/")[0]


def _refused(document: object, lines: list[Line]) -> Iterator[tuple[Fault, str | None]]:
    """The faults of all lines, each with the pointer of the value that cannot be used for it."""
    if not lines:
        yield from _asked("record", document, "", 0)
    for line in lines:
        name = "record#/$defs/variation" if line.pointer else "record"
        yield from _asked(name, line.bare(), line.pointer, line.first)


def _asked(
    name: str, value: object, pointer: str, first: int
) -> Iterator[tuple[Fault, str | None]]:
    for each in schemas.refusals(name, value, MOST_DAMAGES + 1):
        in_ply = _PLY.match(each.pointer)
        ply = first + int(in_ply[1]) if in_ply else None
        found = fault("S20", pointer + each.pointer, ply=ply, why=each.message)
        yield found, None if each.value is None else pointer + each.value
