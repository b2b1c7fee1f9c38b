"""The rules of Cubic Chess in short, for a page; docs/cubic-chess.md tells them in full."""

from .phrases import paragraphs

RULES = paragraphs(
    """
    Each side begins with sixteen pawns, on the first two ranks of a chess board, and eight
    cubes in reserve. White begins.

    The height is the figure: a pawn is one cube, a bishop two, a rook three, a queen four, a
    king five. They move as in chess, but there are no knights and no castling.

    A turn is a move, then at most one rebuild; nobody may pass or only rebuild.

    To rebuild is to add a cube from your reserve to a figure of yours, up to a king, or to
    return the top cube of a bishop, rook or queen to it. The figure that moved may be the one.

    After a rebuild you have at most one bishop on each colour of squares, two rooks, one queen
    and one king.

    A capture takes the whole figure out of the game, for ever.

    A pawn may step twice from its second rank; then it can be taken en passant, if it is still
    one cube high.

    A pawn that reaches its last rank becomes a bishop, rook or queen by that move, for 1, 2 or
    3 cubes from your reserve, which ends the turn. No pawn may stand there.

    A king is never captured, taken down, or built on a square that is attacked. A side with a
    king may not end its turn in check; a side without one is never in check.

    Checkmate wins if the winner has a king. Any other position without a legal turn is a draw.

    Whoever can never have a king again loses at once. Without a king it takes a figure, and
    four cubes in the reserve and above the lowest cubes of your figures. If neither side can,
    it is a draw.

    A position that occurs for the third time is a draw.
    """
)
