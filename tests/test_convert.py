"""`turnpost convert`: the same game in another format, losses told, files written whole or not at all."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from notation import FORMATS, NotARecord, Record, read_records, write_record
from notation.cli import cli
from notation.files import write_atomically

DATED = '[Started "2025-01-31T18:00:00Z"]\n[Ended "2025-03-01T09:30:00Z"]\n'
GAME = (
    '[Game "Cubeo"]\n[Player1 "red"]\n[Player2 "blue"]\n'
    f'{DATED}[Result "1-0"]\n[Termination "resignation"]\n\n1. +0,1 +1,-1 1-0\n\n'
)
TIMED = GAME.replace(
    "1. +0,1 +1,-1",
    "1. +0,1 {[%at 2025-02-01T10:00:00Z]} 1... +1,-1 {[%at 2025-02-02T10:00:00Z]}",
)
OTHER = GAME.replace("+0,1", "+-1,0")
SAID = GAME.replace("+0,1", "+0,1 {why?}").replace("+1,-1", "1... +1,-1")
BAD = GAME.replace("+0,1", "+0,9")


def convert(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["convert", *map(str, arguments)], input=stdin)


@pytest.mark.parametrize("name", [name for name, row in FORMATS.items() if row.holds("cubeo")])
def test_there_and_back_is_the_same_game(name: str) -> None:
    there = convert("-", "--to", name, stdin=TIMED if name == "ap-state" else GAME)
    assert there.exit_code == 0
    assert there.stderr == "" or (name == "ap-state" and "L05" in there.stderr)
    back = convert("-", "--to", "tgn", stdin=there.stdout)
    assert back.exit_code == 0
    (reading,) = read_records(back.stdout.encode())
    (original,) = read_records(GAME.encode())
    assert reading.record is not None
    assert original.record is not None
    assert reading.record.plies[0].move == "+0,1"
    assert reading.record.outcome == original.record.outcome
    if name in ("tgn", "json", "jsonl"):
        assert back.stdout == GAME


def test_text_that_is_not_canonical_becomes_so() -> None:
    messy = GAME.replace("1. +0,1 +1,-1", "+0,1\n\n  +1,-1")
    assert convert("-", "--to", "tgn", stdin=messy).stdout == GAME


@pytest.mark.parametrize("target", ["tgn", "json", "jsonl"])
def test_moves_get_their_canonical_words_in_variations_too(target: str) -> None:
    plain = GAME.replace("1. +0,1 +1,-1", "1. +0,1 (1. +-1,0 +2,0) 1... +1,-1")
    messy = plain.replace("+-1,0 +2,0", "+\u22121,0 +2,+0").replace("1... +1", "1... ++1")
    assert messy.count("+") == plain.count("+") + 2
    assert (
        convert("-", "--to", target, stdin=messy).stdout
        == convert("-", "--to", target, stdin=plain).stdout
    )


def test_a_record_that_cannot_be_written_does_not_keep_the_others_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def picky(record: Record) -> Record:
        if record.plies[0].move == "+0,1":
            raise NotARecord("It cannot be.")
        return record

    monkeypatch.setattr("notation.convert.canonical", picky)
    result = convert("-", "--to", "tgn", stdin=GAME + OTHER)
    assert result.stdout == OTHER
    assert result.stderr == "-, record 1: It cannot be.\n"
    assert result.exit_code == 1


def test_many_files_of_many_formats_become_one(tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    first.write_text(GAME + OTHER)
    second.write_text(convert("-", "--to", "json", stdin=SAID).stdout)
    result = convert(first, second, "--to", "tgn")
    assert result.stdout == GAME + OTHER + SAID


def test_every_record_without_an_error_is_written_and_the_others_are_told() -> None:
    result = convert("-", "--to", "jsonl", stdin=GAME + BAD + OTHER)
    assert len(result.stdout.splitlines()) == 2
    assert result.stderr.startswith("-:")
    assert "M01" in result.stderr
    assert result.exit_code == 1


def test_warnings_and_notes_are_told_and_do_not_count() -> None:
    result = convert("-", "--to", "jsonl", stdin=GAME.replace("1. +0,1", "7. +0,+1"))
    assert [line.split(" ")[1] for line in result.stderr.splitlines()] == ["N01", "W02"]
    assert result.exit_code == 0


def test_a_loss_is_told_and_does_not_count_unless_it_is_to_be_strict() -> None:
    result = convert("-", "--to", "ap-record", stdin=SAID)
    assert "L01" in result.stderr
    assert result.exit_code == 0
    assert json.loads(result.stdout)["moves"][0] == ["+0,1", "+1,-1"]
    strict = convert("-", "--to", "ap-record", "--strict", stdin=SAID)
    assert "L01" in strict.stderr
    assert (strict.exit_code, strict.stdout) == (1, "")


def test_a_record_that_the_format_has_no_way_to_hold_is_told_and_counts() -> None:
    result = convert("-", "--to", "ap-record", stdin=GAME.replace(DATED, ""))
    assert "L07" in result.stderr
    assert (result.exit_code, result.stdout) == (1, "")


def test_the_same_game_gives_the_same_bytes() -> None:
    for name in FORMATS:
        assert len({convert("-", "--to", name, stdin=GAME).stdout for _ in range(2)}) == 1


@pytest.mark.parametrize("name", [name for name, row in FORMATS.items() if row.single])
def test_a_format_of_one_record_takes_no_second_one(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = convert("-", "--to", name, "-o", out, stdin=TIMED + TIMED)
    assert result.exit_code == 2
    assert "jsonl" in result.stderr
    assert not out.exists()


def test_the_format_to_read_may_be_named() -> None:
    assert convert("-", "--from", "tgn", "--to", "tgn", stdin=GAME).stdout == GAME
    result = convert("-", "--from", "json", "--to", "tgn", stdin=GAME)
    assert "F04" in result.stderr
    assert result.exit_code == 1


@pytest.mark.parametrize("option", ["--to", "--from"])
def test_a_format_that_there_is_not_is_refused(option: str) -> None:
    result = convert("-", "--to", "tgn", option, "pdf", stdin=GAME)
    assert result.exit_code == 2
    assert "pdf" in result.stderr


def test_a_file_that_cannot_be_read_is_told_with_status_2(tmp_path: Path) -> None:
    result = convert(tmp_path / "missing", "-", "--to", "tgn", stdin=GAME)
    assert "F01" in result.stderr
    assert (result.exit_code, result.stdout) == (2, GAME)


def test_no_record_is_a_file_of_none_and_no_document(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("old")
    assert convert("-", "--to", "tgn", "-o", out, stdin="").exit_code == 0
    assert out.read_bytes() == b""
    out.write_text("old")
    refused = convert("-", "--to", "json", "-o", out, stdin="")
    assert (refused.exit_code, out.read_text()) == (2, "old")
    assert "there is none" in refused.stderr


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text, "utf-8")
        assert convert("-", "--to", "tgn", "-o", pipe, stdin=GAME).exit_code == 0
        assert read.result(10).startswith('[Game "Cubeo"]')
    assert pipe.is_fifo()


def test_a_file_is_written_in_place_of_the_standard_output(tmp_path: Path) -> None:
    out = tmp_path / "out.tgn"
    assert convert("-", "--to", "tgn", "-o", out, stdin=GAME).stdout == ""
    assert out.read_text() == GAME
    assert convert(out, "--to", "jsonl", "-o", out).exit_code == 0
    assert json.loads(out.read_text())["game"] == "cubeo"
    assert list(tmp_path.iterdir()) == [out]


def test_an_old_file_stays_when_nothing_could_be_written(tmp_path: Path) -> None:
    out = tmp_path / "out.tgn"
    out.write_text("old")
    assert convert("-", "--to", "tgn", "-o", out, stdin=BAD).exit_code == 1
    assert out.read_text() == "old"


def test_a_file_in_a_folder_that_is_not_there_is_told_with_status_2(tmp_path: Path) -> None:
    result = convert("-", "--to", "tgn", "-o", tmp_path / "no" / "out", stdin=GAME)
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_a_file_is_the_old_one_until_it_is_the_whole_new_one(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    path.chmod(0o640)

    def parts(count: int) -> list[bytes]:
        assert path.read_text() == "old"
        return [b"new"] * count

    def breaking_off() -> list[bytes]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, (each for _ in "x" for each in [b"half", *breaking_off()]))
    assert path.read_text() == "old"
    write_atomically(path, (each for each in parts(2)))
    assert path.read_text() == "newnew"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_keeps_pointing_to_the_file_that_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, [b"new"])
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_what_is_converted_is_what_the_library_writes() -> None:
    (reading,) = read_records(SAID.encode())
    assert reading.record is not None
    assert convert("-", "--to", "tgn", stdin=SAID).stdout == write_record(reading.record)
