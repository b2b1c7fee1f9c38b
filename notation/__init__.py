"""Notation: the text and JSON forms of moves, positions, settings and records."""

from .errors import AmbiguousMove, BadSettings, NotAMove, NotAPosition, NotARecord, NotationError
from .formats import read_records
from .games import GAMES
from .json_record import dump_record, load_record
from .moves import near_moves, read_move, read_position, write_move, write_position
from .settings import read_settings, settings_words, write_settings
from .writer import write_tgn as write_record

__all__ = [
    "GAMES",
    "AmbiguousMove",
    "BadSettings",
    "NotAMove",
    "NotAPosition",
    "NotARecord",
    "NotationError",
    "dump_record",
    "load_record",
    "near_moves",
    "read_move",
    "read_position",
    "read_records",
    "read_settings",
    "settings_words",
    "write_move",
    "write_position",
    "write_record",
    "write_settings",
]
