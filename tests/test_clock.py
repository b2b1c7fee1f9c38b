"""Clocks: the worked examples of docs/clocks.md, and the laws that no example can show."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Side
from notation.record import TimeControl
from notation.tag_values import read_clock, read_time_control
from server.clock import ABORT_SECONDS, HOUR, Clock, after_move, deadline, granted, spent
from server.control import dump_control, read_control
from server.refusals import Refusal

from .conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "clocks.md").read_text(encoding="utf-8")
RED, BLUE = Side.FIRST, Side.SECOND
NEVER = (0, 0)


def rows(header: str) -> list[tuple[str, ...]]:
    """The cells of the table of the page that begins with this header, without their code marks."""
    table = PAGE.partition(f"| {header} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [tuple(cell.strip().strip("`") for cell in row.split("|")[1:-1]) for row in table]


def seconds(text: str) -> int:
    told = read_clock(text)
    assert told is not None, text
    return told


def intervals(text: str) -> list[tuple[int, int]]:
    pairs = (each.split(" – ") for each in text.split(", ") if each)
    return [(seconds(begin), seconds(end)) for begin, end in pairs]


def control(text: str) -> TimeControl:
    told = read_time_control(text)
    assert told is not None, text
    return told


BANKS = rows("clock | bank | used | bank after |")
DEADLINES = rows("bank | handed over | frozen | deadline |")
RUNNING = rows("plies played | whose clock runs | may be aborted")


def test_the_page_has_examples_of_each_kind():
    kinds = {row[0].split()[0] for row in BANKS}
    assert kinds == {"capped", "fixed", "total"}
    assert len(BANKS) >= 12
    assert len(DEADLINES) >= 6
    assert len(RUNNING) == 5


@pytest.mark.parametrize(("clock", "bank", "used", "after", "why"), BANKS)
def test_a_worked_example_of_a_bank_is_true(clock, bank, used, after, why):
    assert after_move(control(clock), seconds(bank), seconds(used)) == seconds(after)


@pytest.mark.parametrize(("bank", "since", "frozen", "at", "why"), DEADLINES)
def test_a_worked_example_of_a_deadline_is_true(bank, since, frozen, at, why):
    given_bank, handed_over, stops = seconds(bank), seconds(since), intervals(frozen)
    assert deadline(given_bank, handed_over, stops) == seconds(at)
    assert spent(handed_over, seconds(at), stops) <= given_bank
    assert spent(handed_over, seconds(at) + 1, stops) > given_bank


@pytest.mark.parametrize(("plies", "whose", "abortable"), RUNNING)
def test_a_worked_example_of_whose_clock_runs_is_true(plies: str, whose: str, abortable: str):
    clock, side = Clock.start(control("fixed 72"), 1000), RED
    for ply in range(1, int(plies) + 1):
        clock, side = clock.moved(side, side.other, ply, 1000 + ply), side.other
    assert (clock.since is not None) == (whose != "nobody's")
    if clock.since is not None:
        assert whose == f"player {int(side)}'s"
        assert clock.due(side) == 1000 + int(plies) + 72 * HOUR
    else:
        assert clock.due(side) == 1000 + ABORT_SECONDS
    assert (clock.abort_at is not None) == (abortable == "yes")


HOURS = st.integers(1, 200)
CONTROLS = st.one_of(
    st.tuples(HOURS, HOURS, HOURS).map(
        lambda h: TimeControl("capped", *sorted(h)[:2], max=max(h), enforcement="claim")
    ),
    HOURS.map(lambda h: TimeControl("fixed", increment=h)),
    HOURS.map(lambda h: TimeControl("total", start=h)),
)
MOMENTS = st.integers(0, 2000)
STOPS = st.lists(st.tuples(MOMENTS, MOMENTS).map(lambda pair: (min(pair), max(pair))), max_size=5)


@given(CONTROLS, st.lists(st.integers(0, 200 * HOUR), max_size=20))
def test_a_bank_never_grows_beyond_what_its_kind_allows_nor_sinks_below_nothing(clock, uses):
    most = (clock.max or 0) * HOUR if clock.kind == "capped" else granted(clock)
    bank = granted(clock)
    for used in uses:
        before, bank = bank, after_move(clock, bank, used)
        assert 0 <= bank <= most
        if clock.kind == "total":
            assert bank == max(0, before - used)


@given(CONTROLS, st.integers(0, 200 * HOUR), st.integers(0, 200 * HOUR), st.integers(0, 9))
def test_a_second_more_used_never_gives_a_second_more(clock, bank, used, more):
    lost = after_move(clock, bank, used) - after_move(clock, bank, used + more)
    # Only who is too late, where time is claimed, loses less than he used.
    assert 0 <= lost <= more


@given(MOMENTS, MOMENTS, STOPS, st.randoms())
def test_what_was_frozen_counts_once_in_whatever_order_and_never_refills(since, now, stops, chance):
    shuffled = list(stops)
    chance.shuffle(shuffled)
    frozen = {at for begin, end in stops for at in range(begin, end)}
    counted = sum(at not in frozen for at in range(since, now))
    assert spent(since, now, stops) == spent(since, now, shuffled) == counted
    assert spent(since, now + 1, stops) - spent(since, now, stops) in (0, 1)


@given(st.integers(0, 1500), MOMENTS, STOPS, st.integers(0, 5000))
def test_a_move_is_in_time_exactly_until_the_deadline(bank, since, stops, now):
    at = deadline(bank, since, stops)
    assert (now <= at) == (spent(since, now, stops) <= bank)
    assert at >= since + bank


@given(st.integers(0, 1500), MOMENTS, st.lists(st.tuples(MOMENTS, MOMENTS), max_size=5), MOMENTS)
def test_an_interval_that_ends_before_it_begins_freezes_nothing(bank, since, stops, now):
    forward = [(begin, end) for begin, end in stops if begin <= end]
    assert spent(since, now, stops) == spent(since, now, forward)
    assert deadline(bank, since, stops) == deadline(bank, since, forward)


def test_a_pause_that_a_clock_which_was_set_back_ends_before_it_begins_costs_nobody_time():
    assert deadline(60, 100, [(150, 120)]) == 160
    assert spent(100, 200, [(150, 120)]) == 100
    clock = replace(Clock(control("total 1"), (HOUR, HOUR), abort_at=500), since=100)
    resumed = clock.pause(150).resume(120)
    assert (resumed.frozen, resumed.abort_at) == (((150, 150),), 500)
    back = clock.leave(RED, RED, 150, 400).come_back(RED, RED, 120)
    assert back.frozen == ((150, 150),)


@st.composite
def freezings(draw) -> Iterator[list[tuple[int, str, int]]]:
    """Pauses and vacations of a turn, in the order of time."""
    now, told = 0, []
    for _ in range(draw(st.integers(0, 8))):
        now += draw(st.integers(0, 20))
        what = draw(st.sampled_from(["pause", "resume", "leave", "come back", "foe leaves"]))
        told.append((now, what, now + draw(st.integers(1, 40))))
    return told


@given(st.integers(1, 60), freezings(), st.integers(0, 30))
def test_a_turn_spends_each_second_that_nothing_freezes_and_no_other(bank, told, more):
    """The clock against a count second by second, as a player would count."""
    clock = replace(Clock(control("total 1"), (bank, 7)), since=0)
    paused, away, foe_away, counted, now = False, 0, 0, 0, 0
    for at, what, until in [*told, ((told[-1][0] if told else 0) + more, "end", 0)]:
        counted += sum(not paused and second >= away for second in range(now, at))
        now = at
        if what == "pause" and not paused:
            clock, paused = clock.pause(now), True
        elif what == "resume":
            clock, paused = clock.resume(now), False
        elif what == "leave" and away <= now:
            clock, away = clock.leave(RED, RED, now, until), until
        elif what == "come back" and away > now:
            clock, away = clock.come_back(RED, RED, now), now
        elif what == "foe leaves" and foe_away <= now:
            clock, foe_away = clock.leave(BLUE, RED, now, until), until
        assert clock.spent(now) == counted
        assert clock.bank == (bank, 7)
        assert clock.left(RED, now) == max(0, bank - counted)
        due = clock.deadline(RED)
        assert (due is not None and now > due) == (counted > bank)
    assert clock.away == (away, foe_away)


def test_a_pause_that_lasts_has_no_deadline_and_waits_with_the_abort():
    clock = replace(Clock(control("fixed 1"), (HOUR, HOUR)), since=0)
    assert clock.deadline(RED) == HOUR
    assert clock.pause(60).deadline(RED) is None
    assert clock.pause(60).resume(1060).deadline(RED) == HOUR + 1000
    assert clock.pause(2 * HOUR).deadline(RED) == HOUR, "too late is too late"
    new = Clock.start(None, 0)
    assert new.pause(60).due(RED) is None
    assert new.pause(60).resume(160).due(RED) == ABORT_SECONDS + 100
    assert new.resume(160) is new


def test_a_player_who_is_handed_the_move_on_vacation_starts_when_it_ends():
    clock = replace(Clock(control("total 1"), (HOUR, HOUR)), since=0)
    clock = clock.leave(BLUE, RED, 0, 5000)
    assert clock.deadline(RED) == HOUR
    handed = clock.moved(RED, BLUE, 5, 100)
    assert handed.bank == (HOUR - 100, HOUR)
    assert handed.deadline(BLUE) == 5000 + HOUR
    assert handed.come_back(BLUE, BLUE, 1000).deadline(BLUE) == 1000 + HOUR
    played = handed.moved(BLUE, RED, 6, 200)
    assert played.bank == (HOUR - 100, HOUR), "he moved on vacation, and it cost him nothing"


def test_a_takeback_returns_no_second_and_doubles_none():
    clock = replace(Clock(control("total 1"), (HOUR, HOUR)), since=0)
    clock = clock.moved(RED, BLUE, 5, 100).rewound(BLUE, RED, 4, 150)
    assert clock.bank == (HOUR - 100, HOUR - 50)
    assert clock.since == 150
    unbegun = clock.rewound(RED, BLUE, 1, 200)
    assert (unbegun.bank, unbegun.since) == ((HOUR - 150, HOUR - 50), None)
    assert unbegun.due(BLUE) == 200 + ABORT_SECONDS
    days = replace(Clock(control("fixed 1"), (HOUR, HOUR)), since=0)
    assert days.rewound(BLUE, RED, 4, 150).bank == (HOUR, HOUR)


def test_a_game_that_is_over_keeps_the_banks_as_they_were_then():
    clock = replace(Clock(control("total 1"), (HOUR, HOUR)), since=0).stop(RED, 100)
    assert (clock.bank, clock.since, clock.due(RED)) == ((HOUR - 100, HOUR), None, None)
    assert clock.stop(RED, 900) == clock


def test_a_game_without_a_clock_only_waits_to_be_begun():
    clock = Clock.start(None, 50)
    clock = clock.moved(RED, BLUE, 1, 60)
    assert clock.due(BLUE) == 50 + ABORT_SECONDS
    begun = clock.moved(BLUE, RED, 2, 70)
    assert begun.due(RED) is None
    assert begun.moved(RED, BLUE, 3, 80) is begun


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"kind": "capped"}, "capped 48/24/96"),
        ({"kind": "capped", "start": 12, "max": 24}, "capped 12/24/24"),
        ({"kind": "capped", "increment": 0}, "capped 48/0/96"),
        ({"kind": "fixed", "increment": 72, "enforcement": "claim"}, "fixed 72 claim"),
        ({"kind": "total", "start": 720, "enforcement": "auto"}, "total 720"),
    ],
)
def test_a_clock_is_read_from_its_fields_and_told_with_all_of_them(fields, text):
    read = read_control(fields)
    assert read == control(text)
    assert read_control(dump_control(read)) == read
    assert set(fields) <= set(dump_control(read) or ())


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"kind": "fixed"}, "/clock/increment"),
        ({"kind": "fixed", "increment": 0}, "/clock/increment"),
        ({"kind": "fixed", "increment": 72, "start": 1}, "/clock/start"),
        ({"kind": "total"}, "/clock/start"),
        ({"kind": "total", "start": 1, "max": 2}, "/clock/max"),
        ({"kind": "total", "start": 87_601}, "/clock/start"),
        ({"kind": "capped", "start": 97}, "/clock/start"),
        ({"kind": "capped", "increment": 97}, "/clock/increment"),
        ({"kind": "capped", "max": 0}, "/clock/max"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_by_the_field_at_fault(fields, path):
    with pytest.raises(Refusal) as refused:
        read_control(fields)
    assert refused.value.code == "invalid_body"
    assert re.search(r"hours|has no", refused.value.detail)
    assert refused.value.values["errors"] == [{"path": path, "message": refused.value.detail}]


def test_no_clock_is_no_clock():
    assert read_control(None) is None
    assert dump_control(None) is None
