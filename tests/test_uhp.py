"""`turnpost uhp` speaks the protocol: every command and every error, and against other programs."""

import json
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from uhp_utils import Arena, EngineWrapper, compare_perft, compare_valid_moves

from engine.hive import PASS
from notation.hive import read_move
from notation.uhp import LONGEST, choose, lines_of, replies, uhp

from .hive_text import moves_of, played, positions_of, table

HERE = Path(__file__).parent
DATA = HERE / "data" / "hive"
ENGINE = [str(Path(sys.executable).with_name("turnpost")), "uhp"]
ORACLE = [sys.executable, str(HERE / "uhp_oracle.py")]
BROKEN = [sys.executable, "-m", f"{__package__}.uhp_broken"]

BLOCKED = (
    "Base;InProgress;Black[13];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bQ bS1/;wA1 /wQ;bQ bS1-;"
    "wB1 \\bS1;bQ bS1/;wB1 bS1;bQ wB1-;wA1 wB1\\;bQ wB1/;wA2 /wQ;bQ wA1/;wA2 bQ\\;bQ wB1/;"
    "wA3 /wQ;bQ \\wA2;wA3 wA2/;bQ wB1/;wG1 wS1\\;bQ -wA3;wG1 \\bQ"
)
WON = next(
    game["gamestring"]
    for game in map(json.loads, (DATA / "games.jsonl").read_text("utf-8").splitlines())
    if game["state"] == "WhiteWins"
)


def say(*lines: str) -> list[list[str]]:
    """The replies to these lines, each without its `ok`; the greeting is left out."""
    answers: list[list[str]] = [[]]
    for line in replies(lines):
        if line == "ok":
            answers.append([])
        else:
            answers[-1].append(line)
    assert answers.pop() == []  # the last reply ended with its `ok` too
    return answers[1:]


def last(*lines: str) -> str:
    """The one line of the last reply."""
    (line,) = say(*lines)[-1]
    return line


# The commands


def test_the_engine_greets_as_it_answers_info() -> None:
    greeting = list(replies([]))
    assert greeting[0].startswith("id turnpost v")
    assert greeting[1:] == ["Mosquito;Ladybug;Pillbug", "ok"]
    assert say("info") == [greeting[:-1]]


@pytest.mark.parametrize(
    ("asked", "begun"),
    {
        "newgame": "Base;NotStarted;White[1]",
        "newgame Base": "Base;NotStarted;White[1]",
        "newgame base+plm": "Base+MLP;NotStarted;White[1]",
        "newgame Base+L;NotStarted;White[1]": "Base+L;NotStarted;White[1]",
        "newgame Base;InProgress;White[2];wS1;bS1 wS1-": "Base;InProgress;White[2];wS1;bS1 wS1-",
        "newgame Base;Draw;Black[9];wS1": "Base;InProgress;Black[1];wS1",
        "newgame wS1; bs1 ws1-;": "Base;InProgress;White[2];wS1;bS1 wS1-",
        f"newgame {BLOCKED}": BLOCKED,
        f"newgame {WON}": WON,
    }.items(),
)
def test_a_new_game_is_of_a_type_or_goes_on_after_a_game_string(asked: str, begun: str) -> None:
    assert last(asked) == begun


def test_moves_are_played_and_taken_back() -> None:
    assert say("newgame", "play wS1", "play bS1 -ws1", "undo", "play bS1 wS1-", "undo 2") == [
        ["Base;NotStarted;White[1]"],
        ["Base;InProgress;Black[1];wS1"],
        ["Base;InProgress;White[2];wS1;bS1 -wS1"],
        ["Base;InProgress;Black[1];wS1"],
        ["Base;InProgress;White[2];wS1;bS1 wS1-"],
        ["Base;NotStarted;White[1]"],
    ]


def test_the_list_of_valid_moves_is_the_canonical_one() -> None:
    assert last("newgame", "validmoves") == "wA1;wB1;wG1;wS1"
    assert last(f"newgame {BLOCKED}", "validmoves") == "pass"
    assert last(f"newgame {WON}", "validmoves") == ""


def test_a_forced_pass_is_played_by_either_command() -> None:
    for command in ("pass", "play pass", "PASS"):
        assert last(f"newgame {BLOCKED}", command).endswith(";pass")
        assert ";InProgress;White[14];" in last(f"newgame {BLOCKED}", command)


def test_the_best_move_is_legal_and_the_same_each_time() -> None:
    asked = ("bestmove depth 3", "bestmove time 00:00:00", "bestmove time 12:00:00")
    for game in (BLOCKED, "Base+MLP;InProgress;White[2];wS1;bS1 wS1-"):
        (told,) = {last(f"newgame {game}", each) for each in asked}
        position = played(game)
        assert position.is_legal(read_move(told, position))


