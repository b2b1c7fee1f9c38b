"""Losses on time, claims, and games that were never begun, each judged by an injected clock."""

import json
import re
import threading

import pytest

from notation.tag_values import read_clock
from server.store import Database
from server.timing import LEEWAY
from server.worker import sweep

from .api import NOON, begin, code_of, json_of
from .test_clock import rows
from .timed import CAPPED, DAY, FIXED, HOUR, OPENING, TOTAL, begun, events, moment, swept


def test_a_challenge_and_its_game_tell_the_clock_and_nobodys_time_runs_yet(api, red, blue):
    challenge = json_of(red.post("/challenges", {"game": "cubeo", "clock": {"kind": "capped"}}))
    assert challenge["clock"] == CAPPED | {"enforcement": "auto"}
    game = json_of(blue.post(f"/challenges/{challenge['id']}/accept"))["game_id"]
    state = red.state(game)
    assert state["clock"] == challenge["clock"]
    assert state["bank"] == [48 * HOUR, 48 * HOUR]
    assert state["deadline"] is None
    assert state["abort_at"] == moment(NOON + 7 * DAY)


def test_each_players_clock_starts_with_his_second_ply(api, red, blue):
    game = begin(red, blue, clock=TOTAL)
    for ply, (caller, bank) in enumerate(
        [(red, [10, 10]), (blue, [10, 10]), (red, [7, 10]), (blue, [7, 7]), (red, [4, 7])]
    ):
        api.clock.now += 3 * HOUR
        state = json_of(caller.move(game, ply, OPENING[ply]))
        assert state["bank"] == [hours * HOUR for hours in bank], ply
        assert (state["abort_at"] is None) == (ply >= 1)
        assert (state["deadline"] is None) == (ply == 0)


ENFORCEMENT = rows("enforcement | seconds after the deadline | a move | the worker | a claim")


def test_the_page_has_both_enforcements_on_both_sides_of_the_deadline():
    assert {row[:2] for row in ENFORCEMENT} == {
        ("auto", "0"),
        ("auto", "1"),
        *((enforcement, late) for enforcement in ("auto", "claim") for late in ("0", "60", "61")),
    }
    assert LEEWAY == 60


@pytest.mark.parametrize("row", ENFORCEMENT, ids=" ".join)
def test_a_worked_example_of_what_ends_a_game_is_true(api, red, blue, row: tuple[str, ...]):
    enforcement, late, move, worker, claim = row
    clock = FIXED | {"enforcement": enforcement}
    games = [begun(red, blue, clock) for _ in range(3)]
    api.clock.now += DAY + int(late)
    assert move == (
        "played"
        if (done := red.move(games[0], 2, OPENING[2])).status_code == 201
        else code_of(done)
    )
    answer = blue.act(games[1], "timeout-claim", 2)
    assert claim == ("loss" if answer.status_code == 200 else code_of(answer))
    swept(api)
    assert worker == ("loss" if blue.state(games[2])["status"] == "finished" else "nothing")
    for game, told in zip(games, (move, claim, worker), strict=True):
        lost = told in ("loss", "game_over")
        state = blue.state(game)
        assert state["outcome"] == ({"winner": 2, "reason": "timeout"} if lost else None)
        assert lost == any(kind.startswith("timeout") for kind, _, _ in events(api, game))


@pytest.mark.parametrize("found_by", ["a move", "an offer", "a resignation", "the worker"])
def test_a_loss_is_dated_at_the_deadline_however_late_it_is_found(api, red, blue, found_by):
    game = begun(red, blue, FIXED)
    version = red.state(game)["version"]
    api.clock.now += 3 * DAY
    if found_by == "the worker":
        assert swept(api) == 1
    elif found_by == "a move":
        refused = red.move(game, 2, OPENING[2])
        assert code_of(refused) == "game_over"
        assert json.loads(refused.data)["detail"] == "The game is over: its time had run out."
    else:
        action = "draw-offer" if found_by == "an offer" else "resign"
        assert code_of(blue.act(game, action, 2)) == "game_over"
    state = red.state(game)
    assert (state["status"], state["outcome"]) == ("finished", {"winner": 2, "reason": "timeout"})
    assert state["updated"] == moment(NOON + DAY)
    assert (state["version"], state["ply"], state["to_move"]) == (version + 1, 2, None)
    assert (state["bank"], state["deadline"]) == ([0, DAY], None)
    assert events(api, game) == [("timeout", 1, int(NOON) + DAY)]
    assert swept(api) == 0
    assert code_of(red.move(game, 2, OPENING[2])) == "game_over"
    assert events(api, game) == [("timeout", 1, int(NOON) + DAY)]


