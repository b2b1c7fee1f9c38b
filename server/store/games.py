"""Games and their two logs: moves, one a ply, and all else that happens. The logs are only added to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine import Outcome, Side
from server.game import ACTIVE, FINISHED, Change, Game, Offer, Played, Seat

from . import clocks, trees
from .database import Connection, Transaction

COLUMNS = (
    "id, game, variants, seat1, seat2, name1, name2, bot1, bot2, start, start_digest, position,"
    " created, updated, imported_by, ply, line, version, to_move, occurrences, last_move, offers,"
    f" status, winner, reason, rematch, ended, turned, {', '.join(clocks.LOADED)}"
)
_ADD_MOVE = (
    "INSERT INTO moves (game_id, line, ply, side, move, digest, version, at, clock)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_ADD_EVENT = (
    "INSERT INTO events (game_id, version, line, ply, kind, side, value, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
# A new line is whole: what is kept of the old one stands in both, and the old one stays as it was.
_ADD_LINE = (
    "INSERT INTO moves (game_id, line, ply, side, move, digest, version, at, clock)"
    " SELECT game_id, ?, ply, side, move, digest, version, at, clock FROM moves"
    " WHERE game_id = ? AND line = ? AND ply < ?"
)
_ONE = f"SELECT {COLUMNS} FROM games WHERE id = ?"  # noqa: S608  # our own names


@dataclass(frozen=True, slots=True)
class Logged:
    """A ply of the log: who moved, the canonical word, when, and the mover's seconds left.

    An import tells neither of the times; a game without a clock has no seconds.
    """

    side: Side
    word: str
    at: int | None
    clock: int | None


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


class Place(NamedTuple):
    """Where a game stands among those of one account: whether it waits there, since when, and the id."""

    waits: int
    turned: int
    id: int

    @classmethod
    def of(cls, played: Game, account_id: int) -> Place:
        """The place of a game of the account that goes on."""
        waits = played.to_move is not played.side_of(account_id)
        return cls(int(waits), played.turned, played.id)


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
        "SELECT side, move, at, clock FROM moves WHERE game_id = ? AND line = ? ORDER BY ply",
        (played.id, played.line),
    )
    return [Logged(Side(side), word, at, clock) for side, word, at, clock in rows]


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
        "clock": clocks.dump_control(new.clock.control),
    }
    row |= dict(zip(_STATE, _state(new), strict=True))
    row |= dict(zip(("status", "winner", "reason"), _end(new), strict=True))
    return tx.insert("games", row)


def add_moves(tx: Transaction, game_id: int, played: Sequence[Played]) -> None:
    """Add to the log all moves of a game that was played elsewhere."""
    for ply, move in enumerate(played):
        values = (game_id, 0, ply, int(move.side), move.word, move.digest, 0, None, None)
        tx.execute(_ADD_MOVE, values)


def save(tx: Transaction, change: Change) -> Game:
    """Keep a change: its move and events in the logs, its snapshot with the game."""
    after = change.game
    if change.played is not None:
        side, word, digest = change.played.side, change.played.word, change.played.digest
        place, version, at = (after.id, after.line, after.ply - 1), after.version, after.updated
        tx.execute(_ADD_MOVE, (*place, side, word, digest, version, at, change.played.clock))
    if change.kept is not None:
        tx.execute(_ADD_LINE, (after.line, after.id, after.line - 1, change.kept))
        trees.lapse_all(tx, after, trees.TAKEN_BACK)
    for event in change.events:
        stand, at = (after.id, after.version, after.line, after.ply), after.updated
        tx.execute(_ADD_EVENT, (*stand, event.kind, event.side, event.value, at))
    tx.execute(_UPDATE, (*_state(after), after.id))
    # Apart, as it changes an index, which most moves need not wait for.
    if after.status != ACTIVE:
        tx.execute(_END, (*_end(after), after.rematch, after.ended, after.id))
        trees.lapse_all(tx, after, trees.GAME_OVER)
    return after


def due(db: Connection, before: int, limit: int) -> list[Game]:
    """Games that fell due before a moment, those that did first at the front."""
    sql = f"SELECT {COLUMNS} FROM games WHERE deadline_at < ? ORDER BY deadline_at LIMIT ?"  # noqa: S608  # our own names
    return [_load(row) for row in db.all(sql, (before, limit))]


def set_deadline(tx: Transaction, played: Game) -> None:
    """Let the index of what falls due say of the game what its clock says."""
    due_at = None if played.to_move is None else played.clock.due(played.to_move)
    tx.execute("UPDATE games SET deadline_at = ? WHERE id = ?", (due_at, played.id))


def active_of(db: Connection, account_id: int) -> list[Game]:
    """The games that the account plays in and that go on."""
    # Each seat by its own index: with OR there is none for both.
    sql = " UNION ".join(
        f"SELECT {COLUMNS} FROM games WHERE {seat} = ? AND status = '{ACTIVE}'"  # noqa: S608  # our own names
        for seat in ("seat1", "seat2")
    )
    return [_load(row) for row in db.all(sql, (account_id, account_id))]


def list_waiting(
    db: Connection, account_id: int, *, after: Place | None = None, limit: int
) -> list[Game]:
    """The account's games that go on, as they wait for it.

    First those in which it is to move, then those in which it waits, and of each kind those first in
    which that has been so for longest; only those that come after a place.
    """
    start = after or Place(-1, 0, 0)
    sql = " UNION ALL ".join(
        f"SELECT *, to_move <> {side} AS waits FROM games"  # noqa: S608  # our own names
        f" WHERE seat{side} = ? AND status = '{ACTIVE}'"
        for side in (1, 2)
    )
    sql = (
        f"SELECT {COLUMNS} FROM ({sql}) WHERE (waits, turned, id) > (?, ?, ?)"  # noqa: S608  # the same
        " ORDER BY waits, turned, id LIMIT ?"
    )
    return [_load(row) for row in db.all(sql, (account_id, account_id, *start, limit))]


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
    "turned",
    "ply",
    "line",
    "version",
    "to_move",
    "occurrences",
    "last_move",
    "offers",
    *clocks.COLUMNS,
)
_UPDATE = f"UPDATE games SET {', '.join(f'{name} = ?' for name in _STATE)} WHERE id = ?"  # noqa: S608  # our own names
_END = "UPDATE games SET status = ?, winner = ?, reason = ?, rematch = ?, ended = ? WHERE id = ?"


def _state(after: Game) -> tuple[object, ...]:
    """The values of the columns `_STATE`."""
    return (
        after.position,
        after.updated,
        after.turned,
        after.ply,
        after.line,
        after.version,
        after.to_move,
        after.occurrences,
        after.last_move,
        _dump_offers(after.offers),
        *clocks.dump_clock(after.clock, after.to_move),
    )


def _end(after: Game) -> tuple[object, ...]:
    """The values of status, winner and reason."""
    outcome = after.outcome or Outcome(None, "")
    return after.status, outcome.winner, outcome.reason or None


def _dump_offers(offers: tuple[Offer, ...]) -> str:
    if not offers:
        return "[]"
    rows = [(offer.kind, offer.by, offer.ply, offer.version, offer.term) for offer in offers]
    return json.dumps(rows)


def _load_offers(text: str) -> tuple[Offer, ...]:
    if text == "[]":
        return ()
    return tuple(Offer(kind, Side(by), *rest) for kind, by, *rest in json.loads(text))


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
        rematch=row[25],
        ended=row[26],
        turned=row[27],
        clock=clocks.load_clock(row[28:]),
    )
