"""What the service is told from outside: where its data lies, its limits, its secret and its clock.

Time comes in here, as a callable, so that nothing below ever asks the machine what time it is.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

DATABASE = "turnpost.sqlite3"
LIMITS_DATABASE = "limits.sqlite3"
KEY_FILE = "secret.key"
KEY_BYTES = 32
DAY = 86_400
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: `per_second` flow in, at most `burst` are kept."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class PasswordCost:
    """What one argon2id hash costs: passes, KiB of memory, lanes (RFC 9106, second choice)."""

    passes: int = 3
    memory_kib: int = 65_536
    lanes: int = 4


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a running service needs to know; the defaults suit a small machine."""

    data: Path
    secret: bytes = field(repr=False)
    clock: Callable[[], float] = time.time
    requests: Rate = Rate(20.0, 600)
    log_ins: Rate = Rate(10 / 60, 10)
    password_cost: PasswordCost = PasswordCost()
    max_body: int = MIB
    max_import: int = MIB
    token_days: int = 365
    session_days: int = 30
    vacation_days: int = 30
    https: bool = False
    proxies: int = 0

    @property
    def database(self) -> Path:
        """The file that holds accounts and games."""
        return self.data / DATABASE

    @property
    def limits_database(self) -> Path:
        """The file that holds the rate limits; it may be deleted at any time."""
        return self.data / LIMITS_DATABASE


class BadConfig(Exception):
    """A setting that means nothing; `str()` is a sentence that names it."""


def read_config(data: Path, environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration for a data directory, which is made, with its key, when it is new.

    Settings come from `TURNPOST_…` in the environment (docs/serve.md); raises `BadConfig`.
    """
    https, proxies = _number(environment, "HTTPS", 0), _number(environment, "PROXIES", 0)
    max_import = _number(environment, "MAX_IMPORT", MIB)
    vacation_days = _number(environment, "VACATION_DAYS", 30)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    secret = _read_secret(data / KEY_FILE)
    return Config(
        data,
        secret,
        https=bool(https),
        proxies=proxies,
        max_import=max_import,
        vacation_days=vacation_days,
    )


def _number(environment: Mapping[str, str], name: str, default: int) -> int:
    given = environment.get(f"TURNPOST_{name}", str(default))
    if not (given.isascii() and given.isdigit()):
        raise BadConfig(f"TURNPOST_{name} should be a whole number, not {given!r}.")
    return int(given)


def _read_secret(path: Path) -> bytes:
    if not path.exists():
        _write_secret(path)
    try:
        secret = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        secret = b""
    if len(secret) < KEY_BYTES:
        raise BadConfig(
            f"The server's key in {path} is damaged. When you remove it, a new one is made, "
            "and everybody has to log in again."
        )
    return secret


def _write_secret(path: Path) -> None:
    """Write a new secret that only the owner can read; of two writers at once, one wins."""
    draft = path.with_suffix(f".{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(KEY_BYTES))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
