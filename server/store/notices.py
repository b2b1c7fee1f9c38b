"""What one account is told of one of its games, and no other account: added to, and read by its owner."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .database import Connection, Transaction


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice: what kind of thing has happened at which ply, and its particulars in `told`."""

    id: int
    account_id: int
    game_id: int
    line: int
    ply: int
    kind: str
    told: Mapping[str, object]
    at: int


def add(tx: Transaction, new: Notice) -> None:
    """Add a notice, whatever its id says."""
    tx.execute(
        "INSERT INTO notices (account_id, game_id, line, ply, kind, told, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
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
        "SELECT id, account_id, game_id, line, ply, kind, told, at FROM notices"
        " WHERE account_id = ? AND game_id = ? AND (? IS NULL OR id < ?)"
        " ORDER BY id DESC LIMIT ?",
        (account_id, game_id, before, before, limit),
    )
    return [_load(row) for row in rows]


def _load(row: tuple[Any, ...]) -> Notice:
    notice_id, account_id, game_id, line, ply, kind, told, at = row
    return Notice(notice_id, account_id, game_id, line, ply, kind, json.loads(told), at)
