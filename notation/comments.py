"""Comments: their one form, and the time and clock of a ply that the first may begin with."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .tag_values import is_time, read_clock, write_clock

_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_MARK = re.compile(r"\[%(at|clk) ([^\]]*)\] ?")
_ESCAPE = re.compile(r"\\([{}\\])")
_SPECIAL = re.compile(r"[{}\\]")


def read_comment(inside: str) -> str:
    """The text of a comment from what stands between its braces: without escapes, blanks made one."""
    text = _ESCAPE.sub(r"\1", inside) if "\\" in inside else inside
    return fill_blanks(text)


def write_comment(text: str) -> str:
    r"""A comment with its braces.

    >>> write_comment("see {1} in C:\\games")
    '{see \\{1\\} in C:\\\\games}'
    """
    return "{" + _SPECIAL.sub(r"\\\g<0>", text) + "}"


def fill_blanks(text: str) -> str:
    """A text with each run of white space made one blank, and none at its ends."""
    return _BLANKS.sub(" ", text).strip(" ")


def take_marks(
    comments: Iterable[str], at: str | None = None, clock: int | None = None
) -> tuple[str | None, int | None, tuple[str, ...]]:
    """The time and the clock that comments begin with, where not given already, and what is left.

    A comment that held nothing else is gone; one that says it a second time keeps it as text.
    """
    left = []
    for comment in comments:
        rest = comment
        while (mark := _MARK.match(rest)) is not None:
            kind, value = mark.groups()
            seconds = read_clock(value) if kind == "clk" and clock is None else None
            if kind == "at" and at is None and is_time(value):
                at = value
            elif seconds is not None:
                clock = seconds
            else:
                break
            rest = rest[mark.end() :]
        if rest or not comment:
            left.append(rest)
    return at, clock, tuple(left)


def write_marks(at: str | None, clock: int | None) -> str | None:
    """The comment that tells the time and the clock of a ply; None when there is neither."""
    marks = [] if at is None else [f"[%at {at}]"]
    if clock is not None:
        marks.append(f"[%clk {write_clock(clock)}]")
    return "{" + " ".join(marks) + "}" if marks else None
