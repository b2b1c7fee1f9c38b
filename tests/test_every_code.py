"""One file with the faults of all codes that a file of its format can hold: each is told exactly once."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from notation import FORMATS
from notation.cli import cli
from notation.code_examples import EXAMPLES
from notation.codes import CODES
from notation.formats import format_told
from notation.source import LIMIT

ELSEWHERE = {
    "F01",  # no file that is read has it
    "F03",  # says that a file is of no format, so nothing else can stand in it
    "F04",  # in JSON alone: the lines below
    "S20",
    "S21",  # comes after a thousand others, and so does the next
    "W08",
    "M03",  # in states alone, of which a file holds one
}
BESIDE = {"F02", "F05", "S14", "D01"}  # not by their examples, but by what stands round them
OPENING = "1. +0,1 *\n\n"  # text without tags, S14, stands first or belongs to a record
TWICE = '[Game "Cubeo"]\n\n1. +-1,0 *\n\n'


def bytes_of(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def text_examples() -> dict[str, bytes]:
    """The bad examples that are one text record, by code: each with a tag that makes it its own."""
    examples = {}
    for number, (code, example) in enumerate(EXAMPLES.items()):
        content = bytes_of(example.bad)
        if content.startswith(b'[Game "') or code == "T01":
            row = format_told(content)
            if row is FORMATS["tgn"] and example.to is None and code != "D01":
                first, _, rest = content.partition(b"]\n")
                examples[code] = first + b']\n[Table "%d"]\n' % number + rest
    return examples


def codes_told(path: Path, *options: str) -> list[str]:
    result = CliRunner().invoke(cli, ["check", "--format", "json", *options, str(path)])
    assert result.exit_code == 1
    return [json.loads(line)["code"] for line in result.stdout.splitlines()]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_file_with_the_faults_of_all_codes_has_each_exactly_once(
    tmp_path: Path, jobs: str, end: bytes
) -> None:
    examples = text_examples()
    huge = b'[Game "Cubeo"]\n\n{' + b"x" * LIMIT + b"} *\n\n"
    binary = b'[Game "Cubeo"]\n\n1. +0,\0 *\n\n'
    content = b"\n".join(
        [OPENING.encode() + TWICE.encode(), *examples.values(), huge, binary, TWICE.encode()]
    )
    path = tmp_path / "all.tgn"
    path.write_bytes(content.replace(b"\n", end))
    told = codes_told(path, "--jobs", jobs, "--ignore", "D01")
    assert told == ["S14", *examples, "F05", "F02"]
    assert {*told, "D01"} == {code for code in CODES if is_of_text(code)}
    assert codes_told(path, "--jobs", jobs)[-1] == "D01"


def is_of_text(code: str) -> bool:
    """Whether a text record can have a code, as its example shows."""
    if code[0] == "L" or code in ELSEWHERE:
        return False
    if code in BESIDE:
        return True
    return format_told(bytes_of(EXAMPLES[code].bad)) is FORMATS["tgn"]


def test_a_file_of_json_lines_has_each_of_its_codes_exactly_once(tmp_path: Path) -> None:
    record = (
        '{"format": "turnpost-record/1", "game": "cubeo", "variants": [], "players": [{"name": "red"}, '
        '{"name": "blue"}], "tags": [], "start": null, "time_control": null, "started": null, '
        '"ended": null, "plies": [{"move": MOVE}], "outcome": null}'
    )
    moves = {"F04": '"+0,1"}', "S20": "1", "M01": '"+0,7"', "W02": '"+0,+1"', "S01": '"north"'}
    path = tmp_path / "all.jsonl"
    path.write_text("\n".join(record.replace("MOVE", move) for move in moves.values()))
    assert codes_told(path) == list(moves)
