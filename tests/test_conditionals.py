"""Conditional moves: left for the opponent's moves, matched by position, played inside his transaction."""

import json
from typing import Any

import pytest

import engine
from notation import read_move, read_position, read_settings, write_move
from server import conditionals, play
from server.conditional_text import read_text, write_text
from server.conditionals import ROOT, Draft, dump_tree, goes_on, lines_below, read_tree, tell_tree
from server.game import At
from server.refusals import Refusal

from .api import Api, Caller, begin, code_of, json_of
from .conftest import REPOSITORY
from .test_api_hive import COVERED, game_from

BETWEEN = "wQ@0,0 bQ@1,0 wA1@-1,0 bA1@2,0 b -"


@pytest.fixture
def game(red, blue):
    """A game in which red has moved and waits for blue."""
    found = begin(red, blue)
    json_of(red.move(found, 0, "+-1,0"))
    return found


def node(move: str, answer: str, *below: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"if": move, "then": answer}
    return told | {"next": list(below)} if below else told


def put(caller: Caller, game: str, ply: int, *tree: dict[str, Any], **fields: Any):
    path = f"/games/{game}/conditionals"
    return caller.client.put(
        "/api/v1" + path, headers=caller.headers, json={"ply": ply, "tree": list(tree), **fields}
    )


def kept(caller: Caller, game: str) -> list[dict[str, Any]]:
    tree: list[dict[str, Any]] = json_of(caller.get(f"/games/{game}/conditionals"))["tree"]
    return tree


