"""A record in its canonical form: settings, start, tags, and every move, in variations too.

A reader takes many spellings of a move; a writer has one. The moves stay what they are: each word is
read again in its own position and must be the same move.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine import AnyPosition

from .errors import NotARecord
from .games import GAMES
from .moves import write_position
from .record import NESTING, Ply, Record, Variation
from .starts import canonical_words, start_position
from .tags import ORDER


def canonical(record: Record, *, respell: bool = True) -> Record:
    """The same game in canonical words, its tags in their order; the record itself when it is so already.

    Without `respell` the moves are known to be in their canonical words, and are not played. Raises `NotationError` or `engine.EngineError` when a line of it cannot be played, and
    `NotARecord` when a word that would be written is not read as the same move.
    """
    start = start_position(record)
    plies = _Player(record.game).line(record.plies, start, 0) if respell else record.plies
    words = canonical_words(record.game, record.variants)
    told = None if record.start is None else write_position(start)
    made = replace(record, plies=plies, variants=words, start=told, tags=_in_order(record.tags))
    return record if made == record else made


def _in_order(tags: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Tags that have a place in a text record in the order of their places, then the others."""
    places = {name: place for place, name in enumerate(ORDER)}
    return tuple(sorted(tags, key=lambda tag: places.get(tag[0], len(ORDER))))


class _Player:
    """Plays the lines of a game's record and writes their moves anew."""

    def __init__(self, game: str) -> None:
        self._read, self._write = GAMES[game].read_word, GAMES[game].write_move

    def line(self, plies: tuple[Ply, ...], start: AnyPosition, depth: int) -> tuple[Ply, ...]:
        """The plies of a line that begins at a position, `depth` variations deep."""
        if depth > NESTING:
            raise NotARecord(f"A variation lies deeper than {NESTING} others.")
        position: Any = start  # a game's own functions take its own positions
        written = []
        for ply in plies:
            move = self._read(ply.move, position)
            word = self._word(move, position)
            if ply.variations:
                inner = tuple(self._variation(each, position, depth) for each in ply.variations)
                ply = replace(ply, move=word, variations=inner)  # noqa: PLW2901 - the ply in its words
            elif word != ply.move:
                ply = replace(ply, move=word)  # noqa: PLW2901 - the ply in its words
            written.append(ply)
            position = position.apply(move)
        return tuple(written)

    def _word(self, move: Any, position: AnyPosition) -> str:
        word = self._write(move, position)
        if self._read(word, position) != move:
            raise NotARecord(f"A move written as {word} is read as another one.")
        return word

    def _variation(self, variation: Variation, start: AnyPosition, depth: int) -> Variation:
        return replace(variation, plies=self.line(variation.plies, start, depth + 1))
