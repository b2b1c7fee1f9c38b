"""A game and its time as simply as they can be told, for the server to be held against.

Nothing of server/ is used: seconds are charged one wait at a time, where the server keeps intervals.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine import Line, start
from notation import write_move

HOUR, DAY = 3_600, 86_400
ABORT = 7 * DAY
VACATION = 30 * DAY
LEEWAY = 60


@dataclass
class Offered:
    kind: str
    by: int
    ply: int
    version: int
    to: int | None = None

    def told(self) -> dict[str, Any]:
        """The offer as the state has it."""
        told = {"kind": self.kind, "by": self.by + 1, "ply": self.ply}
        return told if self.to is None else told | {"to": self.to}


@dataclass
class Model:
    """Players are 0 and 1. `up_at` is the last second in time of a turn whose time is up."""

    clock: dict[str, Any] | None
    now: int
    line: Line = field(default_factory=lambda: Line(start("cubeo")))
    words: list[str] = field(default_factory=list)
    left: list[int | None] = field(default_factory=list)
    version: int = 0
    status: str = "active"
    outcome: dict[str, Any] | None = None
    offers: list[Offered] = field(default_factory=list)
    bank: list[int] = field(default_factory=list)
    charged: int = 0
    up_at: int | None = None
    paused: int | None = None
    away: list[int] = field(default_factory=lambda: [0, 0])
    taken: list[list[tuple[int, int]]] = field(default_factory=lambda: [[], []])
    abort_at: int | None = None
    updated: int = 0

    def __post_init__(self) -> None:
        hours = 0
        if self.clock is not None:
            hours = self.clock["increment" if self.clock["kind"] == "fixed" else "start"]
        self.bank = [hours * HOUR, hours * HOUR]
        self.abort_at = self.now + ABORT
        self.updated = self.now

    @property
    def ply(self) -> int:
        return len(self.words)

    @property
    def active(self) -> bool:
        return self.status == "active"

    @property
    def turn(self) -> int:
        return self.line.position.to_move - 1

    @property
    def running(self) -> bool:
        return self.active and self.clock is not None and self.ply >= 2

    def wait(self, seconds: int) -> None:
        """Let time go by, and charge whoever is on turn with what nothing freezes."""
        begin = max(self.now, self.away[self.turn])
        self.now += seconds
        if not self.running or self.paused is not None or self.now <= begin:
            return
        bank = self.bank[self.turn]
        if self.up_at is None and self.charged + self.now - begin > bank:
            self.up_at = begin + bank - self.charged
        self.charged += self.now - begin

    def is_frozen(self) -> bool:
        """Whether no time is charged now."""
        return self.paused is not None or self.away[self.turn] > self.now

    def next_end(self) -> int | None:
        """The last second in time, of the turn or for the game to begin, when that lies ahead."""
        at = self.abort_at if self.ply < 2 and self.paused is None else self.deadline()
        return at if at is not None and at >= self.now else None

    def is_due(self) -> bool:
        """Whether time alone has ended the game, recorded or not."""
        return self.active and self._due_at() is not None

    def is_sure(self) -> bool:
        """Whether it has for so long that no move that came in time can still wait."""
        at = self._due_at()
        return self.active and at is not None and self.now > at + LEEWAY

    def end_if_sure(self) -> bool:
        """Record what time alone has done."""
        at = self._due_at()
        if at is None or not self.is_sure():
            return False
        self.updated = max(at, self.updated)
        if self.ply < 2:
            self._end("aborted", None, "aborted")
        else:
            self.bank[self.turn] = 0
            self._end("finished", 1 - self.turn, "timeout")
        return True

    def legal(self) -> list[str]:
        position = self.line.position
        return sorted(write_move(move, position) for move in self.line.legal_moves())

    def move(self, word: str, seen: int | None, by_itself: bool = False) -> None:
        position, mover = self.line.position, self.turn
        (move,) = (each for each in self.line.legal_moves() if write_move(each, position) == word)
        self.offers = [
            each
            for each in self.offers
            if each.by == mover or not self._declines(each, seen, by_itself)
        ]
        if self.running:
            self.bank[mover] = self._after_move(self.bank[mover] - self.charged)
        self.line = self.line.play(move)
        self.words.append(word)
        self.left.append(None if self.clock is None else self.bank[mover])
        self.charged, self.up_at = 0, None
        if self.ply >= 2:
            self.abort_at = None
        self.changed()
        outcome = self.line.outcome()
        if outcome is not None:
            winner = None if outcome.winner is None else outcome.winner - 1
            self._end("finished", winner, outcome.reason, counted=True)

    def resign(self, who: int) -> None:
        self.finish(1 - who, "resignation")

    def finish(self, winner: int | None, reason: str) -> None:
        """End it now, by what a player did."""
        if self.running:
            self.bank[self.turn] = max(0, self.bank[self.turn] - self.charged)
        self.updated = self.now
        self._end("finished", winner, reason)

    def claimable(self, who: int) -> bool:
        """Whether the player may claim that the other's time is up."""
        if not self.running or who == self.turn or self.up_at is None:
            return False
        return self.now > self.up_at + LEEWAY

    def offer(self, who: int, kind: str) -> str | None:
        """Make an offer, or say what it is refused with."""
        if self.find(kind) is not None or (kind == "pause" and self.paused is not None):
            return "already_offered"
        self.changed()
        self.offers.append(Offered(kind, who, self.ply, self.version))
        return None

    def find(self, kind: str, by: int | None = None) -> Offered | None:
        return next(
            (each for each in self.offers if each.kind == kind and by in (None, each.by)), None
        )

    def drop(self, kind: str) -> None:
        self.offers = [each for each in self.offers if each.kind != kind]

    def pause(self) -> None:
        self.drop("pause")
        self.paused = self.now
        self.changed()

    def resume(self) -> None:
        assert self.paused is not None
        if self.abort_at is not None:
            self.abort_at += self.now - self.paused
        self.paused = None
        self.changed()

    def vacation(self, who: int) -> bool:
        """Whether the player is on vacation."""
        return bool(self.taken[who]) and self.taken[who][-1][1] > self.now

    def vacation_left(self, who: int) -> int:
        return VACATION - sum(end - begin for begin, end in self.taken[who])

    def leave(self, who: int, days: int) -> None:
        self.taken[who].append((self.now, self.now + days * DAY))
        if not self.end_if_sure() and self.active:
            self.away[who] = self.now + days * DAY
            self.changed()

    def come_back(self, who: int) -> None:
        begin, _ = self.taken[who].pop()
        self.taken[who].append((begin, self.now))
        if not self.end_if_sure() and self.active:
            self.away[who] = min(self.away[who], self.now)
            self.changed()

    def shown_bank(self) -> list[int]:
        shown = list(self.bank)
        if self.running and self.paused is not None:
            shown[self.turn] = max(0, shown[self.turn] - self.charged)
        return shown

    def deadline(self) -> int | None:
        if not self.running:
            return None
        if self.up_at is not None:
            return self.up_at
        if self.paused is not None:
            return None
        begin = max(self.now, self.away[self.turn])
        return begin + self.bank[self.turn] - self.charged

    def changed(self) -> None:
        self.version += 1
        self.updated = self.now

    def _declines(self, offer: Offered, seen: int | None, by_itself: bool) -> bool:
        if by_itself and offer.ply + 1 < self.ply:
            return True
        return offer.ply < self.ply if seen is None else offer.version <= seen

    def _due_at(self) -> int | None:
        if self.ply < 2:
            late = self.paused is None and self.abort_at is not None and self.now > self.abort_at
            return self.abort_at if late else None
        return self.up_at if self.clock and self.clock["enforcement"] == "auto" else None

    def _after_move(self, left: int) -> int:
        assert self.clock is not None
        if self.clock["kind"] == "fixed":
            return self.clock["increment"] * HOUR
        if self.clock["kind"] == "total":
            return max(0, left)
        increment = self.clock["increment"] * HOUR
        left = increment if left < 0 else left + increment
        return min(left, self.clock["max"] * HOUR)

    def _end(self, status: str, winner: int | None, reason: str, counted: bool = False) -> None:
        if not counted:
            self.version += 1
        self.status = status
        self.outcome = {"winner": None if winner is None else winner + 1, "reason": reason}
        self.offers, self.paused, self.abort_at, self.up_at, self.charged = [], None, None, None, 0
