"""`turnpost convert`: records of any format written in another; what is lost is told."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from .checks import replay
from .errors import NotARecord
from .files import STDIN, read_files, unreadable, write_atomically
from .formats import FORMATS, Format, write_as
from .reading import Reading
from .record import Record
from .renderers import render_concise
from .wording import canonical

_WRITTEN = [name for name, row in FORMATS.items() if row.write]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--to", "target", required=True, type=click.Choice(_WRITTEN), help="The format to write."
)
@click.option(
    "--from",
    "origin",
    type=click.Choice(list(FORMATS)),
    help="The format to read; told by the content when not given.",
)
@click.option(
    "-o",
    "--output",
    default=STDIN,
    metavar="OUT",
    type=click.Path(dir_okay=False),
    help="The file to write, in place of standard output.",
)
@click.option("--strict", is_flag=True, help="Do not write a record that would lose something.")
def convert(
    files: tuple[str, ...], target: str, origin: str | None, output: str, strict: bool
) -> None:
    """Write the records of each FILE in another format; - is standard input.

    Records with an error are not written; what is found and what is lost is told on standard error.
    Exits 1 when a record was not written, 2 when it could not run.
    """
    run = _Run(FORMATS[target], strict=strict)
    parts = (text.encode() for text in run.texts(read_files(files, origin)))
    if output == STDIN:
        sys.stdout.buffer.writelines(parts)
    else:
        try:
            run.write(Path(output), parts)
        except OSError as error:
            raise click.UsageError(f"{output} cannot be written: {error.strerror}.") from None
    raise SystemExit(run.status)


class _Run:
    """One run of the command: what it writes, and the exit status so far."""

    def __init__(self, row: Format, *, strict: bool) -> None:
        self.status = 0
        self.records = 0
        self._row = row
        self._strict = strict

    def texts(self, readings: Iterable[Reading]) -> Iterator[str]:
        """The texts to write; where a file holds one record, not before it is sure to be the only one."""
        held: list[str] = []
        for reading in readings:
            self.records += 1
            text = self._convert(reading)
            if text is not None and not self._row.single:
                yield text
            elif text is not None:
                held.append(text)
            if len(held) > 1:
                many = f"A file of {self._row.name} holds one record; there are more: write jsonl."
                raise click.UsageError(many)
        if not self.records and self._row.single:
            raise click.UsageError(f"A file of {self._row.name} holds one record; there is none.")
        yield from held

    def write(self, path: Path, parts: Iterable[bytes]) -> None:
        """Writes a file whole; a device or a pipe is written to, since it must not be replaced."""
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                stream.writelines(parts)
            return
        write_atomically(path, parts)
        if not self.records:  # else an old file stays when none of them could be written
            path.write_bytes(b"")

    def _convert(self, reading: Reading) -> str | None:
        """The text of a record in the target format; None when it is not to be written."""
        record = reading.record
        checked = reading if record is None else reading.with_faults(replay(record).faults)
        text = None
        if record is not None and checked.ok:
            text, checked = self._written(record, checked)
        for diagnostic in checked.diagnostics:
            click.echo(render_concise(diagnostic), err=True)
        if text is None:
            self.status = max(self.status, 2 if unreadable(reading) else 1)
        return text

    def _written(self, record: Record, reading: Reading) -> tuple[str | None, Reading]:
        try:
            written = write_as(canonical(record), self._row.name)
        except NotARecord as error:  # one record that cannot be written does not end the run
            place = reading.passage
            click.echo(f"{place.file}, record {place.number}: {error}", err=True)
            return None, reading
        refused = self._strict and bool(written.losses)
        return None if refused else written.text, reading.with_faults(written.losses)
