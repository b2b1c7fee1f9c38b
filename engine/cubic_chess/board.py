"""The chess board as bit sets: where figures go from a square, and what attacks it.

A set of squares is an int with those bits, a1 lowest. Sliders look along lines: what they reach on a
line depends on which of its squares are taken, and is worked out once for each such pattern.
"""

from __future__ import annotations

from engine.game import Side

from .values import SQUARES, Figure

ALL = (1 << 64) - 1
LIGHT = 0x55AA55AA55AA55AA
COLOURS = (LIGHT, ALL ^ LIGHT)

ORTHOGONAL = ((1, 0), (0, 1))
DIAGONAL = ((1, 1), (1, -1))

# bit sets of one side's figures by height; place 0 holds them all
Figures = list[int]


def bit(square: int) -> int:
    """A square as a set; the empty one for a number that is no square's."""
    return 1 << square if 0 <= square < SQUARES else 0


def ray(square: int, dx: int, dy: int, blockers: int = 0) -> int:
    """The squares from here in one direction, up to and with the first blocker."""
    found = 0
    x, y = (square & 7) + dx, (square >> 3) + dy
    while 0 <= x < 8 and 0 <= y < 8:
        here = 1 << (y << 3) + x
        found |= here
        if blockers & here:
            break
        x, y = x + dx, y + dy
    return found


class _Line(dict[int, int]):
    """What a slider on a square reaches both ways along a line, by the taken squares of the line."""

    def __init__(self, square: int, direction: tuple[int, int]) -> None:
        super().__init__()
        dx, dy = direction
        self.square, self.ways = square, ((dx, dy), (-dx, -dy))
        self.mask = ray(square, dx, dy) | ray(square, -dx, -dy)

    def __missing__(self, blockers: int) -> int:
        reach = self[blockers] = sum(ray(self.square, *way, blockers) for way in self.ways)
        return reach


def _lines(directions: tuple[tuple[int, int], ...]) -> tuple[tuple[_Line, ...], ...]:
    return tuple(tuple(_Line(square, way) for way in directions) for square in range(64))


_ORTHOGONAL, _DIAGONAL = _lines(ORTHOGONAL), _lines(DIAGONAL)
_STRAIGHT = _lines(ORTHOGONAL + DIAGONAL)
# by height; pawns and kings do not slide
_LINES = ((), (), _DIAGONAL, _ORTHOGONAL, _STRAIGHT, ())
_ROOK_WAYS = tuple(sum(line.mask for line in lines) for lines in _ORTHOGONAL)
_BISHOP_WAYS = tuple(sum(line.mask for line in lines) for lines in _DIAGONAL)


def _near(square: int, steps: tuple[tuple[int, int], ...]) -> int:
    x, y = square & 7, square >> 3
    cells = [(x + dx, y + dy) for dx, dy in steps]
    return sum(1 << (b << 3) + a for a, b in cells if 0 <= a < 8 and 0 <= b < 8)


_KING_STEPS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
KING_STEPS = tuple(_near(square, _KING_STEPS) for square in range(64))
PAWN_ATTACKS = {
    Side.FIRST: tuple(_near(square, ((-1, 1), (1, 1))) for square in range(64)),
    Side.SECOND: tuple(_near(square, ((-1, -1), (1, -1))) for square in range(64)),
}
FORWARD = {Side.FIRST: 8, Side.SECOND: -8}
SECOND_RANK = {Side.FIRST: 0xFF << 8, Side.SECOND: 0xFF << 48}
SKIPPED_RANK = {Side.FIRST: 0xFF << 40, Side.SECOND: 0xFF << 16}
LAST_RANK = {Side.FIRST: 0xFF << 56, Side.SECOND: 0xFF}


def slides(figure: int, square: int, taken: int) -> int:
    """The squares that a bishop, rook or queen attacks."""
    reach = 0
    for line in _LINES[figure][square]:
        reach |= line[taken & line.mask]
    return reach


def attacked(square: int, by: Side, figures: Figures, taken: int) -> bool:
    """Whether a side's figures attack a square, with these squares taken."""
    _, pawns, bishops, rooks, queens, kings = figures
    if PAWN_ATTACKS[by.other][square] & pawns or KING_STEPS[square] & kings:
        return True
    straight, aslant = rooks | queens, bishops | queens
    if _ROOK_WAYS[square] & straight and slides(Figure.ROOK, square, taken) & straight:
        return True
    return _BISHOP_WAYS[square] & aslant != 0 and slides(Figure.BISHOP, square, taken) & aslant != 0


def screens(square: int, figures: Figures, own: int, taken: int) -> int:
    """The own figures whose leaving may open a line on which an enemy slider attacks a square."""
    _, _, bishops, rooks, queens, _ = figures
    found = 0
    for ways, figure, sliders in (
        (_ROOK_WAYS, Figure.ROOK, rooks | queens),
        (_BISHOP_WAYS, Figure.BISHOP, bishops | queens),
    ):
        if ways[square] & sliders:
            first = slides(figure, square, taken) & own
            if slides(figure, square, taken ^ first) & sliders:
                found |= first
    return found


def height_on(figures: Figures, here: int) -> int:
    """The height of the side's figure on a square given as a set; 0 for none."""
    if not figures[0] & here:
        return 0
    height = 1
    while not figures[height] & here:
        height += 1
    return height
