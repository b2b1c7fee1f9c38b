"""Cubeo's moves and positions in text: read leniently, written in one form.

What a move says is judged elsewhere: a wrong rank, say, is a matter of legality. Words come again and
again in an archive, so the decoding of short ones is remembered; and most are plain, so that one
regular expression reads them a dozen times sooner than the grammar, which has the last word.
"""

import re
from functools import lru_cache
from typing import cast

from engine import CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind, Side

from .errors import NotAMove, NotAPosition
from .grammar import Grammar, GrammarFault, clip

LONGEST_MOVE = 1_000  # characters: coordinates are unbounded, the patience of readers is not
LONGEST_POSITION = 20_000
_REMEMBERED = 40
_CELL = "(-?[0-9]+),(-?[0-9]+)"
_PLAIN = re.compile(rf"\+{_CELL}|([0-9]+),{_CELL}([-+])>{_CELL}")
_LONG_NUMBER = re.compile(r"[0-9]{1000}")

_OWNERS = {"A": Side.FIRST, "B": Side.SECOND}
_LETTERS = {side: letter for letter, side in _OWNERS.items()}


def read_move(word: str, _position: CubeoPosition) -> CubeoMove:
    """The move that a text given alone spells; raises `NotAMove`.

    Blanks between its signs, a true minus, a plus sign or zeros before a number are understood.
    """
    return _remembered_spelling(word) if len(word) <= _REMEMBERED else _spelling(word)


def read_word(word: str, _position: CubeoPosition) -> CubeoMove:
    """The move that a word in a record spells: as `read_move`, but blanks are a fault."""
    return _remembered_word(word) if len(word) <= _REMEMBERED else _word(word)


def write_move(move: CubeoMove, _position: CubeoPosition | None = None) -> str:
    """The canonical word of a move.

    >>> write_move(CubeoMove.place(-1, 0))
    '+-1,0'
    """
    kind, rank, x, y, x2, y2 = move
    if kind is MoveKind.PLACE:
        return f"+{x},{y}"
    arrow = "->" if kind is MoveKind.WALK else "+>"
    return f"{rank},{x},{y}{arrow}{x2},{y2}"


def read_position(text: str, settings: CubeoSettings) -> CubeoPosition:
    """The position that a text tells; raises `NotAPosition`, or `engine.BadPosition` by the rules."""
    if len(text) > LONGEST_POSITION:
        raise NotAPosition(
            text, LONGEST_POSITION + 1, f"A position has at most {LONGEST_POSITION} characters."
        )
    long = _LONG_NUMBER.search(text)
    if long is not None:
        raise NotAPosition(text, long.start() + 1, "A number in a position has at most 999 digits.")
    body = text.strip()
    try:
        dice, to_move = GRAMMAR.read(body, "position", text.find(body))
    except GrammarFault as fault:
        raise NotAPosition(text, fault.column, f"{clip(text)} is no position: {fault}.") from None
    return CubeoPosition.load(settings, dice, to_move)


def write_position(position: CubeoPosition) -> str:
    """The canonical text of a position: the dice by y, then x, and the side to move.

    >>> write_position(CubeoPosition.start(CubeoSettings()))
    'A1@0,0 B1@1,0 A'
    """
    dice = [f"{_LETTERS[die.owner]}{die.rank}@{die.x},{die.y}" for die in position.dice]
    return " ".join([*dice, _LETTERS[position.to_move]])


def _spelling(text: str) -> CubeoMove:
    if len(text) > LONGEST_MOVE:
        raise NotAMove(
            text,
            LONGEST_MOVE + 1,
            f"A move has at most {LONGEST_MOVE} characters, not {len(text)}.",
        )
    plain = _PLAIN.fullmatch(text)
    if plain is not None:
        return _plain_move(plain)
    body = text.strip()
    try:
        move: CubeoMove = GRAMMAR.read(body, "move", text.find(body))
    except GrammarFault as fault:
        raise NotAMove(text, fault.column, f"{clip(text)} is no move: {fault}.") from None
    return move


def _plain_move(plain: re.Match[str]) -> CubeoMove:
    x, y, *walked = plain.groups()
    if x is not None:
        return CubeoMove.place(int(x), int(y))
    rank, from_x, from_y, sign, to_x, to_y = walked
    make = CubeoMove.walk if sign == "-" else CubeoMove.merge
    return make(int(rank), int(from_x), int(from_y), int(to_x), int(to_y))


def _word(word: str) -> CubeoMove:
    blank = next((place for place, sign in enumerate(word) if sign.isspace()), None)
    if blank is not None:
        raise NotAMove(word, blank + 1, f"{clip(word)}: a move in a record has no blanks.")
    return _spelling(word)


_remembered_spelling = lru_cache(1 << 16)(_spelling)
_remembered_word = lru_cache(1 << 16)(_word)


def _number(token: str) -> int:
    return int(token.strip().replace("\u2212", "-"))


def _dice_and_side(parts: list[Die | Side]) -> tuple[list[Die], Side]:
    return cast(list[Die], parts[:-1]), cast(Side, parts[-1])


GRAMMAR = Grammar(
    "cubeo.lark",
    ["move", "position"],
    {
        "NUMBER": _number,
        "PLUSSED": _number,
        "RANK": _number,
        "COORDINATE": _number,
        "OWNER": _OWNERS.__getitem__,
        "place": lambda numbers: CubeoMove.place(*numbers),
        "walk": lambda numbers: CubeoMove.walk(*numbers),
        "merge": lambda numbers: CubeoMove.merge(*numbers),
        "die": lambda parts: Die(*parts),
        "position": _dice_and_side,
    },
    {
        "NUMBER": "a number",
        "PLUSSED": "a number",
        "_PLUS": "`+`",
        "_COMMA": "`,`",
        "COMMA": "`,`",
        "_ARROW": "`->`",
        "_MERGE_ARROW": "`+>`",
        "OWNER": "`A` or `B`",
        "RANK": "a rank",
        "COORDINATE": "a number",
        "AT": "`@`",
        "_BLANKS": "a blank",
    },
)
