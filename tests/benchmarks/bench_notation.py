"""Reading and checking an archive of Cubeo against `chess.pgn.read_game`, plies a second.

Then the same archive, many times as long, in one process and in two, and the memory that it takes.
"""

import io
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import chess
import chess.pgn
import pytest

import engine
from notation import check_records, read_records
from notation.moves import write_move

from .yardstick import best, tell

GAMES, PLIES, EACH, BRANCH = 500, 48, 8, 16
ALL_PLIES = GAMES * (PLIES + PLIES // BRANCH)
COMMENT = "{the plan is to go round the corner}"


def archive(random: Random) -> list[str]:
    """Random games of Cubeo as text, with a comment and a variation now and then."""
    return [_cubeo(random, number) for number in range(GAMES)]


def _cubeo(random: Random, number: int) -> str:
    position = engine.start("cubeo")
    words: list[tuple[str, str]] = []
    while len(words) < PLIES:
        moves = position.legal_moves()
        after = {move: position.apply(move) for move in random.sample(moves, min(4, len(moves)))}
        going = [move for move, reached in after.items() if reached.outcome() is None]
        if not going:
            position, words = engine.start("cubeo"), []
            continue
        other = going[-1] if len(going) > 1 else moves[0]
        words.append((write_move(going[0], position), write_move(other, position)))
        position = after[going[0]]
    tags = (("Game", "Cubeo"), *_tags(number, "Player1", "Player2", "-"))
    return _text(tags, words)


def chess_archive(random: Random) -> list[str]:
    """Random games of chess, with the same headers, comments and variations."""
    return [_chess(random, number) for number in range(GAMES)]


def _chess(random: Random, number: int) -> str:
    board = chess.Board()
    words: list[tuple[str, str]] = []
    while len(words) < PLIES:
        moves = list(board.legal_moves)
        if not moves:
            board, words = chess.Board(), []
            continue
        move = random.choice(moves)
        words.append((board.san(move), board.san(moves[0])))
        board.push(move)
    return _text(_tags(number, "White", "Black", "."), words)


def _tags(number: int, first: str, second: str, dash: str) -> tuple[tuple[str, str], ...]:
    event = (
        ("Event", "Benchmark"),
        ("Site", "here"),
        ("Date", f"2026{dash}01{dash}01"),
        ("Round", str(number)),
    )
    return (*event, (first, "red"), (second, "blue"), ("Result", "*"))


def _text(tags: tuple[tuple[str, str], ...], words: list[tuple[str, str]]) -> str:
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    parts = []
    for ply, (word, other) in enumerate(words):
        number = f"{ply // 2 + 1}."
        parts += [number, word] if ply % 2 == 0 else [word]
        if ply % EACH == EACH - 1:
            parts.append(COMMENT)
        if ply % BRANCH == BRANCH - 1:
            parts.append(f"( {number}.. {other} )")
    lines = [" ".join(parts[at : at + 12]) for at in range(0, len(parts), 12)]
    return "\n".join((head, *lines, "*", "", ""))


def test_reading_and_checking_an_archive() -> None:
    random = Random(1)
    ours_text, theirs_text = "".join(archive(random)).encode(), "".join(chess_archive(random))

    def check() -> None:
        readings = list(check_records(ours_text))
        assert [len(reading.record.plies) for reading in readings if reading.record] == [
            PLIES
        ] * GAMES
        assert not [fault for reading in readings for fault in reading.diagnostics]

    def read() -> None:
        assert sum(reading.ok for reading in read_records(ours_text)) == GAMES

    def read_theirs() -> None:
        stream = io.StringIO(theirs_text)
        games = 0
        while (game := chess.pgn.read_game(stream)) is not None:
            games += 1
            assert not game.errors
        assert games == GAMES

    checked, ours, theirs = (
        ALL_PLIES / seconds / 1000 for seconds in best(check, read, read_theirs, rounds=5)
    )
    tell("reading an archive, no replay", ours, theirs, "thousand plies/s")
    tell("checking it, full legality, d6", checked, theirs, "thousand plies/s")
    assert ours >= theirs
    assert checked >= 0.6 * theirs


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A file of 600 different games, and another ten times as long."""
    folder = tmp_path_factory.mktemp("archive")
    texts = archive(Random(2))[:300]
    goals = [f"ranks={ranks} goal={ranks + more}" for ranks in (6, 8) for more in range(1, 6)]
    return _write(folder / "small", texts, goals[:1]), _write(folder / "large", texts, goals)


def _write(path: Path, texts: list[str], goals: list[str]) -> Path:
    """The games with each goal; none of them reaches any, so each is sound, and another game."""
    with path.open("w", encoding="utf-8") as stream:
        for settings in (f"{goal}{more}" for goal in goals for more in ("", " norep")):
            for text in texts:
                stream.write(text.replace("\n", f'\n[Variants "{settings}"]\n', 1))
    return path


# Users have no interegular: it comes with the tests, and then Lark compares all terminals at start.
PROGRAM = """
import sys
from pathlib import Path
sys.modules["interegular"] = None
from notation.cli import cli
try:
    cli()
finally:
    status = Path("/proc/self/status")
    print(status.read_text().partition("VmHWM:")[2] if status.exists() else 0, file=sys.stderr)
"""


def _begin(path: Path, jobs: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, "check", "--jobs", str(jobs), str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _end(running: subprocess.Popen[str]) -> int:
    """The most kilobytes that the process took."""
    out, error = running.communicate()
    assert out.startswith("no faults")
    return int(error.split()[0])


def _seconds(path: Path, *jobs: int) -> float:
    """The seconds that pass while runs of the command, each with so many processes, go side by side."""
    begun = time.perf_counter()
    for running in [_begin(path, each) for each in jobs]:
        _end(running)
    return time.perf_counter() - begun


def test_two_processes_check_an_archive_in_little_more_than_half_the_time(
    files: tuple[Path, Path],
) -> None:
    # Two runs side by side tell what two processors give at this time; the bar is held all the same.
    large = files[1]
    runs = [(_seconds(large, 1), _seconds(large, 1, 1) / 2, _seconds(large, 2)) for _ in range(3)]
    one, half, two = (min(times) for times in zip(*runs, strict=True))
    print(f"\nchecking an archive: {one:.2f} s, by two processes {two:.2f} s", end=", ")
    print(f"ratio {one / two:.2f} of {one / half:.2f} that can be had")
    assert one / two >= 1.7


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_archive_ten_times_as_long_takes_the_same_memory(
    files: tuple[Path, Path], jobs: int
) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("the memory that a process took stands in /proc, which is Linux's")
    small, large = (_end(_begin(path, jobs)) / 1024 for path in files)
    print(f"\nmemory, jobs {jobs}: {small:.0f} MB, for ten times as much {large:.0f} MB")
    assert large <= 1.2 * small
