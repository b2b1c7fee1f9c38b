"""`turnpost perft` counts what independent programs count, and says so line by line."""

import pytest
from click.testing import CliRunner, Result

from notation.perft import perft

TABLE = {
    "d6": (5, 23, 125, 639, 4520, 30770, 273946, 2389221),
    "strict": (3, 11, 67, 331, 2732, 19264, 187466, 1685383),
    "hex": (5, 25, 159, 957, 8558, 74844, 853016),
    "hex strict": (3, 15, 109, 625, 6466, 56666, 689612),
}
QUICK = 5


def run(*arguments: str) -> Result:
    return CliRunner().invoke(perft, arguments)


def lines(counts: tuple[int, ...]) -> str:
    return "".join(f"{depth}\t{count}\n" for depth, count in enumerate(counts, 1))


@pytest.mark.parametrize(("variants", "counts"), TABLE.items())
def test_the_first_columns_of_the_table_are_met(variants: str, counts: tuple[int, ...]) -> None:
    told = run("cubeo", "--variants", variants, "--depth", str(QUICK))
    assert told.exit_code == 0
    assert told.stdout == lines(counts[:QUICK])
    assert told.stderr.endswith(" nodes/s\n")


@pytest.mark.verify
@pytest.mark.parametrize(("variants", "counts"), TABLE.items())
def test_the_whole_table_is_met(variants: str, counts: tuple[int, ...]) -> None:
    told = run("cubeo", "--variants", variants, "--depth", str(len(counts)))
    assert told.stdout == lines(counts)


def test_counting_begins_after_the_moves_and_from_the_position() -> None:
    after = run("cubeo", "--moves", "+-1,0; 1,1,0 -> 0,1", "--depth", "2")
    there = run("cubeo", "--position", "A1@-1,0 A1@0,0 B1@0,1 A", "--depth", "2")
    assert after.exit_code == there.exit_code == 0
    assert after.stdout == there.stdout
    assert after.stdout.startswith("1\t")


def test_the_lines_after_each_first_move_add_up() -> None:
    total = 0
    for move in ("+-1,0", "+0,-1", "+0,1", "1,0,0->1,-1", "1,0,0->1,1"):
        told = run("cubeo", "--moves", move, "--depth", "3")
        total += int(told.stdout.splitlines()[-1].split("\t")[1])
    assert total == TABLE["d6"][3]


def test_a_finished_game_has_no_lines() -> None:
    told = run("cubeo", "--position", "A7@0,0 B1@1,0 B", "--depth", "3")
    assert told.exit_code == 0
    assert told.stdout == "1\t0\n2\t0\n3\t0\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "There is no game 'chess' here"),
        (["cubeo", "--variants", "d7"], "did you mean d8 or d6?"),
        (["cubeo", "--position", "A1@0,0"], "no position: at column 7"),
        (["cubeo", "--position", "A1@0,0 B1@2,0 A"], "more than one part"),
        (["cubeo", "--moves", "zz"], "At ply 0, 'zz': "),
        (["cubeo", "--moves", "+-1,0; +9,9"], "At ply 1, '+9,9': A new die must touch"),
        (["cubeo", "--moves", "+-1,0;"], "At ply 1, '': "),
    ],
)
def test_what_cannot_be_counted_ends_with_2_and_a_sentence(arguments: list[str], told: str) -> None:
    result = run(*arguments, "--depth", "1")
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("depth", ["0", "-1", "x"])
def test_a_depth_is_a_positive_number(depth: str) -> None:
    assert run("cubeo", "--depth", depth).exit_code == 2
