"""Abstract Play's record and state: read and written as their programs do, refused where they would."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, FormatChecker

from notation import check_records
from notation.cli import cli
from notation.formats import ap_record, ap_state
from notation.formats.abstract_play import replay
from notation.formats.format import Written
from notation.moves import write_position
from notation.record import Player, Ply, Record, Result, TimeControl, Variation
from notation.settings import read_settings, settings_words

DATA = Path(__file__).parent / "data" / "cubeo"
BEGUN = "2025-01-01T10:00:00Z"
OVER = "2025-01-31T20:30:00.250Z"

OUTSIDE = {
    Result(1, "resignation"): "resign",
    Result(2, "resignation"): "resign",
    Result(1, "timeout"): "timeout",
    Result(2, "timeout"): "timeout",
    Result(None, "agreement"): "draw",
    Result(None, "repetition"): "draw",
    Result(None, "aborted"): "abandoned",
}


def game(*words: str, outcome: Result | None = None, variants: str = "", **fields: Any) -> Record:
    plies = tuple(Ply(word) for word in words)
    settings = settings_words(read_settings("cubeo", variants))
    given = {"started": BEGUN, "ended": OVER, **fields}
    return Record("cubeo", settings, plies=plies, outcome=outcome, **given)


def playouts() -> list[Record]:
    """The finished games of tests/data."""
    records = []
    for name in ("square.jsonl", "hex.jsonl"):
        for line in (DATA / name).read_text().splitlines():
            told = json.loads(line)
            if told["over"]:
                words = [ply["move"] for ply in told["plies"]]
                outcome = Result(told["winner"][0], told["reason"])
                records.append(game(*words, outcome=outcome, variants=" ".join(told["variants"])))
    return records


def timed(record: Record) -> Record:
    """The record with a time for each ply, which a state needs; its end is that of the last one."""
    times = [f"2025-01-02T00:{ply // 60:02}:{ply % 60:02}Z" for ply in range(len(record.plies))]
    plies = tuple(replace(ply, at=at) for ply, at in zip(record.plies, times, strict=True))
    return replace(record, plies=plies, ended=times[-1])


def document(written: Written) -> dict[str, Any]:
    assert written.text is not None
    told = json.loads(written.text)
    assert isinstance(told, dict)
    return told


def codes(told: tuple[Any, ...]) -> list[str]:
    return [fault.code for fault in told]


@pytest.fixture(scope="session")
def theirs(shared: Path) -> Draft7Validator:
    schema = json.loads(
        (shared / "data" / "schemas" / "abstract-play-gamerecord-1-0-0.json").read_text()
    )
    return Draft7Validator(schema, format_checker=FormatChecker())


@pytest.fixture(scope="session")
def real(shared: Path) -> dict[str, Any]:
    text = (shared / "data" / "cubeo" / "abstract_play_state.json").read_text()
    told = json.loads(text)
    assert isinstance(told, dict)
    return told


SHORT = game("+-1,0", "+2,0", outcome=Result(2, "resignation"))
PLAIN = document(ap_record.write(SHORT))
STATE = document(ap_state.write(replace(timed(SHORT), ended=OVER)))


# the record


@pytest.mark.parametrize("record", playouts(), ids=lambda record: " ".join(record.variants))
def test_a_finished_game_is_read_back_from_its_record(record: Record) -> None:
    assert ap_record.load(document(ap_record.write(record))) == (record, ())


@pytest.mark.parametrize(("outcome", "word"), OUTSIDE.items())
@pytest.mark.parametrize("moves", [(), ("+-1,0",), ("+-1,0", "+2,0")])
def test_an_end_outside_the_rules_stands_as_the_last_move(
    outcome: Result, word: str, moves: tuple[str, ...]
) -> None:
    record = game(*moves, outcome=outcome)
    told = document(ap_record.write(record))
    assert [entry for entries in told["moves"] for entry in entries] == [*moves, word]
    assert told["header"]["reason"] == outcome.reason
    assert ap_record.load(told) == (record, ())


@pytest.mark.parametrize(
    ("outcome", "results"),
    [
        (Result(1, "resignation"), [1, 0]),
        (Result(2, None), [0, 1]),
        (Result(None, "agreement"), [1, 1]),
        (Result(None, None), [1, 1]),
        (Result(None, "aborted"), [0, 0]),
    ],
)
def test_winners_have_the_higher_result(outcome: Result, results: list[int]) -> None:
    told = document(ap_record.write(game("+-1,0", outcome=outcome)))
    assert [player["result"] for player in told["header"]["players"]] == results
    assert ap_record.load(told)[0] == game("+-1,0", outcome=outcome)


def test_their_schema_accepts_each_record_written(theirs: Draft7Validator) -> None:
    drawn = game("+-1,0", outcome=Result(None, "agreement"))
    same = replace(drawn, players=(Player("red", "7"), Player("red", "7")))
    full = replace(
        SHORT,
        players=(Player("red", "1", 1500), Player("blue", "2", None, True)),
        tags=(("Event", "Open"), ("Round", "3"), ("Site", "here"), ("Unrated", "yes")),
        start="A1@0,0 B1@1,0 A",
    )
    for record in [*playouts(), SHORT, drawn, same, full, game(outcome=Result(1, "timeout"))]:
        errors = list(theirs.iter_errors(document(ap_record.write(record))))
        assert errors == []


def test_all_that_the_record_has_a_place_for_comes_back() -> None:
    record = replace(
        SHORT,
        players=(Player("red", "1", 1500), Player("blue", "2", None, True)),
        tags=(
            ("Event", "Open"),
            ("Site", "here"),
            ("Round", "3"),
            ("SiteGameId", "abc-1"),
            ("Unrated", "yes"),
            ("Pied", "yes"),
        ),
        start="A1@0,0 A1@-1,0 B1@1,0 A",
        plies=(Ply("+0,1"), Ply("+2,0")),
    )
    written = ap_record.write(record)
    assert written.losses == ()
    assert ap_record.load(document(written)) == (record, ())


def test_the_same_game_gives_the_same_bytes() -> None:
    assert ap_record.write(SHORT) == ap_record.write(SHORT)
    assert PLAIN["header"]["date-generated"] == PLAIN["header"]["date-end"] == OVER


def test_settings_are_written_by_their_ids_and_read_by_names_too() -> None:
    record = game("+-1,0", outcome=Result(1, "timeout"), variants="strict d10")
    told = document(ap_record.write(record))
    assert told["header"]["game"] == {"name": "Cubeo", "variants": ["d10", "strict"]}
    told["header"]["game"]["variants"] = ["Stricter movement constraints", "d10"]
    assert ap_record.load(told) == (record, ())
    told["header"]["game"]["variants"] = ["Default die size (d6)"]
    assert ap_record.load(told) == (replace(record, variants=()), ())
    del told["header"]["game"]["variants"]
    assert ap_record.load(told) == (replace(record, variants=()), ())


@pytest.mark.parametrize("words", ["hex", "d14", "norep", "pieces=7", "goal=9"])
def test_settings_that_they_lack_are_written_as_they_are_with_a_loss(words: str) -> None:
    record = timed(game("+-1,0", outcome=Result(1, None), variants=words))
    for format_ in (ap_record, ap_state):
        written = format_.write(record)
        assert "L06" in codes(written.losses)
        assert words in written.losses[0].message
        assert format_.load(document(written))[0].variants == (words,)  # type: ignore[union-attr]


def test_what_has_no_place_is_a_loss_that_is_told_once() -> None:
    ply = Ply(
        "+-1,0",
        at=BEGUN,
        clock=60,
        nags=(1, 2),
        comments=("good",),
        variations=(Variation(("or",), (Ply("+0,1", comments=("so",)),)),),
    )
    record = replace(
        SHORT,
        plies=(ply,),
        comments=("first",),
        tags=(("Annotator", "red"), ("Event", "Open")),
        time_control=TimeControl("fixed", increment=72),
    )
    told = ap_record.write(record).losses
    assert codes(told) == ["L01", "L02", "L03", "L04", "L05"]
    counts = [fault.message.rpartition("(")[2] for fault in told[:4]]
    assert counts == ["4).", "1).", "1).", "2)."]
    assert "Annotator, TimeControl" in told[4].message


@pytest.mark.parametrize("missing", ["started", "ended"])
def test_dates_are_never_made_up(missing: str) -> None:
    written = ap_record.write(replace(SHORT, **{missing: None}))  # type: ignore[arg-type]
    assert written.text is None
    assert codes(written.losses) == ["L07"]
    assert missing.capitalize() in written.losses[0].message


def test_a_game_that_goes_on_has_no_record() -> None:
    written = ap_record.write(game("+-1,0"))
    assert written.text is None
    assert codes(written.losses) == ["L08"]


def test_players_without_a_name_are_numbered_and_nobody_again_on_reading() -> None:
    assert [player["name"] for player in PLAIN["header"]["players"]] == ["Player 1", "Player 2"]
    record, _ = ap_record.load(PLAIN)
    assert record is not None
    assert record.players == (Player(), Player())


def test_moves_are_written_in_their_one_form() -> None:
    record = game("+\u22121,+0", "+02,0", outcome=Result(1, "timeout"))
    assert document(ap_record.write(record))["moves"] == [["+-1,0", "+2,0"], ["timeout"]]


def test_a_start_with_player_2_to_move_leaves_the_first_seat_empty() -> None:
    start = "A1@0,0 B1@1,0 B"
    record = game("+2,0", "+-1,0", outcome=Result(1, "resignation"), start=start)
    told = document(ap_record.write(record))
    assert told["moves"] == [[None, "+2,0"], ["+-1,0", "resign"]]
    assert told["header"]["startingPosition"] == start
    assert ap_record.load(told) == (record, ())


def plain(**header: Any) -> dict[str, Any]:
    told = deepcopy(PLAIN)
    told["header"] |= header
    return told


def reason_of(told: dict[str, Any]) -> str | None:
    record, faults = ap_record.load(told)
    assert faults == ()
    assert record is not None
    assert record.outcome is not None
    return record.outcome.reason


def test_without_our_reason_their_last_move_tells_it() -> None:
    told = plain()
    del told["header"]["reason"]
    assert reason_of(told) == "resignation"
    told["moves"] = [["+-1,0", "Draw"]]
    assert reason_of(told) == "agreement"
    told["moves"] = [["+-1,0"]]
    assert reason_of(told) is None


def test_without_our_reason_the_rules_tell_how_the_last_move_ended_the_game() -> None:
    for record in playouts():
        told = document(ap_record.write(record))
        del told["header"]["reason"]
        assert ap_record.load(told) == (record, ())


def test_our_reason_wins_over_the_last_move() -> None:
    told = plain(reason="repetition")
    told["moves"] = [["+-1,0", "draw"]]
    assert reason_of(told) == "repetition"


def test_moves_may_be_objects_with_remarks_and_an_order() -> None:
    told = plain()
    told["moves"] = [
        [{"move": "+-1,0", "result": "a  quiet move"}, {"move": "+2,0", "sequence": 2}],
        [None, "resign"],
    ]
    record, faults = ap_record.load(told)
    assert faults == ()
    assert record is not None
    assert record.plies == (Ply("+-1,0", comments=("a quiet move",)), Ply("+2,0"))


def test_their_spelling_of_the_pie_rule_is_read() -> None:
    record, _ = ap_record.load(plain(**{"pie-invoked": True}))
    assert record is not None
    assert record.tags == (("Pied", "yes"),)


def test_fields_that_a_record_has_no_place_for_are_allowed_and_noted_once_a_kind() -> None:
    told = plain(**{"outcome-type": "score"})
    for player in told["header"]["players"]:
        player["score"] = 3
    told["moves"][0] = [{"move": word, "result": []} for word in told["moves"][0]]
    record, found = ap_record.load(told)
    assert record == ap_record.load(plain())[0]
    assert [(each.code, each.where, each.message) for each in found] == [
        ("W07", "/header/outcome-type", "header/outcome-type is not read (1)."),
        ("W07", "/moves/0/0/result", "moves/result is not read (2)."),
        ("W07", "/header/players/0/score", "header/players/score is not read (2)."),
    ]


def test_fields_of_a_state_that_a_record_has_no_place_for_are_noted() -> None:
    told = json.loads(json.dumps(STATE))
    for entry in told["stack"]:
        entry["extra"] = entry["board"]["_size"] = 1
        for die in entry["board"]["_dice"]:
            die["_tint"] = "red"
    record, found = ap_state.load(told)
    assert record == ap_state.load(STATE)[0]
    assert {(each.code, each.where) for each in found} == {
        ("W07", "/stack/0/extra"),
        ("W07", "/stack/0/board/_size"),
        ("W07", "/stack/0/board/_dice/0/_tint"),
    }


DAMAGE: dict[str, tuple[str, Any, str, str]] = {
    "no header": ("/header", None, "S20", ""),
    "a header that is no object": ("/header", 3, "S20", "/header"),
    "a field too many": ("/colour", "red", "S20", "/colour"),
    "no game": ("/header/game", None, "S20", "/header"),
    "no name of the game": ("/header/game/name", None, "S20", "/header/game"),
    "another game": ("/header/game/name", "Chess", "T02", "/header/game/name"),
    "a field too many in the game": ("/header/game/size", 3, "S20", "/header/game/size"),
    "unknown settings": ("/header/game/variants", ["d8", "d9"], "V01", "/header/game/variants/1"),
    "settings that contradict": (
        "/header/game/variants",
        ["d8", "d10"],
        "V01",
        "/header/game/variants/0",
    ),
    "a setting that is no text": ("/header/game/variants", [8], "S20", "/header/game/variants/0"),
    "no site": ("/header/site", None, "S20", "/header"),
    "an odd number of the game": ("/header/site/gameid", [], "S20", "/header/site/gameid"),
    "no start date": ("/header/date-start", None, "S20", "/header"),
    "a date that is none": ("/header/date-end", "yesterday", "T05", "/header/date-end"),
    "a day that is none": ("/header/date-end", "2025-02-30T00:00:00Z", "T05", "/header/date-end"),
    "no players": ("/header/players", None, "S20", "/header"),
    "one player": ("/header/players", [{"name": "a", "result": 1}], "S20", "/header/players"),
    "a player without a name": ("/header/players/0/name", None, "S20", "/header/players/0"),
    "a result that is no number": (
        "/header/players/1/result",
        "1",
        "S20",
        "/header/players/1/result",
    ),
    "a result of true": ("/header/players/1/result", True, "S20", "/header/players/1/result"),
    "an unknown reason": ("/header/reason", "boredom", "T07", "/header/reason"),
    "an event that is no text": ("/header/event", 7, "S20", "/header/event"),
    "no moves": ("/moves", None, "S20", ""),
    "moves that are no list": ("/moves", "+-1,0", "S20", "/moves"),
    "a round that is no list": ("/moves/0", "+-1,0", "S20", "/moves/0"),
    "a round of three": ("/moves/0", ["+-1,0", "+2,0", "+1,1"], "S20", "/moves/0"),
    "a move that is a number": ("/moves/0/1", 3, "S20", "/moves/0/1"),
    "a move without a word": ("/moves/0/1", {"sequence": 1}, "S20", "/moves/0/1"),
    "a start that is none": ("/header/startingPosition", "A1", "T11", "/header/startingPosition"),
    "a move out of turn": ("/moves/0", [None, "+2,0"], "S20", "/moves/0/1"),
}


def told_of(document: dict[str, Any]) -> list[tuple[str, object]]:
    """What a check tells of a document, as codes and pointers."""
    (reading,) = check_records(json.dumps(document).encode(), format_name=name_of(document))
    return [(each.code, each.pointer) for each in reading.diagnostics]


def name_of(document: dict[str, Any]) -> str:
    return "ap-state" if "stack" in document else "ap-record"


def damaged(told: dict[str, Any], pointer: str, value: Any) -> Any:
    """The document with another value at the pointer; None takes it away."""
    told = deepcopy(told)
    *path, last = pointer.split("/")[1:]
    place: Any = told
    for step in path:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    elif value is None:
        del place[last]
    else:
        place[last] = value
    return told


@pytest.mark.parametrize(("pointer", "value", "code", "where"), DAMAGE.values(), ids=DAMAGE)
def test_damage_to_a_record_is_named_with_its_place(
    pointer: str, value: Any, code: str, where: str
) -> None:
    assert told_of(damaged(PLAIN, pointer, value)) == [(code, where)]


def test_each_fault_of_the_settings_is_told_at_its_word() -> None:
    told = plain()
    told["header"]["game"]["variants"] = ["d9", "strict", "hexx"]
    _, found = ap_record.load(told)
    assert [(each.code, each.where) for each in found] == [
        ("V01", "/header/game/variants/0"),
        ("V01", "/header/game/variants/2"),
    ]


UNKNOWN_END: dict[str, tuple[str, Any]] = {
    "a result that is a text": ("/header/players/0/result", "1"),
    "a result with a half": ("/header/players/0/result", 2.5),
    "one player": ("/header/players", [{"name": "a", "result": 1}]),
    "three players": ("/header/players", [{"name": "a", "result": 1}] * 3),
    "a player that is none": ("/header/players/1", "blue"),
}


@pytest.mark.parametrize(("pointer", "value"), UNKNOWN_END.values(), ids=UNKNOWN_END)
def test_a_result_that_cannot_be_read_is_held_against_nothing(pointer: str, value: Any) -> None:
    for moves in (PLAIN["moves"], [["+-1,0"], [None, "resign"]]):
        assert told_of(damaged({**PLAIN, "moves": moves}, pointer, value)) == [("S20", pointer)]


MISSPELT = {
    "/header/players/1": ("result", "reslt", 1),
    "/header": ("date-end", "date-ends", OVER),
    "/header/game": ("variants", "varants", ["d8"]),
    "": ("moves", "mvoes", []),
    "/moves/0/0": ("move", "mov", "+-1,0"),
    "/stack/1/board/_dice/0": ("_owner", "_oner", 1),
    "/stack/1": ("lastmove", "lastmov", "+-1,0"),
    "/stack/2/board": ("_dice", "_dices", []),
    "/stack/0": ("_timestamp", "_timestam", BEGUN),
}


@pytest.mark.parametrize(("at", "names"), MISSPELT.items())
def test_a_misspelt_field_is_one_fault(at: str, names: tuple[str, str, Any]) -> None:
    name, misspelt, value = names
    told = deepcopy(STATE if at.startswith("/stack") else PLAIN)
    if at == "/moves/0/0":
        told["moves"][0][0] = {}
    holder: Any = told
    for step in at.split("/")[1:]:
        holder = holder[int(step) if isinstance(holder, list) else step]
    holder.pop(name, None)
    holder[misspelt] = value
    assert told_of(told) == [("S20", f"{at}/{misspelt}")]


MOVE = "/moves/1/0"
BESIDE: dict[str, tuple[str, Any]] = {
    "a field too many": ("/colour", "red"),
    "an odd event": ("/header/event", 7),
    "a date that is none": ("/header/date-end", "yesterday"),
    "a player without a name": ("/header/players/0/name", None),
    "a result that is none": ("/header/players/0/result", "1"),
    "a field too many in a move": ("/moves/0/0", {"move": "+-1,0", "colour": "red"}),
}


@pytest.mark.parametrize(("pointer", "value"), BESIDE.values(), ids=BESIDE)
def test_damage_beside_the_moves_hides_no_fault_of_theirs(pointer: str, value: Any) -> None:
    moves = [["+-1,0", "+2,0"], ["+9,9"], ["resign"]]
    told = told_of(damaged({**PLAIN, "moves": moves}, pointer, value))
    assert [where for code, where in told if code == "M01"] == [MOVE]
    assert len(told) == 2


NO_MEANING: dict[str, tuple[str, Any]] = {
    "settings that are no list": ("/header/game/variants", "d8"),
    "a setting that is no text": ("/header/game/variants", ["d8", 3]),
    "a start that is no text": ("/header/startingPosition", 3),
    "a move before that is none": ("/moves/0/0", 3),
    "a round before that is none": ("/moves/0", "+-1,0"),
    "a round before of three": ("/moves/0", ["+-1,0", "+2,0", "+1,1"]),
}


@pytest.mark.parametrize(("pointer", "value"), NO_MEANING.values(), ids=NO_MEANING)
def test_moves_without_a_meaning_are_not_judged(pointer: str, value: Any) -> None:
    moves = [["+-1,0", "+2,0"], [None, "+9,9"], ["resign"]]
    ((code, where),) = told_of(damaged({**PLAIN, "moves": moves}, pointer, value))
    assert code == "S20"
    assert str(where).startswith(pointer)


STATE_BESIDE: dict[str, tuple[str, Any, int]] = {
    "a field too many": ("/colour", "red", 1),
    "a time that is none": ("/stack/1/_timestamp", "noon", 1),
    "a die of nobody": ("/stack/1/board/_dice/0/_owner", 3, 1),
    "a winner that is none": ("/winner", [3], 1),
    "an unknown side": ("/stack/1/currplayer", 3, 1),
    "an unknown side at the start": ("/stack/0/currplayer", 3, 0),
    "a start without dice": ("/stack/0/board", {}, 0),
    "settings that are no list": ("/variants", "d8", 0),
    "no move before": ("/stack/1/lastmove", None, 0),
}


@pytest.mark.parametrize(("pointer", "value", "illegal"), STATE_BESIDE.values(), ids=STATE_BESIDE)
def test_damage_to_a_state_hides_an_illegal_move_only_where_it_has_no_meaning(
    pointer: str, value: Any, illegal: int
) -> None:
    told = told_of(damaged(damaged(STATE, "/stack/2/lastmove", "+9,9"), pointer, value))
    assert [where for code, where in told if code == "M01"] == ["/stack/2/lastmove"] * illegal
    assert len(told) == 1 + illegal


def test_after_a_board_against_the_moves_nothing_more_is_judged() -> None:
    told = damaged(STATE, "/stack/1/lastmove", "+0,1")
    told = damaged(told, "/stack/2/lastmove", "+9,9")
    assert told_of(told) == [("M03", "/stack/1/board")]


def test_settings_behind_a_name_that_is_nearly_theirs_are_suggested() -> None:
    told = plain()
    told["header"]["game"]["variants"] = ["Stricter movment constraints", "d9"]
    _, found = ap_record.load(told)
    assert [(each.code, each.where, each.message.rpartition("; ")[2]) for each in found] == [
        ("V01", "/header/game/variants/0", "did you mean Stricter movement constraints?"),
        ("V01", "/header/game/variants/1", "did you mean d8 or d6?"),
    ]
    told["header"]["game"]["variants"] = ["Two players at once"]
    _, (other,) = ap_record.load(told)
    assert "; it has Stricter movement constraints, " in other.message


def test_a_field_of_a_document_of_theirs_that_is_named_twice_is_one_fault() -> None:
    text = json.dumps(PLAIN)
    for old, new, where in (
        ('"moves": ', '"moves": 3, "moves": ', "/moves"),
        ('"header": ', '"header": 3, "header": ', "/header"),
        ('"reason": ', '"reason": "timeout", "reason": ', "/header/reason"),
        ('"result": ', '"result": 5, "result": ', "/header/players/0/result"),
    ):
        (reading,) = check_records(text.replace(old, new, 1).encode())
        assert [(each.code, each.pointer) for each in reading.diagnostics] == [("S20", where)]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["", "d8", "+0,1", "resign"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["move", "name", "_x", "type"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def pointers(value: Any, at: str = "") -> Iterator[str]:
    """The pointers of all values within a document."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in members:
        yield f"{at}/{name}"
        if isinstance(inner, dict | list):
            yield from pointers(inner, f"{at}/{name}")


