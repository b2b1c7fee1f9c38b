"""The games that can be played here, and how their moves are written."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from notation.games import GAMES, GameNotation
from server.refusals import Refusal
from server.store import Connection
from server.store.accounts import Holder

from .actions import show
from .bodies import query
from .replies import Reply, reply

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
def list_rules() -> Response:
    """All games."""

    def do(_view: Connection, _holder: Holder | None) -> Reply:
        query()
        items = [_dump(game, row) for game, row in GAMES.items()]
        return reply({"items": items, "next": None})

    return show(do)


@blueprint.get("/rules/<game>")
def show_rules(game: str) -> Response:
    """One game."""

    def do(_view: Connection, _holder: Holder | None) -> Reply:
        row = GAMES.get(game)
        if row is None:
            raise Refusal("not_found", f"There is no game {game[:40]!r} here.")
        query()
        return reply(_dump(game, row))

    return show(do)


def _dump(game: str, row: GameNotation) -> dict[str, Any]:
    return {
        "game": game,
        "title": row.title,
        "inventor": row.inventor,
        "about": row.about,
        "settings": [{"word": word.spelled, "about": word.about} for word in row.vocabulary.words],
        "moves": row.move_help,
    }
