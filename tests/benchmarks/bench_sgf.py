"""Checking games of Hive in SGF with full legality against `chess.pgn.read_game`, plies a second."""

import io
import json
from pathlib import Path
from random import Random

import chess.pgn

from notation import check_records
from tests.sgf_text import sgf_of

from .bench_notation import GAMES, PLIES, chess_archive
from .yardstick import best, tell

LEAST = 0.3


def archive(shared: Path) -> tuple[str, int]:
    """The handed playouts of the base set in SGF, and how many plies there are in all."""
    with (shared / "data/hive/base_playouts.jsonl").open(encoding="utf-8") as lines:
        games = [json.loads(line)["gamestring"] for line in lines]
    return "\n".join(map(sgf_of, games)), sum(len(game.split(";")) - 3 for game in games)


def test_checking_an_archive_of_sgf_with_full_legality(shared: Path) -> None:
    ours_text, plies = archive(shared)
    theirs_text = chess_archive(Random(1))

    def check() -> None:
        readings = list(check_records(ours_text.encode()))
        assert sum(len(each.record.plies) for each in readings if each.record) == plies
        assert all(each.ok for each in readings)

    def read() -> None:
        stream = io.StringIO(theirs_text)
        while (game := chess.pgn.read_game(stream)) is not None:
            assert not game.errors

    ours, theirs = best(check, read, rounds=5)
    ours, theirs = plies / ours / 1000, GAMES * PLIES / theirs / 1000
    tell("checking an archive of SGF, full legality", ours, theirs, "thousand plies/s")
    assert ours >= LEAST * theirs
