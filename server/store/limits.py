"""Rate limits: token buckets in a SQLite file of their own, shared by all processes.

A bucket is kept as one number, the time at which it will be full again; taking a token moves that
time on (GCRA, ITU-T I.371). The file is not what the service must keep, so no write waits for the
disk, and full buckets are forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .database import Database, Transaction, open_file

TABLE = "CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, full_at REAL) WITHOUT ROWID"
TAKE = (
    " ON CONFLICT (name) DO UPDATE SET full_at = max(full_at, ?) + ?"
    " WHERE max(full_at, ?) + ? <= ? RETURNING name"
)
CLAMP = "UPDATE buckets SET full_at = min(full_at, ?) WHERE name = ?"
GIVE_BACK = "UPDATE buckets SET full_at = full_at - ? WHERE name = ?"
SWEEP_EVERY = 1000


class Limits:
    """Buckets by name, such as an account's or an address's."""

    def __init__(self, path: Path) -> None:
        raw = open_file(path, "OFF")
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute(TABLE)
        raw.close()
        self._database = Database(path, "OFF")
        self._taken = 0

    def take(self, names: Sequence[str], per_second: float, burst: int, now: float) -> float:
        """Take a token from each bucket; the seconds to wait when one is empty, else 0."""
        cost, capacity = 1 / per_second, burst / per_second
        with self._database.write() as tx:
            self._sweep(tx, now)
            rows = [value for name in names for value in (name, now + cost)]
            marks = ", ".join(["(?, ?)"] * len(names))
            taken = tx.all(
                f"INSERT INTO buckets (name, full_at) VALUES {marks}{TAKE}",  # noqa: S608  # only marks
                (*rows, now, cost, now, cost, now + capacity),
            )
            if len(taken) == len(names):
                return 0.0
            for (name,) in taken:  # what is refused takes nothing from anyone
                tx.execute(GIVE_BACK, (cost, name))
            empty = [name for name in names if (name,) not in taken]
            # A clock that was set back would leave buckets empty until it is where it was.
            for name in empty:
                tx.execute(CLAMP, (now + capacity, name))
            return max(self._full_at(tx, name) + cost - capacity - now for name in empty)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _full_at(self, tx: Transaction, name: str) -> float:
        return float(tx.one("SELECT full_at FROM buckets WHERE name = ?", (name,))[0])

    def _sweep(self, tx: Transaction, now: float) -> None:
        self._taken += 1
        if self._taken % SWEEP_EVERY == 0:
            tx.execute("DELETE FROM buckets WHERE full_at <= ?", (now,))
