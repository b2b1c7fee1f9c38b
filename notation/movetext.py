"""The moves of a text record: what may stand where, and what belongs to which ply.

The grammar's rules are loose, so that its parse never stops; here its tokens become plies, and what
does not fit becomes a fault. A line of play is cut at its first syntax fault: what follows may not be
what its author wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from .comments import fill_blanks, read_comment, take_marks
from .damage import MOST_DAMAGES, controls
from .diagnostics import Fault, fault
from .games import GAMES
from .grammar import clip
from .record import NESTING, Ply, Span, Variation
from .tag_values import RESULTS
from .tags import unusual
from .tokens import span

if TYPE_CHECKING:
    from lark import Token

_LIKE_A_RESULT = re.compile(r"[01½oOlI][-\u2010-\u2015\u2212:/][01½oOlI2]\S{0,5}|½\S{0,4}")
_NO_PLY = ("COMMENT", "NUMBER")
_DIGITS = 9
_SHOWN = 12
_IN_RUNS = frozenset(("BAD", "CLOSE", "STRAY_BRACE", "STRAY_TAG"))
"""What may stand there many times in a row, as one fault: `)))))`."""


@dataclass(frozen=True, slots=True)
class Movetext:
    """What comes after the tags of a record, as far as it could be read."""

    comments: tuple[str, ...]
    plies: tuple[Ply, ...]
    cut: int | None
    result: str | None
    result_where: Span | None
    faults: tuple[Fault, ...]


def read_movetext(items: list[Any], before: Token, game: str, first_side: int) -> Movetext:
    """The moves that tokens and lists of tokens tell, which follow the token `before`."""
    reader = _Reader(game, first_side)
    main = reader.read(items)
    if reader.result is None and not _may_hide_result(items):
        last = span(_last(items) or before)
        where = Span(last.end_line, last.end_column - 1, last.end_line, last.end_column)
        reader.report("S08", where, main.ply)
        main.fail()
    return Movetext(
        comments=tuple(main.comments),
        plies=main.end(),
        cut=main.cut,
        result=None if reader.result is None else reader.result.value,
        result_where=None if reader.result is None else span(reader.result),
        faults=tuple(reader.faults),
    )


def _last(items: list[Any]) -> Token | None:
    """The last token that stands in the text; None when there is none."""
    while items and isinstance(items[-1], list):
        items = items[-1] if items[-1][-1] else items[-1][:-1]
    return items[-1] if items else None


def _may_hide_result(items: list[Any]) -> bool:
    last = _last(items)
    if last is None:
        return False
    if last.type == "BAD":
        return _LIKE_A_RESULT.fullmatch(last) is not None
    return last.type in ("OPEN_COMMENT", "BAD_TAG", "STRAY_TAG", "REST")


class _Line:
    """A line of play while it is read: the record's own, or a variation's."""

    def __init__(self, first: int, *, closed: bool) -> None:
        self.first = first  # plies played before it
        self.closed = closed
        self.comments: list[str] = []
        self.plies: list[Ply] = []
        self.cut: int | None = None
        self.number: Token | None = None  # one that waits for its move
        self.lost = 0  # plies that the numbers count, but that could not be read
        self.unsure = False  # whether the next number tells how many were lost
        self.spoiled = False  # whether all up to the next number is part of a damaged move
        self.move: Token | None = None  # the last one, whose comments may still come
        self.nags: list[int] = []
        self.notes: list[str] = []
        self.variations: list[Variation] = []

    @property
    def ply(self) -> int:
        """How many plies have been played when the next one comes."""
        return self.first + len(self.plies) + (self.move is not None)

    def play(self, move: Token) -> None:
        """Goes on with a move; what belongs to the one before it is complete."""
        self._settle()
        self.move = move
        self.number = None

    def take_back(self) -> Token | None:
        """The last move, which is none after all, if nothing has been said about it."""
        move = self.move
        if self.notes or self.nags or self.variations:
            return None
        self.move = None
        return move

    def fail(self) -> None:
        """Cuts the line here, unless it was cut before."""
        self.unsure = True
        if self.cut is None:
            self.cut = len(self.plies) + (self.move is not None)

    def end(self) -> tuple[Ply, ...]:
        """The plies of the line, which is complete."""
        self._settle()
        self.move = None
        return tuple(self.plies)

    def _settle(self) -> None:
        token = self.move
        if token is None:
            return
        word = token.value if len(token.split()) == 1 else fill_blanks(token.value)
        if self.notes or self.nags or self.variations:
            at, clock, comments = take_marks(self.notes)
            nags, variations = tuple(self.nags), tuple(self.variations)
            ply = Ply(word, at, clock, nags, comments, variations, span(token))
            self.notes, self.nags, self.variations = [], [], []
        else:
            ply = Ply(word, where=span(token))
        self.plies.append(ply)


class _Reader:
    """Walks the tokens of one record; `faults` are found on the way."""

    def __init__(self, game: str, first_side: int) -> None:
        self.faults: list[Fault] = []
        self.result: Token | None = None
        self._offset = first_side - 1
        self._title = GAMES[game].title if game in GAMES else game
        self._numbered = game in GAMES and GAMES[game].numbered
        self._main = _Line(0, closed=False)
        self._over = False  # whether something after the result was reported
        self._take: dict[str, Callable[[_Line, Token], None]] = {
            "MOVE": self._numbered_move if self._numbered else _Line.play,
            "NUMBER": self._number,
            "COMMENT": self._comment,
            "NAG": self._nag,
            "RESULT": self._take_result,
            "BAD": self._bad,
            "CLOSE": lambda line, token: self._syntax(line, "S04", token),
            "STRAY_BRACE": lambda line, token: self._syntax(line, "S03", token),
            "OPEN_COMMENT": self._open_comment,
            "REST": lambda line, token: self._syntax(line, "S21", token, most=MOST_DAMAGES),
            "TAG": lambda line, token: self._syntax(line, "S17", token),
            "STRAY_TAG": lambda line, token: self._syntax(line, "S17", token),
            "BAD_TAG": lambda line, token: self._syntax(line, "S17", token),
        }

    def report(self, code: str, where: Span, ply: int, **values: object) -> None:
        """Adds a fault."""
        self.faults.append(fault(code, where, ply=ply, remedy=None, **values))

    def read(self, items: list[Any]) -> _Line:
        """The record's own line, with its variations: they are walked with a stack, not by calls."""
        stack: list[tuple[_Line, Iterator[Any]]] = [(self._main, iter(items))]
        take = self._take
        while stack:
            line, rest = stack[-1]
            before: Any = None
            for item in rest:
                if type(item) is list:
                    before = None
                    opened = self._open(line, item, len(stack))
                    if opened is not None:
                        stack.append((opened, iter(item[1:-1])))
                        break
                elif self.result is None:
                    if item.type not in _IN_RUNS or not self._goes_on(before, item):
                        take[item.type](line, item)
                    before = item
                else:
                    self._after_result(item)
            else:
                stack.pop()
                self._drop_number(line)
                if stack and stack[-1][0].move is not None:
                    variation = Variation(tuple(line.comments), line.end(), line.cut)
                    stack[-1][0].variations.append(variation)
        return self._main

    def _goes_on(self, before: Token | None, token: Token) -> bool:
        """Whether a token prolongs the fault of the one before it, which is the same."""
        if before is None or before != token or before.type != token.type or not self.faults:
            return False
        last = self.faults[-1]
        begin, end = last.where, span(before)
        if not isinstance(begin, Span) or begin[2:] != end[2:]:
            return False
        self.faults[-1] = replace(last, where=Span(*begin[:2], *span(token)[2:]))
        return True

    def _open(self, line: _Line, items: list[Any], depth: int) -> _Line | None:
        """The line of a variation that begins; None when it is not to be read."""
        bracket, closed = items[0], bool(items[-1])
        if self.result is not None:
            self._after_result(bracket)
            return None
        if depth > NESTING:
            self.report("S12", span(bracket), line.ply, limit=NESTING)
            return None
        self._drop_number(line)
        opened = _Line(max(0, line.ply - 1), closed=closed)
        if not closed:
            self._syntax(line, "S05", bracket)
        if line.move is None:
            self._syntax(line, "S11", bracket)
        elif all(not isinstance(item, list) and item.type in _NO_PLY for item in items[1:-1]):
            self.report("S10", span(bracket), line.ply)
            # that a number in there has no move is the same fault
            items[1:-1] = [item for item in items[1:-1] if item.type == "COMMENT"]
        if not closed or line.move is None:
            opened.cut = 0
        return opened

    def _numbered_move(self, line: _Line, token: Token) -> None:
        """A move of a game in which each has its number, and may be of two words."""
        if line.spoiled:
            return
        if line.number is None:
            number = _expected(line.ply + line.lost + self._offset)
            self.report("N03", span(token), line.ply, number=number)
        line.play(token)

    def _number(self, line: _Line, token: Token) -> None:
        self._drop_number(line)
        line.number = token
        line.spoiled = False
        if line.unsure:
            self._count_lost(line, token)
        expected = _expected(line.ply + line.lost + self._offset)
        if token != expected:
            number = _clipped(token)
            remedy = f"Write {expected}"
            where = span(token)
            self.faults.append(
                fault("N01", where, ply=line.ply, remedy=remedy, number=number, expected=expected)
            )

    def _count_lost(self, line: _Line, token: Token) -> None:
        """After a syntax fault believes the number, since what it counts may be lost there."""
        digits = token.rstrip(".")
        if len(digits) <= _DIGITS:
            counted = 2 * (int(digits) - 1) + token.endswith("...")
            line.lost = counted - line.ply - self._offset
        line.unsure = False

    def _drop_number(self, line: _Line) -> None:
        if line.number is not None:
            number = _clipped(line.number)
            self.report("N02", span(line.number), line.ply, number=number)
            line.number = None

    def _comment(self, line: _Line, token: Token) -> None:
        for sign, where in controls(token):
            self.report("S15", where, line.ply, number=ord(sign))
            line.fail()
        text = read_comment(token[1:-1])
        (line.comments if line.move is None else line.notes).append(text)

    def _open_comment(self, line: _Line, token: Token) -> None:
        line.number = None  # its move may be in there
        where = Span(token.line, token.column, token.line, token.column + 1)  # type: ignore[operator,arg-type]  # set by the lexer
        self.report("S02", where, line.ply)
        line.fail()

    def _nag(self, line: _Line, token: Token) -> None:
        if line.move is None:
            self._syntax(line, "S13", token, nag=token.value)
            return
        number = int(token[1:])
        if token != f"${number}":
            self.faults.append(unusual(token.value, f"${number}", span(token), line.ply))
        line.nags.append(number)

    def _take_result(self, line: _Line, token: Token) -> None:
        if line.closed:
            self._syntax(line, "S16", token)
        else:
            self._drop_number(line)
            self.result = token

    def _after_result(self, token: Token) -> None:
        if not self._over and self.result is not None:
            self._over = True
            self._syntax(self._main, "S09", token, result=self.result.value)

    def _bad(self, line: _Line, token: Token) -> None:
        if line.spoiled:
            return
        word, where, remedy = token.value, span(token), None
        if self._numbered and not _LIKE_A_RESULT.fullmatch(token):
            first = line.take_back() if line.number is None else None
            if first is not None:  # a word of a move of which this is another
                word = f"{fill_blanks(first)} {word}"
                where = Span(*span(first)[:2], where.end_line, where.end_column)
                if self.faults and self.faults[-1].code == "N03":  # caused by the same
                    del self.faults[-1]
                    remedy = _NUMBERED
            line.spoiled = True
        line.number = None  # this was to be its move
        if _LIKE_A_RESULT.fullmatch(token):
            remedy = f"Did you mean {get_close_matches(token, RESULTS, 1, 0)[0]}?"
        elif remedy is None:
            remedy = _HELP.get(self._title)
        why = f"{clip(word)} is not a move of {self._title}, nor anything else in a record."
        self.faults.append(fault("S01", where, ply=line.ply, remedy=remedy, why=why))
        line.fail()

    def _syntax(self, line: _Line, code: str, token: Token, **values: object) -> None:
        self.report(code, span(token), line.ply, **values)
        line.fail()


_NUMBERED = (
    "Write the number of each ply before it, since a move may be of two words: 1. 1... 2. 2..."
)
_HELP = {row.title: "A move looks like this: " + " ".join(row.move_help) for row in GAMES.values()}


def _expected(turn: int) -> str:
    """The number of a ply, by how many came before it."""
    return f"{turn // 2 + 1}..." if turn % 2 else f"{turn // 2 + 1}."


def _clipped(number: Token) -> str:
    return number.value if len(number) <= _SHOWN else f"{number[:_SHOWN]}…"
