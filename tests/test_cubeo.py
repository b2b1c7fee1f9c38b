"""Cubeo's engine plays by the rules: recorded games, perft, long walls and far wanderings."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import (
    CubeoMove,
    CubeoPosition,
    CubeoSettings,
    Line,
    MoveKind,
    Outcome,
    Side,
)

from . import reference
from .cubeo_text import D6, move, table

DATA = Path(__file__).parent / "data/cubeo"
START = "A1@0,0 B1@1,0 A"
PERFT = json.loads((DATA / "perft.json").read_text(encoding="utf-8"))
QUICK = 300_000

Game = dict[str, Any]


def games(path: Path) -> Iterator[Game]:
    """The games of a file, one a line."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def settings_of(variants: list[str]) -> CubeoSettings:
    """The settings that the words of a recorded game mean."""
    (dice,) = [int(word[1:]) for word in variants if re.fullmatch(r"d\d+", word)] or [6]
    return CubeoSettings(dice, dice, dice + 1, "hex" in variants, "strict" in variants)


def words(position: CubeoPosition) -> list[str]:
    """The words of all legal moves, sorted."""
    return sorted(map(reference.word, position.legal_moves()))


def replay(game: Game) -> int:
    """Hold each list of a recorded game, and its end, against the engine's; the number of lists."""
    position = CubeoPosition.start(settings_of(game["variants"]))
    for ply in game["plies"]:
        assert words(position) == sorted(ply["legal"])
        position = position.apply(move(ply["move"]))
    assert words(position) == sorted(game["final"])
    outcome = position.outcome()
    assert (outcome is not None) == game["over"]
    if outcome is not None:
        assert ([outcome.winner], outcome.reason) == (game["winner"], game["reason"])
    return len(game["plies"]) + 1


@pytest.mark.parametrize("name", ["square", "hex"])
def test_recorded_games_replay_list_by_list(name: str) -> None:
    assert sum(map(replay, games(DATA / f"{name}.jsonl"))) > 400


@pytest.mark.parametrize(
    ("name", "plies"), [("square_playouts", 5203), ("hex_playouts", 3841)], ids=["square", "hex"]
)
def test_all_handed_games_replay_list_by_list(shared: Path, name: str, plies: int) -> None:
    played = list(games(shared / f"data/cubeo/{name}.jsonl"))
    assert sum(map(replay, played)) == plies + len(played)


def perft_cases(*, quick: bool) -> list[Any]:
    """Tables to the depth that is quick to count, or the columns that are not."""
    cases = []
    for row in PERFT:
        wanted = [d for d, nodes in enumerate(row["nodes"], 1) if (nodes <= QUICK) == quick]
        if wanted:
            name = " ".join(map(str, (row["settings"], row.get("position", ""), *wanted)))
            cases.append(pytest.param(row, wanted, id=name))
    return cases


def count(row: Game, depths: list[int]) -> None:
    """Hold the columns of a perft table against the engine."""
    position = table(row.get("position", START), CubeoSettings(**row["settings"]))
    for depth in depths:
        assert engine.perft(position, depth) == row["nodes"][depth - 1]


@pytest.mark.parametrize(("row", "depths"), perft_cases(quick=True))
def test_perft_agrees_with_independent_programs(row: Game, depths: list[int]) -> None:
    count(row, depths)


@pytest.mark.verify
@pytest.mark.parametrize(("row", "depths"), perft_cases(quick=False))
def test_the_deep_columns_of_perft_agree_too(row: Game, depths: list[int]) -> None:
    count(row, depths)


def test_the_first_moves_are_those_of_the_rules() -> None:
    free = ["+-1,0", "+0,-1", "+0,1", "1,0,0->1,-1", "1,0,0->1,1"]
    assert words(CubeoPosition.start(D6)) == free
    assert words(CubeoPosition.start(CubeoSettings(strict=True))) == free[:3]


def test_a_merge_to_the_goal_wins_and_keeps_its_true_sum() -> None:
    after = table("A4@0,0 B1@1,0 A5@0,1 A1@-1,0 A").apply(move("5,0,1+>0,0"))
    assert after.outcome() == Outcome(Side.FIRST, "promotion")
    assert after.legal_moves() == ()
    assert [die.rank for die in after.dice] == [1, 9, 1]
    assert after.in_hand(Side.FIRST) == 4


