"""The clock of a game as columns of its row.

`deadline_at` is what the worker looks for, through an index: the second after which time alone ends
the game. It follows from the rest, and is never read back.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from engine import Side
from notation.record import TimeControl
from notation.tag_values import read_time_control, write_time_control
from server.clock import Clock

COLUMNS = (
    "bank1", "bank2", "since", "frozen", "paused", "away1", "away2", "abort_at", "deadline_at",
)  # fmt: skip
LOADED = ("clock", *COLUMNS[:-1])
_NONE = "[]"


class UnreadableControl(Exception):
    """A stored time control that means nothing: going on would take a game's clock away."""


def dump_clock(clock: Clock, to_move: Side | None) -> tuple[object, ...]:
    """The values of `COLUMNS`."""
    return (
        *clock.bank,
        clock.since,
        json.dumps(clock.frozen) if clock.frozen else _NONE,
        clock.paused,
        *clock.away,
        clock.abort_at,
        None if to_move is None else clock.due(to_move),
    )


def load_clock(row: tuple[Any, ...]) -> Clock:
    """The clock that the values of `LOADED` tell."""
    control, bank1, bank2, since, frozen, paused, away1, away2, abort_at = row
    return Clock(
        control=load_control(control),
        bank=(bank1, bank2),
        since=since,
        frozen=() if frozen == _NONE else tuple((begin, end) for begin, end in json.loads(frozen)),
        paused=paused,
        away=(away1, away2),
        abort_at=abort_at,
    )


def dump_control(control: TimeControl | None) -> str | None:
    """A time control as its text in records."""
    return None if control is None else write_time_control(control)


@lru_cache(maxsize=256)
def load_control(text: str | None) -> TimeControl | None:
    """The time control of such a text; raises `UnreadableControl`."""
    control = None if text is None else read_time_control(text)
    if control is None and text is not None:
        raise UnreadableControl(f"The stored time control {text!r} cannot be read.")
    return control
