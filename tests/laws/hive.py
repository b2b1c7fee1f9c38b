"""Hive under the laws: the expansions alone and together, tournament rules, no repetition."""

from collections.abc import Hashable, Iterator
from random import Random

from engine import HivePosition, HiveSettings, Side
from engine.hive import NONE, PASS, PIECES, Bug, HiveMove, Stack
from tests import reference_hive as reference

from .game import FAR, Game, Noise

SETTINGS = (
    HiveSettings(),
    HiveSettings(tournament=True),
    HiveSettings(norep=True),
    HiveSettings(mosquito=True),
    HiveSettings(ladybug=True),
    HiveSettings(pillbug=True),
    HiveSettings(mosquito=True, pillbug=True, tournament=True),
    HiveSettings(mosquito=True, ladybug=True, pillbug=True),
)

CLIMBERS = (Bug.BEETLE, Bug.MOSQUITO)


def _nearby(position: HivePosition, random: Random) -> Iterator[HiveMove]:
    """Every piece, of the set or not, to some cells in and about the hive, and a pass."""
    qs = [stack.q for stack in position.stacks] or [0]
    rs = [stack.r for stack in position.stacks] or [0]
    columns, rows = range(min(qs) - 2, max(qs) + 3), range(min(rs) - 2, max(rs) + 3)
    for piece in range(len(PIECES)):
        for _ in range(20):
            yield HiveMove(piece, random.choice(columns), random.choice(rows))
        yield HiveMove(piece, *FAR)
    yield PASS


def _canonical(position: HivePosition) -> Hashable:
    """Kinds and colours up to translation; with the pillbug, where the last piece is."""
    left = min((stack.q for stack in position.stacks), default=0)
    bottom = min((stack.r for stack in position.stacks), default=0)
    stacks = frozenset(
        (q - left, r - bottom, tuple((PIECES[i].side, PIECES[i].bug) for i in pieces))
        for q, r, pieces in position.stacks
    )
    last = [
        (stack.q - left, stack.r - bottom)
        for stack in position.stacks
        if position.settings.pillbug and position.last in stack.pieces
    ]
    return position.to_move, stacks, tuple(last)


def _shifted(position: HivePosition, dx: int, dy: int) -> HivePosition:
    stacks = [Stack(q + dx, r + dy, pieces) for q, r, pieces in position.stacks]
    return HivePosition.load(position.settings, stacks, position.to_move, position.last)


def _noisy(position: HivePosition, noise: Noise) -> HivePosition:
    change = noise.number
    stacks = [
        Stack(change(q), change(r), noise.several(map(change, pieces)))
        for q, r, pieces in position.stacks
    ]
    side, last = change(position.to_move), change(position.last)
    return HivePosition.load(position.settings, noise.several(stacks), side, last)


def _carried(move: HiveMove, dx: int, dy: int) -> HiveMove:
    return move if move.piece == NONE else HiveMove(move.piece, move.q + dx, move.r + dy)


def state(position: HivePosition) -> reference.State:
    """The reference's view of a position."""
    settings, last = position.settings, position.last
    return reference.State(
        {(q, r): tuple(PIECES[i].name for i in pieces) for q, r, pieces in position.stacks},
        "wb"[position.to_move - 1],
        "".join(bug.letter for bug in settings.bugs()),
        settings.tournament,
        None if last == NONE else PIECES[last].name,
    )


def listed(position: HivePosition) -> set[HiveMove]:
    """The reference's list."""
    return {HiveMove(NUMBERS[name], q, r) for name, q, r in reference.legal_moves(state(position))}


def made(settings: HiveSettings, random: Random) -> HivePosition:
    """A random hive: a line, straight or bent, or a lump, of all pieces or of some, with climbers."""
    straightness, climbing = random.choice((0.3, 0.8, 1)), random.choice((0, 0, 0.8))
    way, cell, cells = random.choice(reference.SIDES), (0, 0), [(0, 0)]
    stacks: dict[reference.Cell, list[int]] = {}
    for piece in _hand(settings, random):
        if stacks and PIECES[piece].bug in CLIMBERS and random.random() < climbing:
            stacks[random.choice(cells)].append(piece)
            continue
        while cell in stacks:
            way = way if random.random() < straightness else random.choice(reference.SIDES)
            cell = (cell[0] + way[0], cell[1] + way[1])
        stacks[cell] = [piece]
        cells.append(cell)
    table = [Stack(q, r, tuple(pieces)) for (q, r), pieces in stacks.items()]
    side = random.choice(list(Side))
    movable = [top for *_, (*_, top) in table if PIECES[top].side is not side]
    return HivePosition.load(settings, table, side, random.choice((NONE, *movable)))


def _hand(settings: HiveSettings, random: Random) -> list[int]:
    """All pieces or some, with both queens, in some order, but climbers last."""
    groups = [group for side in Side for group in settings.groups(side)]
    if random.random() < 0.5:
        groups = [group[: random.randint(len(group) == 1, len(group))] for group in groups]
    pieces = [piece for group in groups for piece in group]
    random.shuffle(pieces)
    return sorted(pieces, key=lambda piece: PIECES[piece].bug in CLIMBERS)


NUMBERS = {piece.name: i for i, piece in enumerate(PIECES)} | {reference.PASS[0]: NONE}
HIVE = Game(SETTINGS, _nearby, _canonical, _shifted, _noisy, _carried, listed, made)
