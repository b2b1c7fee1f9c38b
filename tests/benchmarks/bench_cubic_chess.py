"""Cubic Chess: perft of turns against `chess`, leaves counted and leaves played, and an archive."""

from random import Random

import chess

import engine
from engine import CubicChessPosition
from notation.cubic_chess import write_move

from .archives import against_read_game
from .bench_engine import played, pushed
from .yardstick import best, tell

GAMES, PLIES = 200, 60
START = CubicChessPosition.start()


def counted(board: chess.Board, depth: int) -> int:
    """Perft of `chess` with leaves counted."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for made in board.legal_moves:
        board.push(made)
        nodes += counted(board, depth - 1)
        board.pop()
    return nodes


def test_perft_of_turns_with_leaves_counted() -> None:
    board = chess.Board()
    assert (engine.perft(START, 2), counted(board, 4)) == (73_984, 197_281)
    ours, theirs = best(lambda: engine.perft(START, 2), lambda: counted(board, 4), rounds=5)
    ours, theirs = 73.984 / ours, 197.281 / theirs
    tell("Cubic Chess, perft 2, leaves counted", ours, theirs, "thousand nodes/s")
    assert ours >= 3 * theirs


def test_perft_of_turns_with_leaves_played() -> None:
    board = chess.Board()
    ours, theirs = best(lambda: played(START, 2), lambda: pushed(board, 3), rounds=5)
    ours, theirs = 73.984 / ours, 8.902 / theirs
    tell("Cubic Chess, perft 2, leaves played", ours, theirs, "thousand nodes/s")
    assert ours >= 0.7 * theirs


def archive(random: Random) -> tuple[str, int]:
    """Random games as text, and how many plies there are in all."""
    texts, plies = [], 0
    for number in range(GAMES):
        position, words = START, []
        while len(words) < PLIES:
            moves = position.legal_moves()
            if not moves:
                break
            move = random.choice(moves)
            words.append(write_move(move))
            after = position.apply(move)
            assert isinstance(after, CubicChessPosition)
            position = after
        plies += len(words)
        numbered = [f"{i // 2 + 1}. {word}" if i % 2 == 0 else word for i, word in enumerate(words)]
        lines = [" ".join(numbered[i : i + 12]) for i in range(0, len(numbered), 12)]
        tags = f'[Game "Cubic Chess"]\n[Round "{number}"]\n[Result "*"]\n\n'
        texts.append(tags + "\n".join(lines) + " *\n")
    return "\n".join(texts), plies


def test_checking_an_archive() -> None:
    text, plies = archive(Random(1))
    against_read_game("Cubic Chess in TGN", text, plies, 0.4)
