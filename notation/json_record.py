"""The JSON record to a `Record` and back, as schemas/record.json tells.

Faults are placed by JSON pointers. Variations are taken off their plies before the schema is asked and
are asked for one by one, so that no depth of nesting costs the stack anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, cast

import schemas

from .codes import CODES
from .comments import fill_blanks, take_marks
from .damage import MOST_DAMAGES
from .diagnostics import Fault, fault
from .errors import BadSettings, NotARecord
from .games import GAMES
from .grammar import clip
from .reader import record_grammar
from .record import NESTING, Player, Ply, Record, Result, TimeControl, Variation
from .starts import canonical_words, start_fault
from .tag_values import is_time
from .tags import FIELDS, Tag, check_tags, unknown_game

FORMAT = "turnpost-record/1"

Json = dict[str, Any]


def is_record_document(document: object) -> bool:
    """Whether a JSON value says that it is a record of this format."""
    return isinstance(document, dict) and str(document.get("format")).startswith("turnpost-record")


def load_document(document: object) -> tuple[Record | None, tuple[Fault, ...]]:
    """The record of a JSON value and its faults; None when the value has not the record's shape."""
    lines, deep = _lines(document)
    faults = [*_shape(document, lines), *(fault("S12", where, limit=NESTING) for where in deep)]
    if faults:
        return None, tuple(faults)
    loader = _Loader(cast(Json, document), lines)
    return loader.record, tuple(loader.faults)


def load_record(document: object) -> Record:
    """The record of a JSON value; raises `NotARecord` with the first of its faults."""
    record, faults = load_document(document)
    errors = [each for each in faults if CODES[each.code].severity == "error"]
    if record is None or errors:
        raise NotARecord(f"{errors[0].message} (at {errors[0].where or 'the top'})")
    return record


def dump_record(record: Record) -> Json:
    """The record as a JSON value; the lists in it are new. Raises `NotARecord`."""
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
    waiting = [(plies, dumped, 0)]
    while waiting:
        line, target, depth = waiting.pop()
        if depth > NESTING:
            raise NotARecord(f"A variation lies deeper than {NESTING} others.")
        for ply in line:
            entry = _dump_ply(ply)
            if ply.variations:
                entry["variations"] = variations = []
                for variation in ply.variations:
                    inner: list[Json] = []
                    comments = {"comments": list(variation.comments)} if variation.comments else {}
                    variations.append({**comments, "plies": inner})
                    waiting.append((variation.plies, inner, depth + 1))
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


class _Source:
    """One line of play in a document: where it is, its comments and plies, and what is within it.

    `plies` are those of the document, `bare` the same without their variations.
    """

    def __init__(self, pointer: str, holder: Json, depth: int) -> None:
        self.pointer = pointer
        self.holder = holder
        self.depth = depth
        plies = holder.get("plies")
        self.plies: list[Any] = plies if isinstance(plies, list) else []
        self.variations: dict[int, list[_Source]] = {}

    def bare(self) -> Json:
        """The line with empty lists for variations, which lie in lines of their own."""
        if not self.variations:
            return self.holder
        plies = [
            {**ply, "variations": []} if index in self.variations else ply
            for index, ply in enumerate(self.plies)
        ]
        return {**self.holder, "plies": plies}


def _lines(document: object) -> tuple[list[_Source], list[str]]:
    """All lines of play of a document, outer ones first, and pointers to those that lie too deep."""
    if not isinstance(document, dict):
        return [], []
    lines = [_Source("", document, 0)]
    deep: list[str] = []
    for line in lines:  # grows while it is walked
        for index, ply in enumerate(line.plies):
            within = ply.get("variations") if isinstance(ply, dict) else None
            if not isinstance(within, list) or not within:
                continue
            if not all(isinstance(each, dict) for each in within):
                continue
            line.variations[index] = inner = []
            for number, each in enumerate(within):
                pointer = f"{line.pointer}/plies/{index}/variations/{number}"
                if line.depth < NESTING:
                    inner.append(_Source(pointer, each, line.depth + 1))
                else:
                    deep.append(pointer)
            lines.extend(inner)
    return lines, deep


def _shape(document: object, lines: list[_Source]) -> Iterator[Fault]:
    """A fault for each value that the schema refuses; of too many the first."""
    for number, found in enumerate(_refused(document, lines)):
        if number == MOST_DAMAGES:
            yield fault("S21", found.where, most=MOST_DAMAGES)
            return
        yield found


def _refused(document: object, lines: list[_Source]) -> Iterator[Fault]:
    if not lines:
        yield from _asked("record", document, "")
    for line in lines:
        name = "record#/$defs/variation" if line.pointer else "record"
        yield from _asked(name, line.bare(), line.pointer)


def _asked(name: str, value: object, pointer: str) -> Iterator[Fault]:
    for path, message in schemas.errors(name, value, MOST_DAMAGES + 1):
        yield fault("S20", pointer + path, why=message)


