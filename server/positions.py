"""Positions by their stored text, the latest few kept: a position is a value, so threads share it.

Reading a text costs more than all else that a move needs of the rules. A game's position is put here
when a move makes it, and is found here when the next move comes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import lru_cache
from hashlib import sha256

import engine
from engine import AnyPosition
from notation import games

KEPT = 4096
DIGEST_BYTES = 16
_Key = tuple[str, tuple[str, ...], str]


class Shelf:
    """The positions used last; threads may share one."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._positions: OrderedDict[_Key, AnyPosition] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, game: str, variants: tuple[str, ...], text: str) -> AnyPosition:
        """The position that a text written by `put` tells."""
        key = (game, variants, text)
        with self._lock:
            position = self._positions.get(key)
            if position is not None:
                self._positions.move_to_end(key)
                return position
        position = games.GAMES[game].read_position(text, _settings(game, variants))
        self._keep(key, position)
        return position

    def put(self, variants: tuple[str, ...], position: AnyPosition) -> str:
        """Keep the position, and give its text."""
        text = games.GAMES[position.game].write_position(position)
        self._keep((position.game, variants, text), position)
        return text

    def _keep(self, key: _Key, position: AnyPosition) -> None:
        with self._lock:
            self._positions[key] = position
            self._positions.move_to_end(key)
            if len(self._positions) > self._kept:
                self._positions.popitem(last=False)


SHELF = Shelf()


def digest(position: AnyPosition) -> bytes:
    """What is equal for positions that play the same, in any process, for counting in the log."""
    return sha256(repr(position.key()).encode()).digest()[:DIGEST_BYTES]


def start(game: str, variants: tuple[str, ...]) -> AnyPosition:
    """The position that a game begins with under these settings."""
    return engine.start(game, _settings(game, variants))


@lru_cache(maxsize=256)
def _settings(game: str, variants: tuple[str, ...]) -> object:
    return games.GAMES[game].read_settings(variants)
