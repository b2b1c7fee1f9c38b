"""A file of records in its canonical form, piece by piece: what stood there, and what is to stand there.

A piece is one record with all that stands up to the next. A record with an error, and one that says
its result in two ways, stays byte for byte: nobody knows what was meant. Every other is written anew, and
what was written must be read as the same record, or nothing is to be written at all (`Refused`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from .checks import replay
from .diagnostics import Diagnostic
from .errors import NotARecord
from .formats import (
    FORMATS,
    Cut,
    Format,
    cut_source,
    format_told,
    read_records,
    read_source,
    write_as,
)
from .json_text import read_all_json
from .reading import Reading
from .record import Record
from .source import LIMIT, Readable, Source
from .wording import canonical

REWRITTEN = ("tgn", "json", "jsonl")
"""The formats that are ours to lay out."""

_MOST_HELD = 8 * LIMIT
"""The most bytes of one record that are held: far more than a record of a game has."""

_LINE_END = re.compile(rb"\r\n|\r|\n")
_LINES = (".jsonl", ".ndjson")
_PACKED = b"\x1f\x8b"
_CONTRADICTORY = "R01"
_NOT_UTF8 = "W01"


Part = TypeVar("Part", Cut, Reading, Cut | Reading)
"""A record of a file, read or only cut out."""


class Refused(Exception):
    """A file that is not to be rewritten; says why in a sentence."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One record's part of a file, from its line on: the bytes there, those to be there, what to tell.

    `kept` says that it stays as it is, since it cannot be understood.
    """

    old: bytes = field(repr=False)
    new: bytes = field(repr=False)
    line: int
    kept: bool = False
    told: tuple[Diagnostic, ...] = ()


def rewrite(stream: Readable, name: str) -> Iterator[Piece]:
    """The pieces of a file, one after the other as it is read; raises `Refused`."""
    echo = _Echo(stream)
    source = Source(echo, name)
    layout, readings = _layout(source, name)
    for reading, old in _with_bytes(readings, echo):
        yield _piece(reading, old, layout)


def pieces_of(stream: Readable, name: str) -> Iterator[bytes]:
    """The bytes of each record's part of a file, cut as `rewrite` cuts them."""
    echo = _Echo(stream)
    source = Source(echo, name)
    cuts = cut_source(source, _row(source, name))
    return (old for _, old in _with_bytes(cuts, echo))


def _with_bytes(parts: Iterator[Part], echo: _Echo) -> Iterator[tuple[Part, bytes]]:
    """Each part with the bytes from its begin to that of the next; the first has what is before it."""
    before: Part | None = None
    for part in parts:
        if before is not None:
            yield before, echo.lines_before(part.passage.line)
        before = part
    if before is not None:
        yield before, echo.rest()


class _Echo:
    """A stream that remembers what was read of it, until it is asked for, by lines."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._held = bytearray()
        self._line = 1

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""
        content = self._stream.read(size)
        if len(self._held) + len(content) > _MOST_HELD:
            raise Refused(f"A record of the file is longer than {_MOST_HELD >> 20} MiB.")
        self._held += content
        return content

    def lines_before(self, number: int) -> bytes:
        """The lines not yet asked for that come before the line of this number."""
        end = 0
        ends = _LINE_END.finditer(self._held)
        for _ in range(number - self._line):
            end = next(ends).end()
        del ends  # it holds the bytes, which are cut now
        self._line = number
        return self._cut(end)

    def rest(self) -> bytes:
        """All that was not yet asked for."""
        while self.read(1 << 16):
            pass
        return self._cut(len(self._held))

    def _cut(self, end: int) -> bytes:
        part = bytes(self._held[:end])
        del self._held[:end]
        return part


def _layout(source: Source, name: str) -> tuple[Callable[[Reading], str], Iterator[Reading]]:
    """How the records of a source are to be written, the name of a format each, and their readings."""
    if source.head().startswith(_PACKED):
        raise Refused("The file is compressed; unpack it first.")
    row = _row(source, name)
    if row is None:
        return _document_layout, _document(source)
    if row.name not in REWRITTEN:
        raise Refused(f"The file is of {row.title}, whose layout is not ours.")
    told = row.name
    return lambda _: told, read_source(source, row)


def _row(source: Source, name: str) -> Format | None:
    """The format of a file, told by its name where that says that each line is a document."""
    return FORMATS["jsonl"] if name.lower().endswith(_LINES) else format_told(source.head())


def _document(source: Source) -> Iterator[Reading]:
    """The one record of a document, unless it is of a format of others."""
    for reading in read_source(source):
        document = reading.record and read_all_json(reading.passage.text)[0]
        for row in FORMATS.values():
            if row.name not in REWRITTEN and row.recognises and row.recognises(document):
                raise Refused(f"The file is of {row.title}, whose layout is not ours.")
        yield reading


def _document_layout(reading: Reading) -> str:
    """A document on one line stays so, unless its file's name says that it is one document."""
    passage = reading.passage
    one_line = "\n" not in passage.text.strip()
    return "jsonl" if one_line and not passage.file.lower().endswith(".json") else "json"


def _piece(reading: Reading, old: bytes, layout: Callable[[Reading], str]) -> Piece:
    line = reading.passage.line if reading.passage.number > 1 else 1
    record = reading.record
    checked = reading if record is None else reading.with_faults(replay(record).faults)
    told = tuple(each for each in checked.diagnostics if _is_told(each))
    if record is None or not checked.ok or _is_unsure(checked):
        return Piece(old, old, line, True, told)
    odd = any(each.code.startswith("W") and each.ply is not None for each in checked.diagnostics)
    new = _written(record, layout(reading), reading.passage.number, respell=odd)
    return Piece(old, new.encode(), line, False, told)


def _is_told(diagnostic: Diagnostic) -> bool:
    """Whether it tells of something that keeps a record as it is, or that is gone when it is rewritten."""
    return (
        diagnostic.severity == "error"
        or diagnostic.code.startswith("N")
        or diagnostic.code in (_CONTRADICTORY, _NOT_UTF8)
    )


def _is_unsure(reading: Reading) -> bool:
    """Whether rewriting would lose something: one of two results, or bytes that are no letters."""
    codes = {each.code for each in reading.diagnostics}
    return _CONTRADICTORY in codes or (_NOT_UTF8 in codes and "\ufffd" in reading.passage.text)


def _written(record: Record, format_name: str, number: int, *, respell: bool) -> str:
    """The record's canonical text, read again to be sure of it; `respell` when a move is spelled oddly."""
    try:
        canon = canonical(record, respell=respell)
        text = write_as(canon, format_name).text
    except NotARecord as error:
        raise Refused(f"Record {number} cannot be written: {error}") from None
    readings = [] if text is None else list(read_records(text.encode(), "-", format_name))
    again = [each.record for each in readings if each.ok]
    if text is None or again != [canon]:
        raise Refused(f"Record {number} would not be read as the same record.")
    return text
