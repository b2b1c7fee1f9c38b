"""Hive in PGN: Mzinga's form and hivegame.com's, what real files hold, damage at its place, and back."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from notation import FORMATS, Written, check_records, read_records, write_as
from notation.cli import cli
from notation.damage import MOST_DAMAGES
from notation.errors import NotARecord
from notation.formats import format_told
from notation.formats.hive_pgn import grammar
from notation.record import Player, Ply, Record, Result, TimeControl, Variation

from .readings import check, one, told, words
from .records import players

DATA = Path(__file__).parent / "data" / "hive"
HEAD = '[GameType "Base+MLP"]\n[White "red"]\n[Black "blue"]\n[Result "WhiteWins"]\n\n'
MOVES = "1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1-\n5. wA1 -wQ\n"
TEXT = f"{HEAD}{MOVES}\nWhiteWins\n\n"
NEIGHBOUR = '[GameType "Base"]\n\n1. wB1\n2. bB1 wB1-\n\nBlackWins\n\n'
AFTER = NEIGHBOUR.replace("wB1", "wG1")
WORDS = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ"]
RECORD = Record(
    "hive",
    ("L", "M", "P", "norep", "tournament"),
    (Player("red"), Player("blue")),
    plies=tuple(map(Ply, WORDS)),
    outcome=Result(1),
)
FULL = replace(
    RECORD,
    variants=("M",),
    players=(Player('r "e\\d"', "u1", 1650, bot=True), Player("blue", None, 1400)),
    tags=(("Date", "2026-01-??"), ("Event", "Winter"), ("Time", "16:10:56")),
    time_control=TimeControl("fixed", increment=72),
    started="2026-01-05T18:00:00Z",
    ended="2026-02-05T18:00:00Z",
    comments=("at first", "and {then"),
    plies=(Ply("wS1", "2026-01-06T18:00:00Z", 3600, comments=("a \\", "b")), *RECORD.plies[1:]),
    outcome=Result(None, "repetition"),
)


def written(record: Record) -> Written:
    return write_as(record, "hive-pgn")


def text_of(record: Record) -> str:
    """The text of a record that loses nothing."""
    text, losses = written(record).text, written(record).losses
    assert losses == ()
    assert text is not None
    return text


# Games as they are


def test_each_real_game_replays_to_the_moves_and_the_end_that_are_expected(shared: Path) -> None:
    folder = shared / "data/hive/real"
    games = json.loads((folder / "expected.json").read_text("utf-8"))
    games = [game for game in games if game["file"].endswith(".pgn")]
    assert len(games) == 8
    for game in games:
        (reading,) = check((folder / game["file"]).read_bytes())
        assert {each.code for each in reading.diagnostics} <= {"W02"}
        assert reading.record is not None
        assert words(reading.record) == game["gamestring"].split(";")[3:]
        (expected,) = read_records(game["gamestring"].encode())
        assert expected.record is not None
        assert expected.record.variants == reading.record.variants
        assert write_as(reading.record, "uhp").text == write_as(expected.record, "uhp").text
        assert game["gamestring"].split(";")[1] == game["state"]
        assert one(text_of(reading.record)) == replace(
            reading.record, plies=one(text_of(reading.record)).plies
        )


def test_mzingas_file_is_read_and_written_back_letter_by_letter() -> None:
    content = (DATA / "mzinga.pgn").read_text("utf-8")
    full, bare = (reading.record for reading in check(content))
    assert full is not None
    assert bare is not None
    assert text_of(full) + text_of(bare) == content + "\n"
    assert full.players == (Player("red"), Player("blue"))
    assert full.tags == (
        ("Date", "2026-01-05"),
        ("Event", "Winter"),
        ("Round", "2"),
        ("Annotator", "grey"),
    )
    assert full.comments == ("Both begin with a bug of the expansion.",)
    assert full.plies[2].comments == ("A throw will follow: wQ \\wP, or wQ wP\\",)
    assert full.outcome == Result(None)
    assert bare.players == (Player(), Player())
    assert bare.outcome is None


def test_the_other_dialect_is_read_and_what_is_unusual_is_told_at_its_place() -> None:
    (reading,) = check((DATA / "hivegame.pgn").read_bytes())
    record = reading.record
    assert record is not None
    assert record.variants == ("L", "M", "P", "norep", "tournament")
    assert record.players == (Player("green", None, 1650), Player("grey"))
    assert dict(record.tags)["Date"] == "2026-01-30"
    assert dict(record.tags)["Time"] == "16:10:56"
    assert record.outcome == Result(2)
    assert told(reading) == [
        ("W02", "wQ1 -wS1"),  # a number that the bug does not need
        ("W02", "wQ1 wQ\\"),  # a reference to the mover itself
        ("W02", "wb1 -bs1"),  # a direction for a climb, and no capitals
    ]
    moves = [each.message.split()[-2:] for each in reading.diagnostics]
    assert moves == [["wQ", "-wS1."], ["wQ", "/wS1."], ["wB1", "wS1."]]
    assert '[TimeControl "realtime 600+5"]' in text_of(record)


@pytest.mark.parametrize("type_of_game", ["Base+MLP", "base+plm", "BASE+LMP"])
def test_the_letters_of_the_set_come_in_any_order_and_case(type_of_game: str) -> None:
    assert one(TEXT.replace("Base+MLP", type_of_game)) == RECORD


def test_without_a_type_of_game_it_is_that_of_the_pieces_that_come() -> None:
    (reading,) = check(TEXT.replace('[GameType "Base+MLP"]\n', "").replace("wA1", "wM"))
    assert reading.record is not None
    assert reading.record.variants == ("M", "norep", "tournament")
    assert [each.code for each in reading.diagnostics] == ["W05"]


def test_pieces_that_are_numbered_out_of_order_are_renumbered_and_told() -> None:
    (reading,) = check(TEXT.replace("wA1 -wQ\n", "wA3 -wQ\n6. bA2 bQ-\n7. wA1 -wA3\n8. bA2 -wA1\n"))
    assert reading.record is not None
    assert words(reading.record)[4:] == ["wA1 -wQ", "bA1 bQ-", "wA2 -wA1", "bA1 -wA2"]
    assert told(reading) == [("W03", "wA3 -wQ"), ("W03", "bA2 bQ-"), ("W03", "wA1 -wA3")]


def test_a_queen_that_comes_first_takes_the_tournament_rule_away_with_a_note() -> None:
    (reading,) = check('[GameType "Base"]\n\n1. wS1\n2. bQ wS1-\n\nInProgress\n')
    assert reading.record is not None
    assert reading.record.variants == ("norep",)
    assert told(reading) == [("W04", "bQ wS1-")]


def test_a_result_may_stand_in_one_of_two_places_and_in_either_dialect() -> None:
    assert one(TEXT.replace("\nWhiteWins\n\n", "")) == RECORD
    assert one(TEXT.replace('[Result "WhiteWins"]\n', "")) == RECORD
    assert one(TEXT.replace("\nWhiteWins\n", "1-0")) == RECORD
    assert one(TEXT.replace("WhiteWins", "1/2-1/2")).outcome == Result(None)
    assert one(TEXT.replace("WhiteWins", "NotStarted")).outcome is None
    assert one(TEXT.replace("WhiteWins", "InProgress")).outcome is None


def test_ends_are_read_in_the_words_of_chess_too() -> None:
    ended = TEXT.replace("\n\n1.", '\n[Termination "time forfeit"]\n\n1.')
    assert one(ended).outcome == Result(1, "timeout")
    assert one(ended.replace("time forfeit", "normal")).outcome == Result(1)
    assert one(ended.replace("time forfeit", "resignation")).outcome == Result(1, "resignation")


# Damage


def test_a_game_of_damage_alone_is_read_no_further_than_need_be() -> None:
    (reading,) = check(TEXT.replace("1.", "1. }\n" * (MOST_DAMAGES + 10) + "1.", 1))
    codes = [each.code for each in reading.diagnostics]
    assert codes == ["S03"] * MOST_DAMAGES + ["S21"]


@pytest.mark.parametrize(
    ("good", "bad", "code", "marked", "ply"),
    [
        ("3. wQ -wS1", "3. wX -wS1", "S01", "wX -wS1", 2),
        ("3. wQ -wS1", "3. wQ -wG1", "S01", "wQ -wG1", 2),  # a piece that is not on the board
        ("3. wQ -wS1", "3. wQ wS1 -", "S01", "wQ wS1 -", 2),
        ("3. wQ -wS1", "3. wQ -bS1", "M01", "wQ -bS1", 2),
        ("3. wQ -wS1", "3. wG3 -wQ", "S01", "wG3 -wQ", 2),
        ("3. wQ -wS1", "3. pass", "M01", "pass", 2),  # when there are moves
        ("3. wQ -wS1", "3. wQ -w\u017f1", "S01", "wQ -w\u017f1", 2),
        ("\nWhiteWins\n", "\nWhiteWin\u017f\n", "S01", "WhiteWin\u017f", 5),
        ("3. wQ -wS1", "3. wQ -wS1 {so", "S02", "{", 3),
        ("3. wQ -wS1", "3. wQ -wS1 so}", "S01", "wQ -wS1 so", 2),
        ("3. wQ -wS1", "3. wQ -wS1 }", "S03", "}", 3),
        ("3. wQ -wS1", "3. (wQ -wS1)", "S01", "(wQ", 2),
        ("3. wQ -wS1", "3. wQ -wS1 {\a}", "S15", "\a", 3),
        ("Base+MLP", "Base+MLX", "V01", "Base+MLX", None),
        ('"Base+MLP"', "Base", "S06", "[GameType Base]", None),
        ('[White "red"]', '[White "red]', "S06", '[White "red]', None),
        ('[White "red"]', '[Black "red"]', "T03", "Black", None),
        ('"WhiteWins"', '"red won"', "T06", "red won", None),
        ('[White "red"]', '[Date "yesterday"]', "T04", "yesterday", None),
        ("\nWhiteWins\n", "\nWhiteWins\n6. bA1 bQ-\n", "S09", "6.", 5),
    ],
)
def test_damage_is_told_at_its_place_and_the_games_beside_it_are_read(
    good: str, bad: str, code: str, marked: str, ply: int | None
) -> None:
    assert TEXT.count(good) == 1
    before, damaged, *_, after = check(NEIGHBOUR + TEXT.replace(good, bad) + AFTER)
    assert before.diagnostics == after.diagnostics == ()
    assert not damaged.ok
    (first, *_) = [each for each in damaged.diagnostics if each.severity == "error"]
    assert (code, marked) in told(damaged)
    assert (first.code, first.ply, first.record) == (code, ply, 2)


def test_a_game_that_is_cut_off_hides_no_other_one() -> None:
    text = TEXT.replace('[Result "WhiteWins"]\n', "")
    cut_off, after = check(text[: text.index("4. bQ")] + "\n" + NEIGHBOUR)
    assert told(cut_off) == [("S08", "1")]
    assert not cut_off.ok
    assert after.diagnostics == ()


@pytest.mark.parametrize(
    ("good", "bad", "found"),
    [
        ("3.", "4.", [("N01", "4.")]),
        ("3.", "3...", [("W02", "3...")]),
        ("3. ", "", [("N03", "wQ -wS1")]),
        ("wQ -wS1", "", [("N02", "3.")]),
        ("3. wQ -wS1\n", "", [("N01", "4.")]),
        ("3. wQ -wS1\n4.", "5. wQ -wS1\n6.", [("N01", "5.")]),
        ("3. wQ -wS1\n4.", "4. wQ -wS1\n4.", [("N01", "4.")]),
        ('"WhiteWins"', '"BlackWins"', [("R01", "BlackWins")]),
    ],
)
def test_numbers_and_results_that_do_not_fit_are_told(
    good: str, bad: str, found: list[tuple[str, str]]
) -> None:
    (reading,) = check(TEXT.replace(good, bad, 1))
    assert [each for each in told(reading) if each[0][0] not in "MS"] == found


def test_two_results_are_told_in_the_words_of_the_file() -> None:
    (reading,) = check(TEXT.replace("\nWhiteWins\n", "\nBlackWins\n"))
    (found,) = reading.diagnostics
    assert found.message == "The tag Result says WhiteWins, and the moves end with BlackWins."


@pytest.mark.parametrize(
    ("good", "bad", "found"),
    [
        ("2. bS1 wS1-\n", "2. bS1 wS1-\n{so} stray\n", [("S01", "stray")]),
        ("2. bS1 wS1-\n", "2. bS1 wS1-\nstray words {so} }\n", [("S01", "stray words")]),
        ("2. bS1 wS1-\n", "2. bS1 wS1-\nso they say}\n", [("S01", "so they say")]),
        ("2. bS1 wS1-\n", "2. bS1 wX1-\n", [("S01", "bS1 wX1-")]),
        ("2. bS1 wS1-\n", "2. (bS1 wS1-)\n", [("S01", "(bS1")]),
        ("3. wQ", "3 wQ", [("S01", "3")]),
        ("bS1 wS1-\n3. ", "bS1 wS1- ", [("S01", "bS1 wS1- wQ -wS1")]),
        ("\nWhiteWins\n", "\nWhiteWin\n", [("S01", "WhiteWin")]),
        ("\nWhiteWins\n", "\nWhiteWin*\n", [("S01", "WhiteWin")]),
        ("3. wQ -wS1", "3. wQ -wS}", [("S03", "}")]),
        ("3. wQ -wS1", "3. }Q -wS1", [("S03", "}")]),
        ("3. wQ -wS1", "3. wQ -w[1", [("S01", "wQ -w")]),
        ("3. wQ -wS1", "3. [wQ -wS1", [("S01", "[wQ -wS1")]),
        ("3. wQ -wS1", "3. w{ -wS1", [("S02", "{")]),
        ("3. wQ -wS1", "3. wQ -w 1", [("S01", "wQ -w")]),
        ("4. bQ bS1-", "4. bQ bS 1-", [("S01", "1-")]),
        ("3. wQ -wS1", "3.* wQ -wS1", [("S01", "*")]),
        ("4. bQ bS1-", "4. bQ bS1-*", [("S01", "*")]),
        ("3. wQ -wS1", "3. {wQ -wS1", [("S02", "{")]),
        ("2. bS1 wS1-\n", "2. bS1 wS1-\n{so\n3. wQ -wS1\n{so}\n", [("S02", "{")]),
        ('[GameType "Base', '[Game\\Type "Base', [("S06", '[Game\\Type "Base+MLP"]')]),
        ('[GameType "Base+MLP"]', '[GameType "Base+MLP]', [("S06", '[GameType "Base+MLP]')]),
        ('[GameType "Base+MLP"]', "[GameType Base+MLP]", [("S06", "[GameType Base+MLP]")]),
        ('[Result "WhiteWins"]', 'Result "WhiteWins"]', [("S06", 'Result "WhiteWins"]')]),
        ('[Result "WhiteWins"]', '[Result "WhiteWins"', [("S06", '[Result "WhiteWins"')]),
        ('[Result "WhiteWins"]', '[Result WhiteWins"]', [("S06", '[Result WhiteWins"]')]),
    ],
)
def test_a_damaged_place_is_told_once_and_nothing_that_it_causes(
    good: str, bad: str, found: list[tuple[str, str]]
) -> None:
    assert good in TEXT
    (reading,) = check(TEXT.replace(good, bad, 1))
    assert told(reading) == found


@pytest.mark.parametrize("sign", ["", "*", "]", "0", "?", "Z", "}", "("])
def test_one_character_lost_or_put_in_place_of_another_is_one_fault(sign: str) -> None:
    whole = TEXT.replace("4. bQ", "{Her turn.}\n4. bQ")
    for place in range(len(whole)):
        text = whole[:place] + sign + whole[place + 1 :]
        readings = list(check_records(text.encode(), format_name="hive-pgn"))
        if len(readings) == 1:  # else a damaged tag ends the head of the game
            found = [each for each in readings[0].diagnostics if each.severity != "note"]
            assert len(found) <= 1, (text[place - 20 : place + 20], told(readings[0]))


def test_each_of_two_damaged_moves_is_told() -> None:
    (reading,) = check(TEXT.replace("wQ -wS1", "wX -wS1").replace("bQ bS1-", "bX bS1-"))
    assert told(reading) == [("S01", "wX -wS1"), ("S01", "bX bS1-")]


def test_a_result_that_is_lost_in_damage_is_not_told_to_be_missing() -> None:
    text = TEXT.replace('[Result "WhiteWins"]\n', "")
    for end in ("WhiteWin", "White Wins", "1-", "{"):
        (reading,) = check(text.replace("\nWhiteWins\n", f"\n{end}\n"))
        assert [code for code, _ in told(reading)] == ["S02" if end == "{" else "S01"]


def test_a_text_that_has_moves_and_no_tags_is_told_when_the_format_is_named() -> None:
    (reading,) = check_records(MOVES.encode(), format_name="hive-pgn")
    assert told(reading) == [("S14", "1.")]


@given(st.text(alphabet='[]{}()"\\ \n0123456789.-/*wbQSAWhiteWinsGameType', max_size=80))
def test_no_text_is_too_much_for_the_reader(text: str) -> None:
    for reading in check(TEXT[:90] + text + TEXT[90:]):
        for each in reading.diagnostics:
            assert (each.end_line, each.end_column) > (each.line, each.column)


def test_no_two_terminals_of_the_grammar_match_alike() -> None:
    assert grammar().build(strict=True).parse("", "record") == []


# Writing


@pytest.mark.parametrize("record", [RECORD, FULL, replace(RECORD, outcome=None)])
def test_what_is_written_is_read_back_as_the_same_record(record: Record) -> None:
    again = one(text_of(record)) if record is not FULL else read(text_of(record))
    assert again == record
    assert text_of(again) == text_of(record)


def read(text: str) -> Record:
    (reading,) = read_records(text.encode())
    assert reading.record is not None
    return reading.record


NAMES = ["Event", "Site", "Round", "Time", "Annotator", "eco", "White", "BlackId", "GameType"]
NAMES += ["PgnTimeControl", "PgnPlayer1", "PgnGame", "Unrated"]
LINES = st.one_of(
    st.sampled_from(
        ["", "?", "-", "fixed 72", "total 5 claim", "program", "1-0", "so ]", 'a "b\\"']
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=6),
)
DATES = st.sampled_from(["2026-01-05", "????-??-??", "2026-??-??"])
TAGS = st.permutations(["Date", *NAMES]).flatmap(
    lambda names: st.tuples(*(st.tuples(st.just(each), LINES) for each in names[:6]))
)


@given(TAGS, DATES, st.tuples(players, players), st.sampled_from([None, FULL.time_control]))
def test_a_record_is_read_back_as_it_is_whatever_its_tags_and_their_order(
    tags: tuple[tuple[str, str], ...],
    date: str,
    seats: tuple[Player, Player],
    control: TimeControl | None,
) -> None:
    told = tuple((name, date if name == "Date" else value) for name, value in tags)
    record = replace(RECORD, players=seats, tags=told, time_control=control)
    losses = written(record).losses
    lost = [
        name
        for name, value in told
        if name in ("White", "BlackId", "GameType")
        or (name in ("Event", "Site", "Round") and not value)
    ]
    assert [each.code for each in losses] == ["L05"] * bool(lost)
    assert all(name in losses[0].message for name in lost)
    kept = tuple(tag for tag in told if tag[0] not in lost)
    assert one(written(record).text or "") == replace(record, tags=kept)


def test_what_no_reader_would_take_is_not_written() -> None:
    for record in (
        replace(RECORD, tags=(("Event", "a\nb"),)),
        replace(RECORD, tags=(("Event", "a"), ("Event", "b"))),
        replace(RECORD, tags=(("Date", "soon"),)),
        replace(RECORD, comments=("\a",)),
    ):
        for name in ("hive-pgn", "uhp"):
            with pytest.raises(NotARecord):
                write_as(record, name)


def test_a_record_with_an_illegal_move_is_not_written() -> None:
    for word in ("bS1 wS1", "bG1 -bS1", "bS1"):
        with pytest.raises(NotARecord, match="not all legal"):
            written(replace(RECORD, plies=(Ply("wS1"), Ply(word))))


def test_settings_that_are_not_those_of_the_protocol_stand_in_a_tag() -> None:
    assert '[Variants "M"]' in text_of(FULL)
    assert "Variants" not in text_of(RECORD)


def test_moves_are_written_in_their_one_form() -> None:
    unusual = replace(RECORD, plies=(*RECORD.plies[:4], Ply("wa1 -wq1")))
    assert text_of(unusual) == text_of(RECORD)


def test_what_the_format_has_no_place_for_is_told() -> None:
    variation = Variation(plies=(Ply("wA1 /wQ"),))
    last = replace(RECORD.plies[4], nags=(1,), variations=(variation,), comments=("{so}",))
    record = replace(RECORD, plies=(*RECORD.plies[:4], last), tags=(("White", "nobody"),))
    assert [each.code for each in written(record).losses] == ["L02", "L04", "L05", "L11"]
    text = written(record).text
    assert text is not None
    assert "\n{{so)}\n" in text
    first = replace(RECORD, variants=(), plies=(Ply("wQ"),))
    assert [each.code for each in written(first).losses] == ["L13"]


def test_a_game_that_begins_from_a_position_is_not_written() -> None:
    refused = written(replace(RECORD, start="wS1@0,0 b wS1", plies=()))
    assert refused.text is None
    assert [each.code for each in refused.losses] == ["L10"]


# The format among others


def test_the_format_is_told_by_the_content() -> None:
    assert format_told(TEXT.encode()) is FORMATS["hive-pgn"]
    assert format_told(b'\n[Event "x"]\r\n[Result "BlackWins"]\r\n') is FORMATS["hive-pgn"]
    players = b'[White "red"]\n[Black "blue"]\n\n'
    assert format_told(players + b"1. wS1\n2. bS1 wS1-\n") is FORMATS["hive-pgn"]
    assert format_told(b'[Game "Hive"]\n' + players + b"1. wS1\n") is FORMATS["tgn"]
    assert format_told(players + b"1. wS1 1... bS1 wS1-\n") is FORMATS["tgn"]
    assert format_told(players + b"1. e4 e5\n") is FORMATS["tgn"]
    assert format_told(b'[Game "Hive"]\n[GameType "x"]\n\n*\n') is FORMATS["tgn"]
    assert format_told(b'[Event "x"]\n[Result "1-0"]\n\n1. e4\n') is FORMATS["tgn"]


@pytest.mark.parametrize("name", ["uhp", "tgn", "json", "hive-pgn"])
def test_a_game_goes_out_in_other_formats_and_in_again(name: str) -> None:
    there = CliRunner().invoke(cli, ["convert", "-", "--to", name], input=TEXT)
    assert there.exit_code == 0
    (reading,) = check(there.stdout)
    assert reading.record is not None
    assert words(reading.record) == WORDS
    if name != "uhp":
        assert reading.record == RECORD


def test_tags_that_only_look_like_those_of_a_player_are_kept_as_they_are() -> None:
    tags = (("TestBot", "human"), ("SiteRating", "-"), ("RobotBot", "yes"), ("PlayerNote", "?"))
    record = replace(RECORD, tags=(*RECORD.tags, *tags))
    told = written(record)
    assert told.text is not None
    assert told.losses == ()
    assert dict(one(told.text).tags).items() >= dict(tags).items()


def test_an_aborted_game_that_was_won_all_the_same_keeps_its_winner() -> None:
    record = replace(RECORD, outcome=Result(2, "aborted"))
    (reading,) = check(text_of(record))
    assert told(reading) == [("R04", "aborted")]
    assert reading.record is not None
    assert reading.record.outcome == record.outcome
