"""Challenges: made, listed, answered, withdrawn."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response

from server import play
from server.challenge import Challenge
from server.control import read_control
from server.play import Invitation
from server.service import arrival
from server.store import Connection, Transaction, challenges
from server.store.accounts import Account, Holder

from .actions import Fields, act, create, number, show_own
from .bodies import one_of, page, query
from .callers import must_have
from .games import paged, refuse_later
from .replies import Reply, reply
from .states import dump_challenge

blueprint = Blueprint("challenges", __name__)
Answer = tuple[Challenge, Account]


@blueprint.post("/challenges")
def make_challenge() -> Response:
    """Challenge a player, or all."""

    def do(tx: Transaction, account: Account, fields: Fields) -> Reply:
        refuse_later(fields)
        wanted = Invitation(
            fields["game"],
            tuple(fields.get("variants", ())),
            fields.get("opponent"),
            fields.get("seat", "random"),
            read_control(fields.get("clock")),
            fields.get("message"),
        )
        return reply(dump_challenge(play.invite(tx, account, wanted, arrival())), 201)

    return create("play", "challenge", do)


@blueprint.get("/challenges")
def list_challenges() -> Response:
    """One's own challenges, in both directions, and the open ones; or either."""

    def do(view: Connection, holder: Holder) -> Reply:
        must_have(holder, "read")
        given = query("of", "cursor", "limit")
        of = one_of(given, "of", ("mine", "others"))
        part, me = page(given), holder.account.id
        before, limit = part.before, part.limit + 1
        if of == "others":
            found = challenges.list_open(view, before=before, limit=limit, but=me)
        else:
            own = of == "mine"
            found = challenges.list_challenges(view, me, before=before, limit=limit, only_own=own)
        return paged([dump_challenge(challenge) for challenge in found], part.limit)

    return show_own(do)


@blueprint.get("/challenges/<challenge_id>")
def show_challenge(challenge_id: str) -> Response:
    """One challenge."""

    def do(view: Connection, holder: Holder) -> Reply:
        found = play.find_challenge(view, number(challenge_id), holder.account.id)
        must_have(holder, "read")
        query()
        return reply(dump_challenge(found))

    return show_own(do)


@blueprint.post("/challenges/<challenge_id>/accept")
def accept_challenge(challenge_id: str) -> Response:
    """Accept a challenge, which begins a game."""

    def admit(found: Challenge, account: Account) -> Answer:
        found.admit_answer(account.id, accepting=True)
        return found, account

    def do(tx: Transaction, answer: Answer, _: Fields) -> Reply:
        accepted = play.accept(tx, *answer, arrival())
        return reply({"game_id": str(accepted.game_id)}, 201)

    return act("play", "empty", _finder(challenge_id), admit, do)


@blueprint.post("/challenges/<challenge_id>/decline")
def decline_challenge(challenge_id: str) -> Response:
    """Decline a challenge that was made to oneself."""

    def admit(found: Challenge, account: Account) -> Challenge:
        found.admit_answer(account.id, accepting=False)
        return found

    def do(tx: Transaction, found: Challenge, _: Fields) -> Reply:
        return reply(dump_challenge(play.decline(tx, found)))

    return act("play", "empty", _finder(challenge_id), admit, do)


@blueprint.delete("/challenges/<challenge_id>")
def withdraw_challenge(challenge_id: str) -> Response:
    """Take one's own challenge back."""

    def admit(found: Challenge, account: Account) -> Challenge:
        found.admit_withdrawal(account.id)
        return found

    def do(tx: Transaction, found: Challenge, _: Fields) -> Reply:
        play.withdraw(tx, found)
        return Reply(204)

    return act("play", "empty", _finder(challenge_id), admit, do)


def _finder(challenge_id: str) -> Callable[[Transaction, Account], Challenge]:
    return lambda tx, account: play.find_challenge(tx, number(challenge_id), account.id)
