"""What time does to a game, and what players do to its time. No input or output; time is passed in."""

from __future__ import annotations

from dataclasses import replace

from engine import Outcome, Side

from .clock import Clock
from .game import ABORTED, FINISHED, At, Change, Event, Game, end
from .refusals import Refusal

TIMEOUT = "timeout"
LEEWAY = 60
"""Seconds after a deadline in which an action that arrived before it may still wait to be judged.

More than all that a request can wait for: 30 s for a long body, 10 s each for the locks of two files.
"""


def due_at(game: Game) -> int | None:
    """The last second in which an action is in time; None in a game that time alone does not end."""
    return None if game.to_move is None else game.clock.due(game.to_move)


def fall_due(game: Game, now: int) -> Change | None:
    """How time alone has ended the game, dated when it did; None while nobody can be sure of it.

    A game that was not begun by both is aborted; a player whose deadline has passed has lost, unless
    time must be claimed. It is sure when `LEEWAY` is over: no action that came in time waits then.
    """
    due = due_at(game)
    if game.to_move is None or due is None or now <= due + LEEWAY:
        return None
    at_due = replace(game, version=game.version + 1, updated=max(due, game.updated))
    if game.clock.abort_at is not None:
        ended = end(at_due, Outcome(None, ABORTED), ABORTED)
        return Change(ended, events=(Event(ABORTED, None),))
    ended = end(at_due, Outcome(game.to_move.other, TIMEOUT), FINISHED)
    return Change(ended, events=(Event(TIMEOUT, game.to_move),))


def claim_timeout(game: Game, side: Side, at: At, now: int) -> Change:
    """Win by the opponent's time, which is up; refuses `not_claimable`."""
    game.must_go_on(at)
    if side is game.to_move:
        raise Refusal("not_claimable", "It is your own time that runs.")
    deadline = None if game.to_move is None else game.clock.deadline(game.to_move)
    if deadline is None or now <= deadline:
        raise Refusal("not_claimable", "Your opponent's time is not up.")
    wait = deadline + LEEWAY + 1 - now
    if wait > 0:
        told = f"A move that came in time may still be under way; claim in {in_seconds(wait)}."
        raise Refusal("not_claimable", f"Your opponent's time has just run out. {told}")
    return game.changed(now, "timeout_claimed", side, outcome=Outcome(side, TIMEOUT))


def leave(game: Game, side: Side, now: int, until: int) -> Change:
    """The game of a player whose vacation begins."""
    clock = game.clock.leave(side, game.to_move, now, until)
    return _with_clock(game, clock, Event("vacation_began", side, until), now)


def come_back(game: Game, side: Side, now: int) -> Change:
    """The game of a player who ends his vacation before its day."""
    clock = game.clock.come_back(side, game.to_move, now)
    return _with_clock(game, clock, Event("vacation_ended", side), now)


def pause(game: Game, side: Side, now: int) -> Change:
    """Freeze all time of the game; `side` is who agreed to it last."""
    return _with_clock(game, game.clock.pause(now), Event("paused", side), now)


def resume(game: Game, side: Side, at: At, now: int) -> Change:
    """Let time run again; refuses `not_paused`."""
    game.must_go_on(at)
    if game.clock.paused is None:
        raise Refusal("not_paused", "The game is not paused.")
    return _with_clock(game, game.clock.resume(now), Event("resumed", side), now)


def in_seconds(number: int) -> str:
    """A number of seconds, in words."""
    return "1 second" if number == 1 else f"{number} seconds"


def _with_clock(game: Game, clock: Clock, event: Event, now: int) -> Change:
    after = replace(game, version=game.version + 1, updated=now, clock=clock)
    return Change(after, events=(event,))
