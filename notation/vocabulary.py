"""The words of a game's settings as a small table, and how words are read by it.

Any order, any case; a word that is not in the table, that comes twice, or that contradicts another is
a fault that names the words, and all faults are found at once. What the words then mean is the game's
own business.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

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
        given, faults = self.examine(words)
        if faults:
            raise BadSettings.of(faults)
        return {word.name: word for word in given}

    def examine(self, words: str | Iterable[str]) -> tuple[list[Given], list[BadSettings]]:
        """The words of the table among those given, in their order, and all that is wrong with them."""
        spelled = words.split() if isinstance(words, str) else list(words)
        if sum(map(len, spelled)) > LONGEST:
            return [], [BadSettings((), f"Settings have at most {LONGEST} characters in all.")]
        given: list[Given] = []
        faults: list[BadSettings] = []
        unknown: set[str] = set()
        for text in spelled:
            try:
                given += self._words_in(text) if text not in unknown else ()
            except BadSettings as error:
                unknown.add(text)
                faults.append(error)
        return given, [*faults, *_repeated(given), *self._contradictions(given)]

    def find(self, name: str) -> Word | None:
        """The word of this name, in any case; None when there is none."""
        for word in self.words:
            if word.name.casefold() == name.casefold():
                return word
        return None

    def near(self, name: str) -> list[Word]:
        """The words whose names are like this one, the nearest first."""
        spellings = {word.name.casefold(): word for word in self.words}
        return [spellings[n] for n in get_close_matches(name.casefold(), spellings, cutoff=0.5)]

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
        near = self.near(name)
        sentence = f"{self.game} has no setting {clip(text)}"
        if not near:
            known = [word.spelled for word in self.words]
            return f"{sentence}; {'it has ' + ', '.join(known) if known else 'it has none'}."
        meant = [
            f"{word.name}={number}" if word.number and number is not None else word.spelled
            for word in near
        ]
        return f"{sentence}; did you mean {alternatives(meant)}?"

    def _contradictions(self, given: Iterable[Given]) -> Iterator[BadSettings]:
        """A fault for each set of words that are tied by contradictions."""
        spelled = {word.name: word.spelled for word in reversed(list(given))}
        names = [name for name in reversed(spelled) if self._against(name, spelled)]
        while names:
            tied = {names[0]}
            while more := {n for name in tied for n in self._against(name, spelled)} - tied:
                tied |= more
            *first, last = (spelled[name] for name in names if name in tied)
            all_told = all(self._against(name, spelled) >= tied - {name} for name in tied)
            remedy = "give one of them" if all_told else "they cannot all be given"
            yield BadSettings(
                (*first, last),
                f"{', '.join(first)} and {last} contradict each other: {remedy}.",
            )
            names = [name for name in names if name not in tied]

    def _against(self, name: str, others: Iterable[str]) -> set[str]:
        """Those of other names that a word contradicts."""
        excludes = {word.name: word.excludes for word in self.words}
        return {each for each in others if each in excludes[name] or name in excludes[each]}


def _repeated(given: Iterable[Given]) -> Iterator[BadSettings]:
    places: dict[str, list[str]] = {}
    for word in given:
        places.setdefault(word.name, []).append(word.spelled)
    for name, spelled in places.items():
        if len(spelled) > 1:
            times = "twice" if len(spelled) == 2 else f"{len(spelled)} times"
            yield BadSettings(spelled, f"{name} is given {times}: {', '.join(spelled)}.")


GRAMMAR = Grammar(
    "settings.lark",
    ["word"],
    {
        "plain": lambda parts: (str(parts[0]), None),
        "numbered": lambda parts: (str(parts[0]), int(parts[1])),
    },
    {"NAME": "a name", "EQUAL": "`=`", "NUMBER": "a number without sign or leading zero"},
)
