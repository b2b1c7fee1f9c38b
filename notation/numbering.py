"""The numbers of the plies of a line: what is due, and which of those that stand there are wrong.

Plies are counted by the moves. A number that is wrong by itself does not move the count; where a ply is
missing, or one too many, all later numbers differ from it by the same, and only the first of them is told.
"""

from __future__ import annotations

_DIGITS = 9


def write_number(turn: int) -> str:
    """The number of a ply, by how many came before it, counted from player 1's first."""
    return f"{turn // 2 + 1}..." if turn % 2 else f"{turn // 2 + 1}."


def read_number(word: str) -> int | None:
    """How many plies come before that of a number; None for a number beyond all games."""
    digits = word.rstrip(".")
    if len(digits) > _DIGITS:
        return None
    return 2 * (int(digits) - 1) + word.endswith("...")


class Count:
    """How the numbers of a line go with its moves.

    `lost` are the plies that the numbers count, but that damage has taken; with `unsure` the next number
    tells how many.
    """

    __slots__ = ("_ahead", "_last", "lost", "unsure")

    def __init__(self) -> None:
        self.lost = 0
        self.unsure = False
        self._ahead = 0  # of the moves, as two numbers in a row have told
        self._last = 0

    def branch(self) -> Count:
        """The count of a variation that begins here: what was told of this line holds for it, too."""
        other = Count()
        other.lost, other.unsure = self.lost, self.unsure
        other._ahead = other._last = self._last
        return other

    @property
    def ahead(self) -> int:
        """By how much the last number differs from the moves, as they are counted."""
        return self._last

    def due(self, turn: int) -> str:
        """The number of a ply, by how many came before it."""
        return write_number(turn + self.lost)

    def judge(self, word: str, turn: int) -> bool:
        """Whether the number of a ply is right, or wrong by what was told already; goes on from there."""
        if word == write_number(turn + self.lost):
            ahead = 0
        else:
            told = read_number(word)
            if told is None:
                return False
            ahead = told - turn - self.lost
        if self.unsure:
            self.lost += ahead
            self.unsure = False
            self._ahead = self._last = 0
            return True
        known = ahead in (0, self._ahead, self._last)
        if ahead == self._last:
            self._ahead = ahead
        self._last = ahead
        return known
