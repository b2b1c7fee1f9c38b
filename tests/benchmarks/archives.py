"""Checking an archive with full legality against `chess.pgn.read_game`, plies a second."""

import io
import re
from random import Random

import chess.pgn

from notation import check_records

from .bench_notation import GAMES, PLIES, chess_archive
from .yardstick import best, tell

VARIATION = re.compile(r"\( [^()]* \)")


def against_read_game(what: str, text: str, plies: int, least: float) -> None:
    """Check a text of so many plies, which has no error, and hold the ratio to the least one."""
    # the texts that come here have no variations, which cost the yardstick more than a ply
    theirs_text = VARIATION.sub("", "".join(chess_archive(Random(1))))

    def check() -> None:
        readings = list(check_records(text.encode()))
        assert sum(len(each.record.plies) for each in readings if each.record) == plies
        assert all(each.ok for each in readings)

    def read() -> None:
        stream = io.StringIO(theirs_text)
        while (game := chess.pgn.read_game(stream)) is not None:
            assert not game.errors

    ours, theirs = best(check, read, rounds=5)
    ours, theirs = plies / ours / 1000, GAMES * PLIES / theirs / 1000
    tell(f"checking an archive, full legality, {what}", ours, theirs, "thousand plies/s")
    assert ours >= least * theirs
