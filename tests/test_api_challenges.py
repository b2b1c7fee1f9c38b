"""Challenges over HTTP: made, seen, answered, withdrawn."""

import json

import pytest

from server.challenge import MOST_OPEN

from .api import Caller, code_of, json_of


@pytest.fixture
def green(api):
    return api.player("green")


def challenge(caller: Caller, **fields: object) -> str:
    return str(json_of(caller.post("/challenges", {"game": "cubeo"} | fields))["id"])


def test_a_challenge_is_told_in_full_with_settings_in_their_canonical_form(api, red, blue):
    made = red.post(
        "/challenges",
        {"game": "cubeo", "variants": ["Strict", "pieces=8"], "opponent": "BLUE", "seat": "2"},
    )
    assert made.status_code == 201
    told = json_of(made)
    assert told == {
        "id": "1",
        "game": "cubeo",
        "variants": ["d8", "strict"],
        "from": "red",
        "opponent": "blue",
        "seat": "2",
        "clock": None,
        "rated": False,
        "message": None,
        "created": "2025-06-15T15:06:40Z",
        "status": "open",
        "game_id": None,
    }
    assert json_of(blue.get("/challenges/1")) == told


def test_an_accepted_challenge_is_a_game_with_the_seats_that_were_asked_for(api, red, blue):
    for seat, names in (("1", ["red", "blue"]), ("2", ["blue", "red"])):
        number = challenge(red, seat=seat)
        accepted = blue.post(f"/challenges/{number}/accept")
        assert accepted.status_code == 201
        game = json_of(accepted)["game_id"]
        assert [one["name"] for one in json_of(red.get(f"/games/{game}"))["players"]] == names
        told = json_of(red.get(f"/challenges/{number}"))
        assert (told["status"], told["game_id"]) == ("accepted", game)


def test_a_random_seat_is_either(api, red, blue):
    firsts = set()
    for _ in range(64):
        game = json_of(blue.post(f"/challenges/{challenge(red)}/accept"))["game_id"]
        firsts.add(json_of(red.get(f"/games/{game}"))["players"][0]["name"])
    assert firsts == {"red", "blue"}


def test_challenges_are_listed_to_both_sides_and_open_ones_to_all(api, red, blue, green):
    named = challenge(red, opponent="blue")
    opened = challenge(red)
    assert listed(red) == [opened, named]
    assert listed(blue) == [opened, named]
    assert listed(green) == [opened]
    json_of(blue.post(f"/challenges/{opened}/accept"))
    assert listed(blue) == [opened, named]
    assert listed(green) == []


def listed(caller: Caller) -> list[str]:
    return [item["id"] for item in json_of(caller.get("/challenges"))["items"]]


def test_a_long_list_comes_in_parts(api, red):
    made = [challenge(red) for _ in range(5)]
    found, cursor = [], ""
    while True:
        part = json_of(red.get(f"/challenges?limit=2{cursor}"))
        found += [item["id"] for item in part["items"]]
        if part["next"] is None:
            break
        cursor = f"&cursor={part['next']}"
    assert found == made[::-1]


def test_a_stranger_neither_sees_nor_answers_what_was_offered_to_another(api, red, blue, green):
    number = challenge(red, opponent="blue")
    assert code_of(green.get(f"/challenges/{number}")) == "not_found"
    for action in ("accept", "decline"):
        assert code_of(green.post(f"/challenges/{number}/{action}")) == "not_found"
    assert code_of(green.delete(f"/challenges/{number}")) == "not_found"
    nowhere = green.delete("/challenges/999")
    assert green.delete(f"/challenges/{number}").text == nowhere.text.replace("999", number)
    assert code_of(blue.delete(f"/challenges/{number}")) == "not_for_you"


def test_nobody_answers_his_own_challenge(api, red):
    number = challenge(red)
    for action in ("accept", "decline"):
        refused = red.post(f"/challenges/{number}/{action}")
        assert refused.status_code == 403
        assert code_of(refused) == "own_challenge"
    assert code_of(red.post("/challenges", {"game": "cubeo", "opponent": "Red"})) == "own_challenge"


def test_one_is_told_to_withdraw_ones_own_challenge_only_while_it_is_open(red, blue):
    number = challenge(red)
    refused = red.post(f"/challenges/{number}/accept").get_json()
    assert refused["detail"] == "This is your own challenge; you can withdraw it."
    json_of(blue.post(f"/challenges/{number}/accept"))
    refused = red.post(f"/challenges/{number}/accept").get_json()
    assert (refused["code"], refused["status"]) == ("own_challenge", 403)
    assert refused["detail"] == "This is your own challenge; it was accepted."


@pytest.mark.parametrize("name", ["", " ", "x" * 200])
def test_a_player_who_is_not_there_is_named_in_quotes(red, name):
    refused = red.post("/challenges", {"game": "cubeo", "opponent": name})
    assert code_of(refused) == "unknown_player"
    shown = repr(name if len(name) <= 40 else name[:40] + "…")
    assert refused.get_json()["detail"] == f"There is no player {shown}."


