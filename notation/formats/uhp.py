"""GameStrings of the Universal Hive Protocol: one game a line, with or without its header.

What engines and archives write beside the protocol is read with a note: a header that lacks a part, any
case, blanks, a `;` at the end. State and turn follow from the moves, so a header that says otherwise
is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import engine
from engine import AnyPosition
from notation.damage import MOST_DAMAGES
from notation.diagnostics import Fault, fault
from notation.errors import NotAMove, NotARecord, NotationError
from notation.game_string import (
    STATES,
    WON,
    letters_used,
    protocol_words,
    queen_first,
    read_state,
    read_turn,
    read_type,
    write_game_string,
    write_turn,
    write_type,
)
from notation.grammar import alternatives, clip
from notation.hive import SPELLING, check_spelling
from notation.hive_ordinals import renumber
from notation.hive_settings import EXPANSIONS, settings_words
from notation.moves import read_word, write_move
from notation.reading import Reading
from notation.record import UNKNOWN_NAME, Ply, Record, Result, Span, Where
from notation.source import Passage, Source
from notation.starts import start_position
from notation.tags import unusual, write_tags
from notation.writable import must_be_writable

from .format import Written
from .losses import lost_remarks, lost_tags

TITLE = "UHP"

_BEGINS = re.compile(
    rb"\s*(?:[^\s\[{(][^\r\n]*;[ \t]*(?:notstarted|inprogress|draw|whitewins|blackwins)[ \t]*;|"
    rb"(?:base(?:\+\w*)?|notstarted|inprogress|draw|whitewins|blackwins|[wb][sqbgamlp][1-3]?)"
    rb"[ \t]*(?:;|[\r\n]|\Z))",
    re.IGNORECASE,
)
_KEPT = ("Game", "Variants", "Result", "Termination", "Position")
_WINNERS = {state: winner for winner, state in WON.items()}
_BY_THE_RULES = "surrounded"
_LOOK = 5
"""In how many fields the parts of a header are looked for; one of them may be damaged."""
_ENDS_IN_A_MOVE = re.compile(r"[wb][sqbgamlp][1-3]?\Z", re.IGNORECASE)


def begins(head: bytes) -> bool:
    """Whether a file that begins so is one of GameStrings."""
    return _BEGINS.match(head) is not None


def cut(source: Source) -> Iterator[Passage]:
    """The lines of a source that are not blank."""
    return source.lines(is_json=False)


def read_passage(passage: Passage) -> Reading:
    """The reading of one line."""
    if passage.broken:
        return Reading(None, (), passage).with_faults(passage.faults)
    reader = _Reader(passage)
    return Reading(reader.record, (), passage).with_faults(reader.faults)


class _Field(NamedTuple):
    """What stands between two `;`, without the blanks around it, and where; `blank`: those before it."""

    text: str
    where: Span
    blank: Span | None = None


class _Reader:
    """Reads one line; `faults` are found on the way."""

    def __init__(self, passage: Passage) -> None:
        self.faults = list(passage.faults)
        self._text = passage.text
        self._where: dict[str, Where] = {}
        self._sound = True
        self._fields = self._cut()
        self._blank: Span | None = None
        header = self._head()
        self.record = self._record(header)
        if self._blank is not None:
            self.faults.append(unusual("A blank after `;`", "`;`", self._blank))

    def _cut(self) -> list[_Field]:
        """The fields of the line; of a `;` at the end there is a note."""
        fields: list[_Field] = []
        begin = 0
        for part in self._text.split(";"):
            field = part.strip()
            column = begin + part.find(field) + 1
            blank = Span(1, begin, 1, column) if fields and column > begin + 1 and field else None
            fields.append(_Field(field, Span(1, column, 1, column + max(1, len(field))), blank))
            begin += len(part) + 1
        end = len(self._text.rstrip())
        while len(fields) > 1 and not fields[-1].text:
            del fields[-1]
        if self._text[:end].endswith(";"):
            last = fields[-1]
            column = self._text.index(";", last.where.end_column - 1 if last.text else 0) + 1
            where = Span(1, column, 1, end + 1)
            self.faults.append(unusual("`;` at the end", "the end", where))
        return fields

    def _head(self) -> dict[str, str]:
        """The parts of the header by their names, taken off the fields; what is wrong in it is told."""
        count = _head_length(self._fields)
        head, self._fields = self._fields[:count], self._fields[count:]
        told: dict[str, str] = {}
        damaged: list[_Field] = []
        sound, place = True, 0
        for field in head:
            part = next((part for part in _HEADER[place:] if part.read(field.text)), None)
            if part is None:
                damaged.append(field)
                continue
            if damaged:
                self._damaged_head(damaged, _HEADER[place:], until=part)
                sound, damaged = False, []
            place = _HEADER.index(part) + 1
            told[part.name] = self._part(part, field)
        if damaged:
            self._damaged_head(damaged, _HEADER[place:] or _HEADER[-1:])
            last = damaged[-1].text
            self._sound = self._sound and len(damaged) == 1 and not _ENDS_IN_A_MOVE.search(last)
        elif sound:
            self._missing(told)
        return told

    def _part(self, part: _Part, field: _Field) -> str:
        value = part.read(field.text) or ""
        self._where[part.name] = field.where
        self._blank = self._blank or field.blank
        if value != field.text:
            self.faults.append(unusual(field.text, value, field.where))
        return value

    def _damaged_head(
        self, fields: list[_Field], parts: Sequence[_Part], until: _Part | None = None
    ) -> None:
        """Tells of fields that are no part of a header, where one of these parts could stand."""
        part = parts[0]
        if part is until:  # none is missing, so it belongs to the one before, or to this one
            part = _HEADER[max(0, _HEADER.index(part) - 1)]
        self._sound = self._sound and part.code != "V01"
        where = fields[0].where._replace(end_column=fields[-1].where.end_column)
        text = self._text[where.column - 1 : where.end_column - 1] if fields[-1].text else ""
        why = f"{clip(text)} is no {part.title}: write {part.help}."
        self.faults.append(fault(part.code, where, why=why))

    def _missing(self, told: dict[str, str]) -> None:
        """A note on what a header lacks that has no other fault."""
        missing = [part.title for part in _HEADER if part.name not in told]
        if "variants" not in told:
            letters = letters_used(field.text for field in self._fields)
            self.faults.append(fault("W05", Span(1, 1, 1, 2), type=write_type(letters)))
        elif missing:
            parts = " and no ".join(missing)
            self.faults.append(fault("W06", Span(1, 1, 1, 2), parts=parts))

    def _record(self, header: dict[str, str]) -> Record:
        game_type, state, turn = (header.get(part.name) for part in _HEADER)
        words = [field.text for field in self._fields]
        letters = read_type(game_type) if game_type else letters_used(words)
        plies, cut = self._plies()
        if cut is None and self._sound:
            self._compare(len(plies), state, turn)
        cut = cut if self._sound else 0
        self._note_queen(words[:cut])
        where = self._where.get("state", "")
        record = Record(
            game="hive",
            variants=protocol_words(letters or (), words[:cut]),
            plies=plies,
            outcome=Result(_WINNERS[state], _BY_THE_RULES) if state in _WINNERS else None,
            where={**self._where, "result": where, "reason": where},
            cut=cut,
        )
        record, renumbered = renumber(record)
        self.faults.extend(renumbered)
        return record

    def _plies(self) -> tuple[tuple[Ply, ...], int | None]:
        """The moves, and how many come before the first that is none."""
        plies: list[Ply] = []
        cut = None
        damages = 0
        for text, where, blank in _whole(self._fields):
            if damages > MOST_DAMAGES:
                self.faults.append(fault("S21", where, ply=len(plies), most=MOST_DAMAGES))
                break
            word = " ".join(text.split())
            try:
                check_spelling(word, first=not plies)
            except NotAMove as error:
                why = str(error) if word else "There is no move between these two `;`."
                self.faults.append(fault("S01", where, ply=len(plies), why=why))
                cut = len(plies) if cut is None else cut
                damages += 1
            else:
                self._blank = self._blank or blank
                if word != text:
                    self.faults.append(unusual(clip(text), word, where, len(plies)))
            plies.append(Ply(word, where=where))
        return tuple(plies), cut

    def _note_queen(self, words: list[str]) -> None:
        """A note on a queen that the rules of the protocol do not allow."""
        queen = queen_first(words)
        if queen is not None:
            where = self._fields[queen].where
            self.faults.append(fault("W04", where, ply=queen, piece=words[queen].split(" ")[0]))

    def _compare(self, ply: int, state: str | None, turn: str | None) -> None:
        """What the header says of the moves, against the moves."""
        begun = "InProgress" if ply else "NotStarted"
        if state is not None and state not in _WINNERS and state != begun:
            self._differ("state", state, begun)
        if turn is not None and turn != write_turn(ply):
            self._differ("turn", turn, write_turn(ply))

    def _differ(self, part: str, told: str, actual: str) -> None:
        where = self._where[part]
        self.faults.append(fault("R06", where, remedy=f"Write {actual}", told=told, actual=actual))


def _head_length(fields: list[_Field]) -> int:
    """How many fields are the header: to the last that is part of one, and damaged ones after it."""
    known = [at for at, field in enumerate(fields[:_LOOK]) if _is_part(field.text)]
    count = known[-1] + 1 if known else 0
    if known and _HEADER[-1].read(fields[count - 1].text):
        return count
    while count < len(fields) and not _is_move(fields[count].text):
        count += 1
    return count


def _whole(fields: list[_Field]) -> Iterator[_Field]:
    """The fields, with those as one that are a damaged move with a `;` in it."""
    waiting = iter(fields)
    field = next(waiting, None)
    while field is not None:
        after = next(waiting, None)
        if after is not None and not _is_move(after.text) and _are_one(field, after):
            text, where = f"{field.text};{after.text}", field.where
            end = after.where.end_column
            field = _Field(text, where._replace(end_column=end), field.blank)
            after = next(waiting, None)
        yield field
        field = after


def _are_one(field: _Field, after: _Field) -> bool:
    if not field.text or not after.text:
        return not field.text and bool(after.text)
    return any(_is_move(f"{field.text}{gap}{after.text}") for gap in ("", " "))


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the header: how it is read and told, and the code of one that cannot be read."""

    name: str
    title: str
    help: str
    code: str
    read: Callable[[str], str | None]


