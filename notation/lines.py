"""A line of play while its text is read: its plies so far, and what belongs to the last of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .comments import fill_blanks, take_marks
from .numbering import Count
from .record import Doubt, Ply, Variation
from .tokens import span

if TYPE_CHECKING:
    from lark import Token


class LineText:
    """The record's own line, or a variation's (`closed`, when its bracket is); `first` plies come before it."""

    def __init__(self, first: int, count: Count | None = None, *, closed: bool) -> None:
        self.first = first
        self.count = count or Count()
        self.closed = closed
        self.comments: list[str] = []
        self.plies: list[Ply] = []
        self.cut: int | None = None
        self.number: Token | None = None  # one that waits for its move
        self.excused = False  # whether what stands for a number is damaged, and told
        self.spoiled = False  # whether all up to the next number is part of a damaged move
        self._doubt: tuple[Doubt, int, int] | None = None
        self.taken: Token | None = None  # a move that became part of a damaged one
        self.move: Token | None = None  # the last one, whose comments may still come
        self.nags: list[int] = []
        self.notes: list[str] = []
        self.variations: list[Variation] = []

    @property
    def ply(self) -> int:
        """How many plies have been played when the next one comes."""
        return self.first + len(self.plies) + (self.move is not None)

    def play(self, move: Token) -> None:
        """Goes on with a move; what belongs to the one before it is complete."""
        self._settle()
        self.move = move
        self.number = None
        self.excused = False

    def take_back(self) -> Token | None:
        """The last move, which is none after all, if nothing has been said about it."""
        move = self.move
        if self.notes or self.nags or self.variations:
            return None
        self.move = None
        return move

    def drop(self) -> None:
        """Takes back the last ply, about which nothing has been said."""
        if self.take_back() is None:
            del self.plies[-1:]

    def fail(self) -> None:
        """Cuts the line here, unless it was cut before."""
        self.count.unsure = True
        if self.cut is None:
            self.cut = len(self.plies) + (self.move is not None)

    def doubt_number(self, number: Token, due: str) -> None:
        """Remembers the first number that leaves the moves, or that has none."""
        if self._doubt is None or self.doubt is None:
            place = len(self.plies) + (self.move is not None)
            doubt = Doubt(place, span(number), number.value, due)
            self._doubt = doubt, self.count.ahead, self.count.lost

    @property
    def doubt(self) -> Doubt | None:
        """Where the numbers leave the moves, when none after it agrees with them as they were before."""
        if self._doubt is None:
            return None
        doubt, ahead, lost = self._doubt
        stays = self.count.ahead == ahead != 0 or self.count.lost > lost
        return doubt if stays else None

    def end(self) -> tuple[Ply, ...]:
        """The plies of the line, which is complete."""
        self._settle()
        self.move = None
        return tuple(self.plies)

    def _settle(self) -> None:
        token = self.move
        if token is None:
            return
        word = token.value if len(token.split()) == 1 else fill_blanks(token.value)
        if self.notes or self.nags or self.variations:
            at, clock, comments = take_marks(self.notes)
            nags, variations = tuple(self.nags), tuple(self.variations)
            ply = Ply(word, at, clock, nags, comments, variations, span(token))
            self.notes, self.nags, self.variations = [], [], []
        else:
            ply = Ply(word, where=span(token))
        self.plies.append(ply)
