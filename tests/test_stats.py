"""`turnpost stats`: what an archive holds, counted, as a table, as JSON and as a drawing."""

import gc
import json
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

import engine
from notation import GAMES, Ply, Reading, Record, read_records, write_move, write_record
from notation import Result as Ended
from notation.cli import cli
from notation.drawing.figures_svg import draw_figures
from notation.figures import Figures

from .conftest import REPOSITORY

ENDS = [
    None,
    Ended(1, "resignation"),
    Ended(2, "timeout"),
    Ended(None, "agreement"),
    Ended(None, "aborted"),
    Ended(1),
]
BAD = '[Game "Cubeo"]\n\n1. nonsense *\n'


def played(game: str, seed: int, variants: tuple[str, ...] = ()) -> Record:
    """A record of a few moves at random, ended somehow."""
    chance = Random(seed)
    line, words = engine.Line(engine.start(game)), []
    for _ in range(chance.randint(0, 12)):
        moves = line.legal_moves()
        if not moves:
            break
        move = chance.choice(moves[:2])
        words.append(write_move(move, line.position))
        line = line.play(move)
    return Record(game, variants, plies=tuple(map(Ply, words)), outcome=chance.choice(ENDS))


RECORDS = [played(game, seed) for game in GAMES for seed in range(25)]
ARCHIVE = "".join(map(write_record, RECORDS))


def stats(*arguments: str | Path, stdin: str = ARCHIVE) -> Result:
    return CliRunner().invoke(cli, ["stats", *map(str, arguments)], input=stdin)


def told(*arguments: str | Path, stdin: str = ARCHIVE) -> Any:
    result = stats("--format", "json", *arguments, stdin=stdin)
    assert result.exit_code in (0, 1)
    return json.loads(result.stdout)


def test_json_tells_what_counting_by_hand_tells() -> None:
    document = told("-")
    assert (document["files"], document["records"], document["faulty"]) == (1, len(RECORDS), 0)
    assert [each["game"] for each in document["games"]] == list(GAMES)
    for figures in document["games"]:
        records = [each for each in RECORDS if each.game == figures["game"]]
        lengths = [len(each.plies) for each in records]
        assert figures["records"] == len(records)
        assert figures["plies"] == sum(lengths)
        assert figures["lengths"]["median"] == median(lengths)
        assert figures["lengths"]["mean"] == round(mean(lengths), 2)
        assert figures["lengths"]["shortest"] == min(lengths)
        assert figures["lengths"]["longest"] == max(lengths)
        assert dict(figures["lengths"]["counts"]) == Counter(lengths)
        winners = Counter(
            "*" if each.outcome in (None, Ended(None, "aborted")) else each.outcome.winner  # type: ignore[union-attr]  # None is in the tuple
            for each in records
        )
        assert figures["results"] == {
            "1-0": winners[1],
            "0-1": winners[2],
            "1/2-1/2": winners[None],
            "*": winners["*"],
        }
        reasons = Counter(each.outcome.reason for each in records if each.outcome)
        assert {each["reason"]: each["records"] for each in figures["reasons"]} == reasons


def test_openings_are_counted_with_their_results_the_most_played_first() -> None:
    (cubeo,) = (each for each in told("-")["games"] if each["game"] == "cubeo")
    begun = [each for each in RECORDS if each.game == "cubeo" and len(each.plies) >= 2]
    counts = Counter(tuple(ply.move for ply in each.plies[:2]) for each in begun)
    assert {tuple(each["moves"]): each["records"] for each in cubeo["openings"]} == counts
    numbers = [each["records"] for each in cubeo["openings"]]
    assert numbers == sorted(numbers, reverse=True)
    assert all(each["records"] == sum(each["results"].values()) for each in cubeo["openings"])


def test_an_opening_is_told_in_canonical_words_and_may_have_any_length() -> None:
    texts = [
        '[Game "Cubeo"]\n\n1. +0,1 +2,0 *\n',
        '[Game "cubeo"]\n\n1. +0,+1 +2,+0 2. +0,2 *\n',
        '[Game "Cubeo"]\n[Position "A1@0,0 B1@1,0 B"]\n\n1... +2,0 2. +0,1 *\n',
    ]
    (game,) = told("-", stdin="".join(texts))["games"]
    assert [(each["moves"], each["records"]) for each in game["openings"]] == [
        (["+0,1", "+2,0"], 2)
    ]
    (longer,) = told("-", "--opening", "3", stdin="".join(texts))["games"]
    assert [each["moves"] for each in longer["openings"]] == [["+0,1", "+2,0", "+0,2"]]
    assert told("-", "--opening", "0", stdin="".join(texts))["games"][0]["openings"] == []
    assert told("-", "--top", "0", stdin="".join(texts))["games"][0]["openings"] == []


