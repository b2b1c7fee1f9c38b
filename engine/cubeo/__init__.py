"""Cubeo: its values, its rules, and what a loaded position must obey; see docs/cubeo.md."""

from .position import CubeoPosition
from .values import CubeoMove, CubeoSettings, Die, MoveKind

__all__ = ["CubeoMove", "CubeoPosition", "CubeoSettings", "Die", "MoveKind"]
