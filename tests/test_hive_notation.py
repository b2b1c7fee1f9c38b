"""Hive's moves and positions in text: every spelling read, one written, faults with their column."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark

import engine
from engine import BadPosition, HivePosition, HiveSettings
from engine.hive import PASS, PIECES, HiveMove
from notation.errors import AmbiguousMove, BadSettings, NotAMove, NotAPosition
from notation.hive import (
    GRAMMAR,
    SPELLING,
    read_move,
    read_position,
    read_word,
    write_move,
    write_position,
)
from notation.hive_settings import read_settings, settings_words

from .hive_text import moves_of, played, positions_of, state_of, table

DATA = Path(__file__).parent / "data" / "hive"
ALL = HiveSettings(mosquito=True, ladybug=True, pillbug=True)
START = HivePosition.start(ALL)
OPENING = "wQ@-1,0 wS1@0,0 bS1@1,0 bQ@2,0 bG1@3,0 w -"

Game = dict[str, Any]


def games(path: Path) -> Iterator[Game]:
    """The games of a file, one a line."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def legal_words(position: HivePosition) -> list[str]:
    """The canonical strings of all legal moves, sorted."""
    return sorted(write_move(move, position) for move in position.legal_moves())


def replay(game: Game) -> int:
    """Hold each list of a recorded game, each of its strings and its end against ours; how many lists."""
    samples = {sample["ply"]: sample for sample in game["samples"]}
    seen = Counter[object]()
    third = None
    words = [*moves_of(game["gamestring"]), None]
    for ply, (position, word) in enumerate(
        zip(positions_of(game["gamestring"]), words, strict=True)
    ):
        if ply in samples:
            assert legal_words(position) == sorted(samples[ply]["legal"])
            hold_spellings(position, samples[ply].get("aliases", ()))
        if word is not None:
            assert write_move(read_word(word, position), position) == word
        seen[position.key()] += 1
        if seen[position.key()] == 3 and third is None and position.outcome() is None:
            third = ply
    assert state_of(position) == game["state"]
    assert third == game.get("third_repetition_ply")
    return len(samples)


def hold_spellings(position: HivePosition, spellings: list[str]) -> None:
    """Hold that each string of a full list reads to a legal move, and that no legal move lacks one."""
    if spellings:
        read = {read_word(spelling, position) for spelling in spellings}
        assert read == set(position.legal_moves())


@pytest.mark.parametrize(("name", "lists"), [("games", 47), ("spellings", 9)])
def test_recorded_games_replay_string_by_string(name: str, lists: int) -> None:
    assert sum(map(replay, games(DATA / f"{name}.jsonl"))) == lists


@pytest.mark.parametrize(
    ("name", "lists"),
    [
        ("base_playouts", 900),
        ("expansion_playouts", 700),
        ("draws_and_passes", 52),
        ("spellings", 80),
    ],
)
def test_all_handed_games_replay_string_by_string(shared: Path, name: str, lists: int) -> None:
    assert sum(map(replay, games(shared / f"data/hive/{name}.jsonl"))) == lists


def test_each_handed_spelling_is_of_the_one_move_that_has_it(shared: Path) -> None:
    checked = 0
    for game in games(shared / "data/hive/spellings.jsonl"):
        before = list(positions_of(game["gamestring"]))
        for sample in game["samples"]:
            position = before[sample["ply"]]
            for spelling in sample["aliases"]:
                move = read_word(spelling, position)
                assert write_move(move, position) in sample["legal"], spelling
                assert read_move(f" {spelling.lower()} ", position) == move
                checked += 1
    assert checked > 5_000


# Cases of the rules, by what each expects


def hold_case(case: Game) -> None:
    """Hold one handed case of a rule against ours."""
    position = played(case["gamestring"])
    kind, value = case["expect"], case["value"]
    words = legal_words(position)
    if kind.startswith("moves_of:"):
        piece = kind.removeprefix("moves_of:")
        assert moves_by(position, piece) == read_all(value, position)
    elif kind == "all_moves":
        assert words == sorted(value)
    elif kind == "all_moves_place":
        assert {word.split(" ")[0] for word in words} == {value}
    elif kind == "state":
        assert state_of(position) == value
    elif kind in ("mate_in_1_cell", "avoid_cell"):
        wanted = {"mate_in_1_cell": "winning_moves", "avoid_cell": "losing_moves"}[kind]
        assert ending(position, won=kind == "mate_in_1_cell") == read_all(case[wanted], position)
    else:
        assert (
            position.is_legal(read_word(value, position)) == {"legal": True, "illegal": False}[kind]
        )


def read_all(words: list[str], position: HivePosition) -> set[HiveMove]:
    """The moves of strings, which must all be different."""
    moves = {read_word(word, position) for word in words}
    assert len(moves) == len(words)
    return moves


