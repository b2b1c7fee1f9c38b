"""The moves of a text record: what may stand where, and what belongs to which ply.

The grammar's rules are loose, so that its parse never stops; here its tokens become plies, and what
does not fit becomes a fault. A line of play is cut at its first syntax fault: what follows may not be
what its author wrote. A word in the place of a move is a ply all the same, so that what is said of it
belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .comments import read_comment
from .damage import MOST_DAMAGES, is_control
from .damaged_moves import DamagedMoves
from .diagnostics import Fault
from .lines import LineText
from .record import NESTING, Doubt, Ply, Span, Variation
from .tags import unusual
from .tokens import span

if TYPE_CHECKING:
    from lark import Token

_NO_PLY = ("COMMENT", "NUMBER")
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
    doubt: Doubt | None = None


def read_movetext(items: list[Any], before: Span, game: str, first_side: int | None) -> Movetext:
    """The moves that tokens and lists of tokens tell; the last tag before them ends where `before` does.

    `first_side` is the player who moves first; None: that the first number tells.
    """
    last = _last(items)
    reader = _Reader(game, first_side, last)
    main = reader.read(items)
    if reader.result is None and not reader.result_meant:
        end = before if last is None else span(last)
        where = Span(end.end_line, end.end_column - 1, end.end_line, end.end_column)
        reader.report("S08", where, main.ply)
        main.fail()
    return Movetext(
        comments=tuple(main.comments),
        plies=main.end(),
        cut=main.cut,
        result=None if reader.result is None else reader.result.value,
        result_where=None if reader.result is None else span(reader.result),
        faults=tuple(reader.faults),
        doubt=main.doubt,
    )


def _last(items: list[Any]) -> Token | None:
    """The last token that stands in the text; None when there is none."""
    while items and isinstance(items[-1], list):
        items = items[-1] if items[-1][-1] else items[-1][:-1]
    return items[-1] if items else None


class _Reader(DamagedMoves):
    """Walks the tokens of one record, of which `last` is the last."""

    def __init__(self, game: str, first_side: int | None, last: Token | None) -> None:
        super().__init__(game, first_side, last)
        self.result: Token | None = None
        self._over = False  # whether something after the result was reported
        self._take: dict[str, Callable[[LineText, Token], None]] = {
            "MOVE": self._numbered_move if self._numbered else self._move,
            "NUMBER": self._number,
            "COMMENT": self._comment,
            "NAG": self._nag,
            "RESULT": self._take_result,
            "BAD": self._bad,
            "CLOSE": lambda line, token: self._syntax(line, "S04", token),
            "STRAY_BRACE": self._stray_brace,
            "OPEN_COMMENT": self._open_comment,
            "REST": lambda line, token: self._syntax(line, "S21", token, most=MOST_DAMAGES),
            "TAG": lambda line, token: self._syntax(line, "S17", token),
            "STRAY_TAG": self._stray_tag,
            "BAD_TAG": lambda line, token: self._syntax(line, "S17", token),
        }

    def read(self, items: list[Any]) -> LineText:
        """The record's own line, with its variations: they are walked with a stack, not by calls."""
        stack: list[tuple[LineText, Iterator[Any]]] = [(self._main, iter(items))]
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
                        self._before = before
                        take[item.type](line, item)
                    before = item
                else:
                    self._after_result(item)
            else:
                stack.pop()
                self._drop_number(line)
                if stack and stack[-1][0].move is not None:
                    variation = Variation(tuple(line.comments), line.end(), line.cut, line.doubt)
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

    def _open(self, line: LineText, items: list[Any], depth: int) -> LineText | None:
        """The line of a variation that begins; None when it is not to be read."""
        bracket, closed = items[0], bool(items[-1])
        if self.result is not None:
            self._after_result(bracket)
            return None
        if depth > NESTING:
            self.report("S12", span(bracket), line.ply, limit=NESTING)
            return None
        self._drop_number(line)
        opened = LineText(max(0, line.ply - 1), line.count.branch(), closed=closed)
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

    def _comment(self, line: LineText, token: Token) -> None:
        self._tell_controls(line, token)
        text = read_comment(token[1:-1])
        (line.comments if line.move is None else line.notes).append(text)

    def _open_comment(self, line: LineText, token: Token) -> None:
        self._judge_number(line)
        line.number = None  # its move may be in there
        where = Span(token.line, token.column, token.line, token.column + 1)  # type: ignore[operator,arg-type]  # set by the lexer
        self.report("S02", where, line.ply)
        line.fail()

    def _nag(self, line: LineText, token: Token) -> None:
        if line.move is None:
            self._syntax(line, "S13", token, nag=token.value)
            return
        number = int(token[1:])
        if token != f"${number}" and self._bound.admits("W02"):
            self.faults.append(unusual(token.value, f"${number}", span(token), line.ply))
        line.nags.append(number)

    def _take_result(self, line: LineText, token: Token) -> None:
        if line.closed:
            self._syntax(line, "S16", token)
        else:
            self._drop_number(line)
            self.result = token

    def _after_result(self, token: Token) -> None:
        if is_control(token):
            self._tell_controls(self._main, token)
        elif not self._over and self.result is not None:
            self._over = True
            self._syntax(self._main, "S09", token, result=self.result.value)
