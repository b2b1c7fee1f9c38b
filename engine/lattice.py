"""Square and hexagonal grids as bit sets: rings, slides, connectivity, pins, and what lies outside.

A cell is an int, `row * width + column`, and a set of cells is an int with those bits. The *ring* of
a cell is the set bits of its neighbourhood, cut out of a bit set by one shift and one mask; a table
tells what a ring means: into how many parts the neighbours fall, where a piece may slide. Pins
are found by counting holes (Euler's formula), and searched for only where there is a hole.

The cells of a set must keep two rows and columns away from the edges of the window, so that no
neighbourhood leaves it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from itertools import product
from typing import NamedTuple

MARGIN = 2

Vector = tuple[int, int]
Matrix = tuple[int, int, int, int]


class Ring(NamedTuple):
    """What the neighbourhood of a cell means for a piece that stands on it or passes through.

    `parts`: into how many parts the neighbours fall without the cell. The others are offsets to
    neighbour cells: `steps` along the edge of a formation, `exits` by which a piece can slide away
    without touching anything, `joins` by which it can slide onto an occupied neighbour.
    """

    parts: int
    steps: tuple[int, ...]
    exits: tuple[int, ...]
    joins: tuple[int, ...]


class Lattice(ABC):
    """A grid of `width` columns (a power of two), on bit sets.

    `rings` tells the meaning of a ring as it is cut out of a bit set; `facts` that of a ring
    packed into a few bits, in the order of `around`, for a game that keeps such rings by itself;
    `marks` are the cells round a cell, as offsets, and the bit that it is in each one's packed ring.
    `around` lists the neighbourhood in turn round a cell, `neighbours` the cells that touch it,
    `symmetries` the rotations and reflections but the identity, as matrices (a, b, c, d) of
    (x, y) -> (ax + by, cx + dy).
    """

    around: tuple[Vector, ...]
    neighbours: tuple[Vector, ...]
    symmetries: tuple[Matrix, ...]

    def __init__(self, width: int) -> None:
        self.width = width
        self.shift = width.bit_length() - 1
        offsets = [x + width * y for x, y in self.around]
        self.offsets = tuple(x + width * y for x, y in self.neighbours)
        self.marks = tuple(
            (offset, 1 << self.around.index((-x, -y)))
            for offset, (x, y) in zip(offsets, self.around, strict=True)
        )
        self.base = -min(offsets)
        self.mask = sum(1 << self.base + offset for offset in offsets)
        self.facts = tuple(
            self._read_ring(filled[::-1], offsets)
            for filled in product((False, True), repeat=len(offsets))
        )
        self.rings = {
            sum(1 << self.base + o for i, o in enumerate(offsets) if bits >> i & 1): ring
            for bits, ring in enumerate(self.facts)
        }
        self.steps = {ring: facts.steps for ring, facts in self.rings.items()}

    @abstractmethod
    def _read_ring(self, filled: tuple[bool, ...], offsets: list[int]) -> Ring:
        """The meaning of a ring given as one flag a cell of `around`."""

    @abstractmethod
    def near(self, cells: int) -> int:
        """All cells that touch one of these."""

    @abstractmethod
    def survey(self, cells: int) -> tuple[int, bool]:
        """The number of holes in a connected set, and whether it has a pinch.

        A pinch is a place that touches nothing but that no piece can slide through. Without holes
        and pinches every empty cell can be reached from outside.
        """

    @abstractmethod
    def _flood(self, seed: int, cells: int, room: int) -> int:
        """All empty cells of `room` that a piece can slide to from `seed` round `cells`."""

    def ring(self, cells: int, cell: int) -> Ring:
        """The meaning of the neighbourhood of a cell."""
        return self.rings[cells >> cell - self.base & self.mask]

    def outside(self, cells: int) -> int:
        """The empty cells, up to a row beyond the last one, that can be reached from outside."""
        rows = (cells.bit_length() >> self.shift) + MARGIN
        room = (1 << (rows << self.shift)) - 1
        covered = cells | self.near(cells)
        # what lies beyond the cells and their rim hangs together, unless these enclose something
        far = (1 << self.width) - 1 if any(self.survey(covered)) else room & ~covered
        return self._flood(far, cells, room)

    def cuts(self, cells: int, cell: int) -> bool:
        """Whether a connected set falls apart without this cell, by search."""
        rest = cells ^ 1 << cell
        ends = rest & self.near(1 << cell)
        part = ends & -ends
        while ends & ~part:
            grown = part | self.near(part) & rest
            if grown == part:
                return True
            part = grown
        return False

    def walk(self, others: int, cell: int, steps: int) -> set[int]:
        """Every cell that can be reached along the edge of `others` in exactly so many steps.

        Each step can be taken back, so what is reached in k - 2 steps is reached in k: only the
        cells that are new for the parity of k need to be walked on from. The start cell may
        be among them without a step having been possible.
        """
        table, base, mask = self.steps, self.base, self.mask
        here: set[int] = {cell}
        there: set[int] = set()
        fresh = [cell]
        for _ in range(steps):
            found = []
            for place in fresh:
                for offset in table[others >> place - base & mask]:
                    target = place + offset
                    if target not in there:
                        there.add(target)
                        found.append(target)
            fresh = found
            here, there = there, here
        return here


class SquareLattice(Lattice):
    """The square grid: four cells touch a cell, and four more see it over a corner."""

    around = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    neighbours = around[::2]
    symmetries = (
        (0, -1, 1, 0),
        (-1, 0, 0, -1),
        (0, 1, -1, 0),
        (1, 0, 0, -1),
        (-1, 0, 0, 1),
        (0, 1, 1, 0),
        (0, -1, -1, 0),
    )

    def _read_ring(self, filled: tuple[bool, ...], offsets: list[int]) -> Ring:
        def at(place: int) -> bool:
            return filled[place % 8]

        sides, corners = range(0, 8, 2), range(1, 8, 2)
        touching = [i for i in sides if at(i)]
        joined = sum(at(i - 1) and at(i) and at(i + 1) for i in corners)
        along = [
            i
            for i in sides
            if not at(i) and ((at(i + 1) and at(i + 2)) or (at(i - 1) and at(i - 2)))
        ]
        round_corners = [i for i in corners if not at(i) and at(i - 1) != at(i + 1)]
        return Ring(
            parts=max(len(touching) - joined, min(len(touching), 1)),
            steps=tuple(offsets[i] for i in along + round_corners),
            exits=tuple(offsets[i] for i in sides if not at(i)),
            joins=tuple(offsets[i] for i in touching),
        )

    def near(self, cells: int) -> int:
        """All cells that touch one of these."""
        width = self.width
        return cells << 1 | cells >> 1 | cells << width | cells >> width

    def survey(self, cells: int) -> tuple[int, bool]:
        """The number of holes in a connected set, and whether it has a pinch."""
        right, up = cells >> 1, cells >> self.width
        corner = up >> 1
        row = cells & right
        holes = (
            1
            - cells.bit_count()
            + row.bit_count()
            + (cells & up).bit_count()
            - (row & up & corner).bit_count()
        )
        return holes, (cells ^ right) & (cells ^ up) & (right ^ corner) != 0

    def _flood(self, seed: int, cells: int, room: int) -> int:
        empty = room & ~cells
        while True:
            grown = seed | self.near(seed) & empty
            if grown == seed:
                return seed
            seed = grown


class HexLattice(Lattice):
    """The hexagonal grid in axial coordinates: six cells touch a cell."""

    around = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    neighbours = around
    symmetries = (
        (0, -1, 1, 1),
        (-1, -1, 1, 0),
        (-1, 0, 0, -1),
        (0, 1, -1, -1),
        (1, 1, -1, 0),
        (0, 1, 1, 0),
        (1, 1, 0, -1),
        (1, 0, -1, -1),
        (0, -1, -1, 0),
        (-1, -1, 0, 1),
        (-1, 0, 1, 1),
    )

    def _read_ring(self, filled: tuple[bool, ...], offsets: list[int]) -> Ring:
        def beside(i: int) -> int:
            return filled[i - 1] + filled[(i + 1) % 6]

        runs = sum(filled[i] and not filled[i - 1] for i in range(6))
        return Ring(
            parts=max(runs, int(any(filled))),
            steps=tuple(o for i, o in enumerate(offsets) if not filled[i] and beside(i) == 1),
            exits=tuple(o for i, o in enumerate(offsets) if not filled[i] and beside(i) < 2),
            joins=tuple(o for i, o in enumerate(offsets) if filled[i] and beside(i) < 2),
        )

    def near(self, cells: int) -> int:
        """All cells that touch one of these."""
        width = self.width
        aslant = width - 1
        return (
            cells << 1
            | cells >> 1
            | cells << width
            | cells >> width
            | cells << aslant
            | cells >> aslant
        )

    def survey(self, cells: int) -> tuple[int, bool]:
        """The number of holes in a connected set, and whether it has a pinch."""
        width = self.width
        right, up, left = cells >> 1, cells >> width, cells >> width - 1
        row, column = cells & right, cells & up
        holes = (
            1
            - cells.bit_count()
            + row.bit_count()
            + column.bit_count()
            + (cells & left).bit_count()
            - (row & up).bit_count()
            - (column & left).bit_count()
        )
        pinch = (cells & ~up & (up >> 1 & ~right | left >> width & ~left)) | (
            right & left & ~cells & ~up
        )
        return holes, pinch != 0

    def _flood(self, seed: int, cells: int, room: int) -> int:
        width = self.width
        aslant = width - 1
        # the way from a cell to the next one, where not both cells that touch the two are taken
        east = ~(cells >> width & cells << aslant)
        north_east = ~(cells >> 1 & cells >> aslant)
        north_west = ~(cells << 1 & cells >> width)
        empty = room & ~cells
        while True:
            grown = seed | empty & (
                (seed & east) << 1
                | seed >> 1 & east
                | (seed & north_east) << width
                | seed >> width & north_east
                | (seed & north_west) << aslant
                | seed >> aslant & north_west
            )
            if grown == seed:
                return seed
            seed = grown


def image(matrix: Matrix, point: Vector) -> Vector:
    """The point turned or mirrored by the matrix round the origin."""
    a, b, c, d = matrix
    x, y = point
    return a * x + b * y, c * x + d * y


def in_one_part(cells: set[Vector], neighbours: tuple[Vector, ...]) -> bool:
    """Whether cells anywhere on the plane are connected; so are none."""
    left = set(cells)
    edge = [left.pop()] if left else []
    while edge:
        x, y = edge.pop()
        for dx, dy in neighbours:
            cell = (x + dx, y + dy)
            if cell in left:
                left.remove(cell)
                edge.append(cell)
    return not left


@cache
def lattice(hexagonal: bool, least_width: int) -> Lattice:
    """The grid whose width is the first power of two from `least_width` on."""
    width = 1 << (least_width - 1).bit_length()
    return HexLattice(width) if hexagonal else SquareLattice(width)
