"""Abstract Play's game record ("gamerecord 1-0-0"): a finished game as one JSON document.

A header, and the moves in rounds with one entry a seat. Their own key `reason` in the header is ours:
it tells an end more exactly than the last "move" does, and wins when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from notation.diagnostics import Fault, fault
from notation.games import GAMES, game_of_title
from notation.grammar import clip
from notation.record import UNKNOWN_NAME, Player, Ply, Record, Result, Where
from notation.starts import first_side, start_fault
from notation.tag_values import REASONS
from notation.tags import unknown_game
from notation.writable import must_be_writable

from .abstract_play import (
    END_WORDS,
    UNREADABLE,
    canonical_moves,
    end_word,
    lost_settings,
    natural_reason,
    read_variants,
)
from .format import Written
from .losses import lost_remarks, lost_tags
from .shape import Shape

TITLE = "Abstract Play's record"

_SEATS = 2
_ID_TAG = "SiteGameId"
_FLAGS = {"Unrated": "unrated", "Pied": "pied"}
_KEPT = ("Event", "Round", "Site", _ID_TAG, *_FLAGS)
_DATES = ("date-start", "date-end", "date-generated")
_GIVEN = ("game", "site", "event", "round", "players", "startingPosition", "reason")
_HEADER = (*_GIVEN, *_DATES, "unrated", "pied", "pie-invoked")
_PLAYER = ("name", "userid", "rating", "is_ai", "result", "seat")


def recognises(document: object) -> bool:
    """Whether a JSON value looks like a record of theirs."""
    return isinstance(document, dict) and {"header", "moves"} <= document.keys()


def load(document: object) -> tuple[Record | None, tuple[Fault, ...]]:
    """The record that a document tells, as far as it can be told, and what is wrong with it."""
    shape = Shape()
    top = shape.top(document)
    shape.only(top, ("header", "moves"), "")
    header = shape.part(top, "header", "")
    shape.rest(header, _HEADER, "/header")
    game_part = shape.part(header, "game", "/header")
    shape.only(game_part, ("name", "variants"), "/header/game")
    name = shape.get(game_part, "name", str, "/header/game")
    game = None if name is None else game_of_title(name)
    if name is not None and game is None:
        shape.faults.append(unknown_game(name, "/header/game/name"))
    variants = _variants(shape, game, game_part)
    entries, cut = _entries(shape, top)
    record = _header(shape, header, Record(game or "", variants, cut=cut))
    record = _finish(shape, header, entries, record)
    return None if game is None else record, shape.found()


class _Entry(NamedTuple):
    """A move as it stands in a round: where, in which seat, and its remark."""

    word: str
    where: str
    seat: int
    remark: str


def _entries(shape: Shape, top: Mapping[str, Any]) -> tuple[list[_Entry], int | None]:
    """The moves in their order, and how many come before one that cannot be told (None: all can)."""
    found: list[_Entry] = []
    cuts = []
    for pointer, entries in shape.all_items(top, "moves", list, ""):
        if entries is None:
            cuts.append(len(found))
            continue
        of_round = [
            _entry(shape, entry, f"{pointer}/{index}", index + 1)
            for index, entry in enumerate(entries[:_SEATS])
            if entry is not None
        ]
        if None in of_round:
            cuts.append(len(found) + of_round.index(None))
        # by `sequence` where the turns of a round were not taken in the order of the seats
        found += [each for _, each in sorted(filter(None, of_round), key=lambda pair: pair[0])]
        if len(entries) > _SEATS:
            shape.wrong(pointer, "A round has one entry for each of two players, not more.")
            cuts.append(len(found))
    if "moves" not in top:
        cuts.append(0)
    return found, min(cuts, default=None)


def _entry(shape: Shape, entry: object, pointer: str, seat: int) -> tuple[int, _Entry] | None:
    """A move with its place in the order of its round; None when one of them cannot be told."""
    if isinstance(entry, str):
        return seat, _Entry(entry, pointer, seat, "")
    if not isinstance(entry, dict):
        shape.wrong(pointer, "A move is a text, an object with a `move`, or null.")
        return None
    shape.only(entry, ("move", "sequence", "result"), pointer)
    word = shape.get(entry, "move", str, pointer)
    sequence = shape.maybe(entry, "sequence", int, pointer)
    remark = entry.get("result")
    if remark is not None and not isinstance(remark, str):
        shape.unread(f"{pointer}/result")
    if word is None or shape.broken(f"{pointer}/sequence"):
        return None
    text = " ".join(remark.split()) if isinstance(remark, str) else ""
    return seat if sequence is None else sequence, _Entry(word, f"{pointer}/move", seat, text)


def _variants(shape: Shape, game: str | None, part: Mapping[str, Any]) -> tuple[str, ...]:
    given = list(shape.items(part, "variants", str, "/header/game")) if "variants" in part else []
    words: tuple[str, ...] = ()
    if game is not None:
        words, faults = read_variants(game, given)
        shape.faults.extend(faults)
    return (*words, UNREADABLE) if shape.broken("/header/game/variants") else words


def _header(shape: Shape, header: Mapping[str, Any], record: Record) -> Record:
    site = shape.part(header, "site", "/header")
    shape.only(site, ("name", "gameid"), "/header/site")
    number = site.get("gameid")
    if number is not None and (
        isinstance(number, bool) or not isinstance(number, int | float | str)
    ):
        shape.wrong("/header/site/gameid", "There should be a text or a number here.")
        number = None
    place = shape.maybe(site, "name", str, "/header/site")
    found = {
        "Event": shape.maybe(header, "event", str, "/header"),
        "Site": None if place == UNKNOWN_NAME else place,
        "Round": shape.maybe(header, "round", str, "/header"),
        _ID_TAG: None if number is None else str(number),
    }
    pied = shape.maybe(header, "pie-invoked", bool, "/header")
    flags = {
        "Unrated": shape.maybe(header, "unrated", bool, "/header"),
        "Pied": shape.maybe(header, "pied", bool, "/header") or pied,
    }
    tags = [(name, text) for name, text in found.items() if text]
    tags += [(name, "yes") for name, flag in flags.items() if flag]
    start = shape.maybe(header, "startingPosition", str, "/header")
    return replace(
        record,
        tags=tuple(tags),
        start=UNREADABLE if shape.broken("/header/startingPosition") else start,
        started=shape.time(header, "date-start", "/header"),
        ended=shape.time(header, "date-end", "/header"),
    )


def _finish(
    shape: Shape, header: Mapping[str, Any], entries: list[_Entry], record: Record
) -> Record:
    """The record with its players, plies and outcome."""
    players, results = _players(shape, header)
    word = entries[-1].word.strip().casefold() if entries else ""
    ended = END_WORDS.get(word)
    played = entries[:-1] if ended else entries
    where: dict[str, Where] = {
        "game": "/header/game/name",
        "variants": "/header/game/variants",
        "start": "/header/startingPosition",
        "started": "/header/date-start",
        "ended": "/header/date-end",
        "result": "/header/players",
        "reason": "/header/reason" if "reason" in header else "/header/players",
    }
    plies = tuple(
        Ply(entry.word, comments=(entry.remark,) if entry.remark else (), where=entry.where)
        for entry in played
    )
    record = replace(record, players=players, plies=plies, where=where)
    unreadable = UNREADABLE in (*record.variants, record.start)
    if record.game and not unreadable and not any(each.code == "V01" for each in shape.faults):
        found = start_fault(record)
        if found is None:
            record = _in_turn(shape, played, record)
        else:
            shape.faults.append(found)
    if results is None:
        _reason(shape, header, ended, record, None)
        cut = len(plies) if record.cut is None else record.cut
        return replace(record, cut=cut)  # nobody knows the outcome, so it is not judged
    winner = None
    if results[0] != results[1]:
        winner = 1 if results[0] > results[1] else 2
    return replace(record, outcome=Result(winner, _reason(shape, header, ended, record, winner)))


def _in_turn(shape: Shape, played: list[_Entry], record: Record) -> Record:
    """The record, cut before the first move that stands in the other player's seat."""
    side = first_side(record)
    for ply, entry in enumerate(played[: record.cut]):
        if entry.seat != (side + ply - 1) % _SEATS + 1:
            shape.wrong(entry.where, f"It is not the turn of player {entry.seat} here.")
            return replace(record, cut=ply)
    return record


