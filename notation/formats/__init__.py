"""The one table of formats, and records read and written in any of them.

A format is told by the content of a file, unless it is named. A new one is a file here and a row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from notation.diagnostics import fault
from notation.errors import UnknownFormat
from notation.json_record import dump_record, is_record_document, load_document
from notation.reader import read_tgn
from notation.reading import Reading
from notation.record import Record, Span
from notation.source import Source
from notation.writer import write_tgn

from . import ap_record, ap_state
from .documents import read_document
from .format import Format, Written

__all__ = [
    "FORMATS",
    "Format",
    "Written",
    "format_named",
    "format_told",
    "read_records",
    "read_source",
    "write_as",
]

_TAGS = re.compile(rb'(?:\A\s*\[[A-Za-z])|(?:^\[[A-Za-z][A-Za-z0-9_]*[ \t]+")', re.MULTILINE)
_LINES = re.compile(rb"\A\s*\{[^\r\n]*(?:\}[ \t]*[\r\n]+\{|[\r\n]+\{\"format\")")


def _begins_tgn(head: bytes) -> bool:
    return not head.lstrip().startswith(b"{") and _TAGS.search(head) is not None


def _begins_lines(head: bytes) -> bool:
    """Whether there is a document on a line of its own, with another on the next one."""
    return _LINES.match(head) is not None


def _read_lines(source: Source) -> Iterator[Reading]:
    for passage in source.lines():
        yield read_document(passage, [FORMATS["json"]])


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
        read=read_tgn,
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
        read=_read_lines,
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
)

FORMATS: dict[str, Format] = {row.name: row for row in _ROWS}


def format_named(name: str) -> Format:
    """The row of a format; raises `UnknownFormat`."""
    if name not in FORMATS:
        raise UnknownFormat(name, FORMATS)
    return FORMATS[name]


def read_records(
    content: bytes | BinaryIO, name: str = "-", format_name: str | None = None
) -> Iterator[Reading]:
    """The readings of all records of a file, lazily: each is independent of the others.

    `name` is the file's in diagnostics. Without `format_name` it is told by the content; raises
    `UnknownFormat`. Nothing is replayed: `notation.check_records` does that.
    """
    row = None if format_name is None else format_named(format_name)
    return read_source(Source(content, name), row)


def format_told(head: bytes) -> Format | None:
    """The format that the first bytes of a file tell; None when they do not, as with documents."""
    told = (each for each in FORMATS.values() if each.begins and each.begins(head))
    return next(told, None)


def read_source(source: Source, row: Format | None = None) -> Iterator[Reading]:
    """The readings of all records of a source, in the format of a row or as its content tells."""
    head = source.head()
    if row is None:
        row = format_told(head)
    if row is not None and row.read is not None:
        yield from row.read(source)
        return
    passage = source.whole()
    if passage is None:
        return
    if row is not None or head.lstrip().startswith(b"{"):
        rows = [row] if row else [each for each in FORMATS.values() if each.load]
        yield read_document(passage, rows)
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
