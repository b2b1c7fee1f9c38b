"""What Abstract Play's record and state have in common: settings, and ends that stand as moves.

Their programs call settings by short ids, and show them by names in the reader's language. A game
that ends outside of its rules has a last "move" that says so, whoever's turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from engine import AnyPosition, EngineError
from notation.diagnostics import Fault, fault
from notation.errors import BadSettings, NotARecord, NotationError
from notation.games import GAMES
from notation.grammar import clip
from notation.moves import read_word
from notation.record import Record, Result
from notation.starts import canonical_words, start_position

END_WORDS = {
    "resign": "resignation",
    "timeout": "timeout",
    "draw": "agreement",
    "abandoned": "aborted",
}
"""The last "moves" of games that ended outside of the rules, and the reasons that they tell."""

_WORDS = {reason: word for word, reason in END_WORDS.items()} | {"repetition": "draw"}

KNOWN_SETTINGS = {"cubeo": frozenset({"d8", "d10", "d12", "strict"})}
"""The settings that they have too, by our words: their ids are the same."""

_LONGEST_NAME = 60  # characters that are compared
_NAMES = {
    "cubeo": {
        "Stricter movement constraints": ("strict",),
        "Default movement rules": (),
        "Default die size (d6)": (),
    }
}

UNREADABLE = "?"
"""What stands for a setting or a start that cannot be read: no game can be begun with it."""


def read_variants(
    game: str, given: Sequence[tuple[str, str]]
) -> tuple[tuple[str, ...], tuple[Fault, ...]]:
    """The canonical words of settings given as (pointer, id or English name), and what is wrong."""
    names = _NAMES.get(game, {})
    ids = {name.casefold(): words for name, words in names.items()}
    words: list[tuple[str, str]] = []
    faults: list[Fault] = []
    for pointer, text in given:
        told = " ".join(text.split())
        if told.casefold() in ids:
            words += [(pointer, word) for word in ids[told.casefold()]]
        elif " " in told:
            words.append((pointer, UNREADABLE))
            faults.append(fault("V01", pointer, why=_unknown_name(game, told)))
        else:
            words.append((pointer, told))
    try:
        return canonical_words(game, [word for _, word in words]), ()
    except BadSettings as bad:
        for part in bad.parts:
            if part.words != (UNREADABLE,) or not faults:
                at_fault = (at for at, word in words if word in part.words)
                faults.append(fault("V01", next(at_fault, ""), why=str(part)))
        return tuple(word for _, word in words), tuple(faults)


def _unknown_name(game: str, text: str) -> str:
    known = [*_NAMES.get(game, ()), *(word.spelled for word in GAMES[game].vocabulary.words)]
    folded = {name.casefold(): name for name in known}
    close = get_close_matches(text[:_LONGEST_NAME].casefold(), folded, 1)
    remedy = f"; did you mean {folded[close[0]]}?" if close else f"; it has {', '.join(known)}."
    return f"{GAMES[game].title} has no setting {clip(text)}{remedy}"


def lost_settings(record: Record, title: str) -> tuple[Fault, ...]:
    """The settings of a record that they do not have; they are written as they are."""
    known = KNOWN_SETTINGS.get(record.game, frozenset())
    words = [word for word in record.variants if word not in known]
    if not words:
        return ()
    return (fault("L06", record.where.get("variants", ""), format=title, words=", ".join(words)),)


def end_word(outcome: Result | None) -> str | None:
    """The last "move" that tells how a game ended; None when its moves tell it, or nothing does."""
    return None if outcome is None or outcome.reason is None else _WORDS.get(outcome.reason)


def replay(record: Record) -> Iterator[tuple[AnyPosition, Any, AnyPosition]]:
    """Each position, the move played there and the position after it, as far as all is legal."""
    try:
        yield from play(record)
    except NotARecord:
        return


def play(record: Record) -> Iterator[tuple[AnyPosition, Any, AnyPosition]]:
    """As `replay`; raises `NotARecord` where a move cannot be played."""
    try:
        position = start_position(record)
    except (NotationError, EngineError) as error:
        raise NotARecord(f"{error} (at /start)") from error
    for ply, word in enumerate(each.move for each in record.plies):
        try:
            move = read_word(word, position)
            after = position.apply(move)
        except (NotationError, EngineError) as error:
            why = f"{word} cannot be played. {error} (at /plies/{ply}/move)"
            raise NotARecord(why) from error
        yield position, move, after
        position = after


def canonical_moves(record: Record) -> list[str]:
    """The words of a record's moves in their one form; from one that is illegal on, as they are."""
    write = GAMES[record.game].write_move
    words = [write(move, before) for before, move, _ in replay(record)]
    return words + [ply.move for ply in record.plies[len(words) :]]


def natural_reason(record: Record, winner: int | None) -> str | None:
    """Why the winner won by the rules; None unless all moves are legal and the last one ended it so."""
    outcome = natural_end(record)
    return outcome.reason if outcome is not None and outcome.winner == winner else None


def natural_end(record: Record) -> Result | None:
    """How the game ended by its last position; None unless all moves are legal and it has ended so."""
    try:
        last = start_position(record)
    except (NotationError, EngineError):
        return None
    count = 0
    for _, _, after in replay(record):
        last = after
        count += 1
    outcome = last.outcome() if count == len(record.plies) else None
    return None if outcome is None else Result(outcome.winner, outcome.reason)
