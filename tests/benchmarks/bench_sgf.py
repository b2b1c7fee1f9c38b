"""Checking games of Hive in SGF with full legality."""

import json
from pathlib import Path

from tests.sgf_text import sgf_of

from .archives import against_read_game


def test_checking_an_archive_of_sgf(shared: Path) -> None:
    with (shared / "data/hive/base_playouts.jsonl").open(encoding="utf-8") as lines:
        games = [json.loads(line)["gamestring"] for line in lines]
    text = "\n".join(map(sgf_of, games))
    against_read_game("Hive in SGF", text, sum(len(game.split(";")) - 3 for game in games), 0.3)