def _read_type(text: str) -> str | None:
    letters = read_type(text)
    return None if letters is None else write_type(letters)


def _is_part(text: str) -> bool:
    return any(part.read(text) for part in _HEADER)


def _is_move(text: str) -> bool:
    try:
        SPELLING.read(text)
    except NotAMove:
        return False
    return True


_HEADER = (
    _Part("variants", "type of game", "Base, or Base+ and any of M, L, P", "V01", _read_type),
    _Part("state", "state", alternatives(STATES), "T13", read_state),
    _Part("turn", "turn", "White[n] or Black[n]", "T13", read_turn),
)


def write(record: Record) -> Written:
    """The record's GameString and what is lost by it; raises `NotARecord` for what cannot be written."""
    must_be_writable(record)
    position = start_position(record)
    if position.key() != engine.start(record.game, position.settings).key():
        return Written(None, (fault("L10", record.where.get("start", ""), format=TITLE),))
    words = []
    for ply in record.plies:
        try:
            move = read_word(ply.move, position)
            words.append(write_move(move, position))
            position = position.apply(move)
        except (NotationError, engine.IllegalMove) as error:
            raise NotARecord(f"{ply.move} cannot be written in {TITLE}: {error}") from None
    text = write_game_string(position.settings, position.outcome(), words)
    return Written(f"{text}\n", tuple(_losses(record, position, words)))


def _losses(record: Record, position: AnyPosition, words: list[str]) -> Iterator[Fault]:
    yield from lost_remarks(record, TITLE)
    unknown = [(seat, UNKNOWN_NAME) for seat in ("Player1", "Player2")]
    tags = [name for name, value in write_tags(record) if (name, value) not in unknown]
    yield from lost_tags([name for name in tags if name not in _KEPT], TITLE)
    if record.outcome is not None and position.outcome() is None:
        end = record.outcome.reason
        told = f"an end by {end}" if end else "an end that the position does not show"
        yield fault("L12", record.where.get("result", ""), format=TITLE, end=told)
    ours = settings_words(position.settings)
    theirs = protocol_words(EXPANSIONS.keys() & ours, words)
    if ours != theirs:
        lost, read = " ".join(ours) or "none", " ".join(theirs)
        yield fault("L14", record.where.get("variants", ""), format=TITLE, theirs=read, ours=lost)
    queen = queen_first(words)
    if queen is not None:
        where = record.plies[queen].where or ""
        yield fault("L13", where, ply=queen, format=TITLE, move=words[queen])
