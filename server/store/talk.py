"""What players say to each other in a game, and what each notes for himself.

Messages are the two players', notes their owner's alone: every query of notes carries the account.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import Side

from .database import Connection, Transaction


@dataclass(frozen=True, slots=True)
class Message:
    """What a player has said when `ply` plies of `line` had been played."""

    id: int
    game_id: int
    side: Side
    line: int
    ply: int
    text: str
    at: int


def add_message(tx: Transaction, new: Message) -> int:
    """Add a message, whatever its id says, and return the id that it got."""
    row: dict[str, object] = {
        "game_id": new.game_id,
        "side": new.side,
        "line": new.line,
        "ply": new.ply,
        "text": new.text,
        "at": new.at,
    }
    return tx.insert("messages", row)


def messages(
    db: Connection, game_id: int, *, before: int | None = None, limit: int
) -> list[Message]:
    """The messages of a game, newest first; they are for its players only."""
    rows = db.all(
        "SELECT id, game_id, side, line, ply, text, at FROM messages"
        " WHERE game_id = ? AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?",
        (game_id, before, before, limit),
    )
    return [_load(row) for row in rows]


def notes(db: Connection, game_id: int, account_id: int) -> tuple[str, int] | None:
    """What the account has noted of a game, and when; None when nothing is."""
    row = db.one(
        "SELECT text, updated FROM notes WHERE game_id = ? AND account_id = ?",
        (game_id, account_id),
    )
    return None if row is None else (row[0], row[1])


def set_notes(tx: Transaction, game_id: int, account_id: int, text: str, now: int) -> None:
    """Keep the account's notes of a game in the place of those before; an empty text leaves none."""
    tx.execute("DELETE FROM notes WHERE game_id = ? AND account_id = ?", (game_id, account_id))
    if text:
        tx.execute(
            "INSERT INTO notes (game_id, account_id, text, updated) VALUES (?, ?, ?, ?)",
            (game_id, account_id, text, now),
        )


def _load(row: tuple[Any, ...]) -> Message:
    message_id, game_id, side, line, ply, text, at = row
    return Message(message_id, game_id, Side(side), line, ply, text, at)
