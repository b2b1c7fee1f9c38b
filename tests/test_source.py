"""Bytes to passages: cut by lines, decoded one by one, streamed, each with its place in the file."""

import io

import pytest

from notation import read_records
from notation.source import LIMIT, Passage, Source

from .readings import peak

GAME = b'[Game "Cubeo"]\n\n1. +0,1 *\n\n'


def passages(content: bytes) -> list[Passage]:
    return list(Source(content, "x").records())


def places(content: bytes) -> list[tuple[str, int, int]]:
    return [
        (each.code, each.line, each.column)
        for reading in read_records(content)
        for each in reading.diagnostics
    ]


class Trickle(io.BytesIO):
    """A stream that gives one byte at a time, as a slow pipe does."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(1 if size else 0)


def test_records_are_numbered_and_know_their_first_line() -> None:
    assert [(each.number, each.line) for each in passages(GAME * 3)] == [(1, 1), (2, 5), (3, 9)]


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
def test_line_ends_are_the_same_wherever_a_chunk_of_the_stream_ends(end: bytes) -> None:
    content = GAME.replace(b"\n", end) * 2
    assert [each.text for each in Source(Trickle(content)).records()] == [
        each.text for each in passages(GAME * 2)
    ]


def test_blank_lines_and_damaged_tags_between_tags_cut_nothing() -> None:
    content = b'[Game "Cubeo"]\n\n[Event x]\n\n[Round "1"]\n*\n'
    assert len(passages(content)) == 1


def test_a_tag_after_text_begins_a_record_even_in_a_comment() -> None:
    content = b'[Game "Cubeo"]\n{a comment\n[Game "Cubeo"]\nstill} *\n'
    assert [each.line for each in passages(content)] == [1, 3]


@pytest.mark.parametrize(
    "line", [b' [Game "Cubeo"]', b"[%clk 1:00:00:00]", b'[Game"Cubeo"]', b'[1 "x"]', b"[see]"]
)
def test_what_only_resembles_a_tag_begins_no_record(line: bytes) -> None:
    assert len(passages(b'[Game "Cubeo"]\n\n{one\n' + line + b"\ntwo} *\n")) == 1


def test_bytes_that_are_not_utf_8_are_read_as_windows_1252_with_a_note_each_record() -> None:
    other = '[Game "Cubeo"]\n[Site "Köln – é"]\n\n*\n'.encode("cp1252")
    readings = list(read_records(GAME + other + GAME))
    assert [[each.code for each in reading.diagnostics] for reading in readings] == [
        [],
        ["W01"],
        [],
    ]
    record = readings[1].record
    assert record is not None
    assert record.tags == (("Site", "Köln – é"),)
    assert places(GAME + other) == [("W01", 6, 9)]
    assert readings[1].ok


def test_columns_count_code_points() -> None:
    text = '[Game "Cubeo"]\n\n{\U0001f3b2é} 1. ?? *\n'
    assert places(text.encode()) == [("S01", 3, 9)]


def test_a_zero_byte_spoils_its_own_record_only() -> None:
    readings = list(read_records(GAME + b'[Game "Cubeo"]\n\n1. \0 *\n' + GAME))
    assert [[each.code for each in reading.diagnostics] for reading in readings] == [
        [],
        ["F02"],
        [],
    ]


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0", "wide".encode("utf-16"), b"\0" * 99])
def test_a_binary_file_is_told_as_one(content: bytes) -> None:
    assert [code for code, _, _ in places(content)] == ["F02"]


def test_a_record_of_many_megabytes_is_skipped_and_its_neighbours_are_read() -> None:
    huge = b'[Game "Cubeo"]\n\n{' + (b"x" * 999_999 + b"\n") * 20 + b"} *\n"
    readings = list(read_records(GAME + huge + GAME))
    assert [[each.code for each in reading.diagnostics] for reading in readings] == [
        [],
        ["F05"],
        [],
    ]
    assert [reading.passage.line for reading in readings] == [1, 5, 5 + huge.count(b"\n")]


def test_a_line_of_many_megabytes_is_one_fault() -> None:
    assert places(b'[Game "Cubeo"]\n\n' + b"x" * (3 * LIMIT)) == [("F05", 1, 1)]
    assert places(b"x" * (3 * LIMIT)) == [("F05", 1, 1)]
    assert places(b'{"a": "' + b"x" * (3 * LIMIT)) == [("F05", 1, 1)]


def test_memory_does_not_grow_with_the_file() -> None:
    part = GAME * 100
    peak(part, 1)
    assert peak(part, 60) < 1.5 * peak(part, 6)


def test_a_long_line_is_shown_in_part() -> None:
    text = '[Game "Cubeo"]\n\n{' + "a" * 5000 + "} ?? {" + "b" * 5000 + "} *\n"
    ((found,),) = (reading.diagnostics for reading in read_records(text.encode()))
    assert found.column == 5004
    assert len(found.excerpt) == 160
    assert found.excerpt[found.column - found.excerpt_column :].startswith("??")
