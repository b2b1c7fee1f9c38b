"""`turnpost show`: a record's position after any ply, as text or as a picture.

Only the plies up to the one that is asked for are played, so a record that goes wrong later can
still be looked at before that; one that cannot be played so far is shown as far as it can.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import click

from engine import AnyPosition, EngineError, Line

from .drawing.png import NoRenderer, write_png
from .errors import NotationError
from .files import read_files, unreadable
from .games import GAMES
from .moves import read_word
from .reading import Reading
from .record import Record
from .renderers import render_concise
from .starts import start_position
from .tag_values import write_result

Draw = Callable[["Record", "Reached"], str | bytes]


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
        reason = f" ({record.outcome.reason})" if record.outcome.reason else ""
        line += f", {write_result(record.outcome)}{reason}"
    return _printable(line)


@click.command()
@click.argument("file")
@click.option("--ply", type=click.IntRange(min=0), help="After so many plies; all when not given.")
@click.option(
    "--record", "number", type=click.IntRange(min=1), help="Only this record of the file."
)
@click.option("--ascii", "plain", is_flag=True, help="Text in plain ASCII.")
@click.option("--svg", is_flag=True, help="A picture, of one record.")
@click.option("--png", is_flag=True, help="A picture as PNG, of one record.")
def show(
    *, file: str, ply: int | None, number: int | None, plain: bool, svg: bool, png: bool
) -> None:
    """Show the board of each record in FILE, as text unless --svg or --png asks for a picture."""
    if plain + svg + png > 1:
        raise click.UsageError("--ascii, --svg and --png exclude each other.")
    if png and sys.stdout.isatty():
        raise click.UsageError("A PNG is not for terminals: send it to a file, as in > board.png.")
    chosen = read_files([file])
    if number is not None:
        chosen = islice(chosen, number - 1, number)
    elif svg or png:
        chosen = _only_one(chosen)
    draw: Draw = partial(_draw_text, plain=plain or not _takes_signs())
    if svg or png:
        draw = _draw_svg if svg else _draw_png
    codes: list[int] = []
    for reading in chosen:
        if codes:
            click.echo()
        troubles = list(_show(reading, ply, draw))
        for trouble in troubles:
            click.echo(trouble, err=True)
        codes.append(2 if unreadable(reading) else 1 if troubles else 0)
    if not codes:
        raise click.UsageError(f"There is no record {number}." if number else "There is no record.")
    raise SystemExit(max(codes))


def _takes_signs() -> bool:
    """Whether the standard output can be written the signs of a board in Unicode."""
    try:
        "■□⬢⬡·–".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _only_one(chosen: Iterator[Reading]) -> Iterator[Reading]:
    """The one record of a file, before anything has been written."""
    first_two = list(islice(chosen, 2))
    if len(first_two) > 1:
        raise click.UsageError("A picture is of one record, but there are more: add --record N.")
    return iter(first_two)


def _show(reading: Reading, ply: int | None, draw: Draw) -> Iterator[str]:
    """Write the board of a record; what is wrong with it comes back, a line each."""
    for each in reading.diagnostics:
        if each.severity == "error":
            yield render_concise(each)
    record = reading.record
    if record is None:
        return
    if ply is not None and ply > len(record.plies):
        raise click.UsageError(f"The record has only {len(record.plies)} plies, not {ply}.")
    place = f"{reading.passage.file}, record {reading.passage.number}"
    try:
        reached = position_after(record, ply)
    except (NotationError, EngineError) as error:
        yield f"{place}: {_printable(str(error))}"
        return
    try:
        click.echo(draw(record, reached), nl=False)
    except NoRenderer as error:
        raise click.UsageError(str(error)) from None
    if reached.obstacle is not None:
        yield f"{place}: {_printable(reached.obstacle)}"


def _printable(text: str) -> str:
    """The text without what could steer a terminal."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def _draw_svg(record: Record, reached: Reached) -> bytes:
    return f"{GAMES[record.game].draw_svg(reached.position, reached.last)}\n".encode()


def _draw_png(record: Record, reached: Reached) -> bytes:
    return write_png(GAMES[record.game].draw_svg(reached.position, reached.last))


def _draw_text(record: Record, reached: Reached, *, plain: bool) -> str:
    head = caption(record, reached)
    if plain:
        head = head.replace("–", "-").encode("ascii", "replace").decode("ascii")
    board = GAMES[record.game].draw_text(reached.position, reached.last, plain=plain)
    return f"{head}\n\n{board}"
