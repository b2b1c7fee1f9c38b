"""Hive to PGN, in Mzinga's form: its tags first, one numbered ply a line, comments on lines of their own.

A record whose own tags stand in another order keeps that order, so that it is read back as the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from notation.comments import write_marks
from notation.diagnostics import Fault, fault
from notation.errors import NotARecord
from notation.game_string import WON, protocol_words, queen_first, write_type
from notation.hive_settings import EXPANSIONS
from notation.record import UNKNOWN_NAME, Ply, Record, Result
from notation.tag_values import read_time_control, write_result
from notation.tags import write_tags
from notation.writable import must_be_writable
from notation.writer import hold_printable, write_tag

from .abstract_play import canonical_moves, replay
from .format import Written
from .hive_pgn import BOTS, NAMES, OTHERS, TITLE
from .losses import lost_remarks, lost_tags

_ABOUT = ("Date", "Event", "Site", "Round")
"""The tags that the format begins with, after the type of the game, whether there is a value or not."""
_NAMES = {ours: theirs for theirs, ours in NAMES.items()}
_OWN = ("GameType", "Variants")
_BOTS = {"yes": "program"}


def write(record: Record) -> Written:
    """The game as text, canonical moves and all; refused when it begins from a position.

    Raises `NotARecord` for a record that would be refused when it is read.
    """
    must_be_writable(record)
    if record.start is not None:
        return Written(None, (fault("L10", record.where.get("start", ""), format=TITLE),))
    words = canonical_moves(record)
    if sum(1 for _ in replay(record)) < len(words):
        raise NotARecord(f"The moves of the record are not all legal, so no {TITLE} is written.")
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
    """The tags that are no fields, and the names of those that the format has no place for.

    Such a name means something else there; or the value is empty where that is the same as no tag.
    """
    strange = [
        name
        for name, value in record.tags
        if name in NAMES or name in _OWN or (name in _ABOUT and not value)
    ]
    return tuple(tag for tag in record.tags if tag[0] not in strange), strange


def _tags(record: Record, words: list[str]) -> Iterator[tuple[str, str]]:
    """The tags of the format in its order, then all others."""
    own = {name for name, _ in record.tags}
    fields = [tag for tag in write_tags(record) if tag[0] not in own]
    told = {_NAMES.get(name, name): _value(name, value) for name, value in fields}
    told["Result"] = write_state(record.outcome)
    letters = [word for word in record.variants if word in EXPANSIONS]
    others = [(_told_as(name, value, told), _value(name, value)) for name, value in record.tags]
    about = [tag for tag in others if tag[0] in _ABOUT]
    yield "GameType", write_type(letters)
    if others[: len(about)] == sorted(about, key=lambda tag: _ABOUT.index(tag[0])):
        yield from ((name, dict(about).get(name, "")) for name in _ABOUT)
        others = others[len(about) :]
    else:
        yield from others
        yield from ((name, "") for name in _ABOUT if name not in own)
        others = []
    yield from ((name, told.pop(name)) for name in ("White", "Black", "Result"))
    del told["Game"]
    told.pop("Variants", None)
    if record.variants != protocol_words(letters, words):
        yield "Variants", " ".join(record.variants)
    yield from told.items()
    yield from others


def _told_as(name: str, value: str, fields: dict[str, str]) -> str:
    """The name of a tag: a time control that is none of ours has its own name again."""
    free = "TimeControl" not in fields and value != "-" and read_time_control(value) is None
    return "TimeControl" if name == f"{OTHERS}TimeControl" and free and value else name


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
