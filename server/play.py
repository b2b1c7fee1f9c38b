"""What players can do. Each action takes a `Transaction`, and so is one with whatever else is in it.

Every way in (HTTP, pages, later mail and conditional moves) comes through here. An action on a game
or challenge is two steps, so that a caller can look for a stored reply in between: find it for the
account (it exists, and the account may act on it), then act.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

import engine
from engine import Side, UnknownGame
from notation.errors import BadSettings
from notation.games import game_notation
from notation.grammar import clip
from notation.record import TimeControl
from notation.settings import read_settings

from . import challenge, positions, timing, vacations
from .challenge import Challenge
from .clock import UNTIMED, Clock
from .conditionals import Draft, Nodes
from .following import follow, keep_tree, occurrences
from .game import ABORTED, At, Game, Seat, judge
from .refusals import Refusal
from .store import Connection, Kept, Transaction, accounts, challenges, games
from .store.accounts import Account
from .talk import read_message, say


@dataclass(frozen=True, slots=True)
class Playing:
    """A game, found for one of its players."""

    game: Game
    side: Side


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a challenge asks for: settings as words, an opponent by name or none, a seat."""

    game: str
    variants: tuple[str, ...] = ()
    opponent: str | None = None
    seat: str = "random"
    clock: TimeControl | None = None
    message: str | None = None


class TimeIsUp(Refusal, Kept):
    """The refusal of an action in a game that time alone has ended: that it has is kept."""


def find_game(db: Connection, game_id: int) -> Game:
    """The game, which everyone may see; refuses `not_found`."""
    found = games.game(db, game_id)
    if found is None:
        raise Refusal("not_found", f"There is no game {game_id}.")
    return found


def take_seat(game: Game, account_id: int) -> Playing:
    """The game as one of its players has it; refuses `not_a_player`."""
    return Playing(game, game.side_of(account_id))


def find_playing(tx: Transaction, game_id: int, account_id: int) -> Playing:
    """The game, for an account that plays it; refuses `not_found`, `not_a_player`."""
    return take_seat(find_game(tx, game_id), account_id)


def find_challenge(db: Connection, challenge_id: int, account_id: int) -> Challenge:
    """The challenge, for an account that may see it; refuses `not_found`."""
    found = challenges.challenge(db, challenge_id)
    if found is None or not found.is_seen_by(account_id):
        raise _no_challenge(challenge_id)
    return found


def invite(tx: Transaction, account: Account, wanted: Invitation, now: int) -> Challenge:
    """Make a challenge; refuses `unknown_game`, `bad_settings`, `unknown_player`, `too_many_challenges`."""
    variants = read_variants(wanted.game, wanted.variants)
    opponent = None
    if wanted.opponent is not None:
        opponent = accounts.account_named(tx, wanted.opponent)
        if opponent is None:
            raise Refusal("unknown_player", f"There is no player {clip(wanted.opponent)}.")
        if opponent.id == account.id:
            raise Refusal("own_challenge", "You cannot challenge yourself.")
    if challenges.count_open(tx, account.id) >= challenge.MOST_OPEN:
        told = f"You have {challenge.MOST_OPEN} open challenges, and there may not be more."
        raise Refusal("too_many_challenges", f"{told} Withdraw one.", most=challenge.MOST_OPEN)
    new = Challenge(
        0,
        wanted.game,
        variants,
        account,
        opponent,
        wanted.seat,
        now,
        clock=wanted.clock,
        message=read_message(wanted.message),
    )
    return replace(new, id=challenges.add_challenge(tx, new))


def accept(tx: Transaction, found: Challenge, account: Account, now: int) -> Challenge:
    """Accept a challenge and begin its game; refuses `already_accepted`, `challenge_closed`."""
    found.must_be_open()
    seat = found.seat if found.seat != "random" else secrets.choice(challenge.SEATS[:2])
    players = (found.challenger, account) if seat == "1" else (account, found.challenger)
    clock = start_clock(tx, players, found.clock, now)
    game_id = games.add_game(tx, begin(found.game, found.variants, players, now, clock))
    if found.message is not None:
        game, side = find_game(tx, game_id), Side(1 + players.index(found.challenger))
        say(tx, game, side, found.message, found.created)
    accepted = replace(found, status=challenge.ACCEPTED, accepted_by=account.id, game_id=game_id)
    challenges.save(tx, accepted)
    return accepted


def decline(tx: Transaction, found: Challenge) -> Challenge:
    """Decline a challenge; refuses `already_accepted`, `challenge_closed`."""
    return _close(tx, found, challenge.DECLINED)


def withdraw(tx: Transaction, found: Challenge) -> Challenge:
    """Take one's challenge back; refuses `already_accepted`, `challenge_closed`."""
    return _close(tx, found, challenge.WITHDRAWN)


def must_be_in_time(tx: Transaction, game: Game, arrived: int) -> int:
    """The moment of an action: when it arrived, but never before what the game has seen already.

    Every action asks this first, so of a time loss and a later move exactly one exists. Refuses
    `game_over` when time alone has ended the game, and keeps that it has; `busy` {retry_after} while a
    move that arrived in time, before this action, may still wait for its turn to write.
    """
    due = timing.due_at(game)
    if due is None or arrived <= due:
        return max(arrived, game.updated)
    change = timing.fall_due(game, arrived)
    if change is None:
        wait = due + timing.LEEWAY + 1 - arrived
        told = f"whether the game is over will be known in {timing.in_seconds(wait)}"
        raise Refusal("busy", f"Time has just run out: {told}.", retry_after=wait)
    after = games.save(tx, change)
    told = "it was not begun in time" if after.status == ABORTED else "its time had run out"
    raise TimeIsUp("game_over", f"The game is over: {told}.")


