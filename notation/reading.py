"""A record as it was read: the value, what is wrong with it, and the text it came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .codes import CODES
from .damage import told_of
from .diagnostics import Diagnostic, Fault, has_error, in_order
from .games import GAMES
from .record import Record, Span, Where
from .source import Passage


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading one record: as much of it as can be told (None: nothing), and faults.

    `more` counts the faults that were found beside those, where the passage tells only so many; `ended`
    are the families of which no more are told.
    """

    record: Record | None
    diagnostics: tuple[Diagnostic, ...]
    passage: Passage = field(repr=False, compare=False)
    more: int = 0
    ended: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @property
    def ok(self) -> bool:
        """Whether there is a record without an error."""
        return self.record is not None and not has_error(self.diagnostics)

    @property
    def game(self) -> str | None:
        """The key of the record's game; None when it is not known."""
        return self.record.game if self.record and self.record.game in GAMES else None

    def with_faults(self, faults: Iterable[Fault]) -> Reading:
        """The reading with more faults, placed and in order."""
        found, ended = told_of(list(faults), self.diagnostics, self.ended)
        told = found if self.passage.most is None else self._told(found, self.passage.most)
        placed = self.passage.diagnostics(told, self.game)
        more = self.more + len(found) - len(told)
        if not found:
            return self
        diagnostics = in_order((*self.diagnostics, *placed))
        return replace(self, diagnostics=diagnostics, more=more, ended=ended)

    def without(self, places: Iterable[Where]) -> Reading:
        """The reading without the faults of numbering at some places, which another fault tells as well."""
        spans = [place for place in places if isinstance(place, Span)]
        if not spans:
            return self
        gone = {(place.line + self.passage.line - 1, place.column) for place in spans}
        told = [
            each
            for each in self.diagnostics
            if each.code[0] != "N" or (each.line, each.column) not in gone
        ]
        return replace(self, diagnostics=tuple(told))

    def _told(self, faults: list[Fault], most: int) -> list[Fault]:
        """The faults that are told when all together may be so many: errors come before the others.

        The first error is told in any case, as the reading is not `ok` by it.
        """
        faults = sorted(faults, key=lambda each: CODES[each.code].severity != "error")
        erring = faults and CODES[faults[0].code].severity == "error"
        room = most - len(self.diagnostics)
        return faults[: max(room, 1 if erring and not has_error(self.diagnostics) else 0)]
