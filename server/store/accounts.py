"""Accounts, and the tokens and sessions by which their owners are known (stored as digests)."""

from dataclasses import dataclass

from .database import Connection, Transaction


@dataclass(frozen=True, slots=True)
class Account:
    """A person or program that plays; names are unique without regard to case."""

    id: int
    name: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose a token is, and what it allows."""

    account: Account
    scopes: frozenset[str]
    expires: int


def add_account(
    tx: Transaction, name: str, password: str, email: str | None, now: int
) -> int | None:
    """Add an account with a hashed password and return its id; None when the name is taken."""
    row = tx.one(
        "INSERT INTO accounts (name, password, email, created) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING RETURNING id",
        (name, password, email, now),
    )
    return None if row is None else int(row[0])


def account_named(db: Connection, name: str) -> Account | None:
    """The account with this name, in any case."""
    row = db.one("SELECT id, name, bot FROM accounts WHERE lower(name) = lower(?)", (name,))
    return None if row is None else Account(row[0], row[1], bool(row[2]))


def account(db: Connection, account_id: int) -> Account | None:
    """The account with this id."""
    row = db.one("SELECT id, name, bot FROM accounts WHERE id = ?", (account_id,))
    return None if row is None else Account(row[0], row[1], bool(row[2]))


def password_of(db: Connection, account_id: int) -> str:
    """The hashed password of an account that exists."""
    return str(db.one("SELECT password FROM accounts WHERE id = ?", (account_id,))[0])


def set_password(tx: Transaction, account_id: int, password: str) -> None:
    """Replace the hashed password."""
    tx.execute("UPDATE accounts SET password = ? WHERE id = ?", (password, account_id))


def renew_password(tx: Transaction, account_id: int, old: str, new: str) -> None:
    """Replace a hash of the password by another of the same, unless the password was changed meanwhile."""
    tx.execute(
        "UPDATE accounts SET password = ? WHERE id = ? AND password = ?", (new, account_id, old)
    )


def add_token(
    tx: Transaction, digest: bytes, account_id: int, *, scopes: str, now: int, expires: int
) -> None:
    """Add a token by its digest; `scopes` are words with blanks between."""
    tx.execute(
        "INSERT INTO tokens (digest, account_id, scopes, created, expires) VALUES (?, ?, ?, ?, ?)",
        (digest, account_id, scopes, now, expires),
    )


def token_holder(db: Connection, digest: bytes, now: int) -> Holder | None:
    """Who holds the token; None when there is no such token, or it has expired."""
    row = db.one(
        "SELECT a.id, a.name, a.bot, t.scopes, t.expires FROM tokens t"
        " JOIN accounts a ON a.id = t.account_id WHERE t.digest = ? AND t.expires > ?",
        (digest, now),
    )
    if row is None:
        return None
    return Holder(Account(row[0], row[1], bool(row[2])), frozenset(row[3].split()), row[4])


def drop_token(tx: Transaction, digest: bytes) -> None:
    """Forget a token."""
    tx.execute("DELETE FROM tokens WHERE digest = ?", (digest,))


def add_session(tx: Transaction, digest: bytes, account_id: int, now: int, expires: int) -> None:
    """Add a session by the digest of its id."""
    tx.execute(
        "INSERT INTO sessions (digest, account_id, created, expires) VALUES (?, ?, ?, ?)",
        (digest, account_id, now, expires),
    )


def session_account(db: Connection, digest: bytes, now: int) -> Account | None:
    """Whose session it is; None when there is no such session, or it has expired."""
    row = db.one(
        "SELECT a.id, a.name, a.bot FROM sessions s JOIN accounts a ON a.id = s.account_id"
        " WHERE s.digest = ? AND s.expires > ?",
        (digest, now),
    )
    return None if row is None else Account(row[0], row[1], bool(row[2]))


def drop_session(tx: Transaction, digest: bytes) -> None:
    """End one session."""
    tx.execute("DELETE FROM sessions WHERE digest = ?", (digest,))


def drop_sessions(tx: Transaction, account_id: int) -> None:
    """End all sessions of an account, as after a change of password."""
    tx.execute("DELETE FROM sessions WHERE account_id = ?", (account_id,))


def drop_expired(tx: Transaction, now: int) -> None:
    """Forget tokens and sessions that have expired."""
    tx.execute("DELETE FROM tokens WHERE expires <= ?", (now,))
    tx.execute("DELETE FROM sessions WHERE expires <= ?", (now,))
