"""Messages, for the two players of a game, and notes, for who wrote them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from server import play, talk
from server.game import Game
from server.play import Playing
from server.records import dump_time
from server.service import arrival
from server.store import Connection, Transaction
from server.store import talk as stored
from server.store.accounts import Account, Holder
from server.store.talk import Message

from .actions import Fields, act, number, show_own
from .bodies import page, query
from .callers import must_have
from .games import paged, seat
from .replies import Reply, reply

blueprint = Blueprint("talk", __name__)
MESSAGES, NOTES = "/games/<game_id>/messages", "/games/<game_id>/notes"


@blueprint.get(MESSAGES)
def list_messages(game_id: str) -> Response:
    """What the two players have said, newest first."""

    def do(view: Connection, holder: Holder) -> Reply:
        game = _own(view, game_id, holder)
        part = page(query("cursor", "limit"))
        found = stored.messages(view, game.id, before=part.before, limit=part.limit + 1)
        return paged([_dump_message(game, message) for message in found], part.limit)

    return show_own(do)


@blueprint.post(MESSAGES)
def send_message(game_id: str) -> Response:
    """Say something to the opponent."""

    def do(tx: Transaction, playing: Playing, fields: Fields) -> Reply:
        game, text, now = playing.game, fields["message"], arrival()
        return reply(_dump_message(game, talk.say(tx, game, playing.side, text, now)), 201)

    return act("play", "message", lambda tx, _: play.find_game(tx, number(game_id)), seat, do)


@blueprint.get(NOTES)
def show_notes(game_id: str) -> Response:
    """The caller's own notes of a game."""

    def do(view: Connection, holder: Holder) -> Reply:
        game = _own(view, game_id, holder)
        query()
        return reply(_dump_notes(view, game, holder.account))

    return show_own(do)


@blueprint.put(NOTES)
def put_notes(game_id: str) -> Response:
    """Keep notes in the place of those before."""

    def admit(game: Game, account: Account) -> tuple[Game, Account]:
        return play.take_seat(game, account.id).game, account

    def do(tx: Transaction, own: tuple[Game, Account], fields: Fields) -> Reply:
        game, account = own
        talk.keep_notes(tx, game, account.id, fields["notes"], arrival())
        return reply(_dump_notes(tx, game, account))

    return act("play", "notes", lambda tx, _: play.find_game(tx, number(game_id)), admit, do)


def _own(view: Connection, game_id: str, holder: Holder) -> Game:
    """The game, for one of its players."""
    game = play.find_game(view, number(game_id))
    must_have(holder, "read")
    return play.take_seat(game, holder.account.id).game


def _dump_message(game: Game, message: Message) -> dict[str, Any]:
    return {
        "id": str(message.id),
        "from": game.seats[message.side - 1].name,
        "seat": message.side,
        "line": message.line,
        "ply": message.ply,
        "message": message.text,
        "at": dump_time(message.at),
    }


def _dump_notes(db: Connection, game: Game, account: Account) -> dict[str, Any]:
    kept = stored.notes(db, game.id, account.id)
    if kept is None:
        return {"notes": "", "updated": None}
    text, updated = kept
    return {"notes": text, "updated": dump_time(updated)}
