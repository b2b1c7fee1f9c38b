"""Hive in BoardSpace's SGF, read only: one bracket a game, its first nodes tell the game, the rest its steps.

Results are sentences in the language of the player who kept the game, so the name in one is what
tells the winner. Dates are kept as they stand, and as a date where they can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from notation.damage import MOST_DAMAGES, bounded, controls
from notation.diagnostics import Fault, fault
from notation.grammar import Grammar, clip
from notation.hive_settings import EXPANSIONS
from notation.reading import Reading
from notation.record import UNKNOWN_NAME, Player, Record, Result, Span, Where
from notation.source import Passage, Source
from notation.tag_values import is_date
from notation.tags import unknown_game
from notation.tokens import Places, span

from .abstract_play import natural_end, replay
from .hive_sets import guess_set, protocol_settings
from .sgf_steps import StepReader, Steps

if TYPE_CHECKING:
    from lark import Token

TITLE = "SGF"

_HIVE = "27"
_BEGINS = re.compile(rb"\s*\(\s*;")
_GAME_LINE = re.compile(rb"\s*\((?!\s*;?\s*[Pp][01]\[[0-9])")
"""How a game begins: with no step at once, so that a stray bracket makes no game of the rest."""
_PROPERTY = re.compile(r"([A-Za-z][A-Za-z0-9]*)[ \t\n]*\[((?:[^\]\\]|\\[\s\S])*)\]")
_PROSE = ("C", "GC")
_SWALLOWED = re.compile(r"\n[ \t;]*[A-Za-z]{1,2}[0-9]?[ \t]*\[")
"""What a value holds that goes on over the next property, since its end is missing."""
_ESCAPE = re.compile(r"\\([\s\S])")
_SET = re.compile(r"hive(?:-([plm]+))?(?:[ \t].*)?", re.IGNORECASE)
_ABOUT_PLAYER = re.compile(r'(id|ranking)[ \t]+"?([^"]*)"?')
_DRAW = re.compile(
    r"\b(?:draw|drawn|tie|tied|nulle?|remis|unentschieden|empate|tablas|oavgjort|gelijkspel|pareggio|patta)\b"
    "|引き分け|平局|和局|ничья",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_STAMP = re.compile(r"\w+ (\w{3}) (\d{1,2}) [\d:]+(?: \S+)? (\d{4})", re.ASCII)
_DAY = re.compile(r"(\w{3})\w* (\d{1,2}), (\d{4})", re.ASCII)


def begins(head: bytes) -> bool:
    """Whether a file that begins so is one of SGF."""
    return _BEGINS.match(head) is not None


def cut(source: Source) -> Iterator[Passage]:
    """The games of a source, each from its bracket on."""
    return source.parts(_GAME_LINE)


def read_passage(passage: Passage) -> Reading:
    """The reading of one game."""
    if passage.broken:
        return Reading(None, (), passage).with_faults(passage.faults)
    reader = _Reader(passage)
    record = reader.read()
    return Reading(record, (), passage).with_faults(bounded((*passage.faults, *reader.faults)))


@cache
def grammar() -> Grammar:
    """The grammar of a game."""
    return Grammar("sgf.lark", ["record"], {"record": list}, {})


class _Reader:
    """Reads one game; `faults` are found on the way."""

    def __init__(self, passage: Passage) -> None:
        self.faults: list[Fault] = []
        self._text = passage.text
        self._where: dict[str, Where] = {}
        self._told: dict[str, str] = {}  # the properties of the game, unescaped
        self._players: list[dict[str, str]] = [{}, {}]
        self._steps = StepReader()
        self._opened: Token | None = None  # the bracket of the game
        self._begun = False  # whether there was such a bracket
        self._inner = 0  # other brackets, where none should be
        self._closed = False
        self._spoiled = False  # whether what comes, up to the next node, is part of a damaged place
        self._last = ""  # the name of the property that came last
        self._broken = ""  # that of one whose value may go on in a damaged place
        self._stepping = False  # whether steps have come
        self._whole_head = True  # whether what comes before the first step is undamaged

    def read(self) -> Record | None:
        """The record as far as it can be told; None for a game of another kind."""
        self._walk(grammar().lark.parse(self._text, "record"))  # type: ignore[arg-type]  # a list in place of a tree
        if not self._is_hive():
            return None
        steps = self._steps.end()
        self.faults.extend(steps.faults)
        variants, sound = self._variants(steps)
        first, second = self._player(0), self._player(1)
        record = Record(
            game="hive",
            variants=variants,
            players=(second, first) if steps.first == 1 else (first, second),
            tags=tuple(self._tags()),
            plies=steps.plies,
            where=self._where,
            cut=steps.cut if sound else 0,
        )
        if sound:
            self.faults.extend(_judged(record, steps.judged))
        return replace(record, outcome=self._outcome(record, steps))

    def _walk(self, tokens: list[Any]) -> None:
        """Takes the tokens in their order; what is not as it should be is told."""
        for token, after in zip_longest(tokens, tokens[1:]):
            if len(self.faults) > MOST_DAMAGES:
                return
            if token.type in ("BAD", "STRAY"):
                self._spoil(token)
            elif token.type in ("OPEN", "CLOSE"):
                if not (self._spoiled and after is not None and after.type in ("BAD", "STRAY")):
                    self._sound(token)
            elif len(token) > 1:  # more than a `;`
                self._sound(token)
        if self._opened:
            why = "The bracket that begins here is never closed: the file may be cut off."
            self._damaged(self._opened, why)

    def _sound(self, token: Token) -> None:
        """Takes a token of a known kind; what is wrong with it may go on in what comes after it."""
        told = len(self.faults)
        if token.type in ("OPEN", "CLOSE"):
            self._bracket(token)
        elif token.type == "STEPS":
            self._stepping = True
            self._steps.take(token)
        elif token.type == "NODE":
            self._node(token)
        else:
            self._opened = None  # the bracket's end may be in there
            self._damaged(token, "The value that begins here is never closed.", 1)
        self._spoiled = len(self.faults) > told or (token.type == "STEPS" and self._steps.spoiled)

    def _spoil(self, token: Token) -> None:
        """Tells of what belongs to no node, once up to the next one."""
        if not self._spoiled:
            self._spoiled = True
            self._broken = self._last
            why = f"{clip(token.value)} is neither a node nor a property nor a value of SGF."
            if token.type == "STRAY":
                why = "This property belongs to no node: a `;` may be missing."
            self._damaged(token, why)
        if token.type == "STRAY":
            self._node(token)

    def _bracket(self, token: Token) -> None:
        if token.type == "OPEN":
            if self._opened or self._closed:
                self._damaged(token, "A game is one bracket, without others in it or after it.")
                self._inner += 1
            else:
                self._opened, self._begun = token, True
            return
        first, self._closed = not self._closed, True
        if self._opened:
            self._opened = None
        elif self._inner:
            self._inner -= 1
        elif first or self._begun:
            self._damaged(token, "This `)` closes no bracket.")

    def _damaged(self, token: Token, why: str, length: int | None = None) -> None:
        where = span(token)
        if length is not None:
            where = Span(where.line, where.column, where.line, where.column + length)
        self._break(where, why)

    def _break(self, where: Span, why: str) -> None:
        self._whole_head = self._whole_head and self._stepping
        self.faults.append(fault("S18", where, ply=self._steps.ply, why=why))
        self._steps.fail()

    def _node(self, token: Token) -> None:
        for sign, place in controls(token):
            self.faults.append(fault("S15", place, number=ord(sign)))
        places = Places(token)
        for match in _PROPERTY.finditer(token):
            name, value = match[1].upper(), _ESCAPE.sub(r"\1", match[2])
            self._last = name
            if name not in _PROSE and _SWALLOWED.search(value):
                self._broken = name
                self._break(
                    _value_place(places, match), "A `]` is missing at the end of this value."
                )
                continue
            if name in ("P0", "P1"):
                about = _ABOUT_PLAYER.match(value)
                if about:
                    self._players[int(name[1])].setdefault(about[1], about[2].strip())
                elif value[:1].isdigit() and token.type == "NODE":
                    why = f"{clip(match[2])} is no step of a game; is a `]` missing?"
                    self._break(_value_place(places, match), why)
            elif name not in self._told:
                self._told[name] = " ".join(value.split())
                self._where[name] = _value_place(places, match)

    def _is_hive(self) -> bool:
        told = self._told.get("GM")
        if told == _HIVE or (told is None and self._told.get("SU", "").lower().startswith("hive")):
            return True
        where = self._where.get("GM", "")
        name = "without GM" if told is None else f"GM[{told}]"
        if told is not None or not self.faults:
            self.faults = [unknown_game(name, where, ["Hive, which is GM[27]"])]
        return False

    def _variants(self, steps: Steps) -> tuple[tuple[str, ...], bool]:
        """The settings, and whether the set is one that is known."""
        told = self._told.get("SU")
        if told is None:
            letters, note = guess_set(steps.plies)
            if self._whole_head:
                self.faults.append(note)
        else:
            match = _SET.fullmatch(told)
            if match is None:
                why = f"{clip(told)} is no set known here; there is Hive, or Hive- and any of M, L, P."
                if self._broken != "SU":
                    self.faults.append(fault("V01", self._where["SU"], why=why))
                return (), False
            letters = frozenset((match[1] or "").upper()) & EXPANSIONS.keys()
        self._where["variants"] = self._where.get("SU", "")
        variants, notes = protocol_settings(letters, steps.plies[: steps.cut])
        self.faults.extend(notes)
        return variants, True

    def _player(self, number: int) -> Player:
        about = self._players[number]
        ranking = about.get("ranking", "")
        rating = int(ranking) if re.fullmatch("[0-9]{1,5}", ranking) else None
        return Player(about.get("id", "").strip() or UNKNOWN_NAME, rating=rating)

    def _tags(self) -> Iterator[tuple[str, str]]:
        date = _read_date(self._told.get("DT", ""))
        if date:
            yield "Date", date
        for name, tag in (("DT", "SgfDate"), ("GN", "SgfGameName"), ("RE", "SgfResult")):
            if self._told.get(name):
                yield tag, self._told[name]

    def _outcome(self, record: Record, steps: Steps) -> Result | None:
        told = self._told.get("RE")
        where = self._where["result"] = self._where.get("RE", "")
        if not told:
            return steps.ended or natural_end(record)
        winner = _named(told, [player.name for player in record.players])
        if winner is None and not _DRAW.search(told):
            if self._whole_head:  # else a name may be lost
                self.faults.append(fault("R05", where, ply=len(record.plies), text=clip(told, 80)))
            return steps.ended or natural_end(record)
        reason = steps.ended.reason if steps.ended and steps.ended.winner == winner else None
        return Result(winner, reason)


def _judged(record: Record, faults: tuple[Fault, ...]) -> Iterator[Fault]:
    """Those of the faults by the table that nothing before them in the game can have caused.

    That a piece comes under a number that is not due counts only where it can come.
    """
    plies = record.plies[: record.cut]
    playable = sum(1 for _ in replay(replace(record, plies=plies))) if faults else 0
    for each in faults:
        refused = each.code != "W03" and playable == len(plies)
        if each.ply is not None and each.ply < playable + refused:
            yield each


def _named(text: str, names: list[str]) -> int | None:
    """The number of the player whose name stands in a text; the longer name where both do."""
    found = [
        (len(name), number)
        for number, name in enumerate(names, 1)
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    ]
    if len(found) == 2 and found[0][0] == found[1][0]:
        return None
    return max(found)[1] if found else None


def _value_place(places: Places, match: re.Match[str]) -> Span:
    """The place of the value of a property of a node, on its first line; of an empty one, of its brackets."""
    begin, end = match.span(2)
    if begin == end:
        begin, end = begin - 1, end + 1
    line_end = match.string.find("\n", begin, end)
    return places.span(begin, max(begin + 1, end if line_end < 0 else line_end))


def _read_date(text: str) -> str | None:
    """The date that begins `Mon Jan 16 20:59:12 AST 2023` or `March 28, 2020`; None for another text."""
    match = _STAMP.fullmatch(text) or _DAY.match(text)
    if match is None or match[1].lower() not in _MONTHS:
        return None
    date = f"{match[3]}-{_MONTHS.index(match[1].lower()) + 1:02}-{int(match[2]):02}"
    return date if is_date(date) else None
