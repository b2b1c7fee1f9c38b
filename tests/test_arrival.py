"""An action counts from when its request arrived, however long it waits for the write lock."""

import json
import threading

import pytest

from server.store import Database
from server.timing import LEEWAY

from .api import NOON, Api, Caller, code_of, json_of
from .test_leaks import logged_in
from .timed import DAY, FIXED, HOUR, OPENING, TOTAL, begun, events, moment, swept, waits


@pytest.fixture
def game(red: Caller, blue: Caller) -> str:
    """A game in which red is to move within a day."""
    return begun(red, blue, FIXED)


def test_a_move_that_arrives_in_the_last_second_and_waits_for_another_writer_is_in_time(
    api: Api, red: Caller, game: str
):
    api.clock.now = NOON + DAY
    arrived, answers = threading.Event(), []
    waits(api, arrived.set)
    mover = threading.Thread(target=lambda: answers.append(red.move(game, 2, OPENING[2])))
    with Database.write(api.service.database):
        mover.start()
        assert arrived.wait(10)
        api.clock.now += 4
    mover.join()
    assert json_of(answers[0])["ply"] == 3
    record = json_of(red.get(f"/games/{game}/record"))
    assert record["plies"][2]["at"] == moment(NOON + DAY)


@pytest.mark.parametrize("seconds", [1, LEEWAY])
@pytest.mark.parametrize("way", ["api", "page"])
def test_whichever_way_a_move_came_it_is_in_time_though_the_worker_looks_first(
    api: Api, red: Caller, game: str, way: str, seconds: int
):
    browser = logged_in(api, "red")
    page = browser.get(f"/games/{game}")
    api.clock.now = NOON + DAY

    def meanwhile() -> None:
        api.clock.now += seconds
        assert swept(api) == 0

    if way == "api":
        waits(api, meanwhile)
        assert red.move(game, 2, OPENING[2]).status_code == 201
    else:
        preview = browser.send(page, "/preview", move=OPENING[2])
        waits(api, meanwhile)
        browser.send(preview, "/moves")
    assert red.state(game)["ply"] == 3
    assert red.state(game)["updated"] == moment(NOON + DAY)


@pytest.mark.parametrize("late", [1, LEEWAY])
@pytest.mark.parametrize("action", ["a move", "resign", "draw-offer", "timeout-claim", "a tree"])
def test_what_arrives_too_late_cannot_end_the_game_before_a_move_that_was_in_time(
    api: Api, red: Caller, blue: Caller, action: str, late: int
):
    """It is told to come again, and is told the truth then."""
    game = begun(red, blue, FIXED)
    api.clock.now = NOON + DAY

    def act():
        if action == "a move":  # as the first request was given up, and is sent again
            return red.move(game, 2, OPENING[2])
        if action == "a tree":
            body = {"ply": 2, "tree": [{"if": OPENING[2], "then": OPENING[3]}]}
            path = f"/api/v1/games/{game}/conditionals"
            return blue.client.put(path, headers=blue.headers, json=body)
        return blue.act(game, action, 2)

    def meanwhile() -> None:
        api.clock.now += late
        answer = act()
        assert (answer.status_code, code_of(answer)) == (503, "busy")
        assert answer.headers["Retry-After"] == str(LEEWAY + 1 - late)

    waits(api, meanwhile)
    assert red.move(game, 2, OPENING[2]).status_code == 201
    assert events(api, game) == []
    assert code_of(act()) in {"stale_ply", "your_turn"}


def test_when_no_move_was_on_its_way_whoever_comes_again_hears_that_the_game_is_over(
    api: Api, red: Caller, blue: Caller, game: str
):
    api.clock.now = NOON + DAY + 1
    wait = int(blue.act(game, "draw-offer", 2).headers["Retry-After"])
    api.clock.now += wait
    assert code_of(blue.act(game, "draw-offer", 2)) == "game_over"
    assert events(api, game) == [("timeout", 1, int(NOON) + DAY)]


