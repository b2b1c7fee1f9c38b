"""Conditional moves, and the notices of what came of them: their owner's alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response

from server import play
from server.conditionals import Draft, tell_tree
from server.game import Game
from server.play import Playing
from server.records import dump_time
from server.service import arrival
from server.store import Connection, Transaction, notices, trees
from server.store.accounts import Account, Holder
from server.store.notices import Notice

from .actions import Fields, act, number, show_own
from .bodies import page, query
from .callers import must_have
from .games import judged_ahead, paged, read_at
from .replies import Reply, reply

blueprint = Blueprint("conditionals", __name__)
PATH = "/games/<game_id>/conditionals"
_Own = tuple[Game, Account, Playing]


@blueprint.get(PATH)
def show_conditionals(game_id: str) -> Response:
    """The caller's own conditional moves in a game."""

    def do(view: Connection, holder: Holder) -> Reply:
        game = play.find_game(view, number(game_id))
        must_have(holder, "read")
        play.take_seat(game, holder.account.id)
        query()
        return reply(_dump(view, game, holder.account))

    return show_own(do)


@blueprint.put(PATH)
def put_conditionals(game_id: str) -> Response:
    """Leave conditional moves in the place of those left before."""

    def do(tx: Transaction, own: _Own, fields: Fields) -> Reply:
        game, account, playing = own
        play.leave_conditionals(tx, playing, read_at(fields), fields["tree"], now=arrival())
        return reply(_dump(tx, game, account))

    def prepare(account: Account, fields: Fields) -> Fields:
        draft = Draft(fields["tree"])
        return {**fields, "tree": judged_ahead(game_id, account, draft)}

    return act("play", "conditionals", _finder(game_id), _admit, do, prepare=prepare)


@blueprint.delete(PATH)
def drop_conditionals(game_id: str) -> Response:
    """Forget the caller's conditional moves."""

    def do(tx: Transaction, own: _Own, _: Fields) -> Reply:
        game, account, _playing = own
        trees.drop(tx, game.id, account.id)
        return Reply(204)

    return act("play", "empty", _finder(game_id), _admit, do)


@blueprint.get("/games/<game_id>/notices")
def list_notices(game_id: str) -> Response:
    """What the caller alone is told of a game, newest first."""

    def do(view: Connection, holder: Holder) -> Reply:
        game = play.find_game(view, number(game_id))
        must_have(holder, "read")
        play.take_seat(game, holder.account.id)
        part = page(query("cursor", "limit"))
        found = notices.of_account(
            view, game.id, holder.account.id, before=part.before, limit=part.limit + 1
        )
        return paged([_dump_notice(notice) for notice in found], part.limit)

    return show_own(do)


def _finder(game_id: str) -> Callable[[Transaction, Account], Game]:
    return lambda tx, _: play.find_game(tx, number(game_id))


def _admit(game: Game, account: Account) -> _Own:
    return game, account, play.take_seat(game, account.id)


def _dump(db: Connection, game: Game, account: Account) -> dict[str, Any]:
    tree = trees.of_account(db, game.id, account.id)
    if tree is None:
        return {"ply": game.ply, "line": game.line, "tree": [], "saved": None}
    return {
        "ply": tree.ply,
        "line": tree.line,
        "tree": tell_tree(tree.text, tree.root),
        "saved": dump_time(tree.saved),
    }


def _dump_notice(notice: Notice) -> dict[str, object]:
    return {
        "id": str(notice.number),
        "kind": notice.kind,
        "line": notice.line,
        "ply": notice.ply,
        "at": dump_time(notice.at),
        **notice.told,
    }
