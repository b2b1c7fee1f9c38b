"""A `Record` to its canonical text (TGN): written by hand and without recursion.

What is written is read back equal; what no reader would take is refused with `NotARecord`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .comments import write_comment, write_marks
from .errors import NotARecord
from .games import GAMES
from .record import Ply, Record, Variation
from .starts import first_side
from .tag_values import write_result
from .tags import write_tag_line, write_tags
from .writable import must_be_writable

COLUMNS = 100
"""Lines of moves are filled up to this many characters."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_LINE_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_TAG_NAME = re.compile(r"\[[A-Za-z][A-Za-z0-9_]*")


def write_tgn(record: Record) -> str:
    """The canonical text of a record, with the blank line after it; raises `NotARecord`."""
    must_be_writable(record)
    tags = "".join(write_tag(name, value) + "\n" for name, value in write_tags(record))
    return f"{tags}\n{_fill(_units(record))}\n\n"


def write_tag(name: str, value: str) -> str:
    """A tag as a line without its end; raises `NotARecord`."""
    if _LINE_CONTROL.search(value):
        raise NotARecord(f"The tag {name} holds a control character or a line end.")
    return write_tag_line(name, value)


def hold_printable(comment: str) -> None:
    """Raises `NotARecord` for a comment with a control character, which no reader would take."""
    if _CONTROL.search(comment):
        raise NotARecord("A comment holds a control character.")


def _fill(units: Iterable[str]) -> str:
    """The units with blanks between, in lines as long as may be."""
    lines: list[str] = []
    line = ""
    for unit in units:
        if line and len(line) + 1 + len(unit) <= COLUMNS:
            line = f"{line} {unit}"
        else:
            if line:
                lines.append(line)
            line = unit
    return "\n".join([*lines, line])


class _Units:
    """The parts that no line end may break, in order; brackets stand close to what they hold."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._opened = False

    def add(self, part: str) -> None:
        if self._opened:
            self.parts[-1] += part
            self._opened = False
        else:
            self.parts.append(part)

    def comments(self, texts: Iterable[str]) -> None:
        for text in texts:
            for part in _comment(text):
                self.add(part)

    def open(self) -> None:
        self.add("(")
        self._opened = True

    def close(self) -> None:
        self.parts[-1] += ")"


class _Line:
    """A line of play while it is written: the plies that are left, and the variations of the last."""

    def __init__(self, plies: tuple[Ply, ...], turn: int, *, numbered: bool) -> None:
        self.plies = iter(plies)
        self.turn = turn  # twice the number of rounds before, and one when player 2 is to move
        self.numbered = numbered  # whether each ply has its number
        self.fresh = True  # whether player 2's ply needs its number
        self.variations: Iterator[Variation] = iter(())


def _units(record: Record) -> list[str]:
    units = _Units()
    units.comments(record.comments)
    numbered = record.game in GAMES and GAMES[record.game].numbered
    stack = [_Line(record.plies, first_side(record) - 1, numbered=numbered)]
    while stack:
        line = stack[-1]
        variation = next(line.variations, None)
        ply = next(line.plies, None) if variation is None else None
        if variation is not None:
            units.open()
            units.comments(variation.comments)
            stack.append(_Line(variation.plies, line.turn - 1, numbered=numbered))
            line.fresh = True
        elif ply is not None:
            _ply(line, ply, units)
        else:
            stack.pop()
            if stack:
                units.close()
    units.add(write_result(record.outcome))
    return units.parts


def _ply(line: _Line, ply: Ply, units: _Units) -> None:
    """A ply with its number, its marks and its comments; its variations are left to the line."""
    turn, second = divmod(line.turn, 2)
    if not second:
        units.add(f"{turn + 1}. {ply.move}")
    elif line.fresh or line.numbered:
        units.add(f"{turn + 1}... {ply.move}")
    else:
        units.add(ply.move)
    line.turn += 1
    line.variations = iter(ply.variations)
    for nag in ply.nags:
        units.add(f"${nag}")
    marks = write_marks(ply.at, ply.clock)
    for part in marks.split(" ") if marks else ():
        units.add(part)
    units.comments(ply.comments)
    line.fresh = bool(ply.nags or marks or ply.comments)


def _comment(text: str) -> Iterator[str]:
    """The words of a comment; one that would look like a tag in front of a line stays behind another."""
    words = write_comment(text).split(" ")
    unit = words[0]
    for word, after in zip(words[1:], [*words[2:], ""], strict=False):
        if after.startswith('"') and _TAG_NAME.fullmatch(word):
            unit = f"{unit} {word}"
        else:
            yield unit
            unit = word
    yield unit
