"""The store: tables made once, one way to write, logs that are only added to."""

import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from server.app import create_app
from server.config import BadConfig, Config, read_config
from server.service import EXTENSION
from server.store import Busy, Database, accounts, database, migrate
from server.store.database import Kept
from server.store.limits import Limits

from .api import at_work, begin


@pytest.fixture
def kept(tmp_path):
    migrate(tmp_path / "kept.sqlite3")
    opened = Database(tmp_path / "kept.sqlite3")
    yield opened
    opened.close()


def test_tables_are_made_once_however_often_the_service_starts(tmp_path: Path):
    path = tmp_path / "kept.sqlite3"
    for _ in range(3):
        migrate(path)
    with sqlite3.connect(path) as raw:
        names = [row[0] for row in raw.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]
    raw.close()
    assert names == [
        "m001_accounts",
        "m002_games",
        "m003_clocks",
        "m004_rematches",
        "m005_ends",
        "m006_conditionals",
        "m007_talk",
        "m008_whole_numbers",
        "m009_notice_numbers",
        "m010_turns",
    ]


def test_two_that_start_at_once_make_the_tables_once(tmp_path: Path):
    path = tmp_path / "kept.sqlite3"
    failures: list[BaseException] = []

    def start() -> None:
        try:
            migrate(path)
        except BaseException as error:  # noqa: BLE001  # told by the thread that looks
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.parametrize(
    ("setting", "value"),
    [("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 2), ("busy_timeout", 5000)],
)
def test_each_connection_has_the_settings_that_keep_moves_safe(kept: Database, setting, value):
    with kept.write() as tx:
        assert tx.one(f"PRAGMA {setting}") == (value,)


def test_a_transaction_that_fails_leaves_nothing(kept: Database):
    row = "INSERT INTO accounts (name, password, created) VALUES ('red', '-', 0)"
    with pytest.raises(sqlite3.IntegrityError), kept.write() as tx:
        all(tx.execute(row) for _ in range(2))
    with kept.read() as view:
        assert view.all("SELECT * FROM accounts") == []


@pytest.mark.parametrize("kept_all_the_same", [False, True])
def test_a_transaction_that_cannot_be_committed_leaves_the_connection_as_it_was(
    kept: Database, kept_all_the_same: bool
):
    row = "INSERT INTO tokens (digest, account_id, scopes, created, expires) VALUES (x'00', 9, '', 0, 0)"

    def write() -> None:
        with kept.write() as tx:
            tx.execute("PRAGMA defer_foreign_keys = ON")
            tx.execute(row)  # there is no account 9
            if kept_all_the_same:
                raise Kept

    for _ in range(2):
        with pytest.raises(sqlite3.IntegrityError):
            write()
    with kept.read() as view:
        assert view.all("SELECT * FROM tokens") == []


def test_a_reader_has_one_view_while_others_write(kept: Database):
    def write() -> None:
        with kept.write() as tx:
            tx.execute("INSERT INTO accounts (name, password, created) VALUES ('red', '-', 0)")

    with kept.read() as view:
        assert view.one("SELECT count(*) FROM accounts") == (0,)
        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
        assert view.one("SELECT count(*) FROM accounts") == (0,)
    with kept.read() as view:
        assert view.one("SELECT count(*) FROM accounts") == (1,)


@pytest.mark.parametrize("other", ["a thread", "a process"])
def test_a_writer_that_waits_too_long_is_told_that_the_database_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
):
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    path = tmp_path / "kept.sqlite3"
    migrate(path)
    first = Database(path)
    # Two values of `Database` know no more of each other than two processes do.
    second = first if other == "a thread" else Database(path)
    refused: list[Busy] = []

    def write() -> None:
        try:
            with second.write():
                pass
        except Busy as busy:
            refused.append(busy)

    with first.write():
        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
    assert len(refused) == 1
    first.close()
    second.close()


def test_connections_of_threads_that_have_ended_are_closed(kept: Database):
    def use() -> None:
        with kept.read() as view:
            view.one("SELECT 1")

    for _ in range(5):
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        del thread
    assert len(kept._opened) <= 2


def test_a_move_cannot_be_logged_twice(tmp_path: Path):
    with at_work(tmp_path) as api:
        red, blue = api.player("red"), api.player("blue")
        game = begin(red, blue)
        red.move(game, 0, "+-1,0")
        with pytest.raises(sqlite3.IntegrityError), api.service.database.write() as tx:
            tx.execute("INSERT INTO moves SELECT * FROM moves")


def test_nothing_in_the_code_edits_or_deletes_what_is_logged():
    sources = Path(database.__file__).parent.glob("*.py")
    code = " ".join(source.read_text(encoding="utf-8").lower() for source in sources)
    for log in ("moves", "events"):
        assert f"into {log} (" in code
        for change in ("update", "delete from", "replace into"):
            assert f"{change} {log} " not in code


def test_the_key_of_the_server_is_made_once_and_is_for_its_owner_only(tmp_path: Path):
    first = read_config(tmp_path / "new" / "data")
    second = read_config(tmp_path / "new" / "data")
    assert first.secret == second.secret
    assert len(first.secret) == 32
    mode = (tmp_path / "new" / "data" / "secret.key").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new" / "data").stat().st_mode) == 0o700
    assert first.secret.hex() not in repr(first)


@pytest.mark.parametrize("content", ["", "no number", "\u2212"])
def test_a_key_that_is_damaged_is_told(tmp_path: Path, content: str):
    (tmp_path / "secret.key").write_text(content, encoding="utf-8")
    with pytest.raises(BadConfig, match="is damaged"):
        read_config(tmp_path)


def test_a_renewed_hash_takes_no_other_passwords_place(kept: Database):
    with kept.write() as tx:
        account = accounts.add_account(tx, "red", "old", None, 0)
        assert account is not None
        accounts.set_password(tx, account, "changed")
        accounts.renew_password(tx, account, "old", "renewed")
        assert accounts.password_of(tx, account) == "changed"
        accounts.renew_password(tx, account, "changed", "renewed")
        assert accounts.password_of(tx, account) == "renewed"


def test_buckets_empty_and_fill(tmp_path: Path):
    limits = Limits(tmp_path / "limits.sqlite3")
    assert [limits.take(["a"], 2.0, 3, 0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert limits.take(["b", "a"], 2.0, 3, 0.0) == 0.5
    assert limits.take(["a"], 2.0, 3, 0.5) == 0
    assert limits.take(["a"], 2.0, 3, 0.4) > 0  # a clock that runs back fills nothing
    limits.close()


def test_what_one_bucket_refuses_takes_nothing_from_another(tmp_path: Path):
    limits = Limits(tmp_path / "limits.sqlite3")
    assert [limits.take(["address"], 2.0, 3, 0.0) for _ in range(3)] == [0, 0, 0]
    for _ in range(10):
        assert limits.take(["address", "victim"], 2.0, 3, 0.0) == 0.5
    assert [limits.take(["victim"], 2.0, 3, 0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    limits.close()


def test_a_clock_that_is_set_back_keeps_nobody_out(tmp_path: Path):
    limits = Limits(tmp_path / "limits.sqlite3")
    now = 1e9
    assert limits.take(["a", "b"], 2.0, 3, now) == 0
    assert limits.take(["a", "b"], 2.0, 3, now - 3600) == pytest.approx(0.5)
    assert limits.take(["a", "b"], 2.0, 3, now - 3599.5) == 0
    assert limits.take(["a"], 2.0, 3, now - 3599.5) > 0, "it fills nothing either"
    limits.close()


def test_full_buckets_are_forgotten(tmp_path: Path):
    limits = Limits(tmp_path / "limits.sqlite3")
    for number in range(2000):
        limits.take([f"address {number}"], 2.0, 3, 10.0 + number)
    with limits._database.read() as view:
        assert view.one("SELECT count(*) FROM buckets") < (1100,)
    limits.close()


def test_limits_do_not_wait_for_the_disk_and_games_do(tmp_path: Path):
    service = create_app(Config(tmp_path, b"x")).extensions[EXTENSION]
    for kept, level in ((service.limits._database, 0), (service.database, 2)):
        with kept.write() as tx:
            assert tx.one("PRAGMA synchronous") == (level,)
    service.close()
