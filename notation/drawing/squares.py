"""Squares in rows and columns, y upwards, with coordinates on all four sides."""

from collections.abc import Callable, Iterable, Iterator

from .grids import Label, Point, Row, room_for


def square_rows(points: Iterable[Point]) -> tuple[Row, ...]:
    """The rectangle of squares round the points, one cell wider on each side, from the top."""
    xs, ys = zip(*points, strict=True)
    return tuple(Row(y, min(xs) - 1, max(xs) + 1) for y in range(max(ys) + 1, min(ys) - 2, -1))


def _is_long(name: str) -> bool:
    """Whether a coordinate is too long to stand upright in the width of a square."""
    return len(name) > 4


class SquareGrid:
    """Squares of `cell` units; `column` and `row` tell how an x and a y are called.

    `margin` is the least width left and right of the squares, where the names of the rows stand.
    """

    widest = 11

    def __init__(
        self,
        rows: tuple[Row, ...],
        *,
        cell: int = 52,
        margin: int = 40,
        column: Callable[[int], str] = str,
        row: Callable[[int], str] = str,
    ) -> None:
        self.rows = rows
        self._cell, self._top = cell, rows[0].y
        self._xs = range(rows[0].first, rows[0].last + 1)
        self._columns = {x: column(x) for x in self._xs}
        self._names = {each.y: row(each.y) for each in rows}
        names = self._columns.values()
        self._across = room_for(self._names.values(), margin)
        self._along = room_for(names, 34) if any(map(_is_long, names)) else 34
        self.size = (
            len(self._xs) * cell + 2 * self._across,
            len(rows) * cell + 2 * self._along,
        )

    def centre(self, x: int, y: int) -> Point:
        """The middle of a square."""
        half = self._cell // 2
        return (
            (x - self._xs[0]) * self._cell + half + self._across,
            (self._top - y) * self._cell + half + self._along,
        )

    def outline(self, centre: Point, inset: int) -> tuple[Point, ...]:
        """The four corners of a square, from the upper left."""
        (x, y), far = centre, self._cell // 2 - inset
        return ((x - far, y - far), (x + far, y - far), (x + far, y + far), (x - far, y + far))

    def labels(self) -> Iterator[Label]:
        """Each column above and below, each row left and right."""
        width, height = self.size
        for x, name in self._columns.items():
            across = self.centre(x, self._top)[0]
            for down in (self._along // 2, height - self._along // 2):
                yield Label(name, across, down, turned=_is_long(name))
        for y, name in self._names.items():
            down = self.centre(self._xs[0], y)[1]
            for across in (self._across // 2, width - self._across // 2):
                yield Label(name, across, down)
