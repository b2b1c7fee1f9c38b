"""The values that stand in tags and comments: results, times, dates, clocks and time controls.

Each is a pair: `read_…` gives None for a text that is none, `write_…` the one way to write it.
"""

from __future__ import annotations

import re
from calendar import monthrange

from .record import Result, TimeControl

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
REASONS = (
    "promotion",
    "no_moves",
    "surrounded",
    "checkmate",
    "stalemate",
    "inability",
    "repetition",
    "resignation",
    "agreement",
    "timeout",
    "aborted",
)

_WINNERS = {"1-0": 1, "0-1": 2, "1/2-1/2": None}
_WORDS = {winner: word for word, winner in _WINNERS.items()}
_DATE = re.compile(r"([0-9]{4}|\?{4})-([0-9]{2}|\?\?)-([0-9]{2}|\?\?)")
_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?"
    r"(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)
_NUMBER = r"(0|[1-9][0-9]{0,8})"
_CLOCK = re.compile(_NUMBER + r":([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])")
_CONTROL = re.compile(
    rf"(?:capped {_NUMBER}/{_NUMBER}/{_NUMBER}|fixed {_NUMBER}|total {_NUMBER})( claim)?"
)


def read_result(word: str, reason: str | None) -> Result | None:
    """The outcome that a result and a termination tell together; None for a game without one.

    `word` is one of `RESULTS`, `reason` one of `REASONS` or None.
    """
    if word == "*":
        return Result(None, "aborted") if reason == "aborted" else None
    return Result(_WINNERS[word], reason)


def write_result(outcome: Result | None) -> str:
    """The result of a record: an aborted game without a winner has `*`, as one that goes on."""
    if outcome is None or (outcome.winner is None and outcome.reason == "aborted"):
        return "*"
    return _WORDS[outcome.winner]


def fit_together(word: str, reason: str | None) -> bool:
    """Whether a record can tell both a result and a termination."""
    if word == "*":
        return reason in (None, "aborted")
    return word != "1/2-1/2" or reason != "aborted"


def is_time(text: str) -> bool:
    """Whether a text is a point of time by RFC 3339, without leap seconds."""
    match = _TIME.fullmatch(text)
    return match is not None and _is_day(*map(int, match.groups()[:3]))


def is_date(text: str) -> bool:
    """Whether a text is `YYYY-MM-DD`, with question marks for a part that is not known."""
    match = _DATE.fullmatch(text)
    if match is None:
        return False
    year, month, day = match.groups()
    return _is_day(
        int(year) if year[0] != "?" else 2000,
        int(month) if month[0] != "?" else 1,
        int(day) if day[0] != "?" else 1,
    )


def _is_day(year: int, month: int, day: int) -> bool:
    return year >= 1 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def read_clock(text: str) -> int | None:
    """The seconds of a clock `D:HH:MM:SS`.

    >>> read_clock("1:02:00:05")
    93605
    """
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    days, hours, minutes, seconds = map(int, match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def write_clock(seconds: int) -> str:
    """Seconds as a clock `D:HH:MM:SS`."""
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    return f"{days}:{hour:02}:{minute:02}:{second:02}"


def read_time_control(text: str) -> TimeControl | None:
    """The time control of a text, in hours: `capped 48/24/96`, `fixed 72`, `total 720`, ` claim`."""
    match = _CONTROL.fullmatch(text)
    if match is None:
        return None
    start, increment, most, fixed, total, claim = match.groups()
    enforcement = "claim" if claim else "auto"
    if fixed is not None:
        return TimeControl("fixed", increment=int(fixed), enforcement=enforcement)
    if total is not None:
        return TimeControl("total", start=int(total), enforcement=enforcement)
    return TimeControl("capped", int(start), int(increment), int(most), enforcement)


def write_time_control(control: TimeControl) -> str:
    """A time control as text.

    >>> write_time_control(TimeControl("fixed", increment=72, enforcement="claim"))
    'fixed 72 claim'
    """
    hours = {
        "capped": f"{control.start}/{control.increment}/{control.max}",
        "fixed": str(control.increment),
        "total": str(control.start),
    }[control.kind]
    return f"{control.kind} {hours}{' claim' if control.enforcement == 'claim' else ''}"
