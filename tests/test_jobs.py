"""Checking by several processes: the same answer in the same order, however the files are cut."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from notation import jobs as jobs_module
from notation.cli import cli
from notation.code_examples import EXAMPLES
from notation.duplicates import DIGEST, Games
from notation.files import cut_files
from notation.folders import find_inputs
from notation.formats import Cut
from notation.jobs import ProcessKilled, check_all
from notation.reading import Reading


def check(*arguments: str | Path, stdin: bytes | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["check", *map(str, arguments)], input=stdin)
    return result.exit_code, result.stdout


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of all examples of faults, and a large file of them in some order, many times."""
    folder = tmp_path_factory.mktemp("archive")
    texts = []
    for code, example in EXAMPLES.items():
        content = example.bad if isinstance(example.bad, bytes) else example.bad.encode()
        (folder / f"{code}.txt").write_bytes(content)
        if content.startswith(b'[Game "'):
            texts.append(content)
    order = Random(1).choices(texts, k=1500)
    (folder / "large.tgn").write_bytes(b"\n".join(order))
    return folder


@pytest.mark.parametrize("style", ["full", "concise", "json", "sarif", "github"])
def test_many_processes_tell_the_same_in_the_same_order_as_one(archive: Path, style: str) -> None:
    files = sorted(archive.iterdir())
    one = check("--format", style, *files)
    assert one[0] == 1
    assert check("--format", style, "--jobs", "3", *files) == one


def test_standard_input_is_shared_out_like_a_file(archive: Path) -> None:
    content = (archive / "large.tgn").read_bytes()
    one = check("-", stdin=content)
    assert one[1].count("D01") > 1000
    assert check("--jobs", "2", "-", stdin=content) == one


def test_a_file_that_cannot_be_read_stands_at_its_place(archive: Path) -> None:
    given = (archive / "M01.txt", archive / "missing", archive / "M02.txt")
    status, text = check("--jobs", "2", "--format", "concise", *given)
    assert status == 2
    assert [line.split(" ")[1] for line in text.splitlines()] == ["M01", "F01", "M02"]


def test_nothing_to_check_needs_no_process(tmp_path: Path) -> None:
    assert check("--jobs", "2", tmp_path) == (0, "no faults in 0 records\n")


@pytest.mark.parametrize("number", ["0", "-1", "many", "100000"])
def test_a_number_of_processes_that_cannot_be_is_refused(archive: Path, number: str) -> None:
    assert check("--jobs", number, archive)[0] == 2


def test_a_large_file_is_shared_out(archive: Path) -> None:
    cuts = list(cut_files(find_inputs([str(archive / "large.tgn")])))
    batches = list(jobs_module._batches(cuts))
    assert len(batches) > 2
    assert [each for batch in batches for each in batch] == cuts


def test_only_so_much_of_a_file_is_read_as_is_being_checked(archive: Path) -> None:
    taken = 0

    def counted(records: Iterator[Cut | Reading]) -> Iterator[Cut | Reading]:
        nonlocal taken
        for each in records:
            taken += 1
            yield each

    large = str(archive / "large.tgn")
    many = (cut for _ in range(10) for cut in cut_files(find_inputs([large])))
    told = check_all(counted(many), 2)
    next(told)
    assert 0 < taken < 7000
    told.close()


def test_a_process_that_is_killed_ends_the_run(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts = list(cut_files(find_inputs([str(archive / "M01.txt")])))
    monkeypatch.setattr(jobs_module, "_check", _die)
    with pytest.raises(ProcessKilled):
        list(check_all(cuts, 2))
    status, _ = check("--jobs", "2", archive / "M01.txt")
    assert status == 2


def _die(_batch: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def many_digests(count: int) -> list[bytes]:
    content = Random(1).randbytes(DIGEST * count)
    return [content[at : at + DIGEST] for at in range(0, len(content), DIGEST)]


def test_the_first_record_of_a_game_is_found_among_very_many() -> None:
    games = Games()
    # the first ones all look for the same row, the last one of the smallest table
    digests = [(4095).to_bytes(8, "big") + bytes([number]) * 8 for number in range(50)]
    digests += many_digests(100_000)
    for number, digest in enumerate(digests, 1):
        assert games.first(digest, f"file {number // 1000}", number) is None
    for number, digest in enumerate(digests, 1):
        assert games.first(digest, "again", 1) == (f"file {number // 1000}", number)


def test_the_index_of_games_takes_a_few_bytes_a_game() -> None:
    import tracemalloc

    digests = many_digests(20_000)
    tracemalloc.start()
    games = Games()
    for number, digest in enumerate(digests, 1):
        games.first(digest, "x", number)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 150 * len(digests)
