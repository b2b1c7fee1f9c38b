"""The settings of Hive in words: the expansion bugs by their letters, and two house rules."""

from collections.abc import Iterable

from engine import HiveSettings

from .vocabulary import Vocabulary, Word

EXPANSIONS = {"M": "mosquito", "L": "ladybug", "P": "pillbug"}
"""The bugs that may be added to the set, by their letters in the order of the protocol."""

VOCABULARY = Vocabulary(
    "Hive",
    (
        *(
            Word(letter, f"Each side has a {bug} too; letters may be written together.")
            for letter, bug in EXPANSIONS.items()
        ),
        Word("tournament", "No queen is placed on either player's first turn."),
        Word("norep", "A position that comes a third time is no draw."),
    ),
    joined=True,
)


def read_settings(words: str | Iterable[str]) -> HiveSettings:
    """The settings that the words say; raises `BadSettings`.

    >>> read_settings("mlp norep").pillbug
    True
    """
    given = VOCABULARY.read(words)
    chosen = {bug: letter in given for letter, bug in EXPANSIONS.items()}
    return HiveSettings(**chosen, tournament="tournament" in given, norep="norep" in given)


def settings_words(settings: HiveSettings) -> tuple[str, ...]:
    """The canonical words, sorted by code point; defaults are left out.

    >>> settings_words(HiveSettings(mosquito=True, pillbug=True, norep=True))
    ('M', 'P', 'norep')
    """
    letters = [letter for letter, bug in EXPANSIONS.items() if getattr(settings, bug)]
    rules = [rule for rule in ("norep", "tournament") if getattr(settings, rule)]
    return tuple(sorted([*letters, *rules]))
