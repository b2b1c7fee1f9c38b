"""How the pages speak of time: what a clock's rules are, what each player has left, what stands still."""

from __future__ import annotations

from engine import Side
from notation.record import TimeControl
from server.clock import DAY, HOUR
from server.game import ACTIVE, Game
from server.timing import LEEWAY

from .words import side_name, when

MINUTE = 60
NO_CLOCK = "No time is counted."


def control_words(control: TimeControl | None) -> str:
    """The rules of a clock in a sentence or two."""
    if control is None:
        return NO_CLOCK
    enforced = "Whoever runs out of it loses."
    if control.enforcement == "claim":
        enforced = "When it has run out, the opponent may claim the game."
    if control.kind == "fixed":
        return f"{hours(control.increment)} for each move. {enforced}"
    if control.kind == "total":
        return f"{hours(control.start)} for the whole game. {enforced}"
    return (
        f"{hours(control.start)} at the start, {hours(control.increment)} more with each move, "
        f"{hours(control.max)} at most. {enforced}"
    )


def hours(count: int | None) -> str:
    """A number of hours, in days when it is one of those.

    >>> hours(48), hours(24), hours(5)
    ('2 days', '1 day', '5 hours')
    """
    count = count or 0
    number, unit = (count // 24, "day") if count and count % 24 == 0 else (count, "hour")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def span(seconds: int) -> str:
    """A time that is left, in its two largest units.

    >>> span(200_000), span(7_260), span(59)
    ('2 d 7 h', '2 h 1 min', '0 min')
    """
    days, hour, minute = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE
    if days:
        return f"{days} d {hour} h"
    return f"{hour} h {minute} min" if hour else f"{minute} min"


def bank_words(game: Game, side: Side, now: int) -> str:
    """What a player has left; nothing where no time is counted."""
    clock = game.clock
    if clock.control is None:
        return ""
    left = clock.left(side, now) if side is game.to_move else clock.bank[side - 1]
    return span(left)


def time_notes(game: Game, now: int) -> list[str]:
    """What there is to know of the time of a game that goes on."""
    clock = game.clock
    if game.status != ACTIVE or game.to_move is None:
        return []
    notes = []
    due = clock.deadline(game.to_move)
    if clock.paused is not None:
        notes.append(f"The game is paused since {when(clock.paused)}: no time runs.")
    elif clock.abort_at is not None:
        notes.append(f"Unless both players have moved by {when(clock.abort_at)}, it is aborted.")
    elif due is not None and now > due:
        notes.append(f"The time of {side_name(game, game.to_move)} was up at {when(due)}.")
    elif due is not None:
        notes.append(f"The move is due by {when(due)}.")
    notes += [
        f"{side_name(game, side)} is on vacation until {when(until)}."
        for side, until in zip(Side, clock.away, strict=True)
        if until > now
    ]
    return notes


def is_time_claimable(game: Game, mine: Side | None, now: int) -> bool:
    """Whether the reader may claim the game by his opponent's time."""
    if mine is None or game.to_move is not mine.other:
        return False
    due = game.clock.deadline(game.to_move)
    return due is not None and now > due + LEEWAY