def test_a_win_in_one_is_taken_and_a_loss_in_one_is_not() -> None:
    *_, before, _ = positions_of(WON)
    outcome = before.apply(read_move(choose(before), before)).outcome()
    assert outcome is not None
    assert outcome.winner is before.to_move
    for position in (at for at in positions_of(WON) if at.outcome() is None):
        losing = position.apply(read_move(choose(position), position)).outcome()
        assert losing is None or losing.winner is not position.to_move.other
    only = table("wQ.bB1@0,0 bQ@1,0 bB2@-1,0 w -")
    assert (only.legal_moves(), choose(only)) == ((PASS,), "pass")


def test_there_are_no_options() -> None:
    assert say("options") == [[]]
    assert last("options set Threads 2").startswith("err ")


def test_perft_counts_from_where_the_game_stands() -> None:
    assert say("newgame", "perft 4", "play wS1", "perft 1", "perft") == [
        ["Base;NotStarted;White[1]"],
        ["1: 4", "2: 96", "3: 1440", "4: 21600"],
        ["Base;InProgress;Black[1];wS1"],
        ["1: 24"],
        ["1: 24", "2: 360", "3: 5400"],
    ]


def test_exit_is_answered_and_ends_the_run() -> None:
    assert say("exit", "info") == [[]]


# What cannot be followed


@pytest.mark.parametrize(
    ("asked", "told"),
    {
        "": "err There is no command ''; there is info, newgame, play",
        "fly": "err There is no command 'fly'",
        "info now": "err Nothing may follow this command, but 'now' does.",
        "validmoves": "err No game is in progress; begin one with newgame.",
        "play wS1": "err No game is in progress",
        "pass": "err No game is in progress",
        "bestmove depth 1": "err No game is in progress",
        "undo": "err No game is in progress",
        "perft 1": "err No game is in progress",
        "newgame Base+X": "err 'Base+X' is no type of game: write Base, or Base+ and any of M, L, P.",
        "newgame Chess;NotStarted;White[1]": "err 'Chess' is no type of game",
        "newgame Base;InProgress;Black[1];wX1": "err 'wX1' is no move",
        "newgame Base;InProgress;Black[1];wQ": "err In a tournament game the queen is not placed",
        "newgame Base;InProgress;Black[1];wM": "err There is no piece wM in this game's set.",
    }.items(),
)
def test_a_command_that_cannot_be_followed_is_answered_by_err(asked: str, told: str) -> None:
    assert last(asked).startswith(told)


@pytest.mark.parametrize(
    ("asked", "told"),
    {
        "play": "invalidmove '' is no move",
        "play wX1": "invalidmove 'wX1' is no move",
        "play wS1 wS1-": "invalidmove 'wS1 wS1-' is no move here: at column 5, there is no wS1",
        "play wQ": "invalidmove In a tournament game the queen is not placed",
        "pass": "invalidmove You may pass only when",
        "pass now": "err Nothing may follow this command",
        "bestmove": "err Ask for bestmove time hh:mm:ss or bestmove depth n.",
        "bestmove time 5": "err Ask for bestmove",
        "bestmove depth -1": "err Ask for bestmove",
        "undo": "err 0 moves can be undone, not 1.",
        "undo two": "err 'two' is not a number.",
        "perft " + "9" * 5000: "err '9999",
    }.items(),
)
def test_in_a_game_too_an_error_is_told_and_changes_nothing(asked: str, told: str) -> None:
    first, error, after = say("newgame", asked, "undo 0")
    assert error[0].startswith(told)
    assert len(error) == 1
    assert after == ["err 0 moves can be undone, not 0."]
    assert first == ["Base;NotStarted;White[1]"]


def test_a_bad_new_game_leaves_the_old_one() -> None:
    assert last("newgame", "play wS1", "newgame Base;InProgress;Black[1];wQ", "undo 1") == (
        "Base;NotStarted;White[1]"
    )


def test_a_finished_game_goes_on_by_no_move() -> None:
    assert last(f"newgame {WON}", "pass") == "invalidmove The game is over."
    assert last(f"newgame {WON}", "bestmove depth 1") == "err The game is over."
    assert say(f"newgame {WON}", "perft 2")[-1] == ["1: 0", "2: 0"]


def test_a_bug_without_its_number_is_asked_for_when_several_could_go_there() -> None:
    game = "newgame Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA2 \\wQ;bA2 bQ/"
    assert last(game, "play wA \\bQ").startswith(
        "invalidmove wA \\bQ can mean wA1 -bA2 or wA2 -bA2: write which."
    )


