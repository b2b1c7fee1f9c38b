"""Damaged places of a record: what is damage in any format, and how much of it is told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from .diagnostics import Fault, fault
from .record import Span
from .tokens import Places

if TYPE_CHECKING:
    from lark import Token

MOST_DAMAGES = 1000
"""The damaged places after which the rest of a record is not read: it would cost much and tell little."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]+")
_CONTROL = re.compile(r"([\x00-\x08\x0b-\x1f\x7f])\1*")


def is_control(text: str) -> bool:
    """Whether a text is nothing but control characters."""
    return _CONTROLS.fullmatch(text) is not None


def controls(token: Token) -> Iterator[tuple[str, Span]]:
    """The control characters in a token, with their places; of the same in a row the first.

    Of more than `MOST_DAMAGES` one more than that, so that there are too many.
    """
    places = Places(token)
    for match in islice(_CONTROL.finditer(token), MOST_DAMAGES + 1):
        yield match[1], places.span(*match.span())


def bounded(faults: Iterable[Fault]) -> list[Fault]:
    """The faults of a record; of those of syntax only the first, when they are too many (`S21`)."""
    kept = list(faults)
    damage = sorted((each for each in kept if each.code.startswith("S")), key=_place)
    more = damage[MOST_DAMAGES:]
    if not more or [each.code for each in more] == ["S21"]:
        return kept
    one_more = more[0]
    rest = fault("S21", one_more.where, ply=one_more.ply, most=MOST_DAMAGES)
    sound = (each for each in kept if not each.code.startswith("S"))
    return [*sound, *damage[:MOST_DAMAGES], rest]


def _place(found: Fault) -> tuple[int, ...]:
    return found.where if isinstance(found.where, Span) else ()
