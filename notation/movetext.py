"""The moves of a text record: what may stand where, and what belongs to which ply.

The grammar's rules are loose, so that its parse never stops; here its tokens become plies, and what
does not fit becomes a fault. A line of play is cut at its first syntax fault: what follows may not be
what its author wrote. A word in the place of a move is a ply all the same, so that what is said of it
belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from .comments import fill_blanks, read_comment
from .damage import MOST_DAMAGES, Bound, controls, is_control
from .damaged_words import kind_of, meant_number, meant_results, takes_a_turn
from .diagnostics import Fault, fault
from .games import GAMES
from .grammar import alternatives, clip
from .lines import LineText
from .numbering import Count
from .record import NESTING, Ply, Span, Variation
from .spelling import LONGEST_MOVE
from .tags import unusual
from .tokens import joined, parts, span

if TYPE_CHECKING:
    from lark import Token

_NO_PLY = ("COMMENT", "NUMBER")
_SHOWN = 12
_MOST_TORN = 4
_IN_RUNS = frozenset(("BAD", "CLOSE", "STRAY_BRACE", "STRAY_TAG"))
"""What may stand there many times in a row, as one fault: `)))))`."""
_MAY_HIDE_RESULT = ("OPEN_COMMENT", "BAD_TAG", "STRAY_TAG", "REST")


@dataclass(frozen=True, slots=True)
class Movetext:
    """What comes after the tags of a record, as far as it could be read."""

    comments: tuple[str, ...]
    plies: tuple[Ply, ...]
    cut: int | None
    result: str | None
    result_where: Span | None
    faults: tuple[Fault, ...]


def read_movetext(items: list[Any], before: Span, game: str, first_side: int) -> Movetext:
    """The moves that tokens and lists of tokens tell; the last tag before them ends where `before` does."""
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
    )


def _last(items: list[Any]) -> Token | None:
    """The last token that stands in the text; None when there is none."""
    while items and isinstance(items[-1], list):
        items = items[-1] if items[-1][-1] else items[-1][:-1]
    return items[-1] if items else None


class _Reader:
    """Walks the tokens of one record, of which `last` is the last; `faults` are found on the way."""

    def __init__(self, game: str, first_side: int, last: Token | None) -> None:
        self.faults: list[Fault] = []
        self.result: Token | None = None
        self.result_meant = last is not None and last.type in _MAY_HIDE_RESULT
        self._last = last
        self._offset = first_side - 1
        self._game = game
        self._known = game in GAMES
        self._title = GAMES[game].title if self._known else game
        self._numbered = self._known and GAMES[game].numbered
        self._main = LineText(0, Count(), closed=False)
        self._bound, self._signs = Bound(), Bound()
        self._over = False  # whether something after the result was reported
        self._before: Token | None = None  # the token right before a damaged one
        self._damaged: Token | None = None  # the last damaged word
        self._run: list[_Damaged] = []  # damaged words in a row, of each of which there is a fault
        self._take: dict[str, Callable[[LineText, Token], None]] = {
            "MOVE": self._numbered_move if self._numbered else self._move,
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

    def _move(self, line: LineText, token: Token) -> None:
        if line.number is not None:
            self._judge_number(line)
        line.play(token)

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

    def _turn(self, line: LineText) -> int:
        """How many plies come before the next one, as the numbers count them."""
        return line.ply + self._offset

    def _number(self, line: LineText, token: Token) -> None:
        self._drop_number(line)
        line.number = token
        line.spoiled = line.excused = False

    def _judge_number(self, line: LineText) -> None:
        """Tells a number that is wrong, now that its move has come."""
        token, turn = line.number, self._turn(line)
        expected = line.count.due(turn)
        if token is None or line.count.judge(token, turn) or not self._known:
            return
        if self._bound.admits("N01"):
            remedy = f"Write {expected}"
            number, where = _clipped(token), span(token)
            self.faults.append(
                fault("N01", where, ply=line.ply, remedy=remedy, number=number, expected=expected)
            )

    def _drop_number(self, line: LineText) -> None:
        if line.number is not None and self._known and self._bound.admits("N02"):
            number = _clipped(line.number)
            self.report("N02", span(line.number), line.ply, number=number)
        line.number = None

    def _tell_controls(self, line: LineText, token: Token) -> bool:
        """Tells the control characters in a token; whether there are any."""
        found = False
        for sign, where in controls(token):
            if self._signs.admits("S15"):
                self.report("S15", where, line.ply, number=ord(sign))
            line.fail()
            found = True
        return found

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

    def _bad(self, line: LineText, token: Token) -> None:
        """A damaged word; several in a row that are one, torn by blanks, are one fault."""
        self._damaged = token
        if line.spoiled:
            self._spoil(line, token)
            return
        run = self._run if self._run and self._run[-1].token is self._before else []
        self._run = []
        if self._mends(line, run, token):
            return
        ply = line.ply
        self._judge_bad(line, token)
        self._run = [*run[-_MOST_TORN:], _Damaged(token, line.ply > ply)]

    def _judge_bad(self, line: LineText, token: Token) -> None:
        """Tells a damaged word: one in the place of a move is a ply, and cuts its line there."""
        results = meant_results(token, last=token is self._last)
        number = meant_number(token, self._turn(line) + line.count.lost, line.number)
        if results:
            self.result_meant = self.result_meant or token is self._last
            self._no_word(line, token, _meant(results))
        elif number is not None and self._known:
            self._no_word(line, token, _meant([number]))
            line.number, line.excused = None, True
        elif is_control(token):
            if self._numbered and line.number is None and line.move is self._before:
                self._numbered_bad(line, token)  # it may part the two words of a move
            else:
                self._no_word(line, token)
        elif line.number is None and not takes_a_turn(token):
            self._no_word(line, token)
        elif self._numbered:
            self._numbered_bad(line, token)
        elif not self._mends_move(line, token):
            self._no_move(line, token)

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
        line.spoiled = True

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
        for begin in range(len(run)):
            torn = [each.token for each in run[begin:]]
            if self._is_whole([*torn, token]):
                del self.faults[-len(torn) :]
                for _ in range(sum(each.played for each in run[begin:])):
                    line.drop()
                self._mend(line, [*torn, token])
                return True
        return False

    def _mends_move(self, line: LineText, token: Token) -> bool:
        """Whether a damaged word is the rest of the move right before it, torn off by a blank."""
        before = self._before
        if before is None or line.move is not before or not self._is_whole([before, token]):
            return False
        line.drop()
        self._mend(line, [before, token])
        return True

    def _is_whole(self, torn: list[Token]) -> bool:
        text = "".join(torn)
        return self._known and len(text) <= LONGEST_MOVE and kind_of(text, self._game) is not None

    def _mend(self, line: LineText, torn: list[Token]) -> None:
        """Tells a word that blanks have torn, and takes it for what it is without them."""
        text, token = "".join(torn), joined(torn)
        kind = kind_of(text, self._game)
        if kind == "MOVE":
            self._no_move(line, token, _meant([text]))
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

    def _syntax(self, line: LineText, code: str, token: Token, **values: object) -> None:
        self.report(code, span(token), line.ply, **values)
        line.fail()


class _Damaged(NamedTuple):
    """A damaged word, and whether it was taken for a ply."""

    token: Token
    played: bool


_NUMBERED = (
    "Write the number of each ply before it, since a move may be of two words: 1. 1... 2. 2..."
)
_HELP = {row.title: "A move looks like this: " + " ".join(row.move_help) for row in GAMES.values()}


def _meant(words: list[str]) -> str:
    return f"Did you mean {alternatives(words)}?"


def _clipped(number: Token) -> str:
    return number.value if len(number) <= _SHOWN else f"{number[:_SHOWN]}…"
