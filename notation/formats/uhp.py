"""GameStrings of the Universal Hive Protocol: one game a line, with or without its header.

What engines and archives write beside the protocol is read with a note: a header that lacks a part, any
case, blanks, a `;` at the end. State and turn follow from the moves, so a header that says otherwise
is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
from notation.hive import SPELLING
from notation.hive_ordinals import renumber
from notation.hive_settings import EXPANSIONS, settings_words
from notation.moves import read_word, write_move
from notation.reading import Reading
from notation.record import UNKNOWN_NAME, Ply, Record, Result, Span, Where
from notation.source import Passage, Source
from notation.starts import start_position
from notation.tags import unusual, write_tags

from .format import Written
from .losses import lost_remarks, lost_tags

TITLE = "UHP"

_BEGINS = re.compile(
    rb"\s*(?:base(?:\+\w*)?|notstarted|inprogress|draw|whitewins|blackwins|[wb][sqbgamlp][1-3]?)"
    rb"[ \t]*(?:;|[\r\n]|\Z)",
    re.IGNORECASE,
)
_KEPT = ("Game", "Variants", "Result", "Termination", "Position")
_WINNERS = {state: winner for winner, state in WON.items()}
_BY_THE_RULES = "surrounded"


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
    """What stands between two `;`, without the blanks around it, and where."""

    text: str
    where: Span


class _Reader:
    """Reads one line; `faults` are found on the way."""

    def __init__(self, passage: Passage) -> None:
        self.faults = list(passage.faults)
        self._where: dict[str, Where] = {}
        self._missing: list[str] = []
        self._sound = True
        self._fields = self._cut(passage.text)
        header = [self._part(part) for part in _HEADER]
        self.record = self._record(*header)

    def _cut(self, text: str) -> list[_Field]:
        """The fields of the line; blanks after a `;`, and one at the end, are noted once."""
        fields: list[_Field] = []
        begin, blank = 0, None
        for part in text.split(";"):
            field = part.strip()
            column = begin + part.find(field) + 1
            if fields and column > begin + 1 and field and blank is None:
                blank = Span(1, begin, 1, column)
            fields.append(_Field(field, Span(1, column, 1, column + max(1, len(field)))))
            begin += len(part) + 1
        if blank is not None:
            self.faults.append(unusual("A blank after `;`", "`;`", blank))
        if len(fields) > 1 and not fields[-1].text:
            column = len(text.rstrip())
            self.faults.append(unusual("`;` at the end", "the end", Span(1, column, 1, column + 1)))
            del fields[-1]
        return fields

    def _part(self, part: _Part) -> str | None:
        """The value of a part of the header, which is taken off the fields; None when it is not there."""
        text, where = self._fields[0] if self._fields else ("pass", Span(1, 1, 1, 2))
        value = part.read(text)
        if value is None and (_is_move(text) or any(other.read(text) for other in _HEADER)):
            self._missing.append(part.title)
            return None
        del self._fields[0]
        self._where[part.name] = where
        if value is None:
            self._sound = self._sound and part.code != "V01"
            why = f"{clip(text)} is no {part.title}: write {part.help}."
            self.faults.append(fault(part.code, where, why=why))
        elif value != text:
            self.faults.append(unusual(text, value, where))
        return value

    def _record(self, game_type: str | None, state: str | None, turn: str | None) -> Record:
        words = [field.text for field in self._fields]
        letters = read_type(game_type) if game_type else letters_used(words)
        plies, cut = self._plies()
        self._note_header(write_type(letters or ()), words)
        if cut is None and self._sound:
            self._compare(len(plies), state, turn)
        where = self._where.get("state", "")
        record = Record(
            game="hive",
            variants=protocol_words(letters or (), words),
            plies=plies,
            outcome=Result(_WINNERS[state], _BY_THE_RULES) if state in _WINNERS else None,
            where={**self._where, "result": where, "reason": where},
            cut=cut if self._sound else 0,
        )
        record, renumbered = renumber(record)
        self.faults.extend(renumbered)
        return record

    def _plies(self) -> tuple[tuple[Ply, ...], int | None]:
        """The moves, and how many come before the first that is none."""
        plies: list[Ply] = []
        cut = None
        damages = 0
        for text, where in self._fields:
            if damages > MOST_DAMAGES:
                self.faults.append(fault("S21", where, ply=len(plies), most=MOST_DAMAGES))
                break
            word = " ".join(text.split())
            try:
                SPELLING.read_word(word)
            except NotAMove as error:
                why = str(error) if word else "There is no move between these two `;`."
                self.faults.append(fault("S01", where, ply=len(plies), why=why))
                cut = len(plies) if cut is None else cut
                damages += 1
            if word != text:
                self.faults.append(unusual(clip(text), word, where, len(plies)))
            plies.append(Ply(word, where=where))
        return tuple(plies), cut

    def _note_header(self, game_type: str, words: list[str]) -> None:
        """Notes on what the header lacks, and on a queen that the rules of the protocol do not allow."""
        if _HEADER[0].title in self._missing:
            self.faults.append(fault("W05", Span(1, 1, 1, 2), type=game_type))
        elif self._missing:
            parts = " and no ".join(self._missing)
            self.faults.append(fault("W06", Span(1, 1, 1, 2), parts=parts))
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
    """The record's GameString and what is lost by it; raises `NotARecord` for an illegal move."""
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
    tags = [name for name, value in write_tags(record) if value != UNKNOWN_NAME]
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
