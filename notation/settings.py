"""The words of any game's settings, read and written."""

from collections.abc import Iterable
from typing import Any

from .games import GAMES, game_notation


def read_settings(game: str, words: str | Iterable[str]) -> Any:
    """The settings of a game; raises `BadSettings`, which names the words, or `engine.UnknownGame`.

    >>> read_settings("cubeo", "Strict d8").pieces
    8
    """
    return game_notation(game).read_settings(words)


def settings_words(settings: object) -> tuple[str, ...]:
    """The canonical words of a game's settings, sorted by code point, defaults left out."""
    for row in GAMES.values():
        if row.settings_type is type(settings):
            return row.settings_words(settings)
    raise TypeError(f"{type(settings).__name__} is no game's settings")


def write_settings(settings: object) -> str:
    """The canonical words in one text, one blank between.

    >>> write_settings(read_settings("cubeo", "pieces=8 STRICT"))
    'd8 strict'
    """
    return " ".join(settings_words(settings))
