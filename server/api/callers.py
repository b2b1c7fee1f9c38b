"""Who calls: bearer tokens, their scopes, and the rate limits of account and address."""

from __future__ import annotations

from ipaddress import IPv6Address

from flask import request

from server import accounts
from server.refusals import Refusal
from server.service import arrival, service
from server.store.accounts import Holder, token_holder

SCHEME = "bearer"
IPV6_NETWORK = 64


def caller() -> Holder | None:
    """Who holds the token of this request, None without one; refuses `bad_token`, `rate_limited`.

    Every request is counted here, against its address and its account.
    """
    running = service()
    secret = _secret()
    holder = None
    if secret is not None:
        with running.database.read() as view:
            holder = token_holder(view, accounts.digest(secret), arrival())
    names = [f"address:{address()}"]
    if holder is not None:
        names.append(f"account:{holder.account.id}")
    running.count(running.config.requests, *names)
    if secret is not None and holder is None:
        raise Refusal("bad_token", "The token is unknown, was given back, or has expired.")
    return holder


def known_caller() -> Holder:
    """Who holds the token of this request; refuses `token_required` as well."""
    holder = caller()
    if holder is None:
        raise Refusal("token_required", "This needs a token, sent as `Authorization: Bearer …`.")
    return holder


def must_have(holder: Holder, scope: str) -> None:
    """Refuse `scope` when the token does not allow it."""
    if scope not in holder.scopes:
        raise Refusal("scope", f"This needs a token with the scope {scope!r}.", scope=scope)


def address() -> str:
    """Where the request comes from: an IPv4 address, or the network of an IPv6 address."""
    given = request.remote_addr or ""
    if ":" not in given:
        return given
    try:
        number = int(IPv6Address(given.partition("%")[0]))
    except ValueError:
        return given
    return str(IPv6Address(number >> IPV6_NETWORK << IPV6_NETWORK))


def _secret() -> str | None:
    """The token as it was sent, "" for what is no bearer token."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == SCHEME else ""
