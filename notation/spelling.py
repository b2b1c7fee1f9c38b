"""How a game's codec reads moves and positions: caps, blanks, a memory, and a grammar's faults as ours.

Words come again and again in an archive, so the decoding of short ones is remembered; and most are
plain, so that a regular expression reads them a dozen times sooner than the grammar, which has the
last word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from .errors import NotAMove, NotAPosition
from .grammar import Grammar, GrammarFault, clip

T = TypeVar("T")

LONGEST_MOVE = 1_000  # characters: numbers are unbounded, the patience of readers is not
LONGEST_POSITION = 20_000
_REMEMBERED = 40  # characters
_KNOWN = 1 << 13  # words: enough for nearly all that come, and small
_BLANK = re.compile(r"\s")
# short enough for every legal move of a position to be a move that is read
_DIGITS = 99
_LONG_NUMBER = re.compile(f"[0-9]{{{_DIGITS + 1}}}")


class MoveSpelling(Generic[T]):
    """The spelling of a game's moves, by the rule `move` of its grammar.

    `plain` is an expression that canonical words match, `read_plain` makes the value of a match.
    A move in a record is one word, or as many as `words` with single blanks between.
    """

    def __init__(
        self,
        grammar: Grammar,
        plain: re.Pattern[str],
        read_plain: Callable[[re.Match[str]], T],
        words: int = 1,
    ) -> None:
        self._grammar = grammar
        self._plain = plain
        self._read_plain = read_plain
        self._words = words
        self._known_alone: Callable[[str], T] = lru_cache(_KNOWN)(self._read)
        self._known_words: Callable[[str], T] = lru_cache(_KNOWN)(self._read_unblanked)

    def read(self, text: str) -> T:
        """What a text given alone spells, blanks between its signs allowed; raises `NotAMove`."""
        return self._known_alone(text) if len(text) <= _REMEMBERED else self._read(text)

    def read_word(self, word: str) -> T:
        """What a word in a record spells: as `read`, but blanks are a fault."""
        return self._known_words(word) if len(word) <= _REMEMBERED else self._read_unblanked(word)

    def _read(self, text: str) -> T:
        if len(text) > LONGEST_MOVE:
            most = f"A move has at most {LONGEST_MOVE} characters, not {len(text)}."
            raise NotAMove(text, LONGEST_MOVE + 1, most)
        plain = self._plain.fullmatch(text)
        if plain is not None:
            return self._read_plain(plain)
        body = text.strip()
        try:
            value: T = self._grammar.read(body, "move", text.find(body))
        except GrammarFault as fault:
            raise NotAMove(text, fault.column, f"{clip(text)} is no move: {fault}.") from None
        return value

    def _read_unblanked(self, word: str) -> T:
        blank = _BLANK.search(word.replace(" ", "-", self._words - 1))
        if blank is not None:
            most = "no blanks" if self._words == 1 else "one blank at most"
            raise NotAMove(word, blank.start() + 1, f"{clip(word)}: a move in a record has {most}.")
        return self._read(word)


def read_position_text(grammar: Grammar, text: str) -> Any:
    """The value of a text by the grammar's rule `position`; raises `NotAPosition`."""
    if len(text) > LONGEST_POSITION:
        most = f"A position has at most {LONGEST_POSITION} characters."
        raise NotAPosition(text, LONGEST_POSITION + 1, most)
    long = _LONG_NUMBER.search(text)
    if long is not None:
        most = f"A number in a position has at most {_DIGITS} digits."
        raise NotAPosition(text, long.start() + 1, most)
    body = text.strip()
    try:
        return grammar.read(body, "position", text.find(body))
    except GrammarFault as fault:
        raise NotAPosition(text, fault.column, f"{clip(text)} is no position: {fault}.") from None
