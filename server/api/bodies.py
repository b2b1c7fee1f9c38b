"""What a request carries: a JSON body checked against schemas/api.json, and query parameters.

A fault of the body is told only after 404 and 403 have been ruled out, so `Body` keeps it until then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

import schemas
from server.incoming import BrokenBody
from server.refusals import Refusal
from server.service import service
from server.store import Busy

from .json_body import load_body
from .shapes import quick_check

JSON = "application/json"
LIMITS = range(1, 201)
DEFAULT_LIMIT = 50
BLOCK = 1 << 16
DRAINED_BLOCKS = 256  # 16 MiB
EMPTY = b"{}"
MOST_ERRORS = 100
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request: its bytes, and its fields or what is wrong with it.

    `raw` of a body without fields is always the same: `{}` and no body at all ask for the same.
    """

    raw: bytes
    _fields: Mapping[str, Any] | Refusal

    @property
    def sound(self) -> bool:
        """Whether there are fields to be had."""
        return not isinstance(self._fields, Refusal)

    def fields(self) -> Mapping[str, Any]:
        """The fields; refuses `body_too_large`, `unsupported_media_type`, `invalid_body` {errors}."""
        if isinstance(self._fields, Refusal):
            raise self._fields
        return self._fields


def read_body(schema: str) -> Body:
    """The body as `schema`, a name in schemas/api.json, wants it; without one it is `{}`."""
    raw, fault = read_bytes(service().config.max_body)
    if fault is not None:
        return Body(raw, fault)
    try:
        fields = _fields(schema, raw)
    except Refusal as refusal:
        return Body(raw, refusal)
    return Body(raw if fields else EMPTY, fields)


def read_bytes(most: int) -> tuple[bytes, Refusal | None]:
    """The bytes of the body, or a refusal `body_too_large`, or `bad_request` of what breaks off."""
    # One more than is allowed: a body sent in chunks would else be cut off there without a word.
    request.max_content_length = most + 1
    try:
        raw = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raw = b""
    except BrokenBody as error:
        return b"", Refusal("bad_request", str(error.description))
    else:
        if len(raw) <= most:
            return raw, None
    _drain(request.environ["wsgi.input"])
    return b"", Refusal("body_too_large", f"The body may have {most} bytes at most.", most=most)


def _drain(stream: BinaryIO) -> None:
    """Read on for a while: a client that is still sending would not see the answer."""
    with suppress(BrokenBody, Busy):
        for _ in range(DRAINED_BLOCKS):
            if not stream.read(BLOCK):
                return


def query(*names: str) -> dict[str, str]:
    """The query parameters, of these names only, each once; refuses `invalid_query` {errors}."""
    if not request.query_string:
        return {}
    for name in request.args:
        if name not in names:
            known = f"; known are {', '.join(names)}" if names else ""
            raise bad_query(name, f"There is no parameter {name!r} here{known}.")
        if len(request.args.getlist(name)) > 1:
            raise bad_query(name, f"The parameter {name!r} is given twice.")
    return request.args.to_dict()


def bad_query(name: str, message: str) -> Refusal:
    """A refusal `invalid_query` that names the parameter."""
    return Refusal("invalid_query", message, errors=[{"path": name, "message": message}])


def one_of(given: Mapping[str, str], name: str, values: tuple[str, ...]) -> str | None:
    """The parameter's value, which must be one of these; None when it is not given."""
    value = given.get(name)
    if value is not None and value not in values:
        raise bad_query(name, f"{name} is one of {', '.join(values)}.")
    return value


@dataclass(frozen=True, slots=True)
class Page:
    """Which part of a list is asked for."""

    limit: int
    before: int | None


def page(given: Mapping[str, str]) -> Page:
    """The parameters `limit` and `cursor`; refuses `invalid_query`."""
    limit = given.get("limit", str(DEFAULT_LIMIT))
    if not _is_number(limit) or int(limit) not in LIMITS:
        raise bad_query("limit", f"limit is a whole number from {LIMITS[0]} to {LIMITS[-1]}.")
    cursor = given.get("cursor")
    if cursor is not None and not _is_number(cursor):
        raise bad_query("cursor", "cursor is what `next` of the list before said.")
    return Page(int(limit), None if cursor is None else int(cursor))


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _fields(schema: str, raw: bytes) -> Mapping[str, Any]:
    if not raw.strip():
        value: Any = {}
    elif JSON not in (request.content_type, request.mimetype):
        given = request.mimetype or "none"
        raise Refusal("unsupported_media_type", f"The body must be {JSON}; its type was {given}.")
    else:
        value = load_body(raw)
    if not quick_check(schema)(value):
        found = schemas.errors(f"api#/$defs/{schema}", value, MOST_ERRORS)
        if found:
            told = [{"path": path, "message": text} for path, text in found]
            raise Refusal("invalid_body", found[0][1], errors=told)
    fields: Mapping[str, Any] = value
    return fields