@given(
    st.lists(
        st.one_of(
            st.text(max_size=20),
            st.builds(
                "{} {}".format,
                st.sampled_from(["newgame", "play", "undo", "bestmove", "info", "options"]),
                st.sampled_from(["", "Base+M", "wS1", "bS1 wS1-", "depth 1", "1", "wQ -wS1", ";;"])
                | st.text(max_size=12),
            ),
        ),
        max_size=8,
    )
)
def test_every_line_is_answered_whatever_it_is(lines: list[str]) -> None:
    told = list(replies([*lines, "exit"]))
    ends = [place for place, line in enumerate(told) if line == "ok"]
    asked = 1 + next(n for n, line in enumerate([*lines, "exit"], 1) if is_exit(line))
    assert len(ends) == asked
    assert all("\n" not in line for line in told)


def is_exit(line: str) -> bool:
    """Whether a line ends the run."""
    return line.strip().lower() == "exit"


def test_a_line_without_end_is_cut_and_bytes_that_are_no_text_are_read() -> None:
    stream = BytesIO(b"x" * (3 * LONGEST + 5) + b"\ninfo\n\xff\xfe\nexit")
    lines = list(lines_of(stream))
    assert [len(line) for line in lines] == [LONGEST, 5, 3, 4]
    told = CliRunner().invoke(uhp, input=b"\xff play \x00\nnewgame\nexit\n")
    assert told.exit_code == 0
    assert told.stdout.endswith("ok\nBase;NotStarted;White[1]\nok\nok\n")


def test_each_reply_is_there_before_the_next_command() -> None:
    with EngineWrapper(ENGINE, command_timeout=20, startup_timeout=20) as engine:
        assert engine.reported_name.startswith("turnpost v")
        assert engine.command("newgame") == ["Base;NotStarted;White[1]", "ok"]
        assert engine.command("undo") == ["err 0 moves can be undone, not 1.", "ok"]


# Against other programs


def test_a_match_is_played_to_its_end_without_a_fault() -> None:
    arena = Arena(ENGINE, ENGINE, results_file=None, command_timeout=30, search_timeout=30)
    match = arena.play_match("depth 1", max_moves=120, verbose=False)
    assert match.result_desc in {"WhiteWins", "BlackWins", "Draw", "MaxMoves"}
    assert len(match.moves_played) > 10
    position = played(match.final_gamestate)
    assert moves_of(match.final_gamestate) == match.moves_played
    assert (position.outcome() is not None) == (match.result_desc != "MaxMoves")


def sampled(path: Path) -> Iterator[str]:
    """A GameString for each sample of a file, with one move more, since the tool takes that off."""
    for line in path.read_text("utf-8").splitlines():
        game: dict[str, Any] = json.loads(line)
        moves = moves_of(game["gamestring"])
        for sample in game["samples"]:
            if sample["legal"]:
                before = moves[: sample["ply"]]
                yield ";".join(
                    [game["gametype"], "InProgress", "White[1]", *before, sample["legal"][0]]
                )


def test_the_moves_are_those_of_a_program_that_answers_from_lists() -> None:
    files = [DATA / "games.jsonl", DATA / "spellings.jsonl"]
    positions = [text for path in files for text in sampled(path)]
    found = compare_valid_moves(ENGINE, [*ORACLE, *map(str, files)], positions, timeout=30)
    assert found.ok
    assert found.matched == found.total == len(positions) > 40


@pytest.mark.parametrize(
    "name", ["base_playouts", "expansion_playouts", "draws_and_passes", "spellings"]
)
def test_no_difference_is_found_over_all_handed_lists(shared: Path, name: str) -> None:
    path = shared / f"data/hive/{name}.jsonl"
    positions = list(sampled(path))
    found = compare_valid_moves(ENGINE, [*ORACLE, str(path)], positions, timeout=60)
    assert found.ok
    assert found.total == len(positions) >= 40


def test_the_fault_of_a_broken_program_is_found() -> None:
    path = DATA / "games.jsonl"
    found = compare_valid_moves(BROKEN, [*ORACLE, str(path)], sampled(path), timeout=30)
    assert found.failures == 0
    assert len(found.differences) > 5
    for difference in found.differences:
        moved = {
            move.split(" ")[0][1] for move in difference.only_engine_a + difference.only_engine_b
        }
        assert moved <= {"G", "M"}


def test_perft_finds_the_branch_where_a_broken_program_goes_astray() -> None:
    start = "Base;InProgress;White[4];wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wS1 \\wQ;bG1 bQ-"
    assert compare_perft(ENGINE, ENGINE, start, 2, timeout=30).ok
    found = compare_perft(ENGINE, BROKEN, start, 2, timeout=30)
    assert found.error is None
    assert (found.first_difference_depth, found.move_path) == (2, ["wA1 -wS1"])
    assert (found.only_engine_a, found.only_engine_b) == ([], ["bG1 bQ/", "bG1 bQ\\"])


def test_the_command_is_documented_in_its_help() -> None:
    told = subprocess.run([*ENGINE, "--help"], capture_output=True, text=True, check=True).stdout
    for command in ("info", "newgame", "play", "pass", "validmoves", "bestmove", "undo", "perft"):
        assert command in told
