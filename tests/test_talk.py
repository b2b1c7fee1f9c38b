"""What players say to each other, and what each notes for himself."""

import json

import pytest

from .api import Api, Caller, code_of, json_of


def said(caller: Caller, game: str) -> list[str]:
    return [one["message"] for one in json_of(caller.get(f"/games/{game}/messages"))["items"]]


def put_notes(caller: Caller, game: str, text: str):
    path = f"/api/v1/games/{game}/notes"
    return caller.client.put(path, headers=caller.headers, json={"notes": text})


def test_a_message_is_told_to_both_players(red, blue, game):
    red.move(game, 0, "+-1,0")
    answer = blue.post(f"/games/{game}/messages", {"message": " good luck \r\n\r\nand fun "})
    assert answer.status_code == 201
    message = {
        "id": "1",
        "from": "blue",
        "seat": 2,
        "line": 0,
        "ply": 1,
        "message": "good luck \n\nand fun",
        "at": "2025-06-15T15:06:40Z",
    }
    assert json_of(answer) == message
    for caller in (red, blue):
        assert json_of(caller.get(f"/games/{game}/messages"))["items"] == [message]


def test_messages_come_newest_first_and_in_parts(red, blue, game):
    for number in range(3):
        red.post(f"/games/{game}/messages", {"message": f"message {number}"})
    part = json_of(blue.get(f"/games/{game}/messages?limit=2"))
    assert [one["message"] for one in part["items"]] == ["message 2", "message 1"]
    rest = json_of(blue.get(f"/games/{game}/messages?cursor={part['next']}"))
    assert [one["message"] for one in rest["items"]] == ["message 0"]


def test_a_message_comes_with_a_move_or_not_at_all(red, blue, game):
    assert code_of(red.move(game, 0, "+9,9", message="oops")) == "illegal_move"
    assert said(blue, game) == []
    red.move(game, 0, "+-1,0", message="hello")
    blue.move(game, 1, "+2,0", message="  ")
    assert said(blue, game) == ["hello"]
    assert json_of(blue.get(f"/games/{game}/messages"))["items"][0]["ply"] == 1


def test_a_message_sent_again_under_its_key_is_said_once(red, blue, game):
    path, body = f"/games/{game}/messages", {"message": "hello"}
    first = red.post(path, body, Idempotency_Key="k")
    assert red.post(path, body, Idempotency_Key="k").data == first.data
    assert said(blue, game) == ["hello"]


def test_players_talk_on_when_the_game_is_over(red, blue, game):
    red.act(game, "resign", 0)
    assert red.post(f"/games/{game}/messages", {"message": "thanks"}).status_code == 201
    assert said(blue, game) == ["thanks"]


def test_a_message_does_not_change_the_state(red, blue, game):
    before = blue.state(game)
    red.post(f"/games/{game}/messages", {"message": "hello"})
    put_notes(red, game, "secret")
    assert blue.state(game) == before


@pytest.mark.parametrize("body", [{}, {"message": ""}, {"message": " \n"}, {"message": "x" * 2001}])
def test_a_message_has_something_to_say_and_is_not_endless(red, game, body):
    refused = red.post(f"/games/{game}/messages", body)
    assert code_of(refused) == "invalid_body"
    assert json.loads(refused.data)["errors"][0]["path"] in ("", "/message")


def test_the_message_of_a_challenge_is_seen_with_it_and_opens_the_talk_of_its_game(red, blue):
    body = {"game": "cubeo", "opponent": "blue", "seat": "2", "message": "a game?"}
    made = json_of(red.post("/challenges", body))
    assert made["message"] == "a game?"
    assert json_of(blue.get(f"/challenges/{made['id']}"))["message"] == "a game?"
    game = json_of(blue.post(f"/challenges/{made['id']}/accept"))["game_id"]
    (message,) = json_of(blue.get(f"/games/{game}/messages"))["items"]
    assert (message["from"], message["seat"], message["message"]) == ("red", 2, "a game?")


def test_notes_are_kept_for_who_wrote_them(red, blue, game):
    assert json_of(red.get(f"/games/{game}/notes")) == {"notes": "", "updated": None}
    kept = {"notes": "watch 0,1\n  then", "updated": "2025-06-15T15:06:40Z"}
    assert json_of(put_notes(red, game, "watch 0,1\r\n  then\n")) == kept
    assert json_of(red.get(f"/games/{game}/notes")) == kept
    assert json_of(blue.get(f"/games/{game}/notes"))["notes"] == ""
    put_notes(blue, game, "mine")
    assert json_of(red.get(f"/games/{game}/notes")) == kept
    assert json_of(put_notes(red, game, ""))["updated"] is None


def test_notes_are_not_endless(red, game):
    assert code_of(put_notes(red, game, "x" * 20_001)) == "invalid_body"


def test_talk_and_notes_are_the_players_only(api: Api, red, blue, game):
    green = api.player("green")
    red.post(f"/games/{game}/messages", {"message": "hello"})
    for path in ("messages", "notes"):
        assert code_of(green.get(f"/games/{game}/{path}")) == "not_a_player"
        assert code_of(api.anyone().get(f"/games/{game}/{path}")) == "token_required"
        assert code_of(api.log_in("red", "play").get(f"/games/{game}/{path}")) == "scope"
    assert code_of(green.post(f"/games/{game}/messages", {"message": "hi"})) == "not_a_player"
    assert code_of(put_notes(green, game, "hi")) == "not_a_player"
    assert said(blue, game) == ["hello"]
