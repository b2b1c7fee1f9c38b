"""BoardSpace's SGF: the steps of players to plies, results in words, damage told at its place."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from notation import FORMATS, check_records, read_records, write_as
from notation.cli import cli
from notation.damage import MOST_DAMAGES
from notation.formats import format_told
from notation.formats.sgf import grammar
from notation.record import Record, Result

from .hive_text import moves_of, settings_of
from .readings import check, one, told, words
from .sgf_text import sgf_of

DATA = Path(__file__).parent / "data" / "hive"
GAME = "Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ"
TEXT = sgf_of(GAME, result="Game won by red")
NEIGHBOUR = sgf_of("Base;InProgress;White[2];wB1;bB1 wB1-", result="Game won by blue")


def gamestrings(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line)["gamestring"] for line in lines)


def canonical(gamestring: str) -> str:
    """A GameString read and written."""
    (reading,) = read_records(gamestring.encode(), format_name="uhp")
    assert reading.record is not None
    return written(reading.record)


def written(record: Record) -> str:
    text = write_as(record, "uhp").text
    assert text is not None
    return text


# Games as they are


def test_each_real_game_replays_to_the_moves_and_the_end_that_are_expected(shared: Path) -> None:
    folder = shared / "data/hive/real"
    games = json.loads((folder / "expected.json").read_text("utf-8"))
    games = [game for game in games if game["file"].endswith(".sgf")]
    assert len(games) == 20
    for game in games:
        record = one((folder / game["file"]).read_bytes())
        assert len(record.plies) == game["plies"], game["file"]
        assert written(record) == canonical(game["gamestring"]), game["file"]
        state = written(record).split(";")[1]
        assert state == game["state"]
        if state != "InProgress":
            assert record.outcome == Result({"WhiteWins": 1, "BlackWins": 2}[state])


def test_the_two_files_of_one_real_game_tell_the_same_moves(shared: Path) -> None:
    folder = shared / "data/hive/real"
    pairs = [(path, path.with_suffix(".pgn")) for path in sorted(folder.glob("game*.sgf"))]
    assert len(pairs) == 8
    for sgf, pgn in pairs:
        (reading,) = check(pgn.read_bytes())
        assert reading.record is not None
        assert written(one(sgf.read_bytes())) == written(reading.record), sgf.name


@pytest.mark.parametrize("gamestring", list(gamestrings(DATA / "games.jsonl")), ids=len)
def test_a_game_in_steps_is_the_game_in_strings(gamestring: str) -> None:
    record = one(sgf_of(gamestring))
    assert words(record) == moves_of(gamestring)
    assert record.variants == tuple(
        sorted([*gamestring.partition(";")[0].partition("+")[2], "norep", "tournament"])
    )
    assert settings_of(gamestring.partition(";")[0]).norep


@pytest.mark.verify
@pytest.mark.parametrize("name", ["base_playouts", "expansion_playouts", "draws_and_passes"])
def test_all_handed_games_in_steps_are_the_games_in_strings(shared: Path, name: str) -> None:
    for gamestring in gamestrings(shared / f"data/hive/{name}.jsonl"):
        assert words(one(sgf_of(gamestring))) == moves_of(gamestring)


def test_a_file_of_newer_and_older_steps() -> None:
    new, old = check((DATA / "boardspace.sgf").read_bytes())
    assert new.diagnostics == old.diagnostics == ()
    assert new.record is not None
    assert old.record is not None
    # undone picks and drops do not count, a draw is offered twice and takes no turn
    assert words(new.record) == ["wP", "bS1 wP-", "wQ -wP", "bQ bS1/", "wQ \\wP", "bG1 bQ/"]
    assert new.record.variants == ("L", "M", "P", "norep", "tournament")
    assert [player.name for player in new.record.players] == ["red", "blue"]
    assert new.record.players[0].rating == 1612
    assert new.record.outcome == Result(None, "agreement")
    assert dict(new.record.tags)["Date"] == "2026-01-05"
    # names without a colour; the last one is White's ant, which Black's pillbug throws
    assert words(old.record)[-3:] == ["bA2 bA1/", "wB1 -wQ", "wA1 -bQ"]
    assert old.record.outcome == Result(2, "resignation")
    assert dict(old.record.tags) == {"SgfDate": "yesterday"}


def test_the_places_of_moves_are_those_of_their_steps() -> None:
    (reading,) = check(TEXT)
    assert reading.record is not None
    assert reading.record.plies[1].where == (12, 8, 12, 27)


def test_done_without_a_step_is_a_pass() -> None:
    (reading,) = check(TEXT.replace("; P0[13 pick W 5 wA1]\n; P0[14 dropb wA1 L 13 -wQ]\n", ""))
    assert reading.record is not None
    assert words(reading.record)[-1] == "pass"
    assert told(reading) == [("M01", "done")]  # since there are moves
    assert "can neither place nor move" in reading.diagnostics[0].message


# The head of a game


@pytest.mark.parametrize(
    ("spelled", "letters"),
    [
        ("Hive", ()),
        ("hive", ()),
        ("Hive-PLM", ("L", "M", "P")),
        ("hive-plm 2 0 101", ("L", "M", "P")),
        ("HIVE-MP", ("M", "P")),
        ("hive-l", ("L",)),
    ],
)
def test_the_set_is_read_in_many_spellings(spelled: str, letters: tuple[str, ...]) -> None:
    record = one(TEXT.replace("SU[Hive]", f"SU[{spelled}]"))
    assert record.variants == (*letters, "norep", "tournament")


def test_a_set_that_is_not_known_is_told_and_nothing_judged() -> None:
    (reading,) = check(TEXT.replace("SU[Hive]", "SU[Hive-Ultimate]").replace("M 13", "M 3"))
    assert told(reading)[0] == ("V01", "Hive-Ultimate")


def test_without_a_set_it_is_that_of_the_pieces_that_come() -> None:
    (reading,) = check(TEXT.replace("SU[Hive]\n", "").replace("wA1", "wM1"))
    assert reading.record is not None
    assert reading.record.variants == ("M", "norep", "tournament")
    assert [each.code for each in reading.diagnostics] == ["W05"]


def test_a_queen_that_comes_first_takes_the_tournament_rule_away_with_a_note() -> None:
    (reading,) = check(NEIGHBOUR.replace("wB1", "wQ"))
    assert reading.record is not None
    assert reading.record.variants == ("norep",)
    assert told(reading) == [("W04", "dropb wQ N 13 .")]


@pytest.mark.parametrize(
    ("sentence", "winner"),
    [
        ("Game won by red", 1),
        ("blue hat gewonnen", 2),
        ("Partie gagnée par red", 1),
        ("Game won by RED", 1),
        ("Unentschieden", None),
        ("The game is a draw", None),
    ],
)
def test_a_result_in_words_is_won_by_the_player_who_is_named(
    sentence: str, winner: int | None
) -> None:
    assert one(TEXT.replace("Game won by red", sentence)).outcome == Result(winner)


def test_of_two_names_the_longer_one_counts_where_both_stand() -> None:
    text = TEXT.replace('"blue"', '"red oak"').replace("won by red", "won by red oak")
    assert one(text).outcome == Result(2)


def test_a_result_that_names_nobody_is_told_and_the_board_tells() -> None:
    (reading,) = check(TEXT.replace("Game won by red", "Game over"))
    assert reading.record is not None
    assert reading.record.outcome is None
    assert told(reading) == [("R05", "Game over")]
    won = next(each for each in gamestrings(DATA / "games.jsonl") if ";WhiteWins;" in each)
    (reading,) = check(sgf_of(won, result="Game over"))
    assert reading.record is not None
    assert reading.record.outcome == Result(1, "surrounded")


def test_a_result_against_the_board_is_told() -> None:
    won = next(each for each in gamestrings(DATA / "games.jsonl") if ";WhiteWins;" in each)
    (reading,) = check(sgf_of(won, result="Game won by blue"))
    assert told(reading) == [("R02", "Game won by blue")]


def test_the_winner_of_a_resigned_game_is_told_with_the_reason() -> None:
    resigned = TEXT.replace("\n)", "\n; P1[16 Resign ]\n; P1[17 Done ]\n)")
    assert one(resigned).outcome == Result(1, "resignation")
    assert one(resigned.replace("RE[Game won by red]\n", "")).outcome == Result(1, "resignation")


def test_a_game_that_black_began_has_black_for_white() -> None:
    swapped = TEXT.replace("P0[", "P?[").replace("P1[", "P0[").replace("P?[", "P1[")
    record = one(
        swapped.replace('P1[id "red"]', 'P1[id "first"]').replace("won by red", "over: first")
    )
    assert [player.name for player in record.players] == ["first", "blue"]
    assert record.outcome == Result(1)


def test_pieces_of_the_player_who_begins_are_white_whatever_the_file_calls_them() -> None:
    head, steps = TEXT.split("; P0[0", 1)
    record = one(
        f"{head}; P0[0{steps.translate(str.maketrans('wbWB', 'bwBW')).replace('dropw', 'dropb')}"
    )
    assert words(record) == moves_of(GAME)
    assert record.outcome == Result(1)


def test_pieces_that_are_numbered_out_of_order_are_renumbered_and_told() -> None:
    text = sgf_of(f"{GAME};bA1 bQ-;wA2 -wA1;bA1 -wA2", result="Game won by red")
    swapped = text.replace("wA1", "wA?").replace("wA2", "wA3").replace("wA?", "wA2")
    (reading,) = check(swapped)
    assert reading.record is not None
    assert words(reading.record)[-2:] == ["wA2 -wA1", "bA1 -wA2"]
    assert told(reading) == [("W03", "dropb wA2 L 13 -wQ"), ("W03", "dropb wA3 K 13 -wA2")]


# Damage


@pytest.mark.parametrize(
    ("good", "bad", "code", "marked", "ply"),
    [
        ("dropb wQ", "dropb wX", "S01", "dropb wX M 13 -wS1", 2),
        ("dropb wQ M 13", "dropb wQ M 3", "M01", "dropb wQ M 3 -wS1", 2),
        ("dropb wQ M 13", "dropb wQ P 13", "M01", "dropb wQ P 13 -wS1", 2),
        ("dropb wQ M 13", "dropb wQ M", "S18", "dropb wQ M -wS1", 2),
        ("dropb wQ", "drpb wQ", "S18", "drpb wQ M 13 -wS1", 2),
        ("pick W 5 wA1", "pickb Z 9 wA1", "M01", "dropb wA1 L 13 -wQ", 4),
        ("dropb wA1", "dropb wG1", "M01", "dropb wG1 L 13 -wQ", 4),
        ("pickb P 13 bQ", "pickb P 14 bQ", "M01", "dropb bQ P 14 bS1/", 5),
        ("pickb P 13 bQ", "pick B 0 bQ", "M01", "dropb bQ P 14 bS1/", 5),
        ("; P0[7 pick W 1 wQ]\n; P0[8 dropb wQ M 13 -wS1]\n", "", "M01", "done", 2),
        ("; P0[7 pick W 1 wQ]\n; P0[8 dropb wQ M 13 -wS1]\n; P0[9 done]\n", "", "M04", None, 2),
        ("-wS1]\n", "-wS1\n", "S18", None, 2),
        ("(;", "(; (", "S18", "(", 0),
        ("(;", "(; )", "S18", "GM[27]", 0),
        ("\n)", "\n; C[", "S18", "C", 6),
        ("; P1[10", "# P1[10", "S18", "#", 3),
    ],
)
def test_damage_is_told_at_its_place_and_the_games_beside_it_are_read(
    good: str, bad: str, code: str, marked: str | None, ply: int
) -> None:
    text = sgf_of(f"{GAME};bQ bS1/", result="Game won by red")
    assert text.count(good) >= 1
    before, damaged, after = check(NEIGHBOUR + text.replace(good, bad, 1) + TEXT)
    assert before.diagnostics == after.diagnostics == ()
    assert not damaged.ok
    first = damaged.diagnostics[0]
    assert (first.code, first.ply) == (code, ply)
    assert first.record == 2
    if marked is not None:
        assert (code, marked) == told(damaged)[0]


def test_after_the_first_illegal_move_nothing_more_is_judged() -> None:
    text = sgf_of(f"{GAME};bA1 bQ-;wA2 -wA1", result="Game won by red")
    taken_wrongly = text.replace("pick W 5 wA2", "pickb Z 9 wA2").replace("wA2", "wA3")
    assert [code for code, _ in told(check(taken_wrongly)[0])] == ["M01"]
    passed = taken_wrongly.replace("dropb wQ", "drop wQ")
    assert told(check(passed)[0]) == [("M01", "done")]
    renumbered = text.replace("wA2", "wA3").replace("bA1", "bA2")
    codes = [code for code, _ in told(check(renumbered)[0])]
    assert codes == ["W03", "W03"]
    illegal = renumbered.replace("dropb wA1 L 13", "dropb wA1 S 13")
    assert [code for code, _ in told(check(illegal)[0])] == ["M01"]


def test_a_real_game_with_one_step_changed_has_one_fault(shared: Path) -> None:
    lines = (shared / "data/hive/real/game03.sgf").read_text("utf-8").split("\n")
    lines[73] = lines[73].replace("dropb", "drop")
    assert [(each.code, each.line) for each in check("\n".join(lines))[0].diagnostics] == [
        ("M01", 75)
    ]


def test_a_set_that_is_not_known_leaves_the_moves_unjudged() -> None:
    (reading,) = check(TEXT.replace("SU[Hive]", "SU[Hive-X]").replace("pick W 5", "pickb Z 9"))
    assert told(reading) == [("V01", "Hive-X")]


BELL = "; C[" + "\x01\x02" * 600 + "] "


@pytest.mark.parametrize("damage", ["(", ")", "; A[b] # ", "; P0[1 foo x]\n", "; A[b] P0[1 x[]\n"])
def test_a_game_of_damage_alone_is_read_no_further_than_need_be(damage: str) -> None:
    (reading,) = check(TEXT.rstrip() + damage * (MOST_DAMAGES + 10))
    codes = [each.code for each in reading.diagnostics]
    assert codes == ["S18"] * MOST_DAMAGES + ["S21"]


def test_control_characters_count_as_damage() -> None:
    (reading,) = check(TEXT.replace("; P0[", BELL + "; P0[", 1))
    codes = [each.code for each in reading.diagnostics]
    assert codes == ["S15"] * MOST_DAMAGES + ["S21"]


def test_the_place_of_a_move_is_that_of_its_step_whatever_stands_before_its_end() -> None:
    text = sgf_of(f"{GAME};bQ bS1/")
    plain, parted = (one(each) for each in (text, text.replace("; P0[9", "; C[a\nb]\n; P0[9", 1)))
    assert [ply.where for ply in parted.plies[:3]] == [ply.where for ply in plain.plies[:3]]


def test_a_bracket_within_the_game_is_told_once() -> None:
    (reading,) = check(TEXT.replace("]\n; P0[", "] (\n; P0[", 1))
    assert told(reading) == [("S18", "(")]


@pytest.mark.parametrize(
    ("good", "bad", "marked"),
    [
        ("; P0[8 dropb", "; P08 dropb", "P08"),
        ("; P0[8 dropb", ";. P0[8 dropb", "."),
        ("; P0[8 dropb", "* P0[8 dropb", "*"),
        ("; P0[8 dropb", "; P)[8 dropb", "P"),
        ("; P0[8 dropb", "; P0[8]dropb", "8"),
        ("dropb wQ M 13", "dropb wQ M ]13", "dropb wQ M"),
        ("; P0[8 dropb", "(; P0[8 dropb", "("),
        ("; P0[8 dropb", ";(P0[8 dropb", "("),
        ("SU[Hive]", "SU[H]ive]", "ive]"),
        ("SU[Hive]", "SUHive]", "SUHive]"),
        ("SU[Hive]", "SU[Hive", "Hive"),
        ("by red]", "by red", "Game won by red"),
        ("; P0[9 done]", "; P[9 done]", "pick B 1 bQ"),
        ("; P0[15 done]", "; P[15 done]", "dropb wA1 L 13 -wQ"),
        ("RE[Game won", "RE[Gam]e won", "e"),
        ('P0[id "red"]', 'P0id "red"]', "P0id"),
        ('P0[id "red"]', 'P0[id "r]d"]', 'd"]'),
        ("; P0[3 done]", "; P0[3 d-one]", "d-one"),
    ],
)
def test_a_damaged_place_is_told_once_and_nothing_that_it_causes(
    good: str, bad: str, marked: str
) -> None:
    assert TEXT.count(good) == 1
    (reading,) = check(TEXT.replace(good, bad))
    assert told(reading) == [("S18", marked)]


def test_a_game_that_no_bracket_opens_is_told_of_its_first_one() -> None:
    (reading,) = check_records(TEXT.replace("(;", ");").encode(), format_name="sgf")
    assert told(reading) == [("S18", ")")]


def test_beside_a_damaged_place_what_else_is_wrong_is_told() -> None:
    (reading,) = check(TEXT.replace("RE[Game", "RE[Ga]me").replace("SU[Hive]", "SU[Hiv]"))
    assert [code for code, _ in told(reading)] == ["V01", "S18"]


def test_a_file_that_is_cut_off_anywhere_is_told_so_and_hides_no_other_game() -> None:
    for end in range(len(TEXT) - 3, 20, -7):
        cut_off, after = check(f"{TEXT[:end]}\n{NEIGHBOUR}")
        assert any(each.code in ("S18", "T02") for each in cut_off.diagnostics), end
        assert not cut_off.ok
        assert after.diagnostics == ()


def test_a_game_of_another_kind_is_told_and_not_read() -> None:
    go, hive = check("(;GM[1]FF[4]\n;B[aa];W[bb])\n" + TEXT)
    assert go.record is None
    assert told(go) == [("T02", "1")]
    assert hive.ok


def test_text_that_is_not_utf8_is_read_with_a_note() -> None:
    text = TEXT.replace("Game won by red", "Partie gagnée par red").encode("cp1252")
    (reading,) = check(text)
    assert [each.code for each in reading.diagnostics] == ["W01"]
    assert reading.record is not None
    assert reading.record.outcome == Result(1)


@given(st.text(alphabet="();[]\\ \nPGMSURE01279abdoneprks.-/wQS", max_size=80))
def test_no_text_is_too_much_for_the_reader(text: str) -> None:
    content = TEXT[:150] + text + TEXT[150:]
    for reading in check(content):
        for each in reading.diagnostics:
            assert (each.end_line, each.end_column) > (each.line, each.column)


def test_no_two_terminals_of_the_grammar_match_alike() -> None:
    assert grammar().build(strict=True).parse("", "record") == []


# The format among others


def test_the_format_is_told_by_the_content_and_read_only() -> None:
    row = format_told(TEXT.encode())
    assert row is FORMATS["sgf"]
    assert row.write is None
    result = CliRunner().invoke(cli, ["convert", "-", "--to", "sgf"], input=TEXT)
    assert result.exit_code == 2


@pytest.mark.parametrize("name", ["uhp", "tgn", "json", "hive-pgn"])
def test_a_game_goes_out_in_other_formats_and_in_again(name: str) -> None:
    there = CliRunner().invoke(cli, ["convert", "-", "--to", name], input=TEXT)
    assert there.exit_code == 0
    (reading,) = check(there.stdout)
    assert reading.ok
    assert reading.record is not None
    assert words(reading.record) == moves_of(GAME)
    if name != "uhp":
        assert reading.record == one(TEXT)
