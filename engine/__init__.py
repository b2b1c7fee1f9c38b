"""The rules of the games: pure values, no text, no input or output."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .cubeo import CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind
from .cubic_chess import CubicChessMove, CubicChessPosition, CubicChessSettings
from .errors import BadPosition, BadSettings, EngineError, IllegalMove, UnknownGame
from .game import AnyLine, AnyPosition, Line, Outcome, Position, Repetition, Side, perft
from .hive import HiveMove, HivePosition, HiveSettings
from .reasons import SENTENCES, Reason

__all__ = [
    "GAMES",
    "SENTENCES",
    "AnyLine",
    "AnyPosition",
    "BadPosition",
    "BadSettings",
    "CubeoMove",
    "CubeoPosition",
    "CubeoSettings",
    "CubicChessMove",
    "CubicChessPosition",
    "CubicChessSettings",
    "Die",
    "EngineError",
    "Game",
    "HiveMove",
    "HivePosition",
    "HiveSettings",
    "IllegalMove",
    "Line",
    "MoveKind",
    "Outcome",
    "Position",
    "Reason",
    "Repetition",
    "Side",
    "UnknownGame",
    "perft",
    "start",
]


@dataclass(frozen=True, slots=True)
class Game:
    """What the engine knows of a game: its default settings and where it starts."""

    default_settings: Any
    start: Callable[[Any], AnyPosition]


GAMES: dict[str, Game] = {
    "cubeo": Game(CubeoSettings(), CubeoPosition.start),
    "hive": Game(HiveSettings(), HivePosition.start),
    "cubic-chess": Game(CubicChessSettings(), CubicChessPosition.start),
}


def start(game: str, settings: object = None) -> AnyPosition:
    """The start position of a game; raises `UnknownGame`. Settings default to the game's own."""
    known = GAMES.get(game)
    if known is None:
        raise UnknownGame(game, GAMES)
    return known.start(known.default_settings if settings is None else settings)
