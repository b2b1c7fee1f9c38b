"""Mutilated files of every format: always an answer in order, and what is sound is written back sound.

And one change to a sound text record: as a rule one fault, at the change.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import pytest

import schemas
from notation import GAMES, Record, check_records, dump_diagnostic, write_as, write_record
from notation.code_examples import EXAMPLES
from notation.diagnostics import Diagnostic
from notation.formats import FORMATS
from notation.renderers import STYLES, render_all

from .conftest import REPOSITORY
from .legal_records import legal_record

HIVE = REPOSITORY / "tests" / "data" / "hive"
PIECES = [
    *(b"{", b"}", b"(", b")", b"[", b"]", b'"', b"\\", b"\n", b"\r", b"\0", b"\xff", b"\x01"),
    *(
        b"$1",
        b"1.",
        b"1...",
        b"*",
        b"1-0",
        b'[Game "Cubeo"]',
        b"+0,1",
        b"\xe2\x88\x92",
        b"\xc3\xa9",
    ),
    *(b"null", b"[]", b"{}", b"1e999", b"-1", b"true", b",", b":", b"9" * 30),
]


def originals() -> list[bytes]:
    """Files of all formats, small ones."""
    page = (REPOSITORY / "docs" / "tgn.md").read_text(encoding="utf-8")
    text = page.partition("```tgn\n")[2].partition("```")[0]
    (reading,) = check_records(text.encode())
    assert reading.record is not None
    written = [write_as(reading.record, name).text for name in ("json", "jsonl")]
    files = [text, text * 3, *(each for each in written if each)]
    files += [
        (HIVE / name).read_text("utf-8")
        for name in ("mzinga.pgn", "hivegame.pgn", "boardspace.sgf")
    ]
    files += [each for example in EXAMPLES.values() for each in (example.bad, example.good)]  # type: ignore[misc]  # some are bytes
    return [each if isinstance(each, bytes) else each.encode() for each in files]


def mutilated(content: bytes, chance: random.Random) -> bytes:
    """The content with a few pieces put in, taken out, doubled or changed."""
    changed = bytearray(content)
    for _ in range(chance.randint(1, 5)):
        place = chance.randint(0, len(changed))
        kind = chance.random()
        if kind < 0.35:
            changed[place:place] = chance.choice(PIECES)
        elif kind < 0.7:
            del changed[place : place + chance.randint(1, 20)]
        elif kind < 0.85:
            begin = chance.randint(0, len(changed))
            changed[place:place] = changed[begin : begin + chance.randint(1, 60)]
        else:
            changed[place : place + 1] = bytes([chance.randint(0, 255)])
    return bytes(changed)


def survive(content: bytes) -> None:
    """Check a file and hold the answer to what is true of every answer."""
    places = []
    for reading in check_records(content):
        for each in reading.diagnostics:
            places.append((each.line, each.column))
            assert (each.end_line, each.end_column) > (each.line, each.column)
            assert schemas.errors("diagnostic", dump_diagnostic(each)) == []
        for style in STYLES:
            told = [text.encode() for text in render_all(style, reading.diagnostics)]
            assert len(told) >= len(reading.diagnostics)
        if reading.ok:
            assert reading.record is not None
            text = write_record(reading.record)
            (again,) = check_records(text.encode())
            assert again.ok
            assert again.record is not None
            assert write_record(again.record) == text
            for name, row in FORMATS.items():
                if row.write is not None:
                    write_as(reading.record, name)
    assert places == sorted(places)


@pytest.mark.parametrize("seed", range(5))
def test_a_hundred_mutilated_files_get_an_answer_each(seed: int) -> None:
    chance, files = random.Random(seed), originals()
    for _ in range(100):
        survive(mutilated(chance.choice(files), chance))


@pytest.mark.verify
@pytest.mark.parametrize("seed", range(5, 25))
def test_a_thousand_mutilated_files_get_an_answer_each(seed: int) -> None:
    chance, files = random.Random(seed), originals()
    for _ in range(1000):
        survive(mutilated(chance.choice(files), chance))


# One change to a sound record

SIGNS = list(' \n()[]{}"\\$.,+->*/x0123wbSQae;')
IN_MOVES = list(" \n\"\\$.,+->*/x0123wbSQae;'\x0b\xa0")
"""What is put into a move word: brackets and braces begin something of their own."""

WORD = re.compile(r"\S+")
Change = tuple[int, int, str]
"""Where a change begins and ends in the changed text, and that text."""


def deleted(text: str, chance: random.Random) -> Change:
    place = chance.randrange(len(text))
    return place, place, text[:place] + text[place + 1 :]


def inserted(text: str, chance: random.Random) -> Change:
    place = chance.randrange(len(text) + 1)
    return place, place + 1, text[:place] + chance.choice(SIGNS) + text[place:]


def replaced(text: str, chance: random.Random) -> Change:
    place = chance.randrange(len(text))
    return place, place + 1, text[:place] + chance.choice(SIGNS) + text[place + 1 :]


def swapped(text: str, chance: random.Random) -> Change:
    words = list(WORD.finditer(text))
    at = chance.randrange(len(words) - 1)
    one, two = words[at], words[at + 1]
    between = text[one.end() : two.start()]
    changed = f"{text[: one.start()]}{two[0]}{between}{one[0]}{text[two.end() :]}"
    return one.start(), two.end(), changed


def line_dropped(text: str, chance: random.Random) -> Change:
    lines = text.split("\n")
    at = chance.randrange(len(lines) - 1)
    begin = sum(len(line) + 1 for line in lines[:at])
    return begin, begin, "\n".join([*lines[:at], *lines[at + 1 :]])


CHANGES: tuple[Callable[[str, random.Random], Change], ...] = (
    *(deleted, inserted, replaced, swapped, line_dropped),
)


def faults(text: str) -> list[Diagnostic]:
    """The errors and warnings of a file."""
    return [
        each
        for reading in check_records(text.encode())
        for each in reading.diagnostics
        if each.severity != "note"
    ]


def sound_records(game: str, seed: int) -> Iterator[Record]:
    """Records of a game that have some moves, and no fault."""
    chance = random.Random(seed)
    while True:
        record = legal_record(chance, game)
        if len(record.plies) > 3 and not faults(write_record(record)):
            yield record


def offset(text: str, line: int, column: int) -> int:
    return sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + column - 1


def is_near(found: Diagnostic, change: Change) -> bool:
    """Whether a fault touches the words of a change, or the two on either side."""
    begin, end, text = change
    words = list(WORD.finditer(text))
    before = [word.start() for word in words if word.end() < begin][-2:]
    after = [word.end() for word in words if word.start() > end][:2]
    from_, to = min([*before, begin]), max([*after, end])
    return (
        offset(text, found.line, found.column) <= to
        and offset(text, found.end_line, found.end_column) >= from_
    )


def verdict(change: Change) -> str:
    found = faults(change[2])
    if len(found) != 1:
        return "several" if found else "none"
    return "one, near" if is_near(found[0], change) else "one, elsewhere"


def shares(game: str, count: int) -> dict[str, Counter[str]]:
    """What becomes of changes of each kind."""
    chance, told = random.Random(5), {change.__name__: Counter[str]() for change in CHANGES}
    for record in islice(sound_records(game, 5), count):
        text = write_record(record)
        for _ in range(10):
            make = chance.choice(CHANGES)
            change = make(text, chance)
            if change[2] != text:
                told[make.__name__][verdict(change)] += 1
    return told


@pytest.mark.parametrize("game", GAMES)
def test_one_change_is_in_the_great_majority_one_fault_at_its_place(game: str) -> None:
    told = shares(game, 60)
    for kind, counts in told.items():
        print(game, kind, dict(counts))  # noqa: T201 - shown by -s, and when the test fails
    signs = sum((told[kind] for kind in ("deleted", "inserted", "replaced")), Counter[str]())
    all_kinds = sum(told.values(), Counter[str]())
    for counts, near, one in ((signs, 0.80, 0.86), (all_kinds, 0.62, 0.72)):
        seen = counts.total() - counts["none"]
        assert counts["one, near"] >= near * seen
        assert counts["one, near"] + counts["one, elsewhere"] >= one * seen


def own_moves(record: Record, text: str) -> Iterator[tuple[int, int, int]]:
    """Each ply of a record's own line, and where its move begins and ends in the record's text."""
    bare = re.sub(r"\{(?:[^}\\]|\\.)*\}", lambda match: "_" * len(match[0]), text)
    while "(" in bare.partition("\n\n")[2]:
        head, blank, moves = bare.partition("\n\n")
        bare = head + blank + re.sub(r"\([^()]*\)", lambda match: "_" * len(match[0]), moves)
    begin = text.index("\n\n")
    for ply, each in enumerate(record.plies):
        at = re.compile(rf"(?<!\S){re.escape(each.move)}(?!\S)").search(bare, begin)
        assert at is not None
        begin = at.end()
        yield ply, at.start(), at.end()


def moves_changed(record: Record, chance: random.Random) -> Iterator[tuple[Change, int]]:
    """The record's text with one change inside of a move of its own line, and the ply of the move."""
    text = write_record(record)
    for ply, begin, end in own_moves(record, text):
        place, sign = chance.randrange(begin, end), chance.choice(IN_MOVES)
        yield (place, place, text[:place] + text[place + 1 :]), ply
        yield (place, place + 1, text[:place] + sign + text[place + 1 :]), ply
        if place > begin:
            yield (place, place + 1, text[:place] + sign + text[place:]), ply


