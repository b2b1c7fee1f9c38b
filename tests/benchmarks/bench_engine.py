"""The engine against `chess`: lists of moves, perft with each leaf played, checked apply."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import chess
import pytest

from engine import AnyPosition, CubeoMove, CubeoPosition, CubeoSettings
from tests.cubeo_text import move

from .yardstick import best, middle_games, tell

Turn = tuple[CubeoPosition, CubeoMove]
D6 = CubeoSettings()


def turns(shared: Path, name: str, settings: CubeoSettings, variants: list[str]) -> list[Turn]:
    """The positions of all handed games with these variants, each with the move that was made."""
    return list(_turns(shared / f"data/cubeo/{name}.jsonl", settings, variants))


def _turns(path: Path, settings: CubeoSettings, variants: list[str]) -> Iterator[Turn]:
    for line in path.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        if game["variants"] == variants:
            position = CubeoPosition.start(settings)
            for ply in game["plies"]:
                made = move(ply["move"])
                yield position, made
                position = position.apply(made)


@pytest.mark.parametrize(
    ("name", "variants", "settings", "limit"),
    [
        ("square_playouts", [], D6, 0.5),
        ("square_playouts", ["d12"], CubeoSettings(12, 12, 13), 0.7),
        ("hex_playouts", ["hex", "d14"], CubeoSettings(14, 14, 15, hex=True), 1.0),
    ],
    ids=["d6", "d12", "hex d14"],
)
def test_a_sorted_list_of_moves(
    shared: Path, name: str, variants: list[str], settings: CubeoSettings, limit: float
) -> None:
    positions = [position for position, _ in turns(shared, name, settings, variants)]
    boards = middle_games()
    ours, theirs = best(
        lambda: [position.legal_moves() for position in positions],
        lambda: [list(board.legal_moves) for board in boards],
    )
    ours, theirs = 1e6 * ours / len(positions), 1e6 * theirs / len(boards)
    tell(f"list of legal moves, {' '.join(variants) or 'd6'}", ours, theirs, "µs")
    assert ours <= limit * theirs


def played(position: AnyPosition, depth: int) -> int:
    """Perft that plays each leaf."""
    if depth == 0:
        return 1
    return sum(played(position._play(made), depth - 1) for made in position.legal_moves())


def pushed(board: chess.Board, depth: int) -> int:
    """The same in `chess`."""
    if depth == 0:
        return 1
    nodes = 0
    for made in board.legal_moves:
        board.push(made)
        nodes += pushed(board, depth - 1)
        board.pop()
    return nodes


def test_perft_with_each_leaf_played() -> None:
    start, board = CubeoPosition.start(D6), chess.Board()
    assert (played(start, 7), pushed(board, 3)) == (273_946, 8_902)
    ours, theirs = best(lambda: played(start, 7), lambda: pushed(board, 4), rounds=3)
    ours, theirs = 273.946 / ours, 197.281 / theirs
    tell("perft, each leaf played, d6", ours, theirs, "thousand nodes/s")
    assert ours >= 1.5 * theirs


def test_checked_apply(shared: Path) -> None:
    made = turns(shared, "square_playouts", D6, [])
    random = Random(1)
    pairs = [
        (board, random.choice(list(board.legal_moves)))
        for board in middle_games()
        if any(board.legal_moves)
    ]

    def checked() -> None:
        for board, one in pairs:
            assert board.is_legal(one)
            board.push(one)
            board.pop()

    ours, theirs = best(lambda: [position.apply(one) for position, one in made], checked)
    ours, theirs = 1e6 * ours / len(made), 1e6 * theirs / len(pairs)
    tell("legality of one move and the new position, d6", ours, theirs, "µs")
    assert ours <= theirs
