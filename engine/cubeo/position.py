"""The rules of Cubeo on bit sets: dice are placed, walk round their formation, and merge.

A position keeps its dice on a window of the plane, a `Lattice`, with the formation near the window's
low corner; the window moves along when the formation wanders, so coordinates are unbounded
and never shift. Legality is decided by `why_illegal`; `_moves` reads the same tables the other
way round, and the laws in the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.bits import members
from engine.game import Outcome, Position, Repetition, Side
from engine.lattice import MARGIN, Lattice, Matrix, Vector, image, lattice
from engine.reasons import Reason

from .loading import check_dice
from .values import PLACED_RANK, CubeoMove, CubeoSettings, Die, MoveKind

DICE_TO_MERGE = 3

_PLACE, _WALK, _MERGE = MoveKind
_NOWHERE = 0
_ROOM = 2 * MARGIN
_new = tuple.__new__


class _Frame(NamedTuple):
    """What all positions of a game share.

    `edge` tells of each cell whether the window must move when a die comes there, `sums` of each
    sum whether a merge may give it: a die can show it, or it wins.
    """

    settings: CubeoSettings
    grid: Lattice
    edge: bytes
    sums: bytes


@lru_cache(maxsize=256)
def _frame(settings: CubeoSettings) -> _Frame:
    grid = lattice(settings.hex, 4 * settings.pieces)
    width = grid.width
    inside = range(MARGIN, width - MARGIN)
    edge = bytes(
        row not in inside or column not in inside
        for row in range(width + 1)
        for column in range(width)
    )
    sums = bytes(
        total <= settings.ranks or total >= settings.goal for total in range(2 * settings.ranks + 1)
    )
    return _Frame(settings, grid, edge, sums)


class CubeoPosition(Position[CubeoMove]):
    """A position of Cubeo: settings, dice and the side to move. Never changed once made."""

    __slots__ = (
        "_enemy",
        "_frame",
        "_mine",
        "_other",
        "_own",
        "_theirs",
        "_won",
        "_x0",
        "_y0",
    )

    game = "cubeo"

    def __init__(  # noqa: PLR0917 - by position: perft makes half a million a second
        self,
        frame: _Frame,
        side: Side,
        other: Side,
        mine: dict[int, int],
        theirs: dict[int, int],
        own: int,
        enemy: int,
        x0: int,
        y0: int,
        won: bool,
    ) -> None:
        """For this module: cells to ranks and bit sets, of the side to move and of the other.

        Column 0 of the window is x0, its row 0 is y0; `won`: the other side has reached the goal.
        """
        self._frame = frame
        self._side = side
        self._other = other
        self._mine = mine
        self._theirs = theirs
        self._own = own
        self._enemy = enemy
        self._x0 = x0
        self._y0 = y0
        self._won = won

    @classmethod
    def start(cls, settings: CubeoSettings) -> CubeoPosition:
        """The start position: one die each, side by side, player 1 to move."""
        dice = (Die(Side.FIRST, PLACED_RANK, 0, 0), Die(Side.SECOND, PLACED_RANK, 1, 0))
        return cls.load(settings, dice, Side.FIRST)

    @classmethod
    def load(cls, settings: CubeoSettings, dice: Iterable[Die], to_move: Side) -> CubeoPosition:
        """A position from its dice; raises `BadPosition` with the rule that it breaks."""
        table = tuple(Die(Side.numbered(owner), int(rank), x, y) for owner, rank, x, y in dice)
        frame = _frame(settings)
        side = Side.numbered(to_move)
        check_dice(settings, table, side, frame.grid.neighbours)
        x0, y0 = _corner((die.x, die.y) for die in table)
        sides: dict[Side, dict[int, int]] = {Side.FIRST: {}, Side.SECOND: {}}
        for die in table:
            sides[die.owner][(die.y - y0 << frame.grid.shift) + die.x - x0] = die.rank
        mine, theirs = sides[side], sides[side.other]
        won = max(theirs.values()) >= settings.goal
        own, enemy = _bits(mine), _bits(theirs)
        return cls(frame, side, side.other, mine, theirs, own, enemy, x0, y0, won)

    @property
    def settings(self) -> CubeoSettings:
        """The settings of the game."""
        return self._frame.settings

    @property
    def repetition(self) -> Repetition:
        """A third occurrence may be claimed, unless `norep` is agreed."""
        return Repetition.IGNORED if self.settings.norep else Repetition.CLAIMED

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice on the table, sorted by y, then x."""
        dice = [
            Die(side, rank, *self._point(cell))
            for side, cells in ((self._side, self._mine), (self._other, self._theirs))
            for cell, rank in cells.items()
        ]
        return tuple(sorted(dice, key=lambda die: (die.y, die.x)))

    def in_hand(self, side: Side) -> int:
        """How many dice a side has left to place."""
        on_table = self._mine if side is self._side else self._theirs
        return self.settings.pieces - len(on_table)

    def key(self) -> Hashable:
        """The side to move, and the dice of both up to translation."""
        occupied = self._own | self._enemy
        # the margins keep a formation from reaching round the window, so its first cell is enough
        first = (occupied & -occupied).bit_length() - 1
        mine, theirs = self._mine, self._theirs
        return (
            int(self._side),
            self._own >> first,
            self._enemy >> first,
            bytes([mine[cell] for cell in sorted(mine)]),
            bytes([theirs[cell] for cell in sorted(theirs)]),
        )

    def outcome(self) -> Outcome | None:
        """A promotion, or no legal move for the side to move; either loses the game for it."""
        if self._won:
            return Outcome(self._other, "promotion")
        if not self.has_legal_move():
            return Outcome(self._other, "no_moves")
        return None

    def _moves(self) -> Iterator[CubeoMove]:
        if self._won:
            return
        (settings, grid, _, sums), mine = self._frame, self._mine
        width, shift, x0, y0 = grid.width - 1, grid.shift, self._x0, self._y0
        rings, base, mask = grid.rings, grid.base, grid.mask
        occupied = self._own | self._enemy
        holes, pinched = grid.survey(occupied)
        free = grid.outside(occupied) if holes or pinched else ~occupied
        if len(mine) < settings.pieces:
            for cell in members(grid.near(self._own) & ~(grid.near(self._enemy) | occupied) & free):
                x, y = (cell & width) + x0, (cell >> shift) + y0
                yield _new(CubeoMove, (_PLACE, PLACED_RANK, x, y, x, y))
        banned = self._banned_walks() if settings.strict else ()
        merging = len(mine) >= DICE_TO_MERGE
        for cell, rank in mine.items():
            parts, steps, exits, joins = rings[occupied >> cell - base & mask]
            if parts > 1 and (not holes or grid.cuts(occupied, cell)):
                continue
            x, y = (cell & width) + x0, (cell >> shift) + y0
            if rank == 1:
                targets = {cell + offset for offset in steps}
            else:
                targets = grid.walk(occupied ^ 1 << cell, cell, rank)
                targets.discard(cell)
            for target in targets:
                if not banned or (cell, target) not in banned:
                    x2, y2 = (target & width) + x0, (target >> shift) + y0
                    yield _new(CubeoMove, (_WALK, rank, x, y, x2, y2))
            if merging and exits:
                for offset in joins:
                    partner = mine.get(cell + offset)
                    if partner and sums[rank + partner] and _leads(free, cell, exits):
                        x2, y2 = (cell + offset & width) + x0, (cell + offset >> shift) + y0
                        yield _new(CubeoMove, (_MERGE, rank, x, y, x2, y2))

    def why_illegal(self, move: CubeoMove) -> Reason | None:
        """Why the move is not legal here; None when it is."""
        if self._won:
            return Reason("game_over")
        kind, rank, x, y, x2, y2 = move
        if kind == _PLACE:
            return self._why_not_place(move)
        if kind not in {_WALK, _MERGE}:
            return Reason("no_such_kind", {"kind": kind})
        cell, target = self._cell(x, y), self._cell(x2, y2)
        if cell not in self._mine:
            known = cell in self._theirs
            return Reason("not_yours" if known else "no_die", {"x": x, "y": y})
        actual = self._mine[cell]
        if actual != rank:
            return Reason("wrong_rank", {"x": x, "y": y, "rank": rank, "actual": actual})
        if kind == _WALK:
            return self._why_not_walk(move, cell, target)
        return self._why_not_merge(move, cell, target)

    def _why_not_place(self, move: CubeoMove) -> Reason | None:
        _, rank, x, y, x2, y2 = move
        if rank != PLACED_RANK or (x, y) != (x2, y2):
            return Reason("not_a_placement", {"rank": PLACED_RANK})
        if len(self._mine) >= self.settings.pieces:
            return Reason("hand_empty")
        where = {"x": x, "y": y}
        cell, grid = self._cell(x, y), self._frame.grid
        occupied = self._own | self._enemy
        if occupied >> cell & 1:
            return Reason("occupied", where)
        if not grid.near(self._own) >> cell & 1:
            return Reason("not_touching_own", where)
        touching = [cell + offset for offset in grid.offsets if cell + offset in self._theirs]
        if touching:
            x2, y2 = self._point(touching[0])
            return Reason("touching_enemy", {**where, "x2": x2, "y2": y2})
        if not self._free() >> cell & 1:
            return Reason("enclosed", where)
        return None

    def _why_not_walk(self, move: CubeoMove, cell: int, target: int) -> Reason | None:
        _, rank, x, y, x2, y2 = move
        occupied = self._own | self._enemy
        if self._pinned(cell):
            return Reason("pinned", {"x": x, "y": y})
        if (x, y) == (x2, y2):
            return Reason("same_cell")
        if occupied >> target & 1:
            return Reason("occupied", {"x": x2, "y": y2})
        if target not in self._frame.grid.walk(occupied ^ 1 << cell, cell, rank):
            return Reason("out_of_reach", {"x": x, "y": y, "x2": x2, "y2": y2, "rank": rank})
        if self.settings.strict and (cell, target) in self._banned_walks():
            return Reason("same_formation")
        return None

    def _why_not_merge(self, move: CubeoMove, cell: int, target: int) -> Reason | None:
        _, rank, x, y, x2, y2 = move
        mine, grid, occupied = self._mine, self._frame.grid, self._own | self._enemy
        start, end = {"x": x, "y": y}, {"x": x2, "y": y2}
        way = {"x": x, "y": y, "x2": x2, "y2": y2}
        if len(mine) < DICE_TO_MERGE:
            return Reason("too_few_dice", {"needed": DICE_TO_MERGE, "count": len(mine)})
        if target - cell not in grid.offsets:
            return Reason("not_adjacent", way)
        if target not in mine:
            known = target in self._theirs
            return Reason("partner_not_yours" if known else "no_partner", end)
        if self._pinned(cell):
            return Reason("pinned", start)
        ring = grid.ring(occupied, cell)
        free = self._free()
        if not _leads(free, cell, ring.exits):
            return Reason("cannot_leave", start)
        if target - cell not in ring.joins:
            return Reason("gate", way)
        total = rank + mine[target]
        if not self._frame.sums[total]:
            limits = {"ranks": self.settings.ranks, "goal": self.settings.goal}
            return Reason("no_such_rank", {"sum": total, **limits})
        return None

    def _play(self, move: CubeoMove) -> CubeoPosition:
        kind, rank, x, y, x2, y2 = move
        frame, x0, y0, own, won = self._frame, self._x0, self._y0, self._own, False
        shift = frame.grid.shift
        mine = self._mine.copy()
        target = (y2 - y0 << shift) + x2 - x0
        if kind != _PLACE:
            cell = (y - y0 << shift) + x - x0
            del mine[cell]
            own ^= 1 << cell
        if kind == _MERGE:
            mine[target] += rank
            won = mine[target] >= frame.settings.goal
        else:
            mine[target] = rank
            own |= 1 << target
        after = CubeoPosition(
            frame, self._other, self._side, self._theirs, mine, self._enemy, own, x0, y0, won
        )
        return after._recentred() if frame.edge[target] else after

    def _recentred(self) -> CubeoPosition:
        """The same position, with the window moved to hold the formation again."""
        x0, y0 = _corner(self._point(cell) for cell in (*self._mine, *self._theirs))
        by = (self._y0 - y0 << self._frame.grid.shift) + self._x0 - x0
        mine = {cell + by: rank for cell, rank in self._mine.items()}
        theirs = {cell + by: rank for cell, rank in self._theirs.items()}
        own, enemy = _bits(mine), _bits(theirs)
        frame, side, other = self._frame, self._side, self._other
        return CubeoPosition(frame, side, other, mine, theirs, own, enemy, x0, y0, self._won)

    def _cell(self, x: int, y: int) -> int:
        """The cell of the window, or `_NOWHERE` for a point that no die is on or next to."""
        column, row, width = x - self._x0, y - self._y0, self._frame.grid.width
        if 0 < column < width - 1 and 0 < row < width:
            return row * width + column
        return _NOWHERE

    def _point(self, cell: int) -> tuple[int, int]:
        grid = self._frame.grid
        return (cell & grid.width - 1) + self._x0, (cell >> grid.shift) + self._y0

    def _pinned(self, cell: int) -> bool:
        grid, occupied = self._frame.grid, self._own | self._enemy
        if grid.ring(occupied, cell).parts < 2:
            return False
        return not grid.survey(occupied)[0] or grid.cuts(occupied, cell)

    def _free(self) -> int:
        """The empty cells that a die can slide to from outside."""
        grid, occupied = self._frame.grid, self._own | self._enemy
        holes, pinched = grid.survey(occupied)
        return grid.outside(occupied) if holes or pinched else ~occupied

    def _banned_walks(self) -> set[tuple[int, int]]:
        """The walks, as (from, to), after which the formation is a turned or mirrored one.

        Such a symmetry maps the enemy dice onto themselves, so their centroid fixes its
        translation, and it must map all own dice but one onto own dice: one walk at most is banned
        by each. (The identity and translations would leave every die where it is.)
        """
        grid = self._frame.grid
        columns, shift = grid.width - 1, grid.shift
        theirs = {(cell & columns, cell >> shift): rank for cell, rank in self._theirs.items()}
        mine = {(cell & columns, cell >> shift): rank for cell, rank in self._mine.items()}
        count = len(theirs)
        centre = sum(x for x, _ in theirs), sum(y for _, y in theirs)
        banned = set()
        for matrix in grid.symmetries:
            turned_x, turned_y = image(matrix, centre)
            dx, odd_x = divmod(centre[0] - turned_x, count)
            dy, odd_y = divmod(centre[1] - turned_y, count)
            if odd_x or odd_y:
                continue
            move = (dx, dy)
            if any(theirs.get(point) != rank for point, rank in _images(theirs, matrix, move)):
                continue
            after = dict(_images(mine, matrix, move))
            gone, come = mine.items() - after.items(), after.items() - mine.items()
            if len(gone) == 1:
                ((from_x, from_y), _), ((to_x, to_y), _) = *gone, *come
                banned.add(((from_y << shift) + from_x, (to_y << shift) + to_x))
        return banned


def _corner(points: Iterable[Vector]) -> Vector:
    """Where to put column 0 and row 0 of a window, so that the points have some room to move."""
    columns, rows = zip(*points, strict=True)
    return min(columns) - _ROOM, min(rows) - _ROOM


def _leads(free: int, cell: int, exits: tuple[int, ...]) -> bool:
    """Whether one of the exits from the cell leads outside."""
    return any(free >> cell + offset & 1 for offset in exits)


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _images(dice: dict[Vector, int], matrix: Matrix, move: Vector) -> Iterator[tuple[Vector, int]]:
    """The dice, as cells with ranks, turned or mirrored by the matrix and then moved."""
    dx, dy = move
    for point, rank in dice.items():
        x, y = image(matrix, point)
        yield (x + dx, y + dy), rank