@pytest.mark.parametrize("game", GAMES)
def test_a_change_inside_of_a_move_is_one_fault_of_its_line_and_nothing_elsewhere(
    game: str,
) -> None:
    chance, checked = random.Random(9), 0
    for record in islice(sound_records(game, 9), 25):
        bare = replace(record, plies=tuple(replace(each, variations=()) for each in record.plies))
        for change, ply in moves_changed(bare, chance):
            found = faults(change[2])
            assert len(found) <= 1, change[2]
            for each in found:
                assert each.code in ("S01", "S15", "M01", "M02", "N01", "N02", "R02", "R03"), (
                    change[2]
                )
                assert each.code in ("R02", "R03") or (each.ply or 0) >= ply, change[2]
                judged = each.code[0] in "MR" or "no move here" in each.message
                assert judged or (each.ply == ply and is_near(each, change)), change[2]
                checked += 1
    assert checked > 200


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_move_is_one_fault_at_its_place_whatever_variations_there_are(game: str) -> None:
    chance, checked = random.Random(11), 0
    for record in islice(sound_records(game, 11), 25):
        text = write_record(record)
        for ply, begin, end in own_moves(record, text):
            place = chance.randrange(begin, end)
            changed = f"{text[:place]}~{text[place:]}"
            (found,) = faults(changed)
            assert (found.code, found.ply) == ("S01", ply), changed
            assert is_near(found, (place, place + 1, changed)), changed
            checked += bool(record.plies[ply].variations)
    assert checked > 10