class _Loader:
    """Makes the record of a document that has the right shape."""

    def __init__(self, document: Json, lines: list[_Source]) -> None:
        self.faults: list[Fault] = []
        self._document = document
        self._word = _move_pattern(document["game"] if document["game"] in GAMES else None)
        self._game = document["game"]
        self.record = self._record(lines)

    def _record(self, lines: list[_Source]) -> Record:
        document = self._document
        variations = self._variations(lines)
        plies, cut = self._plies(lines[0], variations)
        one, two = (_load_player(player) for player in document["players"])
        record = Record(
            game=self._game,
            variants=self._variants(),
            players=(one, two),
            tags=tuple(self._tags()),
            start=document["start"],
            time_control=_load_control(document["time_control"]),
            started=self._time("started"),
            ended=self._time("ended"),
            comments=tuple(map(fill_blanks, document.get("comments", ()))),
            plies=plies,
            outcome=_load_outcome(document["outcome"]),
            where=_WHERE,
            cut=cut,
        )
        if not any(each.code in ("T02", "V01") for each in self.faults):
            found = start_fault(record)
            self.faults.extend([found] if found else [])
        return record

    def _variants(self) -> tuple[str, ...]:
        words = self._document["variants"]
        if self._game not in GAMES:
            self.faults.append(unknown_game(self._game, "/game", GAMES))
            return tuple(words)
        try:
            return canonical_words(self._game, words)
        except BadSettings as error:
            for part in error.parts:
                at_fault = [n for n, word in enumerate(words) if word in part.words]
                where = f"/variants/{at_fault[0]}" if len(at_fault) == 1 else "/variants"
                self.faults.append(fault("V01", where, why=str(part)))
            return tuple(words)

    def _tags(self) -> Iterator[tuple[str, str]]:
        seen: set[str] = set()
        for index, (name, value) in enumerate(self._document["tags"]):
            where = f"/tags/{index}/0"
            if name in FIELDS:
                why = f"The tag {name} is a field of the record, so it cannot be among its tags."
                self.faults.append(fault("S20", where, why=why))
            elif name in seen:
                self.faults.append(fault("T03", where, name=name[:80]))
            else:
                self.faults.extend(check_tags([Tag(name, value, where, f"/tags/{index}/1")]))
                yield name, value
            seen.add(name)

    def _time(self, field: str) -> str | None:
        time: str | None = self._document[field]
        if time is not None and not is_time(time):
            self.faults.append(fault("T05", f"/{field}", value=clip(time)))
        return time

    def _variations(self, lines: list[_Source]) -> dict[str, Variation]:
        """All variations by their pointers: inner ones are made first."""
        made: dict[str, Variation] = {}
        for line in reversed(lines[1:]):
            plies, cut = self._plies(line, made)
            comments = tuple(map(fill_blanks, line.holder.get("comments", ())))
            made[line.pointer] = Variation(comments, plies, cut)
        return made

    def _plies(
        self, line: _Source, made: dict[str, Variation]
    ) -> tuple[tuple[Ply, ...], int | None]:
        cut = None
        plies = []
        for index, entry in enumerate(line.plies):
            where = f"{line.pointer}/plies/{index}/move"
            word = entry["move"]
            if not self._word.fullmatch(word):
                cut = index if cut is None else cut
                title = GAMES[self._game].title if self._game in GAMES else self._game
                self.faults.append(
                    fault("S01", where, why=f"{clip(word)} is not a move of {title}.")
                )
            within = [made[each.pointer] for each in line.variations.get(index, ())]
            plies.append(self._ply(entry, tuple(within), where))
        return tuple(plies), cut

    def _ply(self, entry: Json, variations: tuple[Variation, ...], where: str) -> Ply:
        if len(entry) == 1:
            return Ply(entry["move"], where=where)
        comments: Iterable[str] = map(fill_blanks, entry.get("comments", ()))
        at, clock = entry.get("at"), entry.get("clock")
        if at is not None and not is_time(at):
            self.faults.append(fault("T05", where.removesuffix("move") + "at", value=clip(at)))
        at, clock, comments = take_marks(comments, at, None if clock is None else int(clock))
        nags = tuple(map(int, entry.get("nags", ())))
        return Ply(entry["move"], at, clock, nags, tuple(comments), variations, where)


_WHERE = {
    name: f"/{name}" for name in ("game", "variants", "start", "time_control", "started", "ended")
} | {"result": "/outcome", "reason": "/outcome/reason"}


@cache
def _move_pattern(game: str | None) -> re.Pattern[str]:
    """What a word must look like to be read as a move in a text record of the game."""
    terminal = record_grammar(game).lark.get_terminal("MOVE")
    return re.compile(terminal.pattern.to_regexp())


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


def _load_outcome(entry: Json | None) -> Result | None:
    return None if entry is None else Result(entry["winner"], entry["reason"])