def moves_by(position: HivePosition, piece: str) -> set[HiveMove]:
    """The legal moves of a piece."""
    return {
        move for move in position.legal_moves() if move != PASS and PIECES[move.piece].name == piece
    }


def ending(position: HivePosition, *, won: bool) -> set[HiveMove]:
    """The legal moves that end the game at once, and are won, or lost, for their mover."""
    winner = position.to_move if won else position.to_move.other
    found = set()
    for move in position.legal_moves():
        outcome = position.apply(move).outcome()
        if outcome is not None and outcome.winner is winner:
            found.add(move)
    return found


def test_every_handed_case_of_a_rule_is_as_it_expects(shared: Path) -> None:
    cases = json.loads((shared / "data/hive/critical_positions.json").read_text("utf-8"))
    for case in cases:
        hold_case(case)
    assert len(cases) == 32


# Moves

READ = {
    "wA1 -wQ": "wA1 -wQ",
    " wA1   - wQ\t": "wA1 -wQ",
    "wA1-wQ": "wA1 -wQ",
    "wA1 \u2212wQ": "wA1 -wQ",
    "WA1 -WQ": "wA1 -wQ",
    "wa1 -wq1": "wA1 -wQ",
    "wQ1 \\wS1": "wQ \\wS1",
    "wM1 wQ\\": "wM wQ\\",
    "wl1 /wq": "wL /wQ",
    "wP1 \\ wQ1": "wP \\wQ",
    "wB1 /wQ1": "wB1 /wQ",
    "wQ /wS1": "wQ /wS1",
    "wQ wQ/": "wQ \\wS1",
    "wQ wQ\\": "wQ /wS1",
}


@pytest.mark.parametrize(("text", "word"), READ.items())
def test_a_move_given_alone_is_read_in_every_spelling(text: str, word: str) -> None:
    position = table(OPENING, "mlp")
    move = read_move(text, position)
    assert position.is_legal(move)
    assert write_move(move, position) == word


RECORDED = [text for text in READ if "  " not in text and "- " not in text and "\\ " not in text]


@pytest.mark.parametrize("text", RECORDED)
def test_in_a_record_all_but_blanks_is_read_freely_too(text: str) -> None:
    position = table(OPENING, "mlp")
    assert read_word(text, position) == read_move(text, position)


@pytest.mark.parametrize(
    ("text", "column"), [("wA1  -wQ", 5), ("wA1 - wQ", 6), ("wA1 -wQ ", 8), ("wA1\t-wQ", 4)]
)
def test_in_a_record_a_move_has_one_blank_at_most(text: str, column: int) -> None:
    with pytest.raises(NotAMove, match="a move in a record has one blank at most") as fault:
        read_word(text, table(OPENING))
    assert fault.value.column == column


def test_a_direction_that_points_at_the_hive_is_a_climb() -> None:
    position = table("wQ@-1,0 wS1@0,0 bS1@1,0 bQ@2,0 wB1@-1,1 bG1@3,0 w -")
    climb = read_word("wB1 -wS1", position)
    assert position.is_legal(climb)
    assert climb == read_word("wB1 wQ", position)
    assert write_move(climb, position) == "wB1 wQ"


def test_a_reference_to_the_mover_is_to_where_it_stands() -> None:
    position = table(OPENING)
    assert read_word("wQ wQ/", position) == read_word("wQ \\wS1", position)
    assert position.why_illegal(read_word("wQ wQ", position)) == engine.Reason(
        "same_place", {"piece": "wQ", "x": -1, "y": 0}
    )


def test_a_beetle_on_a_stack_is_written_by_what_is_on_top_without_it() -> None:
    position = table("wQ@-1,0 wS1.bB1@0,0 bS1@1,0 bQ@2,0 bG1@3,0 b -")
    words = [word for word in legal_words(position) if word.startswith("bB1")]
    assert words == ["bB1 \\bS1", "bB1 \\wS1", "bB1 bS1", "bB1 wQ", "bB1 wQ\\", "bB1 wS1\\"]


def test_the_first_piece_stands_alone_and_no_other_does() -> None:
    first = read_word("wS1", START)
    assert (first, write_move(first, START)) == (HiveMove(1, 0, 0), "wS1")
    after = START.apply(first)
    with pytest.raises(NotAMove, match="only the first piece of a game goes without") as fault:
        read_word("bS1", after)
    assert fault.value.column == 4
    with pytest.raises(NotAMove, match="at column 6, there is no bS1 on the table") as fault:
        read_word("bG1 -bS1", after)
    assert fault.value.column == 6
    with pytest.raises(NotAMove, match="at column 5, there is no wS1 on the table") as fault:
        read_word("wS1 wS1-", START)
    assert fault.value.column == 5


