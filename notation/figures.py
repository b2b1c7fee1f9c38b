"""The figures of an archive: counts, results, lengths, openings, gathered record by record.

Memory grows with the number of different lengths and openings, not with the number of records. Records are
taken at their word: nothing but the opening is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine import EngineError

from .errors import NotationError
from .files import unreadable
from .games import GAMES
from .reading import Reading
from .record import Record
from .starts import start_position
from .tag_values import RESULTS, write_result

Moves = tuple[str, ...]


@dataclass(slots=True)
class Opening:
    """The first moves of games: how often they were played, and with what results."""

    moves: Moves
    results: Counter[str] = field(default_factory=Counter)

    @property
    def records(self) -> int:
        """How many games began so."""
        return self.results.total()


@dataclass(slots=True)
class GameFigures:
    """What the records of one game tell; results are by their words, `1-0` and so on."""

    game: str
    variants: Counter[Moves] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str | None] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    openings: dict[Moves, Opening] = field(default_factory=dict)

    @property
    def records(self) -> int:
        """How many records there are."""
        return self.results.total()

    @property
    def plies(self) -> int:
        """How many plies they have together."""
        return sum(length * count for length, count in self.lengths.items())

    @property
    def median(self) -> float:
        """The middle length: half of the records are no longer, half no shorter."""
        middle = (self.records - 1) / 2
        return (self._nth_length(int(middle)) + self._nth_length(int(middle + 0.5))) / 2

    def _nth_length(self, number: int) -> int:
        passed = 0
        for length in sorted(self.lengths):
            passed += self.lengths[length]
            if passed > number:
                return length
        return 0

    def top_openings(self, most: int) -> list[Opening]:
        """The openings that were played most, equals by their words."""
        return sorted(self.openings.values(), key=lambda each: (-each.records, each.moves))[:most]


class Figures:
    """The figures of all games of an archive; `depth` is how many plies an opening has."""

    def __init__(self, depth: int) -> None:
        self.files = 0
        self.records = 0
        self.faulty = 0  # records with an error, which are left out
        self.unreadable = 0  # files that could not be read
        self._games: dict[str, GameFigures] = {}
        self._depth = depth
        self._file: str | None = None

    @property
    def games(self) -> list[GameFigures]:
        """The figures of each game that has records, in the order of the table of games."""
        return [self._games[game] for game in GAMES if game in self._games]

    def gather(self, readings: Iterable[Reading]) -> None:
        """Adds what readings tell."""
        for reading in readings:
            if unreadable(reading):
                self.unreadable += 1
                continue
            if reading.passage.file != self._file:
                self._file = reading.passage.file
                self.files += 1
            if reading.record is None or not reading.ok:
                self.faulty += 1
            else:
                self.records += 1
                self._add(reading.record)

    def _add(self, record: Record) -> None:
        figures = self._games.setdefault(record.game, GameFigures(record.game))
        result = write_result(record.outcome)
        figures.variants[record.variants] += 1
        figures.results[result] += 1
        if record.outcome is not None:
            figures.reasons[record.outcome.reason] += 1
        figures.lengths[len(record.plies)] += 1
        if record.start is not None or not self._depth or len(record.plies) < self._depth:
            return
        words = tuple(ply.move for ply in record.plies[: self._depth])
        moves = _canonical_opening(record.game, record.variants, words)
        if moves is not None:
            figures.openings.setdefault(moves, Opening(moves)).results[result] += 1


@lru_cache(maxsize=1 << 14)
def _canonical_opening(game: str, variants: Moves, words: Moves) -> Moves | None:
    """The first moves in canonical words; None when they cannot be played."""
    row = GAMES[game]
    try:
        position: Any = start_position(Record(game, variants))
        moves = []
        for word in words:
            move = row.read_word(word, position)
            moves.append(row.write_move(move, position))
            position = position.apply(move)
    except (NotationError, EngineError):
        return None
    return tuple(moves)


def dump_figures(figures: Figures, most: int) -> dict[str, Any]:
    """The figures as a JSON value, with the `most` frequent openings of each game."""
    return {
        "files": figures.files,
        "records": figures.records,
        "faulty": figures.faulty,
        "games": [_dump_game(each, most) for each in figures.games],
    }


def _dump_game(figures: GameFigures, most: int) -> dict[str, Any]:
    lengths = sorted(figures.lengths.items())
    return {
        "game": figures.game,
        "records": figures.records,
        "plies": figures.plies,
        "variants": [
            {"variants": list(words), "records": count} for words, count in ranked(figures.variants)
        ],
        "results": _dump_results(figures.results),
        "reasons": [
            {"reason": reason, "records": count} for reason, count in ranked(figures.reasons)
        ],
        "lengths": {
            "shortest": lengths[0][0],
            "median": figures.median,
            "mean": round(figures.plies / figures.records, 2),
            "longest": lengths[-1][0],
            "counts": [list(pair) for pair in lengths],
        },
        "openings": [
            {
                "moves": list(each.moves),
                "records": each.records,
                "results": _dump_results(each.results),
            }
            for each in figures.top_openings(most)
        ],
    }


def _dump_results(results: Counter[str]) -> dict[str, int]:
    return {word: results[word] for word in RESULTS}


def ranked(counts: Counter[Any]) -> list[tuple[Any, int]]:
    """What was counted with its number, the most frequent first, equals by their names."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))
