"""`turnpost show`: a record's position after any ply, as text or as a picture.

Only the plies up to the one that is asked for are played, so a record that goes wrong later can
still be looked at before that; one that cannot be played so far is shown as far as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, BinaryIO, cast

import click

from engine import AnyPosition, EngineError, Line

from .errors import NotationError
from .games import GAMES
from .moves import read_word
from .reading import Reading
from .record import Record
from .starts import start_position


@dataclass(frozen=True, slots=True)
class Reached:
    """A position of a record: after how many plies, by which move, and what kept it from going on."""

    position: AnyPosition
    ply: int
    last: Any = None
    obstacle: str | None = None


def position_after(record: Record, ply: int | None = None) -> Reached:
    """The record's position after so many plies (None: all of them), or as far as it can be played.

    Raises `NotationError` or `engine.EngineError` when it has not even a start.
    """
    line, last = Line(start_position(record)), None
    for number, each in enumerate(record.plies[:ply]):
        try:
            last_read = read_word(each.move, line.position)
            line = line.play(last_read)
        except (NotationError, EngineError) as error:
            obstacle = f"after ply {number}, {each.move[:80]} cannot be played: {error}"
            return Reached(line.position, number, last, obstacle)
        last = last_read
    return Reached(line.position, len(line.moves), last)


def caption(record: Record, reached: Reached) -> str:
    """One line over a board: the game, the players, the ply, and at the end the result."""
    title = " ".join((GAMES[record.game].title, *record.variants))
    names = " – ".join(player.name for player in record.players)
    line = f"{title}, {names}, after ply {reached.ply} of {len(record.plies)}"
    if reached.ply == len(record.plies) and record.outcome is not None:
        winner = {1: "1-0", 2: "0-1", None: "1/2-1/2"}[record.outcome.winner]
        result = "*" if record.outcome.reason == "aborted" else winner
        line += f", {result}" + (f" ({record.outcome.reason})" if record.outcome.reason else "")
    return line


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--ply", type=click.IntRange(min=0), help="After so many plies; all when not given.")
@click.option(
    "--record", "number", type=click.IntRange(min=1), help="Only this record of the file."
)
@click.option("--ascii", "plain", is_flag=True, help="Text in plain ASCII.")
@click.option("--svg", is_flag=True, help="A picture, of one record.")
def show(file: str, ply: int | None, number: int | None, plain: bool, svg: bool) -> None:
    """Show the board of each record in FILE, as text unless --svg asks for a picture."""
    if plain and svg:
        raise click.UsageError("--ascii and --svg exclude each other.")
    chosen: Iterator[tuple[int, Reading]] = enumerate(_readings(file), 1)
    if number is not None:
        chosen = islice(chosen, number - 1, number)
    elif svg:
        chosen = _only_one(chosen)
    draw = _draw_svg if svg else partial(_draw_text, plain=plain)
    count, troubled = 0, False
    for index, reading in chosen:
        count += 1
        if count > 1:
            click.echo()
        for trouble in _show(reading, ply, draw):
            click.echo(f"{file}, record {index}: {trouble}", err=True)
            troubled = True
    if not count:
        raise click.UsageError(f"There is no record {number}." if number else "There is no record.")
    raise SystemExit(1 if troubled else 0)


def _readings(file: str) -> Iterator[Reading]:
    from .formats import read_records

    with click.open_file(file, "rb") as stream:
        yield from read_records(cast(BinaryIO, stream), file)


def _only_one(chosen: Iterator[tuple[int, Reading]]) -> Iterator[tuple[int, Reading]]:
    """The one record of a file, before anything has been written."""
    first_two = list(islice(chosen, 2))
    if len(first_two) > 1:
        raise click.UsageError("--svg shows one record, but there are more: add --record N.")
    return iter(first_two)


def _show(
    reading: Reading, ply: int | None, draw: Callable[[Record, Reached], str]
) -> Iterator[str]:
    """Write the board of a record; what is wrong with it comes back, a sentence each."""
    for each in reading.diagnostics:
        if each.severity == "error":
            yield f"{each.message} ({each.code}, line {each.line})"
    record = reading.record
    if record is None:
        return
    if ply is not None and ply > len(record.plies):
        raise click.UsageError(f"The record has only {len(record.plies)} plies, not {ply}.")
    try:
        reached = position_after(record, ply)
    except (NotationError, EngineError) as error:
        yield str(error)
        return
    click.echo(draw(record, reached), nl=False)
    if reached.obstacle is not None:
        yield reached.obstacle


def _draw_svg(record: Record, reached: Reached) -> str:
    return GAMES[record.game].draw_svg(reached.position, reached.last) + "\n"


def _draw_text(record: Record, reached: Reached, *, plain: bool) -> str:
    head = caption(record, reached)
    if plain:
        head = head.replace("–", "-").encode("ascii", "replace").decode("ascii")
    board = GAMES[record.game].draw_text(reached.position, reached.last, plain=plain)
    return f"{head}\n\n{board}"
