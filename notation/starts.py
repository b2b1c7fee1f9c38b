"""Where a record's game begins: its settings and its first position, found by the game's codec."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from engine import AnyPosition, EngineError
from engine import start as start_of

from .diagnostics import Fault, fault
from .errors import NotationError
from .games import GAMES
from .record import Record
from .settings import read_settings, settings_words


@lru_cache(maxsize=256)
def settings_of(game: str, words: tuple[str, ...]) -> Any:
    """The settings that words tell; raises `BadSettings`, or `engine.UnknownGame`."""
    return read_settings(game, words)


def canonical_words(game: str, words: Iterable[str]) -> tuple[str, ...]:
    """The words of settings in their canonical form; raises as `settings_of`."""
    return settings_words(settings_of(game, tuple(words)))


def start_position(record: Record) -> AnyPosition:
    """The position that a record's game begins from.

    Raises `BadSettings`, `NotAPosition`, `engine.BadPosition` or `engine.UnknownGame`.
    """
    settings = settings_of(record.game, record.variants)
    if record.start is None:
        return _start(record.game, settings)
    return GAMES[record.game].read_position(record.start, settings)


@lru_cache(maxsize=256)
def _start(game: str, settings: Any) -> AnyPosition:
    return start_of(game, settings)


def first_side(record: Record) -> int:
    """The number of the player who moves first: 1, where nothing else can be told."""
    if record.start is None:
        return 1
    try:
        return int(start_position(record).to_move)
    except (NotationError, EngineError):
        return 1


def start_fault(record: Record) -> Fault | None:
    """What is wrong with the start position of a record, whose game and settings are sound."""
    if record.start is None:
        return None
    try:
        start_position(record)
    except (NotationError, EngineError) as error:
        return fault("T11", record.where["start"], why=str(error))
    return None
