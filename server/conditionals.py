"""Conditional moves: a tree of answers that a player leaves for moves that the opponent may make.

A branch says: if the opponent's move leads to this position, answer so; what may come next hangs below
it. A tree is checked against the rules when it is saved, and each answer again when it is played. What
counts is the position that is reached, never how a move was spelled.

A tree is kept as text, a line a branch, and is never changed: as play goes on, another line is its root.
So a move that meets a large tree costs little more than one that meets a small one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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


class Sketch(NamedTuple):
    """A branch as it was sent: words that nobody has judged yet."""

    move: str
    answer: str
    next: tuple[Sketch, ...] = ()


class Line(NamedTuple):
    """A line of a tree as it is kept: `number` is what the lines below it name as their parent."""

    number: int
    reached: str
    move: str
    answer: str


ROOT = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """A tree that a player wants to leave, and what came of it when it was judged ahead.

    Judging takes far longer than all else that keeping a tree needs, so it is done before the write lock
    is taken, and again only if the game stands elsewhere by then.
    """

    nodes: Nodes
    path: str = "/tree"
    position: str | None = None
    judged: tuple[Branch, ...] | Refusal = ()

    def judge_at(self, position: AnyPosition) -> Draft:
        """The draft, judged for the position; what it is refused for is kept for `branches`."""
        judged: tuple[Branch, ...] | Refusal
        try:
            judged = read_tree(self.nodes, position, self.path)
        except Refusal as refusal:
            judged = refusal
        return replace(self, position=write_position(position), judged=judged)

    def branches(self, position: AnyPosition) -> tuple[Branch, ...]:
        """The tree that begins with a move in the position; refuses `bad_conditionals`."""
        if self.position != write_position(position):
            return self.judge_at(position).branches(position)
        if isinstance(self.judged, Refusal):
            raise self.judged
        return self.judged


def read_tree(nodes: Nodes, position: AnyPosition, path: str = "/tree") -> tuple[Branch, ...]:
    """The tree of nodes {if, then, next?} that begins with a move in the position.

    Refuses `bad_conditionals` {path, cause}: what is no node, more than 30 lines or 30 plies, no legal
    move or one that ends the game before its branch does, two branches to one position. No move is
    judged before all branches are counted.
    """
    return _judge(_sketch(nodes, path, MOST_PLIES // 2), position, path)


def count_lines(branches: Sequence[Branch] | Sequence[Sketch]) -> int:
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


def _sketch(nodes: Nodes, path: str, rounds: int) -> tuple[Sketch, ...]:
    """The branches as they were sent, `rounds` deep at most."""
    branches: list[Sketch] = []
    lines = 0
    for index, node in enumerate(nodes):
        fields = _fields(node, f"{path}/{index}")
        if not rounds:
            raise _too_many(path)
        below = _sketch(fields.get("next", ()), f"{path}/{index}/next", rounds - 1)
        lines += count_lines(below) or 1
        if lines > MOST_LINES:
            raise _too_many(path)
        branches.append(Sketch(fields["if"], fields["then"], below))
    return tuple(branches)


def _judge(sketches: Sequence[Sketch], position: AnyPosition, path: str) -> tuple[Branch, ...]:
    branches: list[Branch] = []
    for index, sketch in enumerate(sketches):
        branch = _judge_branch(sketch, position, f"{path}/{index}")
        if any(branch.reached == each.reached for each in branches):
            message = f"{branch.move} leads to a position that is answered already."
            raise _bad(f"{path}/{index}/if", "answered_twice", message)
        branches.append(branch)
    return tuple(branches)


def _judge_branch(sketch: Sketch, position: AnyPosition, path: str) -> Branch:
    move, reached = _play(sketch.move, position, f"{path}/if")
    if reached.outcome() is not None:
        raise _bad(f"{path}/if", "game_over", f"{move} ends the game: there is nothing to answer.")
    reply, answered = _play(sketch.answer, reached, f"{path}/then")
    if sketch.next and answered.outcome() is not None:
        raise _bad(f"{path}/next", "game_over", f"{reply} ends the game: nothing comes after it.")
    further = _judge(sketch.next, answered, f"{path}/next")
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


def _too_many(path: str) -> Refusal:
    return _bad(path, "too_many", f"A tree has at most {MOST_LINES} lines of {MOST_PLIES} plies.")


def _bad(path: str, cause: str, message: str, **values: object) -> Refusal:
    return Refusal("bad_conditionals", message, path=path, cause=cause, **values)