def test_settings_are_counted() -> None:
    text = "".join(write_record(Record("cubeo", words)) for words in [(), ("d8",), ("d8",)])
    (game,) = told("-", stdin=text)["games"]
    assert game["variants"] == [
        {"variants": ["d8"], "records": 2},
        {"variants": [], "records": 1},
    ]


def test_the_table_tells_the_same() -> None:
    text = (
        '[Game "Cubeo"]\n[Termination "resignation"]\n\n1. +0,1 +2,0 1-0\n\n'
        '[Game "Cubeo"]\n\n1. +0,1 +2,0 2. +0,2 1/2-1/2\n\n'
        '[Game "Cubeo"]\n[Variants "d8"]\n\n*\n'
    )
    assert stats("-", stdin=text).stdout == (
        "3 records in 1 file\n"
        "\n"
        "Cubeo: 3 records, 5 plies\n"
        "  result    1-0           1   33.3 %\n"
        "            1/2-1/2       1   33.3 %\n"
        "            *             1   33.3 %\n"
        "  end       not told          1   33.3 %\n"
        "            resignation       1   33.3 %\n"
        "  settings  none       2   66.7 %\n"
        "            d8         1   33.3 %\n"
        "  plies     shortest 0, median 2, mean 1.7, longest 3\n"
        "  opening   +0,1; +2,0       2   66.7 %  +1 =1 -0\n"
    )


def test_records_with_an_error_are_left_out_and_told() -> None:
    result = stats("-", stdin=ARCHIVE + BAD)
    assert result.exit_code == 1
    assert result.stdout == stats("-").stdout
    assert "1 record with an error left out" in result.stderr
    assert told("-", stdin=ARCHIVE + BAD)["faulty"] == 1


def test_files_are_counted_and_one_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for name in ("1.tgn", "2.tgn"):
        (tmp_path / name).write_text(ARCHIVE)
    result = stats(tmp_path / "1.tgn", tmp_path / "2.tgn", tmp_path / "3.tgn")
    assert result.exit_code == 2
    assert result.stdout.startswith(f"{2 * len(RECORDS)} records in 2 files\n")
    assert "1 file could not be read" in result.stderr


@pytest.mark.parametrize("options", [[], ["--format", "json"], ["--svg"]])
def test_an_empty_archive_has_figures_too(options: list[str]) -> None:
    result = stats("-", *options, stdin="")
    assert result.exit_code == 0
    assert result.stdout


def test_the_drawing_tells_the_results_and_stays_within_its_frame() -> None:
    result = stats("-", "--svg")
    assert result.exit_code == 0
    root = ET.fromstring(result.stdout)  # noqa: S314 - our own
    space = "{http://www.w3.org/2000/svg}"
    wide, high = map(int, root.attrib["viewBox"].split()[2:])
    for bar in root.iter(f"{space}rect"):
        assert float(bar.attrib.get("x", 0)) + float(bar.attrib["width"]) <= wide
        assert float(bar.attrib["height"]) <= high
    shown = [text.text or "" for text in root.iter(f"{space}text")]
    assert shown[0] == f"{len(RECORDS)} records in 1 file"
    for row in GAMES.values():
        assert any(text.startswith(f"{row.title}: 25 records") for text in shown)
    described = root.find(f"{space}desc")
    assert described is not None
    assert described.text is not None
    assert "Cubeo: " in described.text


@pytest.mark.parametrize("longest", [0, 1, 23, 24, 25, 100, 999, 10_000, 123_456])
def test_the_bars_of_any_lengths_are_few_and_hold_all_records(longest: int) -> None:
    figures = Figures(0)
    for length in {0, longest // 2, longest}:
        record = Record("cubeo", plies=(Ply("+0,1"),) * length)
        (empty,) = read_records(b'[Game "Cubeo"]\n\n*\n')
        figures.gather([Reading(record, (), empty.passage)])
    svg = draw_figures(figures, 0)
    assert svg.count('fill="#d9b36c"') == len({0, longest // 2, longest})


def test_the_figures_hold_nothing_of_each_record() -> None:
    readings = list(read_records(ARCHIVE.encode()))

    def held(times: int) -> int:
        figures = Figures(2)
        tracemalloc.start()
        figures.gather(each for _ in range(times) for each in readings)
        gc.collect()  # Python keeps some tuples for later use
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return size

    held(1)  # what is made on first use is no part of the figures
    assert held(200) < 2 * held(1)


def test_each_field_of_the_json_is_told_on_its_page() -> None:
    page = (REPOSITORY / "docs" / "stats.md").read_text(encoding="utf-8")

    def names(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            yield from value
            value = list(value.values())
        if isinstance(value, list):
            for each in value:
                yield from names(each)

    assert [name for name in sorted(set(names(told("-")))) if f"`{name}`" not in page] == []
