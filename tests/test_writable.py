"""A record built by hand is written only when a reader takes it: what is refused, where, and by whom."""

import io
import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import notation
from notation import FORMATS, NotARecord, Player, Ply, Record, Result, TimeControl, Variation

from .records import records

DATES = {"started": "2025-01-01T10:00:00Z", "ended": "2025-01-02T10:00:00Z"}

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a game that is not known": ({"game": "Cubeo"}, "/game"),
    "settings that there are not": ({"variants": ("d8", "strct")}, "/variants"),
    "settings that contradict": ({"variants": ("d8", "d10")}, "/variants"),
    "a start that is none": ({"start": "A1@0,0"}, "/start"),
    "a start of two lines": ({"start": "A1@0,0 B1@1,0\nA"}, "/start"),
    "one player": ({"players": (Player(),)}, "/players"),
    "a player without a name": ({"players": (Player(), Player(" "))}, "/players/1/name"),
    "a name of two lines": ({"players": (Player("a\nb"), Player())}, "/players/0/name"),
    "a name that is no text": ({"players": (Player(3), Player())}, "/players/0/name"),  # type: ignore[arg-type]  # as a careless program does
    "half a sign in an id": ({"players": (Player("a", "\ud800"), Player())}, "/players/0/id"),
    "a rating below zero": ({"players": (Player(rating=-1), Player())}, "/players/0/rating"),
    "a rating too high": ({"players": (Player(rating=100_000), Player())}, "/players/0/rating"),
    "a rating of true": ({"players": (Player(rating=True), Player())}, "/players/0/rating"),
    "a bot by a word": ({"players": (Player(bot="yes"), Player())}, "/players/0/bot"),  # type: ignore[arg-type]  # as above
    "a tag of two words": ({"tags": (("A b", "x"),)}, "/tags/0/0"),
    "a tag without a name": ({"tags": (("", "x"),)}, "/tags/0/0"),
    "a tag twice": ({"tags": (("Event", "x"), ("Event", "x"))}, "/tags/1/0"),
    "a tag that is a field": ({"tags": (("Game", "Hive"),)}, "/tags/0/0"),
    "a tag that is another field": ({"tags": (("Result", "1-0"),)}, "/tags/0/0"),
    "a tag of two lines": ({"tags": (("Event", "a\nb"),)}, "/tags/0/1"),
    "a date that is none": ({"tags": (("Date", "today"),)}, "/tags/0/1"),
    "a clock of no kind": ({"time_control": TimeControl("hourglass")}, "/time_control/kind"),
    "a clock without its hours": (
        {"time_control": TimeControl("fixed")},
        "/time_control/increment",
    ),
    "a clock with hours too many": (
        {"time_control": TimeControl("fixed", 1, 2)},
        "/time_control/start",
    ),
    "a clock below zero": ({"time_control": TimeControl("total", -1)}, "/time_control/start"),
    "a clock of half an hour": (
        {"time_control": TimeControl("total", 0.5)},  # type: ignore[arg-type]  # as above
        "/time_control/start",
    ),
    "a clock that nobody calls": (
        {"time_control": TimeControl("total", 5, enforcement="never")},
        "/time_control/enforcement",
    ),
    "a time that is none": ({"started": "x"}, "/started"),
    "a day that is none": ({"ended": "2025-02-30T00:00:00Z"}, "/ended"),
    "an unknown reason": ({"outcome": Result(1, "foo")}, "/outcome/reason"),
    "a third player who won": ({"outcome": Result(3)}, "/outcome/winner"),
    "a bell in a comment": ({"comments": ("a\x07",)}, "/comments/0"),
    "a move of another game": ({"plies": (Ply("e2e4"),)}, "/plies/0/move"),
    "a result for a move": ({"plies": (Ply("+0,1"), Ply("1-0"))}, "/plies/1/move"),
    "a move with a blank": ({"plies": (Ply("+0, 1"),)}, "/plies/0/move"),
    "a clock of a ply below zero": ({"plies": (Ply("+0,1", clock=-1),)}, "/plies/0/clock"),
    "a clock of a ply too high": ({"plies": (Ply("+0,1", clock=10**14),)}, "/plies/0/clock"),
    "a time of a ply that is none": ({"plies": (Ply("+0,1", at="noon"),)}, "/plies/0/at"),
    "a mark too high": ({"plies": (Ply("+0,1", nags=(1, 1000)),)}, "/plies/0/nags/1"),
    "a bell after a ply": ({"plies": (Ply("+0,1", comments=("\x07",)),)}, "/plies/0/comments/0"),
    "a variation of nothing": (
        {"plies": (Ply("+0,1", variations=(Variation(("or",)),)),)},
        "/plies/0/variations/0",
    ),
    "a bell in a variation": (
        {"plies": (Ply("+0,1", variations=(Variation(("\x07",), (Ply("+0,-1"),)),)),)},
        "/plies/0/variations/0/comments/0",
    ),
    "a move of no game in a variation": (
        {"plies": (Ply("+0,1", variations=(Variation((), (Ply("+0,-1"), Ply("x"))),)),)},
        "/plies/0/variations/0/plies/1/move",
    ),
}