def _reason(
    shape: Shape,
    header: Mapping[str, Any],
    ended: str | None,
    record: Record,
    winner: int | None,
) -> str | None:
    if "reason" not in header:
        return ended or (natural_reason(record, winner) if record.cut is None else None)
    reason = shape.maybe(header, "reason", str, "/header")
    if reason is None or reason in REASONS:
        return reason
    shape.faults.append(fault("T07", "/header/reason", value=clip(reason)))
    return None


def _players(
    shape: Shape, header: Mapping[str, Any]
) -> tuple[tuple[Player, Player], tuple[int, int] | None]:
    """The players, and their results if all is said about who won."""
    found: list[Player] = []
    results: list[int | None] = []
    for pointer, given in shape.all_items(header, "players", dict, "/header"):
        if given is None:
            found.append(Player())
            results.append(None)
            continue
        shape.rest(given, _PLAYER, pointer)
        name = shape.get(given, "name", str, pointer) or UNKNOWN_NAME
        if not name.strip() or name == _nobody(len(found) + 1):
            name = UNKNOWN_NAME
        player = Player(
            name,
            shape.maybe(given, "userid", str, pointer),
            shape.maybe(given, "rating", int, pointer),
            shape.maybe(given, "is_ai", bool, pointer) or False,
        )
        found.append(player)
        results.append(shape.get(given, "result", int, pointer))
    if len(found) != _SEATS:
        if isinstance(header.get("players"), list):
            shape.wrong("/header/players", f"There should be two players, not {len(found)}.")
        return (Player(), Player()), None
    one, two = results
    return (found[0], found[1]), None if one is None or two is None else (one, two)


