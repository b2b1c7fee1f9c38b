"""Offers of every kind: made at a ply, answered by the opponent, declined by a move that saw them."""

import json

import pytest

from .api import Api, Caller, begin, code_of, json_of

OPENING = ["+-1,0", "+2,0", "+-2,0", "+3,0"]


def played(red: Caller, blue: Caller, game: str, plies: int) -> str:
    for ply, word in enumerate(OPENING[:plies]):
        json_of((red, blue)[ply % 2].move(game, ply, word))
    return game


def ask(caller: Caller, game: str, action: str, ply: int, **fields: int):
    return caller.post(f"/games/{game}/{action}", {"ply": ply, **fields})


@pytest.mark.parametrize("kind", ["draw", "takeback", "pause"])
def test_an_offer_of_any_kind_is_made_once_and_answered_by_the_other(red, blue, game, kind):
    played(red, blue, game, 1)
    assert code_of(blue.act(game, f"{kind}-accept", 1)) == "no_offer"
    offers = json_of(red.act(game, f"{kind}-offer", 1))["offers"]
    assert [(one["kind"], one["by"], one["ply"]) for one in offers] == [(kind, 1, 1)]
    assert code_of(red.act(game, f"{kind}-offer", 1)) == "already_offered"
    assert code_of(red.act(game, f"{kind}-accept", 1)) == "no_offer"
    assert code_of(red.act(game, f"{kind}-decline", 1)) == "no_offer"
    assert code_of(blue.act(game, f"{kind}-accept", 0)) == "stale_ply"
    assert json_of(blue.act(game, f"{kind}-decline", 1))["offers"] == []
    assert code_of(blue.act(game, f"{kind}-accept", 1)) == "no_offer"


def test_offers_of_two_kinds_stand_side_by_side_and_a_move_in_sight_of_both_declines_both(
    red, blue, game
):
    played(red, blue, game, 1)
    red.act(game, "draw-offer", 1)
    seen = json_of(red.act(game, "takeback-offer", 1))["version"]
    assert json_of(blue.move(game, 1, "+2,0", seen=seen))["offers"] == []


def test_a_move_out_of_sight_of_an_offer_lets_it_stand_and_it_can_still_be_accepted(
    red, blue, game
):
    played(red, blue, game, 1)
    seen = blue.state(game)["version"]
    red.act(game, "takeback-offer", 1)
    told = json_of(blue.move(game, 1, "+2,0", seen=seen))
    assert told["offers"] == [{"kind": "takeback", "by": 1, "ply": 1, "to": 0}]
    assert json_of(blue.act(game, "takeback-accept", 2))["moves"] == []


# A draw offered with a move


def test_a_draw_is_offered_with_a_move_and_declined_by_the_next(red, blue, game):
    told = json_of(red.move(game, 0, "+-1,0", offer_draw=True))
    assert told["offers"] == [{"kind": "draw", "by": 1, "ply": 0}]
    assert (told["version"], told["ply"]) == (1, 1)
    assert json_of(blue.move(game, 1, "+2,0"))["offers"] == []


def test_a_draw_offered_with_a_move_is_accepted_at_the_ply_after_it(red, blue, game):
    red.move(game, 0, "+-1,0", offer_draw=True)
    told = json_of(blue.act(game, "draw-accept", 1))
    assert told["outcome"] == {"winner": None, "reason": "agreement"}
    assert told["offers"] == []


def test_a_draw_is_not_offered_twice_whether_with_a_move_or_without(red, blue, game):
    red.act(game, "draw-offer", 0)
    assert code_of(red.move(game, 0, "+-1,0", offer_draw=True)) == "already_offered"
    assert red.state(game)["ply"] == 0
    red.move(game, 0, "+-1,0")
    # A move that declines the opponent's offer may make one of its own.
    told = json_of(blue.move(game, 1, "+2,0", offer_draw=True))
    assert told["offers"] == [{"kind": "draw", "by": 2, "ply": 1}]


def test_a_refused_move_offers_nothing(red, game):
    assert code_of(red.move(game, 0, "+9,9", offer_draw=True)) == "illegal_move"
    assert red.state(game)["offers"] == []


# Takebacks


