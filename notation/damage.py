"""Damaged places of a record: what is damage in any format, and how many faults of a record are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from .codes import FAMILIES
from .diagnostics import Diagnostic, Fault, fault
from .record import Span
from .tokens import Places

if TYPE_CHECKING:
    from lark import Token

MOST_DAMAGES = 1000
"""The damaged places after which the rest of a record is not read: it would cost much and tell little.

Of the faults of any other family, too, only so many are told of a record.
"""

_ENOUGH = "S21"
_MORE = "W08"

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
    if not more or [each.code for each in more] == [_ENOUGH]:
        return kept
    one_more = more[0]
    rest = fault(_ENOUGH, one_more.where, ply=one_more.ply, most=MOST_DAMAGES)
    sound = (each for each in kept if not each.code.startswith("S"))
    return [*sound, *damage[:MOST_DAMAGES], rest]


def _place(found: Fault) -> tuple[int, ...]:
    return found.where if isinstance(found.where, Span) else ()


class Bound:
    """Counts the faults of a record by families, so that none is made that would not be told."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def admits(self, code: str) -> bool:
        """Whether a fault of this code, which was found, is needed: one more than are told shows that there are more."""
        self._counts[code[0]] += 1
        return self._counts[code[0]] <= MOST_DAMAGES + 1


def told_of(
    faults: list[Fault], before: tuple[Diagnostic, ...], ended: frozenset[str]
) -> tuple[list[Fault], frozenset[str]]:
    """Those of a record's faults that are told, when some were before; and the families that are ended.

    Of each family only the first are told, and then a note that there are more (`W08`), unless it was told
    that the rest is not read (`S21`).
    """
    if len(faults) + len(before) <= MOST_DAMAGES:
        return faults, ended
    counts = Counter(each.code[0] for each in before if each.code not in (_ENOUGH, _MORE))
    over = {*ended, *(each.code[0] for each in faults if each.code == _ENOUGH)}
    told = []
    for each in faults:
        family = each.code[0]
        counts[family] += each.code != _ENOUGH
        if each.code == _ENOUGH or counts[family] <= MOST_DAMAGES:
            told.append(each)
        elif family not in over:
            over.add(family)
            kind, most = FAMILIES[family][1], MOST_DAMAGES
            told.append(fault(_MORE, each.where, ply=each.ply, kind=kind, family=family, most=most))
    return told, frozenset(over)
