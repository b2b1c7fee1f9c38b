"""The moves of Hive in PGN: what may stand where, and what belongs to which ply.

As in movetext.py the grammar is loose; here its tokens become plies, and what does not fit becomes a
fault. The game is cut at its first syntax fault: what follows may not be what its author wrote. What
comes after a damaged place, up to the next number, is part of it; that number tells how many plies
were lost in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from notation.comments import fill_blanks, take_marks
from notation.damage import MOST_DAMAGES, controls
from notation.diagnostics import Fault, fault
from notation.errors import NotAMove
from notation.grammar import clip
from notation.hive import check_spelling
from notation.move_numbers import clipped
from notation.movetext import Movetext
from notation.record import Ply, Span
from notation.tags import unusual
from notation.tokens import span

if TYPE_CHECKING:
    from lark import Token

_DIGITS = 9
_NO_RESULT = "*"
_SWALLOWED = re.compile(r"\n[ \t]*[0-9]+\.[^\n]*\n(?:[^\n]*\n)*?[ \t]*\{")
"""What a comment holds whose end is missing: numbered plies, and another comment after them."""


def read_moves(tokens: list[Any]) -> tuple[Movetext, bool]:
    """The moves that the tokens after the tags tell, and whether a result may be lost at their end."""
    reader = _Reader()
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        reader.take(token, before, last=after is None)
    return reader.end(), reader.spoiled


class _Reader:
    """Walks the tokens of one game."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._plies: list[Ply] = []
        self._comments: list[str] = []  # before the first move
        self._notes: list[str] = []  # after the last one
        self._move: Token | None = None
        self._number: Token | None = None
        self._numbered = True  # whether each move so far had its number
        self._shift = 0  # by how much the numbers are ahead of the plies
        self._lost = 0  # plies that the numbers count, but that could not be read
        self._unsure = False  # whether the next number tells how many were lost
        self.spoiled = False  # whether all up to the next number is part of a damaged place
        self._result: Token | None = None
        self._over = False  # whether something after the result was reported
        self._cut: int | None = None
        self._glued = False  # whether no blank stands before the token
        self._take: dict[str, Callable[[Token], None]] = {
            "NUMBER": self._take_number,
            "MOVE": self._take_move,
            "COMMENT": self._take_comment,
            "RESULT": self._take_result,
            "OPEN_COMMENT": self._open_comment,
            "STRAY_BRACE": self._stray_brace,
            "BAD": self._bad,
            "STRAY_TAG": self._bad,
            "REST": lambda token: self._syntax("S21", token, most=MOST_DAMAGES),
        }

    @property
    def _ply(self) -> int:
        """How many plies have been played when the next one comes."""
        return len(self._plies) + (self._move is not None)

    def take(self, token: Token, before: Token | None, *, last: bool) -> None:
        """Goes on with a token, which follows another one."""
        beside = before is not None and before.line == token.line
        self._glued = beside and (before.end_pos == token.start_pos or token.type == "BAD")  # type: ignore[union-attr]  # it is there
        if self._result is None:
            if token.type == "RESULT" and self._is_stray(token, beside=beside, last=last):
                self._bad(token)
            else:
                self._take.get(token.type, self._tag)(token)
        elif not self._over:
            self._over = True
            self._syntax("S09", token, result=self._result.value)

    def _is_stray(self, token: Token, *, beside: bool, last: bool) -> bool:
        """Whether a result is none: a `*` within a line, or the end of a damaged word."""
        return (token.value == _NO_RESULT and beside and not last) or (self._glued and self.spoiled)

    def end(self) -> Movetext:
        """All that was read."""
        self._settle()
        self._drop_number()
        return Movetext(
            comments=tuple(self._comments),
            plies=tuple(self._plies),
            cut=self._cut,
            result=None if self._result is None else self._result.value,
            result_where=None if self._result is None else span(self._result),
            faults=tuple(self._faults),
        )

    def _report(self, code: str, where: Span, **values: object) -> None:
        self._faults.append(fault(code, where, ply=self._ply, remedy=None, **values))

    def _syntax(self, code: str, token: Token, **values: object) -> None:
        self._report(code, span(token), **values)
        self._number = None  # what is damaged was to be its move
        self._fail()

    def _fail(self) -> None:
        """Cuts the game here, and before the last move where that runs into what is damaged."""
        self._unsure = True
        if self._cut is None:
            self._cut = self._ply - (self._glued and self._move is not None and not self._notes)

    def _settle(self) -> None:
        """Ends the last ply, since all that belongs to it has come."""
        token = self._move
        if token is None:
            return
        self._move = None
        at, clock, comments = take_marks(self._notes)
        self._notes = []
        self._plies.append(Ply(_word(token), at, clock, (), comments, (), span(token)))

    def _take_number(self, token: Token) -> None:
        self._drop_number()
        self._number = token
        self.spoiled = False
        told = int(token.rstrip(".")) if len(token.rstrip(".")) <= _DIGITS else 0
        due = self._ply + self._lost + 1
        if self._unsure and told:
            self._unsure = False
            self._lost += told - due
        elif told == due:
            self._shift = 0
        elif told != due + self._shift or not told:
            self._shift = told - due
            self._report("N01", span(token), number=clipped(token), expected=f"{due}.")
            return
        if token != f"{told}.":
            number = clipped(token)
            self._faults.append(unusual(number, f"{told}.", span(token), self._ply))

    def _drop_number(self) -> None:
        if self._number is not None:
            self._report("N02", span(self._number), number=clipped(self._number))
            self._number = None
            self._unsure = True

    def _take_move(self, token: Token) -> None:
        if self.spoiled:
            return
        try:
            check_spelling(_word(token), first=self._ply + self._lost == 0)
        except NotAMove as error:
            self._damaged_move(token, str(error))
            return
        self._settle()
        if self._number is None and self._numbered:
            self._numbered = False
            self._report("N03", span(token), number=f"{self._ply + self._lost + 1}.")
        self._number = None
        self._move = token

    def _damaged_move(self, token: Token, why: str) -> None:
        """A word that is no move: a ply all the same where it has a number, so that the next ones fit."""
        numbered = self._number is not None
        if numbered:
            self._settle()
        self._syntax("S01", token, why=why)
        if numbered:
            self._move = token
        self.spoiled = True

    def _take_comment(self, token: Token) -> None:
        if _SWALLOWED.search(token):
            self._open_comment(token)
            return
        for sign, where in controls(token):
            self._report("S15", where, number=ord(sign))
            self._fail()
        first = self._move is None
        (self._comments if first else self._notes).append(fill_blanks(token[1:-1]))

    def _take_result(self, token: Token) -> None:
        self._drop_number()
        self.spoiled = False
        self._result = token

    def _open_comment(self, token: Token) -> None:
        if self.spoiled and self._glued:  # the brace is what spoils the word before it
            del self._faults[-1]
        self._number = None  # its move may be in there
        where = span(token)
        self._report("S02", Span(where.line, where.column, where.line, where.column + 1))
        self._fail()

    def _bad(self, token: Token) -> None:
        if not self.spoiled:
            why = f"{clip(token.value)} is not a move of Hive, nor anything else in a game."
            self._damaged_move(token, why)

    def _stray_brace(self, token: Token) -> None:
        if not self.spoiled:
            self._syntax("S03", token)
            self.spoiled = True

    def _tag(self, token: Token) -> None:
        self._syntax("S17", token)


def _word(token: Token) -> str:
    return " ".join(token.split())
