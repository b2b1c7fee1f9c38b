r"""The steps of BoardSpace's players to plies: picks, drops and moves, of which a `Done` takes the last.

A step names a cell by its column and row, and a piece beside it that is not always there or not always so; so
the table is kept here, and each ply is written in the one form of its move.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.hive import NONE, PIECES, HiveMove
from notation.diagnostics import Fault, fault
from notation.grammar import clip
from notation.hive import write_move
from notation.record import Ply, Result, Span

if TYPE_CHECKING:
    from lark import Token

_STEP = re.compile(r"P([01])\[[0-9]+[ \t]+([A-Za-z]*)[ \t]*([^\[\]\n]*)\]", re.IGNORECASE)
_PIECE = re.compile(r"([wb]?)([qsbgamlp])([1-3]?)", re.IGNORECASE)
_COLOURLESS = re.compile(r"[a-z][0-9]?", re.IGNORECASE)
"""How old files name a piece: without its colour."""
_CELL = re.compile(r"([A-Z]{1,2})[ \t]+(-?[0-9]{1,3})(?![0-9])", re.IGNORECASE)
_TO_CELL = re.compile(
    r"(?:([wb])[ \t]+)?(\w+)[ \t]+([A-Z]{1,2})[ \t]+(-?[0-9]{1,3})(?![^ \t])", re.IGNORECASE
)
_OFFERS = ("offerdraw", "declinedraw", "acceptdraw")
_NOTHING = ("start", "edit")
_LETTERS = "wb"
_FIRST_COLUMN = ord("A") - 1


@dataclass(frozen=True, slots=True)
class Steps:
    """What the steps of a game tell; `first` is the player who began, `ended` an end that a step tells."""

    plies: tuple[Ply, ...]
    cut: int | None
    first: int | None
    ended: Result | None
    faults: tuple[Fault, ...]


class _Table:
    """The hive as far as it takes to tell where a piece goes: no rule is held here."""

    def __init__(self) -> None:
        self._stacks: dict[tuple[int, int], list[int]] = {}
        self._where: dict[int, tuple[int, int]] = {}

    def __bool__(self) -> bool:
        return bool(self._where)

    def top_at(self, q: int, r: int, lifted: int = NONE) -> int:
        """The piece on top of a cell once the piece `lifted` is off the hive; `NONE` for none."""
        stack = self._stacks.get((q, r))
        if not stack:
            return NONE
        if stack[-1] != lifted:
            return stack[-1]
        return stack[-2] if len(stack) > 1 else NONE

    def find(self, piece: int) -> tuple[int, int] | None:
        """The cell of a piece; None while it is in hand."""
        return self._where.get(piece)

    def put(self, move: HiveMove) -> None:
        """Puts a piece on a cell, from wherever it is."""
        piece, q, r = move
        cell = self._where.get(piece)
        if cell is not None:
            self._stacks[cell].remove(piece)
        self._where[piece] = (q, r)
        stack = self._stacks.get((q, r))
        if stack is None:
            self._stacks[q, r] = [piece]
        else:
            stack.append(piece)


class _Names:
    """Which pieces a game means by its names; the first piece is White's, its copies come in order."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._counts: Counter[str] = Counter()
        self._swapped: bool | None = None

    def find(self, told: str) -> int | None:
        """The piece that has this name, where it came before."""
        return self._known.get(told)

    def bring(self, told: str) -> tuple[int, str] | None:
        """The piece that comes with this name, and its own name; None where there is no such copy left."""
        if self._swapped is None:
            self._swapped = told[0] != _LETTERS[0]
        side = _LETTERS[(told[0] == _LETTERS[1]) != self._swapped]
        copies = _copies(side, told[1])
        number = self._counts[side + told[1]]
        if number == len(copies):
            return None
        self._counts[side + told[1]] += 1
        self._known[told] = copies[number]
        return copies[number], PIECES[copies[number]].name


@lru_cache(maxsize=32)
def _copies(side: str, bug: str) -> tuple[int, ...]:
    return tuple(at for at, piece in enumerate(PIECES) if piece.name[:2] == side + bug)


@lru_cache(maxsize=1024)
def _spelled(name: str, hint: str) -> str | None:
    """A name in full, its colour from the hint where it has none; None for no name of a piece.

    A number that the bug does not need is left out.
    """
    match = _PIECE.fullmatch(name)
    if match is None:
        return None
    side, bug, number = (match[1] or hint).lower(), match[2].upper(), match[3]
    count = len(_copies(side, bug))
    if count == 1 and number in ("", "1"):
        return side + bug
    return f"{side}{bug}{number}" if number and int(number) <= count else None


class _Picked(NamedTuple):
    """Where a piece was taken from: a cell of the table, or the hand of a side, where that is told."""

    cell: tuple[str, str] | None = None
    side: str = ""
    told: bool = True


_UNTOLD = _Picked(told=False)


class _Pending(NamedTuple):
    """What a player has done in this turn so far: a step to a cell, or a pass (to none)."""

    step: re.Match[str]
    to: re.Match[str] | None
    picked: _Picked


