"""Where the cells of a Cubeo table lie: squares, or hexes whose columns climb to the right."""

from engine import CubeoPosition

from .grids import Grid, Row
from .hexes import HexGrid, hex_rows
from .squares import SquareGrid, square_rows


def shown_rows(position: CubeoPosition) -> tuple[Row, ...]:
    """The cells that a drawing of the position shows, from the top."""
    points = [(die.x, die.y) for die in position.dice]
    return hex_rows(points) if position.settings.hex else square_rows(points)


def grid_of(position: CubeoPosition) -> Grid:
    """The grid that the position is drawn on."""
    if position.settings.hex:
        return HexGrid((die.x, die.y) for die in position.dice)
    return SquareGrid(shown_rows(position))
