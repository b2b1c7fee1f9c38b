"""Rows of cells as lines of text: squares with coordinates at two sides, hexes slanting."""

from collections.abc import Callable, Collection, Iterator, Mapping

from .grids import Point, Row


class Faces:
    """The cells of a board as short words of equal width; those of the last move in brackets."""

    def __init__(self, faces: Mapping[Point, str], marked: Collection[Point], empty: str) -> None:
        self._faces, self._marked, self._empty = faces, marked, empty
        self.width = (max(map(len, faces.values()), default=0) + 2) // 2 * 2

    def _cell(self, x: int, y: int, width: int) -> str:
        face = self._faces.get((x, y), self._empty)
        return (f"[{face}]" if (x, y) in self._marked else face).center(width)

    def row(self, row: Row, width: int) -> str:
        """One row, each cell `width` wide."""
        return "".join(self._cell(x, row.y, width) for x in range(row.first, row.last + 1))


def square_lines(
    board: Faces,
    rows: tuple[Row, ...],
    *,
    column: Callable[[int], str] = str,
    row: Callable[[int], str] = str,
) -> Iterator[str]:
    """Each row after the name of its y, the names of the x below."""
    columns = [column(x) for x in range(rows[0].first, rows[0].last + 1)]
    width = max(board.width + 2, *(len(name) + 1 for name in columns))
    margin = max(len(row(each.y)) for each in rows) + 1
    for each in rows:
        yield f"{row(each.y):>{margin}} {board.row(each, width)}".rstrip()
    yield (" " * (margin + 1) + "".join(name.center(width) for name in columns)).rstrip()


def hex_lines(board: Faces, rows: tuple[Row, ...]) -> Iterator[str]:
    """Each row between the full coordinates of its first and its last cell."""
    width = board.width + 2
    leftmost = min(2 * row.first + row.y for row in rows)
    heads = [f"{row.first},{row.y}" for row in rows]
    margin = max(map(len, heads))
    for head, row in zip(heads, rows, strict=True):
        indent = (2 * row.first + row.y - leftmost) * (width // 2)
        tail = f"{row.last},{row.y}"
        yield f"{head:>{margin}} {' ' * indent}{board.row(row, width)} {tail}"
