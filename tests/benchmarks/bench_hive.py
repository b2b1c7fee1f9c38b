"""Hive: perft with leaves counted against `chess`, lists against open_spiel, archives."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import pytest

import engine
from engine import HivePosition, HiveSettings
from notation import read_records, read_settings, write_record
from notation.hive import read_word

from .archives import against_read_game
from .bench_engine import pushed
from .yardstick import best, tell

TOURNAMENT = HiveSettings(tournament=True, norep=True)
Turn = tuple[HivePosition, str]


def handed(shared: Path, name: str) -> list[Any]:
    """The games of a file, one a line."""
    with (shared / f"data/hive/{name}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def turns(gamestring: str) -> Iterator[Turn]:
    """The positions of a game, each with the word of the move that was made."""
    kind, _, _, *words = gamestring.split(";")
    letters = kind.partition("+")[2].lower()
    position = HivePosition.start(read_settings("hive", f"{letters} tournament norep"))
    for word in words:
        yield position, word
        after = position.apply(read_word(word, position))
        assert isinstance(after, HivePosition)
        position = after
    yield position, ""


def against_chess(what: str, nodes: int, work: Any, least: float) -> None:
    """Hold nodes a second, leaves counted, to `chess` with leaves played."""
    board = chess.Board()
    ours, theirs = best(work, lambda: pushed(board, 3), rounds=5)
    ours, theirs = nodes / ours / 1000, 8.902 / theirs
    tell(what, ours, theirs, "thousand nodes/s")
    assert ours >= least * theirs


def test_perft_of_the_base_set_with_leaves_counted() -> None:
    start = HivePosition.start(TOURNAMENT)
    nodes = engine.perft(start, 5)
    assert nodes == 516_240
    against_chess("Hive, base, perft 5", nodes, lambda: engine.perft(start, 5), 10)


def test_perft_of_middle_games_with_leaves_counted(shared: Path) -> None:
    games = json.loads((shared / "data/hive/midgame_perft.json").read_text(encoding="utf-8"))
    base = [game for game in games if game["gamestring"].startswith("Base;")]
    positions = [list(turns(game["gamestring"]))[-1][0] for game in base]
    nodes = sum(game["perft"][2] for game in base)
    assert sum(engine.perft(position, 2) for position in positions) == nodes
    work = lambda: [engine.perft(position, 2) for position in positions]  # noqa: E731 - a work for `best`
    against_chess("Hive, four middle games, perft 2", nodes, work, 5)


def test_a_sorted_list_of_moves_against_open_spiel(shared: Path) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed here")
    bugs = dict.fromkeys(("uses_mosquito", "uses_ladybug", "uses_pillbug"), False)
    game = pyspiel.load_game("hive", {**bugs, "board_size": 14})
    positions, states = [], []
    for handed_game in handed(shared, "base_playouts"):
        state = game.new_initial_state()
        for position, word in turns(handed_game["gamestring"]):
            if not word or state.is_terminal():
                break
            actions = {
                state.action_to_string(state.current_player(), action): action
                for action in state.legal_actions()
            }
            # it lists each copy of a bug in hand, where we list the next one
            assert len(actions) >= len(position.legal_moves())
            if word not in actions:
                break  # another spelling of the same move
            positions.append(position)
            states.append(state.clone())
            state.apply_action(actions[word])
    ours, theirs = best(
        lambda: [position.legal_moves() for position in positions],
        lambda: [state.legal_actions() for state in states],
    )
    ours, theirs = 1e6 * ours / len(positions), 1e6 * theirs / len(states)
    print(
        f"\nHive, list of legal moves over {len(positions)} positions: {ours:.1f} µs,"
        f" open_spiel {theirs:.1f} µs, ratio {ours / theirs:.2f}"
    )
    assert ours <= 1.2 * theirs


def test_checking_archives_of_game_strings_and_tgn(shared: Path) -> None:
    strings = [game["gamestring"] for game in handed(shared, "base_playouts")]
    text = "\n".join(strings) + "\n"
    plies = sum(len(game.split(";")) - 3 for game in strings)
    against_read_game("Hive in GameStrings", text, plies, 0.8)
    records = [reading.record for reading in read_records(text.encode())]
    tgn = "".join(write_record(record) for record in records if record is not None)
    against_read_game("Hive in TGN", tgn, plies, 0.5)
