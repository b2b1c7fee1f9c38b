"""`turnpost show`: a board of a record, at any ply, as text or as a picture."""

import json
import sys
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from notation.show import show

GAME = """[Game "Cubeo"]
[Variants "d8"]
[Player1 "red"]
[Player2 "bl\u00fce"]
[Result "1-0"]
[Termination "resignation"]

1. +0,1 +2,0 2. +0,2 1-0
"""
BROKEN = """[Game "Cubeo"]
[Result "*"]

1. +0,1 +9,9 2. +0,2 *
"""


def run(*options: str, text: str = GAME) -> Result:
    return CliRunner().invoke(show, [*options, "-"], input=text)


def test_the_last_position_is_shown_as_text():
    result = run()
    assert result.exit_code == 0
    assert result.stdout == (
        "Cubeo d8, red \u2013 bl\u00fce, after ply 3 of 3, 1-0 (resignation)\n"
        "\n"
        "  3   \u00b7     \u00b7     \u00b7     \u00b7     \u00b7\n"
        "  2   \u00b7    [\u25a01]   \u00b7     \u00b7     \u00b7\n"
        "  1   \u00b7     \u25a01    \u00b7     \u00b7     \u00b7\n"
        "  0   \u00b7     \u25a01    \u25a11    \u25a11    \u00b7\n"
        " -1   \u00b7     \u00b7     \u00b7     \u00b7     \u00b7\n"
        "      -1    0     1     2     3\n"
        "\n"
        "Cubeo: Player 2 (blue) to move. In hand: red 5, blue 6.\n"
        "\u25a0 red (player 1), \u25a1 blue (player 2).\n"
    )


@pytest.mark.parametrize(
    ("ending", "told"),
    [("aborted", "1-0 (aborted)"), ("timeout", "1-0 (timeout)")],
)
def test_the_result_is_that_of_the_record(ending: str, told: str):
    result = run(text=GAME.replace("resignation", ending))
    assert result.stdout.splitlines()[0].endswith(f", {told}")


def test_any_ply_can_be_asked_for():
    assert "after ply 0 of 3\n" in run("--ply", "0").stdout
    assert "after ply 2 of 3\n" in run("--ply", "2").stdout
    assert "1-0" not in run("--ply", "2").stdout
    assert run("--ply", "3").stdout == run().stdout


def test_ascii_keeps_to_ascii():
    result = run("--ascii")
    assert result.stdout.isascii()
    assert "red - bl?e" in result.stdout
    assert "[A1]" in result.stdout


def test_svg_is_a_document_of_its_own():
    result = run("--svg", "--ply", "1")
    assert result.exit_code == 0
    assert ET.fromstring(result.stdout).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314


def test_png_is_a_picture_twice_as_wide_as_the_drawing():
    result = run("--png", "--ply", "1")
    assert result.exit_code == 0
    content = result.stdout_bytes
    drawing = ET.fromstring(run("--svg", "--ply", "1").stdout)  # noqa: S314
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(content[16:20], "big") == 2 * int(drawing.get("width", "0"))


def test_without_the_extra_a_png_is_refused_with_the_name_of_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = run("--png")
    assert result.exit_code == 2
    assert "turnpost[png]" in result.stderr
    assert result.stdout_bytes == b""


def test_a_json_record_is_shown_like_its_text():
    record = {
        "format": "turnpost-record/1",
        "game": "cubeo",
        "variants": ["hex"],
        "players": [{"name": "red"}, {"name": "blue"}],
        "tags": [],
        "start": "A2@1000000,7 B3@1000001,7 A",
        "time_control": None,
        "started": None,
        "ended": None,
        "plies": [],
        "outcome": None,
    }
    result = run(text=json.dumps(record))
    assert result.exit_code == 0
    assert result.stdout.startswith("Cubeo hex, red \u2013 blue, after ply 0 of 0\n")
    assert "1000002,7" in result.stdout


def test_every_record_of_a_file_is_shown_or_the_one_that_is_asked_for():
    both = GAME + "\n" + GAME.replace("d8", "d10")
    assert run(text=both).stdout.count("after ply 3 of 3") == 2
    assert run("--record", "2", text=both).stdout.startswith("Cubeo d10")


def test_a_record_that_cannot_be_played_is_shown_as_far_as_it_can():
    result = run(text=BROKEN)
    assert result.exit_code == 1
    assert "after ply 1 of 3\n" in result.stdout
    assert result.stderr == (
        "-, record 1: after ply 1, +9,9 cannot be played: "
        "A new die must touch one of your dice; 9,9 touches none.\n"
    )


def test_a_later_fault_does_not_keep_an_earlier_ply_from_being_shown():
    result = run("--ply", "1", text=BROKEN)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_fault_of_one_record_does_not_hide_the_next():
    result = run(text=BROKEN.replace("Cubeo", "Chess") + "\n" + GAME)
    assert result.exit_code == 1
    assert result.stderr.startswith("-:1:")
    assert "after ply 3 of 3" in result.stdout


@pytest.mark.parametrize(
    ("options", "text", "told"),
    [
        (["--ply", "4"], GAME, "The record has only 3 plies, not 4."),
        (["--ply", "-1"], GAME, "not in the range"),
        (["--record", "2"], GAME, "There is no record 2."),
        ([], "", "There is no record."),
        (["--ascii", "--svg"], GAME, "exclude each other"),
        (["--png", "--svg"], GAME, "exclude each other"),
        (["--png"], GAME + "\n" + GAME, "add --record N"),
        (["--svg"], GAME + "\n" + GAME, "add --record N"),
    ],
)
def test_what_cannot_be_shown_is_told_and_nothing_is_written(options, text, told):
    result = run(*options, text=text)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""


def test_a_name_cannot_steer_the_terminal():
    result = run(text=GAME.replace("bl\u00fce", "\x1b[31mblue"))
    assert "\x1b" not in result.stdout + result.stderr


def test_where_signs_cannot_be_written_the_text_is_plain():
    result = CliRunner(charset="ascii").invoke(show, ["-"], input=GAME.encode())
    assert result.exit_code == 0
    assert result.stdout == run("--ascii").stdout


def test_a_file_that_is_not_there_is_told(tmp_path):
    result = CliRunner().invoke(show, [str(tmp_path / "none.tgn")])
    assert result.exit_code == 2
    assert "F01" in result.stderr