@given(st.sampled_from([*pointers(PLAIN)]), json_values)
def test_no_damage_to_a_record_is_more_than_a_fault(pointer: str, value: Any) -> None:
    record, faults = ap_record.load(damaged(PLAIN, pointer, value))
    assert record is not None or codes(faults)


@given(st.sampled_from([*pointers(STATE)]), json_values)
def test_no_damage_to_a_state_is_more_than_a_fault(pointer: str, value: Any) -> None:
    record, faults = ap_state.load(damaged(STATE, pointer, value))
    assert record is not None or codes(faults)


@pytest.mark.parametrize("told", [None, 3, "text", [], [[]], {}, {"header": [], "moves": {}}])
def test_what_is_no_record_at_all_is_no_record(told: object) -> None:
    for format_ in (ap_record, ap_state):
        record, faults = format_.load(told)
        assert record is None
        assert set(codes(faults)) == {"S20"}


def test_after_a_fault_the_rest_of_the_moves_is_not_judged() -> None:
    record, _ = ap_record.load(damaged(PLAIN, "/moves/0/1", 3))
    assert record is not None
    assert record.cut == 1
    told = deepcopy(PLAIN)
    told["moves"] = [["+-1,0", "+2,0"], [None, "+3,0"]]
    record, _ = ap_record.load(told)
    assert record is not None
    assert record.cut == 2
    record, _ = ap_record.load(PLAIN)
    assert record is not None
    assert record.cut is None


