"""One played game as a value: seats, position, offers, result. No input or output; time is passed in.

Each action is judged here and gives a `Change`: the game as it is afterwards, and what the logs are
to keep of it. The checks come in the order of the contract: over, stale, turn, then the action's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine import AnyPosition, IllegalMove, Line, Outcome, Reason, Side
from engine.game import THIRD_TIME
from notation.errors import AmbiguousMove, NotAMove
from notation.moves import near_moves, read_move, write_move

from . import positions
from .clock import UNTIMED, Clock
from .refusals import Refusal

ACTIVE, FINISHED, ABORTED = "active", "finished", "aborted"
DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a game; without an account in a game that was imported."""

    name: str
    account_id: int | None
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer: made at a ply, and seen in all versions of the game from `version` on.

    `term` is the number that some kinds have: the ply that a takeback goes back to.
    """

    kind: str
    by: Side
    ply: int
    version: int
    term: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A move for the log; `digest` tells the position that it made, `clock` the mover's seconds left."""

    side: Side
    word: str
    digest: bytes
    clock: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Anything but a move, for the other log; `value` is the number that some kinds tell."""

    kind: str
    side: Side | None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What an action did: the game afterwards, the move if it was one, and the events.

    `kept` is set when a new line of play has begun: with how many plies of the one before.
    """

    game: Game
    played: Played | None = None
    events: tuple[Event, ...] = ()
    kept: int | None = None


