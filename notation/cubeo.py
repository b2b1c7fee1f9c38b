"""Cubeo's moves and positions in text: read leniently, written in one form.

What a move says is judged elsewhere: a wrong rank, say, is a matter of legality.
"""

import re
from typing import cast

from engine import CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind, Side

from .grammar import Grammar
from .spelling import MoveSpelling, read_position_text

_CELL = "(-?[0-9]+),(-?[0-9]+)"
_PLAIN = re.compile(rf"\+{_CELL}|([0-9]+),{_CELL}([-+])>{_CELL}")

_OWNERS = {"A": Side.FIRST, "B": Side.SECOND}
_LETTERS = {side: letter for letter, side in _OWNERS.items()}


def read_move(word: str, _position: CubeoPosition) -> CubeoMove:
    """The move that a text given alone spells; raises `NotAMove`.

    Blanks between its signs, a true minus, a plus sign or zeros before a number are understood.
    """
    return SPELLING.read(word)


def read_word(word: str, _position: CubeoPosition) -> CubeoMove:
    """The move that a word in a record spells: as `read_move`, but blanks are a fault."""
    return SPELLING.read_word(word)


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
    dice, to_move = read_position_text(GRAMMAR, text)
    return CubeoPosition.load(settings, dice, to_move)


def write_position(position: CubeoPosition) -> str:
    """The canonical text of a position: the dice by y, then x, and the side to move.

    >>> write_position(CubeoPosition.start(CubeoSettings()))
    'A1@0,0 B1@1,0 A'
    """
    dice = [f"{_LETTERS[die.owner]}{die.rank}@{die.x},{die.y}" for die in position.dice]
    return " ".join([*dice, _LETTERS[position.to_move]])


def _plain_move(plain: re.Match[str]) -> CubeoMove:
    x, y, *walked = plain.groups()
    if x is not None:
        return CubeoMove.place(int(x), int(y))
    rank, from_x, from_y, sign, to_x, to_y = walked
    make = CubeoMove.walk if sign == "-" else CubeoMove.merge
    return make(int(rank), int(from_x), int(from_y), int(to_x), int(to_y))


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

SPELLING = MoveSpelling(GRAMMAR, _PLAIN, _plain_move)
