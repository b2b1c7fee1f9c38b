"""Blanks that are none in a text record: those of web pages and of other scripts, read with a note.

They look like blanks, so that nobody sees what is wrong; only in comments and tags they are text.
"""

from __future__ import annotations

import re

from .damage import MOST_DAMAGES
from .diagnostics import Fault
from .source import Passage
from .tags import unusual

_SIGNS = "\x85\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
_ODD = re.compile(f"[{_SIGNS}]")
_RUNS = re.compile(rf"(\{{[^}}\\]*(?:\\[\s\S][^}}\\]*)*(?:\}}|\Z))|([{_SIGNS}])\2*")
"""A comment, closed or not, or the same of those signs in a row."""


def read_odd_blanks(passage: Passage) -> tuple[str, list[Fault]]:
    """The text of a record with plain blanks outside of its tags and comments, and a note for each other one."""
    text = passage.text
    if text.isascii() or not _ODD.search(text):
        return text, []
    begin = _end_of_lines(text, passage.head)
    notes: list[Fault] = []

    def plain(match: re.Match[str]) -> str:
        if match[1] is not None:
            return match[1]
        if len(notes) <= MOST_DAMAGES:
            where = passage.stretch(begin + match.start(), begin + match.end())
            notes.append(unusual(f"U+{ord(match[2]):04X}", "a blank", where))
        return " " * len(match[0])

    return text[:begin] + _RUNS.sub(plain, text[begin:]), notes


def _end_of_lines(text: str, count: int) -> int:
    """Where so many lines of a text end."""
    end = 0
    for _ in range(count):
        end = text.find("\n", end) + 1 or len(text)
    return end
