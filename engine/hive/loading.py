"""What a loaded position of Hive must obey; see docs/hive.md."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from engine.errors import BadPosition
from engine.game import Side
from engine.lattice import Vector, in_one_part
from engine.reasons import Reason

from .table import GRID
from .values import NONE, PIECES, Bug, HiveSettings, Stack, name_of

MOST_WITHOUT_QUEEN = 3
CLIMBERS = (Bug.BEETLE, Bug.MOSQUITO)


def check_stacks(
    settings: HiveSettings, stacks: tuple[Stack, ...], to_move: Side, last: int
) -> None:
    """Raise `BadPosition` with the first rule that these stacks break."""
    _check_cells(stacks)
    _check_set(settings, [piece for stack in stacks for piece in stack.pieces])
    for stack in stacks:
        _check_stack(stack, stacks)
    if last != NONE:
        _check_in_set(settings, last)
        _check_last({(q, r): pieces for q, r, pieces in stacks}, to_move, last)


def _refuse(code: str, **values: object) -> BadPosition:
    return BadPosition(Reason(code, values))


def _check_cells(stacks: tuple[Stack, ...]) -> None:
    cells: set[Vector] = set()
    for q, r, pieces in stacks:
        if (q, r) in cells or not pieces:
            raise _refuse("stack_twice" if pieces else "stack_empty", x=q, y=r)
        cells.add((q, r))
    if not in_one_part(cells, GRID.neighbours):
        raise _refuse("hive_in_parts")


def _check_set(settings: HiveSettings, pieces: list[int]) -> None:
    placed = Counter(pieces)
    for piece in placed:
        _check_in_set(settings, piece)
    for side in Side:
        own = [piece for piece in placed if PIECES[piece].side is side]
        for piece in own:
            if placed[piece] > 1:
                raise _refuse("piece_twice", piece=name_of(piece))
        for group in settings.groups(side):
            for sooner, later in pairwise(group):
                if later in own and sooner not in own:
                    names = {"piece": name_of(later), "sooner": name_of(sooner)}
                    raise _refuse("out_of_order", **names)
        if len(own) > MOST_WITHOUT_QUEEN and not _has_queen(own, side):
            raise _refuse("queen_missing", side=int(side), most=MOST_WITHOUT_QUEEN)


def _check_in_set(settings: HiveSettings, piece: int) -> None:
    if not 0 <= piece < len(PIECES) or PIECES[piece].bug not in settings.bugs():
        raise _refuse("no_such_piece", piece=name_of(piece))


def _has_queen(pieces: list[int], side: Side) -> bool:
    return any(PIECES[piece].side is side and PIECES[piece].bug is Bug.QUEEN for piece in pieces)


def _check_stack(stack: Stack, stacks: tuple[Stack, ...]) -> None:
    for piece in stack.pieces[1:]:
        if PIECES[piece].bug not in CLIMBERS:
            raise _refuse("no_climber", piece=name_of(piece))
    top = PIECES[stack.pieces[-1]]
    everything = [piece for other in stacks for piece in other.pieces]
    if len(stack.pieces) > 1 and not _has_queen(everything, top.side):
        raise _refuse("climbed_too_soon", piece=top.name)


def _check_last(hive: dict[Vector, tuple[int, ...]], to_move: Side, last: int) -> None:
    name = name_of(last)
    cell = next((cell for cell, pieces in hive.items() if pieces[-1] == last), None)
    if cell is None:
        raise _refuse("last_not_on_top", piece=name)
    if PIECES[last].side is not to_move:
        return

    def touching(place: Vector) -> dict[Vector, int]:
        cells = [(place[0] + dq, place[1] + dr) for dq, dr in GRID.neighbours]
        return {cell: hive[cell][-1] for cell in cells if cell in hive}

    def throws(place: Vector, top: int) -> bool:
        bug = PIECES[top].bug
        if PIECES[top].side is to_move or len(hive[place]) > 1:
            return False
        beside = [PIECES[other].bug for other in touching(place).values()]
        return bug is Bug.PILLBUG or (bug is Bug.MOSQUITO and Bug.PILLBUG in beside)

    if len(hive[cell]) > 1 or not any(throws(*neighbour) for neighbour in touching(cell).items()):
        raise _refuse("last_not_thrown", piece=name)
