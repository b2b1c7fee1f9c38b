"""`turnpost legal`: every line in is answered, in order, by what is legal or by an error."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from notation.legal import answer, answers, legal

DATA = Path(__file__).parent / "data" / "cubeo"
PLAYOUTS = ("square", "hex")


def ask(*, every_ply: bool = False, **question: Any) -> dict[str, Any]:
    return answer(json.dumps({"game": "cubeo", **question}).encode(), every_ply=every_ply)


def compare(path: Path) -> int:
    """Ask for each game of a file of play-outs and compare every list and the outcome."""
    games = [json.loads(line) for line in path.read_text().splitlines()]
    for game in games:
        moves = [ply["move"] for ply in game["plies"]]
        told = ask(variants=game["variants"], moves=moves, every_ply=True)
        assert told["plies"] == [sorted(ply["legal"]) for ply in game["plies"]]
        assert told["legal"] == sorted(game["final"])
        ended = {"winner": game["winner"][0], "reason": game["reason"]} if game["over"] else None
        assert told["outcome"] == ended
        assert told["ply"] == len(moves)
    return len(games)


@pytest.mark.parametrize("name", PLAYOUTS)
def test_the_lists_of_a_few_games_are_those_of_other_programs(name: str) -> None:
    assert compare(DATA / f"{name}.jsonl") >= 5


@pytest.mark.parametrize("name", PLAYOUTS)
def test_every_handed_list_and_outcome_is_met(name: str, shared: Path) -> None:
    assert compare(shared / "data" / "cubeo" / f"{name}_playouts.jsonl") >= 40


def test_the_start_is_told_when_nothing_else_is_asked() -> None:
    assert ask() == {
        "ply": 0,
        "to_move": 1,
        "position": "A1@0,0 B1@1,0 A",
        "legal": ["+-1,0", "+0,-1", "+0,1", "1,0,0->1,-1", "1,0,0->1,1"],
        "outcome": None,
        "claimable": False,
    }


def test_moves_are_played_from_the_position_and_plies_count_from_there() -> None:
    told = ask(position="A1@0,0 B1@1,0 B", moves=["+2,0"])
    assert (told["ply"], told["to_move"]) == (1, 1)
    assert told["position"] == "A1@0,0 B1@1,0 B1@2,0 A"


def test_moves_are_read_leniently_and_answered_in_one_form() -> None:
    assert ask(moves=[" + \u22121 , 0 "])["position"] == "A1@-1,0 A1@0,0 B1@1,0 B"


def test_every_ply_adds_one_list_a_move() -> None:
    told = ask(moves=["+-1,0", "+2,0"], every_ply=True)
    assert [len(words) for words in told["plies"]] == [5, 5]
    assert "plies" not in ask(moves=["+-1,0", "+2,0"])
    assert ask(every_ply=True)["plies"] == []


def test_a_finished_game_has_its_outcome_and_no_moves() -> None:
    told = ask(position="A7@0,0 B1@1,0 B")
    assert told["legal"] == []
    assert told["outcome"] == {"winner": 1, "reason": "promotion"}


def test_a_position_that_came_three_times_may_be_claimed_unless_norep() -> None:
    around = ["1,0,0->1,1", "1,1,0->0,1", "1,1,1->0,0", "1,0,1->1,0"]
    told = ask(moves=around * 2)
    assert told["position"] == "A1@0,0 B1@1,0 A"
    assert (told["claimable"], told["outcome"]) == (True, None)
    assert told["legal"] != []
    assert ask(moves=around)["claimable"] is False
    assert ask(moves=around * 2, variants=["norep"])["claimable"] is False


@pytest.mark.parametrize("given", [None, 0, "a", [1, {"b": None}], "\u00e4\ud800"])
def test_the_id_is_given_back_as_it_came(given: object) -> None:
    assert ask(id=given)["id"] == given
    assert ask(id=given, moves=["zz"])["id"] == given


def test_without_an_id_none_is_told() -> None:
    assert "id" not in ask()
    assert "id" not in ask(moves=["zz"])


BAD_LINES = {
    b"{": "bad_json",
    b"nonsense": "bad_json",
    b"[]": "bad_json",
    b"3": "bad_json",
    b"{}": "bad_json",
    b'{"game": 1}': "bad_json",
    b'{"game": null}': "bad_json",
    b'{"game": "cubeo", "variants": "d8"}': "bad_json",
    b'{"game": "cubeo", "variants": [8]}': "bad_json",
    b'{"game": "cubeo", "variants": null}': "bad_json",
    b'{"game": "cubeo", "position": 3}': "bad_json",
    b'{"game": "cubeo", "position": null}': "bad_json",
    b'{"game": "cubeo", "moves": "+1,0"}': "bad_json",
    b'{"game": "cubeo", "moves": [["+1,0"]]}': "bad_json",
    b'{"game": "cubeo", "id": NaN}': "bad_json",
    b'{"game": "cubeo", "id": 1e999}': "bad_json",
    b'{"game": "cubeo", "id": ' + b"9" * 5_000 + b"}": "bad_json",
    b'{"game": "cube\xff"}': "bad_json",
    b'{"game": "cubeo"}\x0c': "bad_json",
    b'\x0b{"game": "cubeo"}': "bad_json",
    b"[" * 100_000: "bad_json",
    b'{"game": "cubeo", "move": "+1,0"}': "unknown_field",
    b'{"game": "chess"}': "unknown_game",
    b'{"game": "cubeo", "variants": ["d7"]}': "bad_settings",
    b'{"game": "cubeo", "variants": ["d8", "pieces=8"]}': "bad_settings",
    b'{"game": "cubeo", "variants": ["goal=99"]}': "bad_settings",
    b'{"game": "cubeo", "position": "A1@0,0"}': "bad_position",
    b'{"game": "cubeo", "position": "A1@0,0 B1@2,0 A"}': "bad_position",
    b'{"game": "cubeo", "moves": ["zz"]}': "not_a_move",
    b'{"game": "cubeo", "moves": ["+9,9"]}': "illegal_move",
    b'{"game": "cubeo", "position": "A7@0,0 B1@1,0 B", "moves": ["+2,0"]}': "after_end",
    b'{"game": "cubeo", "position": "A7@0,0 B1@1,0 B", "moves": ["zz"]}': "after_end",
}


@pytest.mark.parametrize(("line", "code"), BAD_LINES.items(), ids=lambda each: str(each)[:60])
def test_a_line_that_cannot_be_answered_has_its_code(line: bytes, code: str) -> None:
    told = answer(line)
    assert list(told) == ["error"]
    assert list(told["error"]) == ["code", "ply", "move", "message"]
    assert told["error"]["code"] == code
    assert told["error"]["message"].endswith((".", "?"))


SAID = {
    b'{"game": "cubeo", "game": "hive"}': "The field 'game' is named twice.",
    b'{"game": "cubeo", "id": {"a": 1, "a": 2}}': "The field 'a' is named twice.",
    b'{"game": "cubeo" "id": 1}': (
        "This line is not JSON: at column 18 a comma or a closing bracket is missing."
    ),
    b'{"game": "cubeo", "id": ' + b"7" * 5_000 + b"}": (
        f"This line is not JSON: at column 25 the number {'7' * 40}… is too long or too large."
    ),
    b'{"game": "cubeo", "id": NaN}': (
        "This line is not JSON: at column 25 NaN is no number of JSON."
    ),
}


@pytest.mark.parametrize(("line", "said"), SAID.items(), ids=lambda each: str(each)[:60])
def test_what_is_wrong_with_a_line_is_named_with_its_place(line: bytes, said: str) -> None:
    assert answer(line)["error"]["message"] == said


def test_an_error_about_a_move_tells_the_ply_and_the_word() -> None:
    error = ask(moves=["+-1,0", "2,1,0->1,1"])["error"]
    assert (error["ply"], error["move"]) == (1, "2,1,0->1,1")
    assert error["message"] == "The die on 1,0 has rank 1, not 2."
    error = ask(moves=["+-1,0", "+2,0", "+x"])["error"]
    assert (error["code"], error["ply"], error["move"]) == ("not_a_move", 2, "+x")


def test_an_error_about_no_move_tells_neither() -> None:
    error = ask(variants=["d7"])["error"]
    assert (error["ply"], error["move"]) == (None, None)


def test_the_id_of_a_bad_line_is_given_back_where_it_can_be_read() -> None:
    assert answer(b'{"id": 7, "game": []}')["id"] == 7
    assert answer(b'{"id": 7, "colour": "red"}')["id"] == 7


def test_a_bad_line_does_not_end_the_run_and_blank_lines_are_skipped() -> None:
    lines = (
        b'\xef\xbb\xbf{"id": 1, "game": "cubeo"}\r\n\n  \t\nnonsense\n{"id": 2, "game": "cubeo"}'
    )
    run = CliRunner().invoke(legal, input=lines)
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.exit_code == 0
    assert [each.get("id") for each in told] == [1, None, 2]
    assert [("error" in each) for each in told] == [False, True, False]


def test_lines_come_from_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"game": "cubeo", "variants": ["strict"], "moves": ["+-1,0"]}\n')
    run = CliRunner().invoke(legal, [str(file), "--every-ply"])
    assert json.loads(run.stdout)["plies"] == [["+-1,0", "+0,-1", "+0,1"]]
    assert CliRunner().invoke(legal, ["-"], input=file.read_bytes()).exit_code == 0


def test_a_file_that_is_not_there_ends_with_2(tmp_path: Path) -> None:
    run = CliRunner().invoke(legal, [str(tmp_path / "none.jsonl")])
    assert run.exit_code == 2
    assert run.stdout == ""


def test_a_line_is_answered_before_the_next_is_read() -> None:
    read: list[bytes] = []

    def questions() -> Iterator[bytes]:
        for line in (b'{"game": "cubeo"}\n', b"nonsense\n"):
            read.append(line)
            yield line

    told = answers(questions(), every_ply=False)
    assert "legal" in json.loads(next(told))
    assert len(read) == 1
    assert "error" in json.loads(next(told))
