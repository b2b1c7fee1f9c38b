"""A Cubeo position as text for terminals and mails, in Unicode or in plain ASCII.

Each row begins with its y; on squares the x stand below. On hexes, where columns slant, each row
tells the full coordinates of its first and last cell instead. The cells of the last move stand
in brackets.
"""

from collections.abc import Iterator

from engine import CubeoMove, CubeoPosition, Side

from .cubeo_grid import Point, Row, hex_rows, square_rows
from .cubeo_words import in_hand, title

SQUARES = {Side.FIRST: "■", Side.SECOND: "□"}
HEXES = {Side.FIRST: "⬢", Side.SECOND: "⬡"}
LETTERS = {Side.FIRST: "A", Side.SECOND: "B"}


def draw_text(
    position: CubeoPosition, last: CubeoMove | None = None, *, plain: bool = False
) -> str:
    """The position as lines of text, y upwards; `plain` keeps to ASCII, with A and B for the sides."""
    hexes = position.settings.hex
    signs = LETTERS if plain else HEXES if hexes else SQUARES
    faces = {(die.x, die.y): f"{signs[die.owner]}{die.rank}" for die in position.dice}
    board = _Text(faces, _marked(last), "." if plain else "·")
    rows = hex_rows(position.dice) if hexes else square_rows(position.dice)
    lines = _hex_lines(board, rows) if hexes else _square_lines(board, rows)
    legend = f"{signs[Side.FIRST]} red (player 1), {signs[Side.SECOND]} blue (player 2)."
    tail = ("", f"{title(position)}. {in_hand(position)}", legend)
    return "\n".join((*(line.rstrip() for line in lines), *tail)) + "\n"


def _marked(last: CubeoMove | None) -> frozenset[Point]:
    return frozenset() if last is None else frozenset({(last.x, last.y), (last.x2, last.y2)})


class _Text:
    """The cells of a table as short words of equal width."""

    def __init__(self, faces: dict[Point, str], marked: frozenset[Point], empty: str) -> None:
        self._faces, self._marked, self._empty = faces, marked, empty
        self.width = max(len(face) for face in faces.values()) + 2 & ~1

    def cell(self, x: int, y: int, width: int) -> str:
        face = self._faces.get((x, y), self._empty)
        return (f"[{face}]" if (x, y) in self._marked else face).center(width)

    def row(self, row: Row, width: int) -> str:
        return "".join(self.cell(x, row.y, width) for x in range(row.first, row.last + 1))


def _square_lines(board: _Text, rows: tuple[Row, ...]) -> Iterator[str]:
    xs = range(rows[0].first, rows[0].last + 1)
    width = max(board.width + 2, *(len(str(x)) + 1 for x in xs))
    margin = max(len(str(row.y)) for row in rows) + 1
    for row in rows:
        yield f"{row.y:>{margin}} {board.row(row, width)}"
    yield " " * (margin + 1) + "".join(str(x).center(width) for x in xs)


def _hex_lines(board: _Text, rows: tuple[Row, ...]) -> Iterator[str]:
    width = board.width + 2
    leftmost = min(2 * row.first + row.y for row in rows)
    heads = [f"{row.first},{row.y}" for row in rows]
    margin = max(map(len, heads))
    for head, row in zip(heads, rows, strict=True):
        indent = (2 * row.first + row.y - leftmost) * (width // 2)
        tail = f"{row.last},{row.y}"
        yield f"{head:>{margin}} {' ' * indent}{board.row(row, width)} {tail}"
