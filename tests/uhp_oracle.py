"""An engine of the protocol that answers from lists of legal moves: run as a program, with their files.

It knows no rules. A position is known by the moves that lead to it; what it is asked of any other is
an error.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

Lists = dict[tuple[str, ...], list[str]]


def lists_of(paths: Iterable[str]) -> Lists:
    """The legal moves of each sampled position of recorded games."""
    known: Lists = {}
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            game_type, _, _, *moves = game["gamestring"].split(";")
            for sample in game["samples"]:
                known[game_type, *moves[: sample["ply"]]] = sample["legal"]
    return known


def replies(known: Lists, lines: Iterable[str]) -> Iterator[str]:
    """What is said to these lines, beginning with the greeting."""
    yield "id lists\nok"
    game: list[str] = []
    for line in lines:
        name, _, rest = line.strip().partition(" ")
        if name == "newgame":
            game_type, _, _, *moves = rest.split(";")
            game = [game_type, *moves]
            yield f"{rest}\nok"
        elif name == "validmoves" and tuple(game) in known:
            yield f"{';'.join(known[tuple(game)])}\nok"
        else:
            yield "err not in the lists\nok"


if __name__ == "__main__":
    for reply in replies(lists_of(sys.argv[1:]), sys.stdin):
        print(reply, flush=True)  # noqa: T201 - this is its output