def test_a_takeback_goes_back_to_before_the_last_move_of_who_asks(red, blue, game):
    played(red, blue, game, 4)
    offered = json_of(red.act(game, "takeback-offer", 4))["offers"]
    assert offered == [{"kind": "takeback", "by": 1, "ply": 4, "to": 2}]
    told = json_of(blue.act(game, "takeback-accept", 4))
    assert (told["ply"], told["line"], told["to_move"]) == (2, 1, 1)
    assert told["moves"] == OPENING[:2]
    assert told["offers"] == []
    assert told["position"] == "A1@-1,0 A1@0,0 B1@1,0 B1@2,0 A"


@pytest.mark.parametrize("to", [0, 1, 3])
def test_a_takeback_goes_back_to_any_ply_that_is_named(red, blue, game, to):
    played(red, blue, game, 4)
    json_of(ask(blue, game, "takeback-offer", 4, to=to))
    told = json_of(red.act(game, "takeback-accept", 4))
    assert (told["ply"], told["to_move"]) == (to, 1 + to % 2)
    assert told["moves"] == OPENING[:to]


@pytest.mark.parametrize("to", [4, 5, 10**6])
def test_a_takeback_goes_back_and_not_forward(red, blue, game, to):
    played(red, blue, game, 4)
    refused = ask(red, game, "takeback-offer", 4, to=to)
    assert code_of(refused) == "invalid_body"
    assert json.loads(refused.data)["errors"][0]["path"] == "/to"


def test_who_has_not_moved_has_nothing_to_take_back(red, blue, game):
    assert code_of(red.act(game, "takeback-offer", 0)) == "nothing_to_take_back"
    red.move(game, 0, "+-1,0")
    assert code_of(blue.act(game, "takeback-offer", 1)) == "nothing_to_take_back"


def test_what_was_made_for_the_old_line_is_stale(red, blue, game):
    played(red, blue, game, 4)
    ask(red, game, "takeback-offer", 4, to=0)
    blue.act(game, "takeback-accept", 4)
    refused = red.move(game, 0, "+-1,0")
    assert code_of(refused) == "stale_ply"
    told = json.loads(refused.data)
    assert (told["current_ply"], told["line"], told["last_move"]) == (0, 1, None)
    assert code_of(red.act(game, "resign", 0)) == "stale_ply"
    assert json_of(red.move(game, 0, "+0,1", line=1))["moves"] == ["+0,1"]
    assert code_of(blue.act(game, "takeback-accept", 1)) == "stale_ply"


def test_both_lines_stand_in_the_log_and_the_old_one_is_as_it_was(api: Api, red, blue, game):
    played(red, blue, game, 4)

    def log() -> list[tuple[object, ...]]:
        with api.service.database.read() as view:
            return view.all("SELECT line, ply, move, version, at FROM moves ORDER BY line, ply")

    before = log()
    api.clock.now += 60
    red.act(game, "takeback-offer", 4)
    blue.act(game, "takeback-accept", 4)
    red.move(game, 2, "+0,1", line=1)
    after = log()
    assert after[:4] == before
    assert after[4:6] == [(1, *rest) for _, *rest in before[:2]]
    assert after[6][:3] == (1, 2, "+0,1")
    record = json_of(api.anyone().get(f"/games/{game}/record"))
    assert [ply["move"] for ply in record["plies"]] == [*OPENING[:2], "+0,1"]


def test_repetition_counts_the_plies_of_the_present_line_only(red, blue, game):
    circle = ["1,0,0->1,1", "1,1,0->0,1", "1,1,1->0,0", "1,0,1->1,0"]
    for ply, word in enumerate(circle * 2):
        json_of((red, blue)[ply % 2].move(game, ply, word))
    assert red.state(game)["claimable"] is True
    ask(red, game, "takeback-offer", 8, to=4)
    told = json_of(blue.act(game, "takeback-accept", 8))
    assert told["claimable"] is False
    for ply, word in enumerate(circle, 4):
        told = json_of((red, blue)[ply % 2].move(game, ply, word, line=1))
    assert told["claimable"] is True


def test_a_second_takeback_begins_a_third_line(red, blue, game):
    played(red, blue, game, 2)
    red.act(game, "takeback-offer", 2)
    blue.act(game, "takeback-accept", 2)
    red.move(game, 0, "+0,1", line=1)
    assert json_of(red.post(f"/games/{game}/takeback-offer", {"ply": 1, "line": 1}))["offers"]
    told = json_of(blue.post(f"/games/{game}/takeback-accept", {"ply": 1, "line": 1}))
    assert (told["line"], told["ply"], told["moves"]) == (2, 0, [])


