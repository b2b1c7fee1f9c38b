"""A Hive position as text for terminals and mails, in Unicode or in plain ASCII.

The names of pieces stand in slanting rows of hexes, each row between the coordinates of its first
and last cell. A stack shows its top piece and its height; what is covered is told below the board.
The piece placed or moved last stands in brackets.
"""

from engine import HiveMove, HivePosition
from engine.hive import PIECES, Stack

from .hive_grid import shown_rows
from .hive_words import covered, hands, last_cell, title
from .rows_text import Faces, hex_lines

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def draw_text(
    position: HivePosition,
    last: HiveMove | None = None,  # noqa: ARG001  # the position itself tells what moved last
    *,
    plain: bool = False,
) -> str:
    """The position as lines of text, r downwards; `plain` keeps to ASCII."""
    stacks = position.stacks
    faces = {(stack.q, stack.r): _face(stack, plain=plain) for stack in stacks}
    cell = last_cell(position)
    board = Faces(faces, () if cell is None else (cell,), "." if plain else "·")
    lines = [*hex_lines(board, shown_rows(position)), ""]
    lines += [
        f"{_face(stack, plain=plain)} on {stack.q},{stack.r} is {len(stack.pieces)} high, "
        f"upon {covered(stack)}."
        for stack in stacks
        if len(stack.pieces) > 1
    ]
    lines += [f"{title(position)}.", *hands(position)]
    return "\n".join(lines) + "\n"


def _face(stack: Stack, *, plain: bool) -> str:
    """The name of the top piece, and the height of a stack."""
    name, height = PIECES[stack.pieces[-1]].name, len(stack.pieces)
    if height == 1:
        return name
    return f"{name}^{height}" if plain else name + str(height).translate(_RAISED)
