"""The tags of a text record: those that are fields of the record, and all others in their order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice
from typing import NamedTuple

from .damage import MOST_DAMAGES, Bound
from .diagnostics import Fault, fault
from .errors import BadSettings
from .games import GAMES, game_of_title
from .grammar import clip
from .record import UNKNOWN_NAME, Player, Record, Span, TimeControl, Where
from .starts import canonical_words
from .tag_values import (
    REASONS,
    RESULTS,
    is_date,
    is_time,
    read_time_control,
    write_result,
    write_time_control,
)

FIELDS = (
    *("Game", "Variants", "Player1", "Player2", "Player1Id", "Player2Id", "Player1Rating"),
    *("Player2Rating", "Player1Bot", "Player2Bot", "Started", "Ended", "Result", "Termination"),
    *("TimeControl", "Position"),
)
"""The tags that a record keeps in fields of its own, never among its `tags`."""

ORDER = (
    *("Game", "Variants", "Event", "Site", "Date", "Round", "Player1", "Player2", "Player1Id"),
    *("Player2Id", "Player1Rating", "Player2Rating", "Player1Bot", "Player2Bot", "Started"),
    *("Ended", "Result", "Termination", "TimeControl", "Position"),
)
"""The tags that are written first, in their order; all others follow as they came."""

_RATING = re.compile(r"0|[1-9][0-9]{0,4}")
_BOT = {"yes": True, "no": False}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = re.compile(r"""\\["\\]|(\\[^"\\])\1*""")
"""Each escape, and as `match[1]` one that there is not, which may come many times in a row."""
_SPECIAL = re.compile(r'["\\]')


class Tag(NamedTuple):
    """A tag as it was read: its value without escapes, and where the name and the value stand."""

    name: str
    value: str
    where: Where
    value_where: Where


@dataclass(slots=True)
class Header:
    """What the tags of one record tell; `result` and `reason` are those of the tags alone."""

    game: str = ""
    variants: tuple[str, ...] = ()
    players: tuple[Player, Player] = (Player(), Player())
    started: str | None = None
    ended: str | None = None
    result: str | None = None
    reason: str | None = None
    time_control: TimeControl | None = None
    start: str | None = None
    tags: tuple[tuple[str, str], ...] = ()
    where: dict[str, Where] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def read_tag_line(text: str, where: Span) -> tuple[Tag, tuple[Fault, ...]]:
    """The tag that a text `[Name "value"]` at a place tells, and a fault for each unknown escape.

    The same in a row is one fault.
    """
    line, column, _, _ = where
    name, _, rest = text[1:].partition('"')
    raw = rest[: rest.rindex('"')]
    begin = column + len(name) + 2
    faults = tuple(
        fault(
            "S07",
            Span(line, begin + match.start(), line, begin + match.end()),
            escape=match[1],
        )
        for match in islice(filter(_is_unknown, _ESCAPES.finditer(raw)), MOST_DAMAGES + 1)
    )
    value = _ESCAPE.sub(lambda match: match[1] if match[1] in '"\\' else match[0], raw)
    name = name.strip(" \t")
    return (
        Tag(
            name,
            value,
            Span(line, column + 1, line, column + 1 + len(name)),
            # of an empty value the quotes are shown
            Span(line, begin, line, begin + len(raw))
            if raw
            else Span(line, begin - 1, line, begin + 1),
        ),
        faults,
    )


def _is_unknown(escape: re.Match[str]) -> bool:
    return escape[1] is not None


def write_tag_line(name: str, value: str) -> str:
    r"""A tag as a line without its end.

    >>> write_tag_line("Event", 'the "Open"')
    '[Event "the \\"Open\\""]'
    """
    return f'[{name} "{_SPECIAL.sub(_escaped, value)}"]'


def _escaped(match: re.Match[str]) -> str:
    return "\\" + match[0]


def read_tags(tags: Iterable[Tag], *, complete: bool = True) -> Header:
    """The header that tags tell, with the faults of their values.

    A tag that comes twice counts the first time. Without `complete` some tags could not be read, and
    none is said to be missing.
    """
    header, bound = Header(), Bound()
    known: dict[str, Tag] = {}
    for tag in tags:
        if tag.name not in known:
            known[tag.name] = tag
        elif bound.admits("T03"):
            header.faults.append(fault("T03", tag.where, name=tag.name[:80]))
    _read_game(header, known, complete)
    _read_players(header, known)
    header.started = _read_time(header, known, "Started")
    header.ended = _read_time(header, known, "Ended")
    _read_end(header, known)
    _read_rest(header, known)
    return header


def _read_game(header: Header, known: dict[str, Tag], complete: bool) -> None:
    tag = known.get("Game")
    if tag is None:
        if complete:
            header.faults.append(_no_game(known))
        return
    header.where["game"] = tag.value_where
    game = game_of_title(tag.value)
    if game is None:
        header.game = tag.value
        header.faults.append(unknown_game(tag.value, tag.value_where))
    else:
        header.game = game
        title = GAMES[game].title
        if tag.value != title:
            header.faults.append(unusual(tag.value, title, tag.value_where))
    variants = known.get("Variants")
    if variants is None:
        return
    header.where["variants"] = variants.value_where
    header.variants = tuple(variants.value.split())
    if game is not None:
        try:
            header.variants = canonical_words(game, header.variants)
        except BadSettings as error:
            for part in error.parts:
                where = _word_where(variants, part.words)
                header.faults.append(fault("V01", where, why=str(part)))


def _no_game(known: Mapping[str, Tag]) -> Fault:
    """The fault of a header without a game, at the tag that may be meant for it if there is one."""
    others = {name.casefold(): tag for name, tag in known.items() if name not in ORDER}
    close = get_close_matches("game", others, 1) or [
        name for name, tag in others.items() if game_of_title(tag.value) is not None
    ]
    if not close:
        return fault("T01", Span(1, 1, 1, 2))
    tag = others[close[0]]
    return fault("T01", tag.where, remedy=f"Did you mean Game in place of {tag.name}?")


def unknown_game(name: str, where: Where, known: Iterable[str] | None = None) -> Fault:
    """The fault of a game that is not among those known (the titles), with the one that may be meant."""
    titles = [row.title for row in GAMES.values()] if known is None else list(known)
    close = get_close_matches(name, titles, 1)
    remedy = f"Did you mean {close[0]}?" if close else None
    return fault("T02", where, remedy=remedy, name=clip(name), known=", ".join(titles))


def unusual(word: str, canonical: str, where: Where, ply: int | None = None) -> Fault:
    """The note on a word that is clear, but not in its one form."""
    remedy = f"Write {canonical}"
    return fault("W02", where, ply=ply, remedy=remedy, word=word, canonical=canonical)


def _word_where(tag: Tag, words: tuple[str, ...]) -> Where:
    """The place of the word at fault within a value; the whole value when it is not one word."""
    span = tag.value_where
    if len(words) == 1 and isinstance(span, Span):
        found = re.search(rf"(?<!\S){re.escape(words[0])}(?!\S)", tag.value)
        if found and len(tag.value) == span.end_column - span.column:
            begin = span.column + found.start()
            return span._replace(column=begin, end_column=begin + len(words[0]))
    return span


def _read_players(header: Header, known: dict[str, Tag]) -> None:
    first, second = (_read_player(header, known, f"Player{seat}") for seat in (1, 2))
    header.players = (first, second)


def _read_player(header: Header, known: dict[str, Tag], seat: str) -> Player:
    name, number = known.get(seat), known.get(seat + "Id")
    rating, bot = known.get(seat + "Rating"), known.get(seat + "Bot")
    points, is_bot = None, False
    if rating is not None:
        if _RATING.fullmatch(rating.value):
            points = int(rating.value)
        else:
            header.faults.append(fault("T09", rating.value_where, value=clip(rating.value)))
    if bot is not None:
        if bot.value in _BOT:
            is_bot = _BOT[bot.value]
        else:
            header.faults.append(fault("T10", bot.value_where, value=clip(bot.value)))
    if name is not None and not name.value.strip():
        header.faults.append(unusual(f'"{name.value}"', UNKNOWN_NAME, name.value_where))
        name = None
    return Player(
        UNKNOWN_NAME if name is None else name.value,
        None if number is None else number.value,
        points,
        is_bot,
    )


def _read_time(header: Header, known: dict[str, Tag], name: str) -> str | None:
    tag = known.get(name)
    if tag is None:
        return None
    header.where[name.lower()] = tag.value_where
    if is_time(tag.value):
        return tag.value
    header.faults.append(fault("T05", tag.value_where, value=clip(tag.value)))
    return None


def _read_end(header: Header, known: dict[str, Tag]) -> None:
    result, reason = known.get("Result"), known.get("Termination")
    if result is not None:
        header.where["result"] = result.value_where
        if result.value in RESULTS:
            header.result = result.value
        else:
            header.faults.append(fault("T06", result.value_where, value=clip(result.value)))
    if reason is not None:
        header.where["reason"] = reason.value_where
        if reason.value in REASONS:
            header.reason = reason.value
        else:
            close = get_close_matches(reason.value, REASONS, 1)
            remedy = f"Did you mean {close[0]}?" if close else f"Write one of {', '.join(REASONS)}."
            value = clip(reason.value)
            header.faults.append(fault("T07", reason.value_where, remedy=remedy, value=value))


def _read_rest(header: Header, known: dict[str, Tag]) -> None:
    control, start = known.get("TimeControl"), known.get("Position")
    if control is not None and control.value != "-":
        header.where["time_control"] = control.value_where
        header.time_control = read_time_control(control.value)
        if header.time_control is None:
            header.faults.append(fault("T08", control.value_where, value=clip(control.value)))
    if start is not None:
        header.where["start"] = start.value_where
        header.start = start.value
    others = [tag for name, tag in known.items() if name not in FIELDS]
    header.tags = tuple((tag.name, tag.value) for tag in others)
    header.faults.extend(check_tags(others))


def check_tags(tags: Iterable[Tag]) -> Iterator[Fault]:
    """The faults of the values of tags that are no fields."""
    for tag in tags:
        if tag.name == "Date" and not is_date(tag.value):
            yield fault("T04", tag.value_where, value=clip(tag.value))


def write_tags(record: Record) -> Iterator[tuple[str, str]]:
    """The tags of a record in their canonical order, fields and others together."""
    first = dict(_field_tags(record)) | {name: text for name, text in record.tags if name in ORDER}
    for name in ORDER:
        if name in first:
            yield name, first[name]
    for name, value in record.tags:
        if name not in ORDER:
            yield name, value


def _field_tags(record: Record) -> Iterator[tuple[str, str]]:
    row = GAMES.get(record.game)
    yield "Game", row.title if row else record.game
    if record.variants:
        yield "Variants", " ".join(record.variants)
    for seat, player in zip(("Player1", "Player2"), record.players, strict=True):
        yield seat, player.name
        if player.id is not None:
            yield seat + "Id", player.id
        if player.rating is not None:
            yield seat + "Rating", str(player.rating)
        if player.bot:
            yield seat + "Bot", "yes"
    if record.started is not None:
        yield "Started", record.started
    if record.ended is not None:
        yield "Ended", record.ended
    yield "Result", write_result(record.outcome)
    if record.outcome is not None and record.outcome.reason is not None:
        yield "Termination", record.outcome.reason
    if record.time_control is not None:
        yield "TimeControl", write_time_control(record.time_control)
    if record.start is not None:
        yield "Position", record.start
