"""Pointy-top hexes, told by two coordinates x and y, or q and r.

A step along x is a cell to the right; a step along y is half a cell to the right and a row up, or
down where `downwards` is said. So 2x + y tells how far right a cell is, in half cells, either way.
"""

from collections.abc import Iterable, Iterator

from .grids import Label, Point, Row, cells, room_for

_READABLE = 432  # units across that can still be read at the width of a telephone


def hex_rows(points: Iterable[Point], *, downwards: bool = False) -> tuple[Row, ...]:
    """The hexes round the points that fill an upright rectangle, from the top."""
    points = tuple(points)
    ys = [y for _, y in points]
    left, right = _sides(points)
    rows = [Row(y, (left - y + 1) // 2, (right - y) // 2) for y in range(min(ys) - 1, max(ys) + 2)]
    return tuple(rows if downwards else reversed(rows))


def _sides(points: Iterable[Point]) -> tuple[int, int]:
    halves = [2 * x + y for x, y in points]
    return min(halves) - 2, max(halves) + 2


def hexagon(centre: Point, half: int, tip: int) -> tuple[Point, ...]:
    """The six corners of a hex from the top; `half` its half width, `tip` its half height."""
    (x, y), low = centre, tip // 2
    return (
        (x, y - tip), (x + half, y - low), (x + half, y + low),
        (x, y + tip), (x - half, y + low), (x - half, y - low),
    )  # fmt: skip


class HexGrid:
    """Hexes twice `half` wide and twice `tip` high, `tip` being even.

    Slanting columns are hard to follow to a rim, so each cell holds its own coordinates. Where they
    are too long for that, each row tells those of its first and its last cell.
    """

    def __init__(
        self, points: Iterable[Point], *, half: int = 26, tip: int = 30, downwards: bool = False
    ) -> None:
        points = tuple(points)
        self.rows = hex_rows(points, downwards=downwards)
        self.widest = _READABLE // (2 * half)
        self._half, self._tip, self._step = half, tip, tip + tip // 2
        self._down = 1 if downwards else -1
        self._left, right = _sides(points)
        names = [f"{x},{y}" for x, y in cells(self.rows)]
        self._rim = max(map(len, names)) > 2 * half // 7
        self._across = half + (room_for(names, 0) if self._rim else 6)
        self._along = tip + 6
        self.size = (
            (right - self._left) * half + 2 * self._across,
            (len(self.rows) - 1) * self._step + 2 * self._along,
        )

    def centre(self, x: int, y: int) -> Point:
        """The middle of a hex."""
        return (
            (2 * x + y - self._left) * self._half + self._across,
            (y - self.rows[0].y) * self._down * self._step + self._along,
        )

    def outline(self, centre: Point, inset: int) -> tuple[Point, ...]:
        """The six corners of a hex, from the top."""
        return hexagon(centre, self._half - inset, self._tip - inset - inset // 7)

    def labels(self) -> Iterator[Label]:
        """The coordinates of each cell, in it; or of the first and last of each row, beside it."""
        return self._beside() if self._rim else self._inside()

    def _inside(self) -> Iterator[Label]:
        for x, y in cells(self.rows):
            yield Label(f"{x},{y}", *self.centre(x, y), font=13)

    def _beside(self) -> Iterator[Label]:
        width, middle = self.size[0], (self._across - self._half) // 2
        for row in self.rows:
            down = self.centre(row.first, row.y)[1]
            yield Label(f"{row.first},{row.y}", middle, down)
            yield Label(f"{row.last},{row.y}", width - middle, down)
