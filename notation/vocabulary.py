"""The words of a game's settings as a small table, and how words are read by it.

Any order, any case; a word that is not in the table, that comes twice, or that contradicts another is
an error that names the words. What the words then mean is the game's own business.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, combinations

from .errors import BadSettings
from .grammar import Grammar, GrammarFault, alternatives, clip

LONGEST = 400  # characters of all words together: far more than any game has


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a game's settings; `about` is a sentence on it.

    A word with a number is written `name=number`, and `number` is then the letter that stands for it
    in texts; `excludes` are the names that it contradicts.
    """

    name: str
    about: str
    number: str = ""
    excludes: frozenset[str] = frozenset()

    @property
    def spelled(self) -> str:
        """The word as texts show it: `strict`, `pieces=P`."""
        return f"{self.name}={self.number}" if self.number else self.name


@dataclass(frozen=True, slots=True)
class Given:
    """A word as it was given: as spelled, and its name in the table and number, if it takes one."""

    spelled: str
    name: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words of one game's settings; with `joined`, those of one letter may be written as one."""

    game: str
    words: tuple[Word, ...]
    joined: bool = False

    def read(self, words: str | Iterable[str]) -> Mapping[str, Given]:
        """The words given, by name; raises `BadSettings`. A text is cut at its blanks."""
        spelled = words.split() if isinstance(words, str) else list(words)
        if sum(map(len, spelled)) > LONGEST:
            raise BadSettings((), f"Settings have at most {LONGEST} characters in all.")
        given: dict[str, Given] = {}
        for word in chain.from_iterable(map(self._words_in, spelled)):
            twice = given.setdefault(word.name, word)
            if twice is not word:
                places = twice.spelled, word.spelled
                raise BadSettings(places, f"{word.name} is given twice: {', '.join(places)}.")
        self._refuse_contradictions(given)
        return given

    def find(self, name: str) -> Word | None:
        """The word of this name, in any case; None when there is none."""
        for word in self.words:
            if word.name.casefold() == name.casefold():
                return word
        return None

    def _words_in(self, text: str) -> list[Given]:
        """What a text without blanks says: one word, or letters that are a word each."""
        letters = [self.find(letter) for letter in text] if self.joined else []
        known = [word for word in letters if word is not None]
        if not known or len(known) < len(letters):
            return [self._read_word(text)]
        return [Given(text, word.name, None) for word in known]

    def _read_word(self, text: str) -> Given:
        try:
            name, number = GRAMMAR.read(text, "word")
        except GrammarFault as fault:
            raise BadSettings((text,), f"{clip(text)} is no word of settings: {fault}.") from None
        word = self.find(name)
        if word is None:
            raise BadSettings((text,), self._unknown(text, name, number))
        if word.number and number is None:
            raise BadSettings((text,), f"{text} needs a number: {word.spelled}.")
        if number is not None and not word.number:
            raise BadSettings((text,), f"{word.name} takes no number, but {clip(text)} has one.")
        return Given(text, word.name, number)

    def _unknown(self, text: str, name: str, number: int | None) -> str:
        spellings = {word.name.casefold(): word for word in self.words}
        near = [spellings[n] for n in get_close_matches(name.casefold(), spellings, cutoff=0.5)]
        sentence = f"{self.game} has no setting {clip(text)}"
        if not near:
            known = [word.spelled for word in self.words]
            return f"{sentence}; {'it has ' + ', '.join(known) if known else 'it has none'}."
        meant = [
            f"{word.name}={number}" if word.number and number is not None else word.spelled
            for word in near
        ]
        return f"{sentence}; did you mean {alternatives(meant)}?"

    def _refuse_contradictions(self, given: Mapping[str, Given]) -> None:
        excludes = {word.name: word.excludes for word in self.words}
        for one, other in combinations(given.values(), 2):
            if other.name in excludes[one.name] or one.name in excludes[other.name]:
                raise BadSettings(
                    (one.spelled, other.spelled),
                    f"{one.spelled} and {other.spelled} contradict each other: give one of them.",
                )


GRAMMAR = Grammar(
    "settings.lark",
    ["word"],
    {
        "plain": lambda parts: (str(parts[0]), None),
        "numbered": lambda parts: (str(parts[0]), int(parts[1])),
    },
    {"NAME": "a name", "EQUAL": "`=`", "NUMBER": "a number without sign or leading zero"},
)
