"""What the pages say of games: whose turn, how one ended, when. Sentences for people, no markup."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from engine import Outcome, Side
from engine.game import THIRD_TIME
from notation.formats import FORMATS
from notation.games import GAMES
from server.challenge import Challenge
from server.game import ABORTED, ACTIVE, Game
from server.offers import FORCED
from server.store.accounts import Account

ENDS = {
    "promotion": "{winner} won: a merge reached the goal.",
    "no_moves": "{winner} won: {loser} had no legal move.",
    "surrounded": "{winner} won: the queen of {loser} is surrounded.",
    "checkmate": "{winner} won by checkmate.",
    "resignation": "{winner} won: {loser} resigned.",
    "inability": "{winner} won: {loser} could never have a king any more.",
    "timeout": "{winner} won: the time of {loser} ran out.",
    None: "{winner} won.",
}
DRAWS = {
    "agreement": "A draw: both players agreed.",
    "repetition": "A draw: the position had come for the third time.",
    "stalemate": "A draw: there was no legal turn.",
    "inability": "A draw: neither player could ever have a king.",
    "surrounded": "A draw: both queens are surrounded.",
    "aborted": "Ended without a result.",
}

PASSES = "A draw: a pass was answered by a pass, and nothing could change any more."

# What a page says has been done, once, by the word that tells it (notices.py).
DONE = {
    "welcome": "Your account is made, and you are logged in.",
    "password": "The password is changed. All other browsers are logged out.",
    "challenged": "The challenge is made.",
    "accepted": "The challenge is accepted: the game has begun.",
    "declined": "The challenge is declined.",
    "withdrawn": "The challenge is withdrawn.",
    "played": "Your move has been played.",
    "resigned": "You have resigned.",
    "agreed": "You have accepted the draw.",
    "claimed": "You have claimed a draw.",
    "won-on-time": "You have claimed the game.",
    "draw-offer": "You have offered a draw.",
    "draw-decline": "You have declined the draw.",
    "takeback-offer": "You have asked to take moves back.",
    "takeback-accept": "The moves are taken back.",
    "takeback-decline": "You have not allowed the takeback.",
    "pause-offer": "You have asked for a pause.",
    "pause-accept": "The game is paused.",
    "pause-decline": "You have declined the pause.",
    "resume": "The pause is over.",
    "rematch-offer": "You have offered another game.",
    "rematch-accept": "Another game has begun.",
    "rematch-decline": "You have declined another game.",
    "away": "You are on vacation: your time stands still in all your games.",
    "back": "Welcome back: your time runs again.",
    "conditionals": "Your conditional moves are saved.",
    "messages": "Your message is sent.",
    "notes": "Your notes are saved.",
}


def side_name(played: Game, side: Side) -> str:
    """The player of a side, with its colour: `alpha (red)`."""
    return f"{played.seats[side - 1].name} ({GAMES[played.game].sides[side - 1]})"


def outcome_words(played: Game, outcome: Outcome) -> str:
    """How a game ended, in a sentence; the game as it is then."""
    if outcome.winner is None:
        if outcome.reason == "repetition" and _ended_by_passes(played):
            return PASSES
        return DRAWS.get(outcome.reason, "A draw.")
    names = {
        "winner": side_name(played, outcome.winner),
        "loser": side_name(played, outcome.winner.other),
    }
    return ENDS.get(outcome.reason, ENDS[None]).format(**names)


def _ended_by_passes(played: Game) -> bool:
    return played.last_move == FORCED and played.occurrences < THIRD_TIME


def seat_of(played: Game, account: Account | None) -> Side | None:
    """The side that the account plays; None for a spectator."""
    for side, seat in zip(Side, played.seats, strict=True):
        if account is not None and seat.account_id == account.id:
            return side
    return None


def alternatives(names: Sequence[str]) -> str:
    """Names to choose from, in a sentence.

    >>> alternatives(["chess", "go", "hex"]), alternatives(["go"])
    ('chess, go or hex', 'go')
    """
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def is_on_turn(played: Game, account: Account | None) -> bool:
    """Whether the game waits for a move of the account's."""
    mine = seat_of(played, account)
    return mine is not None and mine is played.to_move


def status_words(played: Game, account: Account | None) -> str:
    """Whose turn it is, or how the game ended, as the reader sees it."""
    if played.outcome is not None:
        return outcome_words(played, played.outcome)
    if played.status == ABORTED:
        return DRAWS["aborted"]
    if played.status != ACTIVE or played.to_move is None:
        return "The game is over."
    mine = seat_of(played, account)
    if mine is played.to_move:
        return f"It is your turn: you are {GAMES[played.game].sides[mine - 1]}."
    return f"It is the turn of {side_name(played, played.to_move)}."


def seat_words(challenge: Challenge, account: Account) -> str:
    """Which side the reader would have, in a sentence."""
    if challenge.seat == "random":
        return "Who moves first is drawn by lot."
    first = (challenge.seat == "1") == (challenge.challenger.id == account.id)
    return "You would move first." if first else "You would move second."


def title(game: str, variants: tuple[str, ...]) -> str:
    """A game and its settings: `Cubeo d8 strict`."""
    return " ".join((GAMES[game].title, *variants))


def record_formats(played: Game) -> list[tuple[str, str, str]]:
    """The formats that the game's record can be had in: the format's name, title and suffix."""
    return [
        (each.name, each.title, each.suffix)
        for each in FORMATS.values()
        if each.write is not None
        and each.holds(played.game)
        and (played.status != ACTIVE or not each.finished_only)
    ]


def when(seconds: int) -> str:
    """A time as the pages show it, UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def iso(seconds: int) -> str:
    """The same time for programs (RFC 3339)."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
