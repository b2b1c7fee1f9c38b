"""What a loaded position must obey; see docs/cubeo.md."""

from engine.errors import BadPosition
from engine.game import Side
from engine.lattice import Vector, in_one_part
from engine.reasons import Reason

from .values import CubeoSettings, Die


def check_dice(
    settings: CubeoSettings, dice: tuple[Die, ...], to_move: Side, neighbours: tuple[Vector, ...]
) -> None:
    """Raise `BadPosition` with the first rule that these dice break."""
    cells = set()
    for die in dice:
        if (die.x, die.y) in cells:
            raise BadPosition(Reason("cell_twice", {"x": die.x, "y": die.y}))
        cells.add((die.x, die.y))
        if die.rank < 1 or settings.ranks < die.rank < settings.goal:
            limits = {"ranks": settings.ranks, "goal": settings.goal}
            raise BadPosition(Reason("bad_rank", {"rank": die.rank, **limits}))
        # no merge can give more than two dice of the highest rank
        if die.rank > 2 * settings.ranks:
            raise BadPosition(
                Reason("rank_too_high", {"rank": die.rank, "most": 2 * settings.ranks})
            )
    for side in Side:
        count = sum(die.owner is side for die in dice)
        if not count:
            raise BadPosition(Reason("no_dice", {"side": int(side)}))
        if count > settings.pieces:
            values = {"side": int(side), "count": count, "pieces": settings.pieces}
            raise BadPosition(Reason("too_many_dice", values))
    winners = [die for die in dice if die.rank >= settings.goal]
    if len(winners) > 1:
        raise BadPosition(Reason("two_winners"))
    if winners and winners[0].owner is to_move:
        raise BadPosition(Reason("winner_to_move"))
    if not in_one_part(cells, neighbours):
        raise BadPosition(Reason("two_parts"))
