"""Records of many files checked one after the other, or by several processes, with the same answer.

The files are read and cut into records here; batches of records go to the other processes, and come
back in their order. What one record says of another, that both tell the same game, is found here.
"""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from .checks import Checker, hold_to_rules
from .diagnostics import Diagnostic, in_order
from .formats import Cut
from .reader import record_grammar
from .reading import Reading
from .source import Passage

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.context import BaseContext

_BATCH = 1 << 15
"""The characters of a batch, some twenty records: few, so that at the end no process works alone."""
_WAITING = 4
"""The batches a process that are under way: it never waits, and the memory they take is small."""


class ProcessKilled(Exception):
    """One of the processes was killed, by the system or its owner, so that the run is not complete."""


class Checked(NamedTuple):
    """What came of checking a record by itself: its faults, its game, a digest of what it tells."""

    diagnostics: tuple[Diagnostic, ...]
    game: str | None
    digest: bytes | None


class _Batch(NamedTuple):
    """Records that are checked together: where they stand, and what comes of them."""

    passages: list[Passage]
    checked: Future[list[Checked]]


def check_all(
    records: Iterable[Cut | Reading], jobs: int = 1
) -> Generator[tuple[Diagnostic, ...], None, None]:
    """The diagnostics of each record, in the order of the records, found by so many processes.

    Raises `ProcessKilled`.
    """
    checker = Checker()
    if jobs == 1:
        for each in records:
            yield checker.check(each.read() if isinstance(each, Cut) else each).diagnostics
        return
    for passage, checked in _checked_apart(records, jobs):
        twice = checker.told_before(passage, checked.digest)
        more = passage.diagnostics(twice, checked.game)
        yield in_order((*checked.diagnostics, *more)) if more else checked.diagnostics


def _checked_apart(
    records: Iterable[Cut | Reading], jobs: int
) -> Iterator[tuple[Passage, Checked]]:
    """Where each record stands and what came of checking it elsewhere, in their order."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    record_grammar("cubeo").lark  # noqa: B018 - built once, before the processes part
    pool = ProcessPoolExecutor(jobs, _context(), initializer=_begin)
    waiting: deque[_Batch] = deque()
    try:
        for batch in _batches(records):
            waiting.append(_Batch([each.passage for each in batch], pool.submit(_check, batch)))
            if len(waiting) > _WAITING * jobs:
                yield from _ended(waiting.popleft())
        while waiting:
            yield from _ended(waiting.popleft())
    except BrokenExecutor:
        raise ProcessKilled from None
    finally:
        pool.shutdown(cancel_futures=True)


def _ended(batch: _Batch) -> Iterator[tuple[Passage, Checked]]:
    return zip(batch.passages, batch.checked.result(), strict=True)


def _context() -> BaseContext:
    """How processes begin: where it is safe with all that is loaded and built by now."""
    import multiprocessing

    return multiprocessing.get_context("fork" if sys.platform == "linux" else None)


def _begin() -> None:
    """Leaves an interruption to the process that the others work for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _batches(records: Iterable[Cut | Reading]) -> Iterator[list[Cut | Reading]]:
    """The records in batches of about the same size."""
    batch: list[Cut | Reading] = []
    size = 0
    for each in records:
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
        batch.append(each)
        size += len(each.passage.text) + 1
    if batch:
        yield batch


def _check(batch: list[Cut | Reading]) -> list[Checked]:
    """What the rules have against each of the records by itself."""
    return [_checked(each.read() if isinstance(each, Cut) else each) for each in batch]


def _checked(reading: Reading) -> Checked:
    held, digest = hold_to_rules(reading)
    return Checked(held.diagnostics, reading.game, digest)
