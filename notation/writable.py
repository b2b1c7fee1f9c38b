"""What no file of ours can hold: the one question that both the text and the JSON writer ask first.

A record that was read without an error passes; one that was built by hand may say what a reader would
refuse, and is refused here, by `NotARecord`, with the place in the words of the JSON record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from engine import EngineError

from .errors import BadSettings, NotARecord, NotationError
from .games import GAMES
from .grammar import clip
from .reader import record_grammar
from .record import NESTING, Player, Ply, Record, Result, TimeControl
from .starts import settings_of, start_position
from .tag_values import REASONS, is_date, is_time
from .tags import FIELDS

_LARGEST_RATING = 99_999
_LARGEST_HOURS = 999_999_999
_LARGEST_CLOCK = 10**9 * 24 * 3600 - 1  # less than so many days
_LARGEST_NAG = 999

_ODD_IN_LINE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_ODD_IN_COMMENT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_HOURS = {
    "capped": ("start", "increment", "max"),
    "fixed": ("increment",),
    "total": ("start",),
}


def must_be_writable(record: Record) -> None:
    """Raises `NotARecord` for a record that, once written, would be refused by its reader."""
    for pointer, why in _faults(record):
        raise NotARecord(f"{why} (at {pointer})")


@cache
def move_pattern(game: str) -> re.Pattern[str]:
    """What a word must look like to be read as a move in a text record of the game."""
    terminal = record_grammar(game).lark.get_terminal("MOVE")
    return re.compile(terminal.pattern.to_regexp())


Faults = Iterator[tuple[str, str]]
"""Pointers, and sentences on what is there."""


def _faults(record: Record) -> Faults:
    yield from _game(record)
    players: tuple[Player, ...] = record.players  # a careless program may give any number
    if len(players) != 2:
        yield "/players", f"A record has two players, not {len(players)}."
    for index, player in enumerate(players):
        yield from _player(player, f"/players/{index}")
    yield from _tags(record.tags)
    if record.time_control is not None:
        yield from _time_control(record.time_control)
    for name in ("started", "ended"):
        yield from _time(getattr(record, name), f"/{name}")
    if record.outcome is not None:
        yield from _outcome(record.outcome)
    yield from _comments(record.comments, "/comments")
    yield from _plies(record)


def _game(record: Record) -> Faults:
    if record.game not in GAMES:
        yield "/game", f"There is no game {record.game!r}; there is {', '.join(GAMES)}."
        return
    try:
        settings_of(record.game, record.variants)
        if record.start is not None:
            yield from _line(record.start, "/start")
            start_position(record)
    except BadSettings as error:
        yield "/variants", str(error)
    except (NotationError, EngineError) as error:
        yield "/start", str(error)


def _player(player: Player, at: str) -> Faults:
    yield from _line(player.name, f"{at}/name")
    if not player.name.strip():
        yield f"{at}/name", "A name is not empty; it is '?' when it is not known."
    if player.id is not None:
        yield from _line(player.id, f"{at}/id")
    if player.rating is not None:
        yield from _number(player.rating, _LARGEST_RATING, f"{at}/rating")
    if not isinstance(player.bot, bool):
        yield f"{at}/bot", f"{player.bot!r} is neither True nor False."


def _tags(tags: Iterable[tuple[str, str]]) -> Faults:
    seen: set[str] = set()
    for index, (name, value) in enumerate(tags):
        at = f"/tags/{index}"
        if not _fits(name, _TAG_NAME.fullmatch):
            yield f"{at}/0", f"{_shown(name)} is not a name of letters, digits and `_`."
        if name in FIELDS:
            yield f"{at}/0", f"The tag {name} is a field of the record, not one of its tags."
        if name in seen:
            yield f"{at}/0", f"The tag {name} stands there a second time."
        seen.add(name)
        yield from _line(value, f"{at}/1")
        if name == "Date" and not is_date(value):
            yield f"{at}/1", f"{clip(value)} is not a date like 2025-01-31 or 2025-??-??."


def _time_control(control: TimeControl) -> Faults:
    at = "/time_control"
    if control.kind not in _HOURS:
        yield f"{at}/kind", f"{_shown(control.kind)} is not one of {', '.join(_HOURS)}."
        return
    for name in ("start", "increment", "max"):
        hours = getattr(control, name)
        if name in _HOURS[control.kind]:
            yield from _number(hours, _LARGEST_HOURS, f"{at}/{name}")
        elif hours is not None:
            yield f"{at}/{name}", f"A clock that is {control.kind} has no {name!r}."
    if control.enforcement not in ("auto", "claim"):
        yield f"{at}/enforcement", f"{_shown(control.enforcement)} is neither auto nor claim."


def _outcome(outcome: Result) -> Faults:
    winner, reason = outcome.winner, outcome.reason
    if winner is not None and (type(winner) is not int or winner not in (1, 2)):
        yield "/outcome/winner", f"{_shown(winner)} is no player's number: it is 1, 2 or None."
    if reason is not None and reason not in REASONS:
        yield "/outcome/reason", f"{_shown(reason)} is not one of {', '.join(REASONS)}."


def _plies(record: Record) -> Faults:
    """The faults of all lines of play, level by level."""
    is_move = move_pattern(record.game).fullmatch
    waiting = [(record.plies, "", 0)]
    while waiting:
        plies, at, depth = waiting.pop()
        if depth > NESTING:
            yield at, f"A variation lies deeper than {NESTING} others."
        for index, ply in enumerate(plies):
            if not _fits(ply.move, is_move):
                why = f"{_shown(ply.move)} is not a move of {GAMES[record.game].title}."
                yield f"{at}/plies/{index}/move", why
            if ply.comments or ply.nags or ply.at is not None or ply.clock is not None:
                yield from _remarks(ply, f"{at}/plies/{index}")
            for number, variation in enumerate(ply.variations):
                pointer = f"{at}/plies/{index}/variations/{number}"
                if not variation.plies:
                    yield pointer, "A variation has no move."
                if variation.comments:
                    yield from _comments(variation.comments, f"{pointer}/comments")
                waiting.append((variation.plies, pointer, depth + 1))


def _remarks(ply: Ply, at: str) -> Faults:
    yield from _time(ply.at, f"{at}/at")
    if ply.clock is not None:
        yield from _number(ply.clock, _LARGEST_CLOCK, f"{at}/clock")
    for index, nag in enumerate(ply.nags):
        yield from _number(nag, _LARGEST_NAG, f"{at}/nags/{index}")
    yield from _comments(ply.comments, f"{at}/comments")


def _comments(comments: Iterable[str], at: str) -> Faults:
    for index, comment in enumerate(comments):
        yield from _text(comment, f"{at}/{index}", _ODD_IN_COMMENT.search)


def _time(time: str | None, at: str) -> Faults:
    if time is not None and not _fits(time, is_time):
        yield at, f"{_shown(time)} is not a time like 2025-01-31T18:00:00Z."


def _number(number: int | None, most: int, at: str) -> Faults:
    if type(number) is not int or not 0 <= number <= most:
        yield at, f"{_shown(number)} is not a whole number from 0 to {most}."


def _line(text: object, at: str) -> Faults:
    yield from _text(text, at, _ODD_IN_LINE.search)


def _fits(text: object, form: Callable[[str], object]) -> bool:
    return isinstance(text, str) and bool(form(text))


def _text(text: object, at: str, odd: Callable[[str], re.Match[str] | None]) -> Faults:
    if not isinstance(text, str):
        yield at, f"{_shown(text)} is not text."
    elif found := odd(text):
        kind = "a line end" if found[0] in "\n\r" else f"the character U+{ord(found[0]):04X}"
        yield at, f"The text holds {kind}, which has no place there."


def _shown(value: Any) -> str:
    return clip(value) if isinstance(value, str) else clip(repr(value)).strip("'\"")
