"""SQLite as the service uses it: a connection a thread, and one way to write.

Writers take the write lock at once (BEGIN IMMEDIATE): a transaction that reads first and asks for
the lock later fails at once when another has written meanwhile, whatever the time-out. Threads of
one process queue at a lock of their own, as SQLite's waiting is polling.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

BUSY_SECONDS = 5.0
STATEMENTS = 200


class Busy(Exception):
    """The database could not be had in time; trying again later may help."""


class Kept(Exception):
    """Raised in a transaction, it ends it, but what was written until then is committed."""


class Rows(Protocol):
    """The answer to a statement: rows are tuples."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""


class Connection:
    """A view of the data: `execute` takes SQL with `?` for each parameter."""

    __slots__ = ("execute",)

    execute: Callable[..., Rows]

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.execute = raw.execute

    def one(self, sql: str, parameters: Sequence[object] = ()) -> Any:
        """The first row as a tuple, or None."""
        return self.execute(sql, parameters).fetchone()

    def all(self, sql: str, parameters: Sequence[object] = ()) -> list[Any]:
        """All rows, as tuples."""
        return self.execute(sql, parameters).fetchall()

    def insert(self, table: str, row: dict[str, object]) -> int:
        """Insert a row into a table with an `id`, and return the id."""
        columns = ", ".join(row)
        marks = ", ".join("?" * len(row))
        sql = f"INSERT INTO {table} ({columns}) VALUES ({marks}) RETURNING id"  # noqa: S608  # our names
        return int(self.execute(sql, tuple(row.values())).fetchone()[0])


class Transaction(Connection):
    """A connection that holds the write lock until its block ends; only `Database.write` makes one."""

    __slots__ = ()


class Database:
    """A SQLite file shared by threads and processes; each thread has its own connection."""

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self._path = path
        self._synchronous = synchronous
        self._local = threading.local()
        self._lock = threading.Lock()
        self._opened: list[tuple[weakref.ref[threading.Thread], sqlite3.Connection]] = []
        self._opened_lock = threading.Lock()

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """One transaction that may write, committed (durably) at the end, or nothing; raises `Busy`.

        Only an exception that is `Kept` commits, too.
        """
        raw = self._connection()
        if not self._lock.acquire(timeout=BUSY_SECONDS):
            raise Busy
        try:
            _begin(raw, "BEGIN IMMEDIATE")
            kept: Kept | None = None
            try:
                try:
                    yield Transaction(raw)
                except Kept as raised:
                    kept = raised
                raw.execute("COMMIT")
            except BaseException:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")
                raise
            if kept is not None:
                raise kept
        finally:
            self._lock.release()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One view of the data that does not change while the block runs."""
        raw = self._connection()
        _begin(raw, "BEGIN")
        try:
            yield Connection(raw)
        finally:
            raw.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connections of all threads; the database may not be used afterwards."""
        with self._opened_lock:
            for _, raw in self._opened:
                raw.close()
            self._opened.clear()

    def _connection(self) -> sqlite3.Connection:
        raw: sqlite3.Connection | None = getattr(self._local, "raw", None)
        if raw is None:
            raw = self._local.raw = open_file(self._path, self._synchronous)
            self._remember(raw)
        return raw

    def _remember(self, raw: sqlite3.Connection) -> None:
        """Keep the connection for `close`, and close those whose threads have ended."""
        with self._opened_lock:
            for thread, old in self._opened:
                if thread() is None:
                    old.close()
            alive = [entry for entry in self._opened if entry[0]() is not None]
            self._opened = [*alive, (weakref.ref(threading.current_thread()), raw)]


def open_file(path: Path, synchronous: str) -> sqlite3.Connection:
    """A new connection with the project's settings; transactions are begun by hand."""
    raw = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # `close` is called by another thread
        cached_statements=STATEMENTS,
    )
    raw.execute("PRAGMA foreign_keys = ON")
    raw.execute(f"PRAGMA synchronous = {synchronous}")
    return raw


def _begin(raw: sqlite3.Connection, statement: str) -> None:
    try:
        raw.execute(statement)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise Busy from error
        raise
