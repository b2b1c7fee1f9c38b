"""Cubic Chess's engine plays by the rules: recorded games, perft, the reference, how games end."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine import CubicChessPosition, CubicChessSettings, Line, Outcome, Side
from notation.cubic_chess import read_position, read_word, write_move, write_position
from notation.errors import NotAMove
from notation.moves import near_moves

from . import reference_cubic_chess as reference
from .laws.cubic_chess import state

DATA = Path(__file__).parent / "data/cubic-chess/games.jsonl"
SETTINGS = CubicChessSettings()
START = CubicChessPosition.start()
REASONS = {
    "checkmate": "mate",
    "stalemate": "no legal move",
    "inability": "cannot build",
    "repetition": "repetition",
}


def table(text: str) -> CubicChessPosition:
    """The position of a text."""
    return read_position(text, SETTINGS)


def played(line: Line[Any], *words: str) -> Line[Any]:
    """The line with the turns of these words."""
    for word in words:
        line = line.play(read_word(word, line.position))
    return line


def words(line: Any) -> list[str]:
    """The words of all legal turns of a position or line, sorted."""
    return sorted(write_move(turn) for turn in line.legal_moves())


def told(outcome: Outcome | None) -> str:
    """An outcome in the words of the recorded games."""
    if outcome is None:
        return "unfinished"
    reason = REASONS[outcome.reason]
    if outcome.winner is None:
        return f"draw:{reason}"
    sides = {Side.FIRST: "white", Side.SECOND: "black"}
    loser = f"{sides[outcome.winner.other]} " if outcome.reason == "inability" else ""
    return f"{sides[outcome.winner]} wins:{loser}{reason}"


def replay(game: dict[str, Any]) -> None:
    """Hold each sample of a recorded game, and its end, against the engine's."""
    samples = {sample["ply"]: sample for sample in game["samples"]}
    line = Line(table(game["start"]) if "start" in game else START)
    for ply, word in enumerate([*game["moves"], None]):
        if ply in samples:
            assert write_position(line.position) == samples[ply]["position"]
            assert words(line) == samples[ply]["legal"]
        if word is not None:
            line = played(line, word)
    assert told(line.outcome()) == game["result"]


def games(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def test_recorded_games_have_the_same_turns_and_ends() -> None:
    for game in games(DATA):
        replay(game)


@pytest.mark.parametrize("name", ["playouts", "ends"])
def test_every_handed_game_has_the_same_turns_and_ends(shared: Path, name: str) -> None:
    for game in games(shared / f"data/cubic-chess/{name}.jsonl"):
        replay(game)


@pytest.mark.parametrize(("depth", "nodes"), [(1, 272), (2, 73_984)])
def test_the_start_has_so_many_lines(depth: int, nodes: int) -> None:
    assert engine.perft(START, depth) == nodes


@pytest.mark.verify
def test_the_start_has_fifteen_million_lines_of_three_turns() -> None:
    assert engine.perft(START, 3) == 15_010_422


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("8/P6p/8/8/8/8/8/8 w 4:4 - 1", "a7a8=B a7a8=Q a7a8=R"),
        ("8/7p/8/3Pp3/8/8/8/8 w 4:4 e6 1", "d5d6 d5d6+d6 d5e6 d5e6+e6"),
        ("8/8/8/8/3p4/8/4P3/8 w 8:8 - 1", "e2e3 e2e3+e3 e2e4 e2e4+e4"),
    ],
)
def test_a_small_position_has_exactly_these_turns(text: str, turns: str) -> None:
    assert words(table(text)) == turns.split()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("8/7p/8/8/8/8/8/R7 w 4:4 - 1", 14 * 3),
        ("8/7p/8/8/8/8/8/B7 w 4:4 - 1", 7 * 3 - 1),
        ("8/8/3p4/8/8/8/8/Q7 w 4:4 - 1", 21 * 3 - 1),
    ],
)
def test_a_move_brings_each_rebuild_that_is_allowed(text: str, count: int) -> None:
    assert engine.perft(table(text), 1) == count


def test_a_pawn_that_was_built_on_cannot_be_taken_en_passant() -> None:
    position = table("8/8/8/8/3p4/8/4P3/8 w 8:8 - 1")
    assert engine.perft(position, 2) == 14
    stepped = position.apply(read_word("e2e4", position))
    built = position.apply(read_word("e2e4+e4", position))
    assert [w for w in words(stepped) if w.startswith("d4e3")] == ["d4e3", "d4e3+e3"]
    assert not [w for w in words(built) if w.startswith("d4e3")]


