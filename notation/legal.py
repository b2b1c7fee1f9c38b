"""`turnpost legal`: JSON lines in, JSON lines out, for bots and tools in any language.

Each line asks for the legal moves of one position, told by a game, its settings, a start and moves.
Each gets its answer, in order and at once; a line that cannot be answered is answered by an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

import click

import engine
from engine import AnyLine, AnyPosition, Line

from . import moves as codec
from .errors import AmbiguousMove, BadSettings, NotAMove, NotAPosition
from .grammar import clip
from .json_text import FieldTwice, NotJSON, TooDeep, read_json
from .settings import read_settings

_BOM = b"\xef\xbb\xbf"
_FIELDS = ("id", "game", "variants", "position", "moves")


class _Refusal(Exception):
    """A line that has no other answer than an error; `ply` and `move` say at which move."""

    def __init__(
        self, code: str, message: str, ply: int | None = None, move: str | None = None
    ) -> None:
        self.error = {"code": code, "ply": ply, "move": move, "message": message}
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class _Question:
    game: str
    variants: list[str]
    position: str | None
    moves: list[str]


def answer(line: bytes, *, every_ply: bool = False) -> dict[str, Any]:
    """The answer to one line: the legal moves and the outcome, or an error.

    >>> answer(b'{"game": "cubeo", "variants": ["strict"]}')["legal"]
    ['+-1,0', '+0,-1', '+0,1']
    """
    given: dict[str, Any] = {}
    try:
        document = _load(line)
        if "id" in document:
            given["id"] = document["id"]
        return given | _answer(_question(document), every_ply=every_ply)
    except _Refusal as refusal:
        return given | {"error": refusal.error}


def _load(line: bytes) -> dict[str, Any]:
    try:
        document = read_json(line.removeprefix(_BOM).decode())
    except UnicodeDecodeError:
        raise _Refusal("bad_json", "This line is not UTF-8.") from None
    except TooDeep:
        raise _Refusal("bad_json", "This line is nested too deeply.") from None
    except FieldTwice as fault:
        raise _Refusal("bad_json", f"The field {clip(fault.name)} is named twice.") from None
    except NotJSON as fault:
        why = f"This line is not JSON: at column {fault.offset + 1} {fault.why}."
        raise _Refusal("bad_json", why) from None
    if not isinstance(document, dict):
        raise _Refusal("bad_json", "A line must hold a JSON object.")
    return document


def _question(document: dict[str, Any]) -> _Question:
    unknown = [name for name in document if name not in _FIELDS]
    if unknown:
        known = ", ".join(_FIELDS)
        told = f"There is no field {clip(unknown[0])}; there is {known}."
        raise _Refusal("unknown_field", told)
    return _Question(
        _text(document, "game"),
        _words(document, "variants"),
        _text(document, "position") if "position" in document else None,
        _words(document, "moves"),
    )


def _text(document: dict[str, Any], name: str) -> str:
    if name not in document:
        raise _Refusal("bad_json", f"There must be a field {name!r}.")
    value = document[name]
    if not isinstance(value, str):
        raise _Refusal("bad_json", f"{name!r} must be a text.")
    return value


def _words(document: dict[str, Any], name: str) -> list[str]:
    value = document.get(name, [])
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise _Refusal("bad_json", f"{name!r} must be a list of texts.")
    return value


def _answer(question: _Question, *, every_ply: bool) -> dict[str, Any]:
    line: AnyLine = Line(_start(question))
    plies: list[list[str]] = []
    for ply, word in enumerate(question.moves):
        if every_ply:
            plies.append(codec.legal_words(line))
        line = _play(line, ply, word)
    outcome = line.outcome()
    told = {
        "ply": len(question.moves),
        "to_move": int(line.position.to_move),
        "position": codec.write_position(line.position),
        "legal": codec.legal_words(line),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        "claimable": line.claimable(),
    }
    return told | {"plies": plies} if every_ply else told


def _start(question: _Question) -> AnyPosition:
    try:
        settings = read_settings(question.game, question.variants)
        if question.position is None:
            return engine.start(question.game, settings)
        return codec.read_position(question.game, question.position, settings)
    except engine.UnknownGame as fault:
        raise _Refusal("unknown_game", str(fault)) from None
    except BadSettings as fault:
        raise _Refusal("bad_settings", str(fault)) from None
    except (NotAPosition, engine.BadPosition) as fault:
        raise _Refusal("bad_position", str(fault)) from None


def _play(line: AnyLine, ply: int, word: str) -> AnyLine:
    try:
        return line.play(codec.read_move(word, line.position))
    except (NotAMove, AmbiguousMove, engine.IllegalMove) as fault:
        if line.outcome() is not None:
            raise _Refusal("after_end", "The game is over before this move.", ply, word) from None
        raise _Refusal(_CODES[type(fault)], str(fault), ply, word) from None


_CODES = {
    NotAMove: "not_a_move",
    AmbiguousMove: "ambiguous_move",
    engine.IllegalMove: "illegal_move",
}


def answers(lines: Iterable[bytes], *, every_ply: bool) -> Iterator[str]:
    """The answers to all lines that are not blank, each as it is asked for."""
    for line in lines:
        if line.removeprefix(_BOM).strip():
            yield json.dumps(answer(line, every_ply=every_ply))


@click.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--every-ply", is_flag=True, help="Also list the legal moves before each move.")
def legal(file: IO[bytes], *, every_ply: bool) -> None:
    """Tell the legal moves of positions: JSON lines in, JSON lines out.

    A line holds "game" and, as needed, "id", "variants", "position" and "moves". FILE is the
    standard input when left out.
    """
    for told in answers(file, every_ply=every_ply):
        click.echo(told)
