"""A Cubic Chess position in words, for people who hear a page and for the text under a board."""

from collections.abc import Iterator

from engine import CubicChessMove, CubicChessPosition, Side
from engine.cubic_chess import NOWHERE, Figure, square_name

from .headline import WHITE_AND_BLACK, headline


def title(position: CubicChessPosition) -> str:
    """The position in one line: whose turn it is, or who has won."""
    return headline("Cubic Chess", position, WHITE_AND_BLACK)


def describe(position: CubicChessPosition, last: CubicChessMove | None = None) -> str:
    """Every figure, the reserves, and the last turn, in whole sentences."""
    sentences = [_figures(position, side) for side in Side]
    sentences += turn_words(last)
    sentences += en_passant(position)
    return " ".join(sentences)


def reserves(position: CubicChessPosition) -> str:
    """The cubes that each side has in reserve, and the square of an en passant capture."""
    counts = (f"{name} {position.reserve(side)}" for side, name in WHITE_AND_BLACK.items())
    return " ".join((f"Reserve: {', '.join(counts)}.", *en_passant(position)))


def en_passant(position: CubicChessPosition) -> Iterator[str]:
    """A sentence when a pawn can be captured en passant."""
    if position.ep != NOWHERE:
        yield f"En passant is possible on {square_name(position.ep)}."


def turn_words(last: CubicChessMove | None) -> Iterator[str]:
    """A sentence on the last turn: its move, then its rebuild or promotion."""
    if last is None:
        return
    words = f"Last turn: {square_name(last.origin)} to {square_name(last.target)}"
    if last.promotion:
        words += f", promoted to a {_name(last.promotion)}"
    elif last.change:
        change = "added on" if last.change > 0 else "returned from"
        words += f", then a cube {change} {square_name(last.square)}"
    yield f"{words}."


def _name(height: int) -> str:
    return Figure(height).name.lower()


def _figures(position: CubicChessPosition, side: Side) -> str:
    """A side's figures, the highest first, and its reserve."""
    heights = position.heights(side)
    groups = []
    for figure in reversed(Figure):
        squares = [square_name(square) for square, height in heights.items() if height == figure]
        if squares:
            plural = "s" if len(squares) > 1 else ""
            groups.append(f"{_name(figure)}{plural} (height {figure:d}) on {', '.join(squares)}")
    told = "; ".join(groups) or "no figure on the board"
    return f"{WHITE_AND_BLACK[side]}: {told}; {position.reserve(side)} in reserve."
