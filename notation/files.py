"""The files of commands: those given, opened one after the other, and one that is written whole."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast

from .diagnostics import fault
from .folders import STDIN, Input, find_inputs
from .formats import Cut, cut_source, format_named
from .reading import Reading
from .record import Span
from .source import Passage, Source
from .streams import Counted, unpacked

__all__ = ["STDIN", "UNREADABLE", "cut_files", "read_files", "unreadable", "write_atomically"]

_NO_FORMAT = "F03"

UNREADABLE = "F01"
"""The code of a file that the system refuses to open or to read."""


def read_files(names: Iterable[str], format_name: str | None = None) -> Iterator[Reading]:
    """The readings of all records of files, of those in folders, and of standard input.

    A file that cannot be read gives a reading with that fault. Raises `UnknownFormat`.
    """
    for each in cut_files(find_inputs(names), format_name):
        yield each.read() if isinstance(each, Cut) else each


def cut_files(
    inputs: Iterable[Input],
    format_name: str | None = None,
    count: Callable[[int], None] | None = None,
) -> Iterator[Cut | Reading]:
    """As `read_files`, but records are only cut out; `count` is told how many bytes were read."""
    row = None if format_name is None else format_named(format_name)
    for each in inputs:
        try:
            if each.refused is not None:
                raise OSError(each.refused)  # noqa: TRY301 - told like all that cannot be read
            with _open(each.path) as stream:
                counted = stream if count is None else Counted(stream, count)
                for cut in cut_source(Source(unpacked(counted), each.name), row):
                    if not each.doubtful or not _is_foreign(cut):
                        yield cut
        except OSError as error:
            passage = Passage(each.name, 1, 1, "")
            found = fault(UNREADABLE, Span(1, 1, 1, 2), why=error.strerror or str(error))
            yield Reading(None, (), passage).with_faults((found,))


def _open(path: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == STDIN else Path(path).open("rb")


def _is_foreign(cut: Cut | Reading) -> bool:
    """Whether a file found in a folder is of no format known here, and so none of records."""
    if isinstance(cut, Cut):
        return cut.format_name is None and any(
            each.code == _NO_FORMAT for each in cut.read().diagnostics
        )
    return any(each.code == _NO_FORMAT for each in cut.diagnostics)


def unreadable(reading: Reading) -> bool:
    """Whether this is no record, but a file that could not be read."""
    return any(each.code == UNREADABLE for each in reading.diagnostics)


def write_atomically(
    path: Path, parts: Iterable[bytes], accept: Callable[[BinaryIO], bool] | None = None
) -> None:
    """Writes a file so that at any time the old one is there, or the whole new one.

    When there is nothing to write, or the parts raise, the old one stays; so it does when `accept`,
    which may read the new one from its beginning, raises or says no. Raises `OSError`.
    """
    target = path.resolve()
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as new:
        try:
            new.writelines(parts)
            size = new.tell()
            new.seek(0)
            if size and (accept is None or accept(cast(BinaryIO, new))):
                os.fsync(new.fileno())
                Path(new.name).chmod(_mode(target))
                Path(new.name).replace(target)
        finally:
            with suppress(FileNotFoundError):
                Path(new.name).unlink()


def _mode(path: Path) -> int:
    """The permissions of a file that is there, or those that a new one gets."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
