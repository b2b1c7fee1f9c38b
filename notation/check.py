"""`turnpost check`: all faults of all records, each once and with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import click

from .checks import Checker
from .codes import CODES, FAMILIES
from .diagnostics import Diagnostic
from .files import STDIN, UNREADABLE, read_files, unreadable
from .renderers import RENDERERS


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
    type=click.Choice(list(RENDERERS)),
    default="full",
    show_default=True,
    help="How to tell what is found.",
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
def check(
    *,
    files: tuple[str, ...],
    style: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    exit_zero: bool,
    stdin_filename: str,
) -> None:
    """Check the records in each FILE, in any format; - is standard input.

    Exits 1 when there is an error or a warning, 0 on notes alone, 2 when a file cannot be read.
    """
    counts: Counter[str] = Counter()
    for diagnostic in _diagnostics(files, stdin_filename, counts):
        if not _is_told(diagnostic.code, select, ignore):
            continue
        counts[diagnostic.severity] += 1
        click.echo(RENDERERS[style](diagnostic))
    if style == "full":
        click.echo(_summary(counts))
    if counts["unreadable"]:
        raise SystemExit(2)
    raise SystemExit(0 if exit_zero or not counts["error"] + counts["warning"] else 1)


def _is_told(code: str, select: tuple[str, ...], ignore: tuple[str, ...]) -> bool:
    """Whether a code is to be told; that a file cannot be read always is, since nothing else is known."""
    if code == UNREADABLE:
        return True
    return (not select or code.startswith(select)) and not code.startswith(ignore)


def _diagnostics(
    files: tuple[str, ...], stdin_name: str, counts: Counter[str]
) -> Iterator[Diagnostic]:
    """All diagnostics in order; counts records and files that cannot be read."""
    checker = Checker()
    for reading in read_files(files, stdin_name=stdin_name):
        counts["unreadable" if unreadable(reading) else "record"] += 1
        yield from checker.check(reading).diagnostics


def _summary(counts: Counter[str]) -> str:
    found = [_number(counts[each], each) for each in ("error", "warning", "note") if counts[each]]
    return f"{', '.join(found) or 'no faults'} in {_number(counts['record'], 'record')}"


def _number(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"
