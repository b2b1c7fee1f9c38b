"""The rules of Cubic Chess: a move, then at most one rebuild, and how a game ends.

A rebuild changes no occupied square, so it can neither answer a check nor be one's own undoing (a
new king apart): the moves are made safe once, and each brings the same rebuilds, but for the figure
that moved. Numbers in comments are those of the rules in docs/cubic-chess.md.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from engine.errors import BadPosition
from engine.game import Outcome, Position, Repetition, Side
from engine.reasons import Reason

from .board import (
    ALL,
    COLOURS,
    FORWARD,
    KING_STEPS,
    LAST_RANK,
    PAWN_ATTACKS,
    SECOND_RANK,
    Figures,
    attacked,
    height_on,
    screens,
    slides,
    squares,
)
from .loading import find_fault
from .values import KING_FLEX, NOWHERE, CubicChessMove, CubicChessSettings, Figure, square_name

_PAWN, _BISHOP, _ROOK, _QUEEN, _KING = (int(figure) for figure in Figure)
_PROMOTIONS = (_BISHOP, _ROOK, _QUEEN)
_SETTINGS = CubicChessSettings()
_START = (0xFFFF, 0xFFFF << 48)
_RESERVE = 8
_ROOKS = 2
_DOUBLE_STEP = 16
_ADDED = 0
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
        "_side",
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
    def start(cls, settings: CubicChessSettings = _SETTINGS) -> CubicChessPosition:  # noqa: ARG003
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
        first, second = (_figures(side) for side in heights)
        if to_move is Side.FIRST:
            position = cls(to_move, first, second, *reserves, ep, number)
        else:
            position = cls(to_move, second, first, *reserves[::-1], ep, number)
        fault = find_fault(heights, reserves, number) or position._find_fault()
        if fault is not None:
            raise BadPosition(fault)
        return position

    @property
    def settings(self) -> CubicChessSettings:
        """The settings of the game: there are none."""
        return _SETTINGS

    @property
    def to_move(self) -> Side:
        """The side whose turn it is."""
        return self._side

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
        return {square: height_on(figures, 1 << square) for square in squares(figures[0])}

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
        if self._enemy[_KING] and self._in_check():
            return Outcome(self._side.other, "checkmate")
        return Outcome(None, "stalemate")

    def has_legal_move(self) -> bool:
        """Whether there is a legal turn, without making the full list."""
        return self._unable() is None and any(
            height != _PAWN or not self._promotes(target) or self._promotions(target)
            for _, target, height in self._steps()
        )

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
            for square in squares(added):
                yield _new(CubicChessMove, (origin, target, 0, 1, square))
            for square in squares(returned):
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
        own, room = self._own, self._room()
        added, returned = _rebuilds(own, room)
        crowning = own[_QUEEN] & room[_KING]
        for origin, target, height in self._steps():
            if height == _PAWN and self._promotes(target):
                promotions = self._promotions(target)
                if promotions:
                    yield origin, target, promotions, 0, 0
                continue
            left, hit = ~(1 << origin), 1 << target
            adding, returning = added & left, returned & left
            if height < _QUEEN:
                adding |= hit & room[height + 1] & room[_ADDED]
            if _PAWN < height < _KING:
                returning |= hit & room[height - 1]
            if crowning and self._may_crown(origin, target, height):
                adding |= hit if height == _QUEEN else crowning
            yield origin, target, _UNCHANGED, adding, returning

    def _room(self) -> tuple[int, ...]:
        """On which squares the side may get one figure more of a height (8, 9), by height.

        Place 0 holds all squares while there is a cube to add.
        """
        _, _, bishops, rooks, queens, kings = self._own
        return (
            ALL if self._reserve else 0,
            ALL ^ LAST_RANK[self._side],
            sum(colour for colour in COLOURS if not bishops & colour),
            ALL if rooks.bit_count() < _ROOKS else 0,
            0 if queens else ALL,
            0 if kings or not self._reserve else ALL,
        )

    def _may_crown(self, origin: int, target: int, height: int) -> bool:
        """Whether the queen may become a king after a move: it would not be attacked (12)."""
        own, enemy = self._moved(origin, target, height)
        queen = own[_QUEEN].bit_length() - 1
        return not attacked(queen, self._side.other, enemy, own[0] | enemy[0])

    def _promotes(self, target: int) -> bool:
        return LAST_RANK[self._side] >> target & 1 == 1

    def _promotions(self, target: int) -> tuple[int, ...]:
        """The heights that a pawn may become on a square of its last rank (7)."""
        room = self._room()
        return tuple(
            height
            for height in _PROMOTIONS
            if height - 1 <= self._reserve and room[height] >> target & 1
        )

    def _steps(self) -> Iterator[tuple[int, int, int]]:
        """The moves, as (origin, target, height), that leave no own king in check (10)."""
        own, enemy = self._own, self._enemy
        taken = own[0] | enemy[0]
        # no enemy king can be reached: its side has not ended its turn in check (10)
        free = ~own[0]
        suspects = self._suspects(taken)
        for height in range(_PAWN, _KING + 1):
            for origin in squares(own[height]):
                suspect = suspects >> origin & 1
                for target in squares(self._reach(height, origin, taken) & free):
                    doubtful = suspect or (height == _PAWN and target == self._ep)
                    if not doubtful or self._safe(origin, target, height):
                        yield origin, target, height

    def _suspects(self, taken: int) -> int:
        """The figures whose moves may leave the own king in check: all of them in check."""
        king = self._own[_KING]
        if not king:
            return 0
        if self._in_check():
            return ALL
        square = king.bit_length() - 1
        return king | screens(square, self._enemy, self._own[0], taken)

    def _reach(self, height: int, origin: int, taken: int) -> int:
        """Where a figure can go, own figures not yet ruled out."""
        if height == _PAWN:
            return self._pawn_reach(origin, taken)
        return KING_STEPS[origin] if height == _KING else slides(height, origin, taken)

    def _pawn_reach(self, origin: int, taken: int) -> int:
        side = self._side
        goals = self._enemy[0] | (1 << self._ep if self._ep != NOWHERE else 0)
        reach = PAWN_ATTACKS[side][origin] & goals
        # no pawn stands on its last rank (8), so there is always a square ahead
        ahead = 1 << origin + FORWARD[side]
        if not taken & ahead:
            reach |= ahead
            if SECOND_RANK[side] >> origin & 1:
                reach |= 1 << origin + 2 * FORWARD[side] & ~taken
        return reach

    def _moved(self, origin: int, target: int, height: int) -> tuple[Figures, Figures]:
        """The figures of both sides after a move."""
        own, enemy = self._own.copy(), self._enemy
        hit = 1 << target
        step = hit | 1 << origin
        own[0] ^= step
        own[height] ^= step
        if height == _PAWN and target == self._ep:
            hit = 1 << target - FORWARD[self._side]
        if enemy[0] & hit:
            captured = height_on(enemy, hit)
            enemy = enemy.copy()
            enemy[0] ^= hit
            enemy[captured] ^= hit
        return own, enemy

    def _in_check(self) -> bool:
        return _checked(self._own, self._side, self._enemy)

    def _safe(self, origin: int, target: int, height: int) -> bool:
        own, enemy = self._moved(origin, target, height)
        return not _checked(own, self._side, enemy)

    def _has_en_passant(self) -> bool:
        """Whether a pawn can capture on the en passant square."""
        ep = self._ep
        pawns = PAWN_ATTACKS[self._side.other][ep] & self._own[_PAWN]
        return any(self._safe(origin, ep, _PAWN) for origin in squares(pawns))

    def _find_fault(self) -> Reason | None:
        """What is wrong with the kings and the en passant square of a loaded position."""
        if _checked(self._enemy, self._side.other, self._own):
            return Reason("other_in_check")
        if self._ep == NOWHERE:
            return None
        side, ep = self._side, self._ep
        taken = self._own[0] | self._enemy[0]
        start, landed = 1 << ep + FORWARD[side], 1 << ep - FORWARD[side]
        stepped = SECOND_RANK[side.other] & start and self._enemy[_PAWN] & landed
        if not stepped or taken & (start | 1 << ep) or not self._has_en_passant():
            return Reason("no_en_passant", {"square": square_name(ep)})
        return None

    def _play(self, move: CubicChessMove) -> CubicChessPosition:
        origin, target, promotion, change, square = move
        height = height_on(self._own, 1 << origin)
        own, enemy = self._moved(origin, target, height)
        reserve = self._reserve - change
        if promotion:
            own[_PAWN] ^= 1 << target
            own[promotion] ^= 1 << target
            reserve -= promotion - 1
        elif change:
            bit = 1 << square
            rebuilt = height_on(own, bit)
            own[rebuilt] ^= bit
            own[rebuilt + change] ^= bit
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
            if not self._has_en_passant():
                self._ep = NOWHERE

    def why_illegal(self, move: CubicChessMove) -> Reason | None:
        """Why the turn is not legal here; None when it is."""
        if self._unable() is not None:
            return Reason("game_over")
        origin, target, promotion, change, square = move
        height = height_on(self._own, 1 << origin)
        reason = self._why_not_step(origin, target, height)
        if reason is not None:
            return reason
        if height == _PAWN and self._promotes(target):
            return self._why_not_promotion(move)
        if promotion:
            return Reason("no_promotion", {"target": square_name(target)})
        if change == 0:
            return None if square == NOWHERE else Reason("no_rebuild")
        own, enemy = self._moved(origin, target, height)
        return self._why_not_rebuild(own, enemy, change, square)

    def _why_not_step(self, origin: int, target: int, height: int) -> Reason | None:
        own, enemy = self._own, self._enemy
        hit = 1 << target
        values = {"origin": square_name(origin), "target": square_name(target)}
        if not height:
            code = "figure_not_yours" if enemy[0] >> origin & 1 else "no_figure"
            return Reason(code, values)
        if own[0] & hit:
            return Reason("own_figure_there", values)
        if not self._reach(height, origin, own[0] | enemy[0]) & hit:
            return Reason("figure_cannot_go", {"figure": Figure(height).name.lower(), **values})
        return None if self._safe(origin, target, height) else Reason("leaves_check", values)

    def _why_not_promotion(self, move: CubicChessMove) -> Reason | None:
        _, target, height, change, _ = move
        where = {"target": square_name(target)}
        if not height:
            return Reason("promotion_needed", where)
        if height not in _PROMOTIONS:
            return Reason("promotion_choice", where)
        if change:
            return Reason("promotion_ends_turn", where)
        if height - 1 > self._reserve:
            figure = Figure(height).name.lower()
            values = {"figure": figure, "needed": height - 1, "reserve": self._reserve}
            return Reason("reserve_short", values)
        return self._why_no_room(height, target)

    def _why_not_rebuild(
        self, own: Figures, enemy: Figures, change: int, square: int
    ) -> Reason | None:
        height = height_on(own, 1 << square) if square != NOWHERE else 0
        where = {"square": square_name(square)}
        if not height:
            return Reason("nothing_to_rebuild", where)
        if height == _KING:
            return Reason("king_permanent", where)
        if change == 1:
            if not self._reserve:
                return Reason("reserve_empty")
        elif change != -1:
            return Reason("one_cube")
        elif height == _PAWN:
            return Reason("pawn_permanent", where)
        no_room = self._why_no_room(height + change, square)
        if no_room is not None or height + change != _KING:
            return no_room
        exposed = attacked(square, self._side.other, enemy, own[0] | enemy[0])
        return Reason("king_attacked", where) if exposed else None

    def _why_no_room(self, height: int, square: int) -> Reason | None:
        if self._room()[height] >> square & 1:
            return None
        return Reason(f"limit_{Figure(height).name.lower()}", {"square": square_name(square)})


def _figures(heights: dict[int, int]) -> Figures:
    figures = [0] * (_KING + 1)
    for square, height in heights.items():
        figures[0] |= 1 << square
        figures[height] |= 1 << square
    return figures


def _checked(own: Figures, side: Side, enemy: Figures) -> bool:
    """Whether a side that has a king is in check."""
    king = own[_KING]
    return king != 0 and attacked(king.bit_length() - 1, side.other, enemy, own[0] | enemy[0])


def _able(figures: Figures, reserve: int) -> bool:
    """Whether a side has a king, or can gather four flexible cubes above a figure (14)."""
    everything, _, bishops, rooks, queens, kings = figures
    if kings or not everything:
        return kings != 0
    flex = reserve + bishops.bit_count() + 2 * rooks.bit_count() + 3 * queens.bit_count()
    return flex >= KING_FLEX


def _rebuilds(own: Figures, room: tuple[int, ...]) -> tuple[int, int]:
    """Where a cube may be added or returned, the making of a king apart."""
    _, pawns, bishops, rooks, queens, _ = own
    added = pawns & room[_BISHOP] | bishops & room[_ROOK] | rooks & room[_QUEEN]
    returned = bishops & room[_PAWN] | rooks & room[_BISHOP] | queens & room[_ROOK]
    return added & room[_ADDED], returned