class StepReader:
    """Takes the steps of one game in their order."""

    def __init__(self) -> None:
        self._plies: list[Ply] = []
        self._faults: list[Fault] = []
        self._cut: int | None = None
        self._first: int | None = None
        self._turn = 0
        self._ended: Result | None = None
        self._pending: _Pending | None = None
        self._picked = _UNTOLD
        self._talked = False  # whether the player made or answered an offer, or resigned
        self._table = _Table()
        self._names = _Names()
        self._origin = (0, 0)
        self._line = (1, 0)  # the line last told of in a token, and the offset of that place
        self._column = 1  # where the token begins

    @property
    def ply(self) -> int:
        """How many plies have been made."""
        return len(self._plies)

    def end(self) -> Steps:
        """All that was read."""
        return Steps(tuple(self._plies), self._cut, self._first, self._ended, tuple(self._faults))

    def fail(self) -> None:
        """Cuts the game here, unless it was cut before."""
        if self._cut is None:
            self._cut = len(self._plies)

    def take(self, token: Token) -> None:
        """Goes on with a run of steps."""
        self._line, self._column = (token.line or 1, 0), token.column or 1
        for step in _STEP.finditer(token):
            action = step[2].lower()
            if action == "done":
                self._done(step)
            elif action in ("dropb", "pdropb", "move", "pmove"):
                self._move(step)
            elif action == "pickb":
                self._pick(step[3])
            elif action == "pick":
                self._picked = _Picked(side=step[3][:1])
            else:
                self._rarely(step, action)

    def _rarely(self, step: re.Match[str], action: str) -> None:
        if action in ("movedone", "pmovedone"):
            self._move(step)
            self._done(step)
        elif action in ("pass", "passdone"):
            self._pending = _Pending(step, None, _UNTOLD)
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

    def _other_of_first(self) -> int:
        """The player who is Black."""
        return 1 if self._first is None else 1 - self._first

    def _pick(self, told: str) -> None:
        """Notes where a piece is taken from; one that was just put down came from where it was before."""
        pending, cell = self._pending, _CELL.match(told)
        if pending and pending.to and cell and pending.to.group(3, 4) == cell.groups():
            self._picked = pending.picked
        else:
            self._picked = _Picked((cell[1], cell[2])) if cell else _UNTOLD

    def _move(self, step: re.Match[str]) -> None:
        to = _TO_CELL.match(step[3])
        if to is None:
            self._damaged(step, f"{clip(step[3].strip())} does not tell a piece and a cell.")
            return
        self._pending = _Pending(step, to, self._picked)
        self._picked = _UNTOLD

    def _done(self, step: re.Match[str]) -> None:
        """Ends a turn: its last move counts; a turn without any is a pass, unless the players talked."""
        pending = self._pending
        if pending is None:
            if self._talked or self._ended is not None:
                self._talked = False
                return
            pending = _Pending(step, None, _UNTOLD)
        self._pending, self._talked = None, False
        player = step[1] == "1"
        if self._first is None:
            self._first = self._turn = int(player)
        where = self._place(pending.step)
        if player != self._turn:
            move = clip(f"{pending.step[2]} {pending.step[3]}".strip())
            self._report("M04", where, move=move, player=f"P{int(player)}")
            self.fail()
        self._turn = 1 - player
        word = "pass" if pending.to is None else self._word(pending, pending.to, where)
        self._plies.append(Ply(word, where=where))

    def _word(self, pending: _Pending, to: re.Match[str], where: Span) -> str:
        """The move to a cell in its one form; where there is none, a fault, and the step as it stands."""
        piece = self._piece(pending, to, where)
        if piece is None:
            return pending.step[3]
        column, row = _column(to[3]), int(to[4])
        if not self._table:
            self._origin = (column, row)
        move = HiveMove(piece, column - self._origin[0], self._origin[1] - row)
        word = write_move(move, self._table)
        why = self._taken_wrongly(piece, pending.picked)
        if why is None and self._table and " " not in word:
            why = "Nothing stands on the cell that it goes to, nor beside it."
        if why is not None:
            self._report("M01", where, move=f"{PIECES[piece].name} {to[3]} {to[4]}", why=why)
            self.fail()
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
        told = _spelled(to[2], hint.lower() or _LETTERS[len(self._plies) % 2])
        found = self._names.find(told) if told else None
        if told is None:
            self._report("S01", where, why=f"{clip(to[2])} is no piece of Hive.")
            self.fail()
        elif found is None:
            return self._bring(told, where)
        return found

    def _taken_wrongly(self, piece: int, picked: _Picked) -> str | None:
        """Why the piece cannot have been taken from where the steps say, as a sentence."""
        if not picked.told:
            return None
        at = self._table.find(piece)
        if picked.cell is None:
            return None if at is None else "It is on the table, not in hand."
        if at == self._cell(*picked.cell):
            return None
        return f"It is not on {picked.cell[0]} {picked.cell[1]}, where it is taken from."

    def _bring(self, told: str, where: Span) -> int | None:
        brought = self._names.bring(told)
        if brought is None:
            self._report("S01", where, why=f"There is no piece {told} left to come.")
            self.fail()
            return None
        piece, name = brought
        if name[1:] != told[1:]:
            self._report("W03", where, piece=told, name=name)
        return piece

    def _cell(self, column: str, row: str) -> tuple[int, int]:
        return _column(column) - self._origin[0], self._origin[1] - int(row)

    def _damaged(self, step: re.Match[str], why: str) -> None:
        self._report("S18", self._place(step), why=why)
        self.fail()

    def _report(self, code: str, where: Span, **values: object) -> None:
        if self._cut is None or code[0] == "S":  # of what comes after a fault no rule can tell
            self._faults.append(fault(code, where, ply=len(self._plies), remedy=None, **values))

    def _place(self, step: re.Match[str]) -> Span:
        """Where a step stands: what comes after its number."""
        line, known = self._line
        begin, end = step.start(2), step.end(3)
        line += step.string.count("\n", known, begin)
        self._line = (line, begin)
        before = step.string.rfind("\n", 0, begin)
        column = begin - before if before >= 0 else begin + self._column
        return Span(line, column, line, max(column + 1, column + end - begin))


@lru_cache(maxsize=64)
def _column(letters: str) -> int:
    """The number of a column: A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - _FIRST_COLUMN
    return number