def submit_move(
    tx: Transaction,
    playing: Playing,
    at: At,
    word: str,
    *,
    seen: int | None = None,
    offer_draw: bool = False,
    conditionals: Draft | None = None,
    message: str | None = None,
    now: int,
) -> Game:
    """Play a move made for this ply, from the version `seen` of the game.

    A draw may be offered with it, something said, and conditional moves left for what comes next.

    What follows by itself (conditional moves, passes that are forced) is played along, each as a ply of its own. Refuses
    `game_over`, `stale_ply`, `not_your_turn`, `already_offered`, `not_a_move`, `ambiguous_move`,
    `illegal_move`, `bad_conditionals`.
    """
    now = must_be_in_time(tx, playing.game, now)
    change = playing.game.play(
        playing.side,
        at,
        word,
        seen=seen,
        occurred=occurrences(tx, playing.game),
        now=now,
        offer_draw=offer_draw,
    )
    game = games.save(tx, change)
    if read_message(message) is not None:
        say(tx, game, playing.side, message or "", now)
    if conditionals is not None:
        keep_tree(tx, game, playing.side, conditionals, now)
    return follow(tx, game, now)


def judge_ahead(
    view: Connection, game_id: int, account_id: int, draft: Draft, word: str | None = None
) -> Draft:
    """Answers to be left, judged before the write lock is taken: for the game as it stands, or after a move.

    They are as they were where that cannot be: what is wrong is found again by whoever leaves them.
    """
    with suppress(Refusal):
        game = find_game(view, game_id)
        side = game.side_of(account_id)
        position = game.board().position
        if game.to_move is side and word is not None:
            return draft.judge_at(judge(word, position)[1])
        if game.to_move is side.other and word is None:
            return draft.judge_at(position)
    return draft


def leave_conditionals(
    tx: Transaction, playing: Playing, at: At, nodes: Draft | Nodes, *, now: int
) -> None:
    """Leave answers for the opponent's next moves in the place of those left before.

    They are judged now if they have not been, which makes all who want to write wait. Refuses `game_over`, `stale_ply`, `your_turn`, `bad_conditionals`.
    """
    now = must_be_in_time(tx, playing.game, now)
    playing.game.must_go_on(at)
    if playing.game.to_move is playing.side:
        raise Refusal("your_turn", "It is your own turn: there is no move of your opponent's yet.")
    draft = nodes if isinstance(nodes, Draft) else Draft(nodes)
    keep_tree(tx, playing.game, playing.side, draft, now)


Action = Callable[[Transaction, Playing, At, int], Game]


def resign(tx: Transaction, playing: Playing, at: At, now: int) -> Game:
    """Give the game up; refuses `game_over`, `stale_ply`."""
    now = must_be_in_time(tx, playing.game, now)
    return games.save(tx, playing.game.resign(playing.side, at, now))


def claim_draw(tx: Transaction, playing: Playing, at: At, now: int) -> Game:
    """Claim a draw; refuses `game_over`, `stale_ply`, `not_your_turn`, `not_claimable`."""
    now = must_be_in_time(tx, playing.game, now)
    return games.save(tx, playing.game.claim_draw(playing.side, at, now))


def claim_timeout(tx: Transaction, playing: Playing, at: At, now: int) -> Game:
    """Claim the game by the opponent's time; refuses `game_over`, `stale_ply`, `not_claimable`."""
    now = must_be_in_time(tx, playing.game, now)
    return games.save(tx, timing.claim_timeout(playing.game, playing.side, at, now))


def resume(tx: Transaction, playing: Playing, at: At, now: int) -> Game:
    """End a pause; refuses `game_over`, `stale_ply`, `not_paused`."""
    now = must_be_in_time(tx, playing.game, now)
    return games.save(tx, timing.resume(playing.game, playing.side, at, now))


def read_variants(game: str, words: Iterable[str]) -> tuple[str, ...]:
    """The canonical words of a game's settings; refuses `unknown_game`, `bad_settings` {words}."""
    try:
        settings = read_settings(game, words)
    except UnknownGame as error:
        raise Refusal("unknown_game", str(error)) from error
    except BadSettings as error:
        raise Refusal("bad_settings", error.message, words=list(error.words)) from error
    return game_notation(game).settings_words(settings)


def begin(
    game: str,
    variants: tuple[str, ...],
    players: tuple[Account, Account],
    now: int,
    clock: Clock = UNTIMED,
) -> Game:
    """A new game of two accounts; it has no id before it is stored."""
    position = engine.start(game, read_settings(game, variants))
    first, second = (Seat(player.name, player.id, player.bot) for player in players)
    return Game(
        id=0,
        game=game,
        variants=variants,
        seats=(first, second),
        start=None,
        start_digest=positions.digest(position),
        position=positions.SHELF.put(variants, position),
        created=now,
        updated=now,
        turned=now,
        to_move=position.to_move,
        clock=clock,
    )


def start_clock(
    tx: Transaction, players: tuple[Account, Account], control: TimeControl | None, now: int
) -> Clock:
    """The clock of a game that begins between two accounts."""
    first, second = (vacations.away_until(tx, player, now) for player in players)
    return Clock.start(control, now, (first, second))


def _close(tx: Transaction, found: Challenge, status: str) -> Challenge:
    found.must_be_open()
    closed = replace(found, status=status)
    challenges.save(tx, closed)
    return closed


def _no_challenge(challenge_id: int) -> Refusal:
    return Refusal("not_found", f"There is no challenge {challenge_id}.")
