"""The rules of Hive: whose turn, what may be placed, moved or thrown, and how it ends.

A position keeps the hive on a window of the plane, a hexagonal `Lattice`: bit sets of the occupied
cells and of those that each side tops, a table of what is on top of each cell, the pieces
under them, and where each piece is. The window moves along when the hive wanders. Cells are
q-major, so that cells in their order are moves in theirs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.bits import members
from engine.game import Outcome, Position, Repetition, Side
from engine.lattice import Vector
from engine.reasons import Reason

from .loading import check_stacks
from .movement import MOVERS, climb, throws, touched, trail
from .refusals import explain
from .table import (
    BUG,
    CELLS,
    EDGE,
    GRID,
    HEIGHT,
    LEVEL,
    NOWHERE,
    TOP,
    Table,
    toggle,
)
from .values import EACH, NONE, PASS, PIECES, QUEEN_TURN, Bug, HiveMove, HiveSettings, Stack
from .window import Window, moves_of, window_round

_IN_HAND = 0
_FULL = 0b111111
_QUEENS = (0, EACH)
_THROWERS = (Bug.PILLBUG, Bug.MOSQUITO)
_KINDS = bytes([0]) * LEVEL + bytes(
    (PIECES[top & TOP].side - 1) * len(Bug) + BUG[top & TOP] if top & TOP < len(PIECES) else 0
    for top in range(LEVEL, 256)
)


class _Frame(NamedTuple):
    """What all positions of a game share."""

    settings: HiveSettings
    groups: dict[Side, tuple[tuple[int, ...], ...]]
    pieces: dict[Side, tuple[int, ...]]


@lru_cache(maxsize=64)
def _frame(settings: HiveSettings) -> _Frame:
    groups = {side: settings.groups(side) for side in Side}
    pieces = {side: settings.pieces(side) for side in Side}
    return _Frame(settings, groups, pieces)


class HivePosition(Position[HiveMove]):
    """A position of Hive: settings, the hive, hands, the side to move. Never changed once made."""

    __slots__ = (
        "_first",
        "_frame",
        "_last",
        "_other",
        "_rings",
        "_second",
        "_tops",
        "_under",
        "_where",
        "_window",
    )

    game = "hive"

    def __init__(  # noqa: PLR0917 - by position: perft makes half a million a second
        self,
        frame: _Frame,
        side: Side,
        other: Side,
        where: list[int],
        tops: bytearray,
        rings: bytearray,
        under: dict[int, tuple[int, ...]],
        first: int,
        second: int,
        last: int,
        window: Window,
    ) -> None:
        """For this module.

        `where` gives each piece's cell, `tops` and `rings` are a `Table`'s, `under` holds the covered pieces
        from the bottom up, `first` and `second` are the cells that a side tops, `last` is the piece
        placed, moved or thrown by the ply before.
        """
        self._frame = frame
        self._side = side
        self._other = other
        self._where = where
        self._tops = tops
        self._rings = rings
        self._under = under
        self._first = first
        self._second = second
        self._last = last
        self._window = window

    @classmethod
    def start(cls, settings: HiveSettings) -> HivePosition:
        """The empty table; the origin is in the window from the beginning."""
        return cls.load(settings, (), Side.FIRST, NONE)

    @classmethod
    def load(
        cls, settings: HiveSettings, stacks: Iterable[Stack], to_move: Side, last: int
    ) -> HivePosition:
        """A position from its stacks and the piece placed or moved last (`NONE`: none, or a pass).

        Raises `BadPosition` with the rule that it breaks.
        """
        table, side = tuple(stacks), Side.numbered(to_move)
        check_stacks(settings, table, side, last)
        return cls._made(_frame(settings), side, table, last)

    @classmethod
    def _made(cls, frame: _Frame, side: Side, stacks: tuple[Stack, ...], last: int) -> HivePosition:
        window = window_round(stacks)
        where, tops, rings = [_IN_HAND] * len(PIECES), bytearray(CELLS), bytearray(CELLS)
        under: dict[int, tuple[int, ...]] = {}
        topped = {Side.FIRST: 0, Side.SECOND: 0}
        for q, r, pieces in stacks:
            cell = window.cell(q, r)
            for piece in pieces:
                where[piece] = cell
            *covered, top = pieces
            tops[cell] = len(pieces) << HEIGHT | top
            toggle(rings, cell)
            if covered:
                under[cell] = tuple(covered)
            topped[PIECES[top].side] |= 1 << cell
        first, second = topped.values()
        return cls(frame, side, side.other, where, tops, rings, under, first, second, last, window)

    @property
    def settings(self) -> HiveSettings:
        """The settings of the game."""
        return self._frame.settings

    @property
    def repetition(self) -> Repetition:
        """The third occurrence is a draw by itself, unless `norep` is agreed."""
        return Repetition.IGNORED if self.settings.norep else Repetition.DRAWN

    @property
    def last(self) -> int:
        """The piece placed, moved or thrown by the ply before; `NONE` at the start or after a pass."""
        return self._last

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """The hive, sorted by r, then q."""
        cells = members(self._first | self._second)
        stacks = [Stack(*self._window.point(cell), self._pieces_on(cell)) for cell in cells]
        return tuple(sorted(stacks, key=lambda stack: (stack.r, stack.q)))

    def stack_at(self, q: int, r: int) -> tuple[int, ...]:
        """The pieces on a cell, from the bottom up."""
        return self._pieces_on(self._window.cell(q, r))

    def top_at(self, q: int, r: int, lifted: int = NONE) -> int:
        """The piece on top of a cell once the piece `lifted` is off the hive; `NONE` for none."""
        cell = self._window.cell(q, r)
        top = self._tops[cell]
        if not top:
            return NONE
        piece = top & TOP
        if piece != lifted:
            return piece
        return self._under[cell][-1] if cell in self._under else NONE

    def find(self, piece: int) -> Vector | None:
        """The cell (q, r) of a piece; None while it is in hand."""
        cell = self._where[piece]
        return None if cell == _IN_HAND else self._window.point(cell)

    def in_hand(self, side: Side) -> tuple[int, ...]:
        """The pieces that a side has left to place."""
        where = self._where
        return tuple(piece for piece in self._frame.pieces[side] if where[piece] == _IN_HAND)

    def key(self) -> Hashable:
        """Equal for equal hives up to translation, bugs of one kind and colour being equal.

        With the pillbug in the set, the piece placed or moved last belongs to it.
        """
        occupied = self._first | self._second
        corner = max((occupied & -occupied).bit_length() - 1, 0)
        covered = (
            tuple(
                (cell - corner, tuple(_KINDS[LEVEL | piece] for piece in pieces))
                for cell, pieces in sorted(self._under.items())
            )
            if self._under
            else ()
        )
        last = self._last
        told = last != NONE and self.settings.pillbug
        return (
            int(self._side),
            bytes(self._tops[corner : occupied.bit_length()].translate(_KINDS)),
            covered,
            self._where[last] - corner if told else None,
        )

    def outcome(self) -> Outcome | None:
        """A surrounded queen loses, two at once are a draw; it does not matter whose move it was."""
        first, second = self._surrounded(0), self._surrounded(1)
        if not first and not second:
            return None
        winner = None if first and second else Side.SECOND if first else Side.FIRST
        return Outcome(winner, "surrounded")

    def settled_by(self, plies: tuple[HiveMove, ...]) -> Outcome | None:
        """A pass that answers a pass ends the game: nothing can change any more."""
        return Outcome(None, "repetition") if plies[-2:] == (PASS, PASS) else None

    def forced(self) -> HiveMove | None:
        """The pass, when no piece can be placed, moved or thrown."""
        # Asked after every ply, and nearly always a piece can be placed.
        return None if self._placements() or not self.is_legal(PASS) else PASS

    def legal_moves(self) -> tuple[HiveMove, ...]:
        """All legal moves, unique and sorted, or the pass alone; empty when the game is over."""
        return tuple(self._moves())

    def has_legal_move(self) -> bool:
        """Whether there is a legal move: there is one, a pass at worst, until the game is over."""
        return self.outcome() is None

    def _count(self) -> int:
        if self.outcome() is not None:
            return 0
        return sum(cells.bit_count() for cells in self._targets().values()) or 1

    def _moves(self) -> Iterator[HiveMove]:
        if self.outcome() is not None:
            return iter(())
        moves = moves_of(self._window)
        found = []
        known, cells = 0, []
        for piece, targets in sorted(self._targets().items()):
            if targets != known:
                known, cells = targets, members(targets)
            found += [moves[piece * CELLS + cell] for cell in cells]
        return iter(found or [PASS])

    def _surrounded(self, index: int) -> bool:
        cell = self._where[_QUEENS[index]]
        return cell != _IN_HAND and self._rings[cell] == _FULL

    def _targets(self) -> dict[int, int]:
        """Where each piece may go, as cells; pieces that cannot go anywhere may be left out."""
        targets = self._placements()
        if self._where[_QUEENS[self._side - 1]]:
            table = self._table()
            last, where, tops = self._last, self._where, self._tops
            for piece in self._frame.pieces[self._side]:
                cell = where[piece]
                if cell and piece != last and tops[cell] & TOP == piece:
                    cells = _walks(table, piece, cell)
                    if cells:
                        targets[piece] = cells
            if self.settings.pillbug:
                for piece, cells in self._throws(table):
                    targets[piece] = targets.get(piece, 0) | cells
        return targets

    def _table(self) -> Table:
        occupied = self._first | self._second
        return Table(self._tops, self._rings, occupied, bool(self._under))

    def _placements(self) -> dict[int, int]:
        where, groups = self._where, self._frame.groups[self._side]
        hand = []
        for group in groups:
            for piece in group:
                if where[piece] == _IN_HAND:
                    hand.append(piece)
                    break
        if not hand:
            return {}
        queen = groups[0][0]
        if hand[0] == queen:
            placed = sum(where[piece] != _IN_HAND for piece in self._frame.pieces[self._side])
            if placed == QUEEN_TURN - 1:
                hand = [queen]
            elif not placed and self.settings.tournament:
                del hand[0]
        cells = self._spots()
        return dict.fromkeys(hand, cells) if cells else {}

    def _spots(self) -> int:
        """The cells on which the side to move may place a piece."""
        near = GRID.near
        own, enemy = self._first, self._second
        if self._side is Side.SECOND:
            own, enemy = enemy, own
        if own:
            return near(own) & ~(near(enemy) | own | enemy)
        if any(self._where[piece] for piece in self._frame.pieces[self._side]):
            return 0  # all of its pieces are covered
        return near(enemy) & ~enemy if enemy else 1 << self._window.cell(0, 0)

    def _throws(self, table: Table) -> Iterator[tuple[int, int]]:
        """The pieces that a pillbug, or a mosquito beside one, may throw, and where to."""
        for thrower in self._frame.pieces[self._side]:
            if not self._can_throw(table, thrower):
                continue
            taken, given = throws(table, self._where[thrower])
            for cell in members(taken):
                piece = self._tops[cell] & TOP
                if given and piece != self._last and not table.pins(cell):
                    yield piece, given

    def _can_throw(self, table: Table, piece: int) -> bool:
        cell, bug = self._where[piece], BUG[piece]
        if bug not in _THROWERS or not cell or piece == self._last:
            return False
        if self._tops[cell] != LEVEL | piece:
            return False
        return bug is Bug.PILLBUG or Bug.PILLBUG in touched(table, cell)

    def why_illegal(self, move: HiveMove) -> Reason | None:
        """Why the move is not legal here; None when it is."""
        return None if self.is_legal(move) else explain(self, move)

    def is_legal(self, move: HiveMove) -> bool:
        """Whether the move is legal here."""
        piece, q, r = move
        if self.outcome() is not None:
            return False
        if piece == NONE:
            return move == PASS and not self._targets()
        cell = self._window.cell(q, r)
        if not 0 <= piece < len(PIECES) or cell == NOWHERE:
            return False
        origin = self._where[piece]
        if origin == _IN_HAND:
            return self._placements().get(piece, 0) >> cell & 1 == 1
        if not self._where[_QUEENS[self._side - 1]] or cell == origin or piece == self._last:
            return False
        if self._tops[origin] & TOP != piece:
            return False
        table = self._table()
        if PIECES[piece].side is self._side and _walks(table, piece, origin, cell) >> cell & 1:
            return True
        return self.settings.pillbug and any(
            thrown == piece and cells >> cell & 1 for thrown, cells in self._throws(table)
        )

    def is_pinned(self, piece: int) -> bool:
        """Whether the hive would fall apart without a piece that stands alone on its cell."""
        cell = self._where[piece]
        return self._tops[cell] == LEVEL | piece and self._table().pins(cell)

    def _play(self, move: HiveMove) -> HivePosition:
        piece, q, r = move
        frame, window = self._frame, self._window
        where, tops, rings, under = self._where, self._tops, self._rings, self._under
        topped = [self._first, self._second]
        target = NOWHERE
        if piece != NONE:
            target = window.cell(q, r)
            origin = where[piece]
            where, tops, rings = where.copy(), tops.copy(), rings.copy()
            if tops[target] or origin in under:
                under = under.copy()
            colour = piece >= EACH
            if origin:
                topped[colour] ^= 1 << origin
                if origin in under:
                    *rest, top = under.pop(origin)
                    if rest:
                        under[origin] = tuple(rest)
                    tops[origin] = len(rest) + 1 << HEIGHT | top
                    topped[top >= EACH] |= 1 << origin
                else:
                    tops[origin] = 0
                    toggle(rings, origin)
            below = tops[target]
            if below:
                under[target] = (*under.get(target, ()), below & TOP)
                topped[below & TOP >= EACH] &= ~(1 << target)
            else:
                toggle(rings, target)
            topped[colour] |= 1 << target
            tops[target] = (below >> HEIGHT) + 1 << HEIGHT | piece
            where[piece] = target
        first, second = topped
        after = HivePosition(
            frame, self._other, self._side, where, tops, rings, under, first, second, piece, window
        )
        return after._recentred() if EDGE[target] and target else after

    def _recentred(self) -> HivePosition:
        """The same position, with the window moved to hold the hive again."""
        return HivePosition._made(self._frame, self._side, self.stacks, self._last)

    def _pieces_on(self, cell: int) -> tuple[int, ...]:
        top = self._tops[cell]
        return (*self._under.get(cell, ()), top & TOP) if top else ()


def _walks(table: Table, piece: int, cell: int, goal: int = NOWHERE) -> int:
    """Where a piece that is on top may move by itself; with a goal, up to that cell at least."""
    top, bug = table.tops[cell], BUG[piece]
    if top >= 2 * LEVEL:
        return climb(table, cell, (top >> HEIGHT) - 1)
    if table.pins(cell):
        return 0
    return trail(table, cell, goal) if goal and bug is Bug.ANT else MOVERS[bug](table, cell)
