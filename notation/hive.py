"""Hive's moves and positions in text: the strings of the Universal Hive Protocol, read in every spelling.

A move tells a piece and, by another piece, where it goes. One move has many strings, so what a
string says is resolved on the table, and one canonical string is written.
"""

import re
from typing import NamedTuple, Protocol, cast

from engine import HiveMove, HivePosition, HiveSettings, Side
from engine.hive import NONE, PASS, PIECES, Stack

from .errors import AmbiguousMove, NotAMove
from .grammar import Grammar, clip
from .spelling import MoveSpelling, read_position_text

_WAYS = {
    ("", "/"): (1, -1),
    ("", "-"): (1, 0),
    ("", "\\"): (0, 1),
    ("/", ""): (-1, 1),
    ("-", ""): (-1, 0),
    ("\\", ""): (0, -1),
}
"""Signs before and after a piece: how far the cell that they tell is from the piece, as q and r."""

# In the order in which a reference is looked for: NW, NE, E, SE, SW, W of where the piece goes.
_REFERENCES = tuple(
    (-dq, -dr, before, after)
    for (before, after), (dq, dr) in (
        (signs, _WAYS[signs])
        for signs in (("", "\\"), ("/", ""), ("-", ""), ("\\", ""), ("", "/"), ("", "-"))
    )
)

_EXACT = "[wb](?:[AG][123]|[SB][12]|[QMLP])"
_PLAIN = re.compile(rf"(?:({_EXACT})(?: (?:([-/\\]?)({_EXACT})|({_EXACT})([-/\\])))?|pass)")
_ANY = re.compile(r"[wb][a-z][0-9]?", re.IGNORECASE)

_SIDES = {"w": Side.FIRST, "b": Side.SECOND}
_LETTERS = {side: letter for letter, side in _SIDES.items()}

_NAMES = [piece.name for piece in PIECES]


def _spellings() -> dict[str, tuple[int, ...]]:
    """Which pieces a name in lower case can mean: one, or without a number all copies of a bug."""
    known: dict[str, tuple[int, ...]] = {}
    for index, (side, bug, number) in enumerate(PIECES):
        letters = f"{_LETTERS[side]}{bug.letter}".lower()
        known[letters] = (*known.get(letters, ()), index)
        known[f"{letters}{number}"] = (index,)
    return known


_MEANINGS = _spellings()


class Spelled(NamedTuple):
    """What a string says: the pieces that may be meant, the references likewise, and the way.

    Without a number all copies of a bug may be meant. A pass has no piece, the first piece of a
    game no reference; either is `NONE` then.
    """

    pieces: tuple[int, ...]
    references: tuple[int, ...]
    dq: int = 0
    dr: int = 0


_PASSED = Spelled((NONE,), (NONE,))


def read_move(word: str, position: HivePosition) -> HiveMove:
    """The move that a text given alone spells; raises `NotAMove` or `AmbiguousMove`.

    Any case, more blanks, a true minus, and a number that a bug does not need are understood; a number
    that is left out, where only one copy of the bug can move so.
    """
    return _resolve(word, SPELLING.read(word), position)


def read_word(word: str, position: HivePosition) -> HiveMove:
    """The move that a record spells: as `read_move`, but with one blank at most."""
    return _resolve(word, SPELLING.read_word(word), position)


def check_spelling(word: str, *, first: bool) -> None:
    """Hold a word of a record to what can be asked without the table; raises `NotAMove`.

    `first` says whether it is the first of a game that begins with an empty table.
    """
    spelled = SPELLING.read_word(word)
    if not first and spelled.references == (NONE,) and spelled.pieces != (NONE,):
        raise _lacks_reference(word)


def not_on_table(word: str, name: str) -> NotAMove:
    """The fault of a move whose last piece, by its name, is not there to tell where the other one goes."""
    *_, told = _ANY.finditer(word)
    column = told.start() + 1
    why = f"there is no {name} on the table"
    return NotAMove(word, column, f"{clip(word)} is no move here: at column {column}, {why}.")


class Table(Protocol):
    """What is asked of a position to write a move, so that others who know the table can have one written."""

    def top_at(self, q: int, r: int, lifted: int = NONE, /) -> int:
        """The piece on top of a cell once the piece `lifted` is off the hive; `NONE` for none."""


def write_move(move: HiveMove, position: Table) -> str:
    """The canonical string of a move that is legal in the position.

    >>> write_move(HiveMove(0, 0, 0), HivePosition.start(HiveSettings()))
    'wQ'
    """
    piece, q, r = move
    if piece == NONE:
        return "pass"
    name, top_at = _NAMES[piece], position.top_at
    top = top_at(q, r, piece)
    if top != NONE:
        return f"{name} {_NAMES[top]}"
    for dq, dr, before, after in _REFERENCES:
        top = top_at(q + dq, r + dr, piece)
        if top != NONE:
            return f"{name} {before}{_NAMES[top]}{after}"
    return name


