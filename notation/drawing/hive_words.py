"""A Hive position in words, for people who hear a page and for the text under a board."""

from collections.abc import Iterable, Iterator

from engine import HiveMove, HivePosition, Side
from engine.hive import NONE, PASS, PIECES, Stack

from .headline import WHITE_AND_BLACK, headline


def title(position: HivePosition) -> str:
    """The position in one line: whose turn it is, or who has won."""
    return headline("Hive", position, WHITE_AND_BLACK)


def describe(position: HivePosition, last: HiveMove | None = None) -> str:
    """Every piece, what is in hand, and the last move, in whole sentences."""
    sentences = [_pieces(position, side) for side in Side]
    if last == PASS:
        sentences.append("Last move: a pass.")
    elif position.last != NONE:
        sentences.append(_moved(position))
    return " ".join(sentences)


def in_hand(position: HivePosition) -> str:
    """The pieces that each side has left to place."""
    return " ".join(hands(position))


def hands(position: HivePosition) -> tuple[str, ...]:
    """What each side has left to place, a sentence a side."""
    return tuple(
        f"{name} in hand: {_names(position.in_hand(side)) or 'nothing'}."
        for side, name in WHITE_AND_BLACK.items()
    )


def last_cell(position: HivePosition) -> tuple[int, int] | None:
    """The cell of the piece that was placed, moved or thrown last; None after a pass."""
    return None if position.last == NONE else position.find(position.last)


def covered(stack: Stack) -> str:
    """The pieces under the top of a stack, the upper ones first."""
    return _names(reversed(stack.pieces[:-1]))


def _names(pieces: Iterable[int]) -> str:
    return ", ".join(PIECES[piece].name for piece in pieces)


def _pieces(position: HivePosition, side: Side) -> str:
    told = ", ".join(_on_table(position, side)) or "no piece on the table"
    held = _names(position.in_hand(side)) or "nothing"
    return f"{WHITE_AND_BLACK[side]}: {told}; in hand {held}."


def _on_table(position: HivePosition, side: Side) -> Iterator[str]:
    for stack in position.stacks:
        for below, piece in enumerate(stack.pieces):
            if PIECES[piece].side is side:
                yield _place(stack, below)


def _place(stack: Stack, below: int) -> str:
    """Where the piece of a stack is that has `below` pieces below it."""
    bug, name = PIECES[stack.pieces[below]].bug, PIECES[stack.pieces[below]].name
    words = f"{bug.name.lower()} {name} on {stack.q},{stack.r}"
    if below:
        words += f" upon {PIECES[stack.pieces[below - 1]].name}"
    if below < len(stack.pieces) - 1:
        words += f" under {PIECES[stack.pieces[below + 1]].name}"
    return words


def _moved(position: HivePosition) -> str:
    piece, cell = PIECES[position.last], last_cell(position)
    where = f"{cell[0]},{cell[1]}" if cell else "nowhere"
    if piece.side is position.to_move:
        return f"Last move: {piece.name} was thrown to {where} and may not move now."
    return f"Last move: {piece.name} to {where}."
