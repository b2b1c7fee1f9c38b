"""The rules of Cubeo in short, for a page; docs/cubeo.md tells them in full."""

from .phrases import paragraphs

RULES = paragraphs(
    """
    There is no board: the dice on the table hang together edge to edge, on a plane without end.
    Red and blue begin with one die of rank 1 each, side by side; the others are in hand. Red
    moves first.

    A turn is one of three things: place, walk or merge. Nobody may pass.

    Place a die of rank 1 from your hand on an empty cell that touches a die of yours and no
    enemy die.

    Walk with a die of yours, exactly as many steps as its rank, along the edge of the other
    dice. It may turn back on its way, but ends on another cell than it began.

    Merge a die of yours into another of yours beside it, if you have at least three on the
    table. The ranks add up on the second, and the first goes back to your hand.

    The sum must be a rank that a die can show, or reach the goal, which is one more than the
    highest rank: 7 with six dice each.

    The dice may never fall apart: one that holds the others together is pinned, and neither
    walks nor merges.

    Dice slide, and none passes a gap that is too narrow for it: a placed die must be able to
    come in from outside, one that merges to get out and into the other.

    A merge that reaches the goal wins at once.

    A player to move who has no legal move loses.

    While a position stands for the third time or more, the player to move may claim a draw.
    """
)
