"""Cubeo: dice that are placed, walk round their formation, and merge; see docs/cubeo.md.

A position keeps its dice on a window of the plane, a `Lattice`, with the formation near the window's
low corner; the window moves along when the formation wanders, so coordinates are unbounded
and never shift. Legality is decided by `why_illegal`; `legal_moves` reads the same tables the other
way round, and the laws in the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from .errors import BadPosition, BadSettings
from .game import Outcome, Position, Repetition, Side
from .lattice import MARGIN, Lattice, images, lattice, members
from .reasons import Reason

PIECES = (3, 30)
RANKS = (1, 30)
DICE_TO_MERGE = 3
PLACED_RANK = 1


class MoveKind(IntEnum):
    """What a turn does with a die."""

    PLACE = 0
    WALK = 1
    MERGE = 2


class CubeoMove(NamedTuple):
    """A move: a die of `rank` goes from x,y to x2,y2; one that is placed has both cells equal."""

    kind: MoveKind
    rank: int
    x: int
    y: int
    x2: int
    y2: int

    @classmethod
    def place(cls, x: int, y: int) -> CubeoMove:
        """A die from hand."""
        return cls(MoveKind.PLACE, PLACED_RANK, x, y, x, y)

    @classmethod
    def walk(cls, rank: int, x: int, y: int, x2: int, y2: int) -> CubeoMove:
        """A walk of `rank` steps to an empty cell."""
        return cls(MoveKind.WALK, rank, x, y, x2, y2)

    @classmethod
    def merge(cls, rank: int, x: int, y: int, x2: int, y2: int) -> CubeoMove:
        """A die slid into another one of its owner's."""
        return cls(MoveKind.MERGE, rank, x, y, x2, y2)


class Die(NamedTuple):
    """A die on the table."""

    owner: Side
    rank: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class CubeoSettings:
    """Dice a side, the highest rank, the sum that wins, the grid, and two rules; the default is d6.

    Raises `BadSettings` where the rules allow no such game.
    """

    pieces: int = 6
    ranks: int = 6
    goal: int = 7
    hex: bool = False
    strict: bool = False
    norep: bool = False

    def __post_init__(self) -> None:
        limits = {
            "pieces": (self.pieces, *PIECES),
            "ranks": (self.ranks, *RANKS),
            "goal": (self.goal, self.ranks + 1, 2 * self.ranks),
        }
        for name, (number, least, most) in limits.items():
            if not least <= number <= most:
                values = {"least": least, "most": most, "ranks": self.ranks, name: number}
                raise BadSettings(Reason(f"{name}_range", values))


class _Frame(NamedTuple):
    """What all positions of a game share: settings, the grid, and where its window ends."""

    settings: CubeoSettings
    grid: Lattice
    edge: bytes


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
    return _Frame(settings, grid, edge)