def test_time_is_not_claimed_before_a_move_that_was_in_time(api: Api, red: Caller, blue: Caller):
    game = begun(red, blue, FIXED | {"enforcement": "claim"})
    api.clock.now = NOON + DAY

    def meanwhile() -> None:
        api.clock.now += LEEWAY
        answer = blue.act(game, "timeout-claim", 2)
        assert code_of(answer) == "not_claimable"
        assert "1 second" in json.loads(answer.data)["detail"]

    waits(api, meanwhile)
    assert red.move(game, 2, OPENING[2]).status_code == 201


@pytest.mark.parametrize("plies", [0, 1])
def test_a_game_may_be_begun_in_the_last_second_however_long_the_move_waits(
    api: Api, red: Caller, blue: Caller, plies: int
):
    game = begun(red, blue, None, plies)
    api.clock.now = NOON + 7 * DAY

    def meanwhile() -> None:
        api.clock.now += LEEWAY
        assert swept(api) == 0

    waits(api, meanwhile)
    assert (red, blue)[plies].move(game, plies, OPENING[plies]).status_code == 201


def test_a_vacation_that_begins_in_the_meantime_harms_no_move_that_was_in_time(
    api: Api, red: Caller, blue: Caller, game: str
):
    api.clock.now = NOON + DAY

    def meanwhile() -> None:
        api.clock.now += 5
        json_of(red.post("/vacations", {"days": 2}))
        json_of(blue.post("/vacations", {"days": 2}))

    waits(api, meanwhile)
    state = json_of(red.move(game, 2, OPENING[2]))
    assert (state["ply"], state["status"]) == (3, "active")
    assert state["deadline"] == moment(NOON + DAY + 5 + 3 * DAY), "blue is away for two days"


def test_a_vacation_that_begins_just_too_late_moves_no_deadline_and_the_log_never_runs_back(
    api: Api, red: Caller, blue: Caller, game: str
):
    api.clock.now = NOON + DAY + 5
    json_of(red.post("/vacations", {"days": 2}))
    assert red.state(game)["deadline"] == moment(NOON + DAY)
    api.clock.now += LEEWAY
    assert swept(api) == 1
    told = events(api, game)
    assert [kind for kind, _, _ in told] == ["vacation_began", "timeout"]
    assert [at for _, _, at in told] == sorted(at for _, _, at in told)


def test_what_waited_is_never_dated_before_what_was_done_in_the_meantime(
    api: Api, red: Caller, blue: Caller
):
    game = begun(red, blue, TOTAL)
    api.clock.now += HOUR

    def meanwhile() -> None:
        api.clock.now += 3
        json_of(blue.act(game, "draw-offer", 2))

    waits(api, meanwhile)
    state = json_of(red.move(game, 2, OPENING[2], seen=2))
    assert state["updated"] == moment(NOON + HOUR + 3)
    assert state["bank"] == [9 * HOUR - 3, 10 * HOUR]
    assert state["offers"][0]["by"] == 2, "he had not seen it"


def test_a_clock_that_steps_back_turns_no_log_round(api: Api, red: Caller, blue: Caller):
    game = begun(red, blue, TOTAL)
    api.clock.now += HOUR
    red.act(game, "pause-offer", 2)
    blue.act(game, "pause-accept", 2)
    api.clock.now -= HOUR
    assert red.get("/rules").status_code == 429, "for as long as one request takes to fill in"
    api.clock.now += 1
    state = json_of(red.act(game, "resume", 2))
    assert state["updated"] == moment(NOON + HOUR)
    assert state["deadline"] == moment(NOON + 10 * HOUR)
    json_of(red.post("/vacations", {"days": 1}))
    assert red.delete("/vacations/current").status_code == 204
    json_of(red.move(game, 2, OPENING[2]))
    times = [at for _, _, at in events(api, game)]
    assert times == sorted(times)
    assert red.state(game)["bank"] == [9 * HOUR, 10 * HOUR]