def test_a_move_that_was_in_time_is_answered_again_after_the_loss_that_followed(api, red, blue):
    game = begun(red, blue, FIXED)
    body, path = {"ply": 2, "move": OPENING[2]}, f"/games/{game}/moves"
    first = red.post(path, body, Idempotency_Key="k")
    api.clock.now += 2 * DAY
    assert red.post(path, body, Idempotency_Key="k").data == first.data
    assert swept(api) == 1
    assert red.post(path, body, Idempotency_Key="k").data == first.data
    assert red.state(game)["outcome"] == {"winner": 1, "reason": "timeout"}


@pytest.mark.parametrize("turn", range(6))
def test_of_a_time_loss_and_a_move_sent_at_the_same_moment_exactly_one_exists(
    api, red, blue, turn: int
):
    """The move is of the last second, the workers are already sure that there is none."""
    game = begun(red, blue, FIXED)
    api.clock.now += DAY
    start, answers = threading.Barrier(3), []
    others = [Database(api.service.config.database) for _ in range(2)]

    def look(database: Database) -> None:
        start.wait()
        sweep(database, int(NOON) + DAY + LEEWAY + 1)

    def move() -> None:
        start.wait()
        answers.append(red.move(game, 2, OPENING[2]))

    threads = [threading.Thread(target=look, args=(each,)) for each in others]
    threads.append(threading.Thread(target=move))
    for thread in threads[turn % 3 :] + threads[: turn % 3]:
        thread.start()
    for thread in threads:
        thread.join()
    for database in others:
        database.close()
    state, lost = red.state(game), [kind for kind, _, _ in events(api, game)]
    if answers[0].status_code == 201:
        assert (state["ply"], state["status"], lost) == (3, "active", [])
    else:
        assert code_of(answers[0]) == "game_over"
        assert (state["ply"], state["status"], lost) == (2, "finished", ["timeout"])


def test_only_a_player_claims_and_only_the_one_who_waits(api, red, blue):
    green = api.player("green")
    game = begun(red, blue, FIXED | {"enforcement": "claim"})
    api.clock.now += DAY + LEEWAY + 1
    late = red.state(game)
    assert (late["status"], late["deadline"]) == ("active", moment(NOON + DAY))
    assert code_of(green.act(game, "timeout-claim", 2)) == "not_a_player"
    assert code_of(api.anyone().act(game, "timeout-claim", 2)) == "token_required"
    assert code_of(red.act(game, "timeout-claim", 2)) == "not_claimable"
    assert code_of(blue.act(game, "timeout-claim", 1)) == "stale_ply"
    state = json_of(blue.act(game, "timeout-claim", 2))
    assert state["outcome"] == {"winner": 2, "reason": "timeout"}
    assert state["updated"] == moment(NOON + DAY + LEEWAY + 1), "a claim is dated when it is made"
    assert code_of(blue.act(game, "timeout-claim", 2)) == "game_over"


def test_a_player_who_moves_before_the_claim_has_the_increment(api, red, blue):
    game = begun(red, blue, CAPPED | {"enforcement": "claim"})
    api.clock.now += 30 * DAY
    state = json_of(red.move(game, 2, OPENING[2]))
    assert state["bank"] == [24 * HOUR, 48 * HOUR]
    assert code_of(red.act(game, "timeout-claim", 3)) == "not_claimable"


