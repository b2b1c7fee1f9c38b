"""Cubic Chess's turns and positions in text: read leniently, written in one form.

What a turn says is judged elsewhere: that a square is empty, say, is a matter of legality.
"""

import re
from functools import lru_cache
from typing import Any

from engine import CubicChessMove, CubicChessPosition, CubicChessSettings, Side
from engine.cubic_chess import NOWHERE, Figure, square_name

from .errors import NotAPosition
from .grammar import Grammar
from .spelling import MoveSpelling, read_position_text
from .vocabulary import Vocabulary

VOCABULARY = Vocabulary("Cubic Chess", ())

_LETTERS = dict(zip(Figure, "PBRQK", strict=True))
_HEIGHTS = {letter: int(figure) for figure, letter in _LETTERS.items()}
_SIGNS = {"+": 1, "-": -1}
_SIDES = {"w": Side.FIRST, "b": Side.SECOND}
_PLAIN = re.compile("([a-h][1-8])([a-h][1-8])(?:=([BRQ])|([-+])([a-h][1-8]))?")
_EMPTY = re.compile("1+")


def read_settings(words: Any) -> CubicChessSettings:
    """The settings that the words say; there are none, so any word raises `BadSettings`."""
    VOCABULARY.read(words)
    return CubicChessSettings()


def settings_words(_settings: CubicChessSettings) -> tuple[str, ...]:
    """No words: Cubic Chess has no settings."""
    return ()


def read_move(word: str, _position: CubicChessPosition) -> CubicChessMove:
    """The turn that a text given alone spells; raises `NotAMove`.

    Any case, blanks, an `x` between the squares, a `+` or `#` at the end are understood.
    """
    return SPELLING.read(word)


def read_word(word: str, _position: CubicChessPosition) -> CubicChessMove:
    """The turn that a word in a record spells: as `read_move`, but blanks are a fault."""
    return SPELLING.read_word(word)


def write_move(move: CubicChessMove, _position: CubicChessPosition | None = None) -> str:
    """The canonical word of a turn.

    >>> write_move(CubicChessMove(12, 28, 0, 1, 3))
    'e2e4+d1'
    """
    return _written(move)


@lru_cache(1 << 16)
def _written(move: CubicChessMove) -> str:
    origin, target, promotion, change, square = move
    step = square_name(origin) + square_name(target)
    if promotion:
        return f"{step}={_LETTERS[Figure(promotion)]}"
    return f"{step}{'+' if change > 0 else '-'}{square_name(square)}" if change else step


def read_position(text: str, _settings: CubicChessSettings) -> CubicChessPosition:
    """The position that a text tells; raises `NotAPosition`, or `engine.BadPosition` by the rules."""
    board, side, white, black, ep, number = read_position_text(GRAMMAR, text)
    heights: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for row, signs in enumerate(board.split("/")):
        columns = "".join(" " * int(sign) if sign.isdigit() else sign for sign in signs)
        if len(columns) != 8:
            column = text.find(board) + 1
            rank = 8 - row
            raise NotAPosition(
                text, column, f"Rank {rank} of the board has {len(columns)} squares, not 8."
            )
        for file, sign in enumerate(columns):
            if sign != " ":
                heights[sign.islower()][(7 - row) * 8 + file] = _HEIGHTS[sign.upper()]
    return CubicChessPosition.load(heights, side, (white, black), ep, number)


def write_position(position: CubicChessPosition) -> str:
    """The canonical text of a position: board, side, reserves, en passant square, round.

    >>> write_position(CubicChessPosition.start())
    'pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 8:8 - 1'
    """
    signs = {square: _LETTERS[Figure(h)] for square, h in position.heights(Side.FIRST).items()}
    for square, height in position.heights(Side.SECOND).items():
        signs[square] = _LETTERS[Figure(height)].lower()
    rows = ["".join(signs.get(8 * row + file, "1") for file in range(8)) for row in range(8)]
    board = _EMPTY.sub(lambda ones: str(len(ones[0])), "/".join(reversed(rows)))
    side = "w" if position.to_move is Side.FIRST else "b"
    reserves = f"{position.reserve(Side.FIRST)}:{position.reserve(Side.SECOND)}"
    return f"{board} {side} {reserves} {square_name(position.ep)} {position.number}"


def _square(name: str) -> int:
    return "abcdefgh".index(name[0].lower()) + 8 * (int(name[1]) - 1)


def _plain_turn(plain: re.Match[str]) -> CubicChessMove:
    origin, target, figure, sign, square = plain.groups()
    step = _square(origin), _square(target)
    if figure is not None:
        return CubicChessMove(*step, _HEIGHTS[figure], 0, NOWHERE)
    if sign is not None:
        return CubicChessMove(*step, 0, _SIGNS[sign], _square(square))
    return CubicChessMove(*step, 0, 0, NOWHERE)


GRAMMAR = Grammar(
    "cubic_chess.lark",
    ["move", "position"],
    {
        "SQUARE": _square,
        "CHANGE": lambda token: _SIGNS[token[0]],
        "FIGURE": lambda token: _HEIGHTS[token[0].upper()],
        "step": lambda parts: CubicChessMove._make([*parts, 0, 0, NOWHERE]),
        "rebuilt": lambda parts: CubicChessMove._make([*parts[:2], 0, *parts[2:]]),
        "promoted": lambda parts: CubicChessMove._make([*parts, 0, NOWHERE]),
        "BOARD": str,
        "SIDE": _SIDES.__getitem__,
        "CUBES": int,
        "EN_PASSANT": lambda name: NOWHERE if name == "-" else _square(name),
        "ROUND": int,
        "position": list,
    },
    {
        "SQUARE": "a square",
        "_TAKES": "`x`",
        "CHANGE": "`+` or `-` and a square",
        "_CHECK": "`+` or `#`",
        "_BECOMES": "`=`",
        "FIGURE": "B, R or Q",
        "BOARD": "a board of eight ranks",
        "SIDE": "`w` or `b`",
        "CUBES": "a number of cubes",
        "_BETWEEN": "`:`",
        "EN_PASSANT": "`-` or a square",
        "ROUND": "the number of the round",
        "_BLANKS": "a blank",
    },
)

SPELLING = MoveSpelling(GRAMMAR, _PLAIN, _plain_turn)