FAULTS = {
    "": (1, "there should be `pass` or a piece, but the text ends"),
    "foo": (1, "not 'foo'"),
    "  foo": (3, "at column 3"),
    "wA4": (1, "there should be `pass` or a piece, not 'wA4'"),
    "wX1 -wQ": (1, "a piece, not 'wX1 -wQ'"),
    "wQ2 -wS1": (1, "a piece, not 'wQ2 -wS1'"),
    "wA1 wX": (5, "a piece, not 'wX'"),
    "wA1 -wB3": (6, "a piece, not 'wB3'"),
    "wA1 -wQ-": (8, "the end, not '-'"),
    "wA1 |wQ": (5, "not '|wQ'"),
    "wA1 wQ_": (7, "the end, not '_'"),
    "wA1 -": (6, "a piece, but the text ends"),
    "wA1/": (5, "a piece, but the text ends"),
    "passed": (1, "not 'passed'"),
    "pass wQ": (5, "the end, not ' wQ'"),
    "wA1 .": (5, "not '.'"),
}


@pytest.mark.parametrize(("text", "told"), FAULTS.items())
def test_what_is_no_move_is_told_with_its_column(text: str, told: tuple[int, str]) -> None:
    column, sentence = told
    for read in (read_move, *([read_word] if text.strip() == text else [])):
        with pytest.raises(NotAMove) as fault:
            read(text, table(OPENING))
        assert fault.value.column == column
        assert sentence in str(fault.value)
        assert fault.value.word == text


@pytest.mark.parametrize("text", ["w\u017f1", "pa\u017fs", "w\u017f", "wS1 -w\u017f1"])
def test_a_letter_that_folds_to_one_of_a_bug_is_not_that_letter(text: str) -> None:
    for read in (read_move, read_word):
        with pytest.raises(NotAMove):
            read(text, START)
    with pytest.raises(NotAPosition):
        read_position(f"{text}@0,0 b -", ALL)


def test_endless_texts_are_refused_at_once() -> None:
    with pytest.raises(NotAMove, match="at most 1000 characters"):
        read_move("wA1" * 100_000, START)
    with pytest.raises(NotAPosition, match="at most 20000 characters"):
        read_position("wA1@0,0 " * 100_000, ALL)


def test_what_a_move_says_is_judged_by_the_rules_not_by_the_reader() -> None:
    position = table(OPENING)
    for word, code in {
        "wM -wQ": "no_such_piece",
        "bA1 -wQ": "piece_of_opponent",
        "wA1 wQ": "occupied",
        "wQ wQ": "same_place",
        "pass": "must_move",
        "PASS": "must_move",
    }.items():
        reason = position.why_illegal(read_word(word, position))
        assert reason is not None
        assert reason.code == code


# A bug without its number


def test_a_number_may_be_left_out_where_one_copy_alone_can_move_so() -> None:
    position = table(OPENING)
    for text, word in {
        "wA -wQ": "wA1 -wQ",
        "wa /wq": "wA1 /wQ",
        "wQ \\wS": "wQ \\wS1",
        "wG -wQ": "wG1 -wQ",
    }.items():
        move = read_word(text, position)
        assert position.is_legal(move)
        assert write_move(move, position) == word
    assert read_word("wS", HivePosition.start(HiveSettings())) == HiveMove(1, 0, 0)


def test_a_number_that_is_needed_is_asked_for_with_the_moves_in_question() -> None:
    position = table("wQ@-1,0 wS1@0,0 bS1@1,0 bQ@2,0 wA1@-2,0 wA2@-2,1 bG1@3,0 bG2@4,0 w -")
    with pytest.raises(AmbiguousMove) as fault:
        read_word("wA /wS1", position)
    assert fault.value.moves == ("wA1 wQ\\", "wA2 wQ\\", "wA3 wQ\\")
    assert str(fault.value).endswith(": write which.")
    with pytest.raises(AmbiguousMove):
        read_word("wA3 -wA", position)
    with pytest.raises(NotAMove, match="there is no bB1 on the table"):
        read_word("wA -bB", position)


def test_a_bug_none_of_whose_copies_can_move_so_is_refused_by_the_rules() -> None:
    position = table(OPENING)
    assert not position.is_legal(read_word("wS bG1-", position))


# Settings


@pytest.mark.parametrize(
    ("words", "canonical"),
    {
        "": (),
        "mlp": ("L", "M", "P"),
        "P m": ("M", "P"),
        "pl norep": ("L", "P", "norep"),
        "Tournament NOREP M L": ("L", "M", "norep", "tournament"),
    }.items(),
)
def test_expansion_letters_come_together_or_apart(words: str, canonical: tuple[str, ...]) -> None:
    settings = read_settings(words)
    assert settings_words(settings) == canonical
    assert read_settings(canonical) == settings


