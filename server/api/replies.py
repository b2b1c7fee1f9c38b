"""Answers: JSON bytes, and those kept under an idempotency key so that they can be given again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from flask import Response, request

from server.config import DAY
from server.refusals import Refusal
from server.store import Transaction, replies

JSON = "application/json"
KEY_HEADER = "Idempotency-Key"
KEY_LENGTHS = range(1, 256)
KEPT_SECONDS = 14 * DAY

_encode = json.JSONEncoder(separators=(",", ":")).encode


def dump(value: object) -> bytes:
    """A JSON document, in ASCII."""
    return _encode(value).encode("ascii")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it is sent, and kept."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """The answer for the framework to send."""
        response = Response(self.body, self.status, mimetype=JSON if self.body else None)
        if not self.body:
            del response.headers["Content-Type"]
        response.headers.update(self.headers)
        return response


def reply(value: object, status: int = 200, **headers: str) -> Reply:
    """An answer with a JSON document."""
    return Reply(status, dump(value), headers)


def key() -> str | None:
    """The idempotency key of this request, if it has one; refuses `invalid_header`.

    PUT and DELETE have none: they do the same however often they are sent, and an old answer may not be
    true of what is there now.
    """
    given = request.headers.get(KEY_HEADER)
    if given is None or request.method != "POST":
        return None
    if len(given) not in KEY_LENGTHS or not given.isascii() or not given.isprintable():
        message = f"An idempotency key has from 1 to {KEY_LENGTHS[-1]} printable ASCII characters."
        raise Refusal("invalid_header", message, errors=[{"path": KEY_HEADER, "message": message}])
    return given


def find(tx: Transaction, account_id: int, name: str, body: bytes, now: int) -> Reply | None:
    """The reply kept under the key; refuses `key_reused` when it was for another request."""
    kept = replies.find(tx, account_id, name, now - KEPT_SECONDS)
    if kept is None:
        return None
    if kept.request != _fingerprint(body):
        raise Refusal("key_reused", "This idempotency key was used for another path or body.")
    return Reply(kept.status, kept.body, json.loads(kept.headers))


def keep(
    tx: Transaction, account_id: int, name: str, body: bytes, *, given: Reply, now: int
) -> None:
    """Keep a reply under the key."""
    replies.drop_older(tx, now - KEPT_SECONDS)
    kept = replies.Kept(
        _fingerprint(body), given.status, json.dumps(dict(given.headers)), given.body
    )
    replies.add(tx, account_id, name, kept, now)


def _fingerprint(body: bytes) -> bytes:
    """What is equal for two requests with the same path and body."""
    return sha256(request.full_path.encode() + b"\n" + body).digest()
