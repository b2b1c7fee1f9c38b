"""Pages that only show: the first page, lists of games, a game, the rules."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request
from werkzeug.wrappers import Response

from notation.games import GAMES
from server.game import ABORTED, FINISHED
from server.play import find_game
from server.refusals import Refusal
from server.service import service
from server.store import Connection
from server.store import challenges as kept
from server.store import games as stored
from server.store.accounts import Account
from server.store.games import Filter

from . import challenges, words
from .blueprint import ID, pages
from .board import view_game
from .forms import MOVE_LENGTH, new_nonce, show
from .private import read_private
from .visit import visit

LISTED = 50
MOST_AT_HOME = 200
LATEST = 10


@pages.get("/")
def home() -> Response:
    """One's own games, those that wait for one first; for strangers, the latest games."""
    me = visit().account
    with service().database.read() as view:
        if me is None:
            return show("home.html", latest=stored.list_games(view, Filter(LATEST)))
        return show("home.html", desk=_desk(view, me))


@pages.get("/games")
def games() -> Response:
    """All games, or those of one player, newest first."""
    player, before = request.args.get("player", "").strip()[:32], _number("before")
    with service().database.read() as view:
        wanted = Filter(LISTED + 1, before=before, player=player or None)
        found = stored.list_games(view, wanted)
    more = found[LISTED - 1].id if len(found) > LISTED else None
    return show("games.html", games=found[:LISTED], player=player, more=more)


@pages.get(f"/games/<{ID}:game_id>")
def game(game_id: int) -> Response:
    """A game as it stands, or after `ply` plies."""
    return show_game(game_id, ply=_number("ply"))


@pages.get("/rules")
def rules() -> Response:
    """The games, and how to write their moves."""
    return show("rules.html")


def show_game(
    game_id: int,
    *,
    ply: int | None = None,
    problem: Refusal | None = None,
    typed: str = "",
    written: Mapping[str, str] | None = None,
    at_fault: str = "",
    status: int = 200,
) -> Response:
    """The page of a game; with what went wrong beside the form, and what was typed in it.

    `written` is what was written into one of its larger fields, `at_fault` the field that the problem is of.
    """
    me, running = visit().account, service()
    with running.database.read() as view:
        played = find_game(view, game_id)
        log = stored.log(view, played)
        private = read_private(view, played, me)
    return show(
        "game.html",
        status,
        view=view_game(played, log, me, running.now(), ply),
        private=private,
        row=GAMES[played.game],
        problem=problem,
        typed=typed,
        written=written or {},
        at_fault=at_fault,
        move_length=MOVE_LENGTH,
        nonce=new_nonce(),
    )


def _desk(view: Connection, me: Account) -> dict[str, object]:
    """What lies before a player: games by whose turn it is, and challenges."""
    waiting = stored.list_waiting(view, me.id, limit=MOST_AT_HOME + 1)
    shown = waiting[:MOST_AT_HOME]
    over = (FINISHED, ABORTED)
    pending = kept.list_pending(view, me.id)
    return {
        "turn": [each for each in shown if words.is_on_turn(each, me)],
        "waiting": [each for each in shown if not words.is_on_turn(each, me)],
        "more": len(waiting) > len(shown),
        "finished": stored.list_games(view, Filter(LATEST, player=me.name, statuses=over)),
        "to_me": challenges.to_me(pending, me),
        "mine": challenges.of_me(pending, me),
    }


def _number(name: str) -> int | None:
    """A parameter that should be a number; anything else is as good as none."""
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None
