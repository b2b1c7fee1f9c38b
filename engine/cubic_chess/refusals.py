"""Why a turn of Cubic Chess is not legal: the move first, then its promotion or rebuild."""

from __future__ import annotations

from engine.reasons import Reason

from .board import Figures, attacked, bit, height_on
from .forces import PROMOTIONS, Forces
from .values import NOWHERE, CubicChessMove, Figure, square_name

_PAWN, _KING = int(Figure.PAWN), int(Figure.KING)


def why_illegal(forces: Forces, move: CubicChessMove) -> Reason | None:
    """Why the turn is not legal; None when it is."""
    origin, target, promotion, change, square = move
    height = height_on(forces.own, bit(origin))
    reason = _why_not_step(forces, origin, target, height)
    if reason is not None:
        return reason
    if height == _PAWN and forces.promotes(target):
        return _why_not_promotion(forces, move)
    if promotion:
        return Reason("no_promotion", {"target": square_name(target)})
    if change == 0:
        return None if square == NOWHERE else Reason("no_rebuild")
    own, enemy = forces.moved(origin, target, height)
    return _why_not_rebuild(forces, own, enemy, change, square)


def _why_not_step(forces: Forces, origin: int, target: int, height: int) -> Reason | None:
    own, enemy = forces.own, forces.enemy
    hit = bit(target)
    values = {"origin": square_name(origin), "target": square_name(target)}
    if not height:
        code = "figure_not_yours" if enemy[0] & bit(origin) else "no_figure"
        return Reason(code, values)
    if own[0] & hit:
        return Reason("own_figure_there", values)
    if not forces.reach(height, origin, own[0] | enemy[0]) & hit:
        return Reason("figure_cannot_go", {"figure": Figure(height).name.lower(), **values})
    return None if forces.safe(origin, target, height) else Reason("leaves_check", values)


def _why_not_promotion(forces: Forces, move: CubicChessMove) -> Reason | None:
    _, target, height, change, square = move
    where = {"target": square_name(target)}
    if not height:
        return Reason("promotion_needed", where)
    if height not in PROMOTIONS:
        return Reason("promotion_choice", where)
    if change:
        return Reason("promotion_ends_turn", where)
    if square != NOWHERE:
        return Reason("no_rebuild")
    if height - 1 > forces.reserve:
        figure = Figure(height).name.lower()
        values = {"figure": figure, "needed": height - 1, "reserve": forces.reserve}
        return Reason("reserve_short", values)
    return _why_no_room(forces, height, target)


def _why_not_rebuild(
    forces: Forces, own: Figures, enemy: Figures, change: int, square: int
) -> Reason | None:
    height = height_on(own, bit(square))
    where = {"square": square_name(square)}
    if not height:
        return Reason("nothing_to_rebuild", where)
    if height == _KING:
        return Reason("king_permanent", where)
    if change == 1:
        if not forces.reserve:
            return Reason("reserve_empty")
    elif change != -1:
        return Reason("one_cube")
    elif height == _PAWN:
        return Reason("pawn_permanent", where)
    no_room = _why_no_room(forces, height + change, square)
    if no_room is not None or height + change != _KING:
        return no_room
    exposed = attacked(square, forces.side.other, enemy, own[0] | enemy[0])
    return Reason("king_attacked", where) if exposed else None


def _why_no_room(forces: Forces, height: int, square: int) -> Reason | None:
    if forces.room()[height] >> square & 1:
        return None
    return Reason(f"limit_{Figure(height).name.lower()}", {"square": square_name(square)})
