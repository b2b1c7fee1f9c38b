"""What follows a ply by itself, in the same transaction: conditional moves and passes that are forced.

It goes on until a player has to think, or the game is over: both players may have left answers for each
other's. The owner of a tree is told what was played of it and what lapsed; nobody else is.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import Side

from . import conditionals
from .conditionals import Draft
from .game import At, Change, Game
from .refusals import Refusal
from .store import Transaction, games, trees
from .store.trees import OTHER_MOVE, UNPLAYABLE, Tree


def follow(tx: Transaction, game: Game, now: int) -> Game:
    """Play what follows by itself, each as a ply of its own; the game as it stands then."""
    while game.to_move is not None:
        change = _fire(tx, game, now) or _pass(tx, game, now)
        if change is None:
            break
        game = games.save(tx, change)
    return game


def keep_tree(tx: Transaction, game: Game, owner: Side, draft: Draft, now: int) -> None:
    """Keep the answers that a player leaves for the opponent's next moves; none: forget those kept.

    Refuses `bad_conditionals`.
    """
    account_id = game.seats[owner - 1].account_id
    if account_id is None:
        raise Refusal("not_a_player", "This player has no account here.")
    if game.to_move is not owner.other:
        told = "The game is over with this move: there is nothing to answer."
        raise Refusal("bad_conditionals", told, path=draft.path, cause="game_over")
    branches = draft.branches(game.board().position)
    if not branches:
        trees.drop(tx, game.id, account_id)
        return
    text = conditionals.dump_tree(branches)
    tree = Tree(game.id, account_id, game.line, game.ply, game.version, now, text)
    trees.save(tx, tree)


def occurrences(tx: Transaction, game: Game) -> Callable[[bytes], int]:
    """How often a digest stands in the log of the game, for `Game.play`."""
    return lambda digest: games.occurred(tx, game, digest)


def _pass(tx: Transaction, game: Game, now: int) -> Change | None:
    word = game.forced_word()
    return None if word is None else _play(tx, game, word, 0, now)


def _fire(tx: Transaction, game: Game, now: int) -> Change | None:
    """The answer that the player on turn has left for this position, if he has."""
    owner = None if game.to_move is None else game.seats[game.to_move - 1].account_id
    tree = None if owner is None else trees.of_account(tx, game.id, owner)
    if tree is None:
        return None
    lines = conditionals.lines_below(tree.text, tree.root)
    line = conditionals.match(lines, game.position) if _is_next(tree, game) else None
    if line is None:
        trees.lapse(tx, tree, OTHER_MOVE, game)
        return None
    change = _try(tx, game, line.answer, tree.version, now)
    if change is None:
        trees.lapse(tx, tree, UNPLAYABLE, game)
        return None
    trees.go_on(tx, tree, line, [each for each in lines if each is not line], game)
    return change


def _is_next(tree: Tree, game: Game) -> bool:
    """Whether the tree was made for the ply that has just been played."""
    return (tree.line, tree.ply) == (game.line, game.ply - 1)


def _try(tx: Transaction, game: Game, word: str, seen: int, now: int) -> Change | None:
    """The move when the rules allow it: the game may have come to know more than the position tells."""
    try:
        return _play(tx, game, word, seen, now)
    except Refusal:
        return None


def _play(tx: Transaction, game: Game, word: str, seen: int, now: int) -> Change | None:
    if game.to_move is None:
        return None
    occurred = occurrences(tx, game)
    at = At(game.ply, game.line)
    side = game.to_move
    return game.play(side, at, word, seen=seen, occurred=occurred, now=now, by_itself=True)
