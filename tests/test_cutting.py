"""Records are cut by lines: one damaged line among the tags cuts none in two, and swallows no neighbour."""

import random
import time

import pytest
from click.testing import CliRunner

from notation import check_records, read_records
from notation.cli import cli
from notation.source import Passage, Source

from .readings import peak

TAGS = ['[Game "Hive"]', '[Event "x"]', '[Player1 "red"]', '[Started "2025-01-31T18:00:00Z"]']
MOVES = "1. wS1 1... bS1 wS1- *"
SOUND = "\n".join([*TAGS, "", MOVES, "", ""])


def passages(text: str) -> list[Passage]:
    return list(Source(text.encode(), "x").records())


def told(text: str) -> list[list[tuple[str, int]]]:
    """Of each record the codes and lines of what is told."""
    return [
        [(each.code, each.line) for each in reading.diagnostics]
        for reading in check_records(text.encode())
    ]


def among(line: str, place: int) -> str:
    """The sound record with a line more among its tags, or at their end."""
    return "\n".join([*TAGS[:place], line, *TAGS[place:], "", MOVES, "", ""])


DAMAGED = {
    'Event "y"]': "does not begin with `[`",
    ']Event "y"]': "does not begin with `[`",
    '([Event "y"]': "does not begin with `[`",
    '\u201cEvent "y"]': "does not begin with `[`",
    'Event"y"]': "does not begin with `[`",
    "[Event y]": "quotes",
    "[]": "name",
    '[Event "a\nb"]': "on another line",
    '[Event "a\n2. b"]': "on another line",
    '[Event "a\nb\nc"]': "on another line",
    '[Eve\nnt "y"]': "on another line",
    '[Event "y"\n]': "on another line",
    '[\nEvent "y"]': "on another line",
}
OTHERS = {
    "{remark}": "stands among the tags",
    "{a remark 1-0\nin 2 lines}": "stands among the tags",
    "; remark 1. e4": "stands among the tags",
    "% remark": "stands among the tags",
    "Event y": "stands among the tags",
    "Event y\nand z": "stands among the tags",
    'Event "y"': "stands among the tags",
}
"""What is taken for a damaged tag only where a tag comes right after it."""


@pytest.mark.parametrize("line", [*DAMAGED, *OTHERS])
@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_damaged_line_among_the_tags_is_one_fault_of_one_record(line: str, place: int) -> None:
    text = among(line, place)
    (reading,) = read_records(text.encode())
    (found,) = reading.diagnostics
    lines = line.count("\n")
    assert (found.code, found.line, found.end_line) == ("S06", place + 1, place + 1 + lines)
    assert (DAMAGED | OTHERS)[line] in found.message
    assert reading.record is not None
    assert (reading.record.game, len(reading.record.plies)) == ("hive", 2)
    assert reading.record.tags == (("Event", "x"),)


@pytest.mark.parametrize("line", DAMAGED)
@pytest.mark.parametrize("blank", ["", "\n"])
def test_a_damaged_line_at_the_end_of_the_tags_is_one_fault(line: str, blank: str) -> None:
    text = "\n".join([*TAGS, line, blank + MOVES, ""])
    assert told(text) == [[("S06", 5)]]


@pytest.mark.parametrize("line", [*DAMAGED, *OTHERS])
def test_neighbours_of_a_damaged_record_stay_whole(line: str) -> None:
    for place in (1, 3):
        damaged = among(line, place).replace("wS1", "wA1")
        found = told(SOUND + damaged + SOUND.replace("wS1", "wG1"))
        assert found == [[], [("S06", 7 + place + 1)], []]


@pytest.mark.parametrize(
    "line", ['Game "Hive"]', ']Game "Hive"]', '{Game "Hive"]'[1:], "[Game Hive]", '[Game"Hive"]']
)
@pytest.mark.parametrize("before", ["", "\n", SOUND.replace("wS1", "wG1")])
def test_a_damaged_first_tag_belongs_to_its_record(line: str, before: str) -> None:
    text = before + "\n".join([line, *TAGS[1:], "", MOVES, ""])
    number = before.count("\n") + 1
    assert told(text)[-1] == [("S06", number)]
    assert len(told(text)) == (2 if before.strip() else 1)


@pytest.mark.parametrize(
    "between",
    [
        "1. wS1 *",
        "*",
        "1-0",
        "1/2-1/2",
        "wS1",
        "2.",
        "$1",
        "{a comment",
        "(wS1",
        "1. wS1 {so} 1... bS1 wS1- *",
        "{so} 1. wS1 *",
        "{so} *",
        '"x" 1. wS1',
    ],
)
def test_a_line_of_moves_between_tags_parts_two_records(between: str) -> None:
    text = f'[Game "Hive"]\n{between}\n[Event "y"]\n[Game "Cubeo"]\n\n*\n'
    assert [each.line for each in passages(text)] == [1, 3]


