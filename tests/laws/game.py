"""What the laws need to know of a game."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from engine import AnyPosition

FAR = (-1_000_000, 7)


NUMBERS = (
    *(-(10**400), -(2**63), -65, -33, -8, *range(-3, 9), 16, 27, 28, 31, 32, 33, 63, 64, 65),
    *(1000, 1024, 2**31, 2**64, 10**400, False, True),
)
"""Numbers that some field of some move or position may take, and that most may not."""

T = TypeVar("T")


@dataclass(frozen=True)
class Noise:
    """What puts any numbers, and one too few or too many, where `share` of one in a hundred falls."""

    random: Random
    share: int

    def number(self, number: Any) -> Any:
        """The number or any other."""
        return self.random.choice(NUMBERS) if self._falls() else number

    def several(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items, or one fewer, or one twice."""
        found = list(items)
        if found and self._falls():
            found.extend(found[-1:]) if self.random.random() < 0.5 else found.pop()
        return tuple(found)

    def _falls(self) -> bool:
        return self.random.randrange(100) < self.share


@dataclass(frozen=True)
class Game:
    """One game under the laws: all of it found by plain means, none by the engine's own.

    `nearby` makes moves, legal and not, about a position; `canonical` is equal for positions that
    play the same; `shifted` loads a position anew, moved where there is no board, and `carried`
    moves a move; `noisy` loads a position anew with numbers changed; `listed` is a slow reference's
    list, `made` makes positions that play seldom reaches.
    """

    settings: tuple[Any, ...]
    nearby: Callable[[Any, Random], Iterator[Any]]
    canonical: Callable[[Any], Hashable]
    shifted: Callable[[Any, int, int], AnyPosition]
    noisy: Callable[[Any, Noise], AnyPosition]
    carried: Callable[[Any, int, int], Any] | None = None
    listed: Callable[[Any], set[Any]] | None = None
    made: Callable[[Any, Random], AnyPosition] | None = None
