"""`turnpost fmt`: the canonical form in place of a file, nothing lost, whole or not at all."""

import gzip
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from notation import Ply, Record, read_records, write_as, write_record
from notation.cli import cli

CANON = """\
[Game "Cubeo"]
[Variants "d8 strict"]
[Event "Spring"]
[Player1 "red"]
[Player2 "blue"]
[Result "1-0"]
[Termination "resignation"]
[Annotator "red"]

{so it began} 1. +-1,0 $1 {[%clk 0:10:00:00]} {bold} ({or} 1. +0,1 +2,0 {calm}) 1... +2,0 1-0

"""
MESSY = """\
[Player2 "blue"]
[Game   "cubeo"]
[Annotator "red"]
[Variants "STRICT d8"]
[Player1   "red"]
[Player2Bot "no"]
[Event "Spring"]
[Termination "resignation"]
{ so it
began }

  +\u22121,+0 $01 {[%clk 0:10:00:00]\tbold}
( {or} +0,1 +2,0 {calm} ) +2,0
1-0"""
BROKEN = '[Game "Cubeo"]\r\n[Result "*"]\r\n\r\n1.   +0,9   * \r\n'
PLAIN = '[Game "Cubeo"]\n[Player1 "?"]\n[Player2 "?"]\n[Result "*"]\n\n1. +0,1 *\n\n'
HIVE = """\
[Game "Hive"]
[Player1 "?"]
[Player2 "?"]
[Result "*"]

1. wG1 1... bG1 /wG1 2. WQ1 wG1/ (2. wB1 \\wG1 {near}) *

"""


