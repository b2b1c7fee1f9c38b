"""The settings of Cubeo in words: dice a side, ranks, the goal, the grid, and two house rules."""

from collections.abc import Iterable, Iterator, Mapping

import engine
from engine import CubeoSettings

from .errors import BadSettings
from .vocabulary import Given, Vocabulary, Word

DICE = {f"d{count}": count for count in (6, 8, 10, 12, 14)}
_TABLE = ("pieces", "ranks", "goal")


def _dice_word(name: str) -> Word:
    count = DICE[name]
    usual = " (the usual game)" if count == CubeoSettings().pieces else ""
    about = f"{count} dice a side with ranks up to {count}; a merge to {count + 1} wins{usual}."
    return Word(name, about, excludes=frozenset({*DICE, *_TABLE} - {name}))


VOCABULARY = Vocabulary(
    "Cubeo",
    (
        *map(_dice_word, DICE),
        Word("hex", "A hexagonal grid: each cell has six neighbours."),
        Word("strict", "A walk may not end in a rotation or reflection of the formation."),
        Word("norep", "No draw can be claimed when a position comes a third time."),
        Word("pieces", "Dice a side, from 3 to 30; 6 when not given.", "P"),
        Word("ranks", "The highest rank, from 1 to 30; as many as the dice when not given.", "R"),
        Word("goal", "The sum that wins, from R + 1 to 2R; ranks + 1 when not given.", "G"),
    ),
)

_FLAGS = frozenset(("hex", "strict", "norep"))


def read_settings(words: str | Iterable[str]) -> CubeoSettings:
    """The settings that the words say; raises `BadSettings`.

    >>> read_settings("goal=9").ranks
    6
    """
    told, faults = VOCABULARY.examine(words)
    faults += [*_out_of_range(told), *(() if _doubtful(faults) else _out_of_goal(told))]
    if faults:
        raise BadSettings.of(faults)
    given = {word.name: word for word in told}
    flags = {name: name in given for name in _FLAGS}
    ranks = _ranks(given)
    return CubeoSettings(_pieces(given), ranks, _number(given, "goal", ranks + 1), **flags)


def _out_of_range(told: Iterable[Given]) -> Iterator[BadSettings]:
    """The numbers of dice and of ranks that the rules do not allow, whatever else is given."""
    for word in dict.fromkeys(told):
        if word.number is not None and word.name == "pieces":
            yield from _refused([word], pieces=word.number)
        elif word.number is not None and word.name == "ranks":
            yield from _refused([word], ranks=word.number, goal=word.number + 1)


def _out_of_goal(told: Iterable[Given]) -> Iterator[BadSettings]:
    """The goals that cannot be, with the ranks that there are."""
    given = {word.name: word for word in told}
    pieces, ranks = _pieces(given), _ranks(given)
    beside = given.get("ranks", given.get("pieces"))
    if any(_refused((), pieces, ranks, ranks + 1)):
        return
    for word in dict.fromkeys(told):
        if word.number is not None and word.name == "goal":
            words = [word] if beside is None else [beside, word]
            yield from _refused(words, ranks=ranks, goal=word.number)


def _doubtful(faults: Iterable[BadSettings]) -> bool:
    """Whether, by what is wrong with some words, nobody knows the ranks, which the goal depends on."""
    return not all(map(_leaves_ranks, (word for fault in faults for word in fault.words)))


def _leaves_ranks(text: str) -> bool:
    """Whether a word at fault has nothing to do with ranks, by its name or what it is most like."""
    name = text.partition("=")[0].casefold()
    meant = {word.name for word in VOCABULARY.near(name)[:1]}
    return bool(meant) and meant <= {*_FLAGS, "goal"}


def _refused(
    words: Iterable[Given], pieces: int = 6, ranks: int = 6, goal: int = 7
) -> Iterator[BadSettings]:
    """The fault of words that ask for a table which no game has, if so."""
    try:
        CubeoSettings(pieces, ranks, goal)
    except engine.BadSettings as refused:
        fault = [word.spelled for word in words]
        yield BadSettings(fault, f"{' '.join(fault)}: {refused}")


def _pieces(given: Mapping[str, Given]) -> int:
    usual = next((DICE[name] for name in given if name in DICE), CubeoSettings().pieces)
    return _number(given, "pieces", usual)


def _ranks(given: Mapping[str, Given]) -> int:
    return _number(given, "ranks", _pieces(given))


def _number(given: Mapping[str, Given], name: str, default: int) -> int:
    word = given.get(name)
    return default if word is None or word.number is None else word.number


def settings_words(settings: CubeoSettings) -> tuple[str, ...]:
    """The canonical words, sorted by code point; defaults are left out.

    >>> settings_words(CubeoSettings(pieces=8, ranks=8, goal=9, strict=True))
    ('d8', 'strict')
    """
    flags = [name for name in ("hex", "norep", "strict") if getattr(settings, name)]
    return tuple(sorted([*flags, *_table_words(settings)]))


def _table_words(settings: CubeoSettings) -> list[str]:
    pieces, ranks, goal = settings.pieces, settings.ranks, settings.goal
    usual = CubeoSettings().pieces
    if ranks == pieces and goal == ranks + 1 and pieces in DICE.values():
        return [] if pieces == usual else [f"d{pieces}"]
    words = [] if pieces == usual else [f"pieces={pieces}"]
    words += [] if ranks == pieces else [f"ranks={ranks}"]
    words += [] if goal == ranks + 1 else [f"goal={goal}"]
    return words