def test_documents_are_told_apart() -> None:
    state = document(ap_state.write(timed(SHORT)))
    assert ap_record.recognises(PLAIN)
    assert not ap_record.recognises(state)
    assert ap_state.recognises(state)
    assert not ap_state.recognises(PLAIN)
    assert not ap_record.recognises([])
    assert not ap_state.recognises(None)


# the state


def test_their_own_state_replays_to_its_end(real: dict[str, Any]) -> None:
    record, faults = ap_state.load(real)
    assert faults == ()
    assert record is not None
    assert len(list(replay(record))) == len(real["stack"]) - 1 == len(record.plies)


def test_each_position_of_their_stack_is_ours(real: dict[str, Any]) -> None:
    record, _ = ap_state.load(real)
    assert record is not None
    for entry, (_, _, after) in zip(real["stack"][1:], replay(record), strict=True):
        dice = sorted(entry["board"]["_dice"], key=lambda die: (die["_y"], die["_x"]))
        words = [f"{'?AB'[die['_owner']]}{die['_pips']}@{die['_x']},{die['_y']}" for die in dice]
        assert write_position(after) == " ".join([*words, "?AB"[entry["currplayer"]]])


def test_their_state_is_written_again_as_it_was(real: dict[str, Any]) -> None:
    record, _ = ap_state.load(real)
    assert record is not None
    written = ap_state.write(record)
    assert written.losses == ()
    assert document(written) == real


