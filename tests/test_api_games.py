"""Games over HTTP: states, moves, offers, and answers that come twice."""

import json

import pytest

from server.config import DAY

from .api import Api, begin, code_of, json_of

BLUE_TURNS = ["1,1,0->0,1", "1,0,1->1,0"]


def test_a_new_game_is_told_in_full_to_anyone(api: Api, game):
    answer = api.anyone().get(f"/games/{game}")
    assert answer.headers["ETag"] == '"0"'
    assert json_of(answer) == {
        "id": game,
        "game": "cubeo",
        "variants": [],
        "players": [
            {"name": "red", "seat": 1, "bot": False, "rating": None},
            {"name": "blue", "seat": 2, "bot": False, "rating": None},
        ],
        "ply": 0,
        "line": 0,
        "version": 0,
        "to_move": 1,
        "position": "A1@0,0 B1@1,0 A",
        "moves": [],
        "claimable": False,
        "clock": None,
        "bank": None,
        "deadline": None,
        "abort_at": "2025-06-22T15:06:40Z",
        "paused": None,
        "away": [None, None],
        "status": "active",
        "outcome": None,
        "offers": [],
        "created": "2025-06-15T15:06:40Z",
        "updated": "2025-06-15T15:06:40Z",
    }


def test_legal_moves_are_told_when_asked_for(api: Api, game):
    told = json_of(api.anyone().get(f"/games/{game}?legal=1"))
    assert told["legal"] == ["+-1,0", "+0,-1", "+0,1", "1,0,0->1,-1", "1,0,0->1,1"]
    assert "legal" not in json_of(api.anyone().get(f"/games/{game}?legal=0"))


def test_a_move_is_answered_with_the_state_and_what_was_accepted(api: Api, red, game):
    api.clock.now += 60
    answer = red.move(game, 0, " + -1 , 0")
    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"1"'
    told = json_of(answer)
    assert told.pop("accepted") == {"ply": 0, "move": "+-1,0"}
    assert (told["ply"], told["version"], told["to_move"]) == (1, 1, 2)
    assert told["moves"] == ["+-1,0"]
    assert told["position"] == "A1@-1,0 A1@0,0 B1@1,0 B"
    assert told["updated"] == "2025-06-15T15:07:40Z"
    assert json_of(api.anyone().get(f"/games/{game}")) == told


def test_a_state_that_is_known_already_is_not_sent_again(api: Api, red, game):
    for tag, status in (('"0"', 304), ('W/"0"', 304), ("*", 304), ('"1"', 200), ('"9", "0"', 304)):
        answer = api.anyone().get(f"/games/{game}", If_None_Match=tag)
        assert answer.status_code == status, tag
        assert answer.headers["ETag"] == '"0"'
        assert (answer.data == b"") == (status == 304)
    red.move(game, 0, "+-1,0")
    assert api.anyone().get(f"/games/{game}", If_None_Match='"0"').status_code == 200


def test_a_stale_move_is_told_where_the_game_stands(red, blue, game):
    red.move(game, 0, "+-1,0")
    refused = red.move(game, 0, "+-1,0")
    assert refused.status_code == 409
    assert code_of(refused) == "stale_ply"
    told = json.loads(refused.data)
    assert (told["current_ply"], told["line"], told["last_move"]) == (1, 0, "+-1,0")
    assert code_of(blue.move(game, 2, "+2,0")) == "stale_ply"
    assert code_of(blue.move(game, 1, "+2,0", line=1)) == "stale_ply"
    assert blue.move(game, 1, "+2,0", line=0).status_code == 201


def test_a_move_must_be_a_legal_move_of_the_player_on_turn(api: Api, red, blue, game):
    assert code_of(blue.move(game, 0, "+2,0")) == "not_your_turn"
    refused = red.move(game, 0, "+0;1")
    assert code_of(refused) == "not_a_move"
    assert json.loads(refused.data)["column"] == 3
    refused = red.move(game, 0, "+1,0")
    assert code_of(refused) == "illegal_move"
    assert json.loads(refused.data)["reason"] == "occupied"
    refused = red.move(game, 0, "2,0,0->1,1")
    told = json.loads(refused.data)
    assert (told["code"], told["reason"]) == ("illegal_move", "wrong_rank")
    assert told["suggestions"][0] == "1,0,0->1,1"
    assert json_of(api.anyone().get(f"/games/{game}"))["version"] == 0


