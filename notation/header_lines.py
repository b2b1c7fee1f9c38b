"""The lines of a text record that are its tags: each is a tag, or a damaged one and one fault.

A tag that goes on on another line is one damaged tag, and so are lines in a row that are none at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .cutting import UNLIKE
from .damage import MOST_DAMAGES
from .diagnostics import Fault, fault
from .record import Span
from .tags import ORDER, Tag, read_tag_line, unusual

_TAG = re.compile(
    r'\[[A-Za-z][A-Za-z0-9_]*[ \t]+"(?:[^"\\\x00-\x1f\x7f]|\\[^\x00-\x1f\x7f])*"[ \t]*\]'
)
_UNLIKE = re.compile(UNLIKE)
_NAME = re.compile(r"[^\sA-Za-z]{0,2}[ \t]*([A-Za-z][A-Za-z0-9_]*)")
_BEGIN = re.compile(r'\[[A-Za-z][A-Za-z0-9_]*[ \t]+"')
_CONTROL = re.compile(r'"[^"]*[\x00-\x1f\x7f]')
_NO_TAG = ("{", ";", "%")
"""What a remark among the tags begins with: it cannot be a tag that matters."""


@dataclass(slots=True)
class HeaderLines:
    """The tags of a header, the faults of its lines, and the names of tags that are damaged (None: any).

    One that is damaged in too many places is not read to its end, and not `whole`.
    """

    tags: list[Tag]
    faults: list[Fault]
    damaged: set[str | None]
    end: Span
    whole: bool = True


def read_header_lines(lines: list[str]) -> HeaderLines:
    """What the lines of a header, from the first line of its record on, tell."""
    header = HeaderLines([], [], set(), Span(1, 1, 1, 2))
    for number, group in _groups(lines):
        if len(header.faults) > MOST_DAMAGES:
            header.whole = False
            break
        last = number + len(group) - 1
        header.end = Span(number, 1, last, len(group[-1]) + 1)
        bare = group[0].strip(" \t")
        if len(group) == 1 and _TAG.fullmatch(bare):
            _read_tag(header, group[0], bare, number)
            continue
        column = len(group[0]) - len(group[0].lstrip(" \t")) + 1
        where = Span(number, column, last, len(group[-1].rstrip(" \t")) + 1)
        header.faults.append(fault("S06", where, why=_damage("\n".join(group).strip(" \t"))))
        if _is_tag(bare) or not bare.startswith(_NO_TAG):
            header.damaged.add(_name(group))
    return header


def _groups(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines that are a tag, or one damaged place, with the number of the first."""
    group: list[str] = []
    for number, line in enumerate(lines, 1):
        blank = not line.strip(" \t")
        if group and (blank or not _goes_on(group, line)):
            yield number - len(group), group
            group = []
        if not blank:
            group.append(line)
    if group:
        yield len(lines) + 1 - len(group), group


def _goes_on(group: list[str], line: str) -> bool:
    """Whether a line belongs to the damaged place that the lines before it are."""
    first, last = group[0].strip(" \t"), group[-1].rstrip(" \t")
    if line.startswith("["):
        return False
    if first.startswith("["):
        return not last.endswith("]")
    return not _is_tag(first) and not _is_tag(line.strip(" \t"))


def _is_tag(bare: str) -> bool:
    """Whether a line that does not begin like a tag was one."""
    return _UNLIKE.match(bare.removeprefix("{")) is not None


def _read_tag(header: HeaderLines, line: str, bare: str, number: int) -> None:
    before = len(line) - len(line.lstrip(" \t"))
    where = Span(number, before + 1, number, before + 1 + len(bare))
    if before:
        begin = Span(number, 1, number, before + 1)
        header.faults.append(unusual("A blank before a tag", "none", begin))
    tag, escapes = read_tag_line(bare, where)
    header.tags.append(tag)
    if escapes:
        header.damaged.add(tag.name)
        header.faults.extend(escapes)


def _name(group: list[str]) -> str | None:
    """The name of a damaged tag; None when it may be any."""
    match = _NAME.match(group[0].lstrip(" \t"))
    known = match is not None and (match[1] in ORDER or _BEGIN.match(group[0]) is not None)
    return match[1] if known and match is not None else None


def _damage(text: str) -> str:
    """What keeps a text from being a tag, as half a sentence."""
    if not text.startswith("["):
        return "it does not begin with `[`" if _is_tag(text) else "it stands among the tags"
    if "\n" in text:
        return "it goes on on another line"
    if _CONTROL.search(text):
        return "there is a control character in it"
    if not re.match(r"\[[ \t]*[A-Za-z]", text):
        return "it does not begin with a name of letters, digits and `_`"
    if text.count('"') - text.count('\\"') < 2:
        return "its value is not between two quotes"
    if not text.endswith("]"):
        return "it does not end with `]`"
    if not _BEGIN.match(text):
        return "there should be a name, a blank and a quote"
    return "a quote within its value has no backslash before it, or something follows the value"
