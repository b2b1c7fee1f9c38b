"""Control characters have no place in a record, and blanks of other kinds are read as blanks, with a note."""

import pytest
from click.testing import CliRunner

from notation import check_records, write_record
from notation.cli import cli
from notation.reading import Reading

from .test_damaged_moves import OPENINGS, game, record_of, told

CONTROLS = ["\x01", "\x08", "\x0b", "\x0c", "\x0e", "\x1b", "\x1c", "\x1d", "\x1e", "\x1f", "\x7f"]
BLANKS = [
    *("\x85", "\xa0", "\u1680", "\u2003", "\u200b", "\u2028", "\u2029", "\u202f", "\u205f"),
    *("\u2060", "\u3000", "\ufeff"),
]


def one(text: str) -> Reading:
    (reading,) = check_records(text.encode())
    return reading


@pytest.mark.parametrize("title", OPENINGS)
@pytest.mark.parametrize("sign", CONTROLS)
@pytest.mark.parametrize("gap", ["", " ", "\n"])
def test_a_control_character_among_the_moves_is_one_fault_at_its_place(
    title: str, sign: str, gap: str
) -> None:
    sound = " ".join(OPENINGS[title]) + " *"
    places = [place for place in range(len(sound)) if sound[place] == " "]
    for place in [*places, len(sound)]:
        text = game(title, [f"{sound[:place]}{gap}{sign}{sound[place:]}"], "")
        (found,) = one(text).diagnostics
        assert found.code == "S15"
        assert found.excerpt[found.column - 1] == sign
        assert f"U+{ord(sign):04X}" in found.message


@pytest.mark.parametrize("title", OPENINGS)
@pytest.mark.parametrize("sign", ["\x0b", "\x1f", "\x01"])
def test_a_control_character_within_a_word_is_one_fault_whatever_word_it_is(
    title: str, sign: str
) -> None:
    sound = game(title, [" ".join(OPENINGS[title])])
    for place in range(sound.index("\n\n") + 2, len(sound) + 1):
        (found,) = one(f"{sound[:place]}{sign}{sound[place:]}").diagnostics
        assert found.code == "S15"


@pytest.mark.parametrize("sign", CONTROLS)
@pytest.mark.parametrize("remark", ["{{a{}b}}", "{{{}}}", "{{a {}}}", "({{a{}}} 1. +-1,0)"])
def test_a_control_character_in_a_comment_is_one_fault(sign: str, remark: str) -> None:
    text = game("Cubeo", [f"1. +0,1 {remark.format(sign)} 1... +1,-1"])
    assert [code for code, _ in told(text)] == ["S15"]


def test_two_moves_with_a_control_character_between_them_are_one_damaged_ply() -> None:
    text = game("Cubeo", ["1. +0,1\x0b+1,-1 $1 2. +0,2 (2. +9,9)"])
    assert told(text) == [("S15", 0)]
    assert len(record_of(text).plies) == 2


@pytest.mark.parametrize("title", OPENINGS)
@pytest.mark.parametrize("blank", BLANKS)
def test_another_blank_among_the_moves_is_read_as_a_blank_with_a_note(
    title: str, blank: str
) -> None:
    plain = game(title, OPENINGS[title])
    head, _, moves = plain.partition("\n\n")
    for odd in (
        moves.replace(" ", blank, 1),
        moves.replace(" *", f"{blank}{blank} *"),
        moves.replace(" *", f" *{blank}"),
        f" {blank}{moves}",
        moves.replace("1... ", f"1...{blank}"),
    ):
        reading = one(f"{head}\n\n{odd}")
        (found,) = reading.diagnostics
        assert (found.code, found.remedy) == ("W02", "Write a blank")
        assert f"U+{ord(blank):04X}" in found.message
        assert found.excerpt[found.column - 1] == blank
        assert reading.record == one(plain).record


def test_all_blanks_of_a_hive_move_may_be_others() -> None:
    text = game("Hive", OPENINGS["Hive"]).replace(" ", "\xa0").replace("[Game\xa0", "[Game ")
    reading = one(text)
    assert {each.code for each in reading.diagnostics} == {"W02"}
    assert len(reading.diagnostics) == text.count("\xa0")
    assert reading.record == one(game("Hive", OPENINGS["Hive"])).record


@pytest.mark.parametrize("blank", BLANKS)
def test_in_comments_and_tags_another_blank_is_text(blank: str) -> None:
    text = game("Cubeo", [f"{{a{blank}b \\}} {blank}}} 1. +0,1 {{c{blank}d}}"])
    text = text.replace('"Cubeo"]', f'"Cubeo"]\n[Event "a{blank}b"]')
    reading = one(text)
    assert reading.diagnostics == ()
    assert reading.record is not None
    assert reading.record.tags == (("Event", f"a{blank}b"),)
    assert reading.record.comments == (f"a{blank}b }} {blank}",)
    assert reading.record.plies[0].comments == (f"c{blank}d",)


def test_fmt_writes_plain_blanks_and_keeps_a_record_with_control_characters() -> None:
    plain = write_record(record_of(game("Cubeo", OPENINGS["Cubeo"])))
    head, _, moves = plain.partition("\n\n")
    result = CliRunner().invoke(
        cli, ["fmt", "-"], input=f"{head}\n\n{moves.replace(' ', chr(160))}"
    )
    assert (result.exit_code, result.stdout) == (0, plain)
    for sign in CONTROLS:
        damaged = plain.replace(" 2.", f"{sign}2.")
        result = CliRunner().invoke(cli, ["fmt", "-"], input=damaged)
        assert result.exit_code == 1
        assert result.stdout_bytes == damaged.encode()


def test_a_game_that_is_not_known_has_no_control_characters_either() -> None:
    assert [code for code, _ in told('[Game "Chess"]\n\n1. e4\x0be5 2. Nf3\xa0 *\n')] == [
        "T02",
        "S15",
        "W02",
    ]
