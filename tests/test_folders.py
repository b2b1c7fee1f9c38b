"""What commands read: folders, packed files, all line ends, standard input; and what cannot be read."""

import gzip
import io
import os
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from notation.cli import cli
from notation.files import read_files
from notation.folders import find_inputs
from notation.streams import Counted, unpacked

GAME = '[Game "Cubeo"]\n\n1. +0,1 *\n\n'
BAD = '[Game "Cubeo"]\n\n1. +0,7 *\n\n'


def check(*arguments: str | Path, stdin: bytes | None = None) -> list[str]:
    result = CliRunner().invoke(
        cli, ["check", "--format", "concise", *map(str, arguments)], input=stdin
    )
    return [" ".join(line.split(" ")[:2]) for line in result.stdout.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with records at several depths, and with much else."""
    files = {
        "b.tgn": BAD,
        "a/z.TGN": BAD,
        "a/records.jsonl": '{"format": "turnpost-record/1"}\n{"format": "turnpost-record/1"}\n',
        "a/by_content.txt": BAD,
        "a/manifest.json": '{"name": "something else"}',
        "a/notes.txt": "The first game was the best.\n",
        "a/page.md": f"# A page\n\n```\n{BAD}```\n",
        "a/program.py": "[x for x in y]\n",
        "a/picture.png": "\x89PNG\0",
        "a/empty.tgn": "",
        ".hidden/h.tgn": BAD,
        "a/.hidden.tgn": BAD,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "a" / "packed.tgn.gz").write_bytes(gzip.compress(BAD.encode()))
    (tmp_path / "again").symlink_to(tmp_path / "a", target_is_directory=True)
    return tmp_path


def test_a_folder_stands_for_the_records_in_it_in_the_order_of_their_names(folder: Path) -> None:
    lines = check("--ignore", "D", folder)
    names = {line.partition(":")[0] for line in lines}
    assert [line for line in lines if "M01" in line] == [
        f"{folder}/b.tgn:3:4: M01",
        f"{folder}/a/by_content.txt:3:4: M01",
        f"{folder}/a/packed.tgn.gz:3:4: M01",
        f"{folder}/a/z.TGN:3:4: M01",
    ]
    assert names == {f"{folder}/{name}" for name in ("b.tgn", *(f"a/{each}" for each in TAKEN))}


TAKEN = ("by_content.txt", "packed.tgn.gz", "z.TGN", "records.jsonl")


def test_a_file_of_a_known_ending_that_is_named_is_told_to_be_of_no_format(folder: Path) -> None:
    assert check(folder / "a" / "manifest.json") == [f"{folder}/a/manifest.json:1:1: F03"]


def test_a_text_record_file_in_a_folder_is_looked_at_whatever_it_holds(tmp_path: Path) -> None:
    (tmp_path / "x.tgn").write_text("no record\n", encoding="utf-8")
    assert check(tmp_path) == [f"{tmp_path}/x.tgn:1:1: F03"]


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "a.tgn"
    file.write_text(GAME)
    assert check(tmp_path, file, tmp_path / "." / "a.tgn") == []


def test_a_record_file_in_a_folder_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.tgn").symlink_to(tmp_path / "gone")
    (tmp_path / "notes.txt").symlink_to(tmp_path / "gone")
    (told,) = check(tmp_path)
    assert told.endswith("a.tgn:1:1: F01")


def test_a_folder_without_records_is_clean(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["check", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (0, "no faults in 0 records\n")


def test_a_folder_that_cannot_be_listed_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("/a"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert check(folder) == [f"{folder}/b.tgn:3:4: M01", f"{folder}/a:1:1: F01"]


def test_a_file_that_cannot_be_opened_is_told_and_the_run_has_failed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def refuse(path: Path, mode: str = "r") -> object:
        if path.name == "b.tgn":
            raise PermissionError(13, "Permission denied")
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", refuse)
    result = CliRunner().invoke(cli, ["check", str(folder / "b.tgn"), str(folder / "a" / "z.TGN")])
    assert result.exit_code == 2
    assert "error F01: The file cannot be read: Permission denied." in result.stdout
    assert "M01" in result.stdout


def test_duplicates_are_found_across_the_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.tgn").write_text(GAME, encoding="utf-8")
    assert check(tmp_path) == [f"{tmp_path}/b.tgn:1:1: D01"]


@pytest.mark.parametrize("name", ["x.tgn.gz", "x.tgn", "x"])
def test_a_packed_file_is_read_whatever_its_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress((GAME + BAD).encode()))
    assert check(path) == [f"{path}:7:4: M01"]


def test_standard_input_may_be_packed_and_in_several_parts() -> None:
    packed = gzip.compress(GAME.encode()) + gzip.compress(BAD.encode())
    assert check("-", stdin=packed) == ["-:7:4: M01"]


def test_what_was_unpacked_before_the_damage_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "x.tgn.gz"
    packed = gzip.compress((BAD * 10_000).encode())
    path.write_bytes(packed[: len(packed) // 2])
    lines = check(path, "--ignore", "D")
    assert lines[0] == f"{path}:3:4: M01"
    assert lines[-1] == f"{path}:1:1: F01"
    assert CliRunner().invoke(cli, ["check", str(path)]).exit_code == 2


PACKED = gzip.compress(GAME.encode(), mtime=0)


@pytest.mark.parametrize(
    "content",
    [
        b"\x1f\x8b",
        b"\x1f\x8b\x08",
        b"\x1f\x8b nothing of the kind",
        PACKED[:-5] + b"12345",
        PACKED[:-20],
        PACKED + b"rest",
    ],
    ids=["no header", "half a header", "no gzip", "other length", "cut short", "more after it"],
)
def test_a_damaged_packed_file_cannot_be_read(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(content)
    assert check(path)[-1] == f"{path}:1:1: F01"


def test_a_small_file_that_unpacks_to_very_much_takes_no_memory_for_it(tmp_path: Path) -> None:
    packer = zlib.compressobj(wbits=31)
    parts = [packer.compress(b'[Game "Cubeo"]\n\n')]
    parts += [packer.compress(b" " * (1 << 20)) for _ in range(64)]
    path = tmp_path / "x.gz"
    path.write_bytes(b"".join([*parts, packer.flush()]))
    assert check(path) == [f"{path}:1:1: F05"]


def test_a_stream_that_is_not_packed_is_given_on_as_it_is() -> None:
    for content in (b"", b"\x1f", b"\x1fx", GAME.encode()):
        stream = unpacked(io.BytesIO(content))
        assert b"".join(iter(lambda: stream.read(3), b"")) == content  # noqa: B023


def test_bytes_are_counted_as_they_are_read_from_the_file(tmp_path: Path) -> None:
    counts: list[int] = []
    stream = Counted(io.BytesIO(b"abcde"), counts.append)
    assert (stream.read(2), stream.read(9), stream.read(9)) == (b"ab", b"cde", b"")
    assert counts == [2, 3, 0]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_all_line_ends_and_byte_order_marks_read_the_same(
    tmp_path: Path, end: bytes, mark: bytes
) -> None:
    path = tmp_path / "x"
    path.write_bytes(mark + (GAME + BAD).encode().replace(b"\n", end))
    assert check(path) == [f"{path}:7:4: M01"]
    text = GAME.replace("\n", "\n\n").partition("]")[2]
    path.write_bytes(mark + (text + GAME).encode().replace(b"\n", end))
    assert check(path) == [f"{path}:5:1: S14"]


def test_only_the_record_that_is_not_utf_8_has_the_note(tmp_path: Path) -> None:
    path = tmp_path / "x.tgn"
    site = '[Game "Cubeo"]\n[Site "Köln"]\n\n1. +-1,0 *\n\n'
    path.write_bytes(GAME.encode() + site.encode("cp1252") + site.encode().replace(b"+-1", b"+0"))
    assert check(path, "--select", "W") == [f"{path}:6:9: W01"]


def test_the_files_of_a_folder_come_to_every_command(folder: Path) -> None:
    result = CliRunner().invoke(cli, ["convert", str(folder / "a"), "--to", "jsonl"])
    assert "M01" in result.stderr
    assert len(list(find_inputs([str(folder)]))) == len(TAKEN) + 3  # manifest, empty, b.tgn
    assert len(list(read_files([str(folder / "a")]))) == len(TAKEN) + 1  # two lines in one
