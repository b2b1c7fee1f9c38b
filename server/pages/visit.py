"""Who is at the browser: the cookie, the account behind it, and the token in each form.

A visitor without an account has an id too, in a cookie but not in the database, so that the forms for
signing up and logging in are guarded like all others.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import cast

from flask import Response, g, request
from markupsafe import Markup

from server.config import DAY
from server.service import service
from server.sessions import is_id, new_id, session_account
from server.store.accounts import Account

COOKIE = "turnpost"
SECURE_COOKIE = "__Host-turnpost"
TOKEN_FIELD = "form_token"  # noqa: S105  # the field's name


@dataclass(slots=True)
class Visit:
    """One request's visitor; `send` says that the browser must be given the id.

    Not frozen: logging in changes who is at the browser in the middle of a request.
    """

    id: str
    account: Account | None
    send: bool = False


def visit() -> Visit:
    """The visitor of this request."""
    if "visit" not in g:
        sent = request.cookies.get(_cookie_name(), "")
        known = is_id(sent)
        account = session_account(service(), sent) if known else None
        g.visit = Visit(sent if known else new_id(), account)
    return cast(Visit, g.visit)


def as_stranger() -> None:
    """Do not ask who it is any more: for telling an error when the database cannot be asked."""
    if "visit" not in g:
        g.visit = Visit(new_id(), None)


def form_token() -> str:
    """The token that a form of this visitor must bring back."""
    now = visit()
    now.send = now.send or request.cookies.get(_cookie_name()) != now.id
    return _token(now.id)


def form_guard() -> Markup:
    """The hidden field with the token."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(TOKEN_FIELD, form_token())


def fits_form_token(token: str) -> bool:
    """Whether the token is this visitor's."""
    return hmac.compare_digest(token.encode(), _token(visit().id).encode())


def become(account: Account | None, session_id: str) -> None:
    """Go on as another visitor: after logging in or out."""
    g.visit = Visit(session_id, account, send=True)


def send_cookie(response: Response) -> Response:
    """Give the browser its id when it has not got it yet."""
    now = cast("Visit | None", g.get("visit"))
    if now is not None and now.send:
        config = service().config
        response.set_cookie(
            _cookie_name(),
            now.id,
            max_age=config.session_days * DAY if now.account else None,
            secure=config.https,
            httponly=True,
            samesite="Lax",
            path="/",
        )
    return response


def _cookie_name() -> str:
    return SECURE_COOKIE if service().config.https else COOKIE


def _token(visit_id: str) -> str:
    secret = service().config.secret
    return hmac.new(secret, b"form:" + visit_id.encode(), hashlib.sha256).hexdigest()