def test_their_state_is_checked_and_converted_on_the_command_line(shared: Path) -> None:
    file = shared / "data" / "cubeo" / "abstract_play_state.json"
    assert CliRunner().invoke(cli, ["check", str(file)]).exit_code == 0
    told = CliRunner().invoke(cli, ["convert", str(file), "--to", "ap-state"])
    assert json.loads(told.stdout) == json.loads(file.read_text())
    refused = CliRunner().invoke(cli, ["convert", str(file), "--to", "ap-record"])
    assert refused.stdout == ""
    assert "L08" in refused.stderr


@pytest.mark.parametrize("record", playouts(), ids=lambda record: " ".join(record.variants))
def test_a_finished_game_is_read_back_from_its_state(record: Record) -> None:
    told = document(ap_state.write(timed(record)))
    assert ap_state.load(told) == (timed(record), ())
    assert told["gameover"] is True
    assert told["winner"] == [record.outcome.winner]  # type: ignore[union-attr]


def test_a_winning_die_has_no_pips_there_and_its_true_sum_here() -> None:
    record = timed(next(each for each in playouts() if each.outcome == Result(2, "promotion")))
    last = document(ap_state.write(record))["stack"][-1]
    assert [die["_owner"] for die in last["board"]["_dice"] if die["_pips"] == 0] == [2]
    assert last["_results"][1]["type"] == "promote"
    assert last["_results"][1]["to"] == "0"
    assert last["_results"][2:] == [
        {"type": "eog", "reason": "promotion"},
        {"type": "winners", "players": [2]},
    ]
    *_, (_, _, end) = replay(record)
    assert max(die.rank for die in end.dice) >= end.settings.goal


