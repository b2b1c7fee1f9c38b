"""A line of play is a value: it branches, is shared by threads, and costs no more when it is long."""

from threading import Barrier, Thread
from typing import Any

import engine
from engine import Line, Outcome

START = engine.start("cubeo")


def test_branches_of_a_line_do_not_see_each_other() -> None:
    line = Line(START)
    first, second = line.legal_moves()[:2]
    one, other = line.play(first), line.play(second)
    longer = one.play(one.legal_moves()[0])
    shorter = one.play(one.legal_moves()[1])
    assert (line.moves, one.moves, other.moves) == ((), (first,), (second,))
    assert longer.moves == (first, one.legal_moves()[0])
    assert shorter.moves == (first, one.legal_moves()[1])
    assert longer.play(longer.legal_moves()[0]).moves[:2] == longer.moves


def shuffled(line: Line[Any], plies: int) -> Line[Any]:
    """The line with moves that repeat positions as soon as they can."""
    for _ in range(plies):
        seen = {step.position.key() for step in steps(line)}
        moves = line.legal_moves()
        again = [m for m in moves if line.position.apply(m).key() in seen]
        line = line.play((again or list(moves))[0])
    return line


def steps(line: Line[Any]) -> list[Line[Any]]:
    """The line after each number of its moves, played anew."""
    found = [Line(line.start)]
    for move in line.moves:
        found.append(found[-1].play(move))
    return found


def test_a_branch_counts_only_its_own_past() -> None:
    line = shuffled(Line(START), 24)
    assert max(step.occurrences for step in steps(line)) >= 3
    for step in steps(line)[::5]:
        again = shuffled(step, 12)
        keys = [each.position.key() for each in steps(again)]
        assert again.occurrences == keys.count(again.position.key())


def test_a_line_may_begin_with_occurrences_that_are_kept_elsewhere() -> None:
    position = engine.start("cubic-chess")
    assert Line(position, 2).outcome() is None
    assert Line(position, 3).outcome() == Outcome(None, "repetition")


def test_threads_that_play_on_from_one_line_get_lines_of_their_own() -> None:
    line = shuffled(Line(START), 6)
    moves = line.legal_moves()
    played: dict[int, Line[Any]] = {}
    barrier = Barrier(8)

    def play(number: int) -> None:
        barrier.wait()
        own = line.play(moves[number % len(moves)])
        played[number] = own.play(own.legal_moves()[0])

    threads = [Thread(target=play, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, own in played.items():
        assert own.moves[:-1] == (*line.moves, moves[number % len(moves)])
        assert own.occurrences == steps(own)[-1].occurrences
