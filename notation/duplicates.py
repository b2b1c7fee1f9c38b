"""Which record of a run told a game first: digests of all games, in memory that does not grow with them.

An archive may hold millions of games, so they are kept as rows of bytes in tables with open addressing,
each table four times the size of the one before, and the large ones in temporary files.
"""

from __future__ import annotations

import io
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO
from weakref import finalize

DIGEST = 16
"""The bytes of a digest: two games will not meet in one by chance."""

_PLACE = 8
_ROW = DIGEST + _PLACE
_NUMBER_BITS = 40
_EMPTY = bytes(_ROW)
_SMALLEST = 1 << 12  # rows
_IN_MEMORY = 1 << 17
_READ_AT_ONCE = 4


class Games:
    """The games of one run: each by a digest, with the file and the number of its first record."""

    def __init__(self) -> None:
        self._files: list[str] = []
        self._tables = [_Table(_SMALLEST)]

    def first(self, digest: bytes, file: str, number: int) -> tuple[str, int] | None:
        """The file and number of the record that told a game before; None when it is this one."""
        for table in self._tables:
            found = table.find(digest)
            if found is not None:
                place = int.from_bytes(found, "big")
                return self._files[place >> _NUMBER_BITS], place & ((1 << _NUMBER_BITS) - 1)
        if file not in self._files[-1:]:
            self._files.append(file)
        if self._tables[-1].is_full():
            self._tables.append(_Table(4 * self._tables[-1].rows))
        here = (len(self._files) - 1) << _NUMBER_BITS | number
        self._tables[-1].add(digest, here.to_bytes(_PLACE, "big"))
        return None


class _Table:
    """Rows of a digest and a place, found by the first bytes of the digest."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self._used = 0
        self._bytes = _zeros((rows + _READ_AT_ONCE) * _ROW)
        finalize(self, self._bytes.close)

    def is_full(self) -> bool:
        """Whether another row would make it slow."""
        return 2 * self._used >= self.rows

    def find(self, digest: bytes) -> bytes | None:
        """The place of a digest; None when it is not here."""
        row, at = self._look(digest)
        return row[DIGEST:] if at < 0 else None

    def add(self, digest: bytes, place: bytes) -> None:
        """Adds a digest that is not here."""
        _, at = self._look(digest)
        self._bytes.seek(at * _ROW)
        self._bytes.write(digest + place)
        self._used += 1

    def _look(self, digest: bytes) -> tuple[bytes, int]:
        """The row of a digest and -1, or the number of the empty row where it would stand."""
        at = int.from_bytes(digest[:8], "big") % self.rows
        while True:
            self._bytes.seek(at * _ROW)
            block = self._bytes.read(_READ_AT_ONCE * _ROW)
            for begin in range(0, len(block), _ROW):
                row = block[begin : begin + _ROW]
                if row.startswith(digest):
                    return row, -1
                if row == _EMPTY:
                    return row, at
                at += 1
            at %= self.rows + _READ_AT_ONCE


def _zeros(size: int) -> IO[bytes]:
    """That many zero bytes, in a temporary file when they are many and there can be one."""
    if size > _IN_MEMORY * _ROW:
        with suppress(OSError):
            file = TemporaryFile(buffering=0)  # noqa: SIM115 - its table closes it
            file.truncate(size)
            return file
    return io.BytesIO(bytes(size))
