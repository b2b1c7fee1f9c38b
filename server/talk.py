"""The actions by which players talk to each other in a game, and keep notes of their own.

Neither changes the game: its version stays, so nobody else learns that something was said.
"""

from __future__ import annotations

from dataclasses import replace

from engine import Side

from .game import Game
from .refusals import Refusal
from .store import Transaction, talk
from .store.talk import Message

MOST_MESSAGE = 2000
MOST_NOTES = 20_000


def read_message(text: str | None) -> str | None:
    """A message as it is kept: its lines, without blanks at its ends; None when nothing is left."""
    plain = "" if text is None else "\n".join(text.splitlines()).strip()
    if len(plain) > MOST_MESSAGE:
        raise _bad("message", f"A message has at most {MOST_MESSAGE} characters.")
    return plain or None


def say(tx: Transaction, game: Game, side: Side, text: str, now: int) -> Message:
    """Send a message to the opponent, whether the game goes on or not; refuses `invalid_body`."""
    plain = read_message(text)
    if plain is None:
        raise _bad("message", "Write a message.")
    new = Message(0, game.id, side, game.line, game.ply, plain, now)
    return replace(new, id=talk.add_message(tx, new))


def keep_notes(tx: Transaction, game: Game, account_id: int, text: str, now: int) -> None:
    """Keep what a player notes for himself; refuses `invalid_body` what is too long."""
    plain = "\n".join(text.splitlines()).rstrip()
    if len(plain) > MOST_NOTES:
        raise _bad("notes", f"Notes have at most {MOST_NOTES} characters.")
    talk.set_notes(tx, game.id, account_id, plain, now)


def _bad(name: str, message: str) -> Refusal:
    return Refusal("invalid_body", message, errors=[{"path": f"/{name}", "message": message}])