def test_an_open_challenge_is_accepted_once(api, red, blue, green):
    number = challenge(red)
    json_of(blue.post(f"/challenges/{number}/accept"))
    for late in (blue, green):
        refused = late.post(f"/challenges/{number}/accept")
        assert refused.status_code == 409
        assert code_of(refused) == "already_accepted"
    assert code_of(red.delete(f"/challenges/{number}")) == "already_accepted"


def test_a_challenge_that_was_declined_or_withdrawn_is_closed(api, red, blue):
    declined, withdrawn = challenge(red, opponent="blue"), challenge(red)
    assert json_of(blue.post(f"/challenges/{declined}/decline", {}))["status"] == "declined"
    assert red.delete(f"/challenges/{withdrawn}").status_code == 204
    for number in (declined, withdrawn):
        assert code_of(blue.post(f"/challenges/{number}/accept")) == "challenge_closed"
        assert code_of(red.delete(f"/challenges/{number}")) == "challenge_closed"
    assert code_of(blue.post(f"/challenges/{declined}/decline")) == "challenge_closed"
    assert code_of(blue.post(f"/challenges/{withdrawn}/decline")) == "not_for_you"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"variants": ["d8", "pieces=8"]}, "bad_settings"),
        ({"variants": ["stict"]}, "bad_settings"),
        ({"opponent": "nobody"}, "unknown_player"),
        ({"opponent": 7}, "invalid_body"),
        ({"variants": "d8"}, "invalid_body"),
        ({"seat": "3"}, "invalid_body"),
        ({"seat": 1}, "invalid_body"),
        ({"clock": {"kind": "slow"}}, "invalid_body"),
        ({"clock": {"kind": "fixed"}}, "invalid_body"),
        ({"clock": {"kind": "capped", "start": 100}}, "invalid_body"),
        ({"rated": "no"}, "invalid_body"),
    ],
)
def test_a_challenge_that_cannot_be_made_says_why(api, red, fields, code):
    refused = red.post("/challenges", {"game": "cubeo"} | fields)
    assert refused.status_code == 422
    assert code_of(refused) == code


def test_settings_at_fault_are_named(api, red):
    refused = red.post("/challenges", {"game": "cubeo", "variants": ["d8", "pieces=8"]})
    assert sorted(json.loads(refused.data)["words"]) == ["d8", "pieces=8"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("rated", True)],
)
def test_what_later_work_brings_is_not_supported(api, red, name, value):
    refused = red.post("/challenges", {"game": "cubeo", name: value})
    assert refused.status_code == 422
    assert code_of(refused) == "not_supported"
    assert json.loads(refused.data)["field"] == name


def test_its_neutral_values_are_taken(api, red):
    fields = {"clock": None, "rated": False, "message": None, "opponent": None, "variants": []}
    assert challenge(red, **fields) == "1"


def test_an_account_has_twenty_open_challenges_at_most(red, blue):
    bodies = [{"game": "cubeo"}, {"game": "hive", "opponent": "blue"}] * (MOST_OPEN // 2)
    made = [json_of(red.post("/challenges", body))["id"] for body in bodies]
    refused = red.post("/challenges", {"game": "cubeo"})
    assert (refused.status_code, code_of(refused)) == (409, "too_many_challenges")
    assert json.loads(refused.data)["most"] == MOST_OPEN == 20
    assert code_of(red.post("/challenges", {"game": "chess"})) == "unknown_game"
    json_of(blue.post("/challenges", {"game": "cubeo"}))
    for make_room in (
        lambda: blue.post(f"/challenges/{made[0]}/accept"),
        lambda: blue.post(f"/challenges/{made[1]}/decline"),
        lambda: red.delete(f"/challenges/{made[2]}"),
    ):
        assert make_room().status_code < 300
        json_of(red.post("/challenges", {"game": "cubeo"}))
        assert code_of(red.post("/challenges", {"game": "cubeo"})) == "too_many_challenges"


def test_no_account_hides_the_challenges_of_others(red, blue, green):
    wanted = json_of(blue.post("/challenges", {"game": "hive"}))["id"]
    named = json_of(blue.post("/challenges", {"game": "hive", "opponent": "red"}))["id"]
    own = [json_of(red.post("/challenges", {"game": "cubeo"}))["id"] for _ in range(MOST_OPEN)]
    assert ids(red, "of=others&limit=1") == [wanted]
    assert ids(red, "of=mine&limit=200") == [*reversed(own), named]
    assert ids(red, "limit=200") == [*reversed(own), named, wanted]
    paged, cursor = [], ""
    while cursor is not None:
        part = json_of(green.get(f"/challenges?of=others&limit=6{cursor}"))
        paged += [item["id"] for item in part["items"]]
        cursor = None if part["next"] is None else f"&cursor={part['next']}"
    assert paged == [*reversed(own), wanted]
    assert code_of(red.get("/challenges?of=all")) == "invalid_query"


def ids(caller, query: str) -> list[str]:
    return [item["id"] for item in json_of(caller.get(f"/challenges?{query}"))["items"]]
