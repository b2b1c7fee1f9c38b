"""What every reader of a line of moves does: it takes moves with their numbers, and tells what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .damage import Bound, controls
from .diagnostics import Fault, fault
from .games import GAMES
from .lines import LineText
from .record import Span
from .tokens import span

if TYPE_CHECKING:
    from lark import Token

_SHOWN = 12


class NumberedMoves:
    """Takes the numbers and moves of one record; `faults` are found on the way.

    `first_side` is the player who moves first; None: that the first number tells.
    """

    def __init__(self, game: str, first_side: int | None) -> None:
        self.faults: list[Fault] = []
        self._offset = (first_side or 1) - 1
        self._game = game
        self._known = game in GAMES
        self._title = GAMES[game].title if self._known else game
        self._numbered = self._known and GAMES[game].numbered
        self._main = LineText(0, closed=False)
        self._main.count.unsure = first_side is None
        self._bound, self._signs = Bound(), Bound()
        self._dropped: Fault | None = None  # of a number right before another

    def report(self, code: str, where: Span, ply: int, **values: object) -> None:
        """Adds a fault."""
        self.faults.append(fault(code, where, ply=ply, remedy=None, **values))

    def _syntax(self, line: LineText, code: str, token: Token, **values: object) -> None:
        self.report(code, span(token), line.ply, **values)
        line.fail()

    def _move(self, line: LineText, token: Token) -> None:
        if line.number is not None:
            self._judge_number(line)
        line.play(token)

    def _turn(self, line: LineText) -> int:
        """How many plies come before the next one, as the numbers count them."""
        return line.ply + self._offset

    def _number(self, line: LineText, token: Token) -> None:
        count = len(self.faults)
        self._drop_number(line)
        self._dropped = self.faults[-1] if len(self.faults) > count else None
        line.number = token
        line.spoiled = line.excused = False

    def _judge_number(self, line: LineText) -> None:
        """Tells a number that is wrong, now that its move has come."""
        token, turn = line.number, self._turn(line)
        expected = line.count.due(turn)
        if token is None or line.count.judge(token, turn) or not self._known:
            return
        if not line.closed and line is not self._main:
            return  # nobody knows where it ends
        line.doubt_number(token, expected)
        if self._bound.admits("N01"):
            remedy = f"Write {expected}"
            number, where = clipped(token), span(token)
            self.faults.append(
                fault("N01", where, ply=line.ply, remedy=remedy, number=number, expected=expected)
            )

    def _drop_number(self, line: LineText) -> None:
        if line.number is None:
            return
        if self._known and self._bound.admits("N02"):
            number = clipped(line.number)
            self.report("N02", span(line.number), line.ply, number=number)
        due = line.count.due(self._turn(line))
        if line.number == due:
            line.count.unsure = True  # its move may be lost
            line.doubt_number(line.number, due)
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


def clipped(number: Token) -> str:
    """A number as a message shows it: a long one is cut."""
    return number.value if len(number) <= _SHOWN else f"{number[:_SHOWN]}…"
