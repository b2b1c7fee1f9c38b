"""What every game keeps: positions that are values, lines of play, outcomes, perft.

A `Position` knows the rules but not its past; a `Line` is a position with its past, and judges what
only the past can tell: repetition. Both are immutable, so a caller may keep or share any of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, ClassVar, Generic, TypeVar

from .errors import BadPosition, IllegalMove
from .reasons import Reason

M = TypeVar("M", bound=tuple[object, ...])

THIRD_TIME = 3


class Side(IntEnum):
    """The two players: 1 moves first (Cubeo: red; Hive, Cubic Chess: White)."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    @classmethod
    def numbered(cls, number: int) -> Side:
        """The side of a number; raises `BadPosition` for one that is no side's."""
        if number not in tuple(cls):
            raise BadPosition(Reason("no_such_side", {"side": number}))
        return cls(number)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None: a draw, or no result) and a reason of contracts, section 3."""

    winner: Side | None
    reason: str


class Repetition(Enum):
    """What the third occurrence of a position brings."""

    IGNORED = "ignored"
    CLAIMED = "claimed"
    DRAWN = "drawn"


class Position(ABC, Generic[M]):
    """A state of a game, without its past; `M` is the game's type of move.

    Sub-classes decide legality in one place, `why_illegal` or, where a reason takes longer to find
    than the answer, `is_legal`, which it then asks; they list moves in one, `_moves`. The laws in
    tests/test_laws.py hold them together.
    """

    __slots__ = ("_side",)

    game: ClassVar[str]

    _side: Side

    @property
    @abstractmethod
    def settings(self) -> Any:
        """The game's settings, a frozen value."""

    @property
    def to_move(self) -> Side:
        """The side whose turn it is."""
        return self._side

    @property
    @abstractmethod
    def repetition(self) -> Repetition:
        """What the third occurrence of a position brings under these settings."""

    @abstractmethod
    def _moves(self) -> Iterator[M]:
        """All legal moves, unique, in no order; none when the game is over."""

    @abstractmethod
    def why_illegal(self, move: M) -> Reason | None:
        """Why the move is not legal here; None when it is."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game has ended by this position alone; None while it goes on."""

    @abstractmethod
    def key(self) -> Hashable:
        """What is equal for positions that play the same: `repr(key)` is the same in each process."""

    @abstractmethod
    def _play(self, move: M) -> Position[M]:
        """The position after a move that is known to be legal; any other has no meaning."""

    def legal_moves(self) -> tuple[M, ...]:
        """All legal moves, unique and sorted; empty when the game is over."""
        return tuple(sorted(self._moves()))

    def has_legal_move(self) -> bool:
        """Whether there is a legal move, without making the full list."""
        return next(self._moves(), None) is not None

    def is_legal(self, move: M) -> bool:
        """Whether the move is legal here."""
        return self.why_illegal(move) is None

    def forced(self) -> M | None:
        """The pass that is all a player can do, where the game has one; None while there is a choice."""
        return None

    def settled_by(self, plies: tuple[M, ...]) -> Outcome | None:  # noqa: ARG002 - most games ask none
        """How the game has ended by its last plies, where the position alone cannot tell."""
        return None

    def _count(self) -> int:
        """How many legal moves there are."""
        return sum(1 for _ in self._moves())

    def apply(self, move: M) -> Position[M]:
        """The position after the move; raises `IllegalMove` and changes nothing when it is not legal."""
        reason = self.why_illegal(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self._play(move)


AnyPosition = Position[Any]


class _Past(Generic[M]):
    """The plies of lines that grow from one another, and how often each position has occurred.

    A line knows how much of it is its own. The first one to be played on from a length makes it
    longer, in whatever thread; any other goes on with a copy of its own part.
    """

    __slots__ = ("_before", "_claims", "counts", "keys", "plies")

    def __init__(self, keys: list[Hashable], plies: list[M]) -> None:
        self._before = len(keys) - len(plies)
        self.keys = keys
        self.plies = plies
        self.counts = Counter(keys)
        self._claims: dict[int, object] = {}

    def of_length(self, length: int) -> _Past[M]:
        """A past of that length that is the caller's to make longer."""
        claim = object()
        if self._claims.setdefault(length, claim) is claim:
            return self
        keys, plies = self.keys[: self._before + length], self.plies[:length]
        return _Past(keys, plies).of_length(length)


class Line(Generic[M]):
    """A line of play: where it started, its moves, where it stands, and what repeats.

    `Line(start, occurrences, before)` begins one: for a caller that keeps the past elsewhere,
    `occurrences` says how often that position has occurred by now, `before` the last plies that led
    to it (two are enough). Never changed once made; playing on costs the same however long it is.
    """

    __slots__ = ("_before", "_past", "occurrences", "ply", "position", "start")

    def __init__(
        self, start: Position[M], occurrences: int = 1, before: tuple[M, ...] = ()
    ) -> None:
        self.start = self.position = start
        self.occurrences = occurrences
        self.ply = 0
        self._before = before
        self._past: _Past[M] = _Past([start.key()] * occurrences, [])

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves played, in order."""
        return tuple(self._past.plies[: self.ply])

    def play(self, move: M) -> Line[M]:
        """The line with one move more; raises `IllegalMove`."""
        reason = self.why_illegal(move)
        if reason is not None:
            raise IllegalMove(reason)
        after = Line.__new__(Line)
        after.start, after._before, after.ply = self.start, self._before, self.ply + 1
        after.position = self.position._play(move)
        key = after.position.key()
        past = after._past = self._past.of_length(self.ply)
        past.plies.append(move)
        past.keys.append(key)
        past.counts[key] += 1
        after.occurrences = past.counts[key]
        return after

    def why_illegal(self, move: M) -> Reason | None:
        """Why the move may not be played now; None when it may."""
        if self._past_outcome() is not None:
            return Reason("game_over")
        return self.position.why_illegal(move)

    def legal_moves(self) -> tuple[M, ...]:
        """All moves that may be played now, unique and sorted."""
        return () if self._past_outcome() is not None else self.position.legal_moves()

    def outcome(self) -> Outcome | None:
        """How the line has ended, repetition included; None while it goes on."""
        return self.position.outcome() or self._past_outcome()

    def claimable(self) -> bool:
        """Whether the side to move may claim a draw by repetition."""
        return (
            self.occurrences >= THIRD_TIME
            and self.position.repetition is Repetition.CLAIMED
            and self.position.outcome() is None
        )

    def _past_outcome(self) -> Outcome | None:
        """How the line has ended by what the position does not know."""
        if self.occurrences >= THIRD_TIME and self.position.repetition is Repetition.DRAWN:
            return Outcome(None, "repetition")
        last = self._past.plies[max(0, self.ply - 2) : self.ply]
        return self.position.settled_by((*self._before, *last))


AnyLine = Line[Any]


def perft(position: Position[M], depth: int) -> int:
    """The number of lines of exactly `depth` plies (>= 0); a finished game has none beyond it."""
    if depth == 0:
        return 1
    if depth == 1:
        return position._count()
    return sum(perft(position._play(move), depth - 1) for move in position._moves())
