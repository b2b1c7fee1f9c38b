"""A game as its page shows it: the position after any ply, the move that led to it, and what is legal.

The position of an earlier ply is played from the log, as is the move that is marked on the board: a
codec may need the position before a move to read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from markupsafe import Markup

from engine import AnyPosition, Side
from notation.games import GAMES
from notation.moves import read_word
from server.game import ACTIVE, Change, Game
from server.store.accounts import Account
from server.store.games import Logged

from . import words
from .offering import Standing, stand
from .time_words import bank_words, is_time_claimable, time_notes

FEW = 24
"""Legal moves that can be looked over without groups."""


@dataclass(frozen=True, slots=True)
class Board:
    """A position ready to be shown: as a picture, as text, and what lies beside it."""

    picture: Markup
    text: str
    beside: str

    @property
    def is_wide(self) -> bool:
        """Whether its drawing says that it is hard to read in a narrow column."""
        return 'class="drawing wide"' in self.picture


@dataclass(frozen=True, slots=True)
class Shown:
    """One ply in the list of moves: `ply` plies have been played after it."""

    ply: int
    word: str


@dataclass(frozen=True, slots=True)
class GameView:
    """All that the page of a game says of it, for one reader, after `ply` plies."""

    game: Game
    ply: int
    board: Board
    status: str
    sides: tuple[str, str]
    mine: Side | None
    rounds: tuple[tuple[Shown | None, Shown | None], ...]
    legal: tuple[str, ...]
    offers: tuple[Standing, ...]
    now: int

    @property
    def active(self) -> bool:
        """Whether the game goes on."""
        return self.game.status == ACTIVE

    @property
    def may_act(self) -> bool:
        """Whether the reader plays in the game and it goes on."""
        return self.active and self.mine is not None

    @property
    def on_turn(self) -> bool:
        """Whether the reader is to move."""
        return self.may_act and self.mine is self.game.to_move

    @property
    def legal_groups(self) -> list[tuple[str, list[str]]]:
        """The legal moves: as one group while they are few, else by the first part of their words."""
        if len(self.legal) <= FEW:
            return [("", list(self.legal))]
        groups: dict[str, list[str]] = {}
        for word in self.legal:
            found = GAMES[self.game.game].first_part.match(word)
            groups.setdefault(found[0] if found else word, []).append(word)
        return list(groups.items())

    @property
    def claimable(self) -> bool:
        """Whether the reader may claim a draw."""
        return self.on_turn and self.game.claimable()

    @property
    def time_claimable(self) -> bool:
        """Whether the reader may claim the game by his opponent's time."""
        return is_time_claimable(self.game, self.mine, self.now)

    @property
    def time_notes(self) -> list[str]:
        """What there is to know of the game's time."""
        return time_notes(self.game, self.now)

    @property
    def banks(self) -> tuple[str, str]:
        """What each player has left; empty where no time is counted."""
        first, second = (bank_words(self.game, side, self.now) for side in Side)
        return first, second


def view_game(
    played: Game,
    log: Sequence[Logged],
    account: Account | None,
    now: int,
    ply: int | None = None,
) -> GameView:
    """The game for one reader; `ply` beyond the game's shows it as it stands."""
    ply = played.ply if ply is None else min(ply, played.ply)
    sides = GAMES[played.game].sides
    mine = words.seat_of(played, account)
    is_on_turn = mine is not None and mine is played.to_move and ply == played.ply
    return GameView(
        game=played,
        ply=ply,
        board=_after(played, log, ply),
        status=words.status_words(played, account),
        sides=sides,
        mine=mine,
        rounds=_rounds(log),
        legal=tuple(played.legal_words()) if is_on_turn else (),
        offers=stand(played, mine, any(each.side is mine for each in log)),
        now=now,
    )


def view_now(played: Game, log: Sequence[Logged]) -> Board:
    """The board as it stands, the last move marked."""
    return _after(played, log, played.ply)


def view_change(played: Game, change: Change) -> Board:
    """The board after a move that has not been played yet."""
    before = played.board().position
    last = read_word(change.game.last_move or "", before)
    return draw(change.game.board().position, last, "next")


def draw(position: AnyPosition, last: Any, name: str) -> Board:
    """A position as picture, text and words; `name` makes its ids unique in a page."""
    row = GAMES[position.game]
    picture = row.draw_svg(position, last, name=name)
    return Board(
        Markup(picture),  # noqa: S704  # the drawing escapes what it is given
        row.draw_text(position, last),
        row.beside(position),
    )


def _rounds(log: Sequence[Logged]) -> tuple[tuple[Shown | None, Shown | None], ...]:
    """The moves, a pair a round; where the second side began, its first round has one."""
    shown = [Shown(ply, each.word) for ply, each in enumerate(log, 1)]
    gap: list[Shown | None] = [None] if log and log[0].side is Side.SECOND else []
    places = [*gap, *shown]
    return tuple(zip_longest(places[::2], places[1::2]))


def _after(played: Game, log: Sequence[Logged], ply: int) -> Board:
    position, last = played.first_position(), None
    for each in log[:ply]:
        last = read_word(each.word, position)
        position = position.apply(last)
    return draw(position, last, "board")
