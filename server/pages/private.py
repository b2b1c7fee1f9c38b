"""What a game's page shows to one of its players alone."""

from __future__ import annotations

from dataclasses import dataclass

from server.conditional_text import write_text
from server.conditionals import tell_tree
from server.game import Game
from server.store import Connection, notices, trees
from server.store import talk as stored
from server.store.accounts import Account
from server.store.notices import Notice
from server.store.talk import Message

from . import words

SHOWN = 50
TOLD = 10
WHY = {
    trees.OTHER_MOVE: "your opponent moved otherwise",
    trees.UNPLAYABLE: "the answer could not be played any more",
    trees.TAKEN_BACK: "moves were taken back",
    trees.GAME_OVER: "the game is over",
}


@dataclass(frozen=True, slots=True)
class Talk:
    """Messages with their senders' names, newest first; `older` is the id before which there are more."""

    said: tuple[tuple[Message, str], ...]
    older: int | None


@dataclass(frozen=True, slots=True)
class Private:
    """What only this player sees: his tree as text, what came of it, messages, notes."""

    waiting: bool
    tree: str
    told: tuple[tuple[int, str], ...]
    talk: Talk
    notes: str


def read_private(view: Connection, game: Game, account: Account | None) -> Private | None:
    """What the account alone sees of the game; None when it does not play in it."""
    side = words.seat_of(game, account)
    if side is None or account is None:
        return None
    tree = trees.of_account(view, game.id, account.id)
    kept = stored.notes(view, game.id, account.id)
    told = notices.of_account(view, game.id, account.id, limit=TOLD)
    return Private(
        waiting=game.to_move is side.other,
        tree="" if tree is None else write_text(tell_tree(tree.text, tree.root)),
        told=tuple((notice.at, notice_words(notice)) for notice in told),
        talk=read_talk(view, game),
        notes="" if kept is None else kept[0],
    )


def read_talk(view: Connection, game: Game, before: int | None = None) -> Talk:
    """The newest messages of a game, or those before one; they are for its players only."""
    found = stored.messages(view, game.id, before=before, limit=SHOWN + 1)
    shown = found[:SHOWN]
    return Talk(
        said=tuple((each, game.seats[each.side - 1].name) for each in shown),
        older=shown[-1].id if len(found) > SHOWN else None,
    )


def notice_words(notice: Notice) -> str:
    """A notice as a sentence."""
    told = notice.told
    lapsed = told.get("lapsed")
    others = "; ".join(lapsed) if isinstance(lapsed, list) else ""
    if notice.kind == trees.FIRED:
        rest = f" No longer waiting: {others}." if others else ""
        return f"Ply {notice.ply}: to {told['if']} was answered {told['then']}.{rest}"
    return f"Ply {notice.ply}: lapsed, as {WHY[str(told['why'])]}: {others}."
