"""Hive in PGN, as Mzinga writes it and hivegame.com does in its own way: many games a file.

Tags, then one numbered ply a line, comments in braces, and the result. Its tags are read as those of our
own text record, under other names, so that both are judged by one reader of tags. What the format has no
tag for is written in tags of our own, which other programs pass over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from notation.damage import MOST_DAMAGES, bounded
from notation.diagnostics import Fault, fault
from notation.errors import BadSettings
from notation.game_string import read_type
from notation.grammar import Grammar, clip
from notation.hive_ordinals import renumber
from notation.hive_settings import EXPANSIONS
from notation.movetext import Movetext
from notation.reading import Reading
from notation.record import Ply, Record, Span
from notation.results import told_outcome
from notation.source import Passage
from notation.starts import canonical_words
from notation.tag_values import read_time_control
from notation.tags import FIELDS, Header, Tag, read_tag_line, read_tags
from notation.tokens import span

from .hive_pgn_moves import read_moves
from .hive_sets import guess_set, protocol_settings

if TYPE_CHECKING:
    from lark import Token

TITLE = "Hive PGN"

STATES = {
    "whitewins": "1-0",
    "blackwins": "0-1",
    "draw": "1/2-1/2",
    "inprogress": "*",
    "notstarted": "*",
}
NAMES = {
    "White": "Player1",
    "Black": "Player2",
    "WhiteId": "Player1Id",
    "BlackId": "Player2Id",
    "WhiteElo": "Player1Rating",
    "BlackElo": "Player2Rating",
    "WhiteType": "Player1Bot",
    "BlackType": "Player2Bot",
}
"""Tags of the format, and what they are called in our own text record."""
OTHERS = "Pgn"
"""What is put before the name of a tag that means something else in our own text record."""

BOTS = ("Player1Bot", "Player2Bot")
"""The tags of ours whose values are other words there."""

_RATINGS = ("Player1Rating", "Player2Rating")
_OWN = ("Started", "Ended", "Result", "Termination", "TimeControl")
_EMPTY = frozenset(("Event", "Site", "Round", "Date", "Result", "Termination", *NAMES)) - {
    "WhiteId",
    "BlackId",
}
"""The tags of the format that are the same as no tag where their values are empty."""
_BOTS = {"program": "yes", "human": "no"}
_ENDS = {"time forfeit": "timeout", "abandoned": "aborted", "normal": "", "unterminated": ""}
_NOT_RATED = ("?", "-")

_BEGINS = re.compile(
    rb'^\[(?:GameType\b|Result[ \t]+"(?:WhiteWins|BlackWins|InProgress|NotStarted|Draw)")',
    re.MULTILINE,
)
_LIKE_A_TAG = re.compile(r'[ \t]*\[?[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]*"|[^{]*"[ \t]*\][ \t]*\Z')
_DECISIVE = ("gametype", "result")
"""The tags whose loss is the cause of more than itself, in lower case."""
_DAMAGE = ("OPEN_COMMENT", "BAD_TAG", "STRAY_TAG", "STRAY_BRACE", "BAD")
_MAY_HIDE_RESULT = ("OPEN_COMMENT", "BAD_TAG", "STRAY_TAG", "BAD", "REST")
_PLAYER = re.compile(rb'^\[(?:White|Black)[ \t]+"', re.MULTILINE)
_FIRST_MOVE = re.compile(
    rb"^[ \t]*1\.[ \t]*w[sqbgamlp][1-3]?[ \t]*(?:\{|$)", re.MULTILINE | re.IGNORECASE
)
"""A line with a first move of Hive, which in our own text records has the next one beside it."""
_GAME = re.compile(rb'^\[Game[ \t]+"', re.MULTILINE)
_DOTTED = re.compile(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")
_STAMP = re.compile(r"([0-9]{1,2})-([A-Z][a-z]{2})-([0-9]{4})(?:_([0-9]{2}:[0-9]{2}:[0-9]{2}))?")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def begins(head: bytes) -> bool:
    """Whether a file that begins so is one of Hive in PGN, and not of our own text records."""
    if head.lstrip().startswith(b"{"):
        return False
    found = _BEGINS.search(head)
    if found is None and _PLAYER.search(head):
        found = _FIRST_MOVE.search(head)
    return found is not None and _GAME.search(head, 0, found.start()) is None


def read_passage(passage: Passage) -> Reading:
    """The reading of one game."""
    if passage.broken:
        return Reading(None, (), passage).with_faults(passage.faults)
    faults = list(passage.faults)
    record = _read(passage, faults)
    return Reading(record, (), passage).with_faults(bounded(faults))


@cache
def grammar() -> Grammar:
    """The grammar of a game."""
    return Grammar("hive_pgn.lark", ["record"], {"record": list}, {})


def _read(passage: Passage, faults: list[Fault]) -> Record | None:
    tokens = _tokens(passage.text)
    lines = passage.text.split("\n")
    count = _count_head(tokens, lines)
    if count == 0:
        faults.append(fault("S14", span(tokens[0])))
        return None
    tags, damaged = _read_tags(tokens[:count], lines, faults)
    moves, may_hide_result = read_moves(tokens[count:])
    header, type_known = _header(tags, moves, faults, type_lost="gametype" in damaged)
    if (
        moves.result is None
        and header.result is None
        and not (may_hide_result or "result" in damaged or tokens[-1].type in _MAY_HIDE_RESULT)
        and not (damaged and count == len(tokens))
    ):
        last = span(tokens[-1])
        where = Span(last.end_line, last.end_column - 1, last.end_line, last.end_column)
        faults.append(fault("S08", where, ply=len(moves.plies), remedy=_RESULTS))
    faults.extend(moves.faults)
    record = Record(
        game="hive",
        variants=header.variants,
        players=header.players,
        tags=header.tags,
        time_control=header.time_control,
        started=header.started,
        ended=header.ended,
        comments=moves.comments,
        plies=moves.plies,
        where=header.where,
        cut=moves.cut if type_known else 0,
    )
    record, renumbered = renumber(record)
    faults.extend(renumbered)
    result = next((tag.value for tag in tags if tag.name == "Result"), None)
    return replace(record, outcome=told_outcome(header, moves, faults, STATES, result))


def _tokens(text: str) -> list[Token]:
    """The tokens of a game; of one that is damaged in too many places so far, and then a token `REST`."""
    from lark import Token

    # a list in place of a tree
    tokens: list[Token] = grammar().lark.parse(text, "record")  # type: ignore[assignment]
    damages = (at for at, token in enumerate(tokens) if token.type in _DAMAGE)
    rest = next(islice(damages, MOST_DAMAGES, None), None)
    if rest is None:
        return tokens
    return [*tokens[:rest], Token.new_borrow_pos("REST", tokens[rest], tokens[rest])]


_RESULTS = "End the game with WhiteWins, BlackWins or Draw; InProgress if there is no result."


def _count_head(tokens: list[Token], lines: list[str]) -> int:
    """How many tokens belong to the tags: also those of lines that look like one, though damaged."""
    for count, token in enumerate(tokens):
        line = lines[span(token).line - 1]
        if "TAG" not in token.type and (token.type == "COMMENT" or not _LIKE_A_TAG.match(line)):
            return count
    return len(tokens)


def _read_tags(
    tokens: list[Token], lines: list[str], faults: list[Fault]
) -> tuple[list[Tag], set[str]]:
    """The tags, each name once, and the names of damaged ones: `""` where it does not matter."""
    known: dict[str, Tag] = {}
    damaged: dict[int, str] = {}
    for token in tokens:
        where = span(token)
        if token.type != "TAG":
            if where.line not in damaged:
                line = lines[where.line - 1].rstrip()
                place = Span(where.line, where.column, where.line, len(line) + 1)
                why = "it is not a name and a value in quotes"
                faults.append(fault("S06", place, why=why))
                damaged[where.line] = line.strip("[ \t").partition(" ")[0].partition('"')[0]
            continue
        tag, _ = read_tag_line(token.value, where)
        if tag.name in known:
            faults.append(fault("T03", tag.where, name=tag.name[:80]))
        elif tag.value or tag.name not in _EMPTY:
            known[tag.name] = tag
    meant = (get_close_matches(name.lower(), _DECISIVE, 1, 0.7) for name in damaged.values())
    return list(known.values()), {names[0] if names else "" for names in meant}


def _header(
    tags: list[Tag], moves: Movetext, faults: list[Fault], *, type_lost: bool
) -> tuple[Header, bool]:
    """What the tags tell, read as those of our own text record; and whether the set is known."""
    told = {tag.name: tag for tag in tags}
    renamed: list[Tag] = [Tag("Game", "Hive", "", "")]
    for tag in tags:
        if tag.name not in ("GameType", "Variants"):
            renamed += _renamed(tag)
    header = read_tags(renamed)
    del header.where["game"]
    faults.extend(header.faults)
    if type_lost:
        return header, False
    plies = moves.plies[: moves.cut]
    letters = _letters(told.get("GameType"), header, moves.plies, faults)
    if letters is None:
        return header, False
    rules = _rules(letters, told.get("Variants"), faults)
    header.variants = rules or ()
    if rules is None:
        header.variants, notes = protocol_settings(letters, plies)
        faults.extend(notes)
    return header, True


def _renamed(tag: Tag) -> Iterator[Tag]:
    """The tag under its name in our own text record, its value in the form that it has there."""
    name, value = NAMES.get(tag.name, tag.name), tag.value
    if name == tag.name and name in FIELDS and name not in _OWN:
        name = OTHERS + name
    if name == "TimeControl" and value != "-" and read_time_control(value) is None:
        name = OTHERS + name
    if name == "Date":
        value, time = _read_date(value)
        if time:
            yield Tag("Time", time, tag.where, tag.value_where)
    elif name == "Result":
        value = STATES.get(value.lower(), value)
    elif name in BOTS:
        value = _BOTS.get(value.lower(), value)
    elif name == "Termination":
        value = _ENDS.get(value.lower(), value)
    if (value or not tag.value) and not (name in _RATINGS and value in _NOT_RATED):
        yield Tag(name, value, tag.where, tag.value_where)


def _read_date(value: str) -> tuple[str, str]:
    """A date as we write it, and the time of day if there is one; what is no date, as it is."""
    dotted, stamp = _DOTTED.fullmatch(value), _STAMP.fullmatch(value)
    if dotted:
        return "-".join(dotted.groups()), ""
    if stamp and stamp[2] in _MONTHS:
        month = _MONTHS.index(stamp[2]) + 1
        return f"{stamp[3]}-{month:02}-{int(stamp[1]):02}", stamp[4] or ""
    return value, ""


def _letters(
    tag: Tag | None, header: Header, plies: tuple[Ply, ...], faults: list[Fault]
) -> frozenset[str] | None:
    """The expansion bugs of the set: as told, or those that come; None when they cannot be read."""
    if tag is None:
        letters, note = guess_set(plies)
        faults.append(note)
        return letters
    header.where["variants"] = tag.value_where
    told = read_type(tag.value)
    if told is None:
        why = f"{clip(tag.value)} is no type of game; one is Base, or Base+MLP with any of M, L, P."
        faults.append(fault("V01", tag.value_where, why=why))
    return told


def _rules(letters: frozenset[str], tag: Tag | None, faults: list[Fault]) -> tuple[str, ...] | None:
    """The settings by a tag of our own, which stands where they are not those of the protocol."""
    if tag is None:
        return None
    try:
        told = canonical_words("hive", tag.value.split())
    except BadSettings as error:
        faults.append(fault("V01", tag.value_where, why=str(error)))
        return None
    rules = [word for word in told if word not in EXPANSIONS]
    return canonical_words("hive", (*letters, *rules))
