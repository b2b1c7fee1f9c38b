"""Records of any format as tests look at them: read, held against the rules, told in short."""

import io
import tracemalloc
from collections.abc import Iterator

from notation import check_records
from notation.reading import Reading
from notation.record import Record
from notation.source import Source


class Repeated(io.RawIOBase):
    """A stream of the same bytes, so many times."""

    def __init__(self, part: bytes, times: int) -> None:
        self.parts: Iterator[bytes] = iter([part] * times)

    def read(self, _size: int = -1, /) -> bytes:
        return next(self.parts, b"")


def peak(part: bytes, times: int) -> int:
    """The most bytes that cutting a stream takes, each part of which holds a hundred records."""
    tracemalloc.start()
    count = sum(1 for _ in Source(Repeated(part, times)).records())  # type: ignore[arg-type]  # reads
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == times * 100
    return most


def check(content: str | bytes) -> list[Reading]:
    return list(check_records(content if isinstance(content, bytes) else content.encode()))


def one(content: str | bytes) -> Record:
    """The only record of a content in which there is nothing to tell."""
    (reading,) = check(content)
    assert reading.diagnostics == ()
    assert reading.record is not None
    return reading.record


def words(record: Record) -> list[str]:
    return [ply.move for ply in record.plies]


def told(reading: Reading) -> list[tuple[str, str]]:
    """The codes of a reading, each with the text that it marks."""
    return [
        (each.code, each.excerpt[each.column - 1 : each.end_column - 1])
        for each in reading.diagnostics
    ]
