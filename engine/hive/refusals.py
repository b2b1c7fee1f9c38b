"""Why a move of Hive is not legal, in the order in which a player would ask.

That it is not is decided before; here is told which rule it breaks first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.lattice import Vector
from engine.reasons import Reason

from .table import GRID
from .values import NONE, PIECES, QUEEN_TURN, Bug, HiveMove, name_of

if TYPE_CHECKING:
    from .position import HivePosition


def explain(position: HivePosition, move: HiveMove) -> Reason:
    """The reason why a move that is not legal is not."""
    piece, q, r = move
    if position.outcome() is not None:
        return Reason("game_over")
    if piece == NONE:
        return Reason("not_a_pass" if (q, r) != (0, 0) else "must_move")
    if not 0 <= piece < len(PIECES) or PIECES[piece].bug not in position.settings.bugs():
        return Reason("no_such_piece", {"piece": name_of(piece)})
    place = position.find(piece)
    if place is None:
        return _why_not_placed(position, piece, q, r)
    return _why_not_moved(position, piece, place, {"x": q, "y": r})


def _why_not_placed(position: HivePosition, piece: int, q: int, r: int) -> Reason:
    side = position.to_move
    told: dict[str, object] = {"piece": name_of(piece), "x": q, "y": r}
    if PIECES[piece].side is not side:
        return Reason("piece_of_opponent", told)
    hand = position.in_hand(side)
    sooner = next(other for other in hand if PIECES[other].bug is PIECES[piece].bug)
    if sooner != piece:
        return Reason("out_of_order", {"piece": name_of(piece), "sooner": name_of(sooner)})
    placed = len(position.settings.pieces(side)) - len(hand)
    is_queen = PIECES[piece].bug is Bug.QUEEN
    if is_queen and not placed and position.settings.tournament:
        return Reason("queen_first")
    if not is_queen and placed == QUEEN_TURN - 1 and PIECES[hand[0]].bug is Bug.QUEEN:
        return Reason("queen_due", {"turn": QUEEN_TURN})
    if not position.stacks:
        return Reason("not_origin", told)
    if position.stack_at(q, r):
        return Reason("occupied", told)
    beside = [position.stack_at(q + dq, r + dr) for dq, dr in GRID.neighbours]
    enemies = [stack[-1] for stack in beside if stack and PIECES[stack[-1]].side is not side]
    if enemies and placed:
        return Reason("placed_beside_enemy", {**told, "enemy": name_of(enemies[0])})
    return Reason("placed_apart", told)


def _why_not_moved(
    position: HivePosition, piece: int, place: Vector, where: dict[str, object]
) -> Reason:
    side, name = position.to_move, name_of(piece)
    hand = position.in_hand(side)
    if hand and PIECES[hand[0]].bug is Bug.QUEEN:
        return Reason("queen_in_hand")
    on_top = position.stack_at(*place)[-1]
    if on_top != piece:
        return Reason("covered", {"piece": name, "cover": name_of(on_top)})
    if piece == position.last:
        return Reason("just_moved", {"piece": name})
    if place == (where["x"], where["y"]):
        return Reason("same_place", {"piece": name, **where})
    if position.is_pinned(piece):
        return Reason("hive_pinned", {"piece": name})
    own = PIECES[piece].side is side
    if own or any(move.piece == piece for move in position.legal_moves()):
        return Reason("unreachable", {"piece": name, **where})
    return Reason("piece_not_yours", {"piece": name, **where})
