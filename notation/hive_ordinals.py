"""The numbers of bugs as some files tell them: given out of order, and put in order here.

In the protocol a bug's number counts its copies in the order in which they come into play. Some sites
number them otherwise, so a record's words are renamed as they come; the first move of a number places
its bug. A bug may come without its number, though, and whether it comes or moves only the table can
tell. So a game in which anything is in doubt is played, up to the first move that cannot be.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import NamedTuple, cast

from engine import AnyLine, EngineError, HivePosition, IllegalMove, Line
from engine.hive import NONE, PIECES

from .diagnostics import Fault, fault
from .errors import NotAMove, NotationError
from .grammar import clip
from .hive import SPELLING, not_on_table, read_word
from .record import Ply, Record
from .starts import start_position

_MOVER = re.compile(r"([wb](?:[ag]|[sb](?!3)))([1-3]?)(?![0-9a-z])", re.IGNORECASE | re.ASCII)
_NUMBERED = re.compile(
    r"(?<![0-9a-z])[wb](?:[ag][1-3]|[sb][12])(?![0-9a-z])", re.IGNORECASE | re.ASCII
)


def renumber(record: Record) -> tuple[Record, tuple[Fault, ...]]:
    """The record with its bugs numbered in the order in which they come, and the faults in that.

    What follows a move that cannot be played is left as it stands. The record is cut at a number that
    tells no bug on the table.
    """
    if _in_order([ply.move for ply in record.plies[: record.cut]]):
        return record, ()
    try:
        start = start_position(record)
    except (NotationError, EngineError):  # told elsewhere
        return record, ()
    game = _Game(Line(start))
    return game.read(record), tuple(game.faults)


def _in_order(words: list[str]) -> bool:
    """Whether the bugs have their numbers, and those in order, as far as words alone tell it."""
    known: set[str] = set()
    counts: Counter[str] = Counter()
    for word in words:
        mover = _MOVER.match(word)
        if mover is None or mover[0].lower() in known:
            continue
        bug, number = mover[1].lower(), mover[2]
        counts[bug] += 1
        if number != str(counts[bug]):
            return False
        known.add(mover[0].lower())
    return True


class _Renamed(NamedTuple):
    """A bug that comes under another number than it is due."""

    told: str
    name: str


class _Game:
    """A game on its way, and which of its bugs the file means by which name."""

    def __init__(self, line: AnyLine) -> None:
        self.faults: list[Fault] = []
        self._line = line
        self._names: dict[str, str] = {}
        self._counts: Counter[str] = Counter()
        self._unnamed: set[str] = set()  # bugs of which a copy came that any number may mean

    @property
    def _position(self) -> HivePosition:
        return cast(HivePosition, self._line.position)

    def read(self, record: Record) -> Record:
        """The record with the plies renamed up to the first that cannot be played."""
        plies = list(record.plies)
        for at, ply in enumerate(record.plies[: record.cut]):
            if not _is_spelled(ply.move):
                break
            try:
                word, renamed = self._rename(ply.move)
            except NotAMove as error:
                self._report("S01", at, ply, why=str(error))
                return replace(record, plies=tuple(plies), cut=at)
            played = self._play(word)
            if not played and renamed is not None and not self._is_legal(ply.move):
                break  # whatever its number
            if renamed is not None:
                self._report("W03", at, ply, piece=renamed.told, name=renamed.name)
            plies[at] = replace(ply, move=word)
            if not played:
                break
        return replace(record, plies=tuple(plies))

    def _report(self, code: str, at: int, ply: Ply, **values: object) -> None:
        self.faults.append(fault(code, ply.where or "", ply=at, remedy=None, **values))

    def _rename(self, word: str) -> tuple[str, _Renamed | None]:
        """The word with the bugs' own numbers, and the bug that it brings, if that was renamed."""
        mover = _MOVER.match(word)
        renamed = None
        if mover is not None and mover[2] and mover[0].lower() not in self._names:
            if mover[1].lower() in self._unnamed:
                raise _in_doubt(word, mover)
            renamed = self._bring(mover)
        return _NUMBERED.sub(self._name, word), renamed

    def _bring(self, mover: re.Match[str]) -> _Renamed | None:
        bug = _bug(mover)
        self._counts[bug.lower()] += 1
        told, name = f"{bug}{mover[2]}", f"{bug}{self._counts[bug.lower()]}"
        self._names[told.lower()] = name
        return None if name == told else _Renamed(told, name)

    def _name(self, told: re.Match[str]) -> str:
        name = self._names.get(told[0].lower())
        if name is None and told[0][:2].lower() in self._unnamed:
            raise _in_doubt(told.string, told)
        if name is None:
            raise not_on_table(told.string, _shown(told[0]))
        return told[0] if name.lower() == told[0].lower() else name

    def _play(self, word: str) -> bool:
        """Plays a move; False when it cannot be played."""
        position = self._position
        try:
            move = read_word(word, position)
            self._line = self._line.play(move)
        except (NotationError, IllegalMove):
            return False
        if move.piece != NONE and position.find(move.piece) is None:
            self._came(PIECES[move.piece].name)
        return True

    def _came(self, name: str) -> None:
        """Notes a bug that came into play; without a number it has its own, unless another has that."""
        bug = name[:2].lower()
        if self._counts[bug] >= int(name[2:] or 1):
            return
        self._counts[bug] += 1
        if self._names.setdefault(name.lower(), name) != name:
            self._unnamed.add(bug)

    def _is_legal(self, word: str) -> bool:
        try:
            return self._position.is_legal(read_word(word, self._position))
        except NotationError:
            return False


def _is_spelled(word: str) -> bool:
    try:
        SPELLING.read_word(word)
    except NotAMove:
        return False
    return True


def _bug(mover: re.Match[str]) -> str:
    return mover[1][0].lower() + mover[1][1].upper()


def _shown(told: str) -> str:
    return told[0].lower() + told[1:].upper()


def _in_doubt(word: str, told: re.Match[str]) -> NotAMove:
    column = told.start() + 1
    why = f"{told[0]} may be the one that came without its number, or another one: number each"
    return NotAMove(word, column, f"{clip(word)} is no move here: at column {column}, {why}.")
