"""Streams of bytes as commands read them: counted for a progress bar, and unpacked where gzip packed them.

What is packed is told by its first two bytes, so a file's name says nothing.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from typing import BinaryIO, cast

from .source import Readable

_PACKED = b"\x1f\x8b"


def unpacked(stream: Readable) -> Readable:
    """The stream, or what it unpacks to; reading raises `OSError` where a packed one is damaged."""
    begin = stream.read(1)
    if begin == _PACKED[:1]:
        begin += stream.read(1)
    whole = _Prefixed(begin, stream)
    return _Unpacked(whole) if begin == _PACKED else whole


class Counted:
    """A stream that tells how many bytes each reading took."""

    def __init__(self, stream: Readable, tell: Callable[[int], None]) -> None:
        self._stream = stream
        self._tell = tell

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""
        content = self._stream.read(size)
        self._tell(len(content))
        return content


class _Prefixed:
    """A stream with the bytes that were read from it to see what it is."""

    def __init__(self, begin: bytes, rest: Readable) -> None:
        self._begin = begin
        self._rest = rest

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""
        if self._begin:
            begin, self._begin = self._begin[:size], self._begin[size:]
            return begin + self._rest.read(size - len(begin)) if size > len(begin) else begin
        return self._rest.read(size)


class _Unpacked:
    """What a packed stream holds; all ways in which it can be damaged are an `OSError`."""

    def __init__(self, packed: Readable) -> None:
        # GzipFile asks for `read` alone
        self._file = gzip.GzipFile(fileobj=cast(BinaryIO, packed), mode="rb")

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""
        try:
            return self._file.read(size)
        except EOFError:
            raise OSError("it is packed with gzip and breaks off") from None
        except (gzip.BadGzipFile, zlib.error):
            raise OSError("it is packed with gzip and damaged") from None
