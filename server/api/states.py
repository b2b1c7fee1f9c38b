"""Games and challenges as JSON."""

from __future__ import annotations

from typing import Any

from server.challenge import Challenge
from server.control import dump_control
from server.game import Game, Offer
from server.offers import KINDS
from server.records import dump_time
from server.store import Connection, games


def dump_state(game: Game) -> dict[str, Any]:
    """The state of a game, without its moves: what a list of games holds."""
    state = {
        "id": str(game.id),
        "game": game.game,
        "variants": game.variants,
        "players": dump_players(game),
        "ply": game.ply,
        "line": game.line,
        "version": game.version,
        "to_move": game.to_move,
        "position": game.position,
        "claimable": game.claimable(),
        **dump_clock(game),
        "status": game.status,
        "outcome": dump_outcome(game),
        "offers": [dump_offer(offer) for offer in game.offers],
        "created": dump_time(game.created),
        "updated": dump_time(game.updated),
    }
    if game.rematch is not None:
        state["rematch"] = str(game.rematch)
    return state


def dump_clock(game: Game) -> dict[str, Any]:
    """The clock of a game, and the moments that follow from it; those that lie open are null."""
    clock, side = game.clock, game.to_move
    return {
        "clock": dump_control(clock.control),
        "bank": None if clock.control is None else clock.shown(side),
        "deadline": _time(None if side is None else clock.deadline(side)),
        "abort_at": _time(clock.abort_at if clock.paused is None else None),
        "paused": _time(clock.paused),
        "away": [_time(until or None) for until in clock.away],
    }


def dump_full_state(view: Connection, game: Game, legal: bool = False) -> dict[str, Any]:
    """The state of a game with its moves, and with the legal ones if asked for."""
    state = dump_state(game)
    state["moves"] = games.moves(view, game)
    if legal:
        state["legal"] = game.legal_words()
    return state


def dump_offer(offer: Offer) -> dict[str, Any]:
    """An open offer, with the number that its kind has."""
    told: dict[str, Any] = {"kind": offer.kind, "by": offer.by, "ply": offer.ply}
    term = KINDS[offer.kind].term
    if term is not None:
        told[term] = offer.term
    return told


def _time(moment: int | None) -> str | None:
    return None if moment is None else dump_time(moment)


def dump_players(game: Game) -> list[dict[str, Any]]:
    """The two players of a game."""
    return [
        {"name": seat.name, "seat": number, "bot": seat.bot, "rating": None}
        for number, seat in enumerate(game.seats, 1)
    ]


def dump_outcome(game: Game) -> dict[str, Any] | None:
    """How a game ended; null while it goes on, or when nobody said."""
    if game.outcome is None:
        return None
    return {"winner": game.outcome.winner, "reason": game.outcome.reason or None}


def dump_challenge(challenge: Challenge) -> dict[str, Any]:
    """A challenge; ids and names only, no account's number."""
    return {
        "id": str(challenge.id),
        "game": challenge.game,
        "variants": challenge.variants,
        "from": challenge.challenger.name,
        "opponent": None if challenge.opponent is None else challenge.opponent.name,
        "seat": challenge.seat,
        "clock": dump_control(challenge.clock),
        "rated": False,
        "message": challenge.message,
        "created": dump_time(challenge.created),
        "status": challenge.status,
        "game_id": None if challenge.game_id is None else str(challenge.game_id),
    }
