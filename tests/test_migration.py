"""A database that an older version made goes on with a newer one."""

import json
import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database as Tables

from server.passwords import Passwords
from server.store import migrate, migrations
from server.store.clocks import UnreadableControl, load_control

from .api import CHEAP, at_work, code_of, json_of
from .timed import DAY, FIXED, OPENING, moment, swept


def test_a_database_from_before_clocks_is_brought_up_to_date_and_played_on(tmp_path: Path):
    path = tmp_path / "turnpost.sqlite3"
    raw = database_of_old(path)
    raw.close()
    with at_work(tmp_path) as api:
        red = api.log_in("red")
        old = red.state("1")
        assert (old["clock"], old["bank"], old["abort_at"], old["ply"]) == (None, None, None, 1)
        over = json_of(red.get("/games/2/record"))
        assert over["ended"] == moment(500)
        api.clock.now += 300 * DAY
        assert swept(api) == 0, "it began under other rules"
        blue = api.log_in("blue")
        assert json_of(blue.move("1", 1, OPENING[1]))["ply"] == 2
        assert json_of(red.move("1", 2, OPENING[2]))["ply"] == 3
        pending = json_of(red.get("/challenges"))["items"]
        assert [(item["id"], item["clock"]) for item in pending] == [("1", None)]
        migrate(path)
        assert red.state("1")["moves"] == OPENING[:3]


def test_numbers_that_were_kept_as_fractions_are_whole_again(tmp_path: Path):
    raw = database_of_old(tmp_path / "turnpost.sqlite3", before="m008_whole_numbers")
    raw.execute("UPDATE challenges SET clock = 'capped 48.0/24.0/96.0 claim'")
    raw.execute(
        "UPDATE games SET offers = '[[\"takeback\", 1, 1, 2, 0.0]]', frozen = '[[1, 100.0]]'"
        " WHERE id = 1"
    )
    raw.close()
    with at_work(tmp_path) as api:
        red = api.log_in("red")
        (challenge,) = json_of(red.get("/challenges"))["items"]
        hours = {"start": 48, "increment": 24, "max": 96}
        assert challenge["clock"] == {"kind": "capped", **hours, "enforcement": "claim"}
        assert json.dumps(red.state("1")["offers"][0]["to"]) == "0"
        assert json_of(api.log_in("blue").act("1", "takeback-accept", 1))["ply"] == 0


def test_notices_are_numbered_by_account(tmp_path: Path):
    raw = database_of_old(tmp_path / "turnpost.sqlite3", before="m009_notice_numbers")
    for account in (1, 2, 2, 1, 2):
        raw.execute(
            "INSERT INTO notices (account_id, game_id, line, ply, kind, told, at)"
            " VALUES (?, 1, 0, 1, 'conditionals_lapsed', '{}', 5)",
            (account,),
        )
    raw.close()
    with at_work(tmp_path) as api:
        for name, ids in (("red", ["2", "1"]), ("blue", ["3", "2", "1"])):
            told = json_of(api.log_in(name).get("/games/1/notices"))["items"]
            assert [one["id"] for one in told] == ids


def test_a_clock_that_cannot_be_read_is_never_taken_for_none(tmp_path: Path):
    with at_work(tmp_path) as api:
        red = api.player("red")
        red.post("/challenges", {"game": "cubeo", "clock": FIXED})
        with api.service.database.write() as tx:
            tx.execute("UPDATE challenges SET clock = 'fixed soon'")
        assert code_of(red.get("/challenges")) == "internal"
        with pytest.raises(UnreadableControl, match="fixed soon"):
            load_control("fixed soon")
    assert load_control(None) is None


def database_of_old(path: Path, before: str = "m003_clocks") -> sqlite3.Connection:
    """A file as an old version left it: a game under way, one that is over, a challenge."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA journal_mode = WAL")
    migrations._changes().apply(Tables(raw), stop_before=before)
    hashed = Passwords(CHEAP).digest("correct horse")
    for name in ("red", "blue"):
        raw.execute(
            "INSERT INTO accounts (name, password, created) VALUES (?, ?, 0)", (name, hashed)
        )
    columns = (
        "INSERT INTO games (game, variants, seat1, seat2, name1, name2, ply, version, to_move,"
        " position, start_digest, last_move, status, winner, reason, created, updated)"
        " VALUES ('cubeo', '', 1, 2, 'red', 'blue', "
    )
    raw.execute(
        f"{columns}1, 1, 2, 'A1@-1,0 A1@0,0 B1@1,0 B', x'00', '+-1,0', 'active',"
        " NULL, NULL, 0, 100)"
    )
    raw.execute(
        f"{columns}0, 1, NULL, 'A1@0,0 B1@1,0 A', x'00', NULL, 'finished',"
        " 1, 'resignation', 0, 500)"
    )
    raw.execute(
        "INSERT INTO moves (game_id, line, ply, side, move, digest, version, at)"
        " VALUES (1, 0, 0, 1, '+-1,0', x'01', 1, 100)"
    )
    raw.execute(
        "INSERT INTO challenges (game, variants, from_id, seat, created)"
        " VALUES ('cubeo', 'd8', 1, '1', 0)"
    )
    return raw
