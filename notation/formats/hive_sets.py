"""The settings of games from the files of Hive players: the set of bugs, and the rules of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from notation.diagnostics import Fault, fault
from notation.game_string import letters_used, protocol_words, queen_first, write_type
from notation.record import Ply


def guess_set(plies: Iterable[Ply]) -> tuple[frozenset[str], Fault]:
    """The expansion letters of a game whose file does not tell them, by its pieces, and a note."""
    letters = letters_used(ply.move for ply in plies)
    return letters, fault("W05", "", type=write_type(letters))


def protocol_settings(
    letters: Iterable[str], plies: Sequence[Ply]
) -> tuple[tuple[str, ...], tuple[Fault, ...]]:
    """The words of the settings that the protocol plays such a game by, and a note on a first queen."""
    words = [ply.move for ply in plies[:2]]
    ply = queen_first(words)
    settings = protocol_words(letters, words)
    if ply is None:
        return settings, ()
    piece = words[ply].split()[0]
    return settings, (fault("W04", plies[ply].where or "", ply=ply, piece=piece),)