@pytest.mark.parametrize("between", ["{so}", "; so", "hello", 'Event "y"'])
def test_a_tag_that_was_there_begins_another_record_after_a_line_that_is_none(between: str) -> None:
    text = f'[Game "Hive"]\n{between}\n[Game "Cubeo"]\n\n*\n'
    assert [each.line for each in passages(text)] == [1, 3]


@pytest.mark.parametrize("between", ["{so}\n", "\n{so}", "\n; so", "hello\n", "\nhello\n"])
def test_after_a_blank_line_what_is_no_tag_is_of_the_moves(between: str) -> None:
    text = f'[Game "Hive"]\n{between}\n[Event "y"]\n[Game "Cubeo"]\n\n*\n'
    assert [each.line for each in passages(text)] == [1, 3 + between.count("\n")]


def test_text_before_the_first_tag_is_a_passage_of_its_own() -> None:
    assert [each.line for each in passages(f"hello\n{SOUND}")] == [1, 2]
    assert [each.line for each in passages(f"{{lead}}\n{SOUND}")] == [1, 2]


def test_a_byte_order_mark_within_a_file_is_passed_over() -> None:
    assert told(f"\ufeff{SOUND.rstrip()}\n\ufeff" + SOUND.replace("wS1", "wG1")) == [[], []]


def test_a_tag_that_does_not_begin_its_line_is_read_with_a_note() -> None:
    text = SOUND.replace("[Event", "  [Event").replace("[Game", "\t[Game")
    (reading,) = check_records(text.encode())
    assert [(each.code, each.line) for each in reading.diagnostics] == [("W02", 1), ("W02", 2)]
    assert reading.record is not None
    assert reading.record.tags == (("Event", "x"),)


def test_damage_to_a_tag_that_decides_leaves_the_moves_unjudged_and_any_other_does_not() -> None:
    illegal = MOVES.replace("bS1", "wS2")
    for line, codes in {
        'Variants "x"]': ["S06"],
        "hello": ["S06"],
        "Event y": ["S06", "M01"],
        "[Var\niants]": ["S06"],
        "[Vriants x]": ["S06"],
        'Event "y"]': ["S06", "M01"],
        "{remark}": ["S06", "M01"],
        '[Event "y\nz"]': ["S06", "M01"],
    }.items():
        text = among(line.strip(), 2).replace(MOVES, illegal)
        assert [[code for code, _ in found] for found in told(text)] == [codes]


@pytest.mark.parametrize("line", [*DAMAGED, *OTHERS])
def test_fmt_keeps_the_damaged_record_and_lays_out_its_neighbours(line: str) -> None:
    kept = among(line, 2)
    result = CliRunner().invoke(cli, ["fmt", "-"], input=SOUND + kept + SOUND)
    assert result.exit_code == 1
    first, rest = result.stdout.split(kept)
    assert first == rest
    assert first.startswith('[Game "Hive"]\n[Event "x"]\n[Player1 "red"]\n[Player2 "?"]\n')


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "{so}",
        '[Event "x"\n"]',
        'Event "x"]',
        "[x]",
        "]" * 20,
        '"' * 20,
        " " * 40 + "x]",
        '[Event "x',
    ],
)
def test_any_number_of_damaged_lines_is_cut_in_the_time_of_its_length(line: str) -> None:
    def seconds(times: int) -> float:
        text = f'[Game "Hive"]\n{f"{line}{chr(10)}" * times}[Event "x"]\n'.encode()
        begun = time.process_time()
        for each in Source(text).records():
            assert each.line
        return time.process_time() - begun

    seconds(10)
    least = min(seconds(4_000) for _ in range(3))
    assert seconds(40_000) < 30 * least + 0.1


@pytest.mark.parametrize("sign", [" ", "]", '"', '" ', "[", "x", "{}", '"]', " ]"])
def test_one_long_line_is_cut_in_the_time_of_its_length(sign: str) -> None:
    text = f'[Game "Hive"\n{sign * 500_000}x]\n'.encode()
    begun = time.process_time()
    assert len(list(Source(text).records())) == 1
    assert time.process_time() - begun < 2


def test_memory_stays_flat_where_every_record_is_damaged() -> None:
    part = (among("{remark}", 2) + among('Event "y"]', 1) + "hello\n").encode() * 50
    peak(part, 1)
    assert peak(part, 40) < 1.5 * peak(part, 4)


def test_whatever_becomes_of_the_tags_of_a_record_its_neighbours_stay() -> None:
    chance = random.Random(7)
    signs = list('[]"{}();% \nxG1.*')
    for _ in range(1500):
        tags = list("\n".join(TAGS))
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(1, len(tags))
            tags[place : place + chance.randint(0, 2)] = chance.choice(signs)
        text = "".join(tags) + f"\n\n{MOVES}\n\n"
        found = told(SOUND + text + SOUND.replace("wS1", "wG1"))
        assert found[0] == [], text
        assert [each for each in found[-1] if each[0] != "D01"] == []
