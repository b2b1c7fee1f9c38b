"""Words among the moves that are none: what each was meant to be, as far as it can be told.

A word with one sign too many, one too few or another one is still near to what it was; and what
blanks have torn is whole again without them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from .numbering import write_number
from .parsing import terminal
from .tag_values import RESULTS

_LIKE_A_RESULT = re.compile(r"[01½oOlI][-\u2010-\u2015\u2212:/][01½oOlI]|½\S{0,4}")
_CASTLING = re.compile(r"[0oO](-[0oO]){1,2}\S?")
_SAYS_SOMETHING = re.compile(r"[^\W_]")
_DRAW = "1/2-1/2"
_DOTS = re.compile(r"[\x00-\x1f\x7f.\u2026]*[.\u2026][\x00-\x1f\x7f.\u2026]*")
_LONGEST_NEAR = 40
_IN_MOVES = "0123456789abcdefghABCDEFGH,-+>=x"
_WHOLE = ("MOVE", "NUMBER", "NAG", "RESULT")


def meant_results(word: str, *, last: bool) -> list[str]:
    """The results that a word may be meant for; `last` says that it is the last one of its record."""
    results = RESULTS if last else RESULTS[:-1]
    near = [result for result in results if is_near(word, result)]
    if near and not last and _CASTLING.fullmatch(word):
        return []
    if near or _CASTLING.fullmatch(word) or not _LIKE_A_RESULT.fullmatch(word):
        return near
    return [_DRAW] if "½" in word else get_close_matches(word, RESULTS, 1, 0)


def meant_number(word: str, turn: int, before: str | None = None) -> str | None:
    """The number of a ply that is due, if a word may be meant for one of its round.

    `before` is the number right before it, of which it may be the dots.
    """
    if before is not None:
        if not _DOTS.fullmatch(word):
            return None
        word = before + word
    numbers = [write_number(turn - turn % 2 + side) for side in (0, 1)]
    near = any(word == number or is_near(word, number) for number in numbers)
    return write_number(turn) if near else None


def takes_a_turn(word: str) -> bool:
    """Whether a word stands for a move: not what only marks one, as `!?` and `$x` do."""
    return not word.startswith("$") and _SAYS_SOMETHING.search(word) is not None


def is_move_with_a_gap(words: Sequence[str], game: str) -> bool:
    """Whether words would be a move with one sign in the place of the blank before the last."""
    begin, end = "".join(words[:-1]), words[-1]
    pattern = terminal(game, "MOVE")
    return any(pattern.fullmatch(f"{begin}{sign}{end}") for sign in _IN_MOVES)


def is_near_a_move(word: str, game: str) -> bool:
    """Whether a word is a move but for one sign, too many, too few or another one."""
    pattern = terminal(game, "MOVE")
    if len(word) > _LONGEST_NEAR:
        return True
    for at in range(len(word) + 1):
        begin, end, rest = word[:at], word[at:], word[at + 1 :]
        if pattern.fullmatch(begin + rest):
            return True
        for sign in _IN_MOVES:
            if pattern.fullmatch(begin + sign + end) or pattern.fullmatch(begin + sign + rest):
                return True
    return False


def kind_of(text: str, game: str) -> str | None:
    """The terminal of a text that is a move of a game, a number, a mark or a result."""
    return next((name for name in _WHOLE if terminal(game, name).fullmatch(text)), None)


def is_near(word: str, other: str) -> bool:
    """Whether one sign, too many, too few or another one, makes the difference of two words."""
    if len(word) < len(other):
        word, other = other, word
    if word == other or len(word) > len(other) + 1:
        return False
    at = next((n for n, sign in enumerate(other) if sign != word[n]), len(other))
    return word[at + 1 :] == (other[at:] if len(word) > len(other) else other[at + 1 :])
