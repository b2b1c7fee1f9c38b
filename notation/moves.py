"""Moves and positions of any game in text, read and written by the game's own codec."""

from difflib import get_close_matches
from typing import Any

from engine import AnyLine, AnyPosition, Line

from .games import GAMES, game_notation

_LONGEST_NEAR = 60
_SAME = 2
"""How many signs at the beginning make two words like each other: a piece, or where it stands."""


def read_move(word: str, position: AnyPosition) -> Any:
    """The move that a text given alone spells; raises `NotAMove` or `AmbiguousMove`."""
    return GAMES[position.game].read_move(word, position)


def read_word(word: str, position: AnyPosition) -> Any:
    """The move that a word in a record spells, without blanks; raises as `read_move`."""
    return GAMES[position.game].read_word(word, position)


def write_move(move: Any, position: AnyPosition) -> str:
    """The canonical word of a move that is legal in the position."""
    return GAMES[position.game].write_move(move, position)


def legal_words(at: AnyPosition | AnyLine) -> list[str]:
    """The canonical words of all legal moves of a position or line, sorted by code point."""
    position = at.position if isinstance(at, Line) else at
    write = GAMES[position.game].write_move
    return sorted(write(move, position) for move in at.legal_moves())


def near_moves(word: str, position: AnyPosition, most: int = 3) -> tuple[str, ...]:
    """Words of legal moves that look like `word`, the nearest first, or else begin like it."""
    plain = "".join(word.split()).replace("\u2212", "-")
    if len(plain) > _LONGEST_NEAR:
        return ()
    words = legal_words(position)
    near = get_close_matches(plain, words, most, cutoff=0.7)
    if not near and len(plain) > _SAME:
        near = [each for each in words if each.startswith(plain[:_SAME])]
    return tuple(near[:most])


def read_position(game: str, text: str, settings: Any) -> AnyPosition:
    """The position that a text tells; raises `NotAPosition`, `engine.BadPosition`, `UnknownGame`."""
    return game_notation(game).read_position(text, settings)


def write_position(position: AnyPosition) -> str:
    """The canonical text of a position."""
    return GAMES[position.game].write_position(position)
