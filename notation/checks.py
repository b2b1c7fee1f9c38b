"""Records held against the rules: every line of play replayed, the result against the last position.

After the first fault in a line of play the rest of it has no position to be judged in, so nothing more
is said about it, nor about the result; variations are lines of their own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, BinaryIO

from engine import AnyLine, AnyPosition, EngineError, IllegalMove, Line, Reason, Repetition
from engine.game import THIRD_TIME

from .damage import Bound
from .diagnostics import Fault, fault
from .duplicates import DIGEST, Games
from .errors import NotationError
from .formats import read_records
from .games import GAMES
from .moves import legal_words, near_moves, write_position
from .reading import Reading
from .record import Doubt, Ply, Record, Where
from .results import result_faults
from .source import Passage
from .starts import start_position
from .tags import unusual

_EXAMPLES = 3


def check_records(
    content: bytes | BinaryIO,
    name: str = "-",
    format_name: str | None = None,
    *,
    most: int | None = None,
) -> Iterator[Reading]:
    """The readings of all records of a file, each held against the rules; raises `UnknownFormat`.

    Of each record at most `most` faults are told (None: all); the readings count the others.
    """
    checker = Checker()
    for reading in read_records(content, name, format_name, most=most):
        yield checker.check(reading)


class Checker:
    """Checks the records of one run, and remembers their games to tell of duplicates."""

    def __init__(self) -> None:
        self._games = Games()

    def check(self, reading: Reading) -> Reading:
        """The reading with all that the rules have against its record."""
        checked, digest = hold_to_rules(reading)
        return checked.with_faults(self.told_before(reading.passage, digest))

    def told_before(self, passage: Passage, digest: bytes | None) -> tuple[Fault, ...]:
        """The fault of a record whose game, by its digest, was told before in this run."""
        if digest is None:
            return ()
        first = self._games.first(digest, passage.file, passage.number)
        return () if first is None else (fault("D01", "", number=first[1], file=first[0]),)


def hold_to_rules(reading: Reading) -> tuple[Reading, bytes | None]:
    """The reading with all that the rules have against its record by itself, and its game's digest.

    There is no digest (None) where no game can be told, or none was begun, and of a record that was not
    read whole: a word that could not be read may be another one in each.
    """
    record = reading.record
    if record is None:
        return reading, None
    replayed = replay(record)
    digest = None
    if record.plies and replayed.start is not None and record.cut is None:
        start = write_position(replayed.start)
        told = repr((record.game, record.variants, start, *replayed.words))
        digest = blake2b(told.encode(), digest_size=DIGEST).digest()
    return reading.without(replayed.explained).with_faults(replayed.faults), digest


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of replaying a record: where it began, its moves in canonical words, and faults.

    `start` is None when nothing could be replayed; the words from the first fault on are as they stand.
    `explained` are places of faults of numbering that one of these faults tells as well.
    """

    start: AnyPosition | None
    words: tuple[str, ...]
    faults: tuple[Fault, ...]
    explained: tuple[Where, ...] = ()


def replay(record: Record) -> Replayed:
    """Plays all lines of a record by the rules, and compares its end."""
    try:
        start = start_position(record)
    except (NotationError, EngineError):  # told when the record was read
        return Replayed(None, (), tuple(result_faults(record, None)))
    player = _Player(start)
    main = player.walk(record)
    end = None if record.cut is not None or main.failed else player.line(main)
    words = (*main.words, *(ply.move for ply in record.plies[len(main.words) :]))
    faults = (*player.faults, *result_faults(record, end))
    return Replayed(start, words, faults, tuple(player.explained))


class _Walk:
    """A line of play on its way: where it stands, what is left of it, and what it has played."""

    __slots__ = (
        "at",
        "doubt",
        "failed",
        "first",
        "index",
        "keys",
        "plies",
        "recent",
        "stop",
        "variations",
        "words",
    )

    def __init__(
        self,
        at: AnyPosition | AnyLine,
        plies: tuple[Ply, ...],
        cut: int | None,
        first: int,
        *,
        doubt: Doubt | None,
        recent: tuple[Any, ...] = (),
    ) -> None:
        self.at = at
        self.doubt = doubt
        self.recent = recent  # the last two moves that led here
        self.plies = plies
        self.stop = len(plies) if cut is None else min(cut, len(plies))
        self.first = first  # plies played before it
        self.index = 0
        self.variations: Iterator[_Walk] | None = None
        self.keys: list[Hashable] = []
        self.words: list[str] = []
        self.failed = False

    def branches(self, ply: Ply) -> Iterator[_Walk]:
        """The walks of the variations of the ply that comes next."""
        first = self.first + self.index
        for variation in ply.variations:
            plies, cut, doubt = variation.plies, variation.cut, variation.doubt
            yield _Walk(self.at, plies, cut, first, doubt=doubt, recent=self.recent)


