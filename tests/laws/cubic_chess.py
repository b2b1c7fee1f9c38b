"""Cubic Chess under the laws."""

from collections.abc import Hashable, Iterator
from random import Random

from engine import CubicChessMove, CubicChessPosition, CubicChessSettings, Side
from engine.cubic_chess import NOWHERE
from notation.cubic_chess import read_word
from tests import reference_cubic_chess as reference

from .game import Game


def _nearby(position: CubicChessPosition, random: Random) -> Iterator[CubicChessMove]:
    """Turns of own figures and others, to some squares, with promotions and rebuilds."""
    squares = [*position.heights(Side.FIRST), *position.heights(Side.SECOND), 27]
    for _ in range(250):
        origin, target = random.choice(squares), random.randrange(64)
        change = random.choice((-2, -1, 0, 1, 1, 2))
        square = random.choice((*squares, target, NOWHERE)) if random.random() < 0.8 else NOWHERE
        promotion = random.choice((0, 0, 0, 0, 1, 2, 3, 4, 5))
        yield CubicChessMove(origin, target, promotion, change, square)
    for move in random.sample(position.legal_moves(), min(20, len(position.legal_moves()))):
        for square in squares[:8]:
            yield move._replace(change=random.choice((-1, 1)), square=square)


def state(position: CubicChessPosition) -> reference.State:
    """The reference's view of a position."""
    board = {
        (square & 7, square >> 3): (int(side), height)
        for side in Side
        for square, height in position.heights(side).items()
    }
    ep = None if position.ep == NOWHERE else (position.ep & 7, position.ep >> 3)
    reserves = position.reserve(Side.FIRST), position.reserve(Side.SECOND)
    return reference.State(board, int(position.to_move), reserves, ep)


def _canonical(position: CubicChessPosition) -> Hashable:
    board, side, reserves, ep = state(position)
    return frozenset(board.items()), side, reserves, ep


def _reloaded(position: CubicChessPosition, _dx: int, _dy: int) -> CubicChessPosition:
    """The position loaded anew; a board cannot be moved."""
    heights = position.heights(Side.FIRST), position.heights(Side.SECOND)
    reserves = position.reserve(Side.FIRST), position.reserve(Side.SECOND)
    return CubicChessPosition.load(
        heights, position.to_move, reserves, position.ep, position.number
    )


def _listed(position: CubicChessPosition) -> set[CubicChessMove]:
    return {read_word(word, position) for word in reference.legal_turns(state(position))}


CUBIC_CHESS = Game((CubicChessSettings(),), _nearby, _canonical, _reloaded, listed=_listed)
