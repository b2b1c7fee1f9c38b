"""Where the cells of a Cubeo table lie: the part of the plane that is shown, and its coordinates.

The plane is unbounded, so a drawing shows the formation and the cells next to it. All lengths are
whole numbers in drawing units; a formation a million cells away is drawn like one at the origin.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from engine import Die

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of shown cells, from `first` to `last`, both included."""

    y: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate on the picture: its text, its middle in drawing units, and how it is written."""

    text: str
    x: int
    y: int
    font: int = 20
    turned: bool = False


class Grid(Protocol):
    """What a drawing asks of a grid."""

    rows: tuple[Row, ...]
    size: Point
    widest: int  # with more columns than these it cannot be read at the width of a telephone

    def centre(self, x: int, y: int) -> Point:
        """The middle of a cell, y downwards as in all pictures."""

    def outline(self, centre: Point, inset: int) -> tuple[Point, ...]:
        """The corners of a cell, drawn in by `inset` from its edge."""

    def labels(self) -> Iterator[Label]:
        """The coordinates, round the shown cells or in them."""


def cells(rows: Iterable[Row]) -> Iterator[Point]:
    """All shown cells, row by row from the top."""
    for row in rows:
        for x in range(row.first, row.last + 1):
            yield x, row.y


def square_rows(dice: Iterable[Die]) -> tuple[Row, ...]:
    """The rectangle of squares round the dice, one cell wider on each side, from the top."""
    xs, ys = zip(*((die.x, die.y) for die in dice), strict=True)
    return tuple(Row(y, min(xs) - 1, max(xs) + 1) for y in range(max(ys) + 1, min(ys) - 2, -1))


def hex_rows(dice: Iterable[Die]) -> tuple[Row, ...]:
    """The hexes round the dice that fill an upright rectangle, from the top.

    A row lies half a cell further right than the row below it, so 2x + y tells how far right a
    cell is, in half cells.
    """
    dice = tuple(dice)
    ys = [die.y for die in dice]
    left, right = _sides(dice)
    return tuple(
        Row(y, (left - y + 1) // 2, (right - y) // 2) for y in range(max(ys) + 1, min(ys) - 2, -1)
    )


def _sides(dice: Iterable[Die]) -> tuple[int, int]:
    halves = [2 * die.x + die.y for die in dice]
    return min(halves) - 2, max(halves) + 2


def _room(values: Iterable[int | str], least: int) -> int:
    """The width that the longest of these texts needs."""
    return max(least, max(len(str(value)) for value in values) * 12 + 16)


def _is_long(value: int) -> bool:
    """Whether a coordinate is too long to stand upright in the width of a square."""
    return len(str(value)) > 4


class SquareGrid:
    """Squares of 52 units, coordinates on all four sides."""

    CELL = 52
    widest = 11

    def __init__(self, dice: Iterable[Die]) -> None:
        self.rows = square_rows(dice)
        self._left, self._top = self.rows[0].first, self.rows[0].y
        ends = (self._left, self.rows[0].last)
        self._across = _room((row.y for row in self.rows), 40)
        self._along = _room(ends, 34) if any(map(_is_long, ends)) else 34
        columns = self.rows[0].last - self._left + 1
        self.size = (
            columns * self.CELL + 2 * self._across,
            len(self.rows) * self.CELL + 2 * self._along,
        )

    def centre(self, x: int, y: int) -> Point:
        """The middle of a square."""
        half = self.CELL // 2
        return (
            (x - self._left) * self.CELL + half + self._across,
            (self._top - y) * self.CELL + half + self._along,
        )

    def outline(self, centre: Point, inset: int) -> tuple[Point, ...]:
        """The four corners of a square, from the upper left."""
        (x, y), far = centre, self.CELL // 2 - inset
        return ((x - far, y - far), (x + far, y - far), (x + far, y + far), (x - far, y + far))

    def labels(self) -> Iterator[Label]:
        """Each column above and below, each row left and right."""
        width, height = self.size
        for x in range(self._left, self.rows[0].last + 1):
            across = self.centre(x, self._top)[0]
            for down in (self._along // 2, height - self._along // 2):
                yield Label(str(x), across, down, turned=_is_long(x))
        for row in self.rows:
            down = self.centre(self._left, row.y)[1]
            for across in (self._across // 2, width - self._across // 2):
                yield Label(str(row.y), across, down)


class HexGrid:
    """Pointy-top hexes 52 wide and 60 high; columns of equal x climb to the right.

    Slanting columns are hard to follow to a rim, so each cell holds its own coordinates. Where they
    are too long for that, each row tells those of its first and its last cell.
    """

    HALF = 26
    STEP = 45
    TIP = 30
    LONGEST = 7
    widest = 8

    def __init__(self, dice: Iterable[Die]) -> None:
        dice = tuple(dice)
        self.rows = hex_rows(dice)
        self._left, self._right = _sides(dice)
        self._top = self.rows[0].y
        names = [f"{x},{y}" for x, y in cells(self.rows)]
        self._rim = max(map(len, names)) > self.LONGEST
        self._across = self.HALF + (_room(names, 0) if self._rim else 6)
        self._along = self.TIP + 6
        self.size = (
            (self._right - self._left) * self.HALF + 2 * self._across,
            (len(self.rows) - 1) * self.STEP + 2 * self._along,
        )

    def centre(self, x: int, y: int) -> Point:
        """The middle of a hex."""
        return (
            (2 * x + y - self._left) * self.HALF + self._across,
            (self._top - y) * self.STEP + self._along,
        )

    def outline(self, centre: Point, inset: int) -> tuple[Point, ...]:
        """The six corners of a hex, from the top."""
        x, y = centre
        side, tip = self.HALF - inset, self.TIP - inset - inset // 7
        low = tip // 2
        return (
            (x, y - tip), (x + side, y - low), (x + side, y + low),
            (x, y + tip), (x - side, y + low), (x - side, y - low),
        )  # fmt: skip

    def labels(self) -> Iterator[Label]:
        """The coordinates of each cell, in it; or of the first and last of each row, beside it."""
        return self._beside() if self._rim else self._inside()

    def _inside(self) -> Iterator[Label]:
        for x, y in cells(self.rows):
            yield Label(f"{x},{y}", *self.centre(x, y), font=13)

    def _beside(self) -> Iterator[Label]:
        width, middle = self.size[0], (self._across - self.HALF) // 2
        for row in self.rows:
            down = self.centre(row.first, row.y)[1]
            yield Label(f"{row.first},{row.y}", middle, down)
            yield Label(f"{row.last},{row.y}", width - middle, down)
