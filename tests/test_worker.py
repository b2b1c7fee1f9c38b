"""The worker: games that fall due are ended once, whoever looks, and whatever happens to him."""

import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from server.cli import main
from server.config import Config
from server.serve import SWEEPER, Server, options
from server.store import Database
from server.timing import LEEWAY
from server.worker import Worker, sweep

from .api import CHEAP, NOON, at_work
from .timed import DAY, FIXED, begun, swept

LATE = LEEWAY + 1


def test_what_the_index_says_wrongly_is_put_right_and_not_looked_at_again(api, red, blue):
    game = begun(red, blue, FIXED)
    with api.service.database.write() as tx:
        tx.execute("UPDATE games SET deadline_at = 5")
    assert swept(api) == 0
    with api.service.database.read() as view:
        assert view.all("SELECT deadline_at FROM games") == [(int(NOON) + DAY,)]
    assert red.state(game)["version"] == 2


def test_a_look_is_a_search_of_the_index_and_nothing_else(api, red, blue):
    begun(red, blue, FIXED)
    asked: list[str] = []
    raw = api.service.database._connection()
    raw.set_trace_callback(asked.append)
    swept(api)
    raw.set_trace_callback(None)
    assert [each.split()[0] for each in asked] == ["BEGIN", "SELECT", "ROLLBACK"]
    with api.service.database.read() as view:
        (plan,) = view.all(f"EXPLAIN QUERY PLAN {asked[1]}")
    assert plan[3] == "SEARCH games USING INDEX games_deadline (deadline_at<?)"


def test_many_games_fall_due_each_once_though_two_look_at_once(api, red, blue):
    with api.service.database.write() as tx:
        _fill(tx, 150)
    others = [Database(api.service.config.database) for _ in range(2)]
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda each=each: found.append(sweep(each, int(NOON) + LATE)))
        for each in others
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for database in others:
        database.close()
    assert sum(found) == 150
    assert _ends(api.service.config.database) == Counter({("aborted", 1): 150})


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_worker_that_is_killed_leaves_nothing_half_done(api, red, blue, after: int):
    """Killed by the system in the middle of a transaction, after so many batches."""
    path = api.service.config.database
    with api.service.database.write() as tx:
        _fill(tx, 100)
    code = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from server import worker\n"
        "from server.store import Database, games\n"
        "count, save = [0], games.save\n"
        "def kept(tx, change):\n"
        "    done = save(tx, change)\n"
        "    count[0] += 1\n"
        "    if count[0] > int(sys.argv[2]) * 20 + 7:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return done\n"
        "games.save = kept\n"
        "worker.sweep(Database(Path(sys.argv[1])), int(sys.argv[3]))\n"
    )
    command = [sys.executable, "-c", code, str(path), str(after), str(int(NOON) + LATE)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert _ends(path) == Counter({("aborted", 1): after * 20, ("active", 0): 100 - after * 20})
    assert swept_at(path, int(NOON) + LATE) == 100 - after * 20
    assert _ends(path) == Counter({("aborted", 1): 100})


def swept_at(path: Path, now: int) -> int:
    database = Database(path)
    try:
        return sweep(database, now)
    finally:
        database.close()


def _fill(tx: Any, count: int) -> None:
    """Games between accounts 1 and 2, that were to be begun by noon."""
    for _ in range(count):
        tx.execute(
            "INSERT INTO games (game, variants, seat1, seat2, name1, name2, to_move, position,"
            " start_digest, created, updated, abort_at, deadline_at)"
            " VALUES ('cubeo', '', 1, 2, 'red', 'blue', 1, 'A1@0,0 B1@1,0 A', x'', 0, 0, ?, ?)",
            (int(NOON), int(NOON)),
        )


def _ends(path: Path) -> Counter[tuple[str, int]]:
    """How many games there are of each status, and with how many events."""
    with sqlite3.connect(path) as raw:
        found = raw.execute(
            "SELECT status, (SELECT count(*) FROM events WHERE game_id = games.id) FROM games"
        ).fetchall()
    raw.close()
    return Counter(found)


def test_a_worker_goes_on_after_a_look_that_failed_and_ends_when_told(tmp_path, caplog):
    class Broken(Database):
        looks = 0

        def read(self):
            Broken.looks += 1
            if Broken.looks == 3:
                worker.stop()
            raise sqlite3.OperationalError("disk I/O error")

    worker = Worker(Broken(tmp_path / "none.sqlite3"), lambda: 0.0, every=0.0)
    worker.run()
    assert Broken.looks == 3
    assert [record.message for record in caplog.records] == [
        "games that fell due could not be ended now"
    ] * 3


def test_the_command_looks_once_and_ends_what_is_due(tmp_path: Path):
    with at_work(tmp_path) as api:
        api.player("red")
        api.player("blue")
        with api.service.database.write() as tx:
            _fill(tx, 30)
        path = api.service.config.database
    result = CliRunner().invoke(main, ["worker", "--once", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert _ends(path) == Counter({("aborted", 1): 30})


def test_the_command_runs_until_a_signal_and_says_so(tmp_path: Path):
    words = ["worker", "--data", str(tmp_path)]
    command = [sys.executable, "-c", f"from server.cli import main; main({words})"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "fall due" in process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    assert (tmp_path / "turnpost.sqlite3").exists()


def test_the_server_looks_after_what_falls_due_by_itself(tmp_path: Path):
    with at_work(tmp_path) as api:
        api.player("red")
        api.player("blue")
        with api.service.database.write() as tx:
            _fill(tx, 3)
        path = api.service.config.database
    config = Config(tmp_path, b"secret", password_cost=CHEAP)
    app = Server(config, options("127.0.0.1", 0)).load()
    worker, thread = app.extensions[SWEEPER]
    worker.stop()
    thread.join()
    app.extensions["turnpost"].close()
    # It may have been told to stop before its first look; then the next one finds them.
    assert swept_at(path, int(NOON) + LATE) + _ends(path)[("aborted", 1)] >= 3
    assert _ends(path) == Counter({("aborted", 1): 3})
