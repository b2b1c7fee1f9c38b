"""Cubeo positions and moves from their words, for tests of the engine that do without notation."""

import re

from engine import CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind, Side

DIE = re.compile(r"([AB])(-?\d+)@(-?\d+),(-?\d+)")
MOVE = re.compile(r"(-?\d+),(-?\d+),(-?\d+)(->|\+>)(-?\d+),(-?\d+)")
SIDES = {"A": Side.FIRST, "B": Side.SECOND}
D6 = CubeoSettings()


def table(text: str, settings: CubeoSettings = D6) -> CubeoPosition:
    """The position that a text such as `A1@0,0 B1@1,0 A` describes."""
    *dice, to_move = text.split()
    return CubeoPosition.load(settings, (die(word) for word in dice), SIDES[to_move])


def die(word: str) -> Die:
    """The die that a word such as `A3@0,-1` describes."""
    match = DIE.fullmatch(word)
    assert match, word
    owner, *numbers = match.groups()
    return Die(SIDES[owner], *map(int, numbers))


def move(word: str) -> CubeoMove:
    """The move that a word such as `+0,1`, `1,0,0->1,1` or `1,0,0+>1,0` describes."""
    if word.startswith("+"):
        x, y = map(int, word[1:].split(","))
        return CubeoMove.place(x, y)
    match = MOVE.fullmatch(word)
    assert match, word
    kind = MoveKind.WALK if match[4] == "->" else MoveKind.MERGE
    rank, x, y, x2, y2 = (int(match[group]) for group in (1, 2, 3, 5, 6))
    return CubeoMove(kind, rank, x, y, x2, y2)
