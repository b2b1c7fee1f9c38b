"""A move that meets a tree of conditional moves, the largest that can be, against a plain one.

What is measured is the transaction, durable as in service. The trees are whole: 30 lines of 30 plies
each, that part at the first moves or at the last; met by an answer, or by a move that has none. The disk
can only add to a time, and adds a lot to some: the fastest fifth of each are compared.
"""

import gc
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import engine
from engine import AnyPosition
from notation.moves import write_move
from notation.settings import read_settings
from server import play
from server.conditionals import MOST_LINES, MOST_PLIES, count_lines, read_tree
from server.game import At, Game
from server.service import Service
from server.store.accounts import Account

from .bench_server import opened, players

TURNS = 50
LEAD = 40  # plies
CHOICES = 10  # of each move, at most
Node = dict[str, Any]
Both = tuple[Account, Account]


def test_a_move_that_meets_a_full_tree_costs_at_most_three_plain_ones(tmp_path: Path) -> None:
    service = opened(tmp_path)
    both, _ = players(service)
    lead, position = middle_game(1)
    wide, deep = tree(position, 0), tree(position, MOST_PLIES - 6)
    other = left_out(position, deep)
    cases: dict[str, tuple[list[Node], str]] = {
        "plain": ([], wide[0]["if"]),
        "parting at once, answered": (wide, wide[-1]["if"]),
        "parting late, answered": (deep, deep[0]["if"]),
        "no branch for the move": (deep, other),
    }
    spent: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(TURNS):
        for name, (nodes, word) in cases.items():
            spent[name].append(met(service, both, lead, nodes, word))
    service.close()
    usual = {name: statistics.mean(sorted(times)[: TURNS // 5]) for name, times in spent.items()}
    for name, seconds in usual.items():
        print(f"\n{name}: {seconds * 1e6:.0f} us, {seconds / usual['plain']:.2f} plain moves")
    worst = max(usual.values()) / usual["plain"]
    print(f"a tree of {MOST_LINES} x {MOST_PLIES} against a plain move: {worst:.2f} (<= 3)")
    assert worst <= 3


def middle_game(seed: int) -> tuple[list[str], AnyPosition]:
    """A game of Cubeo that goes on, with many moves to choose from."""
    chance = random.Random(seed)
    while True:
        position, words = engine.start("cubeo", read_settings("cubeo", "d12")), []
        while len(words) < LEAD and (moves := position.legal_moves()):
            move = chance.choice(moves)
            words.append(write_move(move, position))
            position = position.apply(move)
        if len(words) == LEAD and len(quiet(position)) > CHOICES:
            return words, position


def tree(position: AnyPosition, stem: int) -> list[Node]:
    """A tree of thirty lines of thirty plies that parts only after `stem` plies, and then at once."""
    nodes = grow(position, MOST_LINES, MOST_PLIES, stem)
    assert count_lines(read_tree(nodes, position)) == MOST_LINES
    return nodes


def grow(position: AnyPosition, lines: int, plies: int, stem: int) -> list[Node]:
    """Branches with so many lines among them, each of so many plies."""
    if not plies:
        return []
    moves = quiet(position)[: 1 if stem > 0 else min(lines, CHOICES)]
    shares = [lines // len(moves) + (place < lines % len(moves)) for place in range(len(moves))]
    nodes = []
    for move, share in zip(moves, shares, strict=True):
        reached = position.apply(move)
        reply = quiet(reached)[0]
        node: Node = {"if": write_move(move, position), "then": write_move(reply, reached)}
        below = grow(reached.apply(reply), share, plies - 2, stem - 2)
        nodes.append(node | ({"next": below} if below else {}))
    return nodes


def quiet(position: AnyPosition) -> list[Any]:
    """Moves that end nothing, those that leave the other player most choice first."""
    reached = [(move, position.apply(move)) for move in position.legal_moves()]
    open_ends = [(move, len(after.legal_moves())) for move, after in reached if not after.outcome()]
    return [move for move, choice in sorted(open_ends, key=lambda each: -each[1]) if choice]


def left_out(position: AnyPosition, nodes: Sequence[Node]) -> str:
    """A move that no branch answers."""
    known = {node["if"] for node in nodes}
    words = (write_move(move, position) for move in quiet(position))
    return next(word for word in words if word not in known)


def met(service: Service, both: Both, lead: list[str], nodes: list[Node], word: str) -> float:
    """The seconds that a move takes in a game whose other player has left this tree."""
    game = begun(service, both, lead)
    mover, waiting = both[game.ply % 2], both[(game.ply + 1) % 2]
    if nodes:
        with service.database.write() as tx:
            playing = play.find_playing(tx, game.id, waiting.id)
            play.leave_conditionals(tx, playing, At(game.ply), nodes, now=0)
    gc.collect()  # what leaving the tree has left over is not the move's
    began = time.perf_counter()
    with service.database.write() as tx:
        playing = play.find_playing(tx, game.id, mover.id)
        play.submit_move(tx, playing, At(game.ply), word, now=0)
    return time.perf_counter() - began


def begun(service: Service, both: Both, lead: list[str]) -> Game:
    """A new game that has been played so far."""
    with service.database.write() as tx:
        wanted = play.Invitation("cubeo", ("d12",), None, "1")
        invited = play.invite(tx, both[0], wanted, 0)
        game = play.find_game(tx, play.accept(tx, invited, both[1], 0).game_id or 0)
        for ply, word in enumerate(lead):
            playing = play.find_playing(tx, game.id, both[ply % 2].id)
            game = play.submit_move(tx, playing, At(ply), word, now=0)
    return game
