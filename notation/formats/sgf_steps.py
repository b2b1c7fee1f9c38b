r"""The steps of BoardSpace's players to plies: picks, drops and moves, of which a `Done` takes the last.

A step names a cell by its column and row, and a piece beside it that is not always there or not always so; so
the table is kept here, and each ply is written in the one form of its move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.hive import NONE, PIECES, HiveMove
from notation.damage import MOST_DAMAGES
from notation.diagnostics import Fault, fault
from notation.grammar import clip
from notation.hive import write_move
from notation.record import Ply, Result, Span
from notation.tokens import Places

from .sgf_pieces import LETTERS, Names, Table, column_number, differ, spelled

if TYPE_CHECKING:
    from lark import Token

_STEP = re.compile(r"P([01])\[[0-9]+[ \t]+([A-Za-z]*)[ \t]*([^\[\]\n]*)\]", re.IGNORECASE)
_COLOURLESS = re.compile(r"[a-z][0-9]?", re.IGNORECASE)
"""How old files name a piece: without its colour."""
_CELL = re.compile(
    r"([A-Z]{1,2})[ \t]+(-?[0-9]{1,3})(?![0-9])(?:[ \t]+(\w+))?", re.IGNORECASE | re.ASCII
)
_HAND = re.compile(r"([WB])[ \t]+[0-9]+[ \t]+(\w+)", re.IGNORECASE | re.ASCII)
_TO_CELL = re.compile(
    r"(?:([wb])[ \t]+)?(\w+)[ \t]+([A-Z]{1,2})[ \t]+(-?[0-9]{1,3})(?![^ \t])", re.IGNORECASE
)
_OFFERS = ("offerdraw", "declinedraw", "acceptdraw")
_NOTHING = ("start", "edit")
_BEGIN = ("pick", "pickb", "dropb", "pdropb", "move", "pmove", "movedone", "pmovedone")
"""What a player does to a piece."""


@dataclass(frozen=True, slots=True)
class Steps:
    """What the steps of a game tell; `first` is the player who began, `ended` an end that a step tells.

    `faults` are those of its text; `judged` those that the table has against it, up to the cut.
    """

    plies: tuple[Ply, ...]
    cut: int | None
    first: int | None
    ended: Result | None
    faults: tuple[Fault, ...]
    judged: tuple[Fault, ...]


class _Picked(NamedTuple):
    """Where a piece was taken from: a cell of the table, or the hand of a side, where that is told.

    `name` is that of the piece, where it is told too.
    """

    cell: tuple[str, str] | None = None
    side: str = ""
    name: str = ""
    told: bool = True


_UNTOLD = _Picked(told=False)


class _Pending(NamedTuple):
    """What a player has done in this turn so far: a step to a cell, or a pass (to none)."""

    step: re.Match[str]
    where: Span
    to: re.Match[str] | None
    picked: _Picked


class StepReader:
    """Takes the steps of one game in their order."""

    def __init__(self) -> None:
        self._plies: list[Ply] = []
        self._faults: list[Fault] = []
        self._judged: list[Fault] = []
        self._cut: int | None = None
        self._first: int | None = None
        self._turn = 0
        self._ended: Result | None = None
        self._pending: _Pending | None = None
        self._picked = _UNTOLD
        self._talked = False  # whether the player made or answered an offer, or resigned
        self.spoiled = False  # whether the last step was damaged, whose rest may follow
        self._table = Table()
        self._names = Names()
        self._origin = (0, 0)

    @property
    def ply(self) -> int:
        """How many plies have been made."""
        return len(self._plies)

    def end(self) -> Steps:
        """All that was read."""
        unended = self._open
        if unended is not None and self._ended is None:
            self._report("S18", unended.where, why="No `Done` follows: is a step missing?")
            self.fail()
        faults, judged = tuple(self._faults), tuple(self._judged)
        return Steps(tuple(self._plies), self._cut, self._first, self._ended, faults, judged)

    def fail(self) -> None:
        """Cuts the game here, unless it was cut before."""
        if self._cut is None:
            self._cut = len(self._plies)

    def take(self, token: Token) -> None:
        """Goes on with a run of steps."""
        self._places = Places(token)
        for step in _STEP.finditer(token):
            self.spoiled = False
            action = step[2].lower()
            if action in _BEGIN and self._open and self._open.step[1] != step[1]:
                self._damaged(step, f"The turn of P{self._open.step[1]} has no `Done` before it.")
            if action == "done":
                self._done(step)
            elif action in ("dropb", "pdropb", "move", "pmove"):
                self._move(step)
            elif action == "pickb":
                self._pick(step[3])
            elif action == "pick":
                hand = _HAND.match(step[3])
                name = hand[2] if hand else ""
                self._picked = _Picked(side=step[3][:1], name=name)
            else:
                self._rarely(step, action)

    def _rarely(self, step: re.Match[str], action: str) -> None:
        if action in ("movedone", "pmovedone"):
            self._move(step)
            self._done(step)
        elif action in ("pass", "passdone"):
            self._pending = _Pending(step, self._place(step), None, _UNTOLD)
            if action == "passdone":
                self._done(step)
        elif action in ("drop", "pdrop"):
            self._pending = None  # back into the hand
        elif action == "resign":
            self._talked = True
            self._ended = Result(2 - (int(step[1]) == self._other_of_first()), "resignation")
        elif action in _OFFERS:
            self._talked = True
            if action == "acceptdraw":
                self._ended = Result(None, "agreement")
        elif action not in _NOTHING:
            self._damaged(step, f"{clip(step[2])} is no step of a game.")

    @property
    def _open(self) -> _Pending | None:
        """The piece that was put down in a turn that waits for its end, where all before is sound."""
        pending = self._pending
        return None if self._cut is not None or pending is None or not pending.to else pending

    def _other_of_first(self) -> int:
        """The player who is Black."""
        return 1 if self._first is None else 1 - self._first

    def _pick(self, told: str) -> None:
        """Notes where a piece is taken from; one that was just put down came from where it was before."""
        pending, cell = self._pending, _CELL.match(told)
        if pending and pending.to and cell and pending.to.group(3, 4) == cell.group(1, 2):
            self._picked = pending.picked
        else:
            name = (cell[3] or "") if cell else ""
            self._picked = _Picked((cell[1], cell[2]), name=name) if cell else _UNTOLD

    def _move(self, step: re.Match[str]) -> None:
        to = _TO_CELL.match(step[3])
        if to is None:
            self._damaged(step, f"{clip(step[3].strip())} does not tell a piece and a cell.")
            return
        self._pending = _Pending(step, self._place(step), to, self._picked)
        self._picked = _UNTOLD

    def _done(self, step: re.Match[str]) -> None:
        """Ends a turn: its last move counts; a turn without any is a pass, unless the players talked."""
        pending = self._pending
        if pending is None:
            if self._talked or self._ended is not None:
                self._talked = False
                return
            pending = _Pending(step, self._place(step), None, _UNTOLD)
        self._pending, self._talked = None, False
        player = step[1] == "1"
        if self._first is None:
            self._first = self._turn = int(player)
        where = pending.where
        if player != self._turn:
            move = clip(f"{pending.step[2]} {pending.step[3]}".strip())
            self._refuse("M04", where, move=move, player=f"P{int(player)}")
        self._turn = 1 - player
        word = "pass" if pending.to is None else self._word(pending, pending.to, where)
        self._plies.append(Ply(word, where=where))

    def _word(self, pending: _Pending, to: re.Match[str], where: Span) -> str:
        """The move to a cell in its one form; where there is none, a fault, and the step as it stands."""
        piece = self._piece(pending, to, where)
        if piece is None:
            return pending.step[3]
        column, row = column_number(to[3]), int(to[4])
        if not self._table:
            self._origin = (column, row)
        move = HiveMove(piece, column - self._origin[0], self._origin[1] - row)
        word = write_move(move, self._table)
        why = self._taken_wrongly(piece, to[2], pending.picked)
        if why is None and self._table and " " not in word:
            why = "Nothing stands on the cell that it goes to, nor beside it."
        if why is not None:
            self._refuse("M01", where, move=f"{PIECES[piece].name} {to[3]} {to[4]}", why=why)
        self._table.put(move)
        return word

    def _piece(self, pending: _Pending, to: re.Match[str], where: Span) -> int | None:
        """The piece that a step names."""
        known = self._names.find(to[2])
        if known is not None:
            return known
        picked = pending.picked
        if picked.cell and _COLOURLESS.fullmatch(to[2]):
            top = self._table.top_at(*self._cell(*picked.cell))
            if top != NONE and PIECES[top].bug.letter == to[2][0].upper():
                return top
        hint = to[1] or picked.side
        told = spelled(to[2], hint.lower() or LETTERS[len(self._plies) % 2])
        found = self._names.find(told) if told else None
        if told is None:
            self._report("S01", where, why=f"{clip(to[2])} is no piece of Hive.")
            self.fail()
        elif found is None:
            return self._bring(told, where)
        return found

    def _taken_wrongly(self, piece: int, told: str, picked: _Picked) -> str | None:
        """Why the piece cannot have been taken from where the steps say, as a sentence."""
        if not picked.told:
            return None
        if differ(picked.name, told):
            return f"The piece that was picked is {picked.name}."
        at = self._table.find(piece)
        if picked.cell is None:
            return None if at is None else "It is on the table, not in hand."
        if at == self._cell(*picked.cell):
            return None
        return f"It is not on {picked.cell[0]} {picked.cell[1]}, where it is taken from."

    def _bring(self, told: str, where: Span) -> int | None:
        brought = self._names.bring(told)
        if brought is None:
            self._refuse("S01", where, why=f"There is no piece {told} left to come.")
            return None
        piece, name = brought
        if name[1:] != told[1:]:
            self._judge("W03", where, piece=told, name=name)
        return piece

    def _cell(self, column: str, row: str) -> tuple[int, int]:
        return column_number(column) - self._origin[0], self._origin[1] - int(row)

    def _damaged(self, step: re.Match[str], why: str) -> None:
        self._report("S18", self._place(step), why=why)
        self.spoiled = True
        self.fail()

    def _report(self, code: str, where: Span, **values: object) -> None:
        if len(self._faults) <= MOST_DAMAGES:
            self._faults.append(fault(code, where, ply=len(self._plies), remedy=None, **values))

    def _judge(self, code: str, where: Span, **values: object) -> None:
        if self._cut is None:  # of what comes after a fault no rule can tell
            self._judged.append(fault(code, where, ply=len(self._plies), remedy=None, **values))

    def _refuse(self, code: str, where: Span, **values: object) -> None:
        self._judge(code, where, **values)
        self.fail()

    def _place(self, step: re.Match[str]) -> Span:
        """Where a step stands: what comes after its number."""
        begin = step.start(2)
        end = begin + len(step.string[begin : step.end(3)].rstrip())
        return self._places.span(begin, max(begin + 1, end))
