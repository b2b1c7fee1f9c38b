"""`turnpost perft`: counts lines of play, the usual proof that a move generator is right."""

from __future__ import annotations

import time

import click

import engine
from engine import AnyPosition

from . import moves as codec
from .errors import NotationError
from .grammar import clip
from .settings import read_settings


@click.command()
@click.argument("game")
@click.option("--variants", default="", metavar="WORDS", help='Settings, as in "d8 strict".')
@click.option("--position", metavar="TEXT", help="Where to count from, instead of the start.")
@click.option("--moves", default="", metavar="MOVES", help='Moves to play first: "m1;m2".')
@click.option("--depth", required=True, type=click.IntRange(min=1), help="Count to this depth.")
def perft(game: str, variants: str, position: str | None, moves: str, depth: int) -> None:
    """Count the lines of play of GAME to each depth.

    One line a depth on the standard output: the depth, a tab, the number of lines. Repetition does
    not count, and a finished game has none.
    """
    try:
        start = _position(game, variants, position, moves)
    except (NotationError, engine.EngineError) as fault:
        raise click.UsageError(str(fault)) from None
    nodes = 0
    begun = time.perf_counter()
    for ply in range(1, depth + 1):
        count = engine.perft(start, ply)
        nodes += count
        click.echo(f"{ply}\t{count}")
    seconds = max(time.perf_counter() - begun, 1e-9)
    click.echo(f"{nodes / seconds:,.0f} nodes/s", err=True)


def _position(game: str, variants: str, position: str | None, moves: str) -> AnyPosition:
    settings = read_settings(game, variants)
    if position is None:
        reached = engine.start(game, settings)
    else:
        reached = codec.read_position(game, position, settings)
    for ply, word in enumerate(moves.split(";") if moves.strip() else ()):
        reached = _played(word, ply, reached)
    return reached


def _played(word: str, ply: int, position: AnyPosition) -> AnyPosition:
    """The position after one of the moves; raises `UsageError`, which says which one failed."""
    try:
        return position.apply(codec.read_move(word, position))
    except (NotationError, engine.EngineError) as fault:
        raise click.UsageError(f"At ply {ply}, {clip(word.strip())}: {fault}") from None
