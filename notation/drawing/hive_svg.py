"""A Hive position as SVG: the table with its stacks, what is covered, and both hands below it."""

from collections.abc import Iterator

from engine import HiveMove, HivePosition, Side
from engine.hive import PIECES

from .board import LABELS, badge, coordinate, lines, reached_mark
from .grids import Grid, Point, is_wide
from .headline import WHITE_AND_BLACK
from .hive_grid import grid_of
from .hive_pieces import IN_HAND, draw_height, draw_piece, draw_stack, lifted
from .hive_words import covered, describe, last_cell, title
from .svg import document, shifted, words

_MARGIN = 12
_LINE = 22
_TILE = 50
_TILES_DOWN = 70


def draw_svg(position: HivePosition, last: HiveMove | None = None, *, name: str = "board") -> str:
    """The position as an SVG document; the piece placed or moved last is marked.

    `name` begins the ids inside, for pages that show more than one board.
    """
    grid = grid_of(position)
    across, down = grid.size
    width = max(across, len(position.settings.bugs()) * _TILE + 2 * _MARGIN)
    body = [shifted(((width - across) // 2, 0), *_table(position, grid))]
    for height, part in _below(position):
        body.append(shifted((_MARGIN, down), part))
        down += height
    return document(
        (width, down + _MARGIN),
        name=name,
        title=title(position),
        description=describe(position, last),
        wide=is_wide(grid),
        body=body,
    )


def _below(position: HivePosition) -> Iterator[tuple[int, str]]:
    """What stands below the table, each part with its height: covered pieces, then both hands."""
    for stack in position.stacks:
        if len(stack.pieces) > 1:
            yield _LINE, _line(f"Under {PIECES[stack.pieces[-1]].name}: {covered(stack)}")
    for side in Side:
        groups = _hand(position, side)
        yield _LINE, _line(f"{WHITE_AND_BLACK[side]} in hand{'' if groups else ': nothing'}")
        if groups:
            yield _TILES_DOWN, "".join(_tiles(groups))


def _table(position: HivePosition, grid: Grid) -> Iterator[str]:
    yield lines(grid)
    stacks = position.stacks
    taken = {grid.centre(stack.q, stack.r) for stack in stacks}
    for label in grid.labels():
        if (label.x, label.y) not in taken:
            yield coordinate(label)
    for stack in stacks:
        yield draw_stack(stack.pieces, grid.centre(stack.q, stack.r))
    cell = last_cell(position)
    if cell is not None:
        yield reached_mark(_top(position, cell, grid))
    for stack in stacks:
        if len(stack.pieces) > 1:
            yield draw_height(len(stack.pieces), grid.centre(stack.q, stack.r))


def _top(position: HivePosition, cell: Point, grid: Grid) -> tuple[Point, ...]:
    """The outline of the top piece of a cell."""
    x, y = grid.centre(*cell)
    return grid.outline((x, y + lifted(len(position.stack_at(*cell)))[-1]), 2)


def _line(text: str) -> str:
    return words("text", {"y": 16, "font-size": 16, "text-anchor": "start", "fill": LABELS}, text)


def _hand(position: HivePosition, side: Side) -> list[list[int]]:
    """The pieces in hand, the copies of a bug together."""
    held = set(position.in_hand(side))
    groups = (
        [piece for piece in group if piece in held] for group in position.settings.groups(side)
    )
    return [group for group in groups if group]


def _tiles(groups: list[list[int]]) -> Iterator[str]:
    """Each bug in hand: the copy that is placed next, and how many there are."""
    for column, group in enumerate(groups):
        x, y = column * _TILE + _TILE // 2, IN_HAND.tip
        yield draw_piece(PIECES[group[0]], (x, y), IN_HAND)
        if len(group) > 1:
            yield badge(f"×{len(group)}", (x + 16, y - 17))
