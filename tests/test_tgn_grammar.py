"""The grammar on the page on TGN is true both ways: it reads what is written, and what it derives is read."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from engine import Line, start
from notation import GAMES, Ply, Record, read_move, read_records, write_record
from notation.games import game_of_title
from notation.moves import legal_words
from notation.tag_values import RESULTS

from .conftest import REPOSITORY
from .legal_records import legal_record
from .test_format_laws import laid_out

PAGE = (REPOSITORY / "docs" / "tgn.md").read_text(encoding="utf-8")
TITLES = [row.title for row in GAMES.values()]
TOLD_IN_WORDS = {"S10", "S11", "S13"}
"""The faults of syntax that the page tells in words, since the grammar does not."""
NUMBERS = ["1. ", "1... ", "2. ", "17... "]
SPOILT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|\n\[[A-Za-z]\w*[ \t]+\"")


def moves() -> dict[str, str]:
    """The pattern of each game's moves in the table of the page, with the pieces put in."""
    row = re.compile(r"^\| ([A-Z][\w ]+) \| `(.*?)`(?: where `PIECE` is `(.*)`)? \|$", re.MULTILINE)
    return {
        game: pattern.replace("PIECE", piece).replace("\\|", "|")
        for game, pattern, piece in row.findall(PAGE)
        if game_of_title(game)
    }


@cache
def grammar(title: str) -> Lark:
    """The grammar that the page tells, for a game."""
    (text,) = re.findall(r"```lark\n(.*?)```", PAGE, re.DOTALL)
    return Lark(text.replace("{MOVE}", moves()[title]), start=["file", "record"], parser="lalr")


@cache
def derived(title: str) -> st.SearchStrategy[str]:
    """Records that the grammar derives, with a blank after each word, and a first tag for the game."""
    game = game_of_title(title)
    assert game is not None
    number = "1. " if GAMES[game].numbered else ""
    words = [number + word for word in legal_words(start(game))]
    explicit = {
        "MOVE": st.sampled_from([f"{word} " for word in words]),
        "NUMBER": st.sampled_from(NUMBERS),
        "NAG": st.integers(0, 999).map("${} ".format),
        "RESULT": st.sampled_from([f"{word}\n" for word in RESULTS]),
        "TAG": st.builds(
            '[T_{}{}"{}" ]  \n'.format,
            st.integers(0, 999_999),
            st.sampled_from([" ", "\t "]),
            st.sampled_from(["", "]", '\\"x\\" \\\\', "é"]),
        ),
    }
    texts = from_lark(grammar(title), start="record", explicit=explicit)
    # what is passed over may come before a tag, which begins its line all the same
    return texts.map(lambda text: f'[Game "{title}"]\n' + re.sub(r"(?m)^[ \t\n]+(?=\[)", "", text))


def test_the_page_tells_the_moves_of_every_game() -> None:
    assert sorted(moves()) == sorted(TITLES)


@pytest.mark.parametrize("game", GAMES)
def test_every_canonical_move_has_the_form_that_the_page_tells(game: str) -> None:
    pattern = re.compile(moves()[GAMES[game].title])
    for seed in range(5):
        chance, line = Random(seed), Line(start(game))
        for _ in range(40):
            words = legal_words(line)
            assert [word for word in words if not pattern.fullmatch(word)] == []
            if not words:
                break
            line = line.play(read_move(chance.choice(words), line.position))


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_what_is_written_is_of_the_grammar(game: str, seed: int) -> None:
    record = legal_record(Random(seed), game)
    tree = grammar(GAMES[game].title).parse(write_record(record) * 2, start="file")
    found = [str(each) for each in tree.scan_values(lambda each: each.type == "MOVE")]
    assert found == 2 * list(words(record.plies))


@pytest.mark.parametrize("title", TITLES)
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_what_the_grammar_derives_is_read_and_laid_out_once(
    title: str, data: st.DataObject
) -> None:
    text = data.draw(derived(title))
    assume(not SPOILT.search(text.rpartition("]\n")[2] if "{" in text else ""))
    readings = list(read_records(text.encode()))
    found = {each.code for reading in readings for each in reading.diagnostics}
    assert {code for code in found if code.startswith("S")} <= TOLD_IN_WORDS
    once = laid_out(text)
    assert laid_out(once) == once
    again = list(read_records(once))
    assert list(map(told, again)) == list(map(told, readings))


def words(plies: tuple[Ply, ...]) -> Iterator[str]:
    """The words of a line in the order in which they are written."""
    for ply in plies:
        yield ply.move
        for variation in ply.variations:
            yield from words(variation.plies)


def told(reading: object) -> tuple[object, ...]:
    """What a record tells that must never be lost."""
    record = getattr(reading, "record", None)
    assert isinstance(record, Record)
    waiting, remarks = [(record.comments, record.plies)], []
    for comments, plies in waiting:  # grows while it is walked
        remarks.append((comments, [(ply.nags, ply.comments, ply.at, ply.clock) for ply in plies]))
        waiting += [(each.comments, each.plies) for ply in plies for each in ply.variations]
    return remarks, sorted(record.tags), record.outcome
