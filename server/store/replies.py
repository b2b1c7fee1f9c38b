"""Answers kept under idempotency keys, an account's own."""

from __future__ import annotations

from dataclasses import dataclass

from .database import Transaction


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, and a digest of the request that it was given to."""

    request: bytes
    status: int
    headers: str
    body: bytes


def find(tx: Transaction, account_id: int, key: str, since: int) -> Kept | None:
    """The answer kept under the key after `since`."""
    row = tx.one(
        "SELECT request, status, headers, body FROM replies"
        " WHERE account_id = ? AND key = ? AND created > ?",
        (account_id, key, since),
    )
    return None if row is None else Kept(*row)


def add(tx: Transaction, account_id: int, key: str, kept: Kept, now: int) -> None:
    """Keep an answer under a key that has none."""
    tx.execute(
        "INSERT INTO replies (account_id, key, request, status, headers, body, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (account_id, key, kept.request, kept.status, kept.headers, kept.body, now),
    )


def drop_older(tx: Transaction, since: int) -> None:
    """Forget the answers kept at `since` or before."""
    tx.execute("DELETE FROM replies WHERE created <= ?", (since,))
