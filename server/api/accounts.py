"""Accounts and tokens."""

from __future__ import annotations

from flask import Blueprint, Response, request

from server import accounts
from server.config import DAY
from server.records import dump_time
from server.service import arrival, service
from server.sessions import count_log_in
from server.store.accounts import drop_token

from .actions import once
from .bodies import query, read_body
from .callers import address, caller, known_caller
from .replies import Reply, reply

blueprint = Blueprint("accounts", __name__)


@blueprint.post("/accounts")
def sign_up() -> Response:
    """Make an account."""
    holder = caller()
    body = read_body("account")
    fields = body.fields()
    query()
    running = service()
    # Hashing is slow, so it is done before the write lock is taken.
    hashed = running.passwords.digest(fields["password"])

    with running.database.write() as tx:

        def do() -> Reply:
            made = accounts.sign_up(tx, hashed, fields["name"], fields.get("email"), arrival())
            return reply({"name": made.name}, 201)

        done = do() if holder is None else once(tx, holder.account.id, body.raw, do)
    return done.response()


@blueprint.post("/tokens")
def log_in() -> Response:
    """Get a token for name and password; never kept under a key, as it is shown once."""
    caller()
    fields = read_body("login").fields()
    query()
    running = service()
    name = fields["name"]
    count_log_in(running, address(), name)
    account = accounts.log_in(running.database, running.passwords, name, fields["password"])
    scopes = tuple(fields.get("scopes", accounts.DEFAULT_SCOPES))
    with running.database.write() as tx:
        token = accounts.issue_token(
            tx, account, scopes, arrival(), running.config.token_days * DAY
        )
    told = {"token": token.secret, "scopes": token.scopes, "expires": dump_time(token.expires)}
    given = reply(told, 201)
    response = given.response()
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.delete("/tokens/current")
def log_out() -> Response:
    """Give the token of this request back."""
    known_caller()
    read_body("empty").fields()
    query()
    secret = request.headers["Authorization"].partition(" ")[2].strip()
    with service().database.write() as tx:
        drop_token(tx, accounts.digest(secret))
    return Reply(204).response()
