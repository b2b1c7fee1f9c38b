"""Offers that one player makes and the other answers, all by one mechanism; what differs is in a table.

An offer belongs to the ply at which it is made. The opponent accepts or declines it, or declines it by
a move that was made in sight of it (`Game.play`); whoever made it lets it stand. A takeback begins a
new line of play with the plies that are kept, so whatever was made for the old one is stale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import Outcome, Side
from notation.moves import read_word

from . import positions
from .game import ACTIVE, DRAW, At, Change, Event, Game, Offer, must_not_stand
from .refusals import Refusal


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of offer: its name, the number that goes with it, and whether it waits for the game's end."""

    name: str
    term: str | None = None
    when_over: bool = False


TAKEBACK, PAUSE, REMATCH = "takeback", "pause", "rematch"
KINDS = {
    kind.name: kind
    for kind in (
        Kind(DRAW),
        Kind(TAKEBACK, term="to"),
        Kind(PAUSE),
        Kind(REMATCH, when_over=True),
    )
}
FORCED = "pass"


def offer(
    game: Game, side: Side, at: At, kind: Kind, *, now: int, term: int | None = None
) -> Change:
    """Offer something; refuses `already_offered` when either player's offer of the kind is open."""
    must_be_time(game, at, kind)
    must_not_stand(game.offers, side, kind.name)
    if kind.name == REMATCH and game.rematch is not None:
        told = f"You have agreed on another game already: game {game.rematch}."
        raise Refusal("already_offered", told, rematch=str(game.rematch))
    if kind.name == PAUSE and game.clock.paused is not None:
        raise Refusal("already_offered", "The game is paused already.")
    made = Offer(kind.name, side, game.ply, game.version + 1, term)
    return game.changed(now, f"{kind.name}_offered", side, offers=(*game.offers, made))


def decline(game: Game, side: Side, at: At, kind: Kind, now: int) -> Change:
    """Decline the opponent's offer; refuses `no_offer`."""
    declined = offered(game, side, at, kind)
    kept = tuple(each for each in game.offers if each is not declined)
    return game.changed(now, f"{kind.name}_declined", side, offers=kept)


def offered(game: Game, side: Side, at: At, kind: Kind) -> Offer:
    """The opponent's open offer, for an answer made at that ply; refuses `no_offer`."""
    must_be_time(game, at, kind)
    for each in game.offers:
        if each.kind == kind.name and each.by is side.other:
            return each
    raise Refusal("no_offer", f"Your opponent has not offered a {kind.name}.")


def agree_on_draw(game: Game, side: Side, now: int) -> Change:
    """End the game without a winner."""
    return game.changed(now, "draw_accepted", side, outcome=Outcome(None, "agreement"))


def take_back(game: Game, side: Side, words: Sequence[str], now: int) -> Change:
    """Begin a new line of play with these plies, the first of the present one."""
    position = game.first_position()
    digests = [game.start_digest]
    for word in words:
        position = position.apply(read_word(word, position))
        digests.append(positions.digest(position))
    after = replace(
        game,
        ply=len(words),
        line=game.line + 1,
        version=game.version + 1,
        to_move=position.to_move,
        position=positions.SHELF.put(game.variants, position),
        occurrences=digests.count(digests[-1]),
        last_move=words[-1] if words else None,
        offers=(),
        updated=now,
        turned=now,
        clock=game.clock.rewound(game.to_move, position.to_move, len(words), now),
    )
    return Change(after, events=(Event("takeback_accepted", side),), kept=len(words))


def last_choice(log: Sequence[tuple[Side, str]], side: Side) -> int:
    """The ply of the last move that the player chose, from a log; refuses `nothing_to_take_back`."""
    for ply in range(len(log) - 1, -1, -1):
        if log[ply][0] is side and log[ply][1] != FORCED:
            return ply
    raise Refusal("nothing_to_take_back", "You have not moved yet.")


def must_be_time(game: Game, at: At, kind: Kind) -> None:
    """Refuse `game_over`, or `not_over` for what waits for the end, and `stale_ply`."""
    if not kind.when_over:
        game.must_go_on(at)
        return
    if game.status == ACTIVE:
        raise Refusal("not_over", f"A {kind.name} can be offered when the game is over.")
    game.must_stand_at(at)
