"""Signing up, logging in, and the tokens that stand for an account.

A token is 256 random bits with a prefix by which a leak is found; only its SHA-256 is stored.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

from .passwords import Passwords
from .refusals import Refusal
from .store import Database, Transaction, accounts
from .store.accounts import Account

TOKEN_PREFIX = "tp_"  # noqa: S105  # it marks tokens, and is none
TOKEN_BYTES = 32
DEFAULT_SCOPES = ("play", "read")
NAME = re.compile(r"[A-Za-z0-9_-]{2,32}")
PASSWORD_LENGTHS = range(8, 201)


@dataclass(frozen=True, slots=True)
class Token:
    """A new token: `secret` is shown this once."""

    secret: str
    scopes: tuple[str, ...]
    expires: int


def digest(secret: str) -> bytes:
    """What is stored of a token or a session's id."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).digest()


def sign_up(tx: Transaction, hashed: str, name: str, email: str | None, now: int) -> Account:
    """Make an account from a name and a hashed password; refuses `name_taken`."""
    account_id = accounts.add_account(tx, name, hashed, email, now)
    if account_id is None:
        raise Refusal("name_taken", f"The name {name} is taken; choose another.")
    return Account(account_id, name)


def log_in(db: Database, passwords: Passwords, name: str, password: str) -> Account:
    """The account that name and password open; refuses `bad_credentials`.

    The slow hashing runs outside of any transaction.
    """
    with db.read() as view:
        account = accounts.account_named(view, name)
        stored = None if account is None else accounts.password_of(view, account.id)
    if not passwords.fits(stored, password) or account is None or stored is None:
        raise Refusal("bad_credentials", "There is no account with this name and password.")
    if passwords.is_outdated(stored):
        renewed = passwords.digest(password)
        with db.write() as tx:
            accounts.renew_password(tx, account.id, stored, renewed)
    return account


def issue_token(
    tx: Transaction, account: Account, scopes: tuple[str, ...], now: int, seconds: int
) -> Token:
    """Make a token for the account that is good for so many seconds."""
    token = Token(
        TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES), tuple(sorted(scopes)), now + seconds
    )
    accounts.drop_expired(tx, now)
    accounts.add_token(
        tx,
        digest(token.secret),
        account.id,
        scopes=" ".join(token.scopes),
        now=now,
        expires=token.expires,
    )
    return token
