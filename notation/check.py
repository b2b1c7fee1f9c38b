"""`turnpost check`: all faults of all records, each once and with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing

import click

from .codes import CODES, FAMILIES
from .diagnostics import Diagnostic
from .files import STDIN, UNREADABLE, cut_files
from .folders import Input, find_inputs
from .formats import FORMATS
from .jobs import ProcessKilled, check_all
from .phrases import counted
from .progress import Bar, progress_bar
from .renderers import DOCUMENTS, STYLES, render_all
from .standard_streams import write_document

_MOST_JOBS = 256


def _prefixes(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """Codes, or beginnings of codes, of an option that holds them with commas between."""
    prefixes = tuple(each.strip().upper() for text in given for each in text.split(","))
    for prefix in prefixes:
        if not prefix or not any(code.startswith(prefix) for code in CODES):
            families = ", ".join(FAMILIES)
            raise click.BadParameter(f"There is no code {prefix!r}; the families are {families}.")
    return prefixes


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--format",
    "style",
    type=click.Choice(STYLES),
    default="full",
    show_default=True,
    help="How to tell what is found.",
)
@click.option(
    "--from",
    "origin",
    type=click.Choice(list(FORMATS)),
    help="The format to read; told by the content when not given.",
)
@click.option(
    "--select", multiple=True, callback=_prefixes, metavar="CODES", help="Tell only these: M,W02."
)
@click.option(
    "--ignore", multiple=True, callback=_prefixes, metavar="CODES", help="Do not tell these."
)
@click.option("--exit-zero", is_flag=True, help="Exit 0 also when there are findings.")
@click.option(
    "--stdin-filename", default=STDIN, metavar="NAME", help="What to call standard input."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, _MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help="How many processes check the records.",
)
def check(
    *,
    files: tuple[str, ...],
    style: str,
    origin: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    exit_zero: bool,
    stdin_filename: str,
    jobs: int,
) -> None:
    """Check the records in each FILE, in any format; - is standard input, a folder all files of records in it.

    Exits 1 when there is an error or a warning, 0 on notes alone, 2 when a file cannot be read.
    """
    run = _Run(origin, select, ignore)
    write = _write_line if style in DOCUMENTS else click.echo
    inputs = list(find_inputs(files, stdin_filename))
    with progress_bar(inputs) as bar:
        for text in render_all(style, run.told(inputs, jobs, bar)):
            bar.hide()
            write(text)
    if style == "full":
        click.echo(_summary(run.counts))
    if run.counts["unreadable"]:
        raise SystemExit(2)
    raise SystemExit(0 if exit_zero or not run.counts["error"] + run.counts["warning"] else 1)


def _write_line(text: str) -> None:
    write_document(f"{text}\n")


class _Run:
    """One run of the command: what it tells, and counts of records and findings so far."""

    def __init__(
        self, origin: str | None, select: tuple[str, ...], ignore: tuple[str, ...]
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._origin = origin
        self._select = select
        self._ignore = ignore

    def told(self, inputs: list[Input], jobs: int, bar: Bar) -> Iterator[Diagnostic]:
        """The diagnostics to be told, in order."""
        records = cut_files(inputs, self._origin, bar.advance)
        try:
            with closing(check_all(records, jobs)) as checked:
                yield from self._chosen(checked)
        except ProcessKilled:
            killed = "A process that checked records was killed; try again with fewer --jobs."
            raise click.UsageError(killed) from None

    def _chosen(self, checked: Iterable[tuple[Diagnostic, ...]]) -> Iterator[Diagnostic]:
        for diagnostics in checked:
            refused = any(each.code == UNREADABLE for each in diagnostics)
            self.counts["unreadable" if refused else "record"] += 1
            for each in diagnostics:
                if _is_told(each.code, self._select, self._ignore):
                    self.counts[each.severity] += 1
                    yield each


def _is_told(code: str, select: tuple[str, ...], ignore: tuple[str, ...]) -> bool:
    """Whether a code is to be told; that a file cannot be read always is, since nothing else is known."""
    if code == UNREADABLE:
        return True
    return (not select or code.startswith(select)) and not code.startswith(ignore)


def _summary(counts: Counter[str]) -> str:
    found = [counted(counts[each], each) for each in ("error", "warning", "note") if counts[each]]
    missed = f", {counted(counts['unreadable'], 'file')} not read" if counts["unreadable"] else ""
    return f"{', '.join(found) or 'no faults'} in {counted(counts['record'], 'record')}{missed}"
