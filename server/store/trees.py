"""Trees of conditional moves, one for a player of a game, and the notices that tell what came of them.

Both are their owner's alone: every query carries the account, but those by which the game itself goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from server.conditionals import ROOT, Line, goes_on, lines_below
from server.game import Game

from . import notices
from .database import Connection, Transaction
from .notices import Notice

FIRED, LAPSED = "conditional_fired", "conditionals_lapsed"
OTHER_MOVE, UNPLAYABLE = "other_move", "unplayable"
TAKEN_BACK, GAME_OVER = "takeback", "game_over"
_SELECT = """
SELECT c.game_id, c.account_id, c.line, c.ply, c.version, c.saved, t.tree, c.root
FROM conditionals c JOIN conditional_trees t ON t.conditional_id = c.id WHERE c.game_id = ?
"""


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree as it stands: its first moves are the opponent's at `ply`, below the line `root` of `text`.

    `version` is that of the game when it was saved: what was offered later its owner has not seen.
    """

    game_id: int
    account_id: int
    line: int
    ply: int
    version: int
    saved: int
    text: str
    root: int = ROOT


def of_account(db: Connection, game_id: int, account_id: int) -> Tree | None:
    """The account's own tree in a game."""
    row = db.one(_SELECT + "AND c.account_id = ?", (game_id, account_id))
    return None if row is None else Tree(*row)


def save(tx: Transaction, tree: Tree) -> None:
    """Keep a tree in the place of its owner's last one."""
    drop(tx, tree.game_id, tree.account_id)
    row: dict[str, object] = {
        "game_id": tree.game_id,
        "account_id": tree.account_id,
        "line": tree.line,
        "ply": tree.ply,
        "version": tree.version,
        "saved": tree.saved,
        "root": tree.root,
    }
    kept = tx.insert("conditionals", row)
    tx.execute(
        "INSERT INTO conditional_trees (conditional_id, tree) VALUES (?, ?)", (kept, tree.text)
    )


def drop(tx: Transaction, game_id: int, account_id: int) -> None:
    """Forget the account's tree in a game."""
    tx.execute(
        "DELETE FROM conditionals WHERE game_id = ? AND account_id = ?", (game_id, account_id)
    )


def go_on(tx: Transaction, tree: Tree, line: Line, others: Sequence[Line], game: Game) -> None:
    """Keep what is left of a tree after one of its answers, and tell its owner of it and the others."""
    if goes_on(tree.text, line):
        after = (tree.ply + 2, line.number, tree.game_id, tree.account_id)
        tx.execute(
            "UPDATE conditionals SET ply = ?, root = ? WHERE game_id = ? AND account_id = ?", after
        )
    else:
        drop(tx, tree.game_id, tree.account_id)
    told: dict[str, object] = {"if": game.last_move, "then": line.answer, "lapsed": _tell(others)}
    notices.add(tx, _notice(tree, FIRED, told, game))


def lapse(tx: Transaction, tree: Tree, why: str, game: Game) -> None:
    """Forget a tree, and tell its owner."""
    drop(tx, tree.game_id, tree.account_id)
    told: dict[str, object] = {"why": why, "lapsed": _tell(lines_below(tree.text, tree.root))}
    notices.add(tx, _notice(tree, LAPSED, told, game))


def lapse_all(tx: Transaction, game: Game, why: str) -> None:
    """Forget both players' trees in a game, and tell them."""
    for row in tx.all(_SELECT, (game.id,)):
        lapse(tx, Tree(*row), why, game)


def _tell(lines: Iterable[Line]) -> list[str]:
    """The first moves of branches, for people to read."""
    return [f"if {line.move} then {line.answer}" for line in lines]


def _notice(tree: Tree, kind: str, told: dict[str, Any], game: Game) -> Notice:
    return Notice(0, tree.account_id, tree.game_id, game.line, game.ply, kind, told, game.updated)
