"""The settings of Cubeo in words: dice a side, ranks, the goal, the grid, and two house rules."""

from collections.abc import Iterable, Mapping

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

# The words that can be at fault when the engine refuses a table, by its reason's code.
_AT_FAULT = {"pieces_range": ("pieces",), "ranks_range": ("ranks", "pieces"), "goal_range": _TABLE}


def read_settings(words: str | Iterable[str]) -> CubeoSettings:
    """The settings that the words say; raises `BadSettings`.

    >>> read_settings("goal=9").ranks
    6
    """
    given = VOCABULARY.read(words)
    default = next((DICE[name] for name in given if name in DICE), CubeoSettings().pieces)
    pieces = _number(given, "pieces", default)
    ranks = _number(given, "ranks", pieces)
    goal = _number(given, "goal", ranks + 1)
    try:
        return CubeoSettings(
            pieces,
            ranks,
            goal,
            hex="hex" in given,
            strict="strict" in given,
            norep="norep" in given,
        )
    except engine.BadSettings as refused:
        names = _AT_FAULT.get(refused.reason.code, ())
        fault = [given[name].spelled for name in names if name in given]
        raise BadSettings(fault, f"{' '.join(fault)}: {refused}") from refused


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
