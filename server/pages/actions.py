"""What players do in a game by page.

A move is shown before it is played, and what cannot be taken back is asked for twice. Each form names
the ply, the line and the version of the game that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import url_for
from werkzeug.wrappers import Response

from server import agreement, play
from server.agreement import ACTIONS
from server.game import DRAW, At, Change, Game
from server.offers import KINDS, TAKEBACK
from server.refusals import Refusal
from server.service import service
from server.store import Transaction
from server.store import games as stored
from server.talk import MOST_MESSAGE

from . import words
from .access import player
from .asking import ASKED
from .blueprint import ID, pages
from .board import view_change, view_now
from .forms import (
    MOVE_LENGTH,
    asked_number,
    do_once,
    field,
    new_nonce,
    number,
    see,
    show,
    status_of,
)
from .offering import to_answer
from .reading import show_game

GAME = f"/games/<{ID}:game_id>"


AT_ONCE = {
    name: act for name, act in (*ACTIONS.items(), ("resume", play.resume)) if name not in ASKED
}
ANY = f"any({', '.join(map(repr, (*ASKED, *AT_ONCE)))})"
CONFIRMED = f"any({', '.join(map(repr, ASKED))})"


@pages.post(f"{GAME}/preview")
def preview(game_id: int) -> Response:
    """Show what the move would do; nothing is changed."""
    me, running = player(), service()

    def try_out() -> Response:
        word = _word()
        with running.database.read() as view:
            played = play.find_game(view, game_id)

            def occurred(digest: bytes) -> int:
                return stored.occurred(view, played, digest)

            change = played.play(
                play.take_seat(played, me.id).side,
                _at(),
                word,
                seen=number("seen"),
                occurred=occurred,
                now=running.now(),
            )
        return _show_preview(played, change)

    return _answer(game_id, try_out)


@pages.post(f"{GAME}/moves")
def submit_move(game_id: int) -> Response:
    """Play the move."""
    me = player()

    def submit(tx: Transaction, now: int) -> str:
        playing = play.find_playing(tx, game_id, me.id)
        play.submit_move(
            tx,
            playing,
            _at(),
            _word(),
            seen=number("seen"),
            offer_draw=field("offer_draw") == "yes",
            message=field("message"),
            now=now,
        )
        return url_for("pages.game", game_id=game_id)

    return _answer(game_id, lambda: do_once(me, submit, "played"))


@pages.get(f"{GAME}/preview")
@pages.get(f"{GAME}/moves")
def back_to_game(game_id: int) -> Response:
    """The game, for whoever opens again what was the answer to a form."""
    return see(url_for("pages.game", game_id=game_id))


@pages.get(f"{GAME}/<{CONFIRMED}:action>")
def confirm(game_id: int, action: str) -> Response:
    """Ask whether one really wants what cannot be taken back, in sight of the board.

    A link that was made for another ply leads to the game, and what would be refused is not asked for.
    """
    me, asked = player(), ASKED[action]

    def ask() -> Response:
        with service().database.read() as view:
            played = play.find_game(view, game_id)
            log = stored.log(view, played)
        at = At(asked_number("ply", played.ply), asked_number("line", played.line))
        asked.admit(played, play.take_seat(played, me.id).side, at, service().now())
        return show(
            "confirm.html",
            game=played,
            action=action,
            asked=asked,
            board=view_now(played, log),
            nonce=new_nonce(),
        )

    return _answer(game_id, ask)


@pages.post(f"{GAME}/<{ANY}:action>")
def act(game_id: int, action: str) -> Response:
    """Do it."""
    me = player()
    asked = ASKED.get(action)
    action_of, done = (AT_ONCE[action], action) if asked is None else (asked.act, asked.done)

    def do(tx: Transaction, now: int) -> str:
        playing = play.find_playing(tx, game_id, me.id)
        if action == "takeback-offer" and field("to"):
            takeback, to = KINDS[TAKEBACK], number("to")
            after = agreement.offer(tx, playing, _at(), now, kind=takeback, term=to)
        else:
            after = action_of(tx, playing, _at(), now)
        there = after.rematch if action == "rematch-accept" else game_id
        return url_for("pages.game", game_id=there)

    return _answer(game_id, lambda: do_once(me, do, done))


_AT_FAULT = {
    "not_a_move": "move",
    "ambiguous_move": "move",
    "illegal_move": "move",
    "invalid_body": "messages",
}


def _answer(game_id: int, action: Callable[[], Response]) -> Response:
    """The answer of an action; what it is refused for is told on the game's page as it is now."""
    try:
        return action()
    except Refusal as refusal:
        if refusal.code == "not_found":
            raise
        return show_game(
            game_id,
            problem=refusal,
            typed=field("move")[:MOVE_LENGTH],
            written={"messages": field("message")} if field("message") else {},
            at_fault=_AT_FAULT.get(refusal.code, ""),
            status=status_of(refusal),
        )


def _show_preview(played: Game, change: Change) -> Response:
    outcome = change.game.outcome
    return show(
        "preview.html",
        game=played,
        word=change.game.last_move,
        typed=field("move"),
        board=view_change(played, change),
        declined=[
            each
            for each in to_answer(played, words.seat_of(played, player()))
            if each.kind not in {kept.kind for kept in change.game.offers}
        ],
        ending="" if outcome is None else words.outcome_words(change.game, outcome),
        seen=number("seen"),
        message_length=MOST_MESSAGE,
        may_offer=not any(each.kind == DRAW for each in change.game.offers),
        nonce=new_nonce(),
    )


def _at() -> At:
    """The ply and line that the form was made for."""
    return At(number("ply"), number("line"))


def _word() -> str:
    """The move as it was typed; refuses `not_a_move` when there is none, or it is far too long."""
    word = field("move")
    if not word:
        raise Refusal("not_a_move", "Write a move.", column=1, suggestions=[])
    if len(word) > MOVE_LENGTH:
        raise Refusal(
            "not_a_move",
            f"A move has at most {MOVE_LENGTH} characters; this has {len(word)}.",
            column=MOVE_LENGTH + 1,
            suggestions=[],
        )
    return word
