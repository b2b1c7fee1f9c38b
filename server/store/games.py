"""Games and their two logs: moves, one a ply, and all else that happens. The logs are only added to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Outcome, Side
from server.game import ACTIVE, FINISHED, Change, Game, Offer, Played, Seat

from .database import Connection, Transaction

COLUMNS = (
    "id, game, variants, seat1, seat2, name1, name2, bot1, bot2, start, start_digest, position,"
    " created, updated, imported_by, ply, line, version, to_move, occurrences, last_move, offers,"
    " status, winner, reason"
)
_ADD_MOVE = (
    "INSERT INTO moves (game_id, line, ply, side, move, digest, version, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_ONE = f"SELECT {COLUMNS} FROM games WHERE id = ?"  # noqa: S608  # our own names


@dataclass(frozen=True, slots=True)
class Logged:
    """A ply of the log: who moved, the canonical word, and when (None: an import does not say)."""

    side: Side
    word: str
    at: int | None


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games to list, newest first: those before the id `before`, at most `limit`."""

    limit: int
    before: int | None = None
    game: str | None = None
    player: str | None = None
    statuses: Sequence[str] = ()
    turn_of: int | None = None
    imported: bool = False


def game(db: Connection, game_id: int) -> Game | None:
    """The game with this id, as it stands."""
    row = db.one(_ONE, (game_id,))
    return None if row is None else _load(row)


def moves(db: Connection, played: Game) -> list[str]:
    """The words of the game's moves, in order."""
    # As one row: between any two rows all threads of the process compete for the interpreter.
    sql = (
        "SELECT group_concat(move, char(10))"
        " FROM (SELECT move FROM moves WHERE game_id = ? AND line = ? ORDER BY ply)"
    )
    (words,) = db.one(sql, (played.id, played.line))
    return [] if words is None else str(words).split("\n")


def log(db: Connection, played: Game) -> list[Logged]:
    """The game's log of moves, in order."""
    rows = db.all(
        "SELECT side, move, at FROM moves WHERE game_id = ? AND line = ? ORDER BY ply",
        (played.id, played.line),
    )
    return [Logged(Side(side), word, at) for side, word, at in rows]


def occurred(db: Connection, played: Game, digest: bytes) -> int:
    """How often the log has the position with this digest; the start is not in the log."""
    sql = "SELECT count(*) FROM moves WHERE game_id = ? AND line = ? AND digest = ?"
    return int(db.one(sql, (played.id, played.line, digest))[0])


def add_game(tx: Transaction, new: Game, imported_by: int | None = None) -> int:
    """Add a game as it stands, whatever its id says, and return the id that it got."""
    first, second = new.seats
    row: dict[str, object] = {
        "game": new.game,
        "variants": " ".join(new.variants),
        "seat1": first.account_id,
        "seat2": second.account_id,
        "name1": first.name,
        "name2": second.name,
        "bot1": int(first.bot),
        "bot2": int(second.bot),
        "start": new.start,
        "start_digest": new.start_digest,
        "created": new.created,
        "imported_by": imported_by,
    }
    row |= dict(zip(_STATE, _state(new), strict=True))
    row |= dict(zip(("status", "winner", "reason"), _end(new), strict=True))
    return tx.insert("games", row)


def add_moves(tx: Transaction, game_id: int, played: Sequence[Played]) -> None:
    """Add to the log all moves of a game that was played elsewhere."""
    for ply, move in enumerate(played):
        tx.execute(_ADD_MOVE, (game_id, 0, ply, int(move.side), move.word, move.digest, 0, None))


