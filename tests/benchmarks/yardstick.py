"""The yardstick of the engine's benchmarks: `chess` on middle games, timed in the same run.

Absolute times say as much of the machine as of the program; only ratios of the two are held to.
"""

import gc
import time
from collections.abc import Callable
from random import Random

import chess

ROUNDS = 7


def best(*works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """The least CPU seconds that each work took, the works taking turns, without the collector."""
    least = [float("inf")] * len(works)
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for at, work in enumerate(works):
                begun = time.process_time()
                work()
                least[at] = min(least[at], time.process_time() - begun)
    finally:
        gc.enable()
    return least


def middle_games(games: int = 40, seed: int = 1) -> list[chess.Board]:
    """Positions of random games from the tenth to the fiftieth ply, without their past."""
    random, boards = Random(seed), []
    for _ in range(games):
        board = chess.Board()
        for ply in range(50):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
            if ply >= 10:
                boards.append(board.copy(stack=False))
    return boards


def tell(what: str, ours: float, theirs: float, unit: str) -> None:
    """Print a figure, the yardstick's, and their ratio."""
    print(f"\n{what}: {ours:,.2f} {unit}, chess {theirs:,.2f} {unit}, ratio {ours / theirs:.2f}")