@pytest.mark.parametrize(("outcome", "word"), OUTSIDE.items())
def test_an_end_outside_the_rules_is_the_last_entry_of_the_stack(
    outcome: Result, word: str
) -> None:
    record = replace(timed(game("+-1,0", "+2,0", "+0,1", outcome=outcome)), ended=OVER)
    told = document(ap_state.write(record))
    last = told["stack"][-1]
    assert (last["lastmove"], last["_timestamp"]) == (word, OVER)
    assert last["currplayer"] == told["stack"][-2]["currplayer"]
    assert ap_state.load(told) == (record, ())


def test_a_game_that_goes_on_has_a_state() -> None:
    record = replace(timed(game("+-1,0")), ended=None)
    assert ap_state.load(document(ap_state.write(record))) == (record, ())
    begun = game(ended=None)
    assert ap_state.load(document(ap_state.write(begun))) == (begun, ())


def test_a_start_of_ones_own_is_kept() -> None:
    record = replace(
        timed(game("+2,0", start="A3@0,0 B1@1,0 B")), ended=None, tags=(), outcome=None
    )
    assert ap_state.load(document(ap_state.write(record))) == (record, ())


def test_times_are_never_made_up() -> None:
    for record, named in (
        (SHORT, "the times of 2 moves"),
        (replace(timed(SHORT), started=None), "Started"),
        (replace(timed(SHORT), ended=None), "Ended"),
    ):
        written = ap_state.write(record)
        assert written.text is None
        assert codes(written.losses) == ["L07"]
        assert named in written.losses[0].message