def test_a_player_without_a_move_loses() -> None:
    # the one die is pinned, and every cell that it touches touches an enemy die
    stuck = table("B1@1,-1 B1@-1,0 A1@0,0 B1@1,0 B1@1,1 A")
    assert stuck.legal_moves() == ()
    assert stuck.outcome() == Outcome(Side.SECOND, "no_moves")


def test_merges_between_ranks_and_goal_are_no_moves_of_a_custom_table() -> None:
    position = table("A6@0,0 A3@-1,0 B1@1,0 A5@0,1 A", CubeoSettings(3, 9, 12))
    merges = [move for move in position.legal_moves() if move.kind is MoveKind.MERGE]
    assert merges == [CubeoMove.merge(3, -1, 0, 0, 0)]


def test_a_custom_table_runs_out_of_dice_at_its_own_number() -> None:
    position = table("A1@-2,0 A1@-1,0 A1@0,0 B1@1,0 A", CubeoSettings(3, 9, 12))
    assert position.in_hand(Side.FIRST) == 0
    assert position.in_hand(Side.SECOND) == 2
    assert not any(move.kind is MoveKind.PLACE for move in position.legal_moves())


def test_norep_takes_the_claim_of_a_repetition_away() -> None:
    # with one die each, walks come round to where they began
    for norep in (False, True):
        line = Line(table(START, CubeoSettings(norep=norep)))
        while line.occurrences < 3:
            line = line.play(walks(line.position)[0])
        assert line.claimable() is not norep
        assert line.outcome() is None
        assert not line.play(line.legal_moves()[0]).claimable()


def walks(position: CubeoPosition) -> list[CubeoMove]:
    """The legal walks."""
    return [move for move in position.legal_moves() if move.kind is MoveKind.WALK]


def contour(length: int, *, hexagonal: bool) -> list[reference.Cell]:
    """The cells round a straight wall of dice on 0,0 … length-1,0, in turn."""
    top = [(x, 1) for x in range(-1 if hexagonal else 0, length)]
    bottom = [(x, -1) for x in range(length + (1 if hexagonal else 0))]
    return [(-1, 0), *top, (length, 0), *reversed(bottom)]


@pytest.mark.parametrize("hexagonal", [False, True], ids=["square", "hex"])
@pytest.mark.parametrize("rank", [2, 11, 12, 14, 30])
def test_a_long_walk_along_a_wall_ends_on_every_second_cell_within_reach(
    rank: int, hexagonal: bool
) -> None:
    settings = CubeoSettings(30, 30, 31, hexagonal)
    wall = " ".join(f"B1@{x},0" for x in range(29))
    position = table(f"A{rank}@5,1 {wall} A", settings)
    way = contour(29, hexagonal=hexagonal)
    begin = way.index((5, 1))
    ends = {way[(begin + steps) % len(way)] for steps in range(-rank, rank + 1, 2)} - {(5, 1)}
    assert {(walk.x2, walk.y2) for walk in walks(position)} == ends


@pytest.mark.parametrize("hexagonal", [False, True], ids=["square", "hex"])
def test_a_formation_that_wanders_thousands_of_cells_plays_as_at_home(hexagonal: bool) -> None:
    settings = CubeoSettings(12, 12, 13, hexagonal)
    position = table("A10@0,0 A9@1,0 B10@2,0 B9@3,0 A", settings)
    for ply in range(3000):
        position = max(map(position.apply, walks(position)), key=eastward)
        if ply % 50 == 0:
            listed = reference.legal_moves(settings, position.dice, position.to_move)
            assert set(position.legal_moves()) == listed
            assert table(text_of(position), settings).key() == position.key()
    assert min(die.x for die in position.dice) > 2000


def eastward(position: CubeoPosition) -> tuple[bool, int]:
    """How far east the dice stand in all; above all, the next one must be able to walk."""
    return bool(walks(position)), sum(die.x for die in position.dice)


def text_of(position: CubeoPosition) -> str:
    """The text that `table` reads."""
    dice = [f"{'AB'[owner - 1]}{rank}@{x},{y}" for owner, rank, x, y in position.dice]
    return " ".join((*dice, "AB"[position.to_move - 1]))
