"""What two players agree on: the actions that make, decline and accept offers of every kind.

Like those of play.py, each takes a `Transaction`, and every way in comes through here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from . import offers, timing
from .following import follow
from .game import DRAW, At, Change, Game, Seat
from .offers import KINDS, PAUSE, REMATCH, TAKEBACK, Kind
from .play import Action, Playing, begin, must_be_in_time, start_clock
from .refusals import Refusal
from .store import Transaction, games
from .store.accounts import Account

Acceptance = Callable[[Transaction, Playing, int], Change]


def offer(
    tx: Transaction, playing: Playing, at: At, now: int, *, kind: Kind, term: int | None = None
) -> Game:
    """Offer something; refuses `game_over` or `not_over`, `stale_ply`, `already_offered`.

    A takeback goes back to `term` plies, or to the player's last move; refuses `invalid_body` a ply
    that has not been played, `nothing_to_take_back` when there is no move of his.
    """
    now = must_be_in_time(tx, playing.game, now)
    if kind.name == TAKEBACK:
        offers.must_be_time(playing.game, at, kind)
        term = _ply_to_go_to(tx, playing, term)
    change = offers.offer(playing.game, playing.side, at, kind, now=now, term=term)
    return games.save(tx, change)


def decline(tx: Transaction, playing: Playing, at: At, now: int, *, kind: Kind) -> Game:
    """Decline the opponent's offer; refuses `game_over` or `not_over`, `stale_ply`, `no_offer`."""
    now = must_be_in_time(tx, playing.game, now)
    return games.save(tx, offers.decline(playing.game, playing.side, at, kind, now))


def accept(tx: Transaction, playing: Playing, at: At, now: int, *, kind: Kind) -> Game:
    """Accept the opponent's offer; refuses `game_over` or `not_over`, `stale_ply`, `no_offer`."""
    now = must_be_in_time(tx, playing.game, now)
    offers.offered(playing.game, playing.side, at, kind)
    return follow(tx, games.save(tx, _ACCEPTED[kind.name](tx, playing, now)), now)


def _draw(_: Transaction, playing: Playing, now: int) -> Change:
    return offers.agree_on_draw(playing.game, playing.side, now)


def _take_back(tx: Transaction, playing: Playing, now: int) -> Change:
    game = playing.game
    (ply,) = (each.term for each in game.offers if each.kind == TAKEBACK)
    return offers.take_back(game, playing.side, games.moves(tx, game)[:ply], now)


def _pause(_: Transaction, playing: Playing, now: int) -> Change:
    change = timing.pause(playing.game, playing.side, now)
    kept = tuple(each for each in playing.game.offers if each.kind != PAUSE)
    return replace(change, game=replace(change.game, offers=kept))


def _rematch(tx: Transaction, playing: Playing, now: int) -> Change:
    game = playing.game
    first, second = (_account(seat) for seat in game.seats)
    clock = start_clock(tx, (second, first), game.clock.control, now)
    new = begin(game.game, game.variants, (second, first), now, clock)
    next_id = games.add_game(tx, new)
    change = game.changed(now, "rematch_accepted", playing.side, offers=())
    return replace(change, game=replace(change.game, rematch=next_id))


_ACCEPTED: dict[str, Acceptance] = {
    DRAW: _draw,
    TAKEBACK: _take_back,
    PAUSE: _pause,
    REMATCH: _rematch,
}


def _ply_to_go_to(tx: Transaction, playing: Playing, ply: int | None) -> int:
    game = playing.game
    if ply is None:
        log = [(logged.side, logged.word) for logged in games.log(tx, game)]
        return offers.last_choice(log, playing.side)
    if ply >= game.ply:
        message = f"The game stands at ply {game.ply}; it can go back to an earlier one."
        raise Refusal("invalid_body", message, errors=[{"path": "/to", "message": message}])
    return ply


def _account(seat: Seat) -> Account:
    """The account behind a seat of a game that was played here."""
    if seat.account_id is None:
        raise Refusal("not_a_player", "A player of this game has no account here.")
    return Account(seat.account_id, seat.name, seat.bot)


ACTIONS: dict[str, Action] = {
    f"{name}-{word}": partial(act, kind=kind)
    for name, kind in KINDS.items()
    for word, act in (("offer", offer), ("accept", accept), ("decline", decline))
}
"""All of them by the words that addresses and forms have for them."""
