"""Conditional moves: a tree of answers that a player leaves for moves that the opponent may make.

A branch says: if the opponent's move leads to this position, answer so; what may come next hangs below
it. A tree is checked against the rules when it is saved, and each answer again when it is played. What
counts is the position that is reached, never how a move was spelled: a position that plays the same,
perhaps elsewhere on a table without edges, is answered by the move that leads to the same again.
A branch is kept as a row of JSON, its next ones as rows within it that are only read when it is their turn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine import AnyPosition
from notation.moves import write_move

from . import positions
from .game import judge
from .refusals import Refusal

MOST_LINES = 30
MOST_PLIES = 30
MOST_LETTERS = 512
_FIELDS = ("if", "then", "next")
Nodes = Sequence[object]


class Branch(NamedTuple):
    """If `move` or any other leads to `reached`, `answer` leads to `answered`; `next` may follow.

    `reached` and `answered` are digests of positions, `next` rows of which each is a branch.
    """

    move: str
    reached: str
    answer: str
    answered: str
    next: Sequence[Sequence[Any]]


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


def tell_tree(branches: Sequence[Branch]) -> list[dict[str, Any]]:
    """The tree as nodes {if, then, next?}, in canonical words."""
    told = []
    for branch in branches:
        node: dict[str, Any] = {"if": branch.move, "then": branch.answer}
        if branch.next:
            node["next"] = tell_tree(rows(branch.next))
        told.append(node)
    return told


def count_lines(branches: Sequence[Branch]) -> int:
    """How many ways lead from the root to an end."""
    return sum(count_lines(rows(branch.next)) or 1 for branch in branches)


def rows(listed: Sequence[Sequence[Any]]) -> tuple[Branch, ...]:
    """Branches from rows of JSON."""
    return tuple(Branch(*row) for row in listed)


def load_tree(text: str) -> tuple[Branch, ...]:
    """The branches that `dump_tree` wrote."""
    return rows(json.loads(text))


def dump_tree(branches: Sequence[Sequence[Any]]) -> str:
    """The branches as JSON."""
    return json.dumps(branches, separators=(",", ":"))


def match(branches: Sequence[Branch], position: AnyPosition) -> Branch | None:
    """The branch that the opponent's move has led to."""
    reached = _digest(position)
    return next((branch for branch in branches if branch.reached == reached), None)


def answer(branch: Branch, position: AnyPosition) -> str | None:
    """The word of the branch's answer, as it is spelled in this position; None when there is none."""
    try:
        _, after = judge(branch.answer, position)
    except Refusal:
        after = None
    if after is not None and _digest(after) == branch.answered:
        return branch.answer
    for move in position.legal_moves():
        if _digest(position.apply(move)) == branch.answered:
            return write_move(move, position)
    return None


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
    return Branch(move, _digest(reached), reply, _digest(answered), further)


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


def _digest(position: AnyPosition) -> str:
    return positions.digest(position).hex()


def _bad(path: str, cause: str, message: str, **values: object) -> Refusal:
    return Refusal("bad_conditionals", message, path=path, cause=cause, **values)
