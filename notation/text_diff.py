"""Changes of a file as a unified diff, part by part while it is read, so that `patch` applies it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

_CONTEXT = 3
_MANY = 2_000
"""A part of more lines than this is told as replaced whole: comparing it would take too long."""
_NO_END = b"\n\\ No newline at end of file\n"

Operation = tuple[str, int, int, int, int]
"""What `SequenceMatcher` says of two stretches of lines: how the first becomes the second."""


def unified_diff(changes: Iterable[tuple[bytes, bytes]], name: str) -> Iterator[bytes]:
    """The hunks of all parts that change, after a head that names the file; nothing without any.

    `changes` are the parts of the file in order: what stands there, and what is to stand there.
    """
    old_line = new_line = 1
    told = False
    for old, new in changes:
        before, after = _lines(old), _lines(new)
        if old != new:
            if not told:
                yield f"--- {name}\n+++ {name}\n".encode(errors="replace")
                told = True
            for group in _groups(before, after):
                yield from _hunk(group, before, after, old_line, new_line)
        old_line += len(before)
        new_line += len(after)


def _lines(text: bytes) -> list[bytes]:
    r"""The lines with their ends, where only `\n` ends a line: so does `patch` count."""
    *whole, last = text.split(b"\n")
    return [*(line + b"\n" for line in whole), *([last] if last else [])]


def _groups(before: list[bytes], after: list[bytes]) -> Iterable[list[Operation]]:
    if max(len(before), len(after)) > _MANY:
        return [[("replace", 0, len(before), 0, len(after))]]
    return SequenceMatcher(None, before, after).get_grouped_opcodes(_CONTEXT)


def _hunk(
    group: list[Operation], before: list[bytes], after: list[bytes], old_line: int, new_line: int
) -> Iterator[bytes]:
    _, first_old, _, first_new, _ = group[0]
    _, _, last_old, _, last_new = group[-1]
    old = _range(old_line + first_old, last_old - first_old)
    new = _range(new_line + first_new, last_new - first_new)
    yield f"@@ -{old} +{new} @@\n".encode()
    for kind, old_begin, old_end, new_begin, new_end in group:
        if kind == "equal":
            yield from (_marked(b" ", line) for line in before[old_begin:old_end])
            continue
        yield from (_marked(b"-", line) for line in before[old_begin:old_end])
        yield from (_marked(b"+", line) for line in after[new_begin:new_end])


def _range(first: int, count: int) -> str:
    """The lines of a hunk; of none, the line before is named."""
    return f"{first if count else first - 1},{count}"


def _marked(sign: bytes, line: bytes) -> bytes:
    return sign + (line if line.endswith(b"\n") else line + _NO_END)
