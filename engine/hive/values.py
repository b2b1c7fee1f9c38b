"""What Hive is played with: settings, pieces and moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import chain
from typing import NamedTuple

from engine.game import Side


class Bug(IntEnum):
    """The kinds of pieces."""

    QUEEN = 1
    SPIDER = 2
    BEETLE = 3
    GRASSHOPPER = 4
    ANT = 5
    MOSQUITO = 6
    LADYBUG = 7
    PILLBUG = 8

    @property
    def letter(self) -> str:
        """The letter of the Universal Hive Protocol."""
        return "QSBGAMLP"[self - 1]


COPIES = {
    Bug.QUEEN: 1,
    Bug.SPIDER: 2,
    Bug.BEETLE: 2,
    Bug.GRASSHOPPER: 3,
    Bug.ANT: 3,
    Bug.MOSQUITO: 1,
    Bug.LADYBUG: 1,
    Bug.PILLBUG: 1,
}


class Piece(NamedTuple):
    """A piece: `number` counts the copies of a bug in the order in which they come into play."""

    side: Side
    bug: Bug
    number: int

    @property
    def name(self) -> str:
        """Its name in the Universal Hive Protocol, as `wA1` or `bQ`."""
        number = "" if COPIES[self.bug] == 1 else str(self.number)
        return f"{'wb'[self.side - 1]}{self.bug.letter}{number}"


# A piece is told by its place in this table, and a side's pieces stand in one run.
PIECES = tuple(
    Piece(side, bug, number)
    for side in Side
    for bug, copies in COPIES.items()
    for number in range(1, copies + 1)
)
EACH = len(PIECES) // 2
NONE = -1
QUEEN_TURN = 4


def name_of(piece: int) -> str:
    """The name of a piece, as its place in `PIECES`; of any other number, the number."""
    return PIECES[piece].name if 0 <= piece < len(PIECES) else str(piece)


@dataclass(frozen=True, slots=True)
class HiveSettings:
    """Which expansion bugs are in the set, and two rules; the default is the base set."""

    mosquito: bool = False
    ladybug: bool = False
    pillbug: bool = False
    tournament: bool = False
    norep: bool = False

    def bugs(self) -> tuple[Bug, ...]:
        """The kinds of pieces in the set."""
        chosen = {
            Bug.MOSQUITO: self.mosquito,
            Bug.LADYBUG: self.ladybug,
            Bug.PILLBUG: self.pillbug,
        }
        return tuple(bug for bug in Bug if chosen.get(bug, True))

    def groups(self, side: Side) -> tuple[tuple[int, ...], ...]:
        """The side's pieces, as places in `PIECES`, the copies of a bug together and in order."""
        return tuple(
            tuple(i for i, piece in enumerate(PIECES) if piece.side is side and piece.bug is bug)
            for bug in self.bugs()
        )

    def pieces(self, side: Side) -> tuple[int, ...]:
        """The side's pieces, as places in `PIECES`."""
        return tuple(chain.from_iterable(self.groups(side)))


class HiveMove(NamedTuple):
    """A piece, as its place in `PIECES`, placed on or moved or thrown to the cell q,r; or a pass."""

    piece: int
    q: int
    r: int


PASS = HiveMove(NONE, 0, 0)


class Stack(NamedTuple):
    """A cell with its pieces, as places in `PIECES`, from the bottom up."""

    q: int
    r: int
    pieces: tuple[int, ...]
