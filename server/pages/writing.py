"""What players write by page beside moves: conditional moves, messages, notes of their own."""

from __future__ import annotations

from collections.abc import Callable

from flask import request, url_for
from werkzeug.wrappers import Response

from server import play, talk
from server.conditional_text import read_text
from server.conditionals import Draft
from server.game import At
from server.refusals import Refusal
from server.service import service
from server.store import Transaction
from server.store.accounts import Account

from .access import player
from .blueprint import ID, pages
from .forms import asked_number, do_once, number, see, show, status_of
from .private import read_talk
from .reading import show_game

GAME = f"/games/<{ID}:game_id>"
Writing = Callable[[Transaction, int], None]


@pages.post(f"{GAME}/<any('conditionals', 'messages', 'notes'):what>")
def write(game_id: int, what: str) -> Response:
    """Keep what was written."""
    me, text = player(), request.form.get("text", "")

    def keep() -> Response:
        writing = WRITINGS[what](me, game_id, text)

        def do(tx: Transaction, now: int) -> str:
            writing(tx, now)
            return url_for("pages.game", game_id=game_id, _anchor=what)

        return do_once(me, do, what)

    try:
        return keep()
    except Refusal as refusal:
        if refusal.code == "not_found":
            raise
        return show_game(
            game_id,
            problem=refusal,
            written={what: text},
            at_fault=what,
            status=status_of(refusal),
        )


@pages.get(f"{GAME}/messages")
def messages(game_id: int) -> Response:
    """What the two players have said to each other, in parts; nobody else sees it."""
    me, before = player(), asked_number("before", 0)
    with service().database.read() as view:
        game = play.find_game(view, game_id)
        play.take_seat(game, me.id)
        found = read_talk(view, game, before or None)
    return show("messages.html", game=game, found=found, before=before)


@pages.get(f"{GAME}/<any('conditionals', 'notes'):what>")
def back_from_writing(game_id: int, what: str) -> Response:
    """The game, for whoever opens again what was the answer to a form."""
    return see(url_for("pages.game", game_id=game_id, _anchor=what))


def _leave(me: Account, game_id: int, text: str) -> Writing:
    at, written = At(number("ply"), number("line")), read_text(text)
    # Judging takes long, so it is done before anyone has to wait for this form.
    with service().database.read() as view:
        draft = play.judge_ahead(view, game_id, me.id, Draft(written.nodes))

    def leave(tx: Transaction, now: int) -> None:
        playing = play.find_playing(tx, game_id, me.id)
        try:
            play.leave_conditionals(tx, playing, at, draft, now=now)
        except Refusal as refusal:
            if refusal.code != "bad_conditionals":
                raise
            raise written.locate(refusal) from refusal

    return leave


def _say(me: Account, game_id: int, text: str) -> Writing:
    def say(tx: Transaction, now: int) -> None:
        playing = play.find_playing(tx, game_id, me.id)
        talk.say(tx, playing.game, playing.side, text, now)

    return say


def _note(me: Account, game_id: int, text: str) -> Writing:
    def note(tx: Transaction, now: int) -> None:
        game = play.find_playing(tx, game_id, me.id).game
        talk.keep_notes(tx, game, me.id, text, now)

    return note


WRITINGS: dict[str, Callable[[Account, int, str], Writing]] = {
    "conditionals": _leave,
    "messages": _say,
    "notes": _note,
}