def notices(caller: Caller, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json_of(caller.get(f"/games/{game}/notices"))["items"]
    return found


# Kept


def test_a_tree_is_kept_in_canonical_words_and_told_to_its_owner(api: Api, red, game):
    tree = node(" + 2 , 0", "+-2,0", node("+3,0", "+ -3,0")), node("+1,1", "+-2,0")
    told = json_of(put(red, game, 1, *tree))
    assert told == {
        "ply": 1,
        "line": 0,
        "tree": [
            node("+2,0", "+-2,0", node("+3,0", "+-3,0")),
            node("+1,1", "+-2,0"),
        ],
        "saved": "2025-06-15T15:06:40Z",
    }
    assert json_of(red.get(f"/games/{game}/conditionals")) == told
    assert red.state(game)["version"] == 1


def test_a_tree_takes_the_place_of_the_one_before_and_an_empty_one_leaves_none(red, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    put(red, game, 1, node("+1,1", "+-2,0"))
    assert kept(red, game) == [node("+1,1", "+-2,0")]
    assert json_of(put(red, game, 1))["tree"] == []
    assert kept(red, game) == []


def test_a_tree_can_be_dropped_again_and_again(red, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    for _ in range(2):
        assert red.delete(f"/games/{game}/conditionals").status_code == 204
    assert kept(red, game) == []
    assert notices(red, game) == []


@pytest.mark.parametrize(
    ("tree", "path", "cause"),
    [
        ([node("+9,9", "+-2,0")], "/tree/0/if", "illegal_move"),
        ([node("nonsense", "+-2,0")], "/tree/0/if", "not_a_move"),
        ([node("+2,0", "+9,9")], "/tree/0/then", "illegal_move"),
        ([node("+2,0", "resign")], "/tree/0/then", "not_a_move"),
        ([node("+2,0", "+-2,0", node("+2,0", "+-3,0"))], "/tree/0/next/0/if", "illegal_move"),
        ([node("+2,0", "+-2,0"), node("+2, 0", "+0,1")], "/tree/1/if", "answered_twice"),
        ([{"if": "+2,0"}], "/tree/0/then", "invalid_body"),
        ([node("+2,0", "+-2,0") | {"resign": True}], "/tree/0/resign", "invalid_body"),
        ([node("+2,0", "+-2,0") | {"next": 7}], "/tree/0/next", "invalid_body"),
        ([node("+2,0", "+-2,0") | {"next": ["+3,0"]}], "/tree/0/next/0", "invalid_body"),
        ([node("+2,0", "x" * 513)], "/tree/0/then", "invalid_body"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_place(red, game, tree, path, cause):
    refused = put(red, game, 1, *tree)
    assert refused.status_code == 422
    assert code_of(refused) == "bad_conditionals"
    told = json.loads(refused.data)
    assert (told["path"], told["cause"]) == (path, cause)
    assert kept(red, game) == []


def test_putting_and_dropping_take_no_heed_of_a_key(red, game):
    path = f"/api/v1/games/{game}/conditionals"
    known = red.headers | {"Idempotency-Key": "k"}
    body = {"ply": 1, "tree": [node("+2,0", "+-2,0")]}
    for _ in range(2):
        assert red.client.put(path, headers=known, json=body).status_code == 200
        assert kept(red, game) == body["tree"]
        assert red.client.delete(path, headers=known).status_code == 204
        assert kept(red, game) == []
    odd = red.headers | {"Idempotency-Key": "x" * 256}
    assert red.client.delete(path, headers=odd).status_code == 204


def test_a_tree_that_is_refused_leaves_the_one_before(red, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    assert code_of(put(red, game, 1, node("+9,9", "+-2,0"))) == "bad_conditionals"
    assert kept(red, game) == [node("+2,0", "+-2,0")]


def test_a_tree_is_left_for_the_ply_and_the_line_that_are_now(red, blue, game):
    tree = node("+2,0", "+-2,0")
    assert code_of(put(red, game, 0, tree)) == "stale_ply"
    assert code_of(put(red, game, 1, tree, line=1)) == "stale_ply"
    assert code_of(put(blue, game, 1, tree)) == "your_turn"
    blue.act(game, "resign", 1)
    assert code_of(put(red, game, 1, tree)) == "game_over"


def walks(plies: int) -> list[str]:
    """Words of a quiet game of Cubeo, of which any number can be played."""
    position, words = engine.start("cubeo"), []
    for _ in range(plies):
        word = min(
            write_move(move, position)
            for move in position.legal_moves()
            if "->" in write_move(move, position)
        )
        words.append(word)
        position = position.apply(read_move(word, position))
    return words


def chain(words: list[str]) -> list[dict[str, Any]]:
    """One line of a tree."""
    if not words:
        return []
    below = chain(words[2:])
    return [node(words[0], words[1], *below)]


def test_a_line_has_thirty_plies_at_most():
    position = engine.start("cubeo")
    words = walks(32)
    assert len(read_tree(chain(words[:30]), position)) == 1
    with pytest.raises(Refusal) as caught:
        read_tree(chain(words), position)
    assert caught.value.values["cause"] == "too_many"
    assert str(caught.value.values["path"]).count("next") == 15


def test_a_tree_has_thirty_lines_at_most():
    position = read_position(
        "cubeo",
        "A1@0,0 A1@1,0 A1@2,0 A1@3,0 B1@0,-1 B1@1,-1 B1@2,-1 A",
        read_settings("cubeo", "d12"),
    )
    moves = [write_move(move, position) for move in position.legal_moves()]
    nodes = []
    for word in moves:
        after = position.apply(read_move(word, position))
        if after.outcome() is None:
            nodes.append(node(word, write_move(after.legal_moves()[0], after)))
    first, rest = nodes[0], nodes[1:]
    after = position.apply(read_move(first["if"], position))
    after = after.apply(read_move(first["then"], after))
    below = [write_move(move, after) for move in after.legal_moves()]
    room = 30 - len(rest)
    assert 0 < room < len(below)
    for most, fits in ((room, True), (room + 1, False)):
        replies = []
        for word in below[:most]:
            reached = after.apply(read_move(word, after))
            replies.append(node(word, write_move(reached.legal_moves()[0], reached)))
        tree = [first | {"next": replies}, *rest]
        if fits:
            assert len(read_tree(tree, position)) == len(nodes)
        else:
            with pytest.raises(Refusal) as caught:
                read_tree(tree, position)
            assert caught.value.values["cause"] == "too_many"


@pytest.mark.parametrize(
    "tree",
    [
        [node("+2,0", "+-2,0", *([node("+3,0", "+-3,0")] * 16)) for _ in range(2)],
        [node("+2,0", "+-2,0", *([node("+3,0", "+-3,0", node("+4,0", "+-4,0"))] * 31))],
        chain(["+2,0", "+-2,0"] * 16),
        [node("+9,9", "+-2,0"), *chain(["+2,0", "+-2,0"] * 16)],
    ],
)
def test_a_tree_that_is_too_large_is_refused_before_any_move_is_judged(
    red, game, tree, monkeypatch
):
    monkeypatch.setattr(conditionals, "judge", None)
    refused = json.loads(put(red, game, 1, *tree).data)
    assert (refused["code"], refused["cause"]) == ("bad_conditionals", "too_many")


def test_trees_are_judged_while_others_may_write(api: Api, red, blue, game, monkeypatch):
    judge, held = conditionals.judge, []

    def judged(*words: Any) -> Any:
        held.append(api.service.database._lock.locked())
        return judge(*words)

    monkeypatch.setattr(conditionals, "judge", judged)
    json_of(put(red, game, 1, *NODES))
    assert code_of(put(red, game, 1, node("+2,0", "+9,9"))) == "bad_conditionals"
    answer = blue.move(game, 1, "+1,1", conditionals=[node("+-2,0", "+2,0")])
    assert json_of(answer)["moves"] == ["+-1,0", "+1,1", "+-2,0", "+2,0"]
    assert held == [False] * 12


def test_a_tree_is_judged_again_when_the_game_has_come_elsewhere(api: Api, red, blue, game):
    draft = Draft([node("+2,0", "+-2,0")])
    with api.service.database.read() as view:
        ahead = play.judge_ahead(view, int(game), 1, draft)
        assert ahead.judged
        assert play.judge_ahead(view, int(game), 2, draft) == draft, "he is on turn"
        assert play.judge_ahead(view, 99, 1, draft) == draft
    json_of(blue.move(game, 1, "+2,0"))
    json_of(red.move(game, 2, "+-2,0"))
    with api.service.database.write() as tx:
        playing = play.find_playing(tx, int(game), 1)
        with pytest.raises(Refusal) as caught:
            play.leave_conditionals(tx, playing, At(3), ahead, now=0)
    assert caught.value.values["cause"] == "illegal_move"


def test_a_tree_that_is_nested_without_end_gets_an_answer(red, game):
    deep = '{"if":"+2,0","then":"+-2,0","next":[' * 5000 + "]}" * 5000
    body = f'{{"ply":1,"tree":[{deep}]}}'.encode()
    answer = red.client.put(
        f"/api/v1/games/{game}/conditionals",
        headers=red.headers,
        data=body,
        content_type="application/json",
    )
    assert answer.status_code == 422
    assert code_of(answer) in ("invalid_body", "bad_conditionals")


# Played


def test_an_answer_is_played_with_the_move_that_it_answers(red, blue, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    told = json_of(blue.move(game, 1, "+2,0"))
    assert told["accepted"] == {"ply": 1, "move": "+2,0"}
    assert (told["ply"], told["version"], told["to_move"]) == (3, 3, 2)
    assert told["moves"] == ["+-1,0", "+2,0", "+-2,0"]
    assert kept(red, game) == []
    (notice,) = notices(red, game)
    assert notice == {
        "id": notice["id"],
        "kind": "conditional_fired",
        "line": 0,
        "ply": 2,
        "at": "2025-06-15T15:06:40Z",
        "if": "+2,0",
        "then": "+-2,0",
        "lapsed": [],
    }


def test_what_hangs_below_an_answer_is_kept_and_what_stands_beside_it_lapses(red, blue, game):
    put(
        red,
        game,
        1,
        node("+2,0", "+-2,0", node("+3,0", "+-3,0"), node("+1,1", "+-3,0")),
        node("+1,1", "+-2,0"),
    )
    blue.move(game, 1, "+2,0")
    told = json_of(red.get(f"/games/{game}/conditionals"))
    assert told["ply"] == 3
    assert told["tree"] == [node("+3,0", "+-3,0"), node("+1,1", "+-3,0")]
    assert notices(red, game)[0]["lapsed"] == ["if +1,1 then +-2,0"]
    assert json_of(blue.move(game, 3, "+1,1"))["moves"][-1] == "+-3,0"
    assert notices(red, game)[0]["lapsed"] == ["if +3,0 then +-3,0"]


def test_another_move_lets_the_tree_lapse_and_its_owner_is_told(red, blue, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    assert json_of(blue.move(game, 1, "+1,1"))["ply"] == 2
    assert kept(red, game) == []
    (notice,) = notices(red, game)
    assert (notice["kind"], notice["why"]) == ("conditionals_lapsed", "other_move")
    assert notice["lapsed"] == ["if +2,0 then +-2,0"]


@pytest.mark.parametrize("played", ["bA2 bQ/", "bA2 \\bA1", "ba2  bq/"])
@pytest.mark.parametrize("named", ["bA2 bQ/", "bA2 \\bA1"])
def test_a_move_is_matched_however_it_is_spelled(api: Api, named: str, played: str):
    white, black = api.player("white"), api.player("black")
    with api.service.database.write() as tx:
        game = str(game_from(tx, BETWEEN).id)
    put(white, game, 0, node(named, "wA2 -wA1"))
    assert json_of(black.move(game, 0, played))["moves"][1] == "wA2 -wA1"


def test_both_players_answers_answer_each_other(red, blue):
    game = begin(red, blue)
    put(blue, game, 0, node("+-1,0", "+2,0", node("+-2,0", "+3,0", node("+-3,0", "+4,0"))))
    tree = [node("+2,0", "+-2,0", node("+3,0", "+-3,0"))]
    told = json_of(red.move(game, 0, "+-1,0", conditionals=tree))
    assert told["accepted"] == {"ply": 0, "move": "+-1,0"}
    assert told["moves"] == ["+-1,0", "+2,0", "+-2,0", "+3,0", "+-3,0", "+4,0"]
    assert (told["ply"], told["to_move"]) == (6, 1)
    assert [one["then"] for one in notices(red, game)] == ["+-3,0", "+-2,0"]
    assert [one["then"] for one in notices(blue, game)] == ["+4,0", "+3,0", "+2,0"]
    assert kept(red, game) == kept(blue, game) == []


def test_conditionals_that_come_with_a_move_are_left_with_it_or_neither_is(red, blue):
    game = begin(red, blue)
    refused = red.move(game, 0, "+-1,0", conditionals=[node("+9,9", "+-2,0")])
    assert code_of(refused) == "bad_conditionals"
    assert json.loads(refused.data)["path"] == "/conditionals/0/if"
    assert red.state(game)["ply"] == 0
    json_of(red.move(game, 0, "+-1,0", conditionals=[node("+2,0", "+-2,0")]))
    assert kept(red, game) == [node("+2,0", "+-2,0")]


def test_a_move_sent_again_under_its_key_fires_once(red, blue, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    path, body = f"/games/{game}/moves", {"ply": 1, "move": "+2,0"}
    first = blue.post(path, body, Idempotency_Key="k")
    assert blue.post(path, body, Idempotency_Key="k").data == first.data
    assert red.state(game)["ply"] == 3
    assert len(notices(red, game)) == 1


def test_an_answer_declines_no_offer_that_its_owner_had_not_seen(red, blue, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    told = json_of(blue.move(game, 1, "+2,0", offer_draw=True))
    assert told["ply"] == 3
    assert told["offers"] == [{"kind": "draw", "by": 2, "ply": 1}]
    assert json_of(red.act(game, "draw-accept", 3))["outcome"]["reason"] == "agreement"


@pytest.mark.parametrize("how", ["with the move", "draw-offer", "pause-offer"])
def test_an_offer_that_its_owner_has_not_seen_outlives_one_answer_and_no_more(red, blue, game, how):
    put(red, game, 1, node("+2,0", "+-2,0", node("+3,0", "+-3,0", node("+4,0", "+-4,0"))))
    if how != "with the move":
        json_of(blue.act(game, how, 1))
    (offer,) = json_of(blue.move(game, 1, "+2,0", offer_draw=how == "with the move"))["offers"]
    assert (offer["by"], offer["ply"]) == (2, 1)
    assert json_of(blue.move(game, 3, "+3,0"))["offers"] == []
    assert code_of(red.act(game, f"{offer['kind']}-accept", 5)) == "no_offer"
    (again,) = json_of(blue.move(game, 5, "+4,0", offer_draw=True))["offers"]
    assert again["ply"] == 5
    assert json_of(red.act(game, "draw-accept", 7))["outcome"]["reason"] == "agreement"


def test_an_offer_outlives_one_pass_that_is_forced_and_no_more(api: Api):
    white, black = api.player("white"), api.player("black")
    with api.service.database.write() as tx:
        game = str(game_from(tx, COVERED).id)
    state = json_of(black.move(game, 0, "bQ bB1/", offer_draw=True))
    assert (state["moves"][-1], state["offers"][0]["ply"]) == ("pass", 0)
    state = json_of(black.move(game, 2, "bQ \\bB1"))
    assert (state["moves"][-1], state["offers"]) == ("pass", [])
    assert code_of(white.act(game, "draw-accept", 4)) == "no_offer"


def test_an_answer_declines_an_offer_that_stood_when_it_was_left(red, blue, game):
    blue.act(game, "draw-offer", 1)
    put(red, game, 1, node("+2,0", "+-2,0"))
    assert json_of(blue.move(game, 1, "+2,0"))["offers"] == []


@pytest.mark.parametrize("ending", ["resign", "draw"])
def test_a_tree_lapses_with_the_end_of_the_game(red, blue, game, ending):
    put(red, game, 1, node("+2,0", "+-2,0"))
    if ending == "resign":
        blue.act(game, "resign", 1)
    else:
        red.act(game, "draw-offer", 1)
        blue.act(game, "draw-accept", 1)
    assert kept(red, game) == []
    assert notices(red, game)[0]["why"] == "game_over"


def test_a_tree_lapses_with_a_takeback(red, blue, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    red.act(game, "takeback-offer", 1)
    blue.act(game, "takeback-accept", 1)
    assert kept(red, game) == []
    assert notices(red, game)[0]["why"] == "takeback"
    red.move(game, 0, "+-1,0", line=1)
    assert json_of(blue.move(game, 1, "+2,0", line=1))["ply"] == 2


def test_a_tree_lapses_when_time_ends_the_game(api: Api, red, blue, game):
    put(red, game, 1, node("+2,0", "+-2,0"))
    api.clock.now += 8 * 86_400
    assert code_of(blue.move(game, 1, "+2,0")) == "game_over"
    assert kept(red, game) == []
    assert notices(red, game)[0]["why"] == "game_over"


def test_a_forced_pass_is_part_of_a_tree_like_any_ply(api: Api):
    white, black = api.player("white"), api.player("black")
    with api.service.database.write() as tx:
        game = str(game_from(tx, COVERED).id)
    below = node("bQ bB1-", "pass")
    put(white, game, 0, node("bQ bB1/", "pass", below))
    assert json_of(black.move(game, 0, "bQ bB1/"))["moves"] == ["bQ bB1/", "pass"]
    assert kept(white, game) == [below]
    assert [one["kind"] for one in notices(white, game)] == ["conditional_fired"]
    # without a tree the pass is played all the same
    json_of(black.move(game, 2, "bQ \\bB1"))
    assert notices(white, game)[0]["kind"] == "conditionals_lapsed"
    assert black.state(game)["moves"][-1] == "pass"


# Text


TEXT = "if +2,0 then +-2,0\n  if +3,0 then +-3,0\n  if +1,1 then +-3,0\nif +1,1 then +-2,0\n"
NODES = [
    node("+2,0", "+-2,0", node("+3,0", "+-3,0"), node("+1,1", "+-3,0")),
    node("+1,1", "+-2,0"),
]


def bare(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Nodes without the empty lists below them."""
    return [node(each["if"], each["then"], *bare(each.get("next", []))) for each in nodes]


def test_a_tree_as_text_is_read_as_it_was_written():
    assert bare(read_text(TEXT).nodes) == NODES
    assert write_text(NODES) == TEXT


def test_indents_of_any_width_and_blank_lines_and_capitals_are_taken():
    loose = (
        "\nIF +2,0 THEN +-2,0\n\n\tif +3,0 then +-3,0 \n\tif +1,1  then  +-3,0\nif +1,1 then +-2,0"
    )
    assert bare(read_text(loose).nodes) == NODES


def test_a_line_of_another_form_is_refused_by_its_number():
    with pytest.raises(Refusal) as caught:
        read_text("if +2,0 then +-2,0\nresign")
    assert caught.value.code == "bad_conditionals"
    assert caught.value.detail.startswith("Line 2:")


def test_a_refused_move_is_located_in_the_text():
    position = engine.start("cubeo").apply(read_move("+-1,0", engine.start("cubeo")))
    written = read_text("if +2,0 then +-2,0\n\n  if +9,9 then +-3,0\n")
    with pytest.raises(Refusal) as caught:
        read_tree(written.nodes, position)
    assert written.locate(caught.value).detail.startswith("Line 3: ")


def test_a_tree_is_told_as_it_was_read_wherever_play_has_come_to():
    position = engine.start("cubeo").apply(read_move("+-1,0", engine.start("cubeo")))
    text = dump_tree(read_tree(NODES, position))
    assert tell_tree(text) == NODES
    first, second = lines_below(text, ROOT)
    assert tell_tree(text, first.number) == NODES[0]["next"]
    assert tell_tree(text, second.number) == []
    assert goes_on(text, first)
    assert not goes_on(text, second)


def test_the_tree_in_the_documents_is_one_that_can_be_left(red, game):
    page = (REPOSITORY / "docs" / "conditionals.md").read_text(encoding="utf-8")
    text = page.split("```")[1].strip("\n") + "\n"
    assert text == TEXT
    assert json_of(put(red, game, 1, *read_text(text).nodes))["tree"] == NODES