def save(tx: Transaction, change: Change) -> Game:
    """Keep a change: its move and events in the logs, its snapshot with the game."""
    after = change.game
    if change.played is not None:
        side, word, digest = change.played.side, change.played.word, change.played.digest
        ply, version, at = after.ply - 1, after.version, after.updated
        tx.execute(_ADD_MOVE, (after.id, after.line, ply, side, word, digest, version, at))
    for event in change.events:
        tx.execute(
            "INSERT INTO events (game_id, version, line, ply, kind, side, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (after.id, after.version, after.line, after.ply, event.kind, event.side, after.updated),
        )
    tx.execute(_UPDATE, (*_state(after), after.id))
    # Apart, as it changes an index, which most moves need not wait for.
    if after.status != ACTIVE:
        tx.execute(_END, (*_end(after), after.id))
    return after


def list_games(db: Connection, wanted: Filter) -> list[Game]:
    """Games newest first."""
    terms: list[tuple[str, tuple[object, ...]]] = [
        ("imported_by IS NULL" if not wanted.imported else "1", ()),
    ]
    if wanted.before is not None:
        terms.append(("id < ?", (wanted.before,)))
    if wanted.game is not None:
        terms.append(("game = ?", (wanted.game,)))
    if wanted.player is not None:
        name = wanted.player
        terms.append(("(lower(name1) = lower(?) OR lower(name2) = lower(?))", (name, name)))
    if wanted.statuses:
        marks = ", ".join("?" * len(wanted.statuses))
        terms.append((f"status IN ({marks})", tuple(wanted.statuses)))
    if wanted.turn_of is not None:
        mine = "((seat1 = ? AND to_move = 1) OR (seat2 = ? AND to_move = 2))"
        terms.append((mine, (wanted.turn_of, wanted.turn_of)))
    where = " AND ".join(term for term, _ in terms)
    values = [value for _, values in terms for value in values]
    sql = f"SELECT {COLUMNS} FROM games WHERE {where} ORDER BY id DESC LIMIT ?"  # noqa: S608  # our own terms
    return [_load(row) for row in db.all(sql, (*values, wanted.limit))]


_STATE = (
    "position",
    "updated",
    "ply",
    "line",
    "version",
    "to_move",
    "occurrences",
    "last_move",
    "offers",
)
_UPDATE = f"UPDATE games SET {', '.join(f'{name} = ?' for name in _STATE)} WHERE id = ?"  # noqa: S608  # our own names
_END = "UPDATE games SET status = ?, winner = ?, reason = ? WHERE id = ?"


def _state(after: Game) -> tuple[object, ...]:
    """The values of the columns `_STATE`."""
    return (
        after.position,
        after.updated,
        after.ply,
        after.line,
        after.version,
        after.to_move,
        after.occurrences,
        after.last_move,
        _dump_offers(after.offers),
    )


def _end(after: Game) -> tuple[object, ...]:
    """The values of status, winner and reason."""
    outcome = after.outcome or Outcome(None, "")
    return after.status, outcome.winner, outcome.reason or None


def _dump_offers(offers: tuple[Offer, ...]) -> str:
    if not offers:
        return "[]"
    return json.dumps([[offer.kind, int(offer.by), offer.ply, offer.version] for offer in offers])


def _load_offers(text: str) -> tuple[Offer, ...]:
    if text == "[]":
        return ()
    return tuple(Offer(kind, Side(by), ply, version) for kind, by, ply, version in json.loads(text))


def _load(row: tuple[Any, ...]) -> Game:
    winner, status, reason = row[23], row[22], row[24]
    ended = status == FINISHED or reason is not None
    return Game(
        id=row[0],
        game=row[1],
        variants=tuple(row[2].split()),
        seats=(Seat(row[5], row[3], bool(row[7])), Seat(row[6], row[4], bool(row[8]))),
        start=row[9],
        start_digest=row[10],
        position=row[11],
        created=row[12],
        updated=row[13],
        imported=row[14] is not None,
        ply=row[15],
        line=row[16],
        version=row[17],
        to_move=None if row[18] is None else Side(row[18]),
        occurrences=row[19],
        last_move=row[20],
        offers=_load_offers(row[21]),
        status=status,
        outcome=Outcome(None if winner is None else Side(winner), reason or "") if ended else None,
    )
