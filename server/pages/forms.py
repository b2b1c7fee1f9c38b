"""What pages read from forms, and how an action is done once however often its form is sent."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import redirect, render_template, request
from werkzeug.wrappers import Response

from server.api import replies
from server.api.problems import STATUSES
from server.refusals import Refusal
from server.service import arrival, service
from server.store import Transaction
from server.store.accounts import Account

from .notices import tell

NONCE_BYTES = 16
NONCE_LENGTH = 64
MOVE_LENGTH = 512
_SEE_OTHER = 303


def new_nonce() -> str:
    """What tells two forms apart that look the same: the idempotency key of its action."""
    return secrets.token_urlsafe(NONCE_BYTES)


def field(name: str) -> str:
    """A field of the form, without blanks round it; empty when it is missing."""
    return request.form.get(name, "").strip()


def number(name: str) -> int:
    """A whole number that our own form put into a hidden field; refuses `invalid_body`."""
    text = field(name)
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise _damaged()
    return int(text)


def asked_number(name: str, otherwise: int) -> int:
    """A whole number in the address of a page; anything else is as good as none."""
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else otherwise


def show(template: str, status: int = 200, **context: object) -> Response:
    """A page as an answer."""
    return Response(render_template(template, **context), status, mimetype="text/html")


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a page that tells the refusal."""
    return STATUSES[refusal.code]


def with_wait(response: Response, refusal: Refusal) -> Response:
    """The answer, with the time to wait if that is what the refusal says."""
    if "retry_after" in refusal.values:
        response.headers["Retry-After"] = str(refusal.values["retry_after"])
    return response


def see(address: str) -> Response:
    """The answer to a form that has done something: go and look."""
    return redirect(address, _SEE_OTHER)


def do_once(
    account: Account,
    action: Callable[[Transaction, int], str],
    done: str,
    *,
    nonce: str | None = None,
) -> Response:
    """Do what a form asks for in one transaction, and redirect to the address that `action` gives.

    The page there tells that it is `done`, by its word.

    The nonce, if not given that of the form, is the key: sent again, the form has the same answer,
    and nothing is done twice. Refuses `invalid_body` when there is none.
    """
    now, content = arrival(), _content()
    key = f"page:{_nonce() if nonce is None else nonce}"
    with service().database.write() as tx:
        kept = _kept(tx, account, key, content, now)
        if kept is None:
            kept = replies.Reply(_SEE_OTHER, headers={"Location": action(tx, now)})
            replies.keep(tx, account.id, key, content, given=kept, now=now)
    tell(done)
    return kept.response()


def _nonce() -> str:
    nonce = field("nonce")
    if not 0 < len(nonce) <= NONCE_LENGTH:
        raise _damaged()
    return nonce


def _damaged() -> Refusal:
    return Refusal("invalid_body", "The form is damaged. Load the page anew and try again.")


def _kept(
    tx: Transaction, account: Account, key: str, content: bytes, now: int
) -> replies.Reply | None:
    try:
        return replies.find(tx, account.id, key, content, now)
    except Refusal as refusal:
        detail = (
            "This form was sent before, and differently. See what came of that, or send it again."
        )
        raise Refusal(refusal.code, detail) from refusal


def _content() -> bytes:
    """What the form asks for, without the token, which changes when its visitor logs in anew."""
    fields = sorted(item for item in request.form.items() if item[0] not in ("form_token", "nonce"))
    return replies.dump(fields)
