"""Conditional moves: a tree of answers that a player leaves for moves that the opponent may make.

A branch says: if the opponent's move leads to this position, answer so; what may come next hangs below
it. A tree is checked against the rules when it is saved, and each answer again when it is played. What
counts is the position that is reached, never how a move was spelled.

A tree is kept as text, a line a branch, and is never changed: as play goes on, another line is its root.
So a move that meets a large tree costs little more than one that meets a small one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from engine import AnyPosition
from notation.moves import write_move, write_position

from .game import judge
from .refusals import Refusal

MOST_LINES = 30
MOST_PLIES = 30
MOST_LETTERS = 512
DIGITS = 16
_FIELDS = ("if", "then", "next")
Nodes = Sequence[object]


class Branch(NamedTuple):
    """If `move`, or another word, leads to `reached`, a digest of a position: `answer`, then `next`."""

    move: str
    reached: str
    answer: str
    next: tuple[Branch, ...] = ()


class Line(NamedTuple):
    """A line of a tree as it is kept: `number` is what the lines below it name as their parent."""

    number: int
    reached: str
    move: str
    answer: str


ROOT = 0


def read_tree(nodes: Nodes, position: AnyPosition, path: str = "/tree") -> tuple[Branch, ...]:
    """The tree of nodes {if, then, next?} that begins with a move in the position.

    Refuses `bad_conditionals` {path, cause}: what is no node, no legal move or one that ends the game
    before its branch does, two branches to one position, more than 30 lines or 30 plies.
    """
    branches = _read(nodes, position, path, MOST_PLIES // 2)
    if count_lines(branches) > MOST_LINES:
        raise _bad(
            path, "too_many", f"A tree has at most {MOST_LINES} lines of {MOST_PLIES} plies."
        )
    return branches


def count_lines(branches: Sequence[Branch]) -> int:
    """How many ways lead from the root to an end."""
    return sum(count_lines(branch.next) or 1 for branch in branches)


def dump_tree(branches: Sequence[Branch]) -> str:
    """The tree as it is kept: a line a branch, the number (from 1) of the line above it, then its own."""
    lines: list[str] = []

    def lay(below: Sequence[Branch], parent: int) -> None:
        for branch in below:
            number = len(lines) + 1
            fields = (parent, number, branch.reached, branch.move, branch.answer)
            lines.append("\t".join(map(str, fields)))
            lay(branch.next, number)

    lay(branches, ROOT)
    return "\n".join(["", *lines, ""])


def lines_below(tree: str, root: int) -> list[Line]:
    """The lines that may come next when the game stands at `root`."""
    start = f"\n{root}\t"
    lines, place = [], tree.find(start)
    # Found by place: taking a large tree apart would cost as much as a move.
    while place >= 0:
        lines.append(_load(tree[place + 1 : tree.index("\n", place + 1)]))
        place = tree.find(start, place + 1)
    return lines


def goes_on(tree: str, line: Line) -> bool:
    """Whether anything hangs below a line."""
    return f"\n{line.number}\t" in tree


def match(lines: Sequence[Line], position: str) -> Line | None:
    """The line that the opponent's move has led to; the position as its canonical text."""
    reached = _digest(position)
    return next((line for line in lines if line.reached == reached), None)


def tell_tree(tree: str, root: int = ROOT) -> list[dict[str, Any]]:
    """What is left of a tree as nodes {if, then, next?}."""
    below: dict[int, list[dict[str, Any]]] = {}
    # A line stands after the one that it is below, so from the end each has its own below it by then.
    for text in reversed(tree.strip("\n").split("\n")):
        line = _load(text)
        node: dict[str, Any] = {"if": line.move, "then": line.answer}
        if line.number in below:
            node["next"] = below[line.number][::-1]
        below.setdefault(int(text.partition("\t")[0]), []).append(node)
    return below.get(root, [])[::-1]


def _load(text: str) -> Line:
    _, number, reached, move, reply = text.split("\t")
    return Line(int(number), reached, move, reply)


def _read(nodes: Nodes, position: AnyPosition, path: str, rounds: int) -> tuple[Branch, ...]:
    if len(nodes) > MOST_LINES or (nodes and not rounds):
        raise _bad(
            path, "too_many", f"A tree has at most {MOST_LINES} lines of {MOST_PLIES} plies."
        )
    branches: list[Branch] = []
    for index, node in enumerate(nodes):
        branch = _read_branch(node, position, f"{path}/{index}", rounds)
        if any(branch.reached == each.reached for each in branches):
            message = f"{branch.move} leads to a position that is answered already."
            raise _bad(f"{path}/{index}/if", "answered_twice", message)
        branches.append(branch)
    return tuple(branches)


def _read_branch(node: object, position: AnyPosition, path: str, rounds: int) -> Branch:
    fields = _fields(node, path)
    move, reached = _play(fields["if"], position, f"{path}/if")
    if reached.outcome() is not None:
        raise _bad(f"{path}/if", "game_over", f"{move} ends the game: there is nothing to answer.")
    reply, answered = _play(fields["then"], reached, f"{path}/then")
    below = fields.get("next", [])
    if below and answered.outcome() is not None:
        raise _bad(f"{path}/next", "game_over", f"{reply} ends the game: nothing comes after it.")
    further = _read(below, answered, f"{path}/next", rounds - 1)
    return Branch(move, _digest(write_position(reached)), reply, further)


def _fields(node: object, path: str) -> Mapping[str, Any]:
    if not isinstance(node, dict):
        raise _bad(path, "invalid_body", "A branch is an object with `if` and `then`.")
    for name in node:
        if name not in _FIELDS:
            raise _bad(f"{path}/{name}", "invalid_body", f"A branch has no {str(name)[:40]!r}.")
    for name in _FIELDS[:2]:
        word = node.get(name)
        if not isinstance(word, str) or not 0 < len(word) <= MOST_LETTERS:
            message = f"`{name}` is a move, of at most {MOST_LETTERS} characters."
            raise _bad(f"{path}/{name}", "invalid_body", message)
    if not isinstance(node.get("next", []), list):
        raise _bad(f"{path}/next", "invalid_body", "`next` is a list of branches.")
    return node


def _play(word: str, position: AnyPosition, path: str) -> tuple[str, AnyPosition]:
    """The canonical word of a move, and the position that it leads to."""
    try:
        move, after = judge(word, position)
    except Refusal as refusal:
        raise _bad(path, refusal.code, refusal.detail, **refusal.values) from refusal
    return write_move(move, position), after


def _digest(position: str) -> str:
    """What tells a position among the few that one move can lead to."""
    # The whole text, not what is equal up to translation: an answer names cells.
    return sha256(position.encode()).hexdigest()[:DIGITS]


def _bad(path: str, cause: str, message: str, **values: object) -> Refusal:
    return Refusal("bad_conditionals", message, path=path, cause=cause, **values)