def _nobody(seat: int) -> str:
    return f"Player {seat}"


def write(record: Record) -> Written:
    """The record as text; refused while the game goes on, or without the dates of its ends.

    Raises `NotARecord`.
    """
    must_be_writable(record)
    if record.outcome is None:
        return Written(None, (fault("L08", record.where.get("result", ""), format=TITLE),))
    missing = [name for name in ("started", "ended") if getattr(record, name) is None]
    if missing:
        fields = " and ".join(name.capitalize() for name in missing)
        return Written(None, (fault("L07", "", format=TITLE, fields=fields),))
    header = _dump_header(record, record.outcome)
    document = {"header": header, "moves": _dump_rounds(record)}
    names = [name for name, value in record.tags if not _is_kept(name, value)]
    names += ["TimeControl"] if record.time_control is not None else []
    losses = (
        *lost_settings(record, TITLE),
        *lost_remarks(record, TITLE),
        *lost_tags(names, TITLE),
    )
    return Written(json.dumps(document, indent=2) + "\n", losses)


def _is_kept(name: str, value: str) -> bool:
    return name in _KEPT and (name not in _FLAGS or value == "yes")


def _dump_header(record: Record, outcome: Result) -> dict[str, Any]:
    tags = dict(record.tags)
    site = {"name": tags.get("Site", UNKNOWN_NAME)}
    header: dict[str, Any] = {
        "game": {"name": GAMES[record.game].title, "variants": list(record.variants)},
        "site": site | ({"gameid": tags[_ID_TAG]} if _ID_TAG in tags else {}),
        "date-start": record.started,
        "date-end": record.ended,
        "date-generated": record.ended,
        "players": _dump_players(record, outcome),
        "reason": outcome.reason,
    }
    header |= {name.lower(): tags[name] for name in ("Event", "Round") if name in tags}
    header |= {key: True for name, key in _FLAGS.items() if tags.get(name) == "yes"}
    if record.start is not None:
        header["startingPosition"] = record.start
    return header


def _dump_players(record: Record, outcome: Result) -> list[dict[str, Any]]:
    """The players; a draw makes both winners, as theirs does, and a game without a result neither."""
    drawn = outcome.winner is None and outcome.reason != "aborted"
    players: list[dict[str, Any]] = []
    for seat, player in enumerate(record.players, 1):
        name = _nobody(seat) if player.name == UNKNOWN_NAME else player.name
        told: dict[str, Any] = {"name": name, "result": int(drawn or outcome.winner == seat)}
        told |= {} if player.id is None else {"userid": player.id}
        told |= {} if player.rating is None else {"rating": player.rating}
        told |= {"is_ai": True} if player.bot else {}
        players.append(told)
    if players[0] == players[1]:  # their schema refuses two players who are equal in everything
        return [player | {"seat": seat} for seat, player in enumerate(players, 1)]
    return players


def _dump_rounds(record: Record) -> list[list[str | None]]:
    before = first_side(record) - 1
    entries: list[str | None] = [*([None] * before), *canonical_moves(record)]
    word = end_word(record.outcome)
    if word is not None:
        entries.append(word)
    return [entries[at : at + _SEATS] for at in range(0, len(entries), _SEATS)]
