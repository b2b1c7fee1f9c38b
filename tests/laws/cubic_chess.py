"""Cubic Chess under the laws."""

from collections.abc import Hashable, Iterator
from contextlib import suppress
from random import Random

from engine import BadPosition, CubicChessMove, CubicChessPosition, CubicChessSettings, Side
from engine.cubic_chess import NOWHERE
from notation.cubic_chess import read_word
from tests import reference_cubic_chess as reference

from .game import Game, Noise


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


def _noisy(position: CubicChessPosition, noise: Noise) -> CubicChessPosition:
    change, board, reserves = noise.number, [], []
    for side in Side:
        heights = noise.several(position.heights(side).items())
        board.append({change(square): change(height) for square, height in heights})
        reserves.append(change(position.reserve(side)))
    return CubicChessPosition.load(
        noise.several(board),  # type: ignore[arg-type] - of any length
        change(position.to_move),
        noise.several(reserves),  # type: ignore[arg-type] - of any length
        change(position.ep),
        change(position.number),
    )


def _made(_settings: CubicChessSettings, random: Random) -> CubicChessPosition:
    """Random figures of both sides, with reserves that may be gone."""
    while True:
        squares = random.sample(range(64), random.randint(4, 20))
        cut = random.randint(1, len(squares) - 1)
        heights = [
            {square: random.choice((1, 1, 1, 2, 3, 4, 5)) for square in some}
            for some in (squares[:cut], squares[cut:])
        ]
        white, black = (
            random.randint(0, max(0, 8 - sum(height - 1 for height in side.values())))
            for side in heights
        )
        with suppress(BadPosition):
            return CubicChessPosition.load(
                (heights[0], heights[1]), random.choice(list(Side)), (white, black)
            )


def _listed(position: CubicChessPosition) -> set[CubicChessMove]:
    return {read_word(word, position) for word in reference.legal_turns(state(position))}


CUBIC_CHESS = Game(
    (CubicChessSettings(),), _nearby, _canonical, _reloaded, _noisy, listed=_listed, made=_made
)
