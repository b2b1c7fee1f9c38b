"""The one table of formats, and records read and written in any of them.

A format is told by the content of a file, unless it is named. A new one is a file here and a row.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from notation.diagnostics import fault
from notation.errors import UnknownFormat
from notation.json_record import dump_record, is_record_document, load_document
from notation.reader import read_passage
from notation.reading import Reading
from notation.record import Record, Span
from notation.source import Passage, Source
from notation.writer import write_tgn

from . import ap_record, ap_state, hive_pgn, hive_pgn_writer, sgf, uhp
from .documents import read_document
from .format import Format, Written

__all__ = [
    "FORMATS",
    "Cut",
    "Format",
    "Written",
    "cut_source",
    "format_named",
    "format_told",
    "read_records",
    "read_source",
    "write_as",
]

_TAGS = re.compile(rb'(?:\A\s*\[[A-Za-z])|(?:^\[[A-Za-z][A-Za-z0-9_]*[ \t]+")', re.MULTILINE)
_JSON = re.compile(rb"\s*\{\s*(?:[\"}]|\Z)")
_LINES = re.compile(rb"\A\s*\{[^\r\n]*(?:\}[ \t]*[\r\n]+\{|[\r\n]+\{\"format\")")


def _begins_tgn(head: bytes) -> bool:
    if hive_pgn.begins(head):
        return False
    return _JSON.match(head) is None and _TAGS.search(head) is not None


def _begins_lines(head: bytes) -> bool:
    """Whether there is a document on a line of its own, with another on the next one."""
    return _LINES.match(head) is not None


def _read_line(passage: Passage) -> Reading:
    return read_document(passage, [FORMATS["json"]])


def _write_json(record: Record) -> Written:
    return Written(json.dumps(dump_record(record), ensure_ascii=False, indent=2) + "\n")


def _write_line(record: Record) -> Written:
    document = dump_record(record)
    return Written(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")


_ROWS = (
    Format(
        name="tgn",
        title="TGN",
        suffix=".tgn",
        media_type="text/plain",
        cut=Source.records,
        read_passage=read_passage,
        begins=_begins_tgn,
        write=lambda record: Written(write_tgn(record)),
    ),
    Format(
        name="json",
        title="JSON",
        suffix=".json",
        media_type="application/json",
        load=load_document,
        recognises=is_record_document,
        write=_write_json,
        single=True,
    ),
    Format(
        name="jsonl",
        title="JSON lines",
        suffix=".jsonl",
        media_type="application/x-ndjson",
        cut=Source.lines,
        read_passage=_read_line,
        begins=_begins_lines,
        write=_write_line,
    ),
    Format(
        name="ap-record",
        title=ap_record.TITLE,
        suffix=".ap-record.json",
        media_type="application/json",
        load=ap_record.load,
        recognises=ap_record.recognises,
        write=ap_record.write,
        single=True,
        finished_only=True,
    ),
    Format(
        name="ap-state",
        title=ap_state.TITLE,
        suffix=".ap-state.json",
        media_type="application/json",
        load=ap_state.load,
        recognises=ap_state.recognises,
        write=ap_state.write,
        games=frozenset({"cubeo"}),
        single=True,
    ),
    Format(
        name="uhp",
        title=uhp.TITLE,
        suffix=".uhp",
        media_type="text/plain",
        cut=uhp.cut,
        read_passage=uhp.read_passage,
        begins=uhp.begins,
        write=uhp.write,
        games=frozenset({"hive"}),
    ),
    Format(
        name="hive-pgn",
        title=hive_pgn.TITLE,
        suffix=".pgn",
        media_type="text/plain",
        cut=Source.records,
        read_passage=hive_pgn.read_passage,
        begins=hive_pgn.begins,
        write=hive_pgn_writer.write,
        games=frozenset({"hive"}),
    ),
    Format(
        name="sgf",
        title=sgf.TITLE,
        suffix=".sgf",
        media_type="application/x-go-sgf",
        cut=sgf.cut,
        read_passage=sgf.read_passage,
        begins=sgf.begins,
        write=None,
        games=frozenset({"hive"}),
    ),
)

FORMATS: dict[str, Format] = {row.name: row for row in _ROWS}


def format_named(name: str) -> Format:
    """The row of a format; raises `UnknownFormat`."""
    if name not in FORMATS:
        raise UnknownFormat(name, FORMATS)
    return FORMATS[name]


def read_records(
    content: bytes | BinaryIO,
    name: str = "-",
    format_name: str | None = None,
    *,
    most: int | None = None,
) -> Iterator[Reading]:
    """The readings of all records of a file, lazily: each is independent of the others.

    `name` is the file's in diagnostics. Without `format_name` it is told by the content; raises
    `UnknownFormat`. Nothing is replayed: `notation.check_records` does that. Of each record at most
    `most` faults are told (None: all); the readings count the others. Raises `TypeError` for what
    holds no bytes.
    """
    given: object = content
    binary = hasattr(given, "read") and not isinstance(given, io.TextIOBase)
    if not binary and not isinstance(given, bytes):
        kind = type(given).__name__
        raise TypeError(f"Records are read from bytes, or from a binary stream, not from {kind}.")
    row = None if format_name is None else format_named(format_name)
    return read_source(Source(content, name, most=most), row)


def format_told(head: bytes) -> Format | None:
    """The format that the first bytes of a file tell; None when they do not, as with documents."""
    told = (each for each in FORMATS.values() if each.begins and each.begins(head))
    return next(told, None)


def read_source(source: Source, row: Format | None = None) -> Iterator[Reading]:
    """The readings of all records of a source, in the format of a row or as its content tells."""
    cuts = cut_source(source, row)
    return (each.read() if isinstance(each, Cut) else each for each in cuts)


class Cut(NamedTuple):
    """A record that is cut out, to be read here or in another process; no `format_name`: a document."""

    passage: Passage
    format_name: str | None

    def read(self) -> Reading:
        """The reading of the passage."""
        row = None if self.format_name is None else FORMATS[self.format_name]
        if row is not None and row.read_passage is not None:
            return row.read_passage(self.passage)
        rows = [row] if row else [each for each in FORMATS.values() if each.load]
        return read_document(self.passage, rows)


def cut_source(source: Source, row: Format | None = None) -> Iterator[Cut | Reading]:
    """As `read_source`, but records that may be read on their own are only cut out."""
    head = source.head()
    if row is None:
        row = format_told(head)
    if row is not None and row.cut is not None:
        for each in row.cut(source):
            yield Cut(each, row.name)
        return
    passage = source.whole()
    if passage is None:
        return
    if row is not None or head.lstrip().startswith(b"{"):
        yield Cut(passage, row.name if row else None)
        return
    faults = passage.faults if passage.broken else (fault("F03", Span(1, 1, 1, 2)),)
    yield Reading(None, (), passage).with_faults(faults)


def write_as(record: Record, format_name: str) -> Written:
    """A record in a format, with what is lost by it.

    Raises `UnknownFormat`, also for one that is read only, and `NotARecord`.
    """
    row = format_named(format_name)
    if row.write is None:
        raise UnknownFormat(format_name, [each.name for each in FORMATS.values() if each.write])
    if not row.holds(record.game):
        where = record.where.get("game", "")
        return Written(None, (fault("L09", where, format=row.title, game=record.game),))
    return row.write(record)
