"""GameStrings, records of Hive in the text form, and both ways between them."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine import HivePosition, Outcome
from engine.hive import PIECES, HiveMove
from notation.checks import check_records
from notation.convert import convert
from notation.errors import NotARecord
from notation.formats import FORMATS, format_told, read_records, write_as
from notation.game_string import protocol_words, read_type, write_turn, write_type
from notation.legal import answer
from notation.reading import Reading
from notation.record import Player, Ply, Record, Result, TimeControl, Variation
from notation.writer import write_tgn

from .hive_text import moves_of

DATA = Path(__file__).parent / "data" / "hive"
GAMES: list[dict[str, Any]] = [
    json.loads(line) for line in (DATA / "games.jsonl").read_text("utf-8").splitlines()
]
SHORT = "Base;InProgress;White[2];wS1;bS1 wS1-"


def read(text: str) -> Reading:
    """The reading of the one record of a text, held against the rules."""
    (reading,) = check_records(text.encode())
    return reading


def record_of(text: str) -> Record:
    """The record of a text that has no error."""
    reading = read(text)
    assert reading.ok, reading.diagnostics
    assert reading.record is not None
    return reading.record


def found(text: str) -> list[tuple[str, int, int]]:
    """The codes found in a text, each with the columns where it begins and ends."""
    return [(each.code, each.column, each.end_column) for each in read(text).diagnostics]


# Reading


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_a_recorded_game_is_read_without_a_note_and_written_again_to_the_byte(
    game: dict[str, Any],
) -> None:
    text = game["gamestring"] + "\n"
    reading = read(text)
    assert reading.diagnostics == ()
    assert reading.record is not None
    assert [ply.move for ply in reading.record.plies] == moves_of(game["gamestring"])
    assert {"norep", "tournament"} <= set(reading.record.variants)
    written = write_as(reading.record, "uhp")
    assert (written.text, written.losses) == (text, ())


def test_all_handed_games_are_read_and_written_again_to_the_byte(shared: Path) -> None:
    for name in ("base_playouts", "expansion_playouts", "draws_and_passes", "spellings"):
        lines = (shared / f"data/hive/{name}.jsonl").read_text("utf-8").splitlines()
        text = "".join(f"{json.loads(line)['gamestring']}\n" for line in lines)
        readings = list(check_records(text.encode()))
        assert [each.code for each in sum((r.diagnostics for r in readings), ())] == []
        written = (write_as(r.record, "uhp").text for r in readings if r.record)
        assert "".join(each or "" for each in written) == text


def test_each_line_is_a_record_and_blank_lines_are_none() -> None:
    readings = list(read_records(f"\n{SHORT}\r\n\n  \nBase;Bad;White[1]\n{SHORT}".encode()))
    assert [reading.record is not None for reading in readings] == [True, True, True]
    assert [(each.line, each.code) for each in readings[1].diagnostics] == [(5, "T13")]
    assert readings[0].record == readings[2].record


def test_the_type_the_state_and_the_settings_are_the_header_s() -> None:
    record = record_of("Base+MLP;InProgress;White[2];wS1;bM wS1-")
    assert (record.game, record.variants) == ("hive", ("L", "M", "P", "norep", "tournament"))
    assert record.outcome is None
    ended = next(game for game in GAMES if game["state"] == "BlackWins")
    assert record_of(ended["gamestring"]).outcome == Result(2, "surrounded")
    drawn = next(game for game in GAMES if game["state"] == "Draw")
    assert record_of(drawn["gamestring"]).outcome == Result(None, "surrounded")


NOTES = {
    "base;InProgress;White[2];wS1;bS1 wS1-": [("W02", 1, 5)],
    "Base+PLM;InProgress;White[2];wS1;bS1 wS1-": [("W02", 1, 9)],
    "Base;inprogress;White[2];wS1;bS1 wS1-": [("W02", 6, 16)],
    "Base;InProgress;white[2];wS1;bS1 wS1-": [("W02", 17, 25)],
    "Base; InProgress;White[2]; wS1; bS1 wS1-": [("W02", 5, 7)],
    "Base;InProgress;White[2];wS1;bS1 wS1-;": [("W02", 38, 39)],
    "Base;InProgress;White[2];wS1;bS1  wS1-": [("W02", 30, 39)],
    "Base;InProgress;White[2];wS1;bs1 WS1-": [("W02", 30, 38)],
    "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ1 -wS1": [("W02", 39, 47)],
    "wS1;bS1 wS1-": [("W05", 1, 2)],
    "wS1; bS1 wS1-;": [("W05", 1, 2), ("W02", 4, 6), ("W02", 14, 15)],
    "Base;wS1;bS1 wS1-": [("W06", 1, 2)],
    "Base;White[2];wS1;bS1 wS1-": [("W06", 1, 2)],
    "InProgress;White[2];wS1;bS1 wS1-": [("W05", 1, 2)],
    "Base;InProgress;White[2];wQ;bS1 wQ-": [("W04", 26, 28)],
    "Base;InProgress;White[2];wS1;bQ wS1-": [("W04", 30, 37)],
}


@pytest.mark.parametrize(("text", "notes"), NOTES.items())
def test_what_files_hold_beside_the_protocol_is_read_with_a_note(
    text: str, notes: list[tuple[str, int, int]]
) -> None:
    assert found(text) == notes
    record = record_of(text)
    assert len(record.plies) == 2 + text.count("wQ1")
    assert all(each.severity == "note" for each in read(text).diagnostics)


def test_a_queen_on_a_first_turn_makes_it_no_tournament_game() -> None:
    assert record_of("Base;InProgress;White[2];wQ;bS1 wQ-").variants == ("norep",)
    assert record_of("Base;InProgress;White[2];wS1;bQ wS1-").variants == ("norep",)
    assert record_of(SHORT).variants == ("norep", "tournament")


def test_without_a_type_the_set_is_that_of_the_pieces_named() -> None:
    assert record_of("wS1;bM wS1-;wQ -wS1").variants == ("M", "norep", "tournament")
    assert record_of("Base+L;wS1;bL wS1-").variants == ("L", "norep", "tournament")


FAULTS = {
    "Base+X;NotStarted;White[1]": [("V01", 1, 7)],
    "Base+MM;NotStarted;White[1]": [("V01", 1, 8)],
    "Base;Playing;Black[1];wS1": [("T13", 6, 13)],
    "Base;InProgress;Red[1];wS1": [("T13", 17, 23)],
    "Base;NotStarted;Black[1];wS1": [("R06", 6, 16)],
    "Base;InProgress;White[1]": [("R06", 6, 16)],
    "Base;InProgress;White[3];wS1;bS1 wS1-": [("R06", 17, 25)],
    "Base;WhiteWins;White[2];wS1;bS1 wS1-": [("R03", 6, 15)],
    "Base;Draw;White[2];wS1;bS1 wS1-": [("R03", 6, 10)],
    "Base;InProgress;White[2];wS1;foo": [("S01", 30, 33)],
    "Base;InProgress;Black[2];wS1;;bS1 wS1-": [("S01", 30, 31)],
    "Base;InProgress;White[2];wS1;bX1 wS1-": [("S01", 30, 38)],
    "Base;InProgress;White[2];wS1;bS1 wG1-": [("S01", 30, 38)],
    "Base;InProgress;White[2];wS1;bS1": [("S01", 30, 33)],
    "Base;InProgress;White[2];wS1;bM wS1-": [("M01", 30, 37)],
    "Base;InProgress;White[2];wS1;pass": [("M01", 30, 34)],
    "Base;InProgress;White[2];wS1;bS1 wS1": [("M01", 30, 37)],
    # a damaged header
    "Base;MLP;InProgress;White[2];wS1;bS1 wS1-": [("V01", 6, 9)],
    "B;ase;InProgress;White[2];wS1;bS1 wS1-": [("V01", 1, 6)],
    "Base;InP;ogress;White[2];wS1;bS1 wS1-": [("T13", 6, 16)],
    "Base;InProgressWhite[2];wS1;bS1 wS1-": [("T13", 6, 24)],
    "Base;InProgress;White[;];wS1;bS1 wS1-": [("T13", 17, 25)],
    "Base;InProgress;White[2]wS1;bS1 wS1-": [("T13", 17, 28)],
    "InProgress;Base;White[2];wS1;bS1 wS1-": [("T13", 12, 16)],
    "Base;;White[2];wS1;bS1 wS1-": [("T13", 6, 7)],
    # a damaged move
    "Base;InProgress;White[2];wS1;bS1; wS1-": [("S01", 30, 39)],
    "Base;InProgress;White[2];wS1;bS1 ;wS1-": [("S01", 30, 39)],
    "Base;InProgress;White[2];wS1;;S1 wS1-": [("S01", 30, 38)],
    "Base;InProgress;White[2];wS1; *S1 wS1-": [("S01", 31, 39)],
    "Base;InProgress;White[2];wS1;b  S1 wS1-": [("S01", 30, 40)],
    "Base;InProgress;White[2];wS1bS1 wS1-;wQ -wS1": [("S01", 26, 37)],
    "Base;InProgress;Black[2];wS1;bS1 wX1-;wX -wS1": [("S01", 30, 38), ("S01", 39, 46)],
    "Base;InProgress;White[2];wS1;bS1 wS1-;;": [("W02", 38, 40)],
    "Base;InProgress;White[2];wS1;bS1 wS1- ; ; ": [("W02", 39, 42)],
}


@pytest.mark.parametrize(("text", "faults"), FAULTS.items())
def test_a_fault_is_told_once_with_its_place(text: str, faults: list[tuple[str, int, int]]) -> None:
    assert found(text) == faults


def test_each_part_of_a_line_is_damaged_by_itself() -> None:
    assert found("Base;InProgres;White[2];wS1;bX1 wS1-") == [("T13", 6, 15), ("S01", 29, 37)]
    assert found("Base+X;Playing;White[2];wS1;bX1 wS1-") == [("V01", 1, 15), ("S01", 29, 37)]


MUTATED = "Base+MLP;InProgress;Black[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA2 \\wQ"


@pytest.mark.parametrize("sign", ["", "*", "]", "0", "?", "Z", "\u017f"])
def test_one_character_lost_or_put_in_place_of_another_is_one_fault(sign: str) -> None:
    for place in range(len(MUTATED)):
        text = MUTATED[:place] + sign + MUTATED[place + 1 :]
        (reading,) = check_records(text.encode(), format_name="uhp")
        faults = [each for each in reading.diagnostics if each.severity != "note"]
        assert len(faults) <= 1, (text, faults)
        if sign not in ("", MUTATED[place]):
            assert faults, text
            assert faults[0].column <= place + 2
            assert faults[0].end_column > place or faults[0].code == "R06"


def test_the_game_of_an_unknown_set_is_no_duplicate() -> None:
    readings = check_records(f"{SHORT}\n{SHORT.replace('Base', 'Base+X')}\n{SHORT}".encode())
    assert [[each.code for each in reading.diagnostics] for reading in readings] == [
        *([], ["V01"], ["D01"]),
    ]


def test_a_game_that_ended_by_the_moves_is_not_in_progress() -> None:
    won = next(game["gamestring"] for game in GAMES if game["state"] == "WhiteWins")
    reading = read(won.replace("WhiteWins", "InProgress"))
    assert [each.code for each in reading.diagnostics] == ["R02"]
    assert [each.code for each in read(won.replace("WhiteWins", "Draw")).diagnostics] == ["R02"]
    more = read(f"{won};pass").diagnostics
    assert [each.code for each in more] == ["R06", "M02"]


def test_a_bad_line_does_not_hurt_the_next() -> None:
    text = f"Base;InProgress;White[2];wS1;bX\n{SHORT}\n\0\n{SHORT};wQ -wS1\n"
    readings = list(check_records(text.encode()))
    assert [reading.ok for reading in readings] == [False, True, False, True]
    assert [each.line for reading in readings for each in reading.diagnostics] == [1, 3, 4]


def test_the_format_is_told_by_its_first_line() -> None:
    for text in (
        SHORT,
        "wS1;bS1 wS1-",
        "wS1",
        "base+mlp\n",
        " \nBase;NotStarted;White[1]\n",
        "draw;",
        "Ba*e;InProgress;White[2];wS1;bS1 wS1-",
    ):
        told = format_told(text.encode())
        assert told is FORMATS["uhp"], text
    for text in ("Basement;x", "wS1 bS1", "white;black", '[Game "Hive"]\n\n1. wS1 *\n', "{}"):
        assert format_told(text.encode()) is not FORMATS["uhp"], text


@given(st.text("BaseMLP+;InProgrsWht[]12wbSQG -/\\,", max_size=60))
def test_no_line_breaks_the_reader(text: str) -> None:
    for reading in check_records(text.encode(), format_name="uhp"):
        assert reading.record is not None
        assert all(each.line >= 1 and each.column >= 1 for each in reading.diagnostics)


# Writing


def written(record: Record) -> tuple[str | None, list[str]]:
    """The GameString of a record, and the codes of what is lost."""
    told = write_as(record, "uhp")
    return told.text, [each.code for each in told.losses]


PLIES = (Ply("wS1"), Ply("bS1 wS1-"))
RULES = ("norep", "tournament")


def test_a_game_is_written_with_canonical_moves_state_and_turn() -> None:
    record = Record("hive", ("M", "norep", "tournament"), plies=(Ply("ws1"), Ply("bM1 WS1-")))
    assert written(record) == ("Base+M;InProgress;White[2];wS1;bM wS1-\n", [])
    assert written(Record("hive", RULES)) == ("Base;NotStarted;White[1]\n", [])


@pytest.mark.parametrize(
    "reason", ["repetition", "resignation", "agreement", "timeout", "aborted", None]
)
def test_an_end_that_the_protocol_does_not_know_is_lost(reason: str | None) -> None:
    for winner in (1, None):
        record = Record("hive", RULES, plies=PLIES, outcome=Result(winner, reason))
        assert written(record) == (f"{SHORT}\n", ["L12"])


def test_a_queen_on_a_first_turn_is_told_as_a_loss() -> None:
    record = Record("hive", ("norep",), plies=(Ply("wQ"), Ply("bS1 wQ-")))
    assert written(record) == ("Base;InProgress;White[2];wQ;bS1 wQ-\n", ["L13"])


@pytest.mark.parametrize("first", ["wS1", "wQ"])
@pytest.mark.parametrize("words", [(), ("norep",), ("M", "tournament"), ("M", *RULES)])
def test_settings_that_it_is_not_read_back_with_are_told_as_a_loss(
    words: tuple[str, ...], first: str
) -> None:
    if first == "wQ" and "tournament" in words:
        return  # no such game
    record = Record("hive", words, plies=(Ply(first),))
    text, codes = written(record)
    (back,) = check_records((text or "").encode(), format_name="uhp")
    assert back.record is not None
    assert ("L14" in codes) == (back.record.variants != words)


def test_all_else_that_a_game_string_has_no_place_for_is_told() -> None:
    record = Record(
        "hive",
        RULES,
        players=(Player("white"), Player("black")),
        tags=(("Event", "Open"),),
        time_control=TimeControl("fixed", increment=72),
        plies=(
            Ply("wS1", clock=5, nags=(1,), comments=("so",)),
            Ply("bS1 wS1-", variations=(Variation((), (Ply("bS1 -wS1"),)),)),
        ),
    )
    text, codes = written(record)
    assert text == f"{SHORT}\n"
    assert sorted(codes) == ["L01", "L02", "L03", "L04", "L05"]


def test_what_is_told_to_be_unknown_is_lost_too() -> None:
    record = Record("hive", RULES, (Player("?", id="?"), Player()), (("Round", "?"),), plies=PLIES)
    (loss,) = write_as(record, "uhp").losses
    assert (loss.code, "Round, Player1Id" in loss.message) == ("L05", True)


def test_a_game_from_another_start_is_not_written() -> None:
    record = Record("hive", start="wS1@0,0 b wS1", plies=(Ply("bS1 wS1-"),))
    assert written(record) == (None, ["L10"])
    assert written(Record("hive", RULES, start="- w -", plies=PLIES)) == (f"{SHORT}\n", [])
    assert written(Record("cubeo")) == (None, ["L09"])


def test_a_record_with_an_illegal_move_is_not_written() -> None:
    for word in ("bS1 wS1", "bG1 -bS1", "bS1"):
        with pytest.raises(NotARecord, match="cannot be written in UHP"):
            write_as(Record("hive", plies=(Ply("wS1"), Ply(word))), "uhp")


@pytest.mark.parametrize(
    ("letters", "text"), [((), "Base"), (("P",), "Base+P"), (("L", "P", "M"), "Base+MLP")]
)
def test_a_type_is_written_and_read(letters: tuple[str, ...], text: str) -> None:
    assert write_type(letters) == text
    assert read_type(text) == frozenset(letters)
    assert read_type(text.lower()) == frozenset(letters)


def test_turns_count_rounds() -> None:
    assert [write_turn(ply) for ply in range(4)] == ["White[1]", "Black[1]", "White[2]", "Black[2]"]
    assert protocol_words(("P", "M"), ["wA1", "bq wA1-"]) == ("M", "P", "norep")


# The text form


def test_a_game_goes_into_the_text_form_and_back() -> None:
    for game in GAMES:
        record = record_of(game["gamestring"])
        text = write_tgn(record)
        assert record_of(text) == record
        assert write_as(record_of(text), "uhp").text == game["gamestring"] + "\n"


def test_in_the_text_form_each_ply_has_its_number_and_no_move_is_broken() -> None:
    text = write_tgn(record_of(max((game["gamestring"] for game in GAMES), key=len)))
    moves = text.partition("\n\n")[2]
    assert moves.startswith("1. ")
    for line in moves.strip().splitlines():
        assert len(line) <= 100
        assert line[0].isdigit() or line in ("*", "1-0", "0-1", "1/2-1/2")
        assert line.split(" ")[-1].rstrip(".").isdigit() is False


HIVE = '[Game "Hive"]\n[Result "*"]\n\n'


def test_records_of_hive_are_checked_like_any_other() -> None:
    told = {
        "1. wS1 1... bS1 wS1- 2. wQ -wS1 *": [],
        "1. wS1 1... bS1\nwS1- *": [],
        "1. ws1 1... bS1 wS1- *": ["W02"],
        "1. wS1 1... bS1 wS1- wQ -wS1 *": ["N03"],
        "1. wS1 1... bS1 wS1- 2. wA -wS1 *": ["W02"],
        "1. wS1 1... bS1 wX1- *": ["S01"],
        "1. wS1 1... bS1 wX1- 2. wQ -wS1 *": ["S01"],
        "1. wS1 1... bX1 wS1- 2. wQ -wS1 *": ["S01"],
        "1. wS1 1... bS1 wX1 wS1- {so} bG1 *": ["S01"],
        "1. wS1 bS1 wS1- 2. wQ -wS1 *": ["N03"],
        "1. wS1 1... bS1 wA1- *": ["S01"],
        "1. wS1 1... bM wS1- *": ["M01"],
        "1. wS1 1... pass *": ["M01"],
    }
    for moves, codes in told.items():
        assert [each.code for each in read(f"{HIVE}{moves}\n").diagnostics] == codes, moves


def test_a_record_is_over_when_its_last_plies_settle_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # two passes in a row do; no hive is known where both must pass, so any two of these plies stand in
    def settled(position: HivePosition, plies: tuple[HiveMove, ...]) -> Outcome | None:
        both = [PIECES[move.piece].name for move in plies[-2:]]
        return Outcome(None, "repetition") if both == ["bS1", "wQ"] else None

    monkeypatch.setattr(HivePosition, "settled_by", settled)
    moves = "1. wS1 1... bS1 wS1- 2. wQ -wS1"
    codes = {
        f"{moves} *": ["R02"],
        f"{moves} 2... bQ bS1- *": ["M02"],
        f"{moves} (2. wG1 -wS1 2... bQ bS1-) *": ["R02"],
        "1. wS1 1... bS1 wS1- (1... bS1 -wS1 2. wQ wS1- 2... bQ -bS1) *": ["M02"],
    }
    for text, found_here in codes.items():
        assert [each.code for each in read(f"{HIVE}{text}\n").diagnostics] == found_here, text
    drawn = f"{HIVE}{moves} 1/2-1/2\n".replace('"*"', '"1/2-1/2"')
    assert read(drawn).diagnostics == ()


# The commands


def test_convert_writes_game_strings_and_tells_losses(tmp_path: Path) -> None:
    file = tmp_path / "game.tgn"
    file.write_text(f'{HIVE[:-1]}[Event "Open"]\n\n1. wS1 1... bS1 wS1- *\n', "utf-8")
    told = CliRunner().invoke(convert, [str(file), "--to", "uhp"])
    assert (told.exit_code, told.stdout) == (0, f"{SHORT}\n")
    assert "L05" in told.stderr
    strict = CliRunner().invoke(convert, [str(file), "--to", "uhp", "--strict"])
    assert (strict.exit_code, strict.stdout) == (1, "")


def test_legal_answers_for_hive() -> None:
    told = answer(
        b'{"game": "hive", "variants": ["mlp", "tournament"], "moves": ["ws1", "bS1 -wS1"]}'
    )
    assert (told["ply"], told["to_move"]) == (2, 1)
    assert told["position"] == "bS1@-1,0 wS1@0,0 w bS1"
    assert told["legal"][:3] == ["wA1 wS1-", "wA1 wS1/", "wA1 wS1\\"]
    forced = answer(b'{"game": "hive", "position": "wQ.bB1@0,0 bQ@1,0 w -"}')
    assert forced["legal"] == ["pass"]
    asked = {
        '"moves": ["wS1", "bA wS1-", "wA bA1-"]': "illegal_move",
        '"moves": ["wS9"]': "not_a_move",
        '"moves": ["wS1", "bS1 bA1-"]': "not_a_move",
        '"position": "wQ@0,0 bQ@2,0 w -"': "bad_position",
        '"position": "wQ@0,0 bQ@1,0 wA1@-1,0 wA2@0,-1 w -", "moves": ["wA bQ-"]': "ambiguous_move",
        '"variants": ["Q"]': "bad_settings",
    }
    for fields, code in asked.items():
        told = answer(f'{{"game": "hive", {fields}}}'.encode())
        assert told["error"]["code"] == code, fields
