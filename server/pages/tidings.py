"""What a player should know of a game before he opens it: offers to answer, claims, time that runs."""

from __future__ import annotations

from server.game import ACTIVE, Game
from server.service import service
from server.store.accounts import Account

from .offering import to_answer
from .time_words import is_time_claimable, time_notes
from .words import seat_of

DRAW_CLAIM = "You can claim a draw."
TIME_CLAIM = "You can claim the game on time."


def to_decide(game: Game, account: Account | None) -> list[str]:
    """What waits for a player's decision, besides a move; nothing for others."""
    mine = seat_of(game, account)
    if mine is None:
        return []
    notes = [each.speech.brief for each in to_answer(game, mine)]
    if game.status == ACTIVE and mine is game.to_move and game.claimable():
        notes.append(DRAW_CLAIM)
    if is_time_claimable(game, mine, service().now()):
        notes.append(TIME_CLAIM)
    return notes


def of_time(game: Game, account: Account | None) -> list[str]:
    """What a player should know of the time of his game; nothing for others."""
    return [] if seat_of(game, account) is None else time_notes(game, service().now())
