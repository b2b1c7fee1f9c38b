"""Vacations of an account: begun by hand, for whole days, within what a calendar year allows.

A vacation freezes the time of its player in all his games (`Clock.leave`), and all of them tell of it.
Years are those of UTC; a vacation over the turn of the year takes of both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from engine import Side

from . import timing
from .clock import DAY
from .game import Change, Game
from .refusals import Refusal
from .store import Connection, Transaction, games, vacations
from .store.accounts import Account
from .store.vacations import Vacation


@dataclass(frozen=True, slots=True)
class Allowance:
    """What an account has of vacation: the one that lasts, and the seconds left in this year."""

    vacation: Vacation | None
    left: int


def allowance(db: Connection, account: Account, days_a_year: int, now: int) -> Allowance:
    """What the account has left; a vacation that lasts is counted to its end."""
    began, ends = year_of(now)
    taken = seconds_within(vacations.of_account(db, account.id, began), began, ends)
    return Allowance(vacations.current(db, account.id, now), max(0, days_a_year * DAY - taken))


def begin(tx: Transaction, account: Account, days: int, days_a_year: int, now: int) -> Vacation:
    """Go on vacation from now on; refuses `on_vacation`, `vacation_used_up` {left}."""
    if vacations.current(tx, account.id, now) is not None:
        raise Refusal("on_vacation", "You are on vacation already.")
    new = Vacation(0, now, now + days * DAY)
    _must_be_allowed(tx, account, new, days_a_year)
    kept = replace(new, id=vacations.add(tx, account.id, new))
    _tell(tx, account, now, until=kept.ends)
    return kept


def end(tx: Transaction, account: Account, now: int) -> None:
    """Come back before the vacation ends; refuses `not_on_vacation`."""
    lasting = vacations.current(tx, account.id, now)
    if lasting is None:
        raise Refusal("not_on_vacation", "You are not on vacation.")
    vacations.set_end(tx, lasting.id, max(lasting.began, now))
    _tell(tx, account, now)


def away_until(db: Connection, account: Account, now: int) -> int:
    """When the vacation of the account ends that lasts now; 0 when there is none."""
    lasting = vacations.current(db, account.id, now)
    return 0 if lasting is None else lasting.ends


def seconds_within(taken: Iterable[Vacation], began: int, ends: int) -> int:
    """The seconds of these vacations that lie between two moments."""
    return sum(max(0, min(each.ends, ends) - max(each.began, began)) for each in taken)


def year_of(moment: int) -> tuple[int, int]:
    """When the calendar year of a moment begins, and when the next does."""
    year = datetime.fromtimestamp(moment, UTC).year
    began, ends = (datetime(each, 1, 1, tzinfo=UTC).timestamp() for each in (year, year + 1))
    return int(began), int(ends)


def _must_be_allowed(tx: Transaction, account: Account, new: Vacation, days_a_year: int) -> None:
    began, ends = year_of(new.began)
    while began < new.ends:
        taken = seconds_within(vacations.of_account(tx, account.id, began), began, ends)
        left = max(0, days_a_year * DAY - taken)
        if seconds_within([new], began, ends) > left:
            year = datetime.fromtimestamp(began, UTC).year
            detail = f"Of {year}, you have {left // DAY} whole days of vacation left."
            raise Refusal("vacation_used_up", detail, left=left)
        began, ends = year_of(ends)


def _tell(tx: Transaction, account: Account, now: int, until: int | None = None) -> None:
    """Tell all games of the account that it leaves, or that it comes back."""
    for game in games.active_of(tx, account.id):
        games.save(tx, _change(game, game.side_of(account.id), now, until))


def _change(game: Game, side: Side, now: int, until: int | None) -> Change:
    # Nobody escapes by a vacation what time has done already.
    over = timing.fall_due(game, now)
    if over is not None:
        return over
    now = max(now, game.updated)
    if until is None:
        return timing.come_back(game, side, now)
    return timing.leave(game, side, now, until)
