"""Going on vacation, and coming back, by page."""

from __future__ import annotations

from flask import url_for
from werkzeug.wrappers import Response

from server import vacations
from server.refusals import Refusal
from server.service import service
from server.store import Transaction

from .access import player, show_account
from .blueprint import pages
from .forms import do_once, field, see, status_of

MOST_DAYS = 366
PATH = "/account/vacation"


@pages.post(PATH)
def leave() -> Response:
    """Go on vacation from now on."""
    me, running = player(), service()

    def do(tx: Transaction, now: int) -> str:
        vacations.begin(tx, me, _days(), running.config.vacation_days, now)
        return url_for("pages.account")

    try:
        return do_once(me, do, "away")
    except Refusal as refusal:
        return show_account(me, {"days": refusal.detail}, status_of(refusal))


@pages.post(f"{PATH}/end")
def come_back() -> Response:
    """Come back before the vacation ends."""
    me = player()

    def do(tx: Transaction, now: int) -> str:
        vacations.end(tx, me, now)
        return url_for("pages.account")

    try:
        return do_once(me, do, "back")
    except Refusal as refusal:
        return show_account(me, {"days": refusal.detail}, status_of(refusal))


@pages.get(PATH)
@pages.get(f"{PATH}/end")
def back_to_account() -> Response:
    """The account, for whoever opens again what was the answer to a form."""
    return see(url_for("pages.account"))


def _days() -> int:
    """The days that the form asks for; refuses `invalid_body`."""
    text = field("days")
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and 0 < int(text) <= MOST_DAYS):
        message = f"A vacation has from 1 to {MOST_DAYS} whole days."
        raise Refusal("invalid_body", message, errors=[{"path": "/days", "message": message}])
    return int(text)
