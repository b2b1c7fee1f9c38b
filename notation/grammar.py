"""A grammar of this package, ready to read texts: Lark behind one small class.

Lark is built on first use (importing it is a tenth of a second that most commands never need), with
the transformer embedded, so that no tree is ever made. A fault is told by its column and by what could
have stood there, in the words that the grammar's owner gives to its terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark


class GrammarFault(Exception):
    """A text that the grammar does not read: where (`column`, 1-based), and a half sentence why."""

    def __init__(self, column: int, expected: str, found: str) -> None:
        self.column = column
        instead = f"not {clip(found, 8)}" if found else "but the text ends"
        super().__init__(f"at column {column} there should be {expected}, {instead}")


class Grammar:
    """The grammar in grammars/`file`.

    `values` makes the value of each terminal (of its token) and rule (of the list of its parts'
    values); `terminals` says what to call each terminal in a message: {"NUMBER": "a number"}.
    """

    def __init__(
        self,
        file: str,
        starts: Iterable[str],
        values: Mapping[str, Callable[[Any], Any]],
        terminals: Mapping[str, str],
    ) -> None:
        self.file = file
        self.starts = list(starts)
        self._values = SimpleNamespace(**values)
        self._terminals = {"$END": "the end", **terminals}

    @cached_property
    def lark(self) -> Lark:
        """The parser; building it is what takes time."""
        return self.build()

    def build(self, *, strict: bool = False) -> Lark:
        """A new parser; `strict` makes Lark refuse terminals that collide (needs interegular)."""
        from lark import Lark

        return Lark.open_from_package(
            __package__,
            self.file,
            ("grammars",),
            parser="lalr",
            start=self.starts,
            transformer=self._values,
            strict=strict,
        )

    def read(self, text: str, start: str, before: int = 0) -> Any:
        """The value of a text by the rule `start`; raises `GrammarFault`.

        `before` is how many characters stood before the text, for the fault's column.
        """
        from lark.exceptions import UnexpectedInput

        try:
            return self.lark.parse(text, start)
        except UnexpectedInput:
            raise self._fault(text, start, before) from None

    def _fault(self, text: str, start: str, before: int) -> GrammarFault:
        # Lark's own lists of what it expected are those of merged states: ask what it accepts.
        from lark.exceptions import UnexpectedInput

        reading = self.lark.parse_interactive(text, start)
        place = len(text)
        try:
            reading.exhaust_lexer()
        except UnexpectedInput as fault:
            if fault.pos_in_stream is not None:
                place = fault.pos_in_stream
        accepted: set[str] = reading.accepts()  # type: ignore[no-untyped-call]  # Lark's gap
        names = sorted({self._terminals[name] for name in accepted})
        return GrammarFault(before + place + 1, alternatives(names), text[place:])


def alternatives(phrases: Iterable[str]) -> str:
    """A list in words: "a", "a or b", "a, b or c"."""
    *first, last = phrases
    return f"{', '.join(first)} or {last}" if first else last


def clip(text: str, most: int = 40) -> str:
    """A text for a message, in quotes; a long one is cut."""
    return repr(text if len(text) <= most else text[:most] + "…")
