"""The JSON record: the same values as the text, its schema, and what is told of a broken one."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given

import schemas
from notation import NotARecord, check_records, dump_record, load_record, read_records
from notation.cli import cli
from notation.formats import write_as
from notation.json_record import load_document
from notation.reading import Reading
from notation.record import Player, Ply, Record, Result, TimeControl, Variation

from .conftest import REPOSITORY
from .records import records

PLAIN: dict[str, Any] = {
    "format": "turnpost-record/1",
    "game": "cubeo",
    "variants": [],
    "players": [{"name": "red"}, {"name": "blue"}],
    "tags": [],
    "start": None,
    "time_control": None,
    "started": None,
    "ended": None,
    "plies": [{"move": "+0,1"}],
    "outcome": None,
}

FULL: dict[str, Any] = {
    "format": "turnpost-record/1",
    "game": "cubeo",
    "variants": ["d8", "strict"],
    "players": [{"name": "red", "id": "r1", "rating": 1650}, {"name": "blue", "bot": True}],
    "tags": [["Event", "Spring"], ["Date", "2025-??-??"]],
    "start": "A1@0,0 B1@1,0 A",
    "time_control": {
        "kind": "capped",
        "start": 48,
        "increment": 24,
        "max": 96,
        "enforcement": "auto",
    },
    "started": "2025-01-31T18:00:00Z",
    "ended": None,
    "comments": ["before"],
    "plies": [
        {
            "move": "+0,1",
            "at": "2025-01-31T19:00:00Z",
            "clock": 90,
            "nags": [1],
            "comments": ["good"],
            "variations": [{"comments": ["or"], "plies": [{"move": "+-1,0"}]}],
        }
    ],
    "outcome": {"winner": 1, "reason": "timeout"},
}


def changed(pointer: str, value: object) -> dict[str, Any]:
    """The plain document with another value at a pointer."""
    document: Any = deepcopy(PLAIN)
    *path, last = pointer.strip("/").split("/")
    target = document
    for part in path:
        target = target[int(part) if isinstance(target, list) else part]
    target[int(last) if isinstance(target, list) else last] = value
    return document  # type: ignore[no-any-return]  # walked as JSON


def faults(document: object) -> list[tuple[str, object]]:
    _, found = load_document(document)
    return [(each.code, each.where) for each in found]


def codes(content: bytes) -> list[str]:
    return [each.code for reading in read_records(content) for each in reading.diagnostics]


def codes_of(reading: Reading) -> list[str]:
    return [each.code for each in reading.diagnostics]


@given(records)
def test_what_is_dumped_is_loaded_equal_and_valid(record: Record) -> None:
    document = json.loads(json.dumps(dump_record(record)))
    assert schemas.errors("record", document) == []
    assert load_record(document) == record
    assert dump_record(load_record(document)) == document


@given(records)
def test_both_json_formats_are_read_back_equal(record: Record) -> None:
    for name in ("json", "jsonl"):
        text = write_as(record, name).text
        assert text is not None
        (reading,) = read_records(text.encode())
        assert (reading.record, reading.diagnostics) == (record, ())


def test_a_full_document_is_the_record_that_it_tells() -> None:
    assert load_record(FULL) == Record(
        game="cubeo",
        variants=("d8", "strict"),
        players=(Player("red", "r1", 1650), Player("blue", bot=True)),
        tags=(("Event", "Spring"), ("Date", "2025-??-??")),
        start="A1@0,0 B1@1,0 A",
        time_control=TimeControl("capped", 48, 24, 96),
        started="2025-01-31T18:00:00Z",
        comments=("before",),
        plies=(
            Ply(
                "+0,1",
                "2025-01-31T19:00:00Z",
                90,
                (1,),
                ("good",),
                (Variation(("or",), (Ply("+-1,0"),)),),
            ),
        ),
        outcome=Result(1, "timeout"),
    )
    assert dump_record(load_record(FULL)) == FULL


@pytest.mark.parametrize("field", [name for name in PLAIN if name != "format"])
def test_each_missing_field_is_named(field: str) -> None:
    document = {name: value for name, value in PLAIN.items() if name != field}
    _, (found,) = load_document(document)
    assert (found.code, found.where) == ("S20", "")
    assert field in found.message


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/game", 3),
        ("/variants", "strict"),
        ("/variants", ["two words"]),
        ("/players", [{"name": "red"}]),
        ("/players/0", "red"),
        ("/players/0/rating", 1650.5),
        ("/players/1/bot", "yes"),
        ("/players/1/name", "two\nlines"),
        ("/players/1/name", ""),
        ("/players/1/name", " \u00a0"),
        ("/tags", {"Event": "x"}),
        ("/tags", [["Event"]]),
        ("/tags", [["no name", "x"]]),
        ("/tags", [["Event", "x", "y"]]),
        ("/start", 1),
        ("/time_control", "fixed 72"),
        ("/time_control", {"kind": "fixed"}),
        ("/time_control", {"kind": "hourglass"}),
        ("/time_control", {"kind": "total", "start": 5, "max": 5}),
        ("/started", "yesterday"),
        ("/started", "2025-02-30T00:00:00Z"),
        ("/plies", {}),
        ("/plies/0", "+0,1"),
        ("/plies/0/move", None),
        ("/plies/0/move", "+0, 1 2"),
        ("/plies/0/move", "{x}"),
        ("/plies/0/move", ""),
        ("/plies/0/at", "noon"),
        ("/plies/0/clock", -1),
        ("/plies/0/clock", "90"),
        ("/plies/0/nags", [1000]),
        ("/plies/0/comments", "good"),
        ("/plies/0/comments", ["a bell \x07"]),
        ("/plies/0/comments", ["half a sign \ud800"]),
        ("/plies/0/variations", [{"plies": []}]),
        ("/plies/0/variations", [{"comments": []}]),
        ("/plies/0/variations", ["+0,1"]),
        ("/outcome", "1-0"),
        ("/outcome", {"winner": 3, "reason": None}),
        ("/outcome", {"winner": 1}),
        ("/outcome", {"winner": 1, "reason": "luck"}),
    ],
)
def test_each_wrong_value_is_one_fault_at_its_place(pointer: str, value: object) -> None:
    (reading,) = check_records(json.dumps(changed(pointer, value)).encode())
    assert not reading.ok
    _, found = load_document(changed(pointer, value))
    assert [each.code for each in reading.diagnostics] == ["S20"] == [each.code for each in found]
    assert str(found[0].where).startswith(pointer)
    assert found[0].message.endswith(".")
    for internal in ("^", "(?", "$defs", "schema"):
        assert internal not in found[0].message


TWICE = {
    '"start": null, ': ["/start"],
    '"game": "hive", ': ["/game"],
    '"outcome": {"winner": 1, "winner": 2, "reason": null}, ': ["/outcome", "/outcome/winner"],
    '"plies": [], "tags": [], "plies": 3, ': ["/plies", "/tags"],
    '"format": 3, ': ["/format"],
    '"a/b~c": 1, "a/b~c": 2, ': ["/a~1b~0c"],
}


@pytest.mark.parametrize(("more", "pointers"), TWICE.items())
def test_each_field_that_is_named_twice_is_told_and_its_values_are_not_judged(
    more: str, pointers: list[str]
) -> None:
    text = json.dumps(changed("/plies/0/move", "+9,9")).replace("{", "{" + more, 1)
    (reading,) = check_records(text.encode())
    told = [(each.code, each.pointer) for each in reading.diagnostics if each.code != "M01"]
    assert sorted(told) == [("S20", pointer) for pointer in pointers]
    named = [pointer.split("/")[-1].replace("~1", "/").replace("~0", "~") for pointer in pointers]
    assert {each.message for each in reading.diagnostics if each.code != "M01"} == {
        f"The field {name!r} is named a second time." for name in named
    }
    unmeant = {"/game", "/plies"} & set(pointers)
    assert ("M01" in codes_of(reading)) == (not unmeant)


def test_what_else_is_wrong_with_a_value_that_is_given_twice_alike_is_told() -> None:
    text = json.dumps(changed("/start", 3)).replace("{", '{"start": 3, ', 1)
    (reading,) = read_records(text.encode())
    assert sorted(each.message for each in reading.diagnostics) == [
        "3 should be text or null.",
        "The field 'start' is named a second time.",
    ]


def test_a_document_with_a_field_twice_keeps_its_layout(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(text := json.dumps(PLAIN).replace("{", '{"start": 3, ', 1))
    told = CliRunner().invoke(cli, ["fmt", str(file)])
    assert (told.exit_code, file.read_text()) == (1, text)
    assert told.stderr.count("S20") == 1


NUMBERS = {
    "1e400": "the number 1e400 is too long or too large",
    "-1e400": "the number -1e400 is too long or too large",
    "9" * 5000: f"the number {'9' * 40}… is too long or too large",
    "NaN": "NaN is no number of JSON",
    "-Infinity": "-Infinity is no number of JSON",
}


@pytest.mark.parametrize(("number", "told"), NUMBERS.items(), ids=lambda each: each[:10])
def test_a_number_that_cannot_be_held_is_told_with_its_place(number: str, told: str) -> None:
    text = f'{{"format": "turnpost-record/1",\n "clock": [1, {number}]}}'
    (reading,) = read_records(text.encode())
    (found,) = reading.diagnostics
    assert (found.code, found.line, found.column) == ("F04", 2, 15)
    assert told in found.message


def test_an_unknown_field_is_named_with_the_one_that_may_be_meant() -> None:
    _, (found,) = load_document({**PLAIN, "commets": []})
    assert (found.code, found.where) == ("S20", "/commets")
    assert "did you mean 'comments'" in found.message


ILLEGAL = {"move": "+9,9"}
APART = {
    "a field too many": ("/x", 1),
    "a wrong format": ("/format", "turnpost-record/2"),
    "a wrong tag": ("/tags", [["no name", "x"]]),
    "tags that are no list": ("/tags", 3),
    "a wrong player": ("/players/0", {"name": "red", "rating": "high"}),
    "one player": ("/players", [{"name": "red"}]),
    "no players": ("/players", None),
    "a wrong clock": ("/time_control", {"kind": "fixed"}),
    "a wrong time": ("/started", "yesterday"),
    "a wrong comment": ("/comments", [3]),
    "a wrong outcome": ("/outcome", {"winner": 3, "reason": None}),
    "a wrong mark": ("/plies/0", {"move": "+9,9", "nags": [-1]}),
    "a wrong remark": ("/plies/0", {"move": "+9,9", "comments": "x"}),
    "a field too many in a ply": ("/plies/0", {"move": "+9,9", "nag": 1}),
    "a variation that is none": ("/plies/0", {"move": "+9,9", "variations": ["x"]}),
    "a wrong move in a variation": (
        "/plies/0",
        {"move": "+9,9", "variations": [{"plies": [{"move": 3}]}]},
    ),
    "nesting": ("/plies/0", None),
}


@pytest.mark.parametrize(("pointer", "value"), APART.values(), ids=APART)
def test_what_has_nothing_to_do_with_the_moves_hides_no_fault_of_theirs(
    pointer: str, value: object
) -> None:
    document = changed("/plies", [ILLEGAL])
    place, last = (document["plies"], 0) if "plies" in pointer else (document, pointer[1:])
    if pointer.startswith("/players/"):
        place, last = document["players"], 0
    place[last] = (
        nested(65)["plies"][0] | ILLEGAL if value is None and "plies" in pointer else value
    )
    (reading,) = check_records(json.dumps(document).encode())
    syntax, *others = sorted(codes_of(reading), reverse=True)
    assert syntax in ("S20", "S12")
    assert others == ["M01"]
    assert reading.record is not None
    assert not reading.ok


MEANING = {
    "no game": ("/game", 3),
    "settings that are no list": ("/variants", "d8"),
    "a setting that is no word": ("/variants", ["strict", 3]),
    "a start that is no text": ("/start", 3),
    "moves that are no list": ("/plies", "+9,9"),
    "a move that is no word": ("/plies", [{"move": 3}, ILLEGAL]),
    "a ply that is none": ("/plies", [3, ILLEGAL]),
    "a ply without a move": ("/plies", [{}, ILLEGAL]),
}


@pytest.mark.parametrize(("pointer", "value"), MEANING.values(), ids=MEANING)
def test_where_the_moves_have_no_meaning_they_are_not_judged(pointer: str, value: object) -> None:
    document = changed("/plies", [ILLEGAL, ILLEGAL]) | {"outcome": {"winner": 1, "reason": None}}
    (reading,) = check_records(json.dumps(document | {pointer[1:]: value}).encode())
    assert codes_of(reading) == ["S20"]


@pytest.mark.parametrize(("game", "code"), [("hiv", "T02"), (3, "S20"), ("Hive", "T02")])
def test_of_an_unknown_game_no_word_is_refused(game: object, code: str) -> None:
    document = changed("/plies", [{"move": "wS1"}, {"move": "bA1 /wS1"}]) | {"game": game}
    assert faults(document) == [(code, "/game")]


def test_all_faults_of_a_document_are_told_in_one_run() -> None:
    document = changed("/variants", ["strikt"]) | {
        "x": 1,
        "start": None,
        "players": [{"nae": "red"}, {"name": "blue", "rating": -1}],
        "tags": [["Date", "today"], ["Event", 3], ["Event", "x"], ["Result", 3]],
        "started": "2025-02-30T00:00:00Z",
        "plies": [{"move": "+0,1", "at": "noon"}, {"move": "wS1"}],
        "outcome": {"winner": 1, "reasQn": None},
    }
    assert sorted(faults(document), key=lambda each: str(each[1])) == [
        ("S20", "/outcome/reasQn"),
        ("S20", "/players/0/nae"),
        ("S20", "/players/1/rating"),
        ("S20", "/plies/0/at"),
        ("S01", "/plies/1/move"),
        ("S20", "/started"),
        ("T04", "/tags/0/1"),
        ("S20", "/tags/1/1"),
        ("T03", "/tags/2/0"),
        ("S20", "/tags/3/0"),
        ("S20", "/tags/3/1"),
        ("V01", "/variants/0"),
        ("S20", "/x"),
    ]


def playouts() -> list[dict[str, Any]]:
    """The finished games of a file of tests/data."""
    lines = (REPOSITORY / "tests" / "data" / "cubeo" / "square.jsonl").read_text().splitlines()
    return [game for game in map(json.loads, lines) if game["over"]]


OUTCOMES = {
    "a winner with an unknown reason": ({"winner": 2, "reason": "luck"}, ["R02", "S20"]),
    "a field too many": ({"winner": 2, "reason": None, "x": 1}, ["R02", "S20"]),
    "an unknown winner": ({"winner": 3, "reason": "resignation"}, ["S20"]),
    "no winner": ({"reason": "resignation"}, ["S20"]),
    "nobody, for an unknown reason": ({"winner": None, "reason": "luck"}, ["S20"]),
    "a text": ("0-1", ["S20"]),
}


@pytest.mark.parametrize(("outcome", "expected"), OUTCOMES.values(), ids=OUTCOMES)
def test_an_outcome_is_judged_as_far_as_it_is_told(outcome: object, expected: list[str]) -> None:
    won = next(game for game in playouts() if game["winner"] == [1])
    document = PLAIN | {"variants": won["variants"], "outcome": outcome}
    document |= {"plies": [{"move": ply["move"]} for ply in won["plies"]]}
    (reading,) = check_records(json.dumps(document).encode())
    assert sorted(codes_of(reading)) == expected


def test_faults_within_plies_tell_how_many_were_played_before() -> None:
    variation = {"plies": [{"move": "+0,-1"}, {"move": "x", "at": "noon"}]}
    plies = [{"move": "+0,1"}, {"move": "+2,0", "variations": [variation]}, {"move": "y", "z": 1}]
    _, found = load_document(changed("/plies", plies))
    assert sorted((each.code, str(each.where)[-9:], each.ply) for each in found) == [
        ("S01", "es/1/move", 2),
        ("S01", "es/2/move", 2),
        ("S20", "lies/1/at", 2),
        ("S20", "plies/2/z", 2),
    ]


def test_of_too_many_faults_the_first_are_told() -> None:
    for plies in (
        [{"move": "x"}] * 3000,
        [{"move": 3}] * 3000,
        [3] * 3000,
        [{"move": "x", "at": 1}] * 999,
    ):
        document = {"format": PLAIN["format"], "game": "cubeo", "plies": plies}
        (reading,) = read_records(json.dumps(document).encode())
        told = codes_of(reading)
        assert told.count("S21") == 1
        assert len(told) == 1001


MISSPELT = {
    "/time_control": ({"kin d": "fixed", "increment": 1}, "/time_control/kin d"),
    "/outcome": ({"winner": 1, "reasQn": "timeout"}, "/outcome/reasQn"),
    "/players": ([{"nae": "red"}, {"name": "blue"}], "/players/0/nae"),
    "/plies": ([{"mve": "+0,1"}], "/plies/0/mve"),
}


@pytest.mark.parametrize(("pointer", "told"), MISSPELT.items())
def test_a_misspelt_field_is_one_fault(pointer: str, told: tuple[object, str]) -> None:
    _, (found,) = load_document(changed(pointer, told[0]))
    assert (found.code, found.where) == ("S20", told[1])
    assert "did you mean" in found.message


@pytest.mark.parametrize("field", [name for name in PLAIN if name != "format"])
def test_each_misspelt_field_of_a_record_is_one_fault(field: str) -> None:
    document = {name if name != field else name + "x": value for name, value in PLAIN.items()}
    _, (found,) = load_document(document)
    assert (found.code, found.where) == ("S20", f"/{field}x")
    assert found.message.endswith(f"did you mean {field!r}?")


def test_a_field_that_a_kind_of_clock_has_not_is_named() -> None:
    clock = {"kind": "fixed", "start": 1, "increment": 2}
    _, (found,) = load_document(changed("/time_control", clock))
    assert found.where == "/time_control/start"
    assert found.message == "A fixed clock has an 'increment', but no 'start'."


def test_faults_in_variations_are_placed_there() -> None:
    deep = {"move": "+0,1", "variations": [{"plies": [{"move": "+-1,0", "nag": 1}]}]}
    assert faults(changed("/plies/0", deep)) == [("S20", "/plies/0/variations/0/plies/0/nag")]


@pytest.mark.parametrize(
    ("pointer", "value", "code", "where"),
    [
        ("/game", "Cubeo", "T02", "/game"),
        ("/variants", ["d8", "strct"], "V01", "/variants/1"),
        ("/variants", ["d8", "d10"], "V01", "/variants"),
        ("/start", "A1@0,0 A", "T11", "/start"),
        ("/tags", [["Event", "x"], ["Event", "y"]], "T03", "/tags/1/0"),
        ("/tags", [["Date", "2025"]], "T04", "/tags/0/1"),
        ("/tags", [["Result", "1-0"]], "S20", "/tags/0/0"),
        ("/plies/0/move", "1-0", "S01", "/plies/0/move"),
    ],
)
def test_values_without_a_meaning_are_told_at_their_place(
    pointer: str, value: object, code: str, where: str
) -> None:
    assert faults(changed(pointer, value)) == [(code, where)]


def test_each_fault_of_the_settings_is_told_at_its_word() -> None:
    assert faults(changed("/variants", ["strikt", "d8", "hexx"])) == [
        ("V01", "/variants/0"),
        ("V01", "/variants/2"),
    ]
    words = ["d8", "pieces=8", "hex", "hex", "norepp"]
    found = load_document(changed("/variants", words))[1]
    assert [(each.where, each.message.split()[0]) for each in found] == [
        ("/variants/4", "Cubeo"),
        ("/variants", "hex"),
        ("/variants", "d8"),
    ]


def test_settings_are_kept_in_their_canonical_words() -> None:
    assert load_record(changed("/variants", ["STRICT", "pieces=8"])).variants == ("d8", "strict")


def test_whole_numbers_may_have_a_decimal_point() -> None:
    assert load_record(changed("/plies/0/clock", 90.0)).plies[0].clock == 90


def test_white_space_in_comments_is_one_blank() -> None:
    assert load_record(changed("/plies/0/comments", [" a\n\tb "])).plies[0].comments == ("a b",)


def nested(depth: int) -> dict[str, Any]:
    ply: dict[str, Any] = {"move": "+0,1"}
    for _ in range(depth):
        ply = {"move": "+0,1", "variations": [{"plies": [ply]}]}
    return changed("/plies/0", ply)


def test_nesting_is_read_to_64_and_refused_beyond() -> None:
    assert faults(nested(64)) == []
    found = faults(nested(65))
    assert found == [("S12", "/plies/0" + "/variations/0/plies/0" * 64 + "/variations/0")]


def test_nesting_of_ten_thousand_is_an_answer_and_no_crash() -> None:
    inner = '{"move":"+0,1","variations":[{"plies":['
    text = json.dumps(changed("/plies", ["here"])).replace(
        '"here"', inner * 10_000 + '{"move":"+0,1"}' + "]}]}" * 10_000
    )
    assert codes(text.encode()) == ["S12"]


def test_load_record_raises_with_the_first_fault_and_its_place() -> None:
    with pytest.raises(NotARecord, match="/game"):
        load_record(changed("/game", "Chess"))
    with pytest.raises(NotARecord, match="object"):
        load_record([])


TEXT = json.dumps(PLAIN)


@pytest.mark.parametrize("text", [TEXT[:1], TEXT[:50], TEXT[:-1], TEXT.replace(",", ";", 1)])
def test_a_document_that_breaks_off_is_told_where(text: str) -> None:
    assert codes(text.encode()) == ["F04"]


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("null", "NaN", 1),
        TEXT.replace("null", "9" * 5000, 1),
        TEXT + "x",
        TEXT.replace('"red"', '"\\q"'),
        TEXT.replace('"red"', '"a\x01b"'),
        TEXT.replace("null", "nul", 1),
    ],
)
def test_json_that_is_not_json_is_one_fault(text: str) -> None:
    assert codes(text.encode()) == ["F04"]


def test_a_field_twice_is_told_at_the_second_one() -> None:
    text = TEXT.replace('"start": null', '"start": null, "start": null')
    ((found,),) = (reading.diagnostics for reading in read_records(text.encode()))
    assert (found.code, found.pointer) == ("S20", "/start")
    assert text[: found.column - 1].count('"start": ') == 2


@pytest.mark.parametrize("text", ["{}", '{"format": "something-else"}', "[]", "3", '"x"', "null"])
def test_other_json_is_of_no_known_format(text: str) -> None:
    assert codes(text.encode()) == ["F03"]


def test_a_broken_line_of_json_lines_does_not_hurt_its_neighbours() -> None:
    lines = [TEXT, TEXT[:50], "", "[1]", TEXT]
    readings = list(read_records("\n".join(lines).encode(), format_name="jsonl"))
    assert [reading.passage.line for reading in readings] == [1, 2, 4, 5]
    assert [reading.ok for reading in readings] == [True, False, False, True]
    assert [reading.passage.number for reading in readings] == [1, 2, 3, 4]


@pytest.mark.parametrize("first", [TEXT, TEXT[:50]])
def test_json_lines_are_told_by_their_content(first: str) -> None:
    readings = list(read_records(f"{first}\n{TEXT}\n".encode()))
    assert len(readings) == 2
    assert readings[1].ok


@pytest.mark.parametrize("indent", [None, 0, 2, 8])
def test_a_document_is_one_however_it_is_laid_out(indent: int | None) -> None:
    text = json.dumps(FULL, indent=indent)
    assert [reading.ok for reading in read_records(text.encode())] == [True]