@dataclass(frozen=True, slots=True)
class At:
    """The ply, and the line of play, that an action was made for."""

    ply: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands: `position` is a snapshot that the log of moves can always make again.

    `start` is None for the game's own start; `ply` is the number of plies played, `line` that of
    takebacks agreed; `version` grows by one with every change; `turned` is since when the player on turn
    is, `ended` when it was over, and `rematch` the game that followed. Times are seconds since 1970, UTC.
    """

    id: int
    game: str
    variants: tuple[str, ...]
    seats: tuple[Seat, Seat]
    start: str | None
    start_digest: bytes
    position: str
    created: int
    updated: int
    imported: bool = False
    ply: int = 0
    line: int = 0
    version: int = 0
    to_move: Side | None = Side.FIRST
    occurrences: int = 1
    last_move: str | None = None
    offers: tuple[Offer, ...] = ()
    status: str = ACTIVE
    outcome: Outcome | None = None
    clock: Clock = UNTIMED
    rematch: int | None = None
    ended: int | None = None
    turned: int = 0

    def side_of(self, account_id: int) -> Side:
        """The side that the account plays; refuses `not_a_player`."""
        for side, seat in zip(Side, self.seats, strict=True):
            if seat.account_id == account_id:
                return side
        raise Refusal("not_a_player", "You do not play in this game.")

    def board(self) -> Line[tuple[object, ...]]:
        """The position and how often it has occurred, for the rules to judge."""
        return Line(self._position(), self.occurrences)

    def first_position(self) -> AnyPosition:
        """The position that the game began from."""
        if self.start is not None:
            return positions.SHELF.read(self.game, self.variants, self.start)
        return positions.start(self.game, self.variants)

    def claimable(self) -> bool:
        """Whether the player on turn may claim a draw."""
        # Asked first, as it spares reading the position of nearly every game in a list.
        return self.status == ACTIVE and self.occurrences >= THIRD_TIME and self.board().claimable()

    def legal_words(self) -> list[str]:
        """The canonical words of all legal moves, sorted; none when the game is over."""
        if self.status != ACTIVE:
            return []
        line = self.board()
        return sorted(write_move(move, line.position) for move in line.legal_moves())

    def forced_word(self) -> str | None:
        """The word of the pass that the player on turn is forced to; None while there is a choice."""
        position = self._position()
        move = position.forced()
        return None if move is None else write_move(move, position)

    def play(
        self,
        side: Side,
        at: At,
        word: str,
        *,
        seen: int | None,
        occurred: Callable[[bytes], int],
        now: int,
        offer_draw: bool = False,
        by_itself: bool = False,
    ) -> Change:
        """Play a move; `occurred` tells how often a digest stands in the log of this game.

        `seen` is the version that the move was made from: it declines the opponent's offers up to it, and
        one that is played `by_itself`, in its player's absence, those that did not come with the last ply.
        `offer_draw` offers one with the move; refuses `already_offered` when one stands then.
        """
        self._on_turn(side, at)
        offers = tuple(
            offer for offer in self.offers if not self._declines(side, offer, seen, by_itself)
        )
        if offer_draw:
            must_not_stand(offers, side, DRAW)
            offers = (*offers, Offer(DRAW, side, self.ply, self.version + 1))
        before = self._position()
        move, position = judge(word, before)
        word = write_move(move, before)
        digest = positions.digest(position)
        times = 1 + (digest == self.start_digest) + occurred(digest)
        outcome = _outcome(position, times, (move, move) if word == self.last_move else (move,))
        game = replace(
            self,
            ply=self.ply + 1,
            version=self.version + 1,
            to_move=position.to_move,
            position=positions.SHELF.put(self.variants, position),
            occurrences=times,
            last_move=word,
            offers=offers,
            updated=now,
            turned=now,
            clock=self.clock.moved(side, position.to_move, self.ply + 1, now),
        )
        events = self._told(side, offers)
        played = Played(side, word, digest, game.clock.told(side))
        if outcome is not None:
            return Change(end(game, outcome), played, events)
        return Change(game, played, events)

    def resign(self, side: Side, at: At, now: int) -> Change:
        """Give the game up."""
        self.must_go_on(at)
        return self.changed(now, "resigned", side, outcome=Outcome(side.other, "resignation"))

    def claim_draw(self, side: Side, at: At, now: int) -> Change:
        """Claim a draw by repetition; refuses `not_claimable`."""
        self._on_turn(side, at)
        if not self.claimable():
            raise Refusal(
                "not_claimable",
                "This position has not occurred three times, so no draw can be claimed.",
            )
        return self.changed(now, "draw_claimed", side, outcome=Outcome(None, "repetition"))

    def changed(
        self,
        now: int,
        kind: str,
        side: Side,
        *,
        offers: tuple[Offer, ...] | None = None,
        outcome: Outcome | None = None,
    ) -> Change:
        """The game with other offers, or ended, and the event that tells why."""
        game = replace(
            self,
            version=self.version + 1,
            updated=now,
            offers=self.offers if offers is None else offers,
        )
        ended = game if outcome is None else end(game, outcome)
        return Change(ended, events=(Event(kind, side),))

    def must_go_on(self, at: At) -> None:
        """Refuse `game_over`, and `stale_ply` what was made for another ply or line."""
        if self.status != ACTIVE:
            raise Refusal("game_over", "The game is over.")
        self.must_stand_at(at)

    def must_stand_at(self, at: At) -> None:
        """Refuse `stale_ply` what was made for another ply or line."""
        if (at.ply, at.line) != (self.ply, self.line):
            raise Refusal(
                "stale_ply",
                self._went_on(at),
                current_ply=self.ply,
                line=self.line,
                last_move=self.last_move,
            )

    def _went_on(self, at: At) -> str:
        played = "1 ply has" if self.ply == 1 else f"{self.ply} plies have"
        if at.line == self.line:
            return f"This was made for ply {at.ply}, but {played} been played."
        return (
            f"This was made for ply {at.ply} of line {at.line}, but the game is in line {self.line}, "
            f"in which {played} been played; each takeback begins a line."
        )

    def _position(self) -> AnyPosition:
        return positions.SHELF.read(self.game, self.variants, self.position)

    def _on_turn(self, side: Side, at: At) -> None:
        self.must_go_on(at)
        if side is not self.to_move:
            raise Refusal("not_your_turn", "It is your opponent's turn.")

    def _told(self, side: Side, after: tuple[Offer, ...]) -> tuple[Event, ...]:
        """What the log of events has of offers that a move declined, or made."""
        gone = (offer for offer in self.offers if offer not in after)
        made = (offer for offer in after if offer not in self.offers)
        return (
            *(Event(f"{offer.kind}_declined", side) for offer in gone),
            *(Event(f"{offer.kind}_offered", side) for offer in made),
        )

    def _declines(self, side: Side, offer: Offer, seen: int | None, by_itself: bool) -> bool:
        """Whether a move by `side` now declines the offer: only if its maker can have known of it."""
        if offer.by is side:
            return False
        # An offer belongs to its ply: what is played in a player's absence leaves it open to him once.
        if by_itself and offer.ply < self.ply - 1:
            return True
        # The opponent moved last, so what he offered at an earlier ply was offered with or before it.
        return offer.ply < self.ply if seen is None else offer.version <= seen


def _outcome(
    position: AnyPosition, occurrences: int, last: tuple[tuple[object, ...], ...]
) -> Outcome | None:
    """How the game has ended; `last` are the last plies, two if they are the same, as two passes."""
    # A line costs a key, and only what repeats makes a difference to it.
    if occurrences < THIRD_TIME and len(last) < 2:
        return position.outcome()
    return Line(position, occurrences, last).outcome()


def must_not_stand(offers: Iterable[Offer], side: Side, kind: str) -> None:
    """Refuse `already_offered` when one of the offers is of the kind."""
    for offer in offers:
        if offer.kind == kind:
            whose = "You have" if offer.by is side else "Your opponent has"
            raise Refusal("already_offered", f"{whose} offered a {kind} already.")


def end(game: Game, outcome: Outcome, status: str = FINISHED) -> Game:
    """The game, over at the time of its last change."""
    clock = game.clock.stop(game.to_move, game.updated)
    return replace(
        game,
        status=status,
        outcome=outcome,
        to_move=None,
        offers=(),
        clock=clock,
        ended=game.updated,
    )


def judge(word: str, before: AnyPosition) -> tuple[tuple[object, ...], AnyPosition]:
    """The move that a word spells, and the position that it makes.

    Refuses `not_a_move`, `ambiguous_move`, `illegal_move`.
    """
    move = _read(word, before)
    try:
        return move, before.apply(move)
    except IllegalMove as error:
        raise _illegal(word, error.reason, before) from error


def _read(word: str, position: AnyPosition) -> tuple[object, ...]:
    try:
        move: tuple[object, ...] = read_move(word, position)
    except NotAMove as error:
        suggestions = list(near_moves(word, position))
        raise Refusal(
            "not_a_move", error.message, column=error.column, suggestions=suggestions
        ) from error
    except AmbiguousMove as error:
        raise Refusal("ambiguous_move", error.message, suggestions=list(error.moves)) from error
    return move


def _illegal(word: str, reason: Reason, position: AnyPosition) -> Refusal:
    return Refusal(
        "illegal_move",
        str(reason),
        reason=reason.code,
        suggestions=list(near_moves(word, position)),
    )
