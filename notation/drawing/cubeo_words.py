"""A Cubeo position in words, for people who hear a page and for the text under a board."""

from engine import CubeoMove, CubeoPosition, MoveKind, Side

from .headline import headline

COLOURS = {Side.FIRST: "red", Side.SECOND: "blue"}
PLAYERS = {side: f"Player {side.value} ({colour})" for side, colour in COLOURS.items()}


def title(position: CubeoPosition) -> str:
    """The position in one line: whose turn it is, or who has won."""
    return headline("Cubeo", position, PLAYERS)


def describe(position: CubeoPosition, last: CubeoMove | None = None) -> str:
    """Every die, what is in hand, and the last move, in whole sentences."""
    sentences = [_dice(position, side) for side in Side]
    if last is not None:
        sentences.append(_move(last))
    return " ".join(sentences)


def in_hand(position: CubeoPosition) -> str:
    """How many dice each side has left to place."""
    counts = (f"{COLOURS[side]} {position.in_hand(side)}" for side in Side)
    return f"In hand: {', '.join(counts)}."


def _dice(position: CubeoPosition, side: Side) -> str:
    dice = ", ".join(
        f"rank {die.rank} on {die.x},{die.y}" for die in position.dice if die.owner is side
    )
    return f"{PLAYERS[side]}: {dice or 'no die on the table'}; in hand {position.in_hand(side)}."


def _move(move: CubeoMove) -> str:
    if move.kind is MoveKind.PLACE:
        return f"Last move: a new die on {move.x},{move.y}."
    verb = "walked" if move.kind is MoveKind.WALK else "merged"
    way = "to" if move.kind is MoveKind.WALK else "into"
    return (
        f"Last move: the die of rank {move.rank} {verb} from {move.x},{move.y} "
        f"{way} {move.x2},{move.y2}."
    )
