"""Hive under the laws: the expansions alone and together, tournament rules, no repetition."""

from collections.abc import Hashable, Iterator
from random import Random

from engine import HivePosition, HiveSettings
from engine.hive import NONE, PASS, PIECES, HiveMove, Stack

from .game import FAR, Game

SETTINGS = (
    HiveSettings(),
    HiveSettings(tournament=True),
    HiveSettings(norep=True),
    HiveSettings(mosquito=True),
    HiveSettings(ladybug=True),
    HiveSettings(pillbug=True),
    HiveSettings(mosquito=True, pillbug=True, tournament=True),
    HiveSettings(mosquito=True, ladybug=True, pillbug=True),
)


def _nearby(position: HivePosition, random: Random) -> Iterator[HiveMove]:
    """Every piece, of the set or not, to some cells in and about the hive, and a pass."""
    qs = [stack.q for stack in position.stacks] or [0]
    rs = [stack.r for stack in position.stacks] or [0]
    columns, rows = range(min(qs) - 2, max(qs) + 3), range(min(rs) - 2, max(rs) + 3)
    for piece in range(len(PIECES)):
        for _ in range(20):
            yield HiveMove(piece, random.choice(columns), random.choice(rows))
        yield HiveMove(piece, *FAR)
    yield PASS


def _canonical(position: HivePosition) -> Hashable:
    """Kinds and colours up to translation; with the pillbug, where the last piece is."""
    left = min((stack.q for stack in position.stacks), default=0)
    bottom = min((stack.r for stack in position.stacks), default=0)
    stacks = frozenset(
        (q - left, r - bottom, tuple((PIECES[i].side, PIECES[i].bug) for i in pieces))
        for q, r, pieces in position.stacks
    )
    last = [
        (stack.q - left, stack.r - bottom)
        for stack in position.stacks
        if position.settings.pillbug and position.last in stack.pieces
    ]
    return position.to_move, stacks, tuple(last)


def _shifted(position: HivePosition, dx: int, dy: int) -> HivePosition:
    stacks = [Stack(q + dx, r + dy, pieces) for q, r, pieces in position.stacks]
    return HivePosition.load(position.settings, stacks, position.to_move, position.last)


def _carried(move: HiveMove, dx: int, dy: int) -> HiveMove:
    return move if move.piece == NONE else HiveMove(move.piece, move.q + dx, move.r + dy)


HIVE = Game(SETTINGS, _nearby, _canonical, _shifted, _carried)
