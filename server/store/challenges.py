"""Challenges, and who may find them in a list."""

from __future__ import annotations

from typing import Any

from server.challenge import Challenge

from . import clocks
from .accounts import Account
from .database import Connection, Transaction

_SELECT = """
SELECT c.id, c.game, c.variants, f.id, f.name, f.bot, o.id, o.name, o.bot,
    c.seat, c.created, c.status, c.accepted_by, c.game_id, c.clock, c.message
FROM challenges c JOIN accounts f ON f.id = c.from_id LEFT JOIN accounts o ON o.id = c.opponent_id
"""


def challenge(db: Connection, challenge_id: int) -> Challenge | None:
    """The challenge with this id, whoever asks."""
    row = db.one(_SELECT + "WHERE c.id = ?", (challenge_id,))
    return None if row is None else _load(row)


def add_challenge(tx: Transaction, new: Challenge) -> int:
    """Add a challenge, whatever its id says, and return the id that it got."""
    row = {
        "game": new.game,
        "variants": " ".join(new.variants),
        "from_id": new.challenger.id,
        "opponent_id": None if new.opponent is None else new.opponent.id,
        "seat": new.seat,
        "created": new.created,
        "clock": clocks.dump_control(new.clock),
        "message": new.message,
    }
    return tx.insert("challenges", row)


def save(tx: Transaction, after: Challenge) -> None:
    """Keep what has become of a challenge."""
    tx.execute(
        "UPDATE challenges SET status = ?, accepted_by = ?, game_id = ? WHERE id = ?",
        (after.status, after.accepted_by, after.game_id, after.id),
    )


def count_open(db: Connection, account_id: int) -> int:
    """How many challenges of the account's own are open, to all or to a player."""
    sql = "SELECT count(*) FROM challenges WHERE from_id = ? AND status = 'open'"
    return int(db.one(sql, (account_id,))[0])


def list_challenges(
    db: Connection, account_id: int, *, before: int | None, limit: int, only_own: bool = False
) -> list[Challenge]:
    """The account's own challenges, in both directions, and the open ones, newest first."""
    rows = db.all(
        _SELECT
        + "WHERE (c.from_id = ? OR c.opponent_id = ? OR c.accepted_by = ?"
        + (")" if only_own else " OR (c.opponent_id IS NULL AND c.status = 'open'))")
        + " AND (? IS NULL OR c.id < ?) ORDER BY c.id DESC LIMIT ?",
        (account_id, account_id, account_id, before, before, limit),
    )
    return [_load(row) for row in rows]


def list_pending(db: Connection, account_id: int) -> list[Challenge]:
    """The open challenges by the account, or to it by name, newest first."""
    rows = db.all(
        _SELECT
        + "WHERE c.status = 'open' AND (c.from_id = ? OR c.opponent_id = ?) ORDER BY c.id DESC",
        (account_id, account_id),
    )
    return [_load(row) for row in rows]


def list_open(
    db: Connection, *, before: int | None, limit: int, but: int | None = None
) -> list[Challenge]:
    """The challenges that anyone may accept, but those of the account `but`, newest first."""
    rows = db.all(
        _SELECT
        + "WHERE c.opponent_id IS NULL AND c.status = 'open' AND c.from_id IS NOT ?"
        + " AND (? IS NULL OR c.id < ?) ORDER BY c.id DESC LIMIT ?",
        (but, before, before, limit),
    )
    return [_load(row) for row in rows]


def _load(row: tuple[Any, ...]) -> Challenge:
    return Challenge(
        id=row[0],
        game=row[1],
        variants=tuple(row[2].split()),
        challenger=Account(row[3], row[4], bool(row[5])),
        opponent=None if row[6] is None else Account(row[6], row[7], bool(row[8])),
        seat=row[9],
        created=row[10],
        status=row[11],
        accepted_by=row[12],
        game_id=row[13],
        clock=clocks.load_control(row[14]),
        message=row[15],
    )
