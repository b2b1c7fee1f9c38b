"""The running service as one value: what every way in needs to reach the actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import current_app, request

from .config import Config, Rate
from .passwords import Passwords
from .refusals import Refusal
from .store import Database
from .store.limits import Limits

EXTENSION = "turnpost"
ARRIVAL = "turnpost.arrival"


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of a running service."""

    config: Config
    database: Database
    limits: Limits
    passwords: Passwords

    def now(self) -> int:
        """The time in whole seconds since 1970, UTC."""
        return int(self.config.clock())

    def count(self, rate: Rate, *names: str) -> None:
        """Count a request against each of these names; refuses `rate_limited` {retry_after}."""
        wait = self.limits.take(names, rate.per_second, rate.burst, self.config.clock())
        if wait > 0:
            seconds = int(wait) + 1
            raise Refusal(
                "rate_limited", f"Too many requests; try again in {seconds} s.", retry_after=seconds
            )

    def close(self) -> None:
        """Close the files."""
        self.database.close()
        self.limits.close()


def arrival() -> int:
    """When the request that is at work arrived, for all that is asked of time in it.

    It is taken once, before anything is done, so that no action comes late by having to wait.
    """
    if ARRIVAL not in request.environ:
        request.environ[ARRIVAL] = service().now()
    return int(request.environ[ARRIVAL])


def note_arrival() -> None:
    """Take the time of arrival; for an application to do first in each request."""
    arrival()


def service() -> Service:
    """The service of the application that is at work."""
    return cast(Service, current_app.extensions[EXTENSION])
