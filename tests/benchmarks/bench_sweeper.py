"""What a look at 100,000 active games costs: as much as falls due, whatever else there is.

Counted is what the database does, which no other load can change: the steps of its machine, and the rows
that it writes. Times are told beside it.
"""

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from server.store import Database, migrate
from server.timing import LEEWAY
from server.worker import sweep

MANY, FEW = 100_000, 1_000
NOW = 1_750_000_000
DAY = 86_400
EACH = 10  # the machine is asked every so many steps
GAMES = """
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
INSERT INTO games (game, variants, seat1, seat2, name1, name2, ply, version, to_move, position,
    start_digest, created, updated, clock, bank1, bank2, since, deadline_at)
SELECT 'cubeo', '', 1, 2, 'red', 'blue', 4, 4, 1, 'A1@0,0 B1@1,0 A', x'00', 0, 0,
    'fixed 72', 259200, 259200, ? + i - 259200, ? + i FROM n
"""


@dataclass
class Cost:
    """What one sweep did."""

    ended: int
    steps: int
    written: int
    seconds: float
    statements: list[str]


def filled(path: Path, games: int) -> Database:
    """A database with games of which none has fallen due by `NOW`, and one a second will from then on."""
    migrate(path)
    database = Database(path)
    with database.write() as tx:
        for name in ("red", "blue"):
            tx.execute("INSERT INTO accounts (name, password, created) VALUES (?, '-', 0)", (name,))
        tx.execute(GAMES, (games, NOW, NOW))
    return database


def cost(database: Database, now: int) -> Cost:
    raw: sqlite3.Connection = database._connection()
    count, statements = [0], []

    def step() -> None:
        count[0] += EACH

    written = raw.total_changes
    raw.set_progress_handler(step, EACH)
    raw.set_trace_callback(statements.append)
    began = time.perf_counter()
    ended = sweep(database, now + LEEWAY)
    spent = time.perf_counter() - began
    raw.set_progress_handler(None, EACH)
    raw.set_trace_callback(None)
    return Cost(ended, count[0], raw.total_changes - written, spent, statements)


def test_a_sweep_costs_what_falls_due(tmp_path: Path) -> None:
    many = filled(tmp_path / "many.sqlite3", MANY)
    few = filled(tmp_path / "few.sqlite3", FEW)
    for database in (many, few):
        assert cost(database, NOW).ended == 0  # the first look also reads the schema
    idle_many, idle_few = cost(many, NOW), cost(few, NOW)
    # A deadline is the last second in time: after k + 1 seconds, k games are lost.
    due_few = cost(few, NOW + 101)
    due_many, more_many = cost(many, NOW + 101), cost(many, NOW + 1101)
    for name, one in (
        (f"nothing due of {FEW:,}", idle_few),
        (f"nothing due of {MANY:,}", idle_many),
        (f"100 due of {FEW:,}", due_few),
        (f"100 due of {MANY:,}", due_many),
        (f"1,000 due of {MANY:,}", more_many),
    ):
        print(
            f"\n{name:24} {one.ended:5} ended {one.steps:8,} steps {one.written:6,} rows written"
            f" {one.seconds * 1e3:8.2f} ms"
        )
    assert (due_few.ended, due_many.ended, more_many.ended) == (100, 100, 1000)
    assert (idle_many.written, due_many.written) == (0, due_few.written)
    assert more_many.written == 10 * due_many.written
    assert idle_many.steps <= 1.2 * idle_few.steps + EACH
    assert due_many.steps <= 1.2 * due_few.steps
    assert more_many.steps <= 1.2 * 10 * due_many.steps
    plans = plans_of(many, more_many.statements)
    print("\n".join(sorted(plans)))
    assert any("USING INDEX games_deadline" in plan for plan in plans)
    assert not any("SCAN" in plan or "TEMP B-TREE" in plan for plan in plans)
    many.close()
    few.close()


def plans_of(database: Database, statements: list[str]) -> set[str]:
    """How the database goes about each statement of a sweep."""
    asked = {each for each in statements if each.startswith(("SELECT", "UPDATE"))}
    with database.read() as view:
        return {row[3] for each in asked for row in view.all(f"EXPLAIN QUERY PLAN {each}")}