def read_position(text: str, settings: HiveSettings) -> HivePosition:
    """The position that a text tells; raises `NotAPosition`, or `engine.BadPosition` by the rules."""
    stacks, to_move, last = read_position_text(GRAMMAR, text)
    return HivePosition.load(settings, stacks, to_move, last)


def write_position(position: HivePosition) -> str:
    """The canonical text of a position: stacks by r, then q; the side to move; the piece moved last.

    >>> write_position(HivePosition.start(HiveSettings()))
    '- w -'
    """
    stacks = [
        f"{'.'.join(_NAMES[piece] for piece in pieces)}@{q},{r}" for q, r, pieces in position.stacks
    ]
    last = "-" if position.last == NONE else _NAMES[position.last]
    return " ".join([*(stacks or "-"), _LETTERS[position.to_move], last])


def _resolve(word: str, spelled: Spelled, position: HivePosition) -> HiveMove:
    pieces, references, dq, dr = spelled
    if len(pieces) + len(references) > 2:
        return _choose(word, spelled, position)
    (piece,), (reference,) = pieces, references
    if reference == NONE:
        return _without_reference(word, piece, position)
    cell = position.find(reference)
    if cell is None:
        raise not_on_table(word, PIECES[reference].name)
    q, r = cell
    return HiveMove(piece, q + dq, r + dr)


def _choose(word: str, spelled: Spelled, position: HivePosition) -> HiveMove:
    """The one legal move among those that may be meant; when there is none, one to be judged."""
    pieces, references, dq, dr = spelled
    known = [each for each in references if each == NONE or position.find(each) is not None]
    if not known:
        raise not_on_table(word, PIECES[references[0]].name)
    moves = dict.fromkeys(
        _resolve(word, Spelled((piece,), (reference,), dq, dr), position)
        for piece in pieces
        for reference in known
    )
    legal = [move for move in moves if position.is_legal(move)]
    if len(legal) > 1:
        raise AmbiguousMove(word, (write_move(move, position) for move in legal))
    return next(iter(legal or moves))


def _without_reference(word: str, piece: int, position: HivePosition) -> HiveMove:
    if piece == NONE:
        return PASS
    if position.stacks:
        raise _lacks_reference(word)
    return HiveMove(piece, 0, 0)


def _lacks_reference(word: str) -> NotAMove:
    why = "only the first piece of a game goes without a piece that tells where"
    return NotAMove(word, len(word.rstrip()) + 1, f"{clip(word)} is no move here: {why}.")


def _read_plain(plain: re.Match[str]) -> Spelled:
    piece, before, reference, other, after = plain.groups()
    if piece is None:
        return _PASSED
    pieces = _MEANINGS[piece.lower()]
    if other is not None:
        return Spelled(pieces, _MEANINGS[other.lower()], *_WAYS["", after])
    if reference is None:
        return Spelled(pieces, (NONE,))
    way = _WAYS[before, ""] if before else (0, 0)
    return Spelled(pieces, _MEANINGS[reference.lower()], *way)


def _meant(token: str) -> tuple[int, ...]:
    return _MEANINGS[token.lower()]


def _sign(token: str) -> str:
    return token.strip().replace("\u2212", "-")


def _parts(values: list[list[Stack] | Stack | Side | int]) -> tuple[list[Stack], Side, int]:
    *hive, side, last = values
    stacks = [each for each in hive if each != NONE]
    return cast(list[Stack], stacks), cast(Side, side), cast(int, last)


GRAMMAR = Grammar(
    "hive.lark",
    ["move", "position"],
    {
        "PIECE": _meant,
        "NUMBERED": lambda token: _meant(token)[0],
        "BEFORE": _sign,
        "AFTER": _sign,
        "SIDE": lambda token: _SIDES[token.lower()],
        "NOTHING": lambda _: NONE,
        "COORDINATE": lambda token: int(token.replace("\u2212", "-")),
        "passed": lambda _: _PASSED,
        "alone": lambda parts: Spelled(parts[0], (NONE,)),
        "on_top": lambda parts: Spelled(*parts),
        "left_of": lambda parts: Spelled(parts[0], parts[2], *_WAYS[parts[1], ""]),
        "right_of": lambda parts: Spelled(parts[0], parts[1], *_WAYS["", parts[2]]),
        "stack": lambda parts: Stack(parts[-2], parts[-1], tuple(parts[:-2])),
        "position": _parts,
    },
    {
        "PASS": "`pass`",
        "PIECE": "a piece",
        "NUMBERED": "a piece",
        "BEFORE": "`-`, `/` or `\\`",
        "AFTER": "`-`, `/` or `\\`",
        "SIDE": "`w` or `b`",
        "NOTHING": "`-`",
        "DOT": "`.`",
        "AT": "`@`",
        "COMMA": "`,`",
        "COORDINATE": "a number",
        "_BLANKS": "a blank",
    },
)
SPELLING = MoveSpelling(GRAMMAR, _PLAIN, _read_plain, words=2)
