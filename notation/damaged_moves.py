"""Damaged words among the moves of a text record: each is one fault, and one in the place of a move is a ply.

A blank may have torn a word, or a sign too many may have made two of it; a word that was meant for a result or
a number is no move; and in a game whose moves are of one word or two, all up to the next number is of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .comments import fill_blanks
from .damage import is_control
from .damaged_words import (
    is_move_with_a_gap,
    is_near_a_move,
    kind_of,
    meant_number,
    meant_results,
    takes_a_turn,
)
from .diagnostics import fault
from .games import GAMES
from .grammar import alternatives, clip
from .lines import LineText
from .move_numbers import NumberedMoves
from .spelling import LONGEST_MOVE
from .tokens import joined, parts, span

if TYPE_CHECKING:
    from lark import Token

_MOST_TORN = 4
_MAY_HIDE_RESULT = ("OPEN_COMMENT", "BAD_TAG", "STRAY_TAG", "REST")


class _Damaged(NamedTuple):
    """A damaged word, whether it was taken for a ply, and how many faults were told of it."""

    token: Token
    played: bool
    faults: int


class DamagedMoves(NumberedMoves):
    """Takes damaged words as well; `last` is the last token of the record, `result_meant` whether one is a result."""

    def __init__(self, game: str, first_side: int | None, last: Token | None) -> None:
        super().__init__(game, first_side)
        self.result_meant = last is not None and last.type in _MAY_HIDE_RESULT
        self._last = last
        self._before: Token | None = None  # the token right before this one
        self._damaged: Token | None = None  # the last damaged word
        self._run: list[_Damaged] = []  # damaged words in a row

    def _numbered_move(self, line: LineText, token: Token) -> None:
        """A move of a game in which each has its number, and may be of two words."""
        if line.spoiled:
            self._spoil(line, token)
            return
        if line.number is not None:
            self._judge_number(line)
        elif not line.excused and self._bound.admits("N03"):
            number = line.count.due(self._turn(line))
            self.report("N03", span(token), line.ply, number=number)
        line.play(token)

    def _stray_brace(self, line: LineText, token: Token) -> None:
        """A brace that closes nothing; damaged words right before it are of a comment that lacks its other one."""
        if line.spoiled and self.faults[-1].code == "S01":
            del self.faults[-1]
            line.drop()
            if line.taken is not None:
                line.play(line.taken)
            line.spoiled = False
        else:
            self._take_back(line, self._go_on_with_run(), 0)
        self._syntax(line, "S03", token)

    def _stray_tag(self, line: LineText, token: Token) -> None:
        run = self._go_on_with_run()
        self._syntax(line, "S17", token)
        run.append(_Damaged(token, played=False, faults=1))

    def _bad(self, line: LineText, token: Token) -> None:
        """A damaged word; several in a row that are one, torn by blanks, are one fault."""
        self._damaged = token
        if line.spoiled:
            self._spoil(line, token)
            return
        run = self._go_on_with_run()
        if self._mends(line, run, token):
            return
        ply, count = line.ply, len(self.faults)
        self._judge_bad(line, token)
        run.append(_Damaged(token, line.ply > ply, len(self.faults) - count))

    def _go_on_with_run(self) -> list[_Damaged]:
        """The damaged words right before this one; none when something else stands between."""
        if self._run and self._run[-1].token is not self._before:
            self._run = []
        return self._run

    def _judge_bad(self, line: LineText, token: Token) -> None:
        """Tells a damaged word: one in the place of a move is a ply, and cuts its line there."""
        if self._is_rest(line, token) or (self._numbered and self._mends_move(line, token)):
            return
        results = meant_results(token, last=token is self._last)
        number = meant_number(token, self._turn(line) + line.count.lost, line.number)
        if results and (line.number is None or token is self._last):
            self.result_meant = self.result_meant or token is self._last
            self._no_word(line, token, _meant(results))
        elif number is not None and self._known:
            self._no_word(line, token, _meant([number]))
            line.number, line.excused = None, True
        elif is_control(token) or (line.number is None and not takes_a_turn(token)):
            if self._numbered and line.number is None and self._may_go_on(line):
                self._numbered_bad(line, token)
            else:
                self._no_word(line, token)
        elif self._numbered:
            self._numbered_bad(line, token)
        elif not self._mends_move(line, token):
            self._no_move(line, token)

    def _may_go_on(self, line: LineText) -> bool:
        """Whether the move right before this word may lack its second word."""
        move = line.move
        return move is not None and move is self._before and len(move.split()) == 1

    def _is_rest(self, line: LineText, token: Token) -> bool:
        """Whether a damaged word begins before itself, with what looks like a move or a number of its own."""
        before = self._before
        if before is None or (before.end_line, before.end_column) != (token.line, token.column):
            return False
        if before is line.move:
            line.drop()
        elif before is line.number and before != line.count.due(self._turn(line)):
            line.number = None
            if self._dropped in self.faults:
                self.faults.remove(self._dropped)  # it has a move, which is damaged
        else:
            return False
        self._no_move(line, joined([before, token], ""))
        line.spoiled, line.taken = self._numbered, None
        return True

    def _numbered_bad(self, line: LineText, token: Token) -> None:
        """A damaged word where a move may be of two: it goes with the one before, and all up to a number."""
        first = line.take_back() if line.number is None and not line.excused else None
        remedy = None
        if first is not None:  # a word of a move of which this is another
            told = self.faults[-1] if self.faults else None
            if told is not None and told.code == "N03" and told.where == span(first):
                del self.faults[-1]  # caused by the same
                remedy = _NUMBERED
            elif line.ply == 0 and self._is_unnumbered(line, first, token):
                return
            token = joined([first, token])
        self._no_move(line, token, remedy)
        line.spoiled, line.taken = True, first

    def _is_unnumbered(self, line: LineText, first: Token, token: Token) -> bool:
        """Whether the first piece of a game was taken for a move with the next: that only lacks its number."""
        words = parts(first)
        if len(words) != 2 or kind_of(f"{words[1]} {token}", self._game) != "MOVE":
            return False
        line.play(words[0])
        self._numbered_move(line, joined([words[1], token]))
        return True

    def _spoil(self, line: LineText, token: Token) -> None:
        """A word after a damaged one, up to the next number: the second word of the same move, or damage as well."""
        before = self._before
        if before is None:
            return
        torn_result = token is self._last and kind_of(before + token, self._game) == "RESULT"
        self.result_meant = self.result_meant or torn_result
        first = line.move
        told = self.faults[-1].code == "S01"
        if told and first is not None and before is first and len(first.split()) < 2:
            del self.faults[-1]
            line.drop()
            self._no_move(line, joined([first, token]))

    def _mends(self, line: LineText, run: list[_Damaged], token: Token) -> bool:
        """Whether a damaged word and some right before it are one without the blanks between."""
        for begin in range(max(0, len(run) - _MOST_TORN), len(run)):
            torn = [each.token for each in run[begin:]]
            if self._is_whole([*torn, token]):
                self._take_back(line, run, begin)
                self._mend(line, [*torn, token])
                return True
        return False

    def _take_back(self, line: LineText, run: list[_Damaged], begin: int) -> None:
        """Takes back what was told of the last damaged words, and the plies that they were taken for."""
        for each in reversed(run[begin:]):
            del self.faults[len(self.faults) - each.faults :]
            if each.played:
                line.drop()
        self._run = []

    def _mends_move(self, line: LineText, token: Token) -> bool:
        """Whether a damaged word is the rest of the move right before it, and none of its own."""
        before = self._before
        if not self._known or before is None or line.move is not before:
            return False
        if len(before) + len(token) > LONGEST_MOVE:
            return False
        torn = kind_of(before + token, self._game) == "MOVE" or (
            not self._numbered and is_move_with_a_gap([before, token], self._game)
        )
        if not torn or is_near_a_move(token, self._game):
            return False
        line.drop()
        self._mend(line, [before, token])
        return True

    def _is_whole(self, torn: Sequence[Token]) -> bool:
        text = "".join(torn)
        if not self._known or len(text) > LONGEST_MOVE:
            return False
        return kind_of(text, self._game) is not None or is_move_with_a_gap(torn, self._game)

    def _mend(self, line: LineText, torn: list[Token]) -> None:
        """Tells a word that blanks have torn, and takes it for what it is without them."""
        text, token = "".join(torn), joined(torn)
        kind = kind_of(text, self._game)
        if kind is None or kind == "MOVE":
            self._no_move(line, token, None if kind is None else _meant([text]))
            line.spoiled, line.taken = self._numbered, None
            return
        self._no_word(line, token, _meant([text]))
        line.excused = line.excused or kind == "NUMBER"
        self.result_meant = self.result_meant or (kind == "RESULT" and torn[-1] is self._last)

    def _no_move(self, line: LineText, token: Token, remedy: str | None = None) -> None:
        self._judge_number(line)
        self._no_word(line, token, remedy)
        line.play(token)

    def _no_word(self, line: LineText, token: Token, remedy: str | None = None) -> None:
        """Tells a damaged word; one with control characters by these."""
        if self._damaged is not None and self._tell_controls(line, self._damaged):
            return
        word = clip(fill_blanks(token))
        why = f"{word} is not a move of {self._title}, nor anything else in a record."
        remedy = remedy or _HELP.get(self._title)
        self.faults.append(fault("S01", span(token), ply=line.ply, remedy=remedy, why=why))
        line.fail()


_NUMBERED = (
    "Write the number of each ply before it, since a move may be of two words: 1. 1... 2. 2..."
)
_HELP = {row.title: "A move looks like this: " + " ".join(row.move_help) for row in GAMES.values()}


def _meant(words: list[str]) -> str:
    return f"Did you mean {alternatives(words)}?"