def test_an_acceptance_that_comes_twice_under_its_key_takes_back_once(red, blue, game):
    played(red, blue, game, 2)
    red.act(game, "takeback-offer", 2)
    path = f"/games/{game}/takeback-accept"
    first = blue.post(path, {"ply": 2}, Idempotency_Key="k")
    assert blue.post(path, {"ply": 2}, Idempotency_Key="k").data == first.data
    assert red.state(game)["line"] == 1


# A pause


def test_a_pause_is_agreed_on_and_lasts_until_a_player_ends_it(red, blue, game):
    assert code_of(red.act(game, "resume", 0)) == "not_paused"
    red.act(game, "pause-offer", 0)
    told = json_of(blue.act(game, "pause-accept", 0))
    assert told["offers"] == []
    assert code_of(red.act(game, "pause-offer", 0)) == "already_offered"
    assert json_of(red.move(game, 0, "+-1,0"))["ply"] == 1
    json_of(blue.act(game, "resume", 1))
    assert code_of(red.act(game, "resume", 1)) == "not_paused"


def test_a_pause_leaves_offers_of_other_kinds_standing(red, blue, game):
    red.act(game, "draw-offer", 0)
    red.act(game, "pause-offer", 0)
    assert [one["kind"] for one in json_of(blue.act(game, "pause-accept", 0))["offers"]] == ["draw"]


# Another game


def test_another_game_is_agreed_on_when_one_is_over_with_the_seats_swapped(api: Api, red, blue):
    game = begin(red, blue, "d8", "strict")
    assert code_of(red.act(game, "rematch-offer", 0)) == "not_over"
    red.act(game, "resign", 0)
    assert "rematch" not in red.state(game)
    offers = json_of(red.act(game, "rematch-offer", 0))["offers"]
    assert offers == [{"kind": "rematch", "by": 1, "ply": 0}]
    told = json_of(blue.act(game, "rematch-accept", 0))
    assert told["offers"] == []
    state = json_of(api.anyone().get(f"/games/{told['rematch']}"))
    assert [each["name"] for each in state["players"]] == ["blue", "red"]
    assert (state["variants"], state["status"], state["ply"]) == (["d8", "strict"], "active", 0)
    again = red.act(game, "rematch-offer", 0)
    assert code_of(again) == "already_offered"
    assert json.loads(again.data)["rematch"] == told["rematch"]


def test_another_game_has_the_same_clock(api: Api, red, blue):
    clock = {"kind": "capped", "start": 10, "increment": 5, "max": 20, "enforcement": "claim"}
    game = begin(red, blue, clock=clock)
    red.act(game, "resign", 0)
    red.act(game, "rematch-offer", 0)
    told = json_of(blue.act(game, "rematch-accept", 0))
    state = json_of(api.anyone().get(f"/games/{told['rematch']}"))
    assert (state["clock"], state["bank"]) == (clock, [36_000, 36_000])


def test_another_game_can_be_declined_and_offered_again(red, blue, game):
    blue.act(game, "resign", 0)
    red.act(game, "rematch-offer", 0)
    assert json_of(blue.act(game, "rematch-decline", 0))["offers"] == []
    red.act(game, "rematch-offer", 0)
    assert json_of(blue.act(game, "rematch-accept", 0))["rematch"]


def test_a_game_that_is_over_takes_no_other_offer(red, blue, game):
    red.move(game, 0, "+-1,0")
    blue.act(game, "resign", 1)
    for kind in ("draw", "takeback", "pause"):
        for action in ("offer", "accept", "decline"):
            assert code_of(red.act(game, f"{kind}-{action}", 1)) == "game_over"


def test_a_stranger_offers_and_accepts_nothing(api: Api, red, blue, game):
    green = api.player("green")
    played(red, blue, game, 1)
    red.act(game, "takeback-offer", 1)
    for kind in ("draw", "takeback", "pause", "rematch"):
        for action in ("offer", "accept", "decline"):
            assert code_of(green.act(game, f"{kind}-{action}", 1)) == "not_a_player"


def test_what_was_made_for_another_line_of_play_is_told_so(game, red, blue):
    played(red, blue, game, 1)
    json_of(red.act(game, "takeback-offer", 1))
    json_of(blue.act(game, "takeback-accept", 1))
    late = red.move(game, 0, OPENING[0])
    assert code_of(late) == "stale_ply"
    assert late.get_json()["detail"] == (
        "This was made for ply 0 of line 0, but the game is in line 1, "
        "in which 0 plies have been played; each takeback begins a line."
    )
