"""The rules of Hive in short, for a page; docs/hive.md tells them in full."""

from .phrases import paragraphs

RULES = paragraphs(
    """
    There is no board: the bugs on the table are the hive. Each player has a queen, two spiders,
    two beetles, three grasshoppers and three ants, all in hand at the start. White begins.

    A turn is to place a bug from your hand or to move one. Who can do neither passes, and
    nobody else.

    A new bug touches a bug of your colour and none of the other; only Black's first touches
    White's. On a stack the top bug alone counts, and covered bugs do nothing.

    The queen is placed on your fourth turn at the latest; until she is, none of your bugs
    moves.

    One hive: while a bug is lifted all others must hang together. A bug without which they
    would not is pinned.

    On the ground a bug slides: it keeps touch with the hive at every step, and passes no gap
    that is too narrow for it. On top, only two stacks higher than its way are such a gap.

    The queen goes one step, the ant any number of steps, the spider exactly three and no cell
    twice.

    The grasshopper jumps in a straight line over one or more occupied cells to the first empty
    one. The beetle goes one step, up and down too, and may stand on others.

    By setting: the ladybug goes two steps on top of the hive and one down. The mosquito moves
    as any bug that it touches, on top of the hive as a beetle.

    By setting: the pillbug goes as a queen, or throws a bug beside it, of either colour, over
    itself to an empty cell beside it; not one of a stack, nor one that the opponent has just
    placed or moved. A thrown bug rests for the next turn.

    A queen with six occupied cells round her has lost, whoever's bugs they are and whoever
    moved. Both queens at once are a draw.

    A position that occurs for the third time is a draw, and so is a pass that answers a pass.
    """
)
