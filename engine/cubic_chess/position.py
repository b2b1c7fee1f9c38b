"""The rules of Cubic Chess: a move, then at most one rebuild, and how a game ends.

Each safe move brings the same rebuilds, but for the figure that moved, so that a list of hundreds of
turns costs little more than one of moves. Numbers in comments are those of the rules in
docs/cubic-chess.md.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from engine.bits import members
from engine.errors import BadPosition
from engine.game import Outcome, Position, Repetition, Side
from engine.reasons import Reason

from .board import FORWARD, PAWN_ATTACKS, SKIPPED_RANK, Figures, bit, height_on
from .forces import ADDED, Forces, checked
from .loading import find_fault
from .refusals import why_illegal
from .values import KING_FLEX, NOWHERE, CubicChessMove, CubicChessSettings, Figure, square_name

_PAWN, _, _, _QUEEN, _KING = (int(figure) for figure in Figure)
_SETTINGS = CubicChessSettings()
_START = (0xFFFF, 0xFFFF << 48)
_RESERVE = 8
_DOUBLE_STEP = 16
_UNCHANGED = (0,)
_new = tuple.__new__


class CubicChessPosition(Position[CubicChessMove]):
    """A position of Cubic Chess: figures, reserves, en passant. Never changed once made."""

    __slots__ = (
        "_enemy",
        "_enemy_reserve",
        "_ep",
        "_number",
        "_own",
        "_reserve",
    )

    game = "cubic-chess"

    def __init__(  # noqa: PLR0917 - by position: perft makes some hundred thousand a second
        self,
        side: Side,
        own: Figures,
        enemy: Figures,
        reserve: int,
        enemy_reserve: int,
        ep: int,
        number: int,
    ) -> None:
        """For this package: the figures of the side to move and of the other, and their reserves.

        `ep` is the square of a legal en passant capture or `NOWHERE`.
        """
        self._side = side
        self._own = own
        self._enemy = enemy
        self._reserve = reserve
        self._enemy_reserve = enemy_reserve
        self._ep = ep
        self._number = number

    @classmethod
    def start(cls, settings: CubicChessSettings = _SETTINGS) -> CubicChessPosition:  # noqa: ARG003 - there are none
        """The start position: sixteen pawns a side, eight cubes in reserve."""
        white, black = ([cells, cells, 0, 0, 0, 0] for cells in _START)
        return cls(Side.FIRST, white, black, _RESERVE, _RESERVE, NOWHERE, 1)

    @classmethod
    def load(
        cls,
        heights: tuple[dict[int, int], dict[int, int]],
        to_move: Side,
        reserves: tuple[int, int],
        ep: int = NOWHERE,
        number: int = 1,
    ) -> CubicChessPosition:
        """A position from heights by square and reserves, both White's first.

        Raises `BadPosition` with the rule that it breaks.
        """
        side, fault = Side.numbered(to_move), find_fault(heights, reserves, number)
        if fault is None:
            (mine, reserve), (theirs, enemy_reserve) = (
                (_figures(heights[each - 1]), int(reserves[each - 1]))
                for each in (side, side.other)
            )
            position = cls(side, mine, theirs, reserve, enemy_reserve, int(ep), int(number))
            fault = position._find_fault()
            if fault is None:
                return position
        raise BadPosition(fault)

    def _find_fault(self) -> Reason | None:
        """What is wrong with the kings and the en passant square of a loaded position."""
        if checked(self._enemy, self._side.other, self._own):
            return Reason("other_in_check")
        if self._ep == NOWHERE:
            return None
        side, ep, taken = self._side, self._ep, self._own[0] | self._enemy[0]
        if SKIPPED_RANK[side] & bit(ep):
            start, landed = 1 << ep + FORWARD[side], 1 << ep - FORWARD[side]
            stepped = self._enemy[_PAWN] & landed and not taken & (start | bit(ep))
            if stepped and self._forces().has_en_passant():
                return None
        return Reason("no_en_passant", {"square": square_name(ep)})

    @property
    def settings(self) -> CubicChessSettings:
        """The settings of the game: there are none."""
        return _SETTINGS

    @property
    def repetition(self) -> Repetition:
        """The third occurrence is a draw by itself."""
        return Repetition.DRAWN

    @property
    def ep(self) -> int:
        """The square on which a legal en passant capture exists, or `NOWHERE`."""
        return self._ep

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self._number

    def heights(self, side: Side) -> dict[int, int]:
        """The heights of a side's figures by square."""
        figures = self._own if side is self._side else self._enemy
        return {square: height_on(figures, 1 << square) for square in members(figures[0])}

    def reserve(self, side: Side) -> int:
        """The cubes that a side has in reserve."""
        return self._reserve if side is self._side else self._enemy_reserve

    def key(self) -> Hashable:
        """The complete position: figures, reserves, side to move, a legal en passant capture."""
        mine, theirs = (*self._own, self._reserve), (*self._enemy, self._enemy_reserve)
        return (int(self._side), self._ep, *mine, *theirs)

    def outcome(self) -> Outcome | None:
        """Inability, then checkmate or stalemate (14, 15); a mate needs a king that gives it."""
        unable = self._unable()
        if unable is not None:
            return unable
        if self.has_legal_move():
            return None
        if self._enemy[_KING] and self._forces().in_check():
            return Outcome(self._side.other, "checkmate")
        return Outcome(None, "stalemate")

    def has_legal_move(self) -> bool:
        """Whether there is a legal turn, without making the full list."""
        forces = self._forces()
        return self._unable() is None and any(
            height != _PAWN or not forces.promotes(target) or forces.promotions(target)
            for _, target, height in forces.steps()
        )

    def _forces(self) -> Forces:
        return Forces(self._side, self._own, self._enemy, self._reserve, self._ep)

    def _unable(self) -> Outcome | None:
        able = _able(self._own, self._reserve)
        if able and _able(self._enemy, self._enemy_reserve):
            return None
        if not able and not _able(self._enemy, self._enemy_reserve):
            return Outcome(None, "inability")
        return Outcome(self._side if able else self._side.other, "inability")

    def _moves(self) -> Iterator[CubicChessMove]:
        for origin, target, promotions, added, returned in self._turns():
            for promotion in promotions:
                yield _new(CubicChessMove, (origin, target, promotion, 0, NOWHERE))
            for square in members(added):
                yield _new(CubicChessMove, (origin, target, 0, 1, square))
            for square in members(returned):
                yield _new(CubicChessMove, (origin, target, 0, -1, square))

    def _count(self) -> int:
        return sum(
            len(promotions) + added.bit_count() + returned.bit_count()
            for _, _, promotions, added, returned in self._turns()
        )

    def _turns(self) -> Iterator[tuple[int, int, tuple[int, ...], int, int]]:
        """Each legal move with what it becomes (0: itself) and what may be rebuilt after it.

        The rebuilds are two sets of squares, of cubes added and of cubes returned.
        """
        if self._unable() is not None:
            return
        forces = self._forces()
        room = forces.room()
        added, returned = forces.rebuilds()
        crowning = self._own[_QUEEN] & room[_KING]
        for origin, target, height in forces.steps():
            if height == _PAWN and forces.promotes(target):
                promotions = forces.promotions(target)
                if promotions:
                    yield origin, target, promotions, 0, 0
                continue
            left, hit = ~(1 << origin), 1 << target
            adding, returning = added & left, returned & left
            if height < _QUEEN:
                adding |= hit & room[height + 1] & room[ADDED]
            if _PAWN < height < _KING:
                returning |= hit & room[height - 1]
            if crowning and forces.may_crown(origin, target, height):
                adding |= hit if height == _QUEEN else crowning
            yield origin, target, _UNCHANGED, adding, returning

    def _play(self, move: CubicChessMove) -> CubicChessPosition:
        origin, target, promotion, change, square = move
        height = height_on(self._own, 1 << origin)
        own, enemy = self._forces().moved(origin, target, height)
        reserve = self._reserve - change
        if promotion:
            own[_PAWN] ^= 1 << target
            own[promotion] ^= 1 << target
            reserve -= promotion - 1
        elif change:
            here = 1 << square
            rebuilt = height_on(own, here)
            own[rebuilt] ^= here
            own[rebuilt + change] ^= here
        side, other = self._side, self._side.other
        number = self._number + (side is Side.SECOND)
        after = CubicChessPosition(other, enemy, own, self._enemy_reserve, reserve, NOWHERE, number)
        if height == _PAWN and abs(target - origin) == _DOUBLE_STEP and own[_PAWN] >> target & 1:
            after._offer_en_passant((origin + target) // 2)
        return after

    def _offer_en_passant(self, ep: int) -> None:
        """Note the en passant square of a position that is being made, if a capture is legal."""
        if PAWN_ATTACKS[self._side.other][ep] & self._own[_PAWN]:
            self._ep = ep
            if not self._forces().has_en_passant():
                self._ep = NOWHERE

    def why_illegal(self, move: CubicChessMove) -> Reason | None:
        """Why the turn is not legal here; None when it is."""
        return Reason("game_over") if self._unable() else why_illegal(self._forces(), move)


def _figures(heights: dict[int, int]) -> Figures:
    figures = [0] * (_KING + 1)
    for square, height in heights.items():
        figures[0] |= 1 << square
        figures[height] |= 1 << square
    return figures


def _able(figures: Figures, reserve: int) -> bool:
    """Whether a side has a king, or can gather four flexible cubes above a figure (14)."""
    everything, _, bishops, rooks, queens, kings = figures
    if kings or not everything:
        return kings != 0
    flex = reserve + bishops.bit_count() + 2 * rooks.bit_count() + 3 * queens.bit_count()
    return flex >= KING_FLEX
