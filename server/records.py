"""Games as records: one that was played here is told from its log, one that was imported is kept whole.

An imported game is a game like any other, but over: nobody plays it, and it is never rated.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice

from engine import AnyPosition, Outcome, Side
from notation.checks import check_records
from notation.json_record import dump_record, load_record
from notation.moves import read_word, write_move, write_position
from notation.reading import Reading
from notation.record import Player, Ply, Record, Result
from notation.starts import start_position

from . import positions
from .game import ABORTED, FINISHED, Game, Played, Seat
from .refusals import Refusal
from .store import Connection, Transaction, games, records
from .store.accounts import Account

SMALL_FILE = 1 << 18
BYTES_A_RECORD = 256
FAULTS_A_RECORD = 100


@dataclass(frozen=True, slots=True)
class Imported:
    """A record made ready to be kept: its game as it ended, its moves, and the whole of it as JSON."""

    game: Game
    moves: tuple[Played, ...]
    kept: records.Kept


@lru_cache(maxsize=1024)
def dump_time(seconds: int) -> str:
    """A time as RFC 3339, UTC with Z."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def record_of(view: Connection, game: Game) -> Record:
    """The record of a game."""
    if game.imported:
        return load_record(json.loads(records.record(view, game.id)))
    first, second = (Player(seat.name, bot=seat.bot) for seat in game.seats)
    return Record(
        game=game.game,
        variants=game.variants,
        players=(first, second),
        start=game.start,
        time_control=game.clock.control,
        started=dump_time(game.created),
        ended=None if game.ended is None else dump_time(game.ended),
        plies=tuple(
            Ply(logged.word, None if logged.at is None else dump_time(logged.at), logged.clock)
            for logged in games.log(view, game)
        ),
        outcome=_result(game),
    )


def read_file(content: bytes) -> list[Reading]:
    """The records of a file in any format, each checked by the rules; refuses `body_too_large`.

    A file with many more records than there could be games in it is not read to its end.
    """
    most = max(SMALL_FILE, len(content)) // BYTES_A_RECORD
    readings = list(islice(check_records(content, most=FAULTS_A_RECORD), most + 1))
    if len(readings) > most:
        detail = f"A file of this size may hold {most} records at most; send it in parts."
        raise Refusal("body_too_large", detail, most=most)
    return readings


def prepare(readings: Sequence[Reading], now: int) -> list[Imported] | None:
    """The records of a file, ready to be kept; None when one of them has an error."""
    sound = [reading.record for reading in readings if reading.ok and reading.record is not None]
    if len(sound) < len(readings):
        return None
    return [_prepare(record, now) for record in sound]


def keep(tx: Transaction, account: Account, imported: Imported) -> int:
    """Keep an imported game, and return the id that it got."""
    game_id = games.add_game(tx, imported.game, account.id)
    games.add_moves(tx, game_id, imported.moves)
    records.add_record(tx, game_id, imported.kept)
    return game_id


def _prepare(record: Record, now: int) -> Imported:
    start = start_position(record)
    moves, end = _play(start, record)
    digest = positions.digest(start)
    times = [digest, *(move.digest for move in moves)].count(moves[-1].digest if moves else digest)
    status, outcome = _ending(record.outcome)
    first, second = (Seat(player.name, None, player.bot) for player in record.players)
    game = Game(
        id=0,
        game=record.game,
        variants=record.variants,
        seats=(first, second),
        start=record.start,
        start_digest=digest,
        position=write_position(end),
        created=now,
        updated=now,
        imported=True,
        ply=len(moves),
        to_move=None,
        occurrences=times,
        last_move=moves[-1].word if moves else None,
        status=status,
        outcome=outcome,
    )
    text = json.dumps(dump_record(record), ensure_ascii=False, separators=(",", ":"))
    return Imported(game, moves, records.Kept(text, record.started, record.ended))


def _play(start: AnyPosition, record: Record) -> tuple[tuple[Played, ...], AnyPosition]:
    """The moves of a record that has been found sound, and the position after them."""
    position, moves = start, []
    for ply in record.plies:
        move = read_word(ply.move, position)
        word, side = write_move(move, position), position.to_move
        position = position.apply(move)
        moves.append(Played(side, word, positions.digest(position)))
    return tuple(moves), position


def _ending(result: Result | None) -> tuple[str, Outcome | None]:
    """Status and outcome of an imported game: one that says of no result was abandoned elsewhere."""
    if result is None:
        return ABORTED, None
    winner = None if result.winner is None else Side(result.winner)
    outcome = Outcome(winner, result.reason or "")
    return (ABORTED if result.reason == ABORTED else FINISHED), outcome


def _result(game: Game) -> Result | None:
    if game.outcome is None:
        return None
    winner = None if game.outcome.winner is None else int(game.outcome.winner)
    return Result(winner, game.outcome.reason or None)
