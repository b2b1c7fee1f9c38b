"""The laws of records as text, for every game: what is laid out is the same game, once and for all."""

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import (
    FORMATS,
    Record,
    canonical,
    check_records,
    dump_record,
    load_record,
    read_records,
    write_as,
    write_record,
)
from notation.rewriting import Refused, rewrite

from .legal_records import legal_record, legal_records, messy
from .records import records
from .test_mutations import mutilated, originals

seeds = st.integers(0, 2**32)


def laid_out(content: str | bytes, name: str = "-") -> bytes:
    """What `fmt` makes of a file."""
    data = content.encode() if isinstance(content, str) else content
    return b"".join(piece.new for piece in rewrite(BytesIO(data), name))


@given(legal_records)
def test_a_legal_record_has_no_fault(record: Record) -> None:
    (reading,) = check_records(write_record(record).encode())
    assert reading.diagnostics == ()
    assert reading.record == record == canonical(record)


@given(seeds)
def test_any_way_to_write_a_record_is_laid_out_as_the_same_text(seed: int) -> None:
    chance = Random(seed)
    record = legal_record(chance)
    assert laid_out(messy(record, chance)).decode() == write_record(record)


@given(seeds, st.integers(0, 4))
@settings(max_examples=50)
def test_a_file_of_many_records_is_laid_out_one_by_one_and_only_once(seed: int, count: int) -> None:
    chance = Random(seed)
    several = [legal_record(chance) for _ in range(count)]
    text = laid_out("".join(messy(record, chance) for record in several)).decode()
    assert text == "".join(map(write_record, several))
    assert laid_out(text).decode() == text


@given(seeds, st.sampled_from(["\r\n", "\r"]), st.booleans())
def test_the_line_end_and_a_byte_order_mark_make_no_difference(
    seed: int, end: str, mark: bool
) -> None:
    chance = Random(seed)
    text = messy(legal_record(chance), chance)
    content = text.replace("\n", end).encode("utf-8-sig" if mark else "utf-8")
    assert laid_out(content) == laid_out(text)


@given(records)
def test_a_record_that_cannot_be_played_stays_as_it_is(record: Record) -> None:
    text = write_record(record).replace("\n\n", "\n \n")
    (reading,) = check_records(text.encode())
    if not reading.ok:
        assert laid_out(text).decode() == text
    else:
        assert laid_out(text).decode() == write_record(record)


@pytest.mark.parametrize("name", ["json", "jsonl"])
@given(record=legal_records)
def test_documents_are_laid_out_only_once_and_tell_the_same(name: str, record: Record) -> None:
    text = write_as(record, name).text
    assert text is not None
    assert laid_out(text, f"game.{name}").decode() == text
    assert load_record(dump_record(record)) == record


@pytest.mark.parametrize("name", [name for name, row in FORMATS.items() if row.write])
@given(record=legal_records)
def test_a_format_gives_back_the_game_and_without_a_loss_the_whole_record(
    name: str, record: Record
) -> None:
    written = write_as(record, name)
    if written.text is None:
        assert written.losses
        return
    (reading,) = check_records(written.text.encode(), format_name=name)
    assert reading.ok, reading.diagnostics
    assert reading.record is not None
    again = canonical(reading.record)
    assert again.game == record.game
    assert [ply.move for ply in again.plies] == [ply.move for ply in record.plies]
    if name == "uhp":  # whose games have rules of their own
        again = replace(again, variants=record.variants)
    if not written.losses:
        assert again == record


@pytest.mark.parametrize("seed", range(5))
def test_mutilated_files_are_laid_out_only_once_and_none_of_their_records_is_lost(
    seed: int,
) -> None:
    chance, files = Random(f"layout {seed}"), originals()
    for _ in range(60):
        content = mutilated(chance.choice(files), chance)
        try:
            once = laid_out(content)
        except Refused as refusal:
            assert "not ours" in str(refusal)  # noqa: PT017 - a record is never refused
            continue
        assert laid_out(once) == once
        assert len(list(read_records(once))) == len(list(read_records(content)))