class _Player:
    """Plays lines of one record; `faults` are found on the way.

    How often each position occurred is counted here, and a `Line` is made only where that matters, so
    that a record costs no more than its length; a variation takes back its own counts when it ends.
    Where the settings ignore repetition nothing is counted.
    """

    def __init__(self, start: AnyPosition) -> None:
        self.faults: list[Fault] = []
        self.explained: list[Where] = []
        self._bound = Bound()
        row = GAMES[start.game]
        self._read, self._write = row.read_word, row.write_move
        self._start = start
        self._counting = start.repetition is not Repetition.IGNORED
        self._counts: dict[Hashable, int] = {start.key(): 1}

    def walk(self, record: Record) -> _Walk:
        """Plays the record's own line, and each variation before the ply that it replaces."""
        main = _Walk(self._start, record.plies, record.cut, 0, doubt=record.doubt)
        stack = [main]
        while stack:
            walk = stack[-1]
            if walk.index >= walk.stop:
                stack.pop()
                if stack:
                    self._take_back(walk)
                continue
            ply = walk.plies[walk.index]
            if ply.variations:
                if walk.variations is None:
                    walk.variations = walk.branches(ply)
                branch = next(walk.variations, None)
                if branch is not None:
                    stack.append(branch)
                    continue
                walk.variations = None
            if not self._play(walk, ply):
                walk.failed = True
                walk.stop = walk.index
        return main

    def _play(self, walk: _Walk, ply: Ply) -> bool:
        """Plays the next ply; False when it cannot be."""
        at, word = walk.at, ply.move
        position = _position(at)
        try:
            move = self._read(word, position)
            after = at.play(move).position if isinstance(at, Line) else at.apply(move)
        except NotationError as error:
            if self._bound.admits("S01"):
                self._report(walk, ply, "S01", why=str(error))
            return False
        except IllegalMove as error:
            if self._bound.admits("M01"):
                self._refuse(walk, ply, error.reason)
            return False
        canonical = self._write(move, position)
        if canonical != word and self._bound.admits("W02"):
            self.faults.append(unusual(word, canonical, _place(ply), walk.first + walk.index))
        times = self._count(walk, after.key()) if self._counting else 1
        recent = walk.recent = (*walk.recent[-1:], move)
        lined = times >= THIRD_TIME or after.settled_by(recent) is not None
        walk.at = Line(after, times, recent) if lined else after
        walk.words.append(canonical)
        walk.index += 1
        return True

    def line(self, walk: _Walk) -> AnyLine:
        """Where a walk stands, with how often it stood so."""
        position = _position(walk.at)
        times = min(self._counts[position.key()], THIRD_TIME) if self._counting else 1
        return Line(position, times, walk.recent)

    def _count(self, walk: _Walk, key: Hashable) -> int:
        """How often the position that a walk has come to has occurred by now; three times say it all."""
        walk.keys.append(key)
        times = self._counts[key] = self._counts.get(key, 0) + 1
        return min(times, THIRD_TIME)

    def _take_back(self, walk: _Walk) -> None:
        for key in walk.keys:
            self._counts[key] -= 1

    def _refuse(self, walk: _Walk, ply: Ply, reason: Reason) -> None:
        outcome = walk.at.outcome()
        if outcome is not None:
            self._report(walk, ply, "M02", move=ply.move, reason=outcome.reason)
            return
        near = near_moves(ply.move, _position(walk.at), _EXAMPLES)
        remedy = f"Legal moves like it: {', '.join(near)}." if near else None
        if not near:
            words = legal_words(walk.at)
            more = "" if len(words) <= _EXAMPLES else f" and {len(words) - _EXAMPLES} more"
            remedy = f"Legal moves: {', '.join(words[:_EXAMPLES])}{more}."
        self._report(walk, ply, "M01", remedy, move=ply.move, why=str(reason))

    def _report(
        self, walk: _Walk, ply: Ply, code: str, remedy: str | None = None, **values: object
    ) -> None:
        number = walk.first + walk.index
        doubt = walk.doubt
        if doubt is not None and doubt.ply <= walk.index:  # it says what is the matter
            self.explained.append(doubt.where)
            remedy = f"{remedy} {_missing(doubt)}" if remedy else _missing(doubt)
        self.faults.append(fault(code, _place(ply), ply=number, remedy=remedy, **values))


def _missing(doubt: Doubt) -> str:
    if doubt.number == doubt.due:
        return f"The number {doubt.number} has no move after it: look there first."
    told = f"The number {doubt.number} stands where {doubt.due} is due"
    return f"{told}: a ply may be missing before it, or one too many. Look there first."


def _position(at: AnyPosition | AnyLine) -> AnyPosition:
    return at.position if isinstance(at, Line) else at


def _place(ply: Ply) -> Where:
    return "" if ply.where is None else ply.where
