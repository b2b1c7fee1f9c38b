"""The laws that every game keeps, written once and run on all games with all their settings."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Hashable
from itertools import chain, islice
from random import Random

import pytest

import engine
from engine import AnyPosition, BadPosition, IllegalMove, Line, Outcome, Repetition
from notation.moves import read_move, read_position, read_word, write_move, write_position
from notation.settings import read_settings, write_settings

from .laws import CASES, FAR, GAMES, Case, Noise, altered, playout, positions

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_case_with_a_reference = pytest.mark.parametrize(
    "case", [case for case in CASES if case.game.listed], ids=str
)
every_case_without_a_board = pytest.mark.parametrize(
    "case", [case for case in CASES if case.game.carried], ids=str
)


def test_every_game_of_the_engine_is_under_the_laws() -> None:
    assert GAMES.keys() == engine.GAMES.keys()


@every_case
def test_the_list_is_sorted_without_repeats_and_the_same_each_time(case: Case) -> None:
    for position in positions(case):
        moves = position.legal_moves()
        assert list(moves) == sorted(set(moves))
        assert position.legal_moves() == moves
        assert case.game.shifted(position, 0, 0).legal_moves() == moves


@every_case_with_a_reference
def test_the_list_is_the_reference_s(case: Case) -> None:
    for position in islice(positions(case), 0, None, 2):
        assert set(position.legal_moves()) == case.game.listed(position)


@pytest.mark.verify
@every_case_with_a_reference
def test_the_list_is_the_reference_s_in_long_games_and_on_many_formations(case: Case) -> None:
    make, randoms = case.game.made, (Random(f"{case} more {seed}") for seed in range(150))
    made = (make(case.settings, random) for random in randoms) if make else ()
    long = (islice(playout(case, seed, 300), 0, None, 5) for seed in range(10, 14))
    for position in chain(made, *long):
        assert set(position.legal_moves()) == case.game.listed(position)


@every_case
def test_apply_leaves_the_old_position_as_it_was(case: Case) -> None:
    for position in positions(case):
        before = (position.legal_moves(), case.game.canonical(position), position.outcome())
        key, text = position.key(), repr(case.game.shifted(position, 0, 0).key())
        for move in position.legal_moves():
            after = position.apply(move)
            assert after.to_move is position.to_move.other
            assert after.settings == position.settings
        assert (position.legal_moves(), case.game.canonical(position), position.outcome()) == before
        assert position.key() == key
        assert repr(key) == text


@every_case
def test_an_outcome_is_set_exactly_when_there_is_no_legal_move(case: Case) -> None:
    for position in positions(case):
        over = position.outcome() is not None
        assert over == (not position.legal_moves())
        assert over == (not position.has_legal_move())
        assert over == (not Line(position).legal_moves())


@every_case
def test_the_judge_agrees_with_the_list_and_gives_its_reason(case: Case) -> None:
    random = Random(str(case))
    for position in positions(case):
        legal = set(position.legal_moves())
        for move in {*legal, *case.game.nearby(position, random), *altered(position, random)}:
            reason = position.why_illegal(move)
            assert (reason is None) == (move in legal) == position.is_legal(move), move
            if reason is not None:
                with pytest.raises(IllegalMove) as refusal:
                    position.apply(move)
                assert refusal.value.reason == reason
                assert str(refusal.value) == str(reason) != ""


@every_case
def test_a_key_is_equal_exactly_for_positions_that_play_the_same(case: Case) -> None:
    seen: dict[Hashable, set[Hashable]] = {}
    for position in positions(case):
        near = (position, *map(position.apply, position.legal_moves()))
        for other in (*near, case.game.shifted(position, 5, -9)):
            seen.setdefault(other.key(), set()).add(case.game.canonical(other))
    assert all(len(alike) == 1 for alike in seen.values())
    assert len(set().union(*seen.values())) == len(seen)


@every_case
def test_a_move_that_is_written_is_read_as_the_same_move(case: Case) -> None:
    for position in positions(case):
        for move in position.legal_moves():
            word = write_move(move, position)
            assert read_word(word, position) == move
            assert read_move(word, position) == move


@every_case
def test_a_position_that_is_written_is_read_as_the_same_position(case: Case) -> None:
    for position in positions(case):
        text = write_position(position)
        again = read_position(case.name, text, case.settings)
        assert write_position(again) == text
        assert again.key() == position.key()
        assert again.legal_moves() == position.legal_moves()


def noisy(case: Case, position: AnyPosition, noise: Noise) -> AnyPosition | BadPosition:
    """The position loaded anew with numbers changed, or why it is not."""
    try:
        return case.game.noisy(position, noise)
    except BadPosition as refusal:
        return refusal


@every_case
def test_any_numbers_make_a_position_that_is_read_again_or_are_refused(case: Case) -> None:
    random, loaded = Random(str(case)), 0
    for position in positions(case):
        for share in (0, 1, 1, 2, 2, 5, 10, 50):
            strange = noisy(case, position, Noise(random, share))
            if isinstance(strange, BadPosition):
                assert share
                assert str(strange) == str(strange.reason) != ""
                continue
            loaded += 1
            again = read_position(case.name, write_position(strange), case.settings)
            assert repr(again.key()) == repr(strange.key())
            assert again.legal_moves() == strange.legal_moves()
    assert loaded > len(positions(case))


@every_case
def test_settings_that_are_written_are_read_as_the_same_settings(case: Case) -> None:
    assert read_settings(case.name, write_settings(case.settings)) == case.settings


@every_case_without_a_board
def test_far_from_the_origin_all_is_as_at_the_origin(case: Case) -> None:
    # the first piece of a game may have its place at the origin, wherever an empty table lies
    start = engine.start(case.name, case.settings).key()
    begun = [position for position in positions(case) if position.key() != start]
    for position in begun[::5]:
        for dx, dy in (FAR, (2**40, -(2**40)), (3, -1)):
            far = case.game.shifted(position, dx, dy)
            assert far.key() == position.key()
            moves = {case.game.carried(move, dx, dy) for move in position.legal_moves()}
            assert set(far.legal_moves()) == moves
            assert all(far.is_legal(move) for move in moves)


@every_case
def test_a_line_judges_as_its_position_and_counts_what_repeats(case: Case) -> None:
    line = Line(engine.start(case.name, case.settings))
    random, seen = Random(str(case)), Counter({case.game.canonical(line.position): 1})
    while line.legal_moves() and len(line.moves) < 40:
        # the shortest way to a repetition: moves that lead to positions that have occurred
        moves = line.legal_moves()
        known = [m for m in moves if case.game.canonical(line.position.apply(m)) in seen]
        move = random.choice(known or list(moves))
        line = line.play(move)
        seen[case.game.canonical(line.position)] += 1
        assert line.occurrences == seen[case.game.canonical(line.position)]
        if line.outcome() == line.position.outcome():
            assert line.legal_moves() == line.position.legal_moves()
        else:
            assert line.outcome() == Outcome(None, "repetition")
            assert line.legal_moves() == ()
        claimed = line.position.repetition is Repetition.CLAIMED and line.outcome() is None
        assert line.claimable() == (claimed and line.occurrences >= 3)
        told = Line(line.position, line.occurrences)
        assert told.claimable() == line.claimable()


@every_case
def test_a_line_remembers_its_start_and_its_moves(case: Case) -> None:
    start = engine.start(case.name, case.settings)
    line = Line(start)
    for _ in range(10):
        if line.legal_moves():
            line = line.play(line.legal_moves()[-1])
    assert line.start is start
    replayed = start
    for move in line.moves:
        replayed = replayed.apply(move)
    assert replayed.key() == line.position.key()


@every_case
def test_perft_counts_lines_and_finds_none_beyond_the_end(case: Case) -> None:
    start = engine.start(case.name, case.settings)
    for depth in (1, 2):
        nexts = [start.apply(move) for move in start.legal_moves()]
        assert engine.perft(start, depth + 1) == sum(engine.perft(p, depth) for p in nexts)
    for position in positions(case):
        assert engine.perft(position, 1) == len(position.legal_moves())


@pytest.mark.parametrize("name", GAMES)
def test_a_key_is_written_the_same_in_every_process(name: str) -> None:
    program = (
        "import sys, engine\n"
        "position = engine.start(sys.argv[1])\n"
        "for _ in range(12):\n"
        "    print(repr(position.key()))\n"
        "    position = position.apply(position.legal_moves()[-1])\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program, name],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