def test_a_stranger_does_not_play(api: Api, game):
    green = api.player("green")
    for refused in (green.move(game, 0, "+-1,0"), green.act(game, "resign", 0)):
        assert refused.status_code == 403
        assert code_of(refused) == "not_a_player"


def test_a_token_without_the_scope_does_not_play(api: Api, red, game):
    reader = api.log_in("red", "read")
    refused = reader.move(game, 0, "+-1,0")
    assert code_of(refused) == "scope"
    assert json.loads(refused.data)["scope"] == "play"
    assert code_of(api.log_in("red", "play").get("/challenges")) == "scope"
    assert code_of(api.log_in("red", "play").get("/games?turn=mine")) == "scope"


def test_either_player_resigns_at_any_time_and_the_game_is_over(red, blue, game):
    told = json_of(blue.act(game, "resign", 0))
    assert told["status"] == "finished"
    assert told["outcome"] == {"winner": 1, "reason": "resignation"}
    assert told["to_move"] is None
    for refused in (red.move(game, 0, "+-1,0"), red.act(game, "draw-offer", 0)):
        assert refused.status_code == 409
        assert code_of(refused) == "game_over"
    assert red.state(game)["legal"] == []


def test_a_draw_is_agreed(red, blue, game):
    assert code_of(blue.act(game, "draw-accept", 0)) == "no_offer"
    offered = json_of(red.act(game, "draw-offer", 0))
    assert offered["offers"] == [{"kind": "draw", "by": 1, "ply": 0}]
    assert offered["version"] == 1
    assert code_of(red.act(game, "draw-accept", 0)) == "no_offer"
    assert code_of(red.act(game, "draw-offer", 0)) == "already_offered"
    agreed = json_of(blue.act(game, "draw-accept", 0))
    assert agreed["outcome"] == {"winner": None, "reason": "agreement"}
    assert agreed["offers"] == []


def test_a_draw_is_declined_by_saying_so_or_by_moving(red, blue, game):
    red.act(game, "draw-offer", 0)
    assert json_of(blue.act(game, "draw-decline", 0))["offers"] == []
    red.act(game, "draw-offer", 0)
    assert len(json_of(red.move(game, 0, "+-1,0"))["offers"]) == 1
    assert json_of(blue.move(game, 1, "+2,0"))["offers"] == []


def test_a_move_declines_only_an_offer_that_its_version_included(red, blue, game):
    red.move(game, 0, "+-1,0")
    seen = blue.state(game)["version"]
    red.act(game, "draw-offer", 1)
    assert len(json_of(blue.move(game, 1, "+2,0", seen=seen))["offers"]) == 1
    red.move(game, 2, "+-2,0")
    assert json_of(blue.move(game, 3, "+3,0", seen=blue.state(game)["version"]))["offers"] == []


def test_a_repetition_is_claimed_on_turn_and_not_before_the_third_time(red, blue, game):
    ply = 0
    for _ in range(2):
        assert code_of(red.act(game, "draw-claim", ply)) == "not_claimable"
        for caller, word in (
            (red, "1,0,0->1,1"),
            (blue, "1,1,0->0,1"),
            (red, "1,1,1->0,0"),
            (blue, "1,0,1->1,0"),
        ):
            told = json_of(caller.move(game, ply, word))
            ply += 1
    assert told["claimable"] is True
    assert code_of(blue.act(game, "draw-claim", ply)) == "not_your_turn"
    claimed = json_of(red.act(game, "draw-claim", ply))
    assert claimed["outcome"] == {"winner": None, "reason": "repetition"}
    assert claimed["claimable"] is False


