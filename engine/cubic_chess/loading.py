"""What a loaded position of Cubic Chess must obey; see docs/cubic-chess.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.game import Side
from engine.reasons import Reason

from .board import COLOURS, LAST_RANK
from .values import FIGURES, FLEX, SQUARES, Figure, square_name

Heights = Mapping[int, int]

_MOST = {Figure.ROOK: 2, Figure.QUEEN: 1, Figure.KING: 1}


def find_fault(heights: Sequence[Heights], reserves: Sequence[int], number: int) -> Reason | None:
    """The first rule that figures, reserves or the round's number break; None for none."""
    if number < 1:
        return Reason("round_number", {"number": number})
    for given in (heights, reserves):
        if len(given) != len(Side):
            return Reason("not_two_sides", {"count": len(given)})
    for square in heights[0].keys() & heights[1].keys():
        return Reason("square_twice", {"square": square_name(square)})
    for side, figures, reserve in zip(Side, heights, reserves, strict=True):
        fault = _figure_fault(figures) or _side_fault(side, figures, reserve)
        if fault is not None:
            return fault
    return None


def _figure_fault(figures: Heights) -> Reason | None:
    for square, height in figures.items():
        if not 0 <= square < SQUARES:
            return Reason("no_such_square", {"square": square, "most": SQUARES - 1})
        if not Figure.PAWN <= height <= Figure.KING:
            return Reason("no_such_figure", {"height": height, "most": int(Figure.KING)})
    return None


def _side_fault(side: Side, figures: Heights, reserve: int) -> Reason | None:
    told = {"side": int(side)}
    if len(figures) > FIGURES:
        return Reason("too_many_figures", {**told, "count": len(figures), "most": FIGURES})
    if reserve < 0:
        return Reason("reserve_negative", {**told, "count": reserve})
    flex = reserve + sum(height - 1 for height in figures.values())
    if flex > FLEX:
        return Reason("too_many_cubes", {**told, "count": flex, "most": FLEX})
    counts = Counter(figures.values())
    for figure, most in _MOST.items():
        if counts[figure] > most:
            values = {"figure": figure.name.lower(), "count": counts[figure], "most": most}
            return Reason("too_many_of_a_figure", {**told, **values})
    for colour in COLOURS:
        bishops = [s for s, height in figures.items() if height == 2 and colour >> s & 1]
        if len(bishops) > 1:
            return Reason("bishops_on_one_colour", told)
    for square, height in figures.items():
        if height == Figure.PAWN and LAST_RANK[side] >> square & 1:
            return Reason("pawn_on_last_rank", {"square": square_name(square)})
    return None
