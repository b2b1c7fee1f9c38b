"""Vacations of accounts."""

from __future__ import annotations

from dataclasses import dataclass

from .database import Connection, Transaction


@dataclass(frozen=True, slots=True)
class Vacation:
    """When a vacation began, and when it ends or ended."""

    id: int
    began: int
    ends: int


def add(tx: Transaction, account_id: int, new: Vacation) -> int:
    """Add a vacation, whatever its id says, and return the id that it got."""
    return tx.insert("vacations", {"account_id": account_id, "began": new.began, "ends": new.ends})


def set_end(tx: Transaction, vacation_id: int, now: int) -> None:
    """Let a vacation end now."""
    tx.execute("UPDATE vacations SET ends = ? WHERE id = ?", (now, vacation_id))


def current(db: Connection, account_id: int, now: int) -> Vacation | None:
    """The vacation that the account is on."""
    row = db.one(
        "SELECT id, began, ends FROM vacations WHERE account_id = ? AND ends > ?", (account_id, now)
    )
    return None if row is None else Vacation(*row)


def of_account(db: Connection, account_id: int, since: int) -> list[Vacation]:
    """The account's vacations that end after `since`, newest first."""
    rows = db.all(
        "SELECT id, began, ends FROM vacations WHERE account_id = ? AND ends > ? ORDER BY id DESC",
        (account_id, since),
    )
    return [Vacation(*row) for row in rows]
