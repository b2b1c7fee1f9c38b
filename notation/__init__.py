"""Notation: the text and JSON forms of moves, positions, settings and records.

Lark and jsonschema are imported on first use, so that importing this costs little.
"""

from .checks import Checker, check_records
from .diagnostics import Diagnostic, Fault, dump_diagnostic
from .errors import (
    AmbiguousMove,
    BadSettings,
    NotAMove,
    NotAPosition,
    NotARecord,
    NotationError,
    UnknownFormat,
)
from .formats import FORMATS, Written, read_records, write_as
from .games import GAMES
from .json_record import dump_record, load_record
from .moves import near_moves, read_move, read_position, write_move, write_position
from .reading import Reading
from .record import Player, Ply, Record, Result, TimeControl, Variation
from .settings import read_settings, settings_words, write_settings
from .wording import canonical
from .writer import write_tgn as write_record

__all__ = [
    "FORMATS",
    "GAMES",
    "AmbiguousMove",
    "BadSettings",
    "Checker",
    "Diagnostic",
    "Fault",
    "NotAMove",
    "NotAPosition",
    "NotARecord",
    "NotationError",
    "Player",
    "Ply",
    "Reading",
    "Record",
    "Result",
    "TimeControl",
    "UnknownFormat",
    "Variation",
    "Written",
    "canonical",
    "check_records",
    "dump_diagnostic",
    "dump_record",
    "load_record",
    "near_moves",
    "read_move",
    "read_position",
    "read_records",
    "read_settings",
    "settings_words",
    "write_as",
    "write_move",
    "write_position",
    "write_record",
    "write_settings",
]
