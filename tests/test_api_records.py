"""Whole games over HTTP, and their records out and in again."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import notation
from notation.formats import FORMATS
from notation.record import Record

from .api import Api, Caller, at_work, begin, code_of, json_of

LONGEST = 120
GAMESTRINGS = ("uhp", "hive-pgn")
TGN = """[Game "Cubeo"]
[Player1 "red"]
[Player2 "blue"]
[Result "1-0"]
[Termination "resignation"]

{a start} 1. +-1,0 +2,0 $1 {why not} (1... +1,-1) 1-0
"""


def play_out(api: Api, red: Caller, blue: Caller, game: str, seed: int) -> int:
    """Play by the legal moves that the states offer until the rules, or a player, end the game."""
    chance = random.Random(seed)
    ply, legal = 0, red.state(game)["legal"]
    while legal and ply < LONGEST:
        api.clock.now += 3600
        word = next((each for each in reversed(legal) if "+>" in each), chance.choice(legal))
        told = json_of((red, blue)[ply % 2].move(game, ply, word))
        assert told["accepted"] == {"ply": ply, "move": word}
        ply, legal = told["ply"], red.state(game)["legal"]
    if legal:
        json_of(red.act(game, "resign", ply))
    return ply


def game_told(record: Record) -> tuple[object, ...]:
    """What makes it the same game."""
    moves = [ply.move for ply in record.plies]
    return record.game, record.variants, record.start, moves, record.outcome


@pytest.mark.parametrize(
    ("game", "variants"),
    [
        ("cubeo", ()),
        ("cubeo", ("d8", "strict")),
        ("cubeo", ("hex", "d14")),
        ("cubeo", ("goal=8", "norep")),
        ("cubic-chess", ()),
        ("hive", ()),
        ("hive", ("M", "tournament")),
    ],
)
def test_a_game_played_over_http_is_the_same_game_in_each_format_and_when_imported(
    api: Api, red: Caller, blue: Caller, game: str, variants: tuple[str, ...]
):
    played, game = game, begin(red, blue, *variants, game=game)
    plies = play_out(api, red, blue, game, seed=len(variants))
    state = red.state(game)
    assert state["status"] == "finished"
    if played == "cubeo":
        assert state["outcome"]["reason"] in ("promotion", "no_moves")
    original = notation.load_record(json_of(api.anyone().get(f"/games/{game}/record")))
    assert [ply.move for ply in original.plies] == state["moves"]
    assert len(original.plies) == plies
    for name, row in FORMATS.items():
        if row.write is None or not row.holds(played):
            continue
        told = api.anyone().get(f"/games/{game}/record?format={name}")
        assert told.status_code == 200
        assert told.mimetype == row.media_type
        imported = json_of(red.post("/records?import=1", told.data))["records"]
        assert [one["ok"] for one in imported] == [True]
        again = f"/games/{imported[0]['id']}"
        copy = notation.load_record(json_of(api.anyone().get(f"{again}/record")))
        assert [ply.move for ply in copy.plies] == state["moves"], name
        if name in GAMESTRINGS:  # they tell settings and results in a way of their own
            continue
        assert game_told(copy) == game_told(original), name
        # Abstract Play's state numbers its players, and does not name them.
        assert copy.players == original.players or name == "ap-state"
        stored = json_of(api.anyone().get(again))
        for field in ("position", "moves", "outcome", "status", "variants", "ply"):
            assert stored[field] == state[field], (name, field)
    text = api.anyone().get(f"/games/{game}/record?format=tgn").data
    copy_id = json_of(red.post("/records?import=1", text))["records"][0]["id"]
    assert api.anyone().get(f"/games/{copy_id}/record?format=tgn").data == text


def test_the_abstract_play_record_is_one_that_their_schema_accepts(
    api: Api, red: Caller, blue: Caller, shared: Path
):
    from jsonschema import Draft7Validator

    game = begin(red, blue)
    play_out(api, red, blue, game, seed=5)
    document = json_of(api.anyone().get(f"/games/{game}/record?format=ap-record"))
    schema = json.loads((shared / "data/schemas/abstract-play-gamerecord-1-0-0.json").read_text())
    validator = Draft7Validator(schema, format_checker=Draft7Validator.FORMAT_CHECKER)
    assert list(validator.iter_errors(document)) == []


def test_an_unfinished_game_has_a_record_but_not_where_only_finished_ones_have(api, red, blue):
    game = begin(red, blue)
    red.move(game, 0, "+-1,0")
    record = json_of(api.anyone().get(f"/games/{game}/record"))
    assert record["outcome"] is None
    assert record["ended"] is None
    assert [ply["move"] for ply in record["plies"]] == ["+-1,0"]
    refused = api.anyone().get(f"/games/{game}/record?format=ap-record")
    assert refused.status_code == 409
    assert code_of(refused) == "unfinished_for_format"
    assert code_of(api.anyone().get(f"/games/{game}/record?format=pdf")) == "invalid_query"


def test_a_format_of_other_games_only_is_refused(api, red, blue, monkeypatch):
    row = replace(FORMATS["ap-state"], games=frozenset({"hive"}))
    monkeypatch.setitem(FORMATS, "ap-state", row)
    refused = api.anyone().get(f"/games/{begin(red, blue)}/record?format=ap-state")
    assert refused.status_code == 422
    assert code_of(refused) == "format_for_other_game"


def test_a_record_that_lacks_what_a_format_needs_is_refused_with_what_it_lacks(api, red):
    (kept,) = json_of(red.post("/records?import=1", TGN.encode()))["records"]
    refused = api.anyone().get(f"/games/{kept['id']}/record?format=ap-record")
    assert refused.status_code == 422
    assert code_of(refused) == "not_in_format"
    assert [loss["code"] for loss in json.loads(refused.data)["losses"]] == ["L07"]


def test_what_a_format_loses_is_told_in_a_header(api, red, blue):
    game = begin(red, blue)
    red.move(game, 0, "+-1,0")
    blue.act(game, "resign", 1)
    assert "Turnpost-Loss" not in api.anyone().get(f"/games/{game}/record?format=tgn").headers
    told = api.anyone().get(f"/games/{game}/record?format=ap-record")
    assert told.headers["Turnpost-Loss"].startswith("L03 ")


def test_a_file_is_checked_without_being_kept(red):
    told = json_of(red.post("/records", (TGN + "\n" + TGN.replace("+2,0", "+0,0")).encode()))
    assert [one["ok"] for one in told["records"]] == [True, False]
    (fault,) = told["records"][1]["diagnostics"]
    assert (fault["code"], fault["ply"]) == ("M01", 1)
    assert json_of(red.get("/records"))["items"] == []


def test_a_file_is_imported_as_a_whole_or_not_at_all(red):
    refused = red.post("/records?import=1", (TGN + "\n" + TGN.replace("+2,0", "+0,0")).encode())
    assert refused.status_code == 422
    assert code_of(refused) == "bad_records"
    assert [one["ok"] for one in json.loads(refused.data)["records"]] == [True, False]
    assert json_of(red.get("/records"))["items"] == []


def test_an_imported_record_keeps_comments_marks_and_variations(api, red):
    (kept,) = json_of(red.post("/records?import=1", TGN.encode()))["records"]
    told = json_of(api.anyone().get(f"/games/{kept['id']}/record"))
    assert told["comments"] == ["a start"]
    assert told["plies"][1] == {
        "move": "+2,0",
        "nags": [1],
        "comments": ["why not"],
        "variations": [{"plies": [{"move": "+1,-1"}]}],
    }
    assert api.anyone().get(f"/games/{kept['id']}/record?format=tgn").text.strip() == TGN.strip()


def test_an_imported_game_is_over_and_nobody_plays_it(api, red):
    open_end = TGN.replace('[Result "1-0"]', '[Result "*"]').replace("1-0\n", "*\n")
    open_end = open_end.replace('[Termination "resignation"]\n', "")
    for text, status, outcome in (
        (TGN, "finished", {"winner": 1, "reason": "resignation"}),
        (open_end, "aborted", None),
        (TGN.replace("1-0", "1/2-1/2").replace('[Termination "resignation"]\n', ""), "finished",
         {"winner": None, "reason": None}),
    ):  # fmt: skip
        (kept,) = json_of(red.post("/records?import=1", text.encode()))["records"]
        state = json_of(api.anyone().get(f"/games/{kept['id']}"))
        assert (state["status"], state["outcome"]) == (status, outcome)
        assert state["to_move"] is None
        assert code_of(red.move(kept["id"], 2, "+-2,0")) == "not_a_player"
    assert json_of(api.anyone().get("/games"))["items"] == []


def test_an_import_needs_a_token_that_may_manage(api):
    blue = api.player("blue")
    assert code_of(api.anyone().post("/records", TGN.encode())) == "token_required"
    refused = blue.post("/records?import=1", TGN.encode())
    assert code_of(refused) == "scope"
    assert json.loads(refused.data)["scope"] == "manage"
    assert blue.post("/records", TGN.encode()).status_code == 200


def test_an_import_under_a_key_happens_once(red):
    answers = [red.post("/records?import=1", TGN.encode(), Idempotency_Key="k") for _ in range(2)]
    assert answers[0].data == answers[1].data
    assert len(json_of(red.get("/records"))["items"]) == 1
    assert code_of(red.post("/records", TGN.encode(), Idempotency_Key="k")) == "key_reused"


def test_a_file_may_be_as_large_as_the_setting_says(tmp_path_factory):
    with at_work(tmp_path_factory.mktemp("data"), max_import=len(TGN)) as api:
        red = api.player("red")
        assert red.post("/records", TGN.encode()).status_code == 200
        refused = red.post("/records", TGN.encode() + b"\n")
        assert refused.status_code == 413
        assert code_of(refused) == "body_too_large"


def test_records_are_listed_with_their_own_times(api, red, blue):
    game = begin(red, blue)
    api.clock.now += 60
    blue.act(game, "resign", 0)
    dated = TGN.replace("[Result", '[Started "2024-02-29T20:00:00Z"]\n[Result', 1)
    json_of(red.post("/records?import=1", dated.replace('"red"', '"green"').encode()))
    items = json_of(api.anyone().get("/records"))["items"]
    assert [(item["started"], item["ended"]) for item in items] == [
        ("2024-02-29T20:00:00Z", None),
        ("2025-06-15T15:06:40Z", "2025-06-15T15:07:40Z"),
    ]
    assert set(items[0]) == {"id", "game", "variants", "players", "outcome", "started", "ended"}
    assert [item["id"] for item in _items(api, "player=RED")] == [game]
    assert len(_items(api, "game=cubeo")) == 2
    assert _items(api, "game=hive") == []


def _items(api: Api, query: str) -> list[dict[str, object]]:
    items: list[dict[str, object]] = json_of(api.anyone().get(f"/records?{query}"))["items"]
    return items


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0\1\2",
        b"{",
        b'{"format": "turnpost-record/1"}',
        b'[Game "Cubeo"]\n\n1. +0',
        b'[Game "Chess"]\n\n1. e4 *',
        b"\xff\xfe\x00",
        b'{"header": {}, "moves": []}',
        b"[" * 100_000,
        b"(" * 100_000,
    ],
)
def test_damaged_files_get_a_plain_answer(red, content):
    told = json_of(red.post("/records", content))
    assert all(not one["ok"] and one["diagnostics"] for one in told["records"])


def test_rules_tell_of_each_game_how_it_is_played_and_written(api):
    items = json_of(api.anyone().get("/rules"))["items"]
    assert [item["game"] for item in items] == list(notation.GAMES)
    for item in items:
        assert json_of(api.anyone().get(f"/rules/{item['game']}")) == item
        assert item["inventor"]
        assert (item["settings"] == []) == (item["game"] == "cubic-chess")
        assert item["moves"]
    assert code_of(api.anyone().get("/rules/chess")) == "not_found"


def test_a_file_of_damage_is_answered_briefly(red):
    for damage in (")" * 100_000, "! " * 50_000, "(" * 100_000):
        answer = red.post("/records", f'[Game "Cubeo"]\n\n{damage}'.encode())
        assert answer.status_code == 200
        (told,) = answer.get_json()["records"]
        assert not told["ok"]
        assert 1 <= len(told["diagnostics"]) <= 101
        assert len(answer.data) < 100_000


def test_a_record_with_many_faults_tells_how_many_more_there_are(red):
    tags = '[Game "Cubeo"]\n' * 301
    (told,) = json_of(red.post("/records", f"{tags}\n*\n".encode()))["records"]
    assert len(told["diagnostics"]) + told["more"] == 300


def test_an_error_is_told_before_any_number_of_notes(red):
    notes = "$01 " * 200
    (told,) = json_of(red.post("/records", f'[Game "Cubeo"]\n\n+1,0 {notes}+9,9 *\n'.encode()))[
        "records"
    ]
    assert not told["ok"]
    assert {one["severity"] for one in told["diagnostics"]} == {"error", "note"}
    assert len(told["diagnostics"]) <= 101
    assert told["more"] >= 99


def test_of_many_records_with_faults_each_says_whether_it_is_sound_and_how_much_is_not_told(red):
    record = '[Game "Cubeo"]\n\n' + "nonsense $1 +1,0 " * 20 + "*\n\n"
    told = json_of(red.post("/records", (record * 100).encode()))["records"]
    assert len(told) == 100
    assert not any(one["ok"] for one in told)
    assert sum(len(one["diagnostics"]) for one in told) == 1000
    assert all(one["more"] > 0 for one in told if not one["diagnostics"])


def test_a_file_of_more_records_than_could_be_games_is_refused(red):
    answer = red.post("/records", b'[Game "Cubeo"]\n\n*\n' * 1025)
    assert (answer.status_code, code_of(answer)) == (413, "body_too_large")
    assert answer.get_json()["most"] == 1024
    assert len(json_of(red.post("/records", b'[Game "Cubeo"]\n\n*\n' * 1024))["records"]) == 1024


@pytest.mark.parametrize("query", ["game=go", "game=Cubeo", "game="])
def test_a_list_of_records_of_a_game_that_is_not_there_is_refused(api, query):
    answer = api.anyone().get(f"/records?{query}")
    assert (answer.status_code, code_of(answer)) == (422, "invalid_query")
    told = answer.get_json()["errors"]
    assert told == [{"path": "game", "message": "game is one of cubeo, hive, cubic-chess."}]


@pytest.mark.parametrize(
    "content",
    [
        b'{"format": "turnpost-record/1", "plies": [' + b"0, " * 9_999 + b"0]}",
        b"Base;NotStarted;White[1]" + b";x" * 9_999,
    ],
)
def test_a_document_of_damage_is_not_read_to_its_end(red, content):
    (told,) = json_of(red.post("/records", content))["records"]
    assert not told["ok"]
    assert len(told["diagnostics"]) == 100
    assert told["more"] < 1000
