"""The words of a game's settings: any order, any case, one canonical form, errors that name words."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark

import engine
from engine import CubeoSettings
from notation.errors import BadSettings
from notation.games import GAMES
from notation.settings import read_settings, settings_words, write_settings
from notation.vocabulary import GRAMMAR, Vocabulary, Word

CANONICAL = {
    "": "",
    "d6": "",
    "D8": "d8",
    "d14 hex": "d14 hex",
    "strict HEX d8": "d8 hex strict",
    "norep": "norep",
    "pieces=8": "d8",
    "pieces=6 ranks=6 goal=7": "",
    "goal=7": "",
    "goal=9": "goal=9",
    "ranks=9": "ranks=9",
    "pieces=7": "pieces=7",
    "pieces=8 goal=10": "goal=10 pieces=8",
    "pieces=10 ranks=10 goal=11": "d10",
    "pieces=30 ranks=30 goal=60": "goal=60 pieces=30",
    "ranks=8 pieces=8 strict": "d8 strict",
    "pieces=3 ranks=1 goal=2": "pieces=3 ranks=1",
    "pieces=16": "pieces=16",
}


@st.composite
def cubeo_settings(draw: st.DrawFn) -> CubeoSettings:
    ranks = draw(st.integers(1, 30))
    pieces = draw(st.integers(3, 30) | st.just(max(3, ranks)))
    goal = draw(st.integers(ranks + 1, 2 * ranks) | st.just(ranks + 1))
    flags = [draw(st.booleans()) for _ in range(3)]
    return CubeoSettings(pieces, ranks, goal, *flags)


@pytest.mark.parametrize(("words", "canonical"), CANONICAL.items())
def test_the_canonical_words_drop_defaults_and_are_sorted(words: str, canonical: str) -> None:
    assert write_settings(read_settings("cubeo", words)) == canonical


def test_defaults_go_from_pieces_to_ranks_to_goal_and_never_backwards() -> None:
    assert read_settings("cubeo", "goal=9") == CubeoSettings(6, 6, 9)
    assert read_settings("cubeo", "ranks=9") == CubeoSettings(6, 9, 10)
    assert read_settings("cubeo", "pieces=9") == CubeoSettings(9, 9, 10)


@given(cubeo_settings())
def test_settings_are_read_back_from_their_words(settings: CubeoSettings) -> None:
    assert read_settings("cubeo", write_settings(settings)) == settings
    assert read_settings("cubeo", settings_words(settings)) == settings


@given(cubeo_settings(), st.randoms(use_true_random=False))
def test_order_and_case_of_the_words_do_not_matter(
    settings: CubeoSettings, chance: random.Random
) -> None:
    words = list(settings_words(settings))
    chance.shuffle(words)
    spelled = "  ".join(chance.choice([word.upper(), word]) for word in words)
    assert read_settings("cubeo", f" {spelled} ") == settings


BAD = {
    "d7": ("d7", "did you mean d8 or d6?"),
    "stict": ("stict", "did you mean strict?"),
    "piece=9": ("piece=9", "did you mean pieces=9?"),
    "chess960": ("chess960", "it has d6, d8, d10, d12, d14, hex, strict, norep, pieces=P"),
    "d8 D8": ("d8 D8", "d8 is given twice: d8, D8."),
    "hex strict hex": ("hex hex", "hex is given twice"),
    "pieces=8 pieces=9": ("pieces=8 pieces=9", "pieces is given twice"),
    "d6 d8": ("d6 d8", "d6 and d8 contradict each other"),
    "pieces=8 d8": ("pieces=8 d8", "pieces=8 and d8 contradict each other"),
    "d6 goal=7": ("d6 goal=7", "d6 and goal=7 contradict each other"),
    "ranks=7 hex d12": ("ranks=7 d12", "contradict each other"),
    "pieces": ("pieces", "pieces needs a number: pieces=P."),
    "strict=1": ("strict=1", "strict takes no number"),
    "pieces=+8": ("pieces=+8", "at column 8 there should be a number without sign or leading zero"),
    "pieces=-8": ("pieces=-8", "a number without sign or leading zero"),
    "pieces=08": ("pieces=08", "a number without sign or leading zero"),
    "pieces=": ("pieces=", "but the text ends"),
    "=8": ("=8", "at column 1 there should be a name"),
    "d8,strict": ("d8,strict", "at column 3 there should be `=` or the end, not ',strict'"),
    "pieces=2": ("pieces=2", "A side has from 3 to 30 dice, not 2."),
    "pieces=31": ("pieces=31", "A side has from 3 to 30 dice, not 31."),
    "ranks=0": ("ranks=0", "Ranks go up to a number from 1 to 30, not 0."),
    "goal=6": ("goal=6", "the goal is from 7 to 12, not 6"),
    "goal=20 ranks=9": ("ranks=9 goal=20", "the goal is from 10 to 18, not 20"),
}


@pytest.mark.parametrize(("words", "told"), BAD.items())
def test_words_at_fault_are_named(words: str, told: tuple[str, str]) -> None:
    fault, sentence = told
    with pytest.raises(BadSettings) as refusal:
        read_settings("cubeo", words)
    assert " ".join(refusal.value.words) == fault
    assert sentence in str(refusal.value)


TOGETHER = {
    "d8 pieces=8 hex hex norepp": ["norepp", "hex hex", "d8 pieces=8"],
    "goal=3 ranks=40 pieces=1": ["ranks=40", "pieces=1"],
    "goal=07 ranks=+6": ["goal=07", "ranks=+6"],
    "strikt hexx strikt": ["strikt", "hexx"],
    "hex HEX hex": ["hex HEX hex"],
    "d8 d10 d12": ["d8 d10 d12"],
    "pieces=8 ranks=8 d8": ["pieces=8 ranks=8 d8"],
    "d8 pieces=2": ["d8 pieces=2", "pieces=2"],
    "goal=99 goal=9 strikt": ["strikt", "goal=99 goal=9", "goal=99"],
    "hex=1 goal=6 hex hex": ["hex=1", "hex hex", "goal=6"],
    "rnks=80 goal=99": ["rnks=80"],
    "pieces=40 goal=99": ["pieces=40"],
    "d8 ranks=9 goal=99": ["d8 ranks=9 goal=99"],
}


@pytest.mark.parametrize(("words", "faults"), TOGETHER.items())
def test_all_faults_of_the_words_are_told_at_once_and_none_twice(
    words: str, faults: list[str]
) -> None:
    with pytest.raises(BadSettings) as refusal:
        read_settings("cubeo", words)
    parts = refusal.value.parts
    assert [" ".join(part.words) for part in parts] == faults
    assert str(refusal.value) == " ".join(map(str, parts))
    named = [word for fault in faults for word in fault.split()]
    assert set(refusal.value.words) == set(named)


def test_a_contradiction_of_many_words_is_one_and_says_how_many_may_stay() -> None:
    with pytest.raises(BadSettings, match=r"^d8, d10 and d12 contradict each other: give one of"):
        read_settings("cubeo", "d8 d10 d12")
    with pytest.raises(BadSettings, match="contradict each other: they cannot all be given"):
        read_settings("cubeo", "pieces=8 ranks=8 d8")


def test_a_word_of_a_list_may_not_hold_two_words() -> None:
    with pytest.raises(BadSettings, match="'d8 strict' is no word of settings"):
        read_settings("cubeo", ["d8 strict"])
    with pytest.raises(BadSettings):
        read_settings("cubeo", [""])


def test_endless_words_are_refused_at_once() -> None:
    for words in ("x" * 100_000, "pieces=" + "9" * 10_000, ["d8"] * 100_000):
        with pytest.raises(BadSettings, match="at most 400 characters"):
            read_settings("cubeo", words)


def test_settings_of_no_game_are_refused() -> None:
    with pytest.raises(engine.UnknownGame, match="no game 'chess' here"):
        read_settings("chess", "")
    with pytest.raises(TypeError):
        settings_words("d8")


def test_a_game_may_have_capital_words_or_none() -> None:
    hive = Vocabulary("Hive", tuple(Word(name, "") for name in ("M", "L", "P", "norep")))
    assert sorted(hive.read("p NoRep m")) == ["M", "P", "norep"]
    chess = Vocabulary("Cubic Chess", ())
    assert chess.read("") == {}
    with pytest.raises(BadSettings, match="Cubic Chess has no setting 'd8'; it has none"):
        chess.read("d8")


def test_each_word_has_a_sentence_for_players() -> None:
    for row in GAMES.values():
        for word in row.vocabulary.words:
            assert word.about.endswith("."), word


@given(from_lark(GRAMMAR.build(), start="word", alphabet=st.characters(max_codepoint=0x2FF)))
def test_whatever_the_grammar_reads_is_settings_or_named_in_an_error(word: str) -> None:
    try:
        words, settings = (word,), read_settings("cubeo", [word])
    except BadSettings as fault:
        words, settings = fault.words, CubeoSettings()
    assert words == (word,)
    assert read_settings("cubeo", write_settings(settings)) == settings


def test_the_terminals_of_the_grammar_do_not_collide() -> None:
    assert GRAMMAR.build(strict=True).parse("goal=9", start="word") == ("goal", 9)
