"""What the laws need to know of a game."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import AnyPosition

FAR = (-1_000_000, 7)


@dataclass(frozen=True)
class Game:
    """One game under the laws: all of it found by plain means, none by the engine's own.

    `nearby` makes moves, legal and not, about a position; `canonical` is equal for positions that
    play the same; `shifted` loads a position anew, moved where there is no board, and `carried`
    moves a move; `listed` is a slow reference's list, `made` makes positions that play seldom reaches.
    """

    settings: tuple[Any, ...]
    nearby: Callable[[Any, Random], Iterator[Any]]
    canonical: Callable[[Any], Hashable]
    shifted: Callable[[Any, int, int], AnyPosition]
    carried: Callable[[Any, int, int], Any] | None = None
    listed: Callable[[Any], set[Any]] | None = None
    made: Callable[[Any, Random], AnyPosition] | None = None
