"""The text record (TGN) to a `Record`: one ordinary parse, each fault once and with its place.

The grammar gives a list of tokens, with variations as lists within it. The tags are read here, the
moves in movetext.py.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .damage import bounded
from .diagnostics import Fault, fault
from .games import game_of_title
from .movetext import read_movetext
from .parsing import parse_record, record_grammar
from .reading import Reading
from .record import Record
from .results import told_outcome
from .source import Passage
from .starts import first_side, start_fault
from .tags import Header, Tag, read_tag_line, read_tags
from .tokens import span

if TYPE_CHECKING:
    from lark import Token

__all__ = ["parse_record", "read_passage", "record_grammar"]

_GAME = re.compile(r'^[ \t]*\[Game[ \t]+"([^"\\\n]*)"', re.MULTILINE)
_TAG_NAME = re.compile(r"\[[ \t]*([A-Za-z][A-Za-z0-9_]*)")
_TAG_START = re.compile(r'\[[A-Za-z][A-Za-z0-9_]*[ \t]+"')
_CONTROL = re.compile(r'"[^"]*[\x00-\x1f\x7f]')
_DECISIVE = frozenset(("Game", "Variants", "Position"))
"""The tags that decide what a move means: a damaged one leaves no line of play to be judged."""


def read_passage(passage: Passage) -> Reading:
    """The reading of one record's text."""
    if passage.broken:
        return Reading(None, (), passage).with_faults(passage.faults)
    faults = list(passage.faults)
    record = _read(passage.text, faults)
    return Reading(record, (), passage).with_faults(bounded(faults))


def _read(text: str, faults: list[Fault]) -> Record | None:
    """The record as far as it can be told; None for a text without tags."""
    title = _GAME.search(text)
    items = parse_record(text, game_of_title(title[1]) if title else None)
    count = next((n for n, item in enumerate(items) if not _is_tag(item)), len(items))
    if count == 0:
        where = span(items[0][0] if isinstance(items[0], list) else items[0])
        faults.append(fault("S14", where))
        return None
    header, judged = _read_header(items[:count], faults)
    record = _record(header)
    found = None if _unsound(faults) else start_fault(record)
    if found is not None:
        faults.append(found)
    moves = read_movetext(items[count:], span(items[count - 1]), header.game, first_side(record))
    faults.extend(moves.faults)
    return replace(
        record,
        comments=moves.comments,
        plies=moves.plies,
        outcome=told_outcome(header, moves, faults),
        cut=moves.cut if judged else 0,
    )


def _is_tag(item: Any) -> bool:
    return not isinstance(item, list) and item.type in ("TAG", "BAD_TAG")


def _unsound(faults: list[Fault]) -> bool:
    """Whether the game or its settings are not known, so that no position has a meaning."""
    return any(each.code in ("T01", "T02", "V01") for each in faults)


def _read_header(tokens: list[Token], faults: list[Fault]) -> tuple[Header, bool]:
    """The header, and whether it leaves the moves a meaning."""
    tags: list[Tag] = []
    damaged: set[str | None] = set()
    for token in tokens:
        if token.type == "TAG":
            tag, escapes = read_tag_line(token.value, span(token))
            tags.append(tag)
            if escapes:
                damaged.add(tag.name)
                faults.extend(escapes)
        else:
            name = _TAG_NAME.match(token)
            damaged.add(name[1] if name else None)
            faults.append(fault("S06", span(token), why=_tag_damage(token)))
    header = read_tags(tags, complete=not damaged & {"Game", None})
    faults.extend(header.faults)
    return header, not damaged & {None, *_DECISIVE}


def _tag_damage(text: str) -> str:
    """What keeps a line from being a tag, as half a sentence."""
    if _CONTROL.search(text):
        return "there is a control character in it"
    if not _TAG_NAME.match(text):
        return "it does not begin with a name of letters, digits and `_`"
    if text.count('"') - text.count('\\"') < 2:
        return "its value is not between two quotes"
    if not text.rstrip(" \t").endswith("]"):
        return "it does not end with `]`"
    if not _TAG_START.match(text):
        return "there should be a name, a blank and a quote"
    return "a quote within its value has no backslash before it, or something follows the value"


def _record(header: Header) -> Record:
    return Record(
        game=header.game,
        variants=header.variants,
        players=header.players,
        tags=header.tags,
        start=header.start,
        time_control=header.time_control,
        started=header.started,
        ended=header.ended,
        where=header.where,
    )
