"""Records: of one game in any format, of all games in a list, and files brought in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from notation.diagnostics import Fault, dump_diagnostic
from notation.formats import FORMATS, write_as
from notation.games import GAMES
from notation.reading import Reading
from notation.record import Record
from server import play, records
from server.game import ABORTED, FINISHED, Game
from server.refusals import Refusal
from server.service import arrival, service
from server.store import Connection, games
from server.store.accounts import Holder
from server.store.records import times

from .actions import number, once, show
from .bodies import one_of, page, query, read_bytes
from .callers import known_caller, must_have
from .games import etag, paged
from .replies import Reply, reply
from .states import dump_outcome, dump_players

blueprint = Blueprint("records", __name__)

LOSS_HEADER = "Turnpost-Loss"
FAULTS_A_FILE = 1000
WRITABLE = tuple(name for name, row in FORMATS.items() if row.write is not None)


@blueprint.get("/games/<game_id>/record")
def show_record(game_id: str) -> Response:
    """The record of a game in a format, JSON by default."""

    def do(view: Connection, _: Holder | None) -> Reply:
        game = play.find_game(view, number(game_id))
        name = one_of(query("format"), "format", WRITABLE) or "json"
        return _written(game, records.record_of(view, game), name)

    return show(do)


@blueprint.get("/records")
def list_records() -> Response:
    """Games that are over, played here or imported, newest first."""

    def do(view: Connection, _: Holder | None) -> Reply:
        given = query("game", "player", "cursor", "limit")
        one_of(given, "game", tuple(GAMES))
        part = page(given)
        wanted = games.Filter(
            limit=part.limit + 1,
            before=part.before,
            game=given.get("game"),
            player=given.get("player"),
            statuses=(FINISHED, ABORTED),
            imported=True,
        )
        found = games.list_games(view, wanted)
        told = times(view, [game.id for game in found if game.imported])
        return paged([_dump(game, *told.get(game.id, _times(game))) for game in found], part.limit)

    return show(do)


@blueprint.post("/records")
def post_records() -> Response:
    """Check the records of a file; with `import=1`, keep them, all or none."""
    holder = known_caller()
    importing = _is_importing()
    must_have(holder, "manage" if importing else "read")
    running = service()
    body, fault = read_bytes(running.config.max_import)
    if fault is not None:
        raise fault
    one_of(query("import"), "import", ("0", "1"))
    readings = records.read_file(body)
    ready = records.prepare(readings, arrival()) if importing else []
    with running.database.write() as tx:

        def do() -> Reply:
            if ready is None:
                raise Refusal("bad_records", _UNKEPT, records=_dump_readings(readings))
            if not importing:
                return reply({"records": _dump_readings(readings)})
            ids = [records.keep(tx, holder.account, one) for one in ready]
            told = zip(_dump_readings(readings), ids, strict=True)
            return reply({"records": [one | {"id": str(game_id)} for one, game_id in told]}, 201)

        done = once(tx, holder.account.id, body, do)
    return done.response()


_UNKEPT = "Some records have errors, so none was imported."


def _written(game: Game, record: Record, name: str) -> Reply:
    row = FORMATS[name]
    if not row.holds(game.game):
        raise Refusal("format_for_other_game", f"{row.title} has no {game.game}.", format=name)
    if row.finished_only and record.outcome is None:
        raise Refusal("unfinished_for_format", f"{row.title} has only finished games.", format=name)
    written = write_as(record, name)
    if written.text is None:
        losses = [{"code": each.code, "message": each.message} for each in written.losses]
        raise Refusal("not_in_format", written.losses[0].message, format=name, losses=losses)
    headers = {"Content-Type": f"{row.media_type}; charset=utf-8", "ETag": etag(game)}
    if written.losses:
        headers[LOSS_HEADER] = _losses(written.losses)
    return Reply(200, written.text.encode("utf-8"), headers)


def _losses(losses: tuple[Fault, ...]) -> str:
    """Losses in one header line: code and sentence of each, in ASCII."""
    told = "; ".join(f"{loss.code} {' '.join(loss.message.split())}" for loss in losses)
    return told.encode("ascii", "replace").decode("ascii")


def _is_importing() -> bool:
    """Whether the request is to keep what it brings; whether its query is sound is asked later."""
    return request.args.get("import") == "1"


def _dump(game: Game, started: str | None, ended: str | None) -> dict[str, Any]:
    return {
        "id": str(game.id),
        "game": game.game,
        "variants": game.variants,
        "players": dump_players(game),
        "outcome": dump_outcome(game),
        "started": started,
        "ended": ended,
    }


def _times(game: Game) -> tuple[str, str | None]:
    """When a game that was played here began and ended."""
    ended = None if game.ended is None else records.dump_time(game.ended)
    return records.dump_time(game.created), ended


def _dump_readings(readings: list[Reading]) -> list[dict[str, Any]]:
    """What is told of records; of all together so many faults, and how many more each has."""
    left, told = FAULTS_A_FILE, []
    for one in readings:
        dumped = [dump_diagnostic(each) for each in one.diagnostics[:left]]
        left -= len(dumped)
        more = one.more + len(one.diagnostics) - len(dumped)
        told.append({"ok": one.ok, "diagnostics": dumped} | ({"more": more} if more else {}))
    return told