@pytest.mark.parametrize(("fields", "where"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("write", [notation.write_record, notation.dump_record])
def test_what_a_reader_would_refuse_is_not_written_and_its_place_is_named(
    fields: dict[str, Any], where: str, write: Any
) -> None:
    with pytest.raises(NotARecord) as refusal:
        write(Record(**{"game": "cubeo", **fields}))
    assert str(refusal.value).endswith(f" (at {where})")


SOUND: dict[str, dict[str, Any]] = {
    "the largest clock": {"plies": (Ply("+0,1", clock=86_399_999_999_999),)},
    "the largest numbers": {
        "players": (Player(rating=99_999), Player(rating=0)),
        "time_control": TimeControl("total", 999_999_999),
        "plies": (Ply("+0,1", nags=(999, 0)),),
    },
    "tags that look like a player's": {"tags": (("Player3", "x"), ("game", "y"))},
    "a reason without its winner, which is read with a warning": {
        "outcome": Result(None, "resignation")
    },
    "an illegal move, which is a matter of the rules": {"plies": (Ply("+9,9"),)},
}


@pytest.mark.parametrize("fields", SOUND.values(), ids=SOUND)
def test_what_a_reader_takes_is_written_and_read_back_equal(fields: dict[str, Any]) -> None:
    record = Record("cubeo", **fields)
    assert notation.load_record(notation.dump_record(record)) == record
    (reading,) = notation.read_records(notation.write_record(record).encode())
    assert reading.ok
    assert reading.record == record


ODD = st.sampled_from(
    [None, "", "?", "x", "1-0", "[Game", '"', "a\nb", "\x07", "\ud800", -1, 0, 3, 10**15, True, 0.5]
)
ODD_PARTS: dict[str, st.SearchStrategy[Any]] = {
    "game": ODD,
    "variants": st.lists(st.sampled_from(["d8", "hex", "x", "", "d8 hex"]), max_size=2).map(tuple),
    "players": st.tuples(st.builds(Player, ODD, ODD, ODD, ODD), st.just(Player())),
    "tags": st.lists(st.tuples(ODD | st.sampled_from(["Game", "Date"]), ODD), max_size=2).map(
        tuple
    ),
    "start": ODD,
    "time_control": st.builds(
        TimeControl, st.sampled_from(["capped", "fixed", "total", "x"]), ODD, ODD, ODD, ODD
    ),
    "started": ODD,
    "ended": ODD,
    "comments": st.lists(ODD, max_size=1).map(tuple),
    "plies": st.lists(st.builds(Ply, ODD | st.just("+0,1"), ODD, ODD), max_size=2).map(tuple),
    "outcome": st.none() | st.builds(Result, ODD, ODD),
}


@given(records, st.sampled_from(sorted(ODD_PARTS)), st.data())
def test_no_record_with_an_odd_part_is_written_that_is_not_read(
    record: Record, field: str, data: st.DataObject
) -> None:
    odd = replace(record, **{field: data.draw(ODD_PARTS[field])})
    for name in ("tgn", "json", "jsonl"):
        try:
            text = notation.write_as(odd, name).text
        except NotARecord:
            continue
        assert text is not None
        (reading,) = notation.read_records(text.encode())
        assert reading.ok


@given(records)
def test_no_format_that_takes_a_record_fails_by_anything_but_an_error_of_notation(
    record: Record,
) -> None:
    timed = tuple(replace(ply, at=DATES["started"]) for ply in record.plies)
    for each in (record, replace(record, plies=timed, outcome=Result(1), **DATES)):
        for row in FORMATS.values():
            if row.write is not None:
                with suppress(NotARecord):
                    notation.write_as(each, row.name)


def test_a_format_of_positions_is_not_written_with_a_move_that_cannot_be_played() -> None:
    plies = (Ply("+0,1", at=DATES["started"]), Ply("+9,9", at=DATES["started"]))
    record = Record("cubeo", plies=plies, started=DATES["started"])
    with pytest.raises(NotARecord, match=r"^\+9,9 cannot be played\..*\(at /plies/1/move\)$"):
        notation.write_as(record, "ap-state")


# Wrong arguments


@pytest.mark.parametrize("given_", ["text", io.StringIO("text"), None, 3, ["x"]])
@pytest.mark.parametrize("read", [notation.read_records, notation.check_records])
def test_what_holds_no_bytes_is_refused_with_what_is_wanted(given_: Any, read: Any) -> None:
    with pytest.raises(TypeError, match="bytes, or from a binary stream"):
        list(read(given_))


def test_a_loss_is_no_diagnostic_and_says_so() -> None:
    (loss,) = notation.write_as(Record("cubeo"), "ap-record").losses
    assert isinstance(loss, notation.Fault)
    with pytest.raises(TypeError, match="a Diagnostic, not a Fault"):
        notation.dump_diagnostic(loss)  # type: ignore[arg-type]  # as a careless program does
    assert json.dumps(loss.message)
