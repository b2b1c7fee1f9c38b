"""What is wrong with a record, where, and what to do about it: findings are values, not exceptions.

A `Fault` is found by whoever reads or checks a record, and says where in its own text or document.
A `Diagnostic` is the same fault placed in its file, as it is shown and as `check --format json`
writes it. Both take their words from the one table in codes.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from .codes import CODES, Severity
from .record import Where


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a record: its code, its place there, its sentence, and the ply it is about."""

    code: str
    where: Where
    message: str
    remedy: str | None = None
    ply: int | None = None


def fault(
    code: str, where: Where, *, ply: int | None = None, remedy: str | None = None, **values: object
) -> Fault:
    """A fault with the sentence of its code, filled with `values`; `remedy` replaces the table's."""
    entry = CODES[code]
    return Fault(code, where, entry.message.format(**values), remedy or entry.remedy, ply)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A fault in its file. Lines and columns count from 1, columns in code points, ends exclusive."""

    code: str
    severity: Severity
    message: str
    remedy: str | None
    file: str
    record: int
    game: str | None
    ply: int | None
    line: int
    column: int
    end_line: int
    end_column: int
    pointer: str | None
    excerpt: str
    excerpt_column: int = field(default=1, compare=False, repr=False)


def dump_diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as a JSON value, as schemas/diagnostic.json tells.

    Raises `TypeError` for a fault, which has no place in a file: `write_as` tells its losses so.
    """
    if not isinstance(diagnostic, Diagnostic):
        kind = type(diagnostic).__name__
        raise TypeError(f"What is dumped is a Diagnostic, not a {kind}, which has no file.")
    document = asdict(diagnostic)
    del document["excerpt_column"]
    return document


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics of one file by line, column and code."""
    return tuple(sorted(diagnostics, key=lambda each: (each.line, each.column, each.code)))


def has_error(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of them is an error."""
    return any(each.severity == "error" for each in diagnostics)
