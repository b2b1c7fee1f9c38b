"""The JSON record to a `Record` and back, as schemas/record.json tells.

Faults are placed by JSON pointers. What the schema refuses is told and left out, and the rest is read, so
that one reading tells all that is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

from .codes import CODES
from .comments import fill_blanks, take_marks
from .diagnostics import Fault, fault
from .errors import BadSettings, NotARecord
from .games import GAMES
from .grammar import clip
from .json_shape import Broken, Json, Line, lines_of
from .record import Player, Ply, Record, Result, TimeControl, Variation
from .starts import canonical_words, start_fault
from .tag_values import is_time
from .tags import FIELDS, Tag, check_tags, unknown_game
from .writable import move_pattern, must_be_writable

FORMAT = "turnpost-record/1"


def is_record_document(document: object) -> bool:
    """Whether a JSON value says that it is a record of this format."""
    if not isinstance(document, dict):
        return False
    told = document.get("format")
    formats = told if isinstance(told, tuple) else (told,)  # a field named twice has two values
    return any(str(each).startswith("turnpost-record") for each in formats)


def load_document(document: object) -> tuple[Record | None, tuple[Fault, ...]]:
    """The record of a JSON value, as far as it can be told, and all that is wrong with it.

    There is no record (None) when the value is no object, or too much of it is broken.
    """
    lines, deep = lines_of(document)
    broken = Broken(document, lines)
    if not lines or broken.too_many:
        return None, (*broken.faults, *deep)
    loader = _Loader(cast(Json, document), lines, broken)
    return loader.record, (*broken.faults, *deep, *loader.faults)


def load_record(document: object) -> Record:
    """The record of a JSON value; raises `NotARecord` with the first of its faults."""
    record, faults = load_document(document)
    errors = [each for each in faults if CODES[each.code].severity == "error"]
    if record is None or errors:
        raise NotARecord(f"{errors[0].message} (at {errors[0].where or 'the top'})")
    return record


def dump_record(record: Record) -> Json:
    """The record as a JSON value; the lists in it are new. Raises `NotARecord`."""
    must_be_writable(record)
    document: Json = {
        "format": FORMAT,
        "game": record.game,
        "variants": list(record.variants),
        "players": [_dump_player(player) for player in record.players],
        "tags": [list(tag) for tag in record.tags],
        "start": record.start,
        "time_control": _dump_control(record.time_control),
        "started": record.started,
        "ended": record.ended,
    }
    if record.comments:
        document["comments"] = list(record.comments)
    outcome = record.outcome
    document["plies"] = _dump_plies(record.plies)
    document["outcome"] = outcome and {"winner": outcome.winner, "reason": outcome.reason}
    return document


def _dump_plies(plies: tuple[Ply, ...]) -> list[Json]:
    """The plies with all their variations, level by level."""
    dumped: list[Json] = []
    waiting = [(plies, dumped)]
    while waiting:
        line, target = waiting.pop()
        for ply in line:
            entry = _dump_ply(ply)
            if ply.variations:
                entry["variations"] = variations = []
                for variation in ply.variations:
                    inner: list[Json] = []
                    comments = {"comments": list(variation.comments)} if variation.comments else {}
                    variations.append({**comments, "plies": inner})
                    waiting.append((variation.plies, inner))
            target.append(entry)
    return dumped


def _dump_ply(ply: Ply) -> Json:
    entry: Json = {"move": ply.move}
    if ply.at is not None:
        entry["at"] = ply.at
    if ply.clock is not None:
        entry["clock"] = ply.clock
    if ply.nags:
        entry["nags"] = list(ply.nags)
    if ply.comments:
        entry["comments"] = list(ply.comments)
    return entry


def _dump_player(player: Player) -> Json:
    entry: Json = {"name": player.name}
    if player.id is not None:
        entry["id"] = player.id
    if player.rating is not None:
        entry["rating"] = player.rating
    if player.bot:
        entry["bot"] = True
    return entry


def _dump_control(control: TimeControl | None) -> Json | None:
    if control is None:
        return None
    hours = {"start": control.start, "increment": control.increment, "max": control.max}
    told = {name: value for name, value in hours.items() if value is not None}
    return {"kind": control.kind, **told, "enforcement": control.enforcement}


class _Loader:
    """Makes the record of a document, without what is broken in it.

    A line of play is cut where a move cannot be read; it is cut before its first where nobody knows
    what the moves mean, and after its last where nobody knows how the game ended.
    """

    def __init__(self, document: Json, lines: list[Line], broken: Broken) -> None:
        self.faults: list[Fault] = []
        self._document = document
        self._broken = broken
        self._game: str = self._sound("game", _UNREADABLE)
        # of a game that is not known any word may be a move
        self._word = move_pattern(self._game) if self._game in GAMES else _ANY
        self.record = self._record(lines)

    def _sound(self, field: str, otherwise: Any) -> Any:
        """The value of a field of the record, if there is nothing wrong with it."""
        return otherwise if self._broken.within(f"/{field}") else self._document[field]

    def _record(self, lines: list[Line]) -> Record:
        document = self._document
        variations = self._variations(lines)
        plies, cut = self._plies(lines[0], variations)
        outcome, known = self._outcome()
        if self._broken.at("/plies") or any(map(self._broken.within, _DECISIVE)):
            cut = 0
        elif not known and cut is None:
            cut = len(plies)
        record = Record(
            game=self._game,
            variants=self._variants(),
            players=(self._player(0), self._player(1)),
            tags=tuple(self._tags()),
            start=self._sound("start", _UNREADABLE),
            time_control=_load_control(self._sound("time_control", None)),
            started=self._time("started"),
            ended=self._time("ended"),
            comments=self._comments(document, ""),
            plies=plies,
            outcome=outcome,
            where=_WHERE,
            cut=cut,
        )
        if not any(map(self._broken.within, _DECISIVE)) and not self._unsound():
            found = start_fault(record)
            self.faults.extend([found] if found else [])
        return record

    def _unsound(self) -> bool:
        return any(each.code in ("T02", "V01") for each in self.faults)

    def _variants(self) -> tuple[str, ...]:
        given = self._document.get("variants")
        if self._broken.at("/variants") or not isinstance(given, list):
            given = [_UNREADABLE]
        words = [
            _UNREADABLE if self._broken.at(f"/variants/{index}") else word
            for index, word in enumerate(given)
        ]
        if self._game not in GAMES:
            if not self._broken.within("/game"):
                self.faults.append(unknown_game(self._game, "/game", GAMES))
            return tuple(words)
        try:
            return canonical_words(self._game, words)
        except BadSettings as error:
            for part in error.parts:
                if part.words != (_UNREADABLE,) or not self._broken.within("/variants"):
                    at_fault = [n for n, word in enumerate(words) if word in part.words]
                    where = f"/variants/{at_fault[0]}" if len(at_fault) == 1 else "/variants"
                    self.faults.append(fault("V01", where, why=str(part)))
            return tuple(words)

    def _player(self, index: int) -> Player:
        if self._broken.at("/players") or self._broken.within(f"/players/{index}"):
            return Player()
        return _load_player(self._document["players"][index])

    def _tags(self) -> Iterator[tuple[str, str]]:
        seen: set[str] = set()
        tags = [] if self._broken.at("/tags") else self._document["tags"]
        for index, tag in enumerate(tags):
            where = f"/tags/{index}"
            if self._broken.at(where) or self._broken.at(f"{where}/0"):
                continue
            name = tag[0]
            if name in FIELDS:
                why = f"The tag {name} is a field of the record, so it cannot be among its tags."
                self.faults.append(fault("S20", f"{where}/0", why=why))
            elif name in seen:
                self.faults.append(fault("T03", f"{where}/0", name=name[:80]))
            elif not self._broken.within(where):
                value = tag[1]
                self.faults.extend(check_tags([Tag(name, value, f"{where}/0", f"{where}/1")]))
                yield name, value
            seen.add(name)

    def _time(self, field: str) -> str | None:
        time: str | None = self._sound(field, None)
        if time is not None and not is_time(time):
            self.faults.append(fault("T05", f"/{field}", value=clip(time)))
        return time

    def _outcome(self) -> tuple[Result | None, bool]:
        """How the game ended, and whether the document tells that so that it can be judged."""
        given = self._document.get("outcome")
        if self._broken.at("/outcome") or self._broken.at("/outcome/winner"):
            return None, False
        if given is None:
            return None, True
        if not self._broken.at("/outcome/reason"):
            return Result(given["winner"], given["reason"]), True
        # a winner is one for any reason; none may be a draw, or a game without a result
        return (None, False) if given["winner"] is None else (Result(given["winner"]), True)

    def _comments(self, holder: Json, pointer: str) -> tuple[str, ...]:
        if self._broken.within(f"{pointer}/comments"):
            return ()
        return tuple(map(fill_blanks, holder.get("comments", ())))

    def _variations(self, lines: list[Line]) -> dict[str, Variation]:
        """All variations by their pointers: inner ones are made first."""
        made: dict[str, Variation] = {}
        for line in reversed(lines[1:]):
            plies, cut = self._plies(line, made)
            made[line.pointer] = Variation(self._comments(line.holder, line.pointer), plies, cut)
        return made

    def _plies(self, line: Line, made: dict[str, Variation]) -> tuple[tuple[Ply, ...], int | None]:
        cut = None
        plies = []
        for index, entry in enumerate(line.plies):
            where = f"{line.pointer}/plies/{index}"
            within = tuple(made[each.pointer] for each in line.variations.get(index, ()))
            if self._broken.at(where) or self._broken.at(f"{where}/move"):
                cut = index if cut is None else cut
                word = _unreadable_move(entry)
                plies.append(Ply(word, variations=within, where=f"{where}/move"))
                continue
            word = entry["move"]
            if not self._word.fullmatch(word):
                cut = index if cut is None else cut
                why = f"{clip(word)} is not a move of {GAMES[self._game].title}."
                ply = line.first + index
                self.faults.append(fault("S01", f"{where}/move", ply=ply, why=why))
            plies.append(self._ply(entry, within, where, line.first + index))
        return tuple(plies), cut

    def _ply(self, entry: Json, variations: tuple[Variation, ...], where: str, number: int) -> Ply:
        if len(entry) == 1:
            return Ply(entry["move"], where=f"{where}/move")
        broken = self._broken
        if broken.within(where):
            entry = {
                name: value for name, value in entry.items() if not broken.within(f"{where}/{name}")
            }
        comments: Iterable[str] = map(fill_blanks, entry.get("comments", ()))
        at, clock = entry.get("at"), entry.get("clock")
        if at is not None and not is_time(at):
            self.faults.append(fault("T05", f"{where}/at", ply=number, value=clip(at)))
        at, clock, comments = take_marks(comments, at, None if clock is None else int(clock))
        nags = tuple(map(int, entry.get("nags", ())))
        return Ply(entry["move"], at, clock, nags, tuple(comments), variations, f"{where}/move")


def _unreadable_move(entry: Any) -> str:
    """What a ply says in place of a move: the same where two documents say the same."""
    given = entry.get("move", _UNREADABLE) if isinstance(entry, dict) else entry
    return given if isinstance(given, str) else json.dumps(given)


_ANY = re.compile(".+")
_UNREADABLE = "?"
"""What stands for a word that cannot be read: it is no move, no setting and no position."""

_DECISIVE = ("/game", "/variants", "/start")
"""The fields that decide what a move means: with a broken one no line of play is judged."""

_WHERE = {
    name: f"/{name}" for name in ("game", "variants", "start", "time_control", "started", "ended")
} | {"result": "/outcome", "reason": "/outcome/reason"}


def _load_player(entry: Json) -> Player:
    rating = entry.get("rating")
    number = None if rating is None else int(rating)
    return Player(entry["name"], entry.get("id"), number, entry.get("bot", False))


def _load_control(entry: Json | None) -> TimeControl | None:
    if entry is None:
        return None
    start, increment, most = (
        None if entry.get(name) is None else int(entry[name])
        for name in ("start", "increment", "max")
    )
    return TimeControl(entry["kind"], start, increment, most, entry.get("enforcement", "auto"))
