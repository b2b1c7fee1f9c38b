"""The clocks of a game: one rule a kind, frozen intervals, deadlines. Time is passed in, never asked for.

Times are whole seconds since 1970, UTC, banks whole seconds. A turn is kept as it began: the banks, the
moment at which the move was handed over, and what has been frozen since. All else is computed from
that, so freezing cannot refill a bank, and the order in which intervals were frozen does not matter.
A move is in time while no more than the bank has been spent: at the deadline itself it still is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import Side
from notation.record import TimeControl

HOUR = 3_600
DAY = 24 * HOUR
BEGUN = 2
"""Plies after which both players have begun: clocks run from here on, until here a game may be aborted."""
ABORT_SECONDS = 7 * DAY
FOREVER = 1 << 62
Interval = tuple[int, int]


def spent(since: int, now: int, frozen: Iterable[Interval] = ()) -> int:
    """The seconds from `since` to `now` that lie in no frozen interval.

    >>> spent(100, 200, [(120, 150), (140, 160)])
    60
    """
    total, at = 0, since
    for begin, end in sorted(frozen):
        total += max(0, min(begin, now) - at)
        at = max(at, begin, end)  # one that ends before it begins froze nothing
    return total + max(0, now - at)


def deadline(bank: int, since: int, frozen: Iterable[Interval] = ()) -> int:
    """The last second at which no more than `bank` has been spent.

    >>> deadline(60, 100, [(120, 150), (140, 160)])
    200
    """
    left, at = bank, since
    for begin, end in sorted(frozen):
        gap = max(0, begin - at)
        if gap > left:
            break
        left, at = left - gap, max(at, begin, end)
    return at + left


def granted(control: TimeControl) -> int:
    """The seconds that each player has at the start."""
    hours = control.increment if control.kind == "fixed" else control.start
    return (hours or 0) * HOUR


def after_move(control: TimeControl, bank: int, used: int) -> int:
    """The bank of a player who has moved after `used` seconds.

    `capped` is Abstract Play's rule (node-backend, `submitMove`), `fixed` lichess's days a move, where
    nothing carries over. Only where time is claimed can more be used than there was: it counts as all.

    >>> after_move(TimeControl("capped", 48, 24, 96), 10 * HOUR, 3 * HOUR) // HOUR
    31
    """
    if control.kind == "fixed":
        return granted(control)
    left = max(0, bank - used)
    if control.kind == "total":
        return left
    return min(left + (control.increment or 0) * HOUR, (control.max or 0) * HOUR)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a game: what each player had left when the turn began, and what has frozen it since.

    `since` is when the move was handed over, None while nobody's clock runs; `paused` when an agreed
    pause began that lasts; `away` until when each player is, or was last, on vacation (0: never);
    `abort_at` when the game is aborted unless both have begun.
    """

    control: TimeControl | None = None
    bank: tuple[int, int] = (0, 0)
    since: int | None = None
    frozen: tuple[Interval, ...] = ()
    paused: int | None = None
    away: tuple[int, int] = (0, 0)
    abort_at: int | None = None

    @classmethod
    def start(cls, control: TimeControl | None, now: int, away: tuple[int, int] = (0, 0)) -> Clock:
        """The clock of a game that begins: it runs for nobody yet."""
        bank = 0 if control is None else granted(control)
        return cls(control, (bank, bank), away=away, abort_at=now + ABORT_SECONDS)

    def spent(self, now: int) -> int:
        """The seconds that the player on turn has spent on it."""
        return 0 if self.since is None else spent(self.since, now, self._stops())

    def left(self, side: Side, now: int) -> int:
        """The seconds that the player on turn has left; none when he is overdue."""
        return max(0, self.bank[side - 1] - self.spent(now))

    def shown(self, to_move: Side | None) -> tuple[int, int]:
        """The banks as the turn began; in a pause, what the player on turn has left of his."""
        if self.paused is None or to_move is None:
            return self.bank
        return _set(self.bank, to_move, self.left(to_move, self.paused))

    def told(self, side: Side) -> int | None:
        """The bank of a side, for the record; None in a game without a clock."""
        return None if self.control is None else self.bank[side - 1]

    def deadline(self, side: Side) -> int | None:
        """The last second at which the player on turn is in time; None while that lies open."""
        if self.since is None:
            return None
        at = deadline(self.bank[side - 1], self.since, self._stops())
        return at if at < FOREVER else None

    def due(self, side: Side) -> int | None:
        """The second after which time alone ends the game: by abort, or by a loss that needs no claim."""
        if self.abort_at is not None:
            return self.abort_at if self.paused is None else None
        if self.control is None or self.control.enforcement != "auto":
            return None
        return self.deadline(side)

    def moved(self, mover: Side, to_move: Side, ply: int, now: int) -> Clock:
        """After a move, with which `ply` plies have been played."""
        if self.control is None and self.abort_at is None:
            return self
        clock = self
        if self.control is not None and self.since is not None:
            left = after_move(self.control, self.bank[mover - 1], self.spent(now))
            clock = replace(self, bank=_set(self.bank, mover, left))
        return _turn(clock, to_move, ply, now)

    def rewound(self, on_turn: Side | None, to_move: Side, ply: int, now: int) -> Clock:
        """After a takeback to `ply` plies: what was spent stays spent, and no bank grows by it."""
        clock = self
        if on_turn is not None and self.control is not None and self.since is not None:
            left = self.left(on_turn, now)
            if self.control.kind == "fixed":
                left = granted(self.control)
            clock = replace(self, bank=_set(self.bank, on_turn, left))
        if ply < BEGUN and self.abort_at is None:
            began = now if self.paused is None else self.paused
            clock = replace(clock, abort_at=began + ABORT_SECONDS)
        return _turn(clock, to_move, ply, now)

    def pause(self, now: int) -> Clock:
        """Freeze everything, until `resume`."""
        return replace(self, paused=now)

    def resume(self, now: int) -> Clock:
        """Go on after a pause, with what was left before it."""
        if self.paused is None:
            return self
        abort_at = None if self.abort_at is None else self.abort_at + max(0, now - self.paused)
        frozen = self._stopped(max(now, self.paused))
        return replace(self, frozen=frozen, paused=None, abort_at=abort_at)

    def leave(self, side: Side, to_move: Side | None, now: int, until: int) -> Clock:
        """Freeze the time of a player who is on vacation from now on."""
        frozen = self.frozen
        if side is to_move and self.since is not None:
            frozen = (*frozen, (now, until))
        return replace(self, away=_set(self.away, side, until), frozen=frozen)

    def come_back(self, side: Side, to_move: Side | None, now: int) -> Clock:
        """Let the time of a player run again, whose vacation ends before its day."""
        frozen = self.frozen
        if side is to_move:
            # Only his vacation reaches beyond the present.
            frozen = tuple((begin, max(begin, min(end, now))) for begin, end in frozen)
        until = min(self.away[side - 1], now)
        return replace(self, away=_set(self.away, side, until), frozen=frozen)

    def stop(self, to_move: Side | None, now: int) -> Clock:
        """At the end of the game: the banks stay as they are then, for all to see."""
        if self.control is None and self.abort_at is None and self.paused is None:
            return self
        bank = self.bank
        if to_move is not None and self.since is not None:
            bank = _set(bank, to_move, self.left(to_move, now))
        return replace(self, bank=bank, since=None, frozen=(), paused=None, abort_at=None)

    def _stops(self) -> tuple[Interval, ...]:
        return self.frozen if self.paused is None else self._stopped(FOREVER)

    def _stopped(self, until: int) -> tuple[Interval, ...]:
        """The frozen intervals with the pause that lasts as one of them."""
        if self.since is None or self.paused is None:
            return self.frozen
        return (*self.frozen, (self.paused, until))


UNTIMED = Clock()
"""The clock of a game that counts no time and waits for nobody, as an imported one."""


def _turn(clock: Clock, to_move: Side, ply: int, now: int) -> Clock:
    """Hand the move over; each player's clock starts with his second ply."""
    until = clock.away[to_move - 1]
    return replace(
        clock,
        since=now if clock.control is not None and ply >= BEGUN else None,
        frozen=((now, until),) if until > now else (),
        abort_at=None if ply >= BEGUN else clock.abort_at,
    )


def _set(pair: tuple[int, int], side: Side, value: int) -> tuple[int, int]:
    return (value, pair[1]) if side is Side.FIRST else (pair[0], value)
