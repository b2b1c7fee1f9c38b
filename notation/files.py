"""The files of commands: those given, opened one after the other, and one that is written whole."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast

from .diagnostics import fault
from .formats import read_records
from .reading import Reading
from .record import Span
from .source import Passage

STDIN = "-"

UNREADABLE = "F01"
"""The code of a file that the system refuses to open or to read."""


def read_files(
    names: Iterable[str], format_name: str | None = None, stdin_name: str = STDIN
) -> Iterator[Reading]:
    """The readings of all records of files; one that cannot be read gives a reading with that fault.

    Raises `UnknownFormat`.
    """
    for name in names:
        shown = os.fsencode(stdin_name if name == STDIN else name).decode("utf-8", "replace")
        try:
            if name == STDIN:
                yield from read_records(sys.stdin.buffer, shown, format_name)
            else:
                with Path(name).open("rb") as stream:
                    yield from read_records(stream, shown, format_name)
        except OSError as error:
            passage = Passage(shown, 1, 1, "")
            found = fault(UNREADABLE, Span(1, 1, 1, 2), why=error.strerror or str(error))
            yield Reading(None, (), passage).with_faults((found,))


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
