"""A progress bar for people who wait: on standard error, when that is a terminal, and nowhere else.

It is drawn only while nothing is printed, so that it never stands among what the command says.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from .folders import STDIN, Input

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 0.5
"""The seconds that nobody needs a bar for."""
_BETWEEN = 0.1


class Bar(Protocol):
    """What a run tells of how far it has come."""

    def advance(self, size: int) -> None:
        """So many bytes more were read."""

    def hide(self) -> None:
        """Something else is about to be printed."""


class _NoBar:
    def advance(self, size: int) -> None:
        pass

    def hide(self) -> None:
        pass


class _Drawn:
    """A bar on a terminal, drawn when there is news and it was not drawn just before."""

    def __init__(self, progress: Progress, task: TaskID, clock: Callable[[], float]) -> None:
        self._progress = progress
        self._task = task
        self._clock = clock
        self._next = clock() + _PATIENCE
        self._is_shown = False

    def advance(self, size: int) -> None:
        self._progress.advance(self._task, size)
        if self._clock() < self._next:
            return
        self._next = self._clock() + _BETWEEN
        if self._is_shown:
            self._progress.refresh()
        else:
            self._progress.start()
            self._is_shown = True

    def hide(self) -> None:
        if self._is_shown:
            self._progress.stop()
            self._is_shown = False


@contextmanager
def progress_bar(
    inputs: Iterable[Input], clock: Callable[[], float] = time.monotonic
) -> Iterator[Bar]:
    """A bar for the reading of files, which is gone when it is done."""
    if not sys.stderr.isatty():
        yield _NoBar()
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    progress = Progress(
        *columns,
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar = _Drawn(progress, progress.add_task("", total=_size(inputs)), clock)
    try:
        yield bar
    finally:
        bar.hide()


def _size(inputs: Iterable[Input]) -> int | None:
    """How many bytes there are to read; None when that is not known."""
    total = 0
    for each in inputs:
        path = Path(each.path)
        if each.path == STDIN or (path.exists() and not path.is_file()):
            return None
        if each.refused is None and path.exists():
            total += path.stat().st_size
    return total
