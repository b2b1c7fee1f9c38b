"""What one account is told of one of its games, and no other account: added to, and read by its owner.

Notices are numbered by account: a number that counted those of all would tell each of them that
something has been told to others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .database import Connection, Transaction


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice: what kind of thing has happened at which ply, and its particulars in `told`.

    `number` counts those of the account, from 1.
    """

    number: int
    account_id: int
    game_id: int
    line: int
    ply: int
    kind: str
    told: Mapping[str, object]
    at: int


def add(tx: Transaction, new: Notice) -> None:
    """Add a notice, whatever its number says."""
    tx.execute(
        "INSERT INTO notices (number, account_id, game_id, line, ply, kind, told, at)"
        " VALUES ((SELECT 1 + coalesce(max(number), 0) FROM notices WHERE account_id = ?),"
        " ?, ?, ?, ?, ?, ?, ?)",
        (
            new.account_id,
            new.account_id,
            new.game_id,
            new.line,
            new.ply,
            new.kind,
            json.dumps(new.told),
            new.at,
        ),
    )


def of_account(
    db: Connection, game_id: int, account_id: int, *, before: int | None = None, limit: int
) -> list[Notice]:
    """The account's notices of a game, newest first."""
    rows = db.all(
        "SELECT number, account_id, game_id, line, ply, kind, told, at FROM notices"
        " WHERE account_id = ? AND game_id = ? AND (? IS NULL OR number < ?)"
        " ORDER BY number DESC LIMIT ?",
        (account_id, game_id, before, before, limit),
    )
    return [_load(row) for row in rows]


def _load(row: tuple[Any, ...]) -> Notice:
    number, account_id, game_id, line, ply, kind, told, at = row
    return Notice(number, account_id, game_id, line, ply, kind, json.loads(told), at)