@pytest.mark.parametrize(
    ("text", "turn", "end"),
    [
        ("7k/R7/8/8/8/8/8/1R6 w 4:0 - 1", "b1b8", Outcome(None, "stalemate")),
        ("7k/R7/8/8/8/8/8/1R2K3 w 0:0 - 1", "b1b8", Outcome(Side.FIRST, "checkmate")),
        ("7k/R7/8/8/8/8/8/1RQ5 w 1:0 - 1", "b1b8+c1", Outcome(Side.FIRST, "checkmate")),
        ("7k/R7/8/8/8/8/8/1RQ5 w 1:0 - 1", "b1b8", Outcome(None, "stalemate")),
        ("1B5k/R7/8/8/8/8/P7/4K3 w 1:0 - 1", "a2a3+b8", Outcome(Side.FIRST, "checkmate")),
        ("8/8/8/3p4/4B3/8/8/3Q4 b 0:8 - 1", "d5e4", Outcome(Side.SECOND, "inability")),
    ],
)
def test_a_turn_ends_the_game(text: str, turn: str, end: Outcome) -> None:
    line = played(Line(table(text)), turn)
    assert line.outcome() == end
    assert not line.legal_moves()


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("7k/5Q2/8/8/8/8/8/4K3 b 0:0 - 1", Outcome(None, "stalemate")),
        ("7p/8/8/8/8/8/8/P7 w 3:3 - 1", Outcome(None, "inability")),
        ("7p/8/8/8/8/8/8/P7 w 3:4 - 1", Outcome(Side.SECOND, "inability")),
        ("7p/8/8/8/8/8/8/P7 b 4:3 - 1", Outcome(Side.FIRST, "inability")),
        ("8/8/8/8/8/8/8/P7 w 4:8 - 1", Outcome(Side.FIRST, "inability")),
    ],
)
def test_a_loaded_position_may_be_over(text: str, end: Outcome) -> None:
    position = table(text)
    assert position.outcome() == end
    assert not position.legal_moves()
    assert engine.perft(position, 1) == 0


SHUFFLE = ("b1b2", "h8h7", "b2b1", "h7h8")


def test_the_third_occurrence_draws_and_the_start_counts() -> None:
    line = Line(table("7k/8/8/8/8/8/8/1R2K3 w 0:0 - 1"))
    line = played(line, *SHUFFLE, *SHUFFLE[:3])
    assert (line.occurrences, line.outcome()) == (2, None)
    line = played(line, SHUFFLE[3])
    assert (line.occurrences, line.outcome()) == (3, Outcome(None, "repetition"))
    assert not line.legal_moves()
    reason = line.why_illegal(read_word("b1b2", line.position))
    assert reason is not None
    assert reason.code == "game_over"


def test_a_position_with_an_en_passant_right_is_another() -> None:
    before = Line(table("7k/8/8/8/3p4/8/4P3/4K3 w 0:0 - 1"))
    with_right = played(before, "e2e4")
    assert write_position(with_right.position).split()[3] == "e3"
    line = played(with_right, "h8h7", "e1e2", "h7h8", "e2e1")
    assert line.occurrences == 1
    line = played(line, "h8h7", "e1e2", "h7h8", "e2e1")
    # the same figures for the third time, but only twice without the right
    assert (line.occurrences, line.outcome()) == (2, None)
    assert played(line, "h8h7").outcome() == Outcome(None, "repetition")


def test_an_en_passant_square_without_a_legal_capture_is_no_right() -> None:
    # the capture would open the rank between the rook and the king
    line = played(Line(table("8/8/8/8/k2p3R/8/4P3/4K3 w 0:0 - 1")), "e2e4")
    assert write_position(line.position).split()[3] == "-"
    assert not [word for word in words(line) if word.startswith("d4e3")]


def random_line(seed: int, turns: int) -> Iterator[CubicChessPosition]:
    random, position = Random(seed), START
    for _ in range(turns):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        position = position.apply(random.choice(moves))


@pytest.mark.parametrize("seed", range(4))
def test_the_turns_are_the_reference_s(seed: int) -> None:
    for position in list(random_line(seed, 160))[seed::9]:
        assert set(words(position)) == reference.legal_turns(state(position))


@pytest.mark.parametrize("seed", range(10, 14))
def test_what_follows_from_the_rules_holds_in_random_games(seed: int) -> None:
    flex = {Side.FIRST: 8, Side.SECOND: 8}
    figures = {Side.FIRST: 16, Side.SECOND: 16}
    for position in random_line(seed, 200):
        for side in Side:
            heights = position.heights(side).values()
            now = position.reserve(side) + sum(height - 1 for height in heights)
            moved = position.to_move is not side
            assert now == flex[side] if moved else now <= flex[side]
            assert len(heights) == figures[side] if moved else len(heights) <= figures[side]
            flex[side], figures[side] = now, len(heights)
        outcome = position.outcome()
        if outcome is not None and outcome.reason == "inability":
            # a side's own turn never makes it unable
            assert outcome.winner is position.to_move.other


def test_a_plus_before_no_square_is_told_where_it_stands() -> None:
    assert read_word("e2e4+", START) == read_word("e2e4", START)
    with pytest.raises(NotAMove, match="at column 5 there should be") as refused:
        read_word("e2e4+q9", START)
    assert "`+` or `-` and a square" in str(refused.value)


def test_moves_of_the_same_figure_are_suggested_when_none_looks_like_the_word() -> None:
    assert near_moves("b2h8", START) == ("b2b3", "b2b3+a1", "b2b3+a2")
    assert near_moves("e4e5", START) == ()
