"""Hive to PGN, in Mzinga's form: its tags first, one numbered ply a line, comments on lines of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from notation.comments import write_marks
from notation.diagnostics import Fault, fault
from notation.game_string import WON, protocol_words, queen_first, write_type
from notation.hive_settings import EXPANSIONS
from notation.record import UNKNOWN_NAME, Ply, Record, Result
from notation.tag_values import write_result
from notation.tags import write_tags
from notation.writer import hold_printable, write_tag

from .abstract_play import canonical_moves
from .format import Written
from .hive_pgn import BOTS, NAMES, OTHERS, TITLE
from .losses import lost_remarks, lost_tags

_FIRST = ("Date", "Event", "Site", "Round", "White", "Black", "Result")
_NAMES = {ours: theirs for theirs, ours in NAMES.items()}
_OWN = ("GameType", "Variants")
_BOTS = {"yes": "program"}


def write(record: Record) -> Written:
    """The game as text, canonical moves and all; refused when it begins from a position."""
    if record.start is not None:
        return Written(None, (fault("L10", record.where.get("start", ""), format=TITLE),))
    words = canonical_moves(record)
    kept, strange = _other_tags(record)
    tags = dict(_tags(replace(record, tags=kept), words))
    comments = [*record.comments, *(text for ply in record.plies for text in ply.comments)]
    losses = [*lost_remarks(record, TITLE, comments=True, times=True, clocks=True)]
    losses += lost_tags(strange, TITLE)
    losses += _queen_first(record, words)
    losses += _braces(comments)
    head = [write_tag(name, value) for name, value in tags.items()]
    lines = [*head, "", *_moves(record, words), "", write_state(record.outcome), ""]
    return Written("\n".join([*lines, ""]), tuple(losses))


def write_state(outcome: Result | None) -> str:
    """The state that a record's outcome is in the protocol: one without a winner goes on, or is drawn."""
    if outcome is None or write_result(outcome) == "*":
        return "InProgress"
    return WON[outcome.winner]


def _other_tags(record: Record) -> tuple[tuple[tuple[str, str], ...], list[str]]:
    """The tags that are no fields, and the names of those that mean something else in the format."""
    strange = [name for name, _ in record.tags if name in NAMES or name in _OWN]
    return tuple(tag for tag in record.tags if tag[0] not in strange), strange


def _tags(record: Record, words: list[str]) -> Iterator[tuple[str, str]]:
    """The tags of the format in its order, then all others."""
    ours = dict(write_tags(record))
    letters = [word for word in record.variants if word in EXPANSIONS]
    yield "GameType", write_type(letters)
    told = {_NAMES.get(name, name): _value(name, value) for name, value in ours.items()}
    told["Result"] = write_state(record.outcome)
    for name in _FIRST:
        yield name, told.pop(name, "")
    del told["Game"]
    told.pop("Variants", None)
    if record.variants != protocol_words(letters, words):
        yield "Variants", " ".join(record.variants)
    for name, value in told.items():
        taken = name != f"{OTHERS}TimeControl" or "TimeControl" in told
        yield name if taken else "TimeControl", value


def _value(name: str, value: str) -> str:
    """A value in the form that the format has for it."""
    if name == "Date":
        return value.replace("-", ".")
    if name in ("Player1", "Player2") and value == UNKNOWN_NAME:
        return ""
    return _BOTS.get(value, value) if name in BOTS else value


def _moves(record: Record, words: list[str]) -> Iterator[str]:
    yield from map(_comment, record.comments)
    for number, (ply, word) in enumerate(zip(record.plies, words, strict=True), 1):
        yield f"{number}. {word}"
        yield from _remarks(ply)


def _remarks(ply: Ply) -> Iterator[str]:
    marks = write_marks(ply.at, ply.clock)
    if marks:
        yield marks
    yield from map(_comment, ply.comments)


def _comment(text: str) -> str:
    hold_printable(text)
    return "{" + text.replace("}", ")") + "}"


def _queen_first(record: Record, words: list[str]) -> Iterator[Fault]:
    ply = queen_first(words)
    if ply is not None:
        where = record.plies[ply].where or ""
        yield fault("L13", where, ply=ply, format=TITLE, move=words[ply])


def _braces(comments: list[str]) -> Iterator[Fault]:
    count = sum(text.count("}") for text in comments)
    if count:
        yield fault(
            "L11", "", format=TITLE, sign="`}`", part="a comment", instead="`)`", count=count
        )
