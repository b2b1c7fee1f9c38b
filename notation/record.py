"""A game record as a value: what a file of any format is read to, and what is written from it.

The fields mirror the JSON record (schemas/record.json). Where a value stood in its file is kept
beside it for diagnostics, and is no part of it: two records are equal when they tell the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

UNKNOWN_NAME = "?"
NESTING = 64


class Span(NamedTuple):
    """A stretch of text: lines and columns from 1, columns in code points, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


Where = Span | str
"""A place in a record's source: a span of its text, or a JSON pointer (RFC 6901) into its document."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player: a name, an id at the site, a rating, and whether it is a program."""

    name: str = UNKNOWN_NAME
    id: str | None = None
    rating: int | None = None
    bot: bool = False


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A clock in whole hours: `kind` is capped, fixed or total, `enforcement` auto or claim."""

    kind: str
    start: int | None = None
    increment: int | None = None
    max: int | None = None
    enforcement: str = "auto"


@dataclass(frozen=True, slots=True)
class Result:
    """How a record says that its game ended: the winner's number (None: none), the reason if told."""

    winner: int | None
    reason: str | None = None


class Doubt(NamedTuple):
    """Where the numbers of a line leave its moves: a ply may be missing there, or one too many.

    After `ply` plies of the line stands `number`, where `due` is due; it was told at `where`.
    """

    ply: int
    where: Where
    number: str
    due: str


@dataclass(frozen=True, slots=True)
class Variation:
    """Another way to go on, instead of the ply that holds it; nested at most `NESTING` deep.

    `cut` says how many plies come before a fault of its text, that spoils the rest (None: all do), `doubt`
    where its numbers leave its moves, if they do.
    """

    comments: tuple[str, ...] = ()
    plies: tuple[Ply, ...] = ()
    cut: int | None = field(default=None, compare=False, repr=False)
    doubt: Doubt | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ply:
    """One move as it was written, with what was said about it.

    `at` is an RFC 3339 time, `clock` the mover's seconds left after the ply. White space in a
    comment is single blanks; what a comment begins with as `[%at …]` or `[%clk …]` is in the fields.
    """

    move: str
    at: str | None = None
    clock: int | None = None
    nags: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    variations: tuple[Variation, ...] = ()
    where: Where | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A game: `game` is a key of the table of games, `variants` its canonical words of settings.

    `outcome` is None while the game is not over. `tags` are names and values in their order, without
    those that are fields here. `where` gives the places of fields, by the names used in JSON, and
    `result`, `reason` for the two parts of the outcome; `cut` and `doubt` are as in `Variation`.
    """

    game: str
    variants: tuple[str, ...] = ()
    players: tuple[Player, Player] = (Player(), Player())
    tags: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    time_control: TimeControl | None = None
    started: str | None = None
    ended: str | None = None
    comments: tuple[str, ...] = ()
    plies: tuple[Ply, ...] = ()
    outcome: Result | None = None
    where: Mapping[str, Where] = field(default_factory=dict, compare=False, repr=False)
    cut: int | None = field(default=None, compare=False, repr=False)
    doubt: Doubt | None = field(default=None, compare=False, repr=False)
