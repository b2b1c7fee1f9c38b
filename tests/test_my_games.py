"""One's own games as they wait: what has waited longest comes first, whatever else has happened in it."""

from pathlib import Path
from typing import Any

import pytest

from .api import NOON, Api, Caller, at_work, begin, code_of, json_of
from .test_migration import database_of_old
from .timed import FIXED, HOUR, OPENING, moment


def listed(caller: Caller, query: str = "") -> list[str]:
    items = json_of(caller.get(f"/games?order=waiting{query}"))["items"]
    return [item["id"] for item in items]


@pytest.fixture
def games(api: Api, red: Caller, blue: Caller) -> list[str]:
    """Five games, begun an hour after one another; in the second and the fourth blue is to move."""
    begun = []
    for _ in range(5):
        begun.append(begin(red, blue, clock=FIXED))
        api.clock.now += HOUR
    for place in (3, 1):
        json_of(red.move(begun[place], 0, OPENING[0]))
        api.clock.now += HOUR
    return begun


def test_those_that_wait_for_one_come_first_and_of_them_those_that_have_waited_longest(
    red: Caller, blue: Caller, games: list[str]
):
    first, second, third, fourth, fifth = games
    assert listed(red) == [first, third, fifth, fourth, second]
    assert listed(blue) == [fourth, second, first, third, fifth]


def test_what_is_offered_said_or_begun_in_a_game_does_not_move_it(
    api: Api, red: Caller, blue: Caller, games: list[str]
):
    before = listed(red)
    blue.act(games[0], "draw-offer", 0)
    red.post(f"/games/{games[2]}/messages", {"message": "hello"})
    red.post("/vacations", {"days": 1})
    assert listed(red) == before


def test_the_turn_begins_anew_with_a_move_that_was_taken_back_or_answered_at_once(
    api: Api, red: Caller, blue: Caller, games: list[str]
):
    second, third = games[1], games[2]
    red.act(second, "takeback-offer", 1)
    api.clock.now += HOUR
    blue.act(second, "takeback-accept", 1)
    assert listed(red)[-2:] == [second, games[3]]
    tree = {"ply": 0, "tree": [{"if": OPENING[0], "then": OPENING[1]}]}
    path = f"/api/v1/games/{third}/conditionals"
    assert blue.client.put(path, headers=blue.headers, json=tree).status_code == 200
    api.clock.now += HOUR
    assert json_of(red.move(third, 0, OPENING[0]))["to_move"] == 1
    assert listed(red) == [games[0], games[4], second, third, games[3]]


def test_a_game_that_is_over_or_anothers_is_not_among_them(
    api: Api, red: Caller, blue: Caller, games: list[str]
):
    blue.act(games[0], "resign", 0)
    green = api.player("green")
    other = begin(green, blue)
    assert games[0] not in listed(red)
    assert other not in listed(red)
    assert listed(green) == [other]


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_the_list_is_paged_and_the_first_part_has_what_waited_longest(
    red: Caller, games: list[str], limit: int
):
    whole, parts, cursor = listed(red), [], ""
    while True:
        part: dict[str, Any] = json_of(red.get(f"/games?order=waiting&limit={limit}{cursor}"))
        assert len(part["items"]) <= limit
        parts += [item["id"] for item in part["items"]]
        if part["next"] is None:
            break
        cursor = f"&cursor={part['next']}"
    assert parts == whole


def test_a_row_tells_the_deadline(api: Api, red: Caller, blue: Caller):
    game = begin(red, blue, clock=FIXED)
    for ply in range(2):
        (red, blue)[ply].move(game, ply, OPENING[ply])
    (row,) = json_of(red.get("/games?order=waiting"))["items"]
    assert row["deadline"] == moment(NOON + 24 * HOUR)
    assert "moves" not in row


@pytest.mark.parametrize(
    "query",
    ["order=newest", "order=waiting&player=red", "order=waiting&turn=mine"]
    + [f"order=waiting&cursor={cursor}" for cursor in ("5", "2-1-1", "0-1", "0-1-1-1", "0--1-1")],
)
def test_what_it_does_not_know_is_refused(red: Caller, query: str):
    assert code_of(red.get(f"/games?{query}")) == "invalid_query"


def test_it_is_for_holders_of_a_token_that_reads(api: Api, red: Caller):
    assert code_of(api.anyone().get("/games?order=waiting")) == "token_required"
    assert code_of(api.log_in("red", "play").get("/games?order=waiting")) == "scope"


def test_games_of_an_older_database_know_since_when_it_is_whose_turn(tmp_path: Path):
    raw = database_of_old(tmp_path / "turnpost.sqlite3", before="m010_turns")
    raw.execute("UPDATE games SET updated = 900")
    raw.close()
    with at_work(tmp_path) as api:
        red = api.log_in("red")
        assert listed(red) == ["1"]
        with api.service.database.read() as view:
            assert view.all("SELECT id, turned FROM games") == [(1, 100), (2, 0)]


def test_the_games_are_found_by_index(api: Api, red: Caller, games: list[str]):
    asked: list[str] = []
    raw = api.service.database._connection()
    raw.set_trace_callback(asked.append)
    listed(red)
    raw.set_trace_callback(None)
    (sql,) = [each for each in asked if "waits" in each]
    with api.service.database.read() as view:
        plans = [row[3] for row in view.all(f"EXPLAIN QUERY PLAN {sql}")]
    assert not [plan for plan in plans if plan.startswith("SCAN games")]
    assert any("games_seat1" in plan for plan in plans)
