"""Games: lists, states, and what players do in them."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Blueprint, Response, request

from server import agreement, play
from server.conditionals import Draft
from server.game import ABORTED, ACTIVE, FINISHED, At, Game
from server.offers import KINDS, TAKEBACK
from server.play import Playing
from server.refusals import Refusal
from server.service import arrival, service
from server.store import Connection, Transaction, games
from server.store.accounts import Account, Holder

from .actions import Fields, act, number, show
from .bodies import bad_query, one_of, page, query
from .callers import must_have
from .replies import Reply, reply
from .states import dump_full_state, dump_state

blueprint = Blueprint("games", __name__)

ACTIONS: dict[str, play.Action] = {
    "resign": play.resign,
    "draw-claim": play.claim_draw,
    "timeout-claim": play.claim_timeout,
    "resume": play.resume,
    **agreement.ACTIONS,
}
TAKEBACK_OFFER = "takeback-offer"
PLAIN = [action for action in ACTIONS if action != TAKEBACK_OFFER]
CONDITIONALS = "conditionals"
LATER_FIELDS = ("rated",)
_PLACE = re.compile(r"[01]-[0-9]{1,18}-[0-9]{1,18}")


@blueprint.get("/games")
def list_games() -> Response:
    """Games that are played here, newest first, as states without moves; or one's own as they wait."""

    def do(view: Connection, holder: Holder | None) -> Reply:
        if "order" in request.args:
            return _list_waiting(view, _whose_turn(holder, "order=waiting"))
        turn_of = _whose_turn(holder, "turn=mine") if "turn" in request.args else None
        given = query("player", "status", "turn", "cursor", "limit")
        status = one_of(given, "status", (ACTIVE, FINISHED, ABORTED))
        one_of(given, "turn", ("mine",))
        part = page(given)
        wanted = games.Filter(
            limit=part.limit + 1,
            before=part.before,
            player=given.get("player"),
            statuses=() if status is None else (status,),
            turn_of=turn_of,
        )
        found = games.list_games(view, wanted)
        return paged([dump_state(game) for game in found], part.limit)

    return show(do)


@blueprint.get("/games/<game_id>")
def show_game(game_id: str) -> Response:
    """The state of a game; `legal=1` adds the legal moves."""

    def do(view: Connection, _: Holder | None) -> Reply:
        game = play.find_game(view, number(game_id))
        legal = one_of(query("legal"), "legal", ("0", "1")) == "1"
        if request.if_none_match.contains_weak(str(game.version)):
            return Reply(304, headers={"ETag": etag(game)})
        return reply(dump_full_state(view, game, legal), ETag=etag(game))

    return show(do)


@blueprint.post("/games/<game_id>/moves")
def submit_move(game_id: str) -> Response:
    """Play a move."""

    def do(tx: Transaction, playing: Playing, fields: Fields) -> Reply:
        game = play.submit_move(
            tx,
            playing,
            read_at(fields),
            fields["move"],
            seen=fields.get("seen"),
            offer_draw=fields.get("offer_draw", False),
            conditionals=fields[CONDITIONALS],
            message=fields.get("message"),
            now=arrival(),
        )
        state = dump_full_state(tx, game)
        ply = fields["ply"]
        state["accepted"] = {"ply": ply, "move": state["moves"][ply]}
        return reply(state, 201, ETag=etag(game))

    def prepare(account: Account, fields: Fields) -> Fields:
        if not fields.get(CONDITIONALS):
            return {**fields, CONDITIONALS: None}
        draft = Draft(fields[CONDITIONALS], f"/{CONDITIONALS}")
        return {**fields, CONDITIONALS: judged_ahead(game_id, account, draft, fields["move"])}

    def find(tx: Transaction, _: Account) -> Game:
        return play.find_game(tx, number(game_id))

    return act("play", "move", find, seat, do, prepare=prepare)


@blueprint.post(f"/games/<game_id>/<any({', '.join(map(repr, PLAIN))}):action>")
def change_game(game_id: str, action: str) -> Response:
    """Resign, claim a draw, or make, accept or decline an offer."""

    def do(tx: Transaction, playing: Playing, fields: Fields) -> Game:
        return ACTIONS[action](tx, playing, read_at(fields), arrival())

    return _act(game_id, "action", do)


@blueprint.post(f"/games/<game_id>/{TAKEBACK_OFFER}")
def offer_takeback(game_id: str) -> Response:
    """Ask to go back, to a ply or to before one's own last move."""

    def do(tx: Transaction, playing: Playing, fields: Fields) -> Game:
        kind, term, now = KINDS[TAKEBACK], fields.get("to"), arrival()
        return agreement.offer(tx, playing, read_at(fields), now, kind=kind, term=term)

    return _act(game_id, "takeback", do)


def etag(game: Game) -> str:
    """The version of a game as an entity tag."""
    return f'"{game.version}"'


def paged(items: list[dict[str, object]], limit: int) -> Reply:
    """One part of a list of `limit` items, from up to one item more."""
    more = len(items) > limit
    return reply({"items": items[:limit], "next": items[limit - 1]["id"] if more else None})


def refuse_later(fields: Fields) -> None:
    """Refuse `not_supported` {field} for fields that have a meaning later only."""
    for name in LATER_FIELDS:
        if fields.get(name) not in (None, False):
            raise _not_supported(name)


def _not_supported(name: str) -> Refusal:
    return Refusal("not_supported", f"{name!r} is not supported yet.", field=name)


def _act(
    game_id: str, schema: str, change: Callable[[Transaction, Playing, Fields], Game]
) -> Response:
    """Change a game as one of its players, and answer with its state."""

    def do(tx: Transaction, playing: Playing, fields: Fields) -> Reply:
        game = change(tx, playing, fields)
        return reply(dump_full_state(tx, game), ETag=etag(game))

    return act("play", schema, lambda tx, _: play.find_game(tx, number(game_id)), seat, do)


def seat(game: Game, account: Account) -> Playing:
    """The game for the account; refuses `not_a_player`."""
    return play.take_seat(game, account.id)


def read_at(fields: Fields) -> At:
    """The ply and line that a request was made for."""
    return At(fields["ply"], fields.get("line", 0))


def judged_ahead(game_id: str, account: Account, draft: Draft, word: str | None = None) -> Draft:
    """Conditional moves judged for the game as it stands, or after a move, without the write lock."""
    with service().database.read() as view:
        return play.judge_ahead(view, number(game_id), account.id, draft, word)


def _list_waiting(view: Connection, account_id: int) -> Reply:
    """The account's games that go on, those first that have waited for it longest."""
    given = query("order", "cursor", "limit")
    one_of(given, "order", ("waiting",))
    limit = page({name: given[name] for name in ("limit",) if name in given}).limit
    after = _place(given.get("cursor"))
    found = games.list_waiting(view, account_id, after=after, limit=limit + 1)
    more = len(found) > limit
    last = games.Place.of(found[limit - 1], account_id) if more else None
    items = [dump_state(game) for game in found[:limit]]
    return reply({"items": items, "next": None if last is None else "-".join(map(str, last))})


def _place(cursor: str | None) -> games.Place | None:
    if cursor is None:
        return None
    if not _PLACE.fullmatch(cursor):
        raise bad_query("cursor", "cursor is what `next` of the list before said.")
    return games.Place(*map(int, cursor.split("-")))


def _whose_turn(holder: Holder | None, what: str) -> int:
    if holder is None:
        raise Refusal("token_required", f"{what} needs a token, sent as `Authorization: Bearer …`.")
    must_have(holder, "read")
    return holder.account.id
