"""Where the window of the plane lies that holds a hive, and its cells as points and as moves.

No piece, no cell that a piece can go to, and no neighbour of one is ever outside. A hive of 28 pieces
hangs together, and a step to a neighbour changes q and r by one at most (in the third direction
both), so it takes 28 rows and columns at most: `window_round` leaves two free on all sides of it. A
piece is placed, moves, climbs or is thrown to a cell on or next to the others, so into the inner one
of these two at the farthest; its neighbours are in the outer one. After a ply that leads there the window
is laid anew (`EDGE`), before anything is asked of the position.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.lattice import MARGIN, Vector

from .table import CELLS, NOWHERE, WIDTH
from .values import HiveMove, Stack

_ROOM = 2 * MARGIN


class Window(NamedTuple):
    """Row 0 of the window is q0, its column 0 is r0."""

    q0: int
    r0: int

    def cell(self, q: int, r: int) -> int:
        """The cell of a point, or `NOWHERE` for one that no piece is on or next to."""
        row, column = q - self.q0, r - self.r0
        if 0 < row < WIDTH - 1 and 0 < column < WIDTH - 1:
            return row * WIDTH + column
        return NOWHERE

    def point(self, cell: int) -> Vector:
        """The point of a cell."""
        row, column = divmod(cell, WIDTH)
        return row + self.q0, column + self.r0


def window_round(stacks: tuple[Stack, ...]) -> Window:
    """A window that holds the hive, with some room to move where there is; of none, the origin."""
    if not stacks:
        return Window(-_ROOM, -WIDTH // 2)
    return Window(
        _first_line([stack.q for stack in stacks]), _first_line([stack.r for stack in stacks])
    )


def _first_line(places: list[int]) -> int:
    """The first row or column of a window that these rows or columns are in."""
    least = min(places)
    extent = max(places) - least + 1
    return least - min(_ROOM, WIDTH - MARGIN - extent)


class _Moves(dict[int, HiveMove]):
    """The moves to the cells of a window, made once: by `piece * CELLS + cell`."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.window = window

    def __missing__(self, index: int) -> HiveMove:
        piece, cell = divmod(index, CELLS)
        move = self[index] = HiveMove(piece, *self.window.point(cell))
        return move


moves_of = lru_cache(maxsize=64)(_Moves)
"""The moves to the cells of a window, by `piece * CELLS + cell`."""
