"""Sessions: how a browser is known between requests. Only a digest of a session's id is stored.

An id is 256 random bits. It is new at each log-in, so an id that someone planted before is worth
nothing after it; a change of password ends every session of the account.
"""

from __future__ import annotations

import re
import secrets

from .accounts import digest, log_in
from .config import DAY
from .service import Service
from .store import Transaction, accounts
from .store.accounts import Account

ID_BYTES = 32
_ID = re.compile(r"[A-Za-z0-9_-]{43}")


def new_id() -> str:
    """A fresh id, known to nobody."""
    return secrets.token_urlsafe(ID_BYTES)


def is_id(text: str) -> bool:
    """Whether the text has the form of an id."""
    return _ID.fullmatch(text) is not None


def count_log_in(service: Service, address: str, name: str) -> None:
    """Count a log-in against its address and its account; refuses `rate_limited`."""
    service.count(
        service.config.log_ins, f"log-in:address:{address}", f"log-in:name:{name.lower()}"
    )


def session_account(service: Service, session_id: str) -> Account | None:
    """Whose session it is; None for one that never was, has ended, or has expired."""
    with service.database.read() as view:
        return accounts.session_account(view, digest(session_id), service.now())


def begin_session(service: Service, account: Account, old: str) -> str:
    """End the session `old`, if there is one, begin another for the account, and return its id."""
    with service.database.write() as tx:
        accounts.drop_session(tx, digest(old))
        accounts.drop_expired(tx, service.now())
        return _add(tx, service, account)


def end_session(service: Service, session_id: str) -> None:
    """End a session."""
    with service.database.write() as tx:
        accounts.drop_session(tx, digest(session_id))


def change_password(service: Service, account: Account, old: str, new: str) -> str:
    """Change the password, end all sessions, begin one anew and return its id.

    Refuses `bad_credentials` when `old` is not the password.
    """
    log_in(service.database, service.passwords, account.name, old)
    hashed = service.passwords.digest(new)
    with service.database.write() as tx:
        accounts.set_password(tx, account.id, hashed)
        accounts.drop_sessions(tx, account.id)
        return _add(tx, service, account)


def _add(tx: Transaction, service: Service, account: Account) -> str:
    session_id, now = new_id(), service.now()
    seconds = service.config.session_days * DAY
    accounts.add_session(tx, digest(session_id), account.id, now, now + seconds)
    return session_id