@pytest.mark.parametrize(
    ("words", "fault", "sentence"),
    [
        ("mlm", "mlm mlm", "M is given twice"),
        ("m lm", "m lm", "M is given twice: m, lm."),
        ("mx", "mx", "Hive has no setting 'mx'"),
        ("turnament", "turnament", "did you mean tournament?"),
        ("Base+MLP", "Base+MLP", "at column 5"),
        ("M=1", "M=1", "M takes no number"),
    ],
)
def test_words_at_fault_are_named(words: str, fault: str, sentence: str) -> None:
    with pytest.raises(BadSettings) as refusal:
        read_settings(words)
    assert " ".join(refusal.value.words) == fault
    assert sentence in str(refusal.value)


# Positions

POSITIONS = [
    ("", "- w -"),
    ("", "wQ@-1,0 wS1.wB1@0,0 bS1@1,0 bQ@2,0 bG1@3,0 b wB1"),
    ("P", "wG1@0,-1 bG1@-2,0 wQ@-1,0 wS1@0,0 bP@1,0 bQ@2,0 wA1@1,1 w wA1"),
    ("", "wS1@1000000,-7 b wS1"),
]


@pytest.mark.parametrize(("words", "text"), POSITIONS)
def test_a_position_is_written_as_it_was_read(words: str, text: str) -> None:
    assert write_position(table(text, words)) == text


def test_a_position_is_read_in_any_order_and_case() -> None:
    text = " bs1@1,0  BQ1@2,0 wS1.wb1@+0,-0 wq@\u22121,00 B WB1 "
    assert write_position(table(text)) == "wQ@-1,0 wS1.wB1@0,0 bS1@1,0 bQ@2,0 b wB1"


def test_positions_of_recorded_games_are_read_back_from_their_text() -> None:
    for game in games(DATA / "games.jsonl"):
        for position in positions_of(game["gamestring"]):
            again = read_position(write_position(position), position.settings)
            assert write_position(again) == write_position(position)
            assert again.key() == position.key()
            assert again.legal_moves() == position.legal_moves()


BAD_POSITIONS = {
    "": (1, "there should be `-` or a piece, but the text ends"),
    "w -": (1, "there should be `-` or a piece"),
    "wQ@0,0": (7, "there should be a blank, but the text ends"),
    "wQ@0,0 w": (9, "there should be a blank, but the text ends"),
    "wQ@0,0 x -": (8, "there should be `w` or `b` or a piece"),
    "wQ@0,0 b - -": (11, "there should be the end"),
    "wA@0,0 b -": (1, "a piece, not 'wA@0,0 b…'"),
    "wA4@0,0 b -": (1, "a piece"),
    "wQ.@0,0 b -": (4, "a piece"),
    "wQ@0;0 b -": (5, "`,`"),
    "wQ@0,0 b wA": (10, "`-` or a piece"),
    "- wQ@0,0 b -": (3, "`w` or `b`"),
    "wQ@" + "1" * 100 + ",0 b -": (4, "at most 99 digits"),
}


@pytest.mark.parametrize(("text", "told"), BAD_POSITIONS.items(), ids=range(len(BAD_POSITIONS)))
def test_what_is_no_position_is_told_with_its_column(text: str, told: tuple[int, str]) -> None:
    column, sentence = told
    with pytest.raises(NotAPosition) as fault:
        read_position(text, ALL)
    assert fault.value.column == column
    assert sentence in str(fault.value)


def test_a_position_against_the_rules_is_refused_by_the_engine() -> None:
    with pytest.raises(BadPosition, match="The hive is in more than one part"):
        table("wQ@0,0 bQ@2,0 w -")


# Fuzz


@given(
    from_lark(GRAMMAR.build(), start="move", alphabet=st.characters(max_codepoint=0x2FF))
    | st.text("wbQSAG123 -/\\pas\u2212@,.", max_size=16)
)
def test_whatever_is_read_is_a_move_and_all_else_a_fault_of_notation(text: str) -> None:
    try:
        move = read_move(text, table(OPENING, "mlp"))
    except (NotAMove, AmbiguousMove):
        return
    assert move == PASS or 0 <= move.piece < len(PIECES)


@given(from_lark(GRAMMAR.build(), start="position", alphabet=st.characters(max_codepoint=0x2FF)))
def test_whatever_the_grammar_reads_is_a_position_or_against_the_rules(text: str) -> None:
    try:
        position = read_position(text, ALL)
    except (BadPosition, NotAPosition):
        return
    assert write_position(read_position(write_position(position), ALL)) == write_position(position)


def test_the_terminals_of_the_grammar_do_not_collide() -> None:
    strict = GRAMMAR.build(strict=True)
    assert strict.parse("wA1 -wQ", start="move") == SPELLING.read("wA1 -wQ")
