"""Bugs whose copies a file numbers otherwise than by the order in which they come."""

from notation import check_records
from notation.hive_ordinals import Ordinals, Renamed


def test_copies_have_the_numbers_of_their_order_from_their_first_move_on() -> None:
    ordinals = Ordinals()
    told = ["wA3", "bS1 wA3-", "wA1 -wA3", "bA1 bS1/", "wA3 \\wa1", "pass", "wA4 wA1"]
    renamed = [ordinals.rename(word) for word in told]
    assert renamed == [
        ("wA1", Renamed("wA3", "wA1")),
        ("bS1 wA1-", None),
        ("wA2 -wA1", Renamed("wA1", "wA2")),
        ("bA1 bS1/", None),
        ("wA1 \\wA2", None),
        ("pass", None),
        ("wA4 wA2", None),
    ]


def test_words_in_order_are_left_as_they_are() -> None:
    ordinals = Ordinals()
    for word in ("wS1", "bs1 wS1-", "wS2 -WS1", "bQ bS1-", "wS1 bQ/", "x y", "wS -bQ", ""):
        assert ordinals.rename(word) == (word, None)


def test_a_gamestring_with_other_numbers_is_read_with_a_note_for_each_piece() -> None:
    text = "Base;InProgress;White[4];wA2;bG3 wA2-;wQ -wA2;bQ bG3-;wA1 -wQ;bG1 bQ-\n"
    (reading,) = check_records(text.encode())
    assert reading.record is not None
    words = [ply.move for ply in reading.record.plies]
    assert words == ["wA1", "bG1 wA1-", "wQ -wA1", "bQ bG1-", "wA2 -wQ", "bG2 bQ-"]
    assert [
        (each.code, text[each.column - 1 : each.end_column - 1]) for each in reading.diagnostics
    ] == [
        ("W03", "wA2"),
        ("W03", "bG3 wA2-"),
        ("W03", "wA1 -wQ"),
        ("W03", "bG1 bQ-"),
    ]
