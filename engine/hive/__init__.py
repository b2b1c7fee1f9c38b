"""Hive: its values, how its bugs move, its rules, what a loaded position must obey."""

from .position import HivePosition
from .values import NONE, PASS, PIECES, Bug, HiveMove, HiveSettings, Piece, Stack

__all__ = [
    "NONE",
    "PASS",
    "PIECES",
    "Bug",
    "HiveMove",
    "HivePosition",
    "HiveSettings",
    "Piece",
    "Stack",
]