def fmt(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["fmt", *map(str, arguments)], input=stdin)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A file whose one record is not in its canonical form."""
    path = tmp_path / "game.tgn"
    path.write_text(MESSY)
    return path


def test_a_file_gets_its_canonical_form(game: Path) -> None:
    result = fmt(game)
    assert (result.exit_code, result.output) == (0, "")
    assert game.read_text() == CANON


def test_what_is_in_its_canonical_form_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "game.tgn"
    path.write_text(CANON + PLAIN)
    os.utime(path, (1, 1))
    assert fmt(path).exit_code == 0
    assert path.stat().st_mtime == 1
    assert path.read_text() == CANON + PLAIN


def test_standard_input_goes_to_standard_output() -> None:
    result = fmt("-", stdin=MESSY)
    assert (result.exit_code, result.stdout, result.stderr) == (0, CANON, "")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_any_line_end_and_mark_become_plain_lines(end: str, mark: bytes) -> None:
    assert fmt("-", stdin=mark + MESSY.replace("\n", end).encode()).stdout == CANON


def test_windows_1252_becomes_utf_8_and_is_told() -> None:
    text = MESSY.replace("Spring", "\u00c9t\u00e9 \u20ac").replace("\u2212", "-")
    result = fmt("-", stdin=text.encode("cp1252"))
    assert result.stdout == CANON.replace("Spring", "\u00c9t\u00e9 \u20ac")
    assert "W01" in result.stderr
    assert result.exit_code == 0


def test_bytes_that_are_no_letters_stay_as_they_are() -> None:
    content = (
        PLAIN.replace("+0,1", "+0,1  {\u00e9 \u00a4}").encode("cp1252").replace(b"\xa4", b"\x81")
    )
    result = fmt("-", stdin=content)
    assert result.stdout_bytes == content
    assert "W01" in result.stderr
    assert result.exit_code == 1


def test_every_move_gets_its_canonical_words_in_variations_too() -> None:
    canon = HIVE.replace("WQ1 wG1/", "wQ wG1/")
    for messy in (HIVE, HIVE.replace("wB1 \\wG1", "WB1 \n \\wG")):
        result = fmt("-", stdin=messy)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == canon


def test_the_position_and_the_settings_get_their_canonical_words() -> None:
    messy = PLAIN.replace('[Result "*"]', '[Result "*"]\n[Position "B1@1,0  A1@+0,0 A"]')
    assert '[Position "A1@0,0 B1@1,0 A"]' in fmt("-", stdin=messy).stdout


def test_a_record_with_an_error_stays_byte_for_byte_and_the_others_do_not(tmp_path: Path) -> None:
    path = tmp_path / "games.tgn"
    path.write_bytes(MESSY.encode() + b"\n" + BROKEN.encode() + b"\r\n" + MESSY.encode())
    result = fmt(path)
    assert path.read_bytes() == CANON.encode() + BROKEN.encode() + b"\r\n" + CANON.encode()
    assert result.exit_code == 1
    assert [line.split(" ")[1] for line in result.stderr.splitlines()] == ["M01"]
    once = path.read_bytes()
    assert fmt(path).exit_code == 1
    assert path.read_bytes() == once


def test_a_byte_order_mark_goes_with_the_record_that_it_stands_before() -> None:
    content = b"\xef\xbb\xbf" + BROKEN.encode() + b"\n"
    assert fmt("-", stdin=content + MESSY.encode()).stdout_bytes == content + CANON.encode()


def test_a_record_that_tells_two_results_keeps_both() -> None:
    text = PLAIN.replace('[Result "*"]', '[Result "1-0"]').replace("1. ", "1.  ")
    result = fmt("-", stdin=text)
    assert result.stdout == text
    assert "R01" in result.stderr
    assert result.exit_code == 1


def test_a_wrong_number_is_told_when_it_is_put_right() -> None:
    result = fmt("-", stdin=PLAIN.replace("1. +0,1", "3. +0,1"))
    assert result.stdout == PLAIN
    assert "N01" in result.stderr
    assert result.exit_code == 0


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_when_asked_nothing_is_written(option: str, game: Path) -> None:
    result = fmt(option, game)
    assert result.exit_code == 1
    assert game.read_text() == MESSY
    game.write_text(CANON)
    clean = fmt(option, game)
    assert (clean.exit_code, clean.output) == (0, "")


def test_check_names_the_files_that_would_change(game: Path, tmp_path: Path) -> None:
    (tmp_path / "fine.tgn").write_text(CANON)
    result = fmt("--check", game, tmp_path / "fine.tgn")
    assert result.stderr == f"{game} would change\n"
    assert result.stdout == ""


def test_a_record_with_an_error_counts_in_a_check() -> None:
    result = fmt("--check", "-", stdin=BROKEN)
    assert result.exit_code == 1
    assert "would change" not in result.stderr


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no program `patch` here")
def test_the_diff_is_one_that_patch_applies(tmp_path: Path) -> None:
    path = tmp_path / "games.tgn"
    comments = "".join(f"{{note {n}}}\n" for n in range(40))
    long = PLAIN.replace("1. ", comments + "1. ")
    mixed = CANON + MESSY + "\n" + BROKEN + "\n" + long + PLAIN + MESSY.replace("\n", "\r\n")
    path.write_bytes(mixed.encode())
    result = fmt("--diff", path)
    assert path.read_bytes() == mixed.encode()
    copy = tmp_path / "copy.tgn"
    copy.write_bytes(mixed.encode())
    subprocess.run(
        ["patch", "--binary", str(copy)], input=result.stdout_bytes, check=True, capture_output=True
    )
    fmt(path)
    assert copy.read_bytes() == path.read_bytes()
    assert result.stdout.startswith(f"--- {path}\n+++ {path}\n@@ -")


def test_a_document_stays_a_document(tmp_path: Path) -> None:
    (reading,) = read_records(CANON.encode())
    assert reading.record is not None
    canon = write_as(reading.record, "json").text
    line = write_as(reading.record, "jsonl").text
    assert canon is not None
    assert line is not None
    path = tmp_path / "game.json"
    path.write_text(json.dumps(json.loads(canon), indent=7, sort_keys=True))
    assert fmt(path).exit_code == 0
    assert path.read_text() == canon
    path.write_text(line)
    fmt(path)
    assert path.read_text() == canon
    assert fmt("-", stdin=line.replace(":", " : ")).stdout == line.replace(":", ":")


def test_json_lines_stay_lines_also_when_there_is_one(tmp_path: Path) -> None:
    (reading,) = read_records(CANON.encode())
    assert reading.record is not None
    line = write_as(reading.record, "jsonl").text
    assert line is not None
    spaced = json.dumps(json.loads(line), sort_keys=True) + "\n"
    path = tmp_path / "games.jsonl"
    for count in (1, 3):
        path.write_text("\n" + spaced * count)
        assert fmt(path).exit_code == 0
        assert path.read_text() == line * count
    path.write_text(spaced + '{"format": "turnpost-record/1"}\r\n\n' + spaced)
    assert fmt(path).exit_code == 1
    assert path.read_bytes().decode() == line + '{"format": "turnpost-record/1"}\r\n\n' + line


def test_formats_of_others_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    dated = CANON.replace(
        "[Annot", '[Started "2025-01-31T18:00:00Z"]\n[Ended "2025-03-01T09:30:00Z"]\n[Annot'
    )
    made = CliRunner().invoke(cli, ["convert", "-", "--to", "ap-record"], input=dated)
    path.write_text(made.stdout)
    result = fmt(path)
    assert result.exit_code == 2
    assert "Nothing is written" in result.stderr
    assert path.read_text() == made.stdout


@pytest.mark.parametrize(
    "content", [b"", b"\n \n", b"no record", b"\0\1", b"{", b"\xff\xfe[\0G\0", b"[]"]
)
def test_what_holds_no_record_stays_as_it_is(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    assert fmt(path).exit_code == (1 if content.strip() else 0)
    assert path.read_bytes() == content
    assert fmt("-", stdin=content).stdout_bytes == (content if content.strip() else b"")


def test_a_compressed_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.tgn.gz"
    path.write_bytes(b"\x1f\x8b\x08 and so on")
    result = fmt(path)
    assert result.exit_code == 2
    assert "compressed" in result.stderr


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_it(
    game: Path, tmp_path: Path
) -> None:
    result = fmt(tmp_path / "none", "/dev/null", game)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2
    assert game.read_text() == CANON


def test_a_folder_stands_for_the_records_in_it(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "one.tgn").write_text(MESSY)
    (tmp_path / "package.json").write_text('{"name": "no record"}')
    (tmp_path / "notes.txt").write_text("[Game  ]")
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(b"{}"))
    before = packed.read_bytes()
    result = fmt(tmp_path)
    assert (result.exit_code, result.output) == (0, "")
    assert (inner / "one.tgn").read_text() == CANON
    assert (tmp_path / "package.json").read_text() == '{"name": "no record"}'
    assert packed.read_bytes() == before
    assert fmt("--check", tmp_path).exit_code == 0


def test_the_mode_and_the_links_of_a_file_stay(game: Path, tmp_path: Path) -> None:
    game.chmod(0o640)
    link = tmp_path / "link.tgn"
    link.symlink_to(game)
    assert fmt(link).exit_code == 0
    assert link.is_symlink()
    assert game.read_text() == CANON
    assert stat.S_IMODE(game.stat().st_mode) == 0o640
    assert sorted(tmp_path.iterdir()) == [game, link]


def test_a_writer_that_loses_a_comment_is_found_out(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lossy(record: Record) -> str:
        return write_record(record).replace("{calm}", "")

    monkeypatch.setattr("notation.formats.write_tgn", lossy)
    result = fmt(game)
    assert result.exit_code == 2
    assert "would not be read as the same record" in result.stderr
    assert game.read_text() == MESSY
    piped = fmt("-", stdin=PLAIN + MESSY)
    assert (piped.exit_code, piped.stdout) == (2, "")


@pytest.mark.parametrize("swap", [("red", "blue"), ("+2,0", "+1,1"), ("{so it began} ", "")])
def test_a_writer_that_changes_anything_is_found_out(
    swap: tuple[str, str], game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "notation.formats.write_tgn", lambda record: write_record(record).replace(*swap)
    )
    assert fmt(game).exit_code == 2
    assert game.read_text() == MESSY


def test_a_writer_whose_records_run_together_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "two.tgn"
    path.write_text(MESSY + "\n" + MESSY)
    monkeypatch.setattr(
        "notation.formats.write_tgn", lambda record: write_record(record).rstrip("\n")
    )
    result = fmt(path)
    assert result.exit_code == 2
    assert path.read_text() == MESSY + "\n" + MESSY


def test_a_codec_that_writes_another_move_is_found_out(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import notation.wording as module

    class Wrong(module._Player):
        def __init__(self, game: str) -> None:
            super().__init__(game)
            self._write = lambda *_: "+1,1"

    monkeypatch.setattr(module, "_Player", Wrong)
    result = fmt(game)
    assert result.exit_code == 2
    assert "is read as another" in result.stderr
    assert game.read_text() == MESSY


def test_a_file_that_someone_else_changes_meanwhile_is_left_to_them(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meddling(record: Record) -> str:
        game.write_text("theirs")
        return write_record(record)

    monkeypatch.setattr("notation.formats.write_tgn", meddling)
    assert fmt(game).exit_code == 2
    assert game.read_text() == "theirs"


def test_a_rename_that_fails_leaves_the_old_file_alone(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    result = fmt(game)
    assert result.exit_code == 2
    assert "No space left" in result.stderr
    assert game.read_text() == MESSY
    assert list(tmp_path.iterdir()) == [game]


def test_a_run_that_is_killed_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "games.tgn"
    before, after = (MESSY + "\n") * 400, CANON * 400
    command = [sys.executable, "-c", "from notation.cli import cli; cli()", "fmt", str(path)]
    for wait in (0.5, 0.7, 0.9, 1.1):
        path.write_text(before)
        with subprocess.Popen(command) as running:
            try:
                running.wait(wait)
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
        assert path.read_text() in (before, after)


def test_a_ply_may_be_given_by_hand_and_is_written_in_canonical_words() -> None:
    from notation import canonical

    record = Record("cubeo", plies=(Ply("+\u22121,0"), Ply("+2,0")))
    assert [ply.move for ply in canonical(record).plies] == ["+-1,0", "+2,0"]
    same = canonical(record)
    assert canonical(same) is same


def test_a_record_of_many_megabytes_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.tgn"
    path.write_bytes(PLAIN.encode() + b"{" + b"x" * (40 << 20))
    refused = fmt(path)
    assert refused.exit_code == 2
    assert "A record of the file is longer than 32 MiB." in refused.stderr
