"""How every action runs: checks in the order of the contract, and one transaction around it all.

A reply is kept under the request's idempotency key in the same transaction as what it tells, so the
two exist together or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Response

from server.refusals import Refusal
from server.service import arrival, service
from server.store import Connection, Transaction
from server.store.accounts import Account, Holder

from . import replies
from .bodies import query, read_body
from .callers import caller, known_caller, must_have
from .replies import Reply

Fields = Mapping[str, Any]
Prepare = Callable[[Account, Fields], Fields]
Found = TypeVar("Found")
Admitted = TypeVar("Admitted")
_ID = re.compile(r"[1-9][0-9]{0,17}")


def act(
    scope: str,
    schema: str,
    find: Callable[[Transaction, Account], Found],
    admit: Callable[[Found, Account], Admitted],
    do: Callable[[Transaction, Admitted, Fields], Reply],
    *,
    prepare: Prepare | None = None,
) -> Response:
    """Find what is acted on, admit the caller to it, check the body, and act, unless it was done.

    What takes long is done by `prepare`, before the write lock is taken: it gives the fields that `do`
    has instead of those of the body. What it finds wrong is for `do` to refuse, in its turn.
    """
    holder = known_caller()
    body = read_body(schema)
    running = service()
    prepared = None
    if prepare is not None and body.sound and scope in holder.scopes:
        prepared = prepare(holder.account, body.fields())
    with running.database.write() as tx:
        found = find(tx, holder.account)
        must_have(holder, scope)
        admitted = admit(found, holder.account)
        fields = prepared or body.fields()
        query()
        done = once(tx, holder.account.id, body.raw, lambda: do(tx, admitted, fields))
    return done.response()


def create(
    scope: str, schema: str, do: Callable[[Transaction, Account, Fields], Reply]
) -> Response:
    """Act where there is nothing to find first."""
    return act(scope, schema, lambda *_: None, lambda _, account: account, do)


def once(tx: Transaction, account_id: int, body: bytes, do: Callable[[], Reply]) -> Reply:
    """The reply kept under the key of this request, or a new one, then kept if there is a key."""
    key = replies.key()
    if key is None:
        return do()
    now = arrival()
    kept = replies.find(tx, account_id, key, body, now)
    if kept is not None:
        return kept
    given = do()
    replies.keep(tx, account_id, key, body, given=given, now=now)
    return given


def show(do: Callable[[Connection, Holder | None], Reply]) -> Response:
    """Answer from one view of the data, to anyone."""
    holder = caller()
    with service().database.read() as view:
        return do(view, holder).response()


def show_own(do: Callable[[Connection, Holder], Reply]) -> Response:
    """Answer from one view of the data, to the holder of a token."""
    holder = known_caller()
    with service().database.read() as view:
        return do(view, holder).response()


def number(text: str) -> int:
    """The number that an id stands for; refuses `not_found` what is none."""
    if not _ID.fullmatch(text):
        raise Refusal("not_found", f"There is nothing with the id {text[:40]!r}.")
    return int(text)