def test_games_are_listed_newest_first_by_player_status_and_turn(api: Api, red, blue):
    green = api.player("green")
    first, second, third = begin(red, blue), begin(blue, green), begin(red, green)
    red.move(first, 0, "+-1,0")
    green.act(third, "resign", 0)

    def listed(caller, query: str) -> list[str]:
        return [item["id"] for item in json_of(caller.get(f"/games{query}"))["items"]]

    assert listed(api.anyone(), "") == [third, second, first]
    assert listed(api.anyone(), "?player=RED") == [third, first]
    assert listed(api.anyone(), "?player=nobody") == []
    assert listed(api.anyone(), "?status=finished") == [third]
    assert listed(api.anyone(), "?status=active&player=green") == [second]
    assert listed(blue, "?turn=mine") == [second, first]
    assert listed(red, "?turn=mine") == []
    assert code_of(api.anyone().get("/games?turn=mine")) == "token_required"
    page = json_of(api.anyone().get("/games?limit=2"))
    assert listed(api.anyone(), f"?cursor={page['next']}") == [first]
    assert not {"moves", "legal"} & set(page["items"][0])


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "limit=x", "cursor=x", "status=lost", "turn=yours", "page=2"]
)
def test_a_query_that_makes_no_sense_is_refused_by_name(api: Api, query: str):
    refused = api.anyone().get(
        f"/games?{query}", Authorization=api.player("red").headers["Authorization"]
    )
    assert refused.status_code == 422
    assert code_of(refused) == "invalid_query"
    assert json.loads(refused.data)["errors"][0]["path"] == query.partition("=")[0]


def test_the_same_key_gets_the_same_bytes_and_nothing_happens_twice(red, blue, game):
    body = {"ply": 0, "move": "+-1,0"}
    first = red.post(f"/games/{game}/moves", body, Idempotency_Key="k")
    blue.move(game, 1, "+2,0")
    blue.act(game, "resign", 2)
    again = red.post(f"/games/{game}/moves", body, Idempotency_Key="k")
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    assert red.state(game)["ply"] == 2


def test_a_key_is_for_one_path_and_body_and_its_own_account(red, blue, game):
    path = f"/games/{game}/moves"
    red.post(path, {"ply": 0, "move": "+-1,0"}, Idempotency_Key="k")
    for reused in (
        red.post(path, {"ply": 0, "move": "+0,1"}, Idempotency_Key="k"),
        red.post(f"/games/{game}/resign", {"ply": 1}, Idempotency_Key="k"),
    ):
        assert reused.status_code == 422
        assert code_of(reused) == "key_reused"
    assert blue.post(path, {"ply": 1, "move": "+2,0"}, Idempotency_Key="k").status_code == 201


def test_a_refusal_is_not_kept_under_a_key(red, game):
    path = f"/games/{game}/moves"
    assert code_of(red.post(path, {"ply": 1, "move": "+0,1"}, Idempotency_Key="k")) == "stale_ply"
    assert red.post(path, {"ply": 0, "move": "+0,1"}, Idempotency_Key="k").status_code == 201


def test_a_key_is_kept_for_fourteen_days(api: Api, red, blue, game):
    path, body = f"/games/{game}/moves", {"ply": 0, "move": "+-1,0"}
    red.post(path, body, Idempotency_Key="k")
    blue.move(game, 1, "+2,0")
    api.clock.now += 14 * DAY - 1
    assert red.post(path, body, Idempotency_Key="k").status_code == 201
    api.clock.now += 1
    assert code_of(red.post(path, body, Idempotency_Key="k")) == "stale_ply"


@pytest.mark.parametrize("key", ["", "x" * 256, "é"])
def test_a_key_that_is_none_is_refused(red, game, key):
    refused = red.post(f"/games/{game}/moves", {"ply": 0, "move": "+0,1"}, Idempotency_Key=key)
    assert code_of(refused) == "invalid_header"


def test_a_reply_is_kept_for_every_post_with_a_token(red, blue):
    made = [red.post("/challenges", {"game": "cubeo"}, Idempotency_Key="c") for _ in range(2)]
    assert made[0].data == made[1].data
    path = f"/challenges/{json_of(made[0])['id']}/accept"
    accepted = [blue.post(path, Idempotency_Key="a") for _ in range(2)]
    assert accepted[0].data == accepted[1].data
    assert accepted[1].status_code == 201
