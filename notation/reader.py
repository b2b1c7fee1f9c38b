"""The text record (TGN) to a `Record`: one ordinary parse, each fault once and with its place.

Its lines of tags are read by header_lines.py, and the moves, a list of tokens with variations as lists
within it, by movetext.py.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .damage import bounded
from .diagnostics import Fault, fault
from .games import GAMES
from .header_lines import read_header_lines
from .movetext import read_movetext
from .odd_blanks import read_odd_blanks
from .parsing import parse_record, record_grammar
from .reading import Reading
from .record import Record
from .results import told_outcome
from .source import Passage
from .starts import first_side, start_fault
from .tags import Header, read_tags

__all__ = ["parse_record", "read_passage", "record_grammar"]

_WORD = re.compile(r"\S+")
_CONTRADICTORY = "T12"
_DECISIVE = frozenset((None, "Game", "Variants", "Position"))
"""The tags that decide what a move means: a damaged one leaves no line of play to be judged."""


def read_passage(passage: Passage) -> Reading:
    """The reading of one record's text."""
    if passage.broken:
        return Reading(None, (), passage).with_faults(passage.faults)
    faults = list(passage.faults)
    record = _read(passage, faults)
    return Reading(record, (), passage).with_faults(bounded(faults))


def _read(passage: Passage, faults: list[Fault]) -> Record | None:
    """The record as far as it can be told; None for a text without tags."""
    text, head = passage.text, passage.head
    if head == 0:
        word = _WORD.search(text)
        faults.append(fault("S14", passage.stretch(*word.span()) if word else ""))
        return None
    text, blanks = read_odd_blanks(passage)
    faults.extend(blanks)
    lines = text.split("\n", head)
    rest = "\n" * head + "".join(lines[head:])
    told = read_header_lines(lines[:head])
    header = read_tags(told.tags, complete=not told.damaged & {"Game", None})
    faults.extend((*told.faults, *header.faults))
    record = _record(header)
    if not told.whole:
        return replace(record, cut=0)
    judged = not told.damaged & _DECISIVE
    found = start_fault(record) if judged and not _unsound(faults) else None
    if found is not None:
        faults.append(found)
    items = parse_record(rest, header.game if header.game in GAMES else None)
    side = first_side(record) if judged and found is None else None
    moves = read_movetext(items, told.end, header.game, side)
    faults.extend(moves.faults)
    outcome = told_outcome(header, moves, faults)
    cut = moves.cut
    if cut is None and faults and faults[-1].code == _CONTRADICTORY:
        cut = len(moves.plies)  # nobody knows what the record says of its end
    return replace(
        record,
        comments=moves.comments,
        plies=moves.plies,
        outcome=outcome,
        cut=cut if judged else 0,
        doubt=moves.doubt,
    )


def _unsound(faults: list[Fault]) -> bool:
    """Whether the game or its settings are not known, so that no position has a meaning."""
    return any(each.code in ("T01", "T02", "V01") for each in faults)


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