class CubeoPosition(Position[CubeoMove]):
    """A position of Cubeo: settings, dice and the side to move. Never changed once made."""

    __slots__ = (
        "_enemy",
        "_frame",
        "_mine",
        "_own",
        "_side",
        "_theirs",
        "_won",
        "_x0",
        "_y0",
    )

    game = "cubeo"

    def __init__(
        self,
        frame: _Frame,
        side: Side,
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
        table = tuple(dice)
        _check_dice(settings, table, to_move)
        frame = _frame(settings)
        width = frame.grid.width
        x0 = min(die.x for die in table) - MARGIN
        y0 = min(die.y for die in table) - MARGIN
        sides: dict[Side, dict[int, int]] = {Side.FIRST: {}, Side.SECOND: {}}
        for die in table:
            # a formation in two parts may be wider than the window; it is refused before this
            sides[die.owner][(die.y - y0) * width + die.x - x0] = die.rank
        mine, theirs = sides[to_move], sides[to_move.other]
        won = max(theirs.values()) >= settings.goal
        own, enemy = _bits(mine), _bits(theirs)
        return cls(frame, to_move, mine, theirs, own, enemy, x0, y0, won)

    @property
    def settings(self) -> CubeoSettings:
        """The settings of the game."""
        return self._frame.settings

    @property
    def to_move(self) -> Side:
        """The side whose turn it is."""
        return self._side

    @property
    def repetition(self) -> Repetition:
        """A third occurrence may be claimed, unless `norep` is agreed."""
        return Repetition.IGNORED if self.settings.norep else Repetition.CLAIMED

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice on the table, sorted by y, then x."""
        dice = [
            Die(side, rank, *self._point(cell))
            for side, cells in ((self._side, self._mine), (self._side.other, self._theirs))
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
        grid = self._frame.grid
        columns = occupied
        rows = occupied.bit_length() >> grid.shift
        span = grid.width
        while span >> grid.shift <= rows:
            columns |= columns >> span
            span <<= 1
        columns &= grid.width - 1
        low = (occupied & -occupied).bit_length() - 1
        corner = (low & -grid.width) + (columns & -columns).bit_length() - 1
        mine, theirs = self._mine, self._theirs
        return (
            int(self._side),
            self._own >> corner,
            self._enemy >> corner,
            bytes([mine[cell] for cell in sorted(mine)]),
            bytes([theirs[cell] for cell in sorted(theirs)]),
        )

    def outcome(self) -> Outcome | None:
        """A promotion, or no legal move for the side to move; either loses the game for it."""
        if self._won:
            return Outcome(self._side.other, "promotion")
        if not self.has_legal_move():
            return Outcome(self._side.other, "no_moves")
        return None

    def legal_moves(self) -> tuple[CubeoMove, ...]:
        """All legal moves, unique and sorted; empty when the game is over."""
        return tuple(sorted(self._moves()))

    def has_legal_move(self) -> bool:
        """Whether there is a legal move, without making the full list."""
        return next(self._moves(), None) is not None

    def _moves(self) -> Iterator[CubeoMove]:
        if self._won:
            return
        (settings, grid, _), mine = self._frame, self._mine
        width, shift, x0, y0 = grid.width - 1, grid.shift, self._x0, self._y0
        new, place, walk, merge = tuple.__new__, MoveKind.PLACE, MoveKind.WALK, MoveKind.MERGE
        occupied = self._own | self._enemy
        holes, pinched = grid.survey(occupied)
        free = grid.outside(occupied) if holes or pinched else ~occupied
        if len(mine) < settings.pieces:
            for cell in members(grid.near(self._own) & ~(grid.near(self._enemy) | occupied) & free):
                x, y = (cell & width) + x0, (cell >> shift) + y0
                yield new(CubeoMove, (place, PLACED_RANK, x, y, x, y))
        banned = self._banned_walks() if settings.strict else ()
        for cell, rank in mine.items():
            parts, steps, exits, joins = grid.ring(occupied, cell)
            if parts > 1 and (not holes or grid.cuts(occupied, cell)):
                continue
            x, y = (cell & width) + x0, (cell >> shift) + y0
            targets = (
                [cell + offset for offset in steps]
                if rank == 1
                else grid.walk(occupied ^ 1 << cell, cell, rank)
            )
            for target in targets:
                if target != cell and (cell, target) not in banned:
                    x2, y2 = (target & width) + x0, (target >> shift) + y0
                    yield new(CubeoMove, (walk, rank, x, y, x2, y2))
            if len(mine) < DICE_TO_MERGE:
                continue
            for offset in joins:
                target = cell + offset
                if target in mine and self._shows(rank + mine[target]):
                    if any(free >> cell + way & 1 for way in exits):
                        x2, y2 = (target & width) + x0, (target >> shift) + y0
                        yield new(CubeoMove, (merge, rank, x, y, x2, y2))

    def why_illegal(self, move: CubeoMove) -> Reason | None:
        """Why the move is not legal here; None when it is."""
        if self._won:
            return Reason("game_over")
        if move[0] is MoveKind.PLACE:
            return self._why_not_place(move)
        _, rank, x, y, x2, y2 = move
        cell, target = self._cell(x, y), self._cell(x2, y2)
        if cell not in self._mine:
            known = cell in self._theirs
            return Reason("not_yours" if known else "no_die", {"x": x, "y": y})
        actual = self._mine[cell]
        if actual != rank:
            return Reason("wrong_rank", {"x": x, "y": y, "rank": rank, "actual": actual})
        if move[0] is MoveKind.WALK:
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
        if target - cell not in grid.offsets or target == _NOWHERE:
            return Reason("not_adjacent", way)
        if target not in mine:
            known = target in self._theirs
            return Reason("partner_not_yours" if known else "no_partner", end)
        if self._pinned(cell):
            return Reason("pinned", start)
        ring = grid.ring(occupied, cell)
        free = self._free()
        if not any(free >> cell + exit & 1 for exit in ring.exits):
            return Reason("cannot_leave", start)
        if target - cell not in ring.joins:
            return Reason("gate", way)
        total = rank + mine[target]
        if not self._shows(total):
            limits = {"ranks": self.settings.ranks, "goal": self.settings.goal}
            return Reason("no_such_rank", {"sum": total, **limits})
        return None

    def _play(self, move: CubeoMove) -> CubeoPosition:
        kind, rank, x, y, x2, y2 = move
        frame = self._frame
        shift = frame.grid.shift
        target = (y2 - self._y0 << shift) + x2 - self._x0
        mine = self._mine.copy()
        own = self._own
        won = False
        if kind is not MoveKind.PLACE:
            cell = (y - self._y0 << shift) + x - self._x0
            del mine[cell]
            own ^= 1 << cell
        if kind is MoveKind.MERGE:
            mine[target] += rank
            won = mine[target] >= frame.settings.goal
        else:
            mine[target] = rank
            own |= 1 << target
        after = CubeoPosition(
            frame, _OTHER[self._side], self._theirs, mine, self._enemy, own, self._x0, self._y0, won
        )
        return after._recentred() if frame.edge[target] else after

    def _recentred(self) -> CubeoPosition:
        """The same position, with the window moved to hold the formation again."""
        return CubeoPosition.load(self.settings, self.dice, self._side)

    def _cell(self, x: int, y: int) -> int:
        """The cell of the window, or `_NOWHERE` for a point that no die is on or next to."""
        column, row, width = x - self._x0, y - self._y0, self._frame.grid.width
        if 0 < column < width - 1 and 0 < row < width:
            return row * width + column
        return _NOWHERE

    def _point(self, cell: int) -> tuple[int, int]:
        grid = self._frame.grid
        return (cell & grid.width - 1) + self._x0, (cell >> grid.shift) + self._y0

    def _shows(self, total: int) -> bool:
        """Whether a merge may give this sum: a die can show it, or it wins."""
        settings = self._frame.settings
        return total <= settings.ranks or total >= settings.goal

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
        banned = set()
        theirs = {self._point(cell): rank for cell, rank in self._theirs.items()}
        mine = {self._point(cell): rank for cell, rank in self._mine.items()}
        count = len(theirs)
        sum_x, sum_y = (sum(axis) for axis in zip(*theirs, strict=True))
        for matrix in self._frame.grid.symmetries:
            a, b, c, d = matrix
            dx, odd_x = divmod(sum_x - a * sum_x - b * sum_y, count)
            dy, odd_y = divmod(sum_y - c * sum_x - d * sum_y, count)
            if odd_x or odd_y:
                continue
            move = (dx, dy)
            if _images(theirs, matrix, move) != theirs:
                continue
            after = _images(mine, matrix, move)
            gone, come = mine.items() - after.items(), after.items() - mine.items()
            if len(gone) == 1:
                (start, _), (end, _) = *gone, *come
                banned.add((self._cell(*start), self._cell(*end)))
        return banned


_NOWHERE = 0
_OTHER = {side: side.other for side in Side}


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _images(
    dice: dict[tuple[int, int], int], matrix: tuple[int, int, int, int], move: tuple[int, int]
) -> dict[tuple[int, int], int]:
    return dict(zip(images(dice, matrix, move), dice.values(), strict=True))


def _check_dice(settings: CubeoSettings, dice: tuple[Die, ...], to_move: Side) -> None:
    """Raise `BadPosition` with the first rule that these dice break."""
    cells = set()
    for die in dice:
        if (die.x, die.y) in cells:
            raise BadPosition(Reason("cell_twice", {"x": die.x, "y": die.y}))
        cells.add((die.x, die.y))
        if die.rank < 1 or settings.ranks < die.rank < settings.goal:
            limits = {"ranks": settings.ranks, "goal": settings.goal}
            raise BadPosition(Reason("bad_rank", {"rank": die.rank, **limits}))
        # no merge can give more than two dice of the highest rank
        if die.rank > 2 * settings.ranks:
            raise BadPosition(Reason("rank_too_high", {"rank": die.rank, "most": 2 * settings.ranks}))
    for side in Side:
        count = sum(die.owner is side for die in dice)
        if not count:
            raise BadPosition(Reason("no_dice", {"side": int(side)}))
        if count > settings.pieces:
            values = {"side": int(side), "count": count, "pieces": settings.pieces}
            raise BadPosition(Reason("too_many_dice", values))
    winners = [die for die in dice if die.rank >= settings.goal]
    if len(winners) > 1:
        raise BadPosition(Reason("two_winners"))
    if winners and winners[0].owner is to_move:
        raise BadPosition(Reason("winner_to_move"))
    if not _in_one_part(cells, lattice(settings.hex, 4 * settings.pieces).neighbours):
        raise BadPosition(Reason("two_parts"))


def _in_one_part(cells: set[tuple[int, int]], neighbours: tuple[tuple[int, int], ...]) -> bool:
    left = set(cells)
    edge = [left.pop()]
    while edge:
        x, y = edge.pop()
        for dx, dy in neighbours:
            cell = (x + dx, y + dy)
            if cell in left:
                left.remove(cell)
                edge.append(cell)
    return not left
