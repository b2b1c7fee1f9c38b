"""A text of records cut by its lines, before anything is parsed.

So a file streams with flat memory, and a broken record cannot hurt the next. A record begins with a line
like a tag that follows one that is none; lines of tags that are damaged, one of them or its end, do not
count as others, neither among the tags of a record nor right before the first of the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

LIMIT = 1 << 22
"""The most bytes that a record may take; what is longer is no record of a game."""

BOM = b"\xef\xbb\xbf"
_TAG = re.compile(rb'\[([A-Za-z][A-Za-z0-9_]*)[ \t]+"')
_DAMAGED = re.compile(rb"\[[A-Za-z].*\][ \t]*\Z")
UNLIKE = r'(?:[^\x00-\x7f]{1,4}|[^\s{}"])?\[?([A-Za-z][A-Za-z0-9_]*)[ \t]*"[^{}]*\]\Z'
"""A line, without blanks around it, that was a tag, but does not begin like one: there is another sign, or none."""

_UNLIKE = re.compile(UNLIKE.encode())
_CLOSES = re.compile(rb'(?:.*"[ \t]*|[ \t]*)\][ \t]*\Z')
_SAID = re.compile(rb'\{[^{}]*\}|"[^"\n]*"|^[;%].*', re.MULTILINE)
"""What may stand in a line without making it one of moves."""
_OF_MOVES = re.compile(rb'[{}()*]|(?<!\S)(?:[0-9]|[^\sA-Z"\[]\S*[0-9])')
"""What stands among moves only: brackets, `*`, a word with a digit that does not begin with a capital letter."""


class Lines(NamedTuple):
    """The lines of a record, the number of the first in its file, and how many of them are its tags."""

    begin: int
    lines: list[bytes]
    head: int = 0


def cut_records(lines: Iterable[bytes]) -> Iterator[Lines]:
    """The records of a text; of one that is too long, enough to see that."""
    record, held = _Record(1), _Record(1)  # `held`: damaged tags, whose record is not yet known
    blank = False
    for number, given in enumerate(lines, 1):
        line = given.removeprefix(BOM) if given.startswith(BOM) else given
        after_blank, blank = blank, not line.strip(b" \t")
        tag = _TAG.match(line) if line.startswith(b"[") else None
        if tag is not None:
            if record.is_over(tag[1]):
                yield record.told()
                record = held if held.lines else _Record(number)
            else:
                record.extend(held)
            record.append_tag(line, tag[1])
            held = _Record(number + 1)
        elif blank:
            record.end_doubt()
            (held if held.lines else record).append(line)
        elif record.is_tag(line):
            record.append_tag(line)
        elif _may_be_next(line, held, after_blank=after_blank):
            held = held if held.lines else _Record(number)
            held.append(line)
        else:
            record.extend(held)
            record.append_text(line)
            held = _Record(number + 1)
    record.extend(held)
    yield record.told()


def cut_before(lines: Iterable[bytes], begins: re.Pattern[bytes]) -> Iterator[Lines]:
    """The lines from each one that begins so to the next."""
    record = _Record(1)
    for number, line in enumerate(lines, 1):
        if begins.match(line):
            yield record.told()
            record = _Record(number)
        record.append(line)
    yield record.told()


def _may_be_next(line: bytes, held: _Record, *, after_blank: bool) -> bool:
    """Whether a line among the moves may be a damaged tag of the next record, if tags follow it."""
    if held.lines and not held.lines[-1].endswith(b"]") and _CLOSES.match(line):
        return True
    if after_blank or held.lines:
        return line.startswith(b"[") or _is_unlike(line)
    return _DAMAGED.match(line) is not None


def _is_unlike(line: bytes) -> bool:
    bare = line.strip(b" \t")
    return bare.endswith(b"]") and _UNLIKE.match(bare) is not None


class _Record:
    """A record while its lines come, from number `begin` on; they stop when it is longer than it may be."""

    def __init__(self, begin: int) -> None:
        self.begin = begin
        self.lines: list[bytes] = []
        self._size = 0
        self._head = 0
        self._names: set[bytes] = set()
        self._in_text = False
        self._in_doubt = (
            False  # whether lines follow the tags that are none, and may belong to them
        )
        self._open = False  # whether the last tag does not end on its line

    def told(self) -> Lines:
        """The record as it is."""
        return Lines(self.begin, self.lines, self._head)

    def append(self, line: bytes) -> None:
        """Adds a line."""
        if self._size <= LIMIT + 1:  # the last line end does not count
            self.lines.append(line)
            self._size += len(line) + 1

    def end_doubt(self) -> None:
        """Takes lines that are no tags for moves, since a blank line comes after them."""
        self._in_text = self._in_text or self._in_doubt

    def append_tag(self, line: bytes, name: bytes | None = None) -> None:
        """Adds a line of its tags; what stands before it belongs to them, too."""
        self.append(line)
        self._head = len(self.lines)
        self._in_text = self._in_doubt = False
        self._open = not line.rstrip(b" \t").endswith(b"]")
        if name is not None and self._size <= LIMIT + 1:
            self._names.add(name)

    def append_text(self, line: bytes) -> None:
        """Adds a line that is no tag."""
        if not self._in_text and not self._in_doubt:
            self._in_doubt = 0 < self._head == len(self.lines)
            self._in_text = not self._in_doubt
        self.append(line)

    def extend(self, other: _Record) -> None:
        """Adds all lines of another."""
        for line in other.lines:
            self.append(line)

    def is_tag(self, line: bytes) -> bool:
        """Whether a line that does not begin like a tag is a damaged one of its own, or the end of one."""
        if self._in_text:
            return False
        next_to_tag = 0 < self._head == len(self.lines)
        if self._open and (self._in_doubt or next_to_tag) and _CLOSES.match(line):
            return True
        if self._in_doubt:
            return False
        # a comment may look so, too, but not right below a tag
        begun = line[1:] if next_to_tag and line.startswith(b"{") else line
        return line.startswith(b"[") or _is_unlike(begun)

    def is_over(self, name: bytes) -> bool:
        """Whether a line like a tag of this name, which comes next, begins another record."""
        if not self._in_doubt or self._in_text:
            return self._in_text
        if name in self._names:
            return True
        between = b"\n".join(self.lines[self._head :])
        return _OF_MOVES.search(_SAID.sub(b"", between)) is not None
