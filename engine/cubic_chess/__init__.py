"""Cubic Chess: its values, its board, its rules, and what a loaded position must obey."""

from .position import CubicChessPosition
from .values import NOWHERE, CubicChessMove, CubicChessSettings, Figure, square_name

__all__ = [
    "NOWHERE",
    "CubicChessMove",
    "CubicChessPosition",
    "CubicChessSettings",
    "Figure",
    "square_name",
]
