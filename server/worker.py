"""What happens without anyone asking: games that time alone has ended are ended.

Each look is one search of an index, and each batch one small transaction, in which the games are read
anew and judged by the same rule as in a move's. So it can be killed at any moment, and any number of
workers may run beside each other and beside the server.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from . import timing
from .game import Game
from .store import Database, Transaction, games

EVERY_SECONDS = 5.0
BATCH = 20
LOG = logging.getLogger("turnpost.worker")


def sweep(
    database: Database, now: int, stopped: Callable[[], bool] = lambda: False, batch: int = BATCH
) -> int:
    """End all games that time has surely ended by `now`, and return how many; raises `Busy`."""
    ended, before = 0, now - timing.LEEWAY
    while not stopped():
        # The write lock is taken only when there is something to write.
        with database.read() as view:
            if not games.due(view, before, 1):
                break
        with database.write() as tx:
            ended += sum(_end_if_due(tx, game, now) for game in games.due(tx, before, batch))
    return ended


def _end_if_due(tx: Transaction, game: Game, now: int) -> bool:
    change = timing.fall_due(game, now)
    if change is None:
        # The index is behind what the game says; it would be found again and again.
        games.set_deadline(tx, game)
        return False
    games.save(tx, change)
    return True


@dataclass(frozen=True, slots=True)
class Worker:
    """Sweeps until it is told to stop; `clock` gives the time in seconds since 1970, UTC."""

    database: Database
    clock: Callable[[], float]
    every: float = EVERY_SECONDS
    stopped: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Sweep, wait, and again; what a sweep could not do is logged, and left to the next."""
        while True:
            try:
                sweep(self.database, int(self.clock()), self.stopped.is_set)
            except Exception:  # whatever it is, the next look may go well, and nobody else looks
                LOG.exception("games that fell due could not be ended now")
            if self.stopped.wait(self.every):
                return

    def start(self) -> threading.Thread:
        """Run in a thread, which ends after `stop`."""
        thread = threading.Thread(target=self.run, name="turnpost-worker", daemon=True)
        thread.start()
        return thread

    def stop(self) -> None:
        """Let `run` return before it sweeps again."""
        self.stopped.set()
