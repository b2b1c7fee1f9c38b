"""Trees of conditional moves, one for a player of a game, and the notices that tell what came of them.

Both are their owner's alone: every query carries the account, but those by which the game itself goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from server.conditionals import Branch, dump_tree, load_tree, rows
from server.game import Game

from . import notices
from .database import Connection, Transaction
from .notices import Notice

FIRED, LAPSED = "conditional_fired", "conditionals_lapsed"
OTHER_MOVE, UNPLAYABLE = "other_move", "unplayable"
TAKEN_BACK, GAME_OVER = "takeback", "game_over"
_COLUMNS = "game_id, account_id, line, ply, version, tree, saved"


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree as it stands: its first moves are the opponent's at `ply`.

    `version` is that of the game when it was saved: what was offered later its owner has not seen.
    """

    game_id: int
    account_id: int
    line: int
    ply: int
    version: int
    branches: tuple[Branch, ...]
    saved: int


def of_account(db: Connection, game_id: int, account_id: int) -> Tree | None:
    """The account's own tree in a game."""
    row = db.one(
        f"SELECT {_COLUMNS} FROM conditionals WHERE game_id = ? AND account_id = ?",  # noqa: S608  # our own names
        (game_id, account_id),
    )
    return None if row is None else _load(row)


def save(tx: Transaction, tree: Tree) -> None:
    """Keep a tree in the place of its owner's last one."""
    drop(tx, tree.game_id, tree.account_id)
    tx.execute(
        f"INSERT INTO conditionals ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  # our own names
        (
            tree.game_id,
            tree.account_id,
            tree.line,
            tree.ply,
            tree.version,
            dump_tree(tree.branches),
            tree.saved,
        ),
    )


def drop(tx: Transaction, game_id: int, account_id: int) -> None:
    """Forget the account's tree in a game."""
    tx.execute(
        "DELETE FROM conditionals WHERE game_id = ? AND account_id = ?", (game_id, account_id)
    )


def go_on(tx: Transaction, tree: Tree, branch: Branch, word: str, game: Game) -> None:
    """Keep what is left of a tree after one of its answers, and tell its owner."""
    left = rows(branch.next)
    if left:
        after = (tree.ply + 2, dump_tree(left), tree.game_id, tree.account_id)
        tx.execute(
            "UPDATE conditionals SET ply = ?, tree = ? WHERE game_id = ? AND account_id = ?", after
        )
    else:
        drop(tx, tree.game_id, tree.account_id)
    told: dict[str, object] = {
        "if": game.last_move,
        "then": word,
        "lapsed": _tell(each for each in tree.branches if each is not branch),
    }
    notices.add(tx, _notice(tree, FIRED, told, game))


def lapse(tx: Transaction, tree: Tree, why: str, game: Game) -> None:
    """Forget a tree, and tell its owner."""
    drop(tx, tree.game_id, tree.account_id)
    told: dict[str, object] = {"why": why, "lapsed": _tell(tree.branches)}
    notices.add(tx, _notice(tree, LAPSED, told, game))


def lapse_all(tx: Transaction, game: Game, why: str) -> None:
    """Forget both players' trees in a game, and tell them."""
    sql = f"SELECT {_COLUMNS} FROM conditionals WHERE game_id = ?"  # noqa: S608  # our own names
    for row in tx.all(sql, (game.id,)):
        lapse(tx, _load(row), why, game)


def _tell(branches: Iterable[Branch]) -> list[str]:
    """The first moves of branches, for people to read."""
    return [f"if {branch.move} then {branch.answer}" for branch in branches]


def _notice(tree: Tree, kind: str, told: dict[str, object], game: Game) -> Notice:
    return Notice(0, tree.account_id, tree.game_id, game.line, game.ply, kind, told, game.updated)


def _load(row: tuple[Any, ...]) -> Tree:
    game_id, account_id, line, ply, version, text, saved = row
    return Tree(game_id, account_id, line, ply, version, load_tree(text), saved)
