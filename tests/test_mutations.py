"""Mutilated files of every format: always an answer in order, and what is sound is written back sound."""

import random

import pytest

import schemas
from notation import check_records, dump_diagnostic, write_as, write_record
from notation.code_examples import EXAMPLES
from notation.formats import FORMATS
from notation.renderers import STYLES, render_all

from .conftest import REPOSITORY

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
