"""`turnpost stats`: the figures of an archive as a table, as JSON, or as a drawing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from .drawing.figures_svg import draw_figures
from .figures import Figures, GameFigures, Opening, dump_figures, ranked
from .files import read_files
from .games import GAMES
from .phrases import counted
from .standard_streams import write_document
from .tag_values import RESULTS

_DEEPEST = 40


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How to tell the figures.",
)
@click.option("--svg", is_flag=True, help="Draw the figures, instead of telling them.")
@click.option(
    "--opening",
    "depth",
    type=click.IntRange(0, _DEEPEST),
    default=2,
    show_default=True,
    metavar="PLIES",
    help="How many plies an opening has; 0 for no openings.",
)
@click.option(
    "--top",
    "most",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    help="How many openings of each game to tell.",
)
def stats(*, files: tuple[str, ...], style: str, svg: bool, depth: int, most: int) -> None:
    """Tell the figures of the records in each FILE: counts, results, lengths, openings.

    Records with an error are left out, and their number is told. Exits 1 when there was one, 2 when a
    file could not be read.
    """
    figures = Figures(depth)
    figures.gather(read_files(files))
    if svg:
        write_document(f"{draw_figures(figures, most)}\n")
    elif style == "json":
        document = json.dumps(dump_figures(figures, most), ensure_ascii=False, indent=2)
        write_document(f"{document}\n")
    else:
        click.echo("\n".join(_table(figures, most)))
    if figures.faulty:
        left_out = f"{counted(figures.faulty, 'record')} with an error left out; see turnpost check"
        click.echo(left_out, err=True)
    if figures.unreadable:
        click.echo(f"{counted(figures.unreadable, 'file')} could not be read", err=True)
    raise SystemExit(2 if figures.unreadable else 1 if figures.faulty else 0)


def _table(figures: Figures, most: int) -> Iterator[str]:
    yield f"{counted(figures.records, 'record')} in {counted(figures.files, 'file')}"
    for each in figures.games:
        yield ""
        yield from _game(each, most)


def _game(figures: GameFigures, most: int) -> Iterator[str]:
    plies = counted(figures.plies, "ply", "plies")
    yield f"{GAMES[figures.game].title}: {counted(figures.records, 'record')}, {plies}"
    results = [(word, figures.results[word]) for word in RESULTS if figures.results[word]]
    yield from _rows("result", results, figures.records)
    ends = [(reason or "not told", count) for reason, count in ranked(figures.reasons)]
    yield from _rows("end", ends, figures.records)
    variants = [(" ".join(words) or "none", n) for words, n in ranked(figures.variants)]
    yield from _rows("settings", variants, figures.records)
    shortest, longest = min(figures.lengths), max(figures.lengths)
    mean = figures.plies / figures.records
    told = f"shortest {shortest}, median {figures.median:g}, mean {mean:.1f}, longest {longest}"
    yield f"  {'plies':10}{told}"
    openings = figures.top_openings(most)
    rows = [("; ".join(each.moves), each.records) for each in openings]
    scores = map(_score, openings)
    for line, score in zip(_rows("opening", rows, figures.records), scores, strict=True):
        yield f"{line}  {score}"


def _rows(name: str, rows: list[tuple[str, int]], whole: int) -> Iterator[str]:
    wide = max((len(text) for text, _ in rows), default=0)
    for text, count in rows:
        yield f"  {name:10}{text:{wide}}  {count:6}  {100 * count / whole:5.1f} %"
        name = ""


def _score(opening: Opening) -> str:
    """Won by player 1, drawn, won by player 2."""
    results = opening.results
    return f"+{results['1-0']} ={results['1/2-1/2']} -{results['0-1']}"
