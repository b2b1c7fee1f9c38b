"""The figures of both sides as the side to move sees them: where each can go, and what may be built.

A rebuild changes no occupied square, so it can neither answer a check nor be one's own undoing (a
new king apart): moves are made safe here without regard to it. Numbers in comments are those of the
rules in docs/cubic-chess.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.bits import members
from engine.game import Side

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
)
from .values import NOWHERE, Figure

_PAWN, _BISHOP, _ROOK, _QUEEN, _KING = (int(figure) for figure in Figure)
_ROOKS = 2
PROMOTIONS = (_BISHOP, _ROOK, _QUEEN)
ADDED = 0


class Forces(NamedTuple):
    """The figures of the side to move and of the enemy, its reserve, and the en passant square."""

    side: Side
    own: Figures
    enemy: Figures
    reserve: int
    ep: int

    def steps(self) -> Iterator[tuple[int, int, int]]:
        """The moves, as (origin, target, height), that leave no own king in check (10)."""
        own, enemy = self.own, self.enemy
        taken = own[0] | enemy[0]
        # no enemy king can be reached: its side has not ended its turn in check (10)
        free = ~own[0]
        suspects = self.suspects(taken)
        for height in range(_PAWN, _KING + 1):
            for origin in members(own[height]):
                suspect = suspects >> origin & 1
                for target in members(self.reach(height, origin, taken) & free):
                    doubtful = suspect or (height == _PAWN and target == self.ep)
                    if not doubtful or self.safe(origin, target, height):
                        yield origin, target, height

    def suspects(self, taken: int) -> int:
        """The figures whose moves may leave the own king in check: all of them in check."""
        king = self.own[_KING]
        if not king:
            return 0
        if self.in_check():
            return ALL
        square = king.bit_length() - 1
        return king | screens(square, self.enemy, self.own[0], taken)

    def reach(self, height: int, origin: int, taken: int) -> int:
        """Where a figure can go, own figures not yet ruled out."""
        if height == _PAWN:
            return self._pawn_reach(origin, taken)
        return KING_STEPS[origin] if height == _KING else slides(height, origin, taken)

    def _pawn_reach(self, origin: int, taken: int) -> int:
        side = self.side
        goals = self.enemy[0] | (1 << self.ep if self.ep != NOWHERE else 0)
        reach = PAWN_ATTACKS[side][origin] & goals
        # no pawn stands on its last rank (8), so there is always a square ahead
        ahead = 1 << origin + FORWARD[side]
        if not taken & ahead:
            reach |= ahead
            if SECOND_RANK[side] >> origin & 1:
                reach |= 1 << origin + 2 * FORWARD[side] & ~taken
        return reach

    def moved(self, origin: int, target: int, height: int) -> tuple[Figures, Figures]:
        """The figures of both sides after a move."""
        own, enemy = self.own.copy(), self.enemy
        hit = 1 << target
        step = hit | 1 << origin
        own[0] ^= step
        own[height] ^= step
        if height == _PAWN and target == self.ep:
            hit = 1 << target - FORWARD[self.side]
        if enemy[0] & hit:
            captured = height_on(enemy, hit)
            enemy = enemy.copy()
            enemy[0] ^= hit
            enemy[captured] ^= hit
        return own, enemy

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return checked(self.own, self.side, self.enemy)

    def safe(self, origin: int, target: int, height: int) -> bool:
        """Whether a move leaves no own king in check (10)."""
        own, enemy = self.moved(origin, target, height)
        return not checked(own, self.side, enemy)

    def has_en_passant(self) -> bool:
        """Whether a pawn can capture on the en passant square."""
        ep = self.ep
        pawns = PAWN_ATTACKS[self.side.other][ep] & self.own[_PAWN]
        return any(self.safe(origin, ep, _PAWN) for origin in members(pawns))

    def room(self) -> tuple[int, ...]:
        """On which squares the side may get one figure more of a height (8, 9), by height.

        Place 0 holds all squares while there is a cube to add.
        """
        _, _, bishops, rooks, queens, kings = self.own
        return (
            ALL if self.reserve else 0,
            ALL ^ LAST_RANK[self.side],
            sum(colour for colour in COLOURS if not bishops & colour),
            ALL if rooks.bit_count() < _ROOKS else 0,
            0 if queens else ALL,
            0 if kings or not self.reserve else ALL,
        )

    def rebuilds(self) -> tuple[int, int]:
        """Where a cube may be added or returned before a move, the making of a king apart."""
        _, pawns, bishops, rooks, queens, _ = self.own
        room = self.room()
        added = pawns & room[_BISHOP] | bishops & room[_ROOK] | rooks & room[_QUEEN]
        returned = bishops & room[_PAWN] | rooks & room[_BISHOP] | queens & room[_ROOK]
        return added & room[ADDED], returned

    def may_crown(self, origin: int, target: int, height: int) -> bool:
        """Whether the queen may become a king after a move: it would not be attacked (12)."""
        own, enemy = self.moved(origin, target, height)
        queen = own[_QUEEN].bit_length() - 1
        return not attacked(queen, self.side.other, enemy, own[0] | enemy[0])

    def promotes(self, target: int) -> bool:
        """Whether a pawn that comes to the square must promote."""
        return LAST_RANK[self.side] >> target & 1 == 1

    def promotions(self, target: int) -> tuple[int, ...]:
        """The heights that a pawn may become on a square of its last rank (7)."""
        room = self.room()
        return tuple(
            height
            for height in PROMOTIONS
            if height - 1 <= self.reserve and room[height] >> target & 1
        )


def checked(own: Figures, side: Side, enemy: Figures) -> bool:
    """Whether a side that has a king is in check."""
    king = own[_KING]
    return king != 0 and attacked(king.bit_length() - 1, side.other, enemy, own[0] | enemy[0])
