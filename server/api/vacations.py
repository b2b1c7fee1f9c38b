"""Vacations of one's own account."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from server import vacations
from server.records import dump_time
from server.service import arrival, service
from server.store import Connection, Transaction
from server.store.accounts import Account, Holder
from server.store.vacations import Vacation

from .actions import Fields, create, show_own
from .bodies import query
from .callers import must_have
from .replies import Reply, reply

blueprint = Blueprint("vacations", __name__)


@blueprint.get("/vacations/current")
def show_vacation() -> Response:
    """The vacation that lasts, and what is left of this year's."""

    def do(view: Connection, holder: Holder) -> Reply:
        must_have(holder, "read")
        query()
        running = service()
        told = vacations.allowance(view, holder.account, running.config.vacation_days, arrival())
        lasting = None if told.vacation is None else _dump(told.vacation)
        return reply({"vacation": lasting, "left": told.left})

    return show_own(do)


@blueprint.post("/vacations")
def begin_vacation() -> Response:
    """Go on vacation from now on."""

    def do(tx: Transaction, account: Account, fields: Fields) -> Reply:
        running = service()
        begun = vacations.begin(
            tx, account, fields["days"], running.config.vacation_days, arrival()
        )
        return reply(_dump(begun), 201)

    return create("manage", "vacation", do)


@blueprint.delete("/vacations/current")
def end_vacation() -> Response:
    """Come back before the vacation ends."""

    def do(tx: Transaction, account: Account, _: Fields) -> Reply:
        vacations.end(tx, account, arrival())
        return Reply(204)

    return create("manage", "empty", do)


def _dump(vacation: Vacation) -> dict[str, Any]:
    return {"began": dump_time(vacation.began), "ends": dump_time(vacation.ends)}