def test_a_game_without_a_clock_is_never_lost_on_time(api, red, blue):
    game = begun(red, blue, None)
    api.clock.now += 300 * DAY
    assert swept(api) == 0
    assert code_of(blue.act(game, "timeout-claim", 2)) == "not_claimable"
    assert json_of(red.move(game, 2, OPENING[2]))["ply"] == 3


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("found_by", ["a move", "the worker"])
def test_a_game_that_was_not_begun_by_both_in_seven_days_is_aborted(
    api, red, blue, plies: int, found_by: str
):
    game = begun(red, blue, FIXED if found_by == "a move" else None, plies)
    on_turn = (red, blue)[plies]
    api.clock.now += 7 * DAY
    assert swept(api) == 0
    api.clock.now += LEEWAY + 1
    if found_by == "a move":
        refused = on_turn.move(game, plies, OPENING[plies])
        assert code_of(refused) == "game_over"
        told = json.loads(refused.data)["detail"]
        assert told == "The game is over: it was not begun in time."
    else:
        assert swept(api) == 1
    state = red.state(game)
    assert (state["status"], state["ply"]) == ("aborted", plies)
    assert state["outcome"] == {"winner": None, "reason": "aborted"}
    assert state["updated"] == moment(NOON + 7 * DAY)
    assert events(api, game) == [("aborted", None, int(NOON) + 7 * DAY)]
    listed = json_of(api.anyone().get("/games?status=aborted"))["items"]
    assert [item["id"] for item in listed] == [game], "it is never deleted silently"
    record = json_of(api.anyone().get(f"/games/{game}/record"))
    assert record["outcome"] == {"winner": None, "reason": "aborted"}
    assert record["ended"] == moment(NOON + 7 * DAY)


def test_a_game_begun_in_the_last_second_goes_on(api, red, blue):
    game = begun(red, blue, None, 1)
    api.clock.now += 7 * DAY
    assert blue.move(game, 1, OPENING[1]).status_code == 201
    api.clock.now += 7 * DAY
    assert swept(api) == 0


def test_the_record_tells_the_clock_the_seconds_left_and_the_termination(api, red, blue):
    game = begin(red, blue, clock=CAPPED | {"enforcement": "claim"})
    for ply in range(4):
        api.clock.now += 30 * HOUR
        json_of((red, blue)[ply % 2].move(game, ply, OPENING[ply]))
    api.clock.now += 200 * HOUR
    json_of(blue.act(game, "timeout-claim", 4))
    record = json_of(api.anyone().get(f"/games/{game}/record"))
    assert record["time_control"] == CAPPED | {"enforcement": "claim"}
    assert [ply["clock"] // HOUR for ply in record["plies"]] == [48, 48, 42, 42]
    told = api.anyone().get(f"/games/{game}/record?format=tgn").text
    assert '[TimeControl "capped 48/24/96 claim"]' in told
    assert '[Termination "timeout"]' in told
    clocks = re.findall(r"\[%clk\s([^]]+)\]", told)
    assert [read_clock(text) for text in clocks] == [ply["clock"] for ply in record["plies"]]


def test_what_is_done_when_a_game_is_over_does_not_move_its_end(api, red, blue):
    game = begun(red, blue, FIXED)
    api.clock.now += 2 * DAY
    swept(api)
    json_of(red.act(game, "rematch-offer", 2))
    assert json_of(red.get(f"/games/{game}/record"))["ended"] == moment(NOON + DAY)
    assert json_of(red.get("/records"))["items"][0]["ended"] == moment(NOON + DAY)
    again = json_of(blue.act(game, "rematch-accept", 2))["rematch"]
    assert red.state(again)["clock"] == FIXED | {"enforcement": "auto"}


def test_an_imported_game_has_no_clock_here_and_keeps_what_its_record_says(api, red, blue):
    game = begun(red, blue, FIXED)
    api.clock.now += 2 * DAY
    swept(api)
    record = red.get(f"/games/{game}/record").data
    brought = json_of(red.post("/records?import=1", record))["records"][0]["id"]
    state = red.state(brought)
    assert (state["clock"], state["bank"], state["deadline"], state["abort_at"]) == (None,) * 4
    api.clock.now += 300 * DAY
    assert swept(api) == 0
    assert red.get(f"/games/{brought}/record").data == record
