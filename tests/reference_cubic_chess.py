"""Cubic Chess's rules told plainly and slowly, on a dictionary: the reference of the engine's tests.

A board maps squares (file, rank), from 0, to (side, height). Nothing here is shared with the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

Square = tuple[int, int]
Board = dict[Square, tuple[int, int]]

PAWN, BISHOP, ROOK, QUEEN, KING = range(1, 6)
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
ASLANT = ((1, 1), (-1, 1), (1, -1), (-1, -1))
WAYS = {BISHOP: ASLANT, ROOK: STRAIGHT, QUEEN: STRAIGHT + ASLANT, KING: STRAIGHT + ASLANT}
MOST = {ROOK: 2, QUEEN: 1, KING: 1}


class State(NamedTuple):
    """Board, side to move (1 or 2), both reserves, en passant square."""

    board: Board
    side: int
    reserves: tuple[int, int]
    ep: Square | None


def name(square: Square) -> str:
    """The name of a square."""
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def ahead(side: int) -> int:
    """Which way the side's pawns go."""
    return 1 if side == 1 else -1


def last_rank(side: int) -> int:
    """The rank on which the side's pawns promote."""
    return 7 if side == 1 else 0


def attacks(board: Board, square: Square) -> Iterator[Square]:
    """The squares that the figure on a square attacks."""
    side, height = board[square]
    x, y = square
    if height == PAWN:
        steps = [(x - 1, y + ahead(side)), (x + 1, y + ahead(side))]
        yield from (step for step in steps if inside(step))
        return
    for dx, dy in WAYS[height]:
        target = (x + dx, y + dy)
        while inside(target):
            yield target
            if target in board or height == KING:
                break
            target = (target[0] + dx, target[1] + dy)


def inside(square: Square) -> bool:
    """Whether a square is on the board."""
    return square[0] in range(8) and square[1] in range(8)


def in_check(board: Board, side: int) -> bool:
    """Whether the side has a king that is attacked."""
    kings = [square for square, figure in board.items() if figure == (side, KING)]
    enemies = [square for square, figure in board.items() if figure[0] != side]
    return any(king in attacks(board, enemy) for king in kings for enemy in enemies)


def lawful(board: Board, side: int) -> bool:
    """Whether the side's figures are within the limits."""
    own = {square: height for square, (owner, height) in board.items() if owner == side}
    counts = Counter(own.values())
    bishops = Counter(sum(square) % 2 for square, height in own.items() if height == BISHOP)
    pawns = [square for square, height in own.items() if height == PAWN]
    return (
        all(counts[height] <= most for height, most in MOST.items())
        and all(count <= 1 for count in bishops.values())
        and all(rank != last_rank(side) for _, rank in pawns)
    )


def able(board: Board, side: int, reserve: int) -> bool:
    """Whether the side has a king or can still build one."""
    heights = [height for owner, height in board.values() if owner == side]
    flex = reserve + sum(height - 1 for height in heights)
    return KING in heights or (bool(heights) and flex >= KING - 1)


def steps(state: State) -> Iterator[tuple[Square, Square, Board]]:
    """Every move, safe or not, with the board after it; a pawn on its last rank is still one."""
    board, side, _, ep = state
    for square, (owner, height) in board.items():
        if owner != side:
            continue
        targets = set(attacks(board, square))
        if height == PAWN:
            targets = {t for t in targets if t in board or t == ep}
            x, y = square
            one, two = (x, y + ahead(side)), (x, y + 2 * ahead(side))
            if one not in board:
                targets.add(one)
                if y == (1 if side == 1 else 6) and two not in board:
                    targets.add(two)
        for target in targets:
            hit = board.get(target)
            if hit is not None and (hit[0] == side or hit[1] == KING):
                continue
            after = dict(board)
            del after[square]
            if height == PAWN and target == ep and hit is None:
                del after[target[0], square[1]]
            after[target] = (side, height)
            yield square, target, after


def legal_turns(state: State) -> set[str]:
    """The canonical words of all legal turns."""
    board, side, reserves, _ = state
    if not all(able(board, player, reserves[player - 1]) for player in (1, 2)):
        return set()
    reserve = reserves[side - 1]
    found = set()
    for square, target, after in steps(state):
        word = name(square) + name(target)
        height = board[square][1]
        if height == PAWN and target[1] == last_rank(side):
            for promoted in (BISHOP, ROOK, QUEEN):
                changed = {**after, target: (side, promoted)}
                if promoted - 1 <= reserve and fine(changed, side):
                    found.add(f"{word}={' PBRQ'[promoted]}")
            continue
        if fine(after, side):
            found.add(word)
        for place, (owner, tall) in after.items():
            if owner != side or tall == KING:
                continue
            if reserve and fine({**after, place: (side, tall + 1)}, side):
                found.add(f"{word}+{name(place)}")
            if tall > PAWN and fine({**after, place: (side, tall - 1)}, side):
                found.add(f"{word}-{name(place)}")
    return found


def fine(board: Board, side: int) -> bool:
    """Whether the side may end its turn so."""
    return lawful(board, side) and not in_check(board, side)
