"""Frozen time: vacations of an account, and pauses and takebacks of a game."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.timing import LEEWAY

from .api import NOON, Caller, at_work, code_of, json_of
from .timed import DAY, FIXED, HOUR, OPENING, TOTAL, begun, events, moment, swept


def leave(caller: Caller, days: int) -> dict[str, Any]:
    return json_of(caller.post("/vacations", {"days": days}))


def test_a_vacation_freezes_its_players_time_in_all_his_games_and_nobody_elses(api, red, blue):
    mine, theirs = begun(red, blue, FIXED), begun(red, blue, FIXED, 3)
    api.clock.now += 10 * HOUR
    told = leave(red, 5)
    assert told == {"began": moment(api.clock.now), "ends": moment(api.clock.now + 5 * DAY)}
    assert red.state(mine)["deadline"] == moment(NOON + 6 * DAY)
    assert red.state(theirs)["deadline"] == moment(NOON + DAY)
    for game in (mine, theirs):
        assert blue.state(game)["away"] == [told["ends"], None], "both see it"
    assert events(api, mine) == [("vacation_began", 1, int(api.clock.now))]
    api.clock.now = NOON + DAY + LEEWAY + 1
    assert swept(api) == 1
    assert blue.state(theirs)["outcome"] == {"winner": 1, "reason": "timeout"}
    api.clock.now = NOON + 6 * DAY
    assert swept(api) == 0
    api.clock.now += LEEWAY + 1
    assert swept(api) == 1


def test_a_player_who_is_handed_the_move_on_vacation_has_it_all_when_he_is_back(api, red, blue):
    game = begun(red, blue, FIXED)
    ends = leave(blue, 3)["ends"]
    api.clock.now += HOUR
    state = json_of(red.move(game, 2, OPENING[2]))
    assert state["deadline"] == moment(NOON + 4 * DAY)
    assert state["away"] == [None, ends]
    state = json_of(blue.move(game, 3, OPENING[3]))
    assert state["ply"] == 4, "he may move all the same"


def test_a_vacation_ended_early_leaves_the_remainder_and_the_days_that_were_not_used(
    api, red, blue
):
    game = begun(red, blue, TOTAL)
    api.clock.now += 4 * HOUR
    leave(red, 5)
    api.clock.now += DAY
    assert json_of(red.get("/vacations/current")) == {
        "vacation": {"began": moment(NOON + 4 * HOUR), "ends": moment(NOON + 4 * HOUR + 5 * DAY)},
        "left": 25 * DAY,
    }
    assert red.delete("/vacations/current").status_code == 204
    assert json_of(red.get("/vacations/current")) == {"vacation": None, "left": 29 * DAY}
    state = red.state(game)
    assert state["deadline"] == moment(api.clock.now + 6 * HOUR)
    assert state["away"] == [moment(api.clock.now), None]
    api.clock.now += HOUR
    assert json_of(red.move(game, 2, OPENING[2]))["bank"] == [5 * HOUR, 10 * HOUR]
    assert code_of(red.delete("/vacations/current")) == "not_on_vacation"


def test_a_vacation_saves_nobody_whose_time_is_up(api, red, blue):
    lost, claimable = begun(red, blue, FIXED), begun(red, blue, FIXED | {"enforcement": "claim"})
    unbegun = begun(red, blue, FIXED, 0)
    api.clock.now += 8 * DAY
    leave(red, 5)
    assert red.state(lost)["outcome"] == {"winner": 2, "reason": "timeout"}
    assert red.state(unbegun)["status"] == "aborted"
    late = red.state(claimable)
    assert (late["status"], late["deadline"]) == ("active", moment(NOON + DAY))
    assert json_of(blue.act(claimable, "timeout-claim", 2))["status"] == "finished"


def test_a_game_that_begins_in_a_vacation_knows_of_it(api, red, blue):
    ends = leave(blue, 5)["ends"]
    game = begun(red, blue, FIXED, 3)
    state = red.state(game)
    assert state["away"] == [None, ends]
    assert state["deadline"] == moment(NOON + 6 * DAY)


def test_the_days_of_a_year_are_all_there_are_to_the_second(api, red):
    assert code_of(red.post("/vacations", {"days": 31})) == "vacation_used_up"
    leave(red, 20)
    assert code_of(red.post("/vacations", {"days": 1})) == "on_vacation"
    api.clock.now += 2 * DAY + 1
    red.delete("/vacations/current")
    refused = red.post("/vacations", {"days": 28})
    assert code_of(refused) == "vacation_used_up"
    assert json.loads(refused.data)["left"] == 28 * DAY - 1
    assert "27 whole days" in json.loads(refused.data)["detail"]
    leave(red, 27)


def test_a_vacation_over_the_turn_of_the_year_takes_of_both(api, red):
    api.clock.now = 1_767_225_600 - 20 * DAY  # twenty days before 2026
    leave(red, 45)
    assert json_of(red.get("/vacations/current"))["left"] == 10 * DAY
    api.clock.now += 45 * DAY
    assert json_of(red.get("/vacations/current"))["left"] == 5 * DAY
    assert code_of(red.post("/vacations", {"days": 6})) == "vacation_used_up"
    leave(red, 5)


def test_how_many_days_there_are_is_a_setting(tmp_path: Path):
    with at_work(tmp_path, vacation_days=2) as api:
        red = api.player("red", "manage")
        assert code_of(red.post("/vacations", {"days": 3})) == "vacation_used_up"
        leave(red, 2)


@pytest.mark.parametrize("days", [0, 367, 1.5, "3", None])
def test_a_vacation_is_of_whole_days(red, days):
    assert code_of(red.post("/vacations", {"days": days})) == "invalid_body"


def test_a_vacation_is_a_matter_of_the_account(api, red):
    player = api.log_in("red")
    assert code_of(player.post("/vacations", {"days": 3})) == "scope"
    assert code_of(player.delete("/vacations/current")) == "scope"
    assert code_of(api.anyone().get("/vacations/current")) == "token_required"
    assert code_of(api.log_in("red", "play").get("/vacations/current")) == "scope"


def test_the_same_key_begins_one_vacation(red):
    made = [red.post("/vacations", {"days": 3}, Idempotency_Key="k") for _ in range(2)]
    assert made[0].data == made[1].data
    assert made[1].status_code == 201


def test_an_agreed_pause_freezes_what_is_left_and_refills_nothing(api, red, blue):
    game = begun(red, blue, TOTAL)
    api.clock.now += 4 * HOUR
    red.act(game, "pause-offer", 2)
    state = json_of(blue.act(game, "pause-accept", 2))
    assert state["paused"] == moment(api.clock.now)
    assert (state["bank"], state["deadline"]) == ([6 * HOUR, 10 * HOUR], None)
    api.clock.now += 30 * DAY
    assert swept(api) == 0
    state = json_of(blue.act(game, "resume", 2))
    assert (state["paused"], state["deadline"]) == (None, moment(api.clock.now + 6 * HOUR))
    assert code_of(red.act(game, "resume", 2)) == "not_paused"
    api.clock.now += HOUR
    assert json_of(red.move(game, 2, OPENING[2]))["bank"] == [5 * HOUR, 10 * HOUR]


def test_a_move_in_a_pause_costs_nothing_and_the_pause_goes_on(api, red, blue):
    game = begun(red, blue, TOTAL)
    red.act(game, "pause-offer", 2)
    blue.act(game, "pause-accept", 2)
    api.clock.now += 5 * DAY
    state = json_of(red.move(game, 2, OPENING[2]))
    assert state["bank"] == [10 * HOUR, 10 * HOUR]
    assert (state["deadline"], state["paused"]) == (None, moment(NOON))
    api.clock.now += 5 * DAY
    state = json_of(red.act(game, "resume", 3))
    assert state["deadline"] == moment(api.clock.now + 10 * HOUR)


def test_a_pause_holds_the_abort_up(api, red, blue):
    game = begun(red, blue, None, 1)
    api.clock.now += DAY
    red.act(game, "pause-offer", 1)
    assert json_of(blue.act(game, "pause-accept", 1))["abort_at"] is None
    api.clock.now += 100 * DAY
    assert swept(api) == 0
    assert json_of(blue.act(game, "resume", 1))["abort_at"] == moment(NOON + 107 * DAY)


def test_a_pause_and_a_vacation_that_overlap_freeze_once(api, red, blue):
    game = begun(red, blue, TOTAL)
    api.clock.now += HOUR
    leave(red, 4)
    red.act(game, "pause-offer", 2)
    blue.act(game, "pause-accept", 2)
    api.clock.now += 2 * DAY
    state = json_of(red.act(game, "resume", 2))
    assert state["deadline"] == moment(NOON + 4 * DAY + 10 * HOUR)


def test_a_takeback_gives_no_time_back_and_takes_none(api, red, blue):
    game = begun(red, blue, TOTAL)
    api.clock.now += 2 * HOUR
    json_of(red.move(game, 2, OPENING[2]))
    red.act(game, "takeback-offer", 3)
    api.clock.now += 3 * HOUR
    state = json_of(blue.act(game, "takeback-accept", 3))
    assert (state["ply"], state["line"], state["bank"]) == (2, 1, [8 * HOUR, 7 * HOUR])
    assert state["deadline"] == moment(api.clock.now + 8 * HOUR)
