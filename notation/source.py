"""Bytes to records' texts: decoded, line ends made one, cut into passages that know their place.

Text records are cut by lines before anything is parsed, so that a file streams with flat memory and a
broken record cannot hurt the next. Each passage is decoded by itself: UTF-8, else Windows-1252.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol

from . import json_text
from .codes import CODES
from .cutting import BOM, LIMIT, Lines, cut_before, cut_records
from .diagnostics import Diagnostic, Fault, fault
from .record import Span, Where

__all__ = ["LIMIT", "Passage", "Readable", "Source"]

_CHUNK = 1 << 16
_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Passage:
    """The text of one record and its place: the file, the record's number, its first line, from 1.

    `faults` are those that came with the decoding; with `broken` there is nothing to be parsed. Pointers
    lead into a JSON text; in any other they mean the record as a whole, its first line. `most` is how
    many faults of the record are told (None: all); the first `head` lines of a text record are its tags.
    """

    file: str
    number: int
    line: int
    text: str = field(repr=False)
    faults: tuple[Fault, ...] = ()
    broken: bool = False
    is_json: bool = False
    most: int | None = None
    head: int = 0

    def diagnostics(
        self, faults: Iterable[Fault], game: str | None = None
    ) -> tuple[Diagnostic, ...]:
        """The faults with their places in the file and excerpts of the lines where they begin."""
        found = list(faults)
        pointers = [each.where for each in found if isinstance(each.where, str) and each.where]
        places = json_text.locate(self.text, pointers) if self.is_json and pointers else {}
        return tuple(self._diagnostic(each, places, game) for each in found)

    def _diagnostic(
        self, found: Fault, places: Mapping[str, tuple[int, int]], game: str | None
    ) -> Diagnostic:
        pointer = found.where if self.is_json and isinstance(found.where, str) else None
        span = self._span(found.where, places)
        excerpt, first = self._excerpt(span)
        return Diagnostic(
            code=found.code,
            severity=CODES[found.code].severity,
            message=found.message,
            remedy=found.remedy,
            file=self.file,
            record=self.number,
            game=game,
            ply=found.ply,
            line=span.line + self.line - 1,
            column=span.column,
            end_line=span.end_line + self.line - 1,
            end_column=span.end_column,
            pointer=pointer,
            excerpt=excerpt,
            excerpt_column=first,
        )

    def _span(self, where: Where, places: Mapping[str, tuple[int, int]]) -> Span:
        """The span of a place, its lines counted from the passage's own first line."""
        if isinstance(where, Span):
            return where
        if not self.is_json:
            begin, end = self._line(1)
            return Span(1, 1, 1, max(2, end - begin + 1))
        if not where:  # all of it, however long: no need to look for it
            begin = len(self.text) - len(self.text.lstrip())
            return self.stretch(begin, max(begin + 1, len(self.text.rstrip())))
        return self.stretch(*places[where])

    def stretch(self, begin: int, end: int | None = None) -> Span:
        """The span of the characters from one offset to another; without an end it is one character."""
        return Span(*self._place(begin), *self._place(begin + 1 if end is None else end))

    def _place(self, offset: int) -> tuple[int, int]:
        starts = _line_starts(self.text)
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def _excerpt(self, span: Span) -> tuple[str, int]:
        """The line of a span, or the part of a long one around it, and the column where that begins."""
        begin, end = self._line(span.line)
        first = max(0, span.column - 1 - _SHOWN // 2) if end - begin > _SHOWN else 0
        return self.text[begin + first : min(end, begin + first + _SHOWN)], first + 1

    def _line(self, number: int) -> tuple[int, int]:
        """Where a line of the text begins and ends."""
        starts = _line_starts(self.text)
        number = min(number, len(starts))
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return starts[number - 1], end


@lru_cache(maxsize=2)
def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


class Readable(Protocol):
    """A stream as far as it is needed here."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


class Source:
    """A stream of bytes with a name, read once, forwards; `head` looks at what comes first.

    `most` is how many faults of each record are told (None: all).
    """

    def __init__(
        self, content: bytes | Readable, name: str = "-", *, most: int | None = None
    ) -> None:
        self.name = name
        self.most = most
        self._stream = io.BytesIO(content) if isinstance(content, bytes) else content
        self._head = b""
        self._ended = False

    def head(self) -> bytes:
        """The beginning: at least its first two lines that are not blank.

        There is no byte order mark, and all lines end with line feeds.
        """
        return _unix_all(self._begin())

    def _begin(self) -> bytes:
        while not self._ended and len(self._head) < LIMIT and len(self._head.split(None, 1)) < 2:
            self._fill()
        while not self._ended and len(self._head) < LIMIT:
            first, _, rest = self._head.lstrip().replace(b"\r", b"\n").partition(b"\n")
            if first and rest.strip():
                break
            self._fill()
        return self._head.removeprefix(BOM)

    def _fill(self) -> None:
        chunk = self._stream.read(max(_CHUNK, len(self._head)))
        self._ended = not chunk
        self._head += chunk

    def whole(self) -> Passage | None:
        """All of it as one passage; None when it is blank."""
        while not self._ended and len(self._head) <= LIMIT:
            self._fill()
        text = _unix_all(self._head[: LIMIT + 1].removeprefix(BOM))
        self._head = b""
        if len(text) <= LIMIT and not text.strip():
            return None
        return self._passage(1, 1, [text], is_json=True)

    def lines(self, *, is_json: bool = True) -> Iterator[Passage]:
        """Each line that is not blank as a passage of its own."""
        number = 0
        for line_number, line in enumerate(self._lines(), 1):
            if line.strip():
                number += 1
                yield self._passage(number, line_number, [line], is_json=is_json)

    def records(self) -> Iterator[Passage]:
        """The passages of a text of records, cut as cutting.py tells."""
        return self._passages(cut_records(self._lines()))

    def parts(self, begins: re.Pattern[bytes]) -> Iterator[Passage]:
        """The passages of a text that is cut before each line that begins so."""
        return self._passages(cut_before(self._lines(), begins))

    def _passages(self, cuts: Iterable[Lines]) -> Iterator[Passage]:
        number = 0
        for begin, lines, head in cuts:
            if any(line.strip() for line in lines):
                number += 1
                yield replace(self._passage(number, begin, lines), head=head)

    def _passage(
        self, number: int, line: int, lines: list[bytes], *, is_json: bool = False
    ) -> Passage:
        passage = _passage(self.name, number, line, lines, is_json=is_json)
        return passage if self.most is None else replace(passage, most=self.most)

    def _lines(self) -> Iterator[bytes]:
        """The lines without their ends; one that is too long is cut just above the limit."""
        parts: list[bytes] = []
        size = 0
        for chunk in _unix(self._chunks()):
            first, *rest = chunk.split(b"\n")
            if size <= LIMIT:
                parts.append(first)
                size += len(first)
            if rest:
                yield b"".join(parts)
                yield from rest[:-1]
                parts, size = [rest[-1]], len(rest[-1])
        yield b"".join(parts)

    def _chunks(self) -> Iterator[bytes]:
        chunk = self._begin()
        self._head = b""
        while chunk:
            yield chunk
            chunk = self._stream.read(_CHUNK)


def _unix(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks with all line ends as line feeds, also those that two chunks share."""
    after_return = False
    for chunk in chunks:
        rest = chunk[1:] if after_return and chunk.startswith(b"\n") else chunk
        after_return = rest.endswith(b"\r")
        yield _unix_all(rest)


def _unix_all(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _passage(
    file: str, number: int, line: int, lines: list[bytes], *, is_json: bool = False
) -> Passage:
    content = b"\n".join(lines)
    zero = content.find(b"\0")
    if zero >= 0:
        found = fault("F02", _byte_span(content, zero))
        text, _ = _decode(content[: zero + _SHOWN])
        return Passage(file, number, line, text, (found,), broken=True)
    if len(content) > LIMIT:
        found = fault("F05", Span(1, 1, 1, 2), limit=LIMIT)
        text = content[:_SHOWN].decode("utf-8", "replace").partition("\n")[0]
        return Passage(file, number, line, text, (found,), broken=True)
    text, faults = _decode(content)
    return Passage(file, number, line, text, faults, is_json=is_json)


def _decode(content: bytes) -> tuple[str, tuple[Fault, ...]]:
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        text = content.decode("cp1252", "replace")
        return text, (fault("W01", _byte_span(content, error.start)),)


def _byte_span(content: bytes, offset: int) -> Span:
    line = content.count(b"\n", 0, offset) + 1
    before = content[content.rfind(b"\n", 0, offset) + 1 : offset]
    try:
        column = len(before.decode("utf-8")) + 1
    except UnicodeDecodeError:
        column = len(before) + 1
    return Span(line, column, line, column + 1)
