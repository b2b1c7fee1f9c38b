"""`turnpost fmt`: files of records laid out in their canonical form, whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

import click

from .files import write_atomically
from .folders import STDIN, Input, find_inputs
from .renderers import render_concise
from .rewriting import Piece, Refused, pieces_of, rewrite
from .text_diff import unified_diff

_IN_MEMORY = 1 << 24
_FOREIGN = "F03"


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change, exit 1 then.")
def fmt(files: tuple[str, ...], check: bool, diff: bool) -> None:
    """Lay out the records of each FILE (TGN, JSON, JSON lines) in their canonical form, in place.

    A folder stands for the files of records in it; with - standard input is laid out on standard output.
    A record with an error is told, and stays as it is. Exits 1 when there was one, 2 when a file could not
    be read or written.
    """
    codes = [_format(each, check=check, diff=diff) for each in find_inputs(files)]
    raise SystemExit(max(codes, default=0))


def _format(given: Input, *, check: bool, diff: bool) -> int:
    """Lays out one file; the exit status for it."""
    run = _Run(given)
    path = Path(given.path)
    try:
        if given.refused is not None:
            raise OSError(given.refused)  # noqa: TRY301 - told like all that cannot be read
        if given.path == STDIN:
            _run_on(run, sys.stdin.buffer, check=check, diff=diff)
        else:
            if path.exists() and not path.is_file():
                raise Refused("This is not a regular file.")  # noqa: TRY301 - told below
            with path.open("rb") as stream:
                _run_on(run, stream, check=check, diff=diff)
    except OSError as error:
        click.echo(f"{given.name}: {error.strerror or error}", err=True)
        return 2
    except Refused as refusal:
        if given.doubtful:  # found in a folder, and not ours
            return 0
        click.echo(f"{given.name}: {refusal} Nothing is written.", err=True)
        return 2
    return run.status(changes_count=check or diff)


def _run_on(run: _Run, stream: BinaryIO, *, check: bool, diff: bool) -> None:
    if diff:
        changes = ((piece.old, piece.new) for piece in run.pieces(stream))
        sys.stdout.flush()
        for part in unified_diff(changes, run.name):
            sys.stdout.buffer.write(part)
    elif check:
        for _ in run.pieces(stream):
            pass
        if run.changed:
            click.echo(f"{run.name} would change", err=True)
    elif stream is sys.stdin.buffer:
        run.write_out(stream)
    else:
        run.write_back(stream)


class _Run:
    """One file being laid out: what was found in it so far."""

    def __init__(self, given: Input) -> None:
        self.name = given.name
        self.changed = False
        self._doubtful = given.doubtful
        self._kept = False
        self._digests: list[bytes] = []

    def status(self, *, changes_count: bool) -> int:
        """The exit status: 1 when something stayed as it was, or when changes count and there are any."""
        return int(self._kept or (changes_count and self.changed))

    def pieces(self, stream: BinaryIO) -> Iterator[Piece]:
        """The pieces of the file; what is to be told of them goes to standard error."""
        for piece in rewrite(stream, self.name):
            told = [each for each in piece.told if not (self._doubtful and each.code == _FOREIGN)]
            for diagnostic in told:
                click.echo(render_concise(diagnostic), err=True)
            self._kept |= piece.kept and bool(told)
            self.changed |= piece.old != piece.new
            yield piece

    def write_back(self, stream: BinaryIO) -> None:
        """Puts the canonical form in the place of the file that the stream reads, if it differs."""
        before = os.fstat(stream.fileno())
        path = Path(os.fsdecode(stream.name))

        def accept(new: BinaryIO) -> bool:
            self._verify(new)
            now = path.stat()
            if (now.st_mtime_ns, now.st_size) != (before.st_mtime_ns, before.st_size):
                raise Refused("The file was changed by someone else meanwhile.")
            return self.changed

        write_atomically(path, self._parts(stream), accept)

    def write_out(self, stream: BinaryIO) -> None:
        """Writes the canonical form to standard output, once all of it is sure."""
        with SpooledTemporaryFile(_IN_MEMORY) as spooled:
            held = cast(BinaryIO, spooled)
            held.writelines(self._parts(stream))
            held.seek(0)
            self._verify(held)
            held.seek(0)
            shutil.copyfileobj(held, sys.stdout.buffer)
            sys.stdout.buffer.flush()

    def _parts(self, stream: BinaryIO) -> Iterator[bytes]:
        for piece in self.pieces(stream):
            self._digests.append(_digest(piece.new))
            yield piece.new

    def _verify(self, new: BinaryIO) -> None:
        """Holds the new file to be cut where its records were written; each was read again already."""
        if not _all_equal(map(_digest, pieces_of(new, self.name)), self._digests):
            raise Refused("The file would not be read as the same records.")


def _all_equal(some: Iterable[bytes], others: list[bytes]) -> bool:
    return list(some) == others


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=12).digest()
