"""A record as it was read: the value, what is wrong with it, and the text it came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .diagnostics import Diagnostic, Fault, has_error, in_order
from .games import GAMES
from .record import Record
from .source import Passage


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading one record: as much of it as can be told (None: nothing), and faults."""

    record: Record | None
    diagnostics: tuple[Diagnostic, ...]
    passage: Passage = field(repr=False, compare=False)

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
        game = self.game
        placed = tuple(self.passage.diagnostic(each, game) for each in faults)
        return replace(self, diagnostics=in_order((*self.diagnostics, *placed))) if placed else self
