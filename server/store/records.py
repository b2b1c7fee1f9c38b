"""The whole records of imported games, as JSON, and when they say that they were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .database import Connection, Transaction


@dataclass(frozen=True, slots=True)
class Kept:
    """A record as JSON, with its times as it has them (RFC 3339, or not at all)."""

    text: str
    started: str | None
    ended: str | None


def add_record(tx: Transaction, game_id: int, kept: Kept) -> None:
    """Keep the record of an imported game."""
    tx.execute(
        "INSERT INTO records (game_id, record, started, ended) VALUES (?, ?, ?, ?)",
        (game_id, kept.text, kept.started, kept.ended),
    )


def record(db: Connection, game_id: int) -> str:
    """The record that was imported as this game, as JSON."""
    return str(db.one("SELECT record FROM records WHERE game_id = ?", (game_id,))[0])


def times(db: Connection, game_ids: Sequence[int]) -> dict[int, tuple[str | None, str | None]]:
    """When the records of these imported games say that they began and ended."""
    marks = ", ".join("?" * len(game_ids))
    rows = db.all(
        f"SELECT game_id, started, ended FROM records WHERE game_id IN ({marks})",  # noqa: S608  # only marks
        tuple(game_ids),
    )
    return {game_id: (started, ended) for game_id, started, ended in rows}
