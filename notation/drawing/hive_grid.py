"""Where the cells of a Hive table lie: axial q,r, with r downwards; an empty table shows its origin."""

from engine import HivePosition

from .grids import Point, Row
from .hexes import HexGrid, hex_rows

_ORIGIN = (0, 0)


def shown_rows(position: HivePosition) -> tuple[Row, ...]:
    """The cells that a drawing of the position shows, from the top."""
    return hex_rows(_points(position), downwards=True)


def grid_of(position: HivePosition) -> HexGrid:
    """The grid that the position is drawn on."""
    return HexGrid(_points(position), half=36, tip=42, downwards=True)


def _points(position: HivePosition) -> list[Point]:
    return [(stack.q, stack.r) for stack in position.stacks] or [_ORIGIN]
