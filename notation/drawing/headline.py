"""A position in one line, whatever the game: whose turn it is, or who has won."""

from collections.abc import Mapping

from engine import AnyPosition, Side

WHITE_AND_BLACK = {Side.FIRST: "White", Side.SECOND: "Black"}


def headline(game: str, position: AnyPosition, players: Mapping[Side, str]) -> str:
    """The title of a drawing; `players` are what the sides are called in it."""
    outcome = position.outcome()
    if outcome is None:
        return f"{game}: {players[position.to_move]} to move"
    if outcome.winner is None:
        return f"{game}: a draw"
    return f"{game}: {players[outcome.winner]} has won"
