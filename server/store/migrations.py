"""The tables, as a list of changes that are applied in order, each once.

A change that has been released is never edited: what must be different comes as a new one. Times
are whole seconds since 1970, UTC; digests are raw bytes; settings are canonical words.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .database import open_file

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables
    from sqlite_utils import Migrations

ACCOUNTS = """
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    password TEXT NOT NULL,
    email TEXT,
    bot INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX accounts_name ON accounts (lower(name));

CREATE TABLE tokens (
    digest BLOB PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_account ON tokens (account_id);
CREATE INDEX tokens_expires ON tokens (expires);

CREATE TABLE sessions (
    digest BLOB PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE replies (
    account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    key TEXT NOT NULL,
    request BLOB NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX replies_created ON replies (created)
"""

GAMES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    variants TEXT NOT NULL,
    start TEXT,
    seat1 INTEGER REFERENCES accounts,
    seat2 INTEGER REFERENCES accounts,
    name1 TEXT NOT NULL,
    name2 TEXT NOT NULL,
    bot1 INTEGER NOT NULL DEFAULT 0,
    bot2 INTEGER NOT NULL DEFAULT 0,
    imported_by INTEGER REFERENCES accounts,
    ply INTEGER NOT NULL DEFAULT 0,
    line INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 0,
    to_move INTEGER CHECK (to_move IN (1, 2)),
    position TEXT NOT NULL,
    occurrences INTEGER NOT NULL DEFAULT 1,
    last_move TEXT,
    offers TEXT NOT NULL DEFAULT '[]',
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'finished', 'aborted')),
    winner INTEGER CHECK (winner IN (1, 2)),
    reason TEXT,
    start_digest BLOB NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    CHECK (seat1 <> seat2)
) STRICT;
CREATE INDEX games_seat1 ON games (seat1);
CREATE INDEX games_seat2 ON games (seat2);
CREATE INDEX games_name1 ON games (lower(name1));
CREATE INDEX games_name2 ON games (lower(name2));
CREATE INDEX games_status ON games (status);

CREATE TABLE moves (
    game_id INTEGER NOT NULL REFERENCES games,
    line INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side IN (1, 2)),
    move TEXT NOT NULL,
    digest BLOB NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER,
    PRIMARY KEY (game_id, line, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX moves_digest ON moves (game_id, line, digest);

CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games,
    version INTEGER NOT NULL,
    line INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    kind TEXT NOT NULL,
    side INTEGER CHECK (side IN (1, 2)),
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX events_game ON events (game_id);

CREATE TABLE records (
    game_id INTEGER PRIMARY KEY REFERENCES games,
    record TEXT NOT NULL,
    started TEXT,
    ended TEXT
) STRICT;

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    variants TEXT NOT NULL,
    from_id INTEGER NOT NULL REFERENCES accounts,
    opponent_id INTEGER REFERENCES accounts,
    seat TEXT NOT NULL CHECK (seat IN ('1', '2', 'random')),
    status TEXT NOT NULL DEFAULT 'open'
        CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn')),
    accepted_by INTEGER REFERENCES accounts,
    game_id INTEGER REFERENCES games,
    created INTEGER NOT NULL
) STRICT;
CREATE INDEX challenges_from ON challenges (from_id);
CREATE INDEX challenges_opponent ON challenges (opponent_id);
CREATE INDEX challenges_accepted ON challenges (accepted_by);
CREATE INDEX challenges_open ON challenges (id) WHERE opponent_id IS NULL AND status = 'open'
"""

CLOCKS = """
ALTER TABLE challenges ADD COLUMN clock TEXT;

ALTER TABLE games ADD COLUMN clock TEXT;
ALTER TABLE games ADD COLUMN bank1 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN bank2 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN since INTEGER;
ALTER TABLE games ADD COLUMN frozen TEXT NOT NULL DEFAULT '[]';
ALTER TABLE games ADD COLUMN paused INTEGER;
ALTER TABLE games ADD COLUMN away1 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN away2 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN abort_at INTEGER;
ALTER TABLE games ADD COLUMN deadline_at INTEGER;
CREATE INDEX games_deadline ON games (deadline_at) WHERE deadline_at IS NOT NULL;

ALTER TABLE moves ADD COLUMN clock INTEGER;
ALTER TABLE events ADD COLUMN value INTEGER;

CREATE TABLE vacations (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts,
    began INTEGER NOT NULL,
    ends INTEGER NOT NULL
) STRICT;
CREATE INDEX vacations_account ON vacations (account_id, ends)
"""

# Another game that the players agreed on when this one was over.
REMATCHES = "ALTER TABLE games ADD COLUMN rematch INTEGER REFERENCES games"

ENDS = """
ALTER TABLE games ADD COLUMN ended INTEGER;
UPDATE games SET ended = updated WHERE status <> 'active' AND imported_by IS NULL
"""

CONDITIONALS = """
CREATE TABLE conditionals (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games,
    account_id INTEGER NOT NULL REFERENCES accounts,
    line INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    version INTEGER NOT NULL,
    saved INTEGER NOT NULL,
    root INTEGER NOT NULL,
    UNIQUE (game_id, account_id)
) STRICT;

CREATE TABLE conditional_trees (
    conditional_id INTEGER PRIMARY KEY REFERENCES conditionals ON DELETE CASCADE,
    tree TEXT NOT NULL
) STRICT;

CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts,
    game_id INTEGER NOT NULL REFERENCES games,
    line INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    kind TEXT NOT NULL,
    told TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX notices_account ON notices (account_id, game_id, id)
"""

TALK = """
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games,
    side INTEGER NOT NULL CHECK (side IN (1, 2)),
    line INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_game ON messages (game_id, id);

CREATE TABLE notes (
    game_id INTEGER NOT NULL REFERENCES games,
    account_id INTEGER NOT NULL REFERENCES accounts,
    text TEXT NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (game_id, account_id)
) STRICT;

ALTER TABLE challenges ADD COLUMN message TEXT
"""

# Whole numbers were once kept as they were sent, `24.0` too.
WHOLE_NUMBERS = """
UPDATE challenges SET clock = replace(clock, '.0', '') WHERE clock LIKE '%.0%';
UPDATE games SET offers = replace(offers, '.0]', ']') WHERE offers LIKE '%.0]%';
UPDATE games SET frozen = replace(frozen, '.0]', ']') WHERE frozen LIKE '%.0]%'
"""

# The ids of all accounts' notices were one sequence, whose gaps told of other accounts'.
NOTICE_NUMBERS = """
ALTER TABLE notices ADD COLUMN number INTEGER;
UPDATE notices SET number = counted.number FROM (
    SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY id) AS number FROM notices
) AS counted WHERE counted.id = notices.id;
DROP INDEX notices_account;
CREATE UNIQUE INDEX notices_number ON notices (account_id, number);
CREATE INDEX notices_game ON notices (account_id, game_id, number)
"""

TURNS = """
ALTER TABLE games ADD COLUMN turned INTEGER NOT NULL DEFAULT 0;
UPDATE games SET turned = max(
    created,
    coalesce((SELECT at FROM moves m
        WHERE m.game_id = games.id AND m.line = games.line AND m.ply = games.ply - 1), 0),
    coalesce((SELECT max(at) FROM events e
        WHERE e.game_id = games.id AND e.kind = 'takeback_accepted'), 0)
)
"""


def migrate(path: Path) -> None:
    """Bring the database file to the newest tables, making it when it is new."""
    from sqlite_utils import Database as Tables

    raw = open_file(path, "FULL")
    try:
        raw.execute("PRAGMA journal_mode = WAL")
        # The lock is taken first, so that of two processes that start at once one waits.
        raw.execute("BEGIN IMMEDIATE")
        _changes().apply(Tables(raw))
        raw.execute("COMMIT")
    finally:
        raw.close()


def _changes() -> Migrations:
    from sqlite_utils import Migrations

    changes = Migrations("turnpost")

    @changes()
    def m001_accounts(db: Tables) -> None:
        _run(db, ACCOUNTS)

    @changes()
    def m002_games(db: Tables) -> None:
        _run(db, GAMES)

    @changes()
    def m003_clocks(db: Tables) -> None:
        _run(db, CLOCKS)

    @changes()
    def m004_rematches(db: Tables) -> None:
        _run(db, REMATCHES)

    @changes()
    def m005_ends(db: Tables) -> None:
        _run(db, ENDS)

    @changes()
    def m006_conditionals(db: Tables) -> None:
        _run(db, CONDITIONALS)

    @changes()
    def m007_talk(db: Tables) -> None:
        _run(db, TALK)

    @changes()
    def m008_whole_numbers(db: Tables) -> None:
        _run(db, WHOLE_NUMBERS)

    @changes()
    def m009_notice_numbers(db: Tables) -> None:
        _run(db, NOTICE_NUMBERS)

    @changes()
    def m010_turns(db: Tables) -> None:
        _run(db, TURNS)

    return changes


def _run(db: Tables, script: str) -> None:
    """Run statements one by one: sqlite3's `executescript` would commit what came before."""
    for statement in script.split(";"):
        db.execute(statement)