def test_a_state_has_no_place_for_players_and_tags() -> None:
    record = replace(
        timed(game("+-1,0", outcome=Result(1, None))),
        players=(Player("red"), Player("Player 2")),
        tags=(("Event", "Open"),),
        ended=OVER,
    )
    told = ap_state.write(record).losses
    assert codes(told) == ["L05"]
    assert "Event, Player1, Ended" in told[0].message


STATE_DAMAGE: dict[str, tuple[str, Any, str, str]] = {
    "another game": ("/game", "chess", "T02", "/game"),
    "no game": ("/game", None, "S20", ""),
    "three players": ("/numplayers", 3, "S20", "/numplayers"),
    "a field too many": ("/colour", "red", "S20", "/colour"),
    "unknown settings": ("/variants", ["d9"], "V01", "/variants/0"),
    "no word on the end": ("/gameover", None, "S20", ""),
    "an end that is none": ("/gameover", False, "S20", "/gameover"),
    "an empty stack": ("/stack", [], "S20", "/stack"),
    "an entry that is no object": ("/stack/1", 3, "S20", "/stack/1"),
    "no move": ("/stack/1/lastmove", None, "S20", "/stack/1"),
    "no board": ("/stack/1/board", None, "S20", "/stack/1"),
    "no time": ("/stack/1/_timestamp", None, "S20", "/stack/1"),
    "a time that is none": ("/stack/1/_timestamp", "noon", "T05", "/stack/1/_timestamp"),
    "no such player": ("/stack/1/currplayer", 3, "S20", "/stack/1/currplayer"),
    "a die of nobody": ("/stack/1/board/_dice/0/_owner", 0, "S20", "/stack/1/board/_dice/0/_owner"),
    "a die without a place": ("/stack/1/board/_dice/0/_x", None, "S20", "/stack/1/board/_dice/0"),
    "an impossible start": ("/stack/0/board/_dice/0/_x", 5, "T11", "/stack/0/board"),
    "a board of another game": ("/stack/2/board/_dice/0/_pips", 3, "M03", "/stack/2/board"),
    "another move": ("/stack/2/lastmove", "1,1,0->0,1", "M03", "/stack/2/board"),
}


@pytest.mark.parametrize(
    ("pointer", "value", "code", "where"), STATE_DAMAGE.values(), ids=STATE_DAMAGE
)
def test_damage_to_a_state_is_named_with_its_place(
    pointer: str, value: Any, code: str, where: str
) -> None:
    assert told_of(damaged(STATE, pointer, value)) == [(code, where)]
