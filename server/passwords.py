"""Passwords, hashed with argon2id (RFC 9106).

One hash takes tens of megabytes, so only a few are computed at a time. A log-in with an unknown name
costs as much as one with a known name: its password is checked against a hash that nobody has.
"""

from __future__ import annotations

import threading
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from .config import PasswordCost

AT_ONCE = 2


class Passwords:
    """Makes and checks hashes of one cost."""

    def __init__(self, cost: PasswordCost) -> None:
        self._hasher = PasswordHasher(cost.passes, cost.memory_kib, cost.lanes)
        self._slots = threading.BoundedSemaphore(AT_ONCE)

    def digest(self, password: str) -> str:
        """A salted hash of the password, with its parameters."""
        with self._slots:
            return self._hasher.hash(password)

    def fits(self, stored: str | None, password: str) -> bool:
        """Whether the password is the one of the stored hash; never when there is none."""
        with self._slots:
            try:
                self._hasher.verify(stored or self._nobodys, password)
            except VerificationError:
                return False
        return stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Whether the hash was made at another cost than today's."""
        return self._hasher.check_needs_rehash(stored)

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash("")
