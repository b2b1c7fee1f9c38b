"""The HTTP interface for tests: an application on a scratch directory, its clock, and its callers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import Client, TestResponse

from server.app import create_app
from server.config import Config, PasswordCost, Rate
from server.service import EXTENSION, Service

V1 = "/api/v1"
PASSWORD = "correct horse"
CHEAP = PasswordCost(1, 8, 1)
PLENTY = Rate(1e6, 10_000_000)
NOON = 1_750_000_000.0


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    now: float = NOON

    def __call__(self) -> float:
        return self.now


@dataclass
class Caller:
    """Someone who calls, with or without a token."""

    client: Client
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(V1 + path, headers=self.headers | _names(headers))

    def delete(self, path: str, body: Any = None) -> TestResponse:
        return self.client.delete(V1 + path, headers=self.headers, json=body)

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        """A POST with a JSON body, or bytes as they are, or no body."""
        known = self.headers | _names(headers)
        if body is None or isinstance(body, bytes):
            return self.client.post(V1 + path, headers=known, data=body)
        return self.client.post(V1 + path, headers=known, json=body)

    def move(self, game: str, ply: int, move: str, **fields: Any) -> TestResponse:
        return self.post(f"/games/{game}/moves", {"ply": ply, "move": move, **fields})

    def act(self, game: str, action: str, ply: int) -> TestResponse:
        return self.post(f"/games/{game}/{action}", {"ply": ply})

    def state(self, game: str) -> dict[str, Any]:
        return json_of(self.get(f"/games/{game}?legal=1"))


@dataclass
class Api:
    """An application at work."""

    app: Flask
    clock: Clock
    service: Service

    def anyone(self) -> Caller:
        return Caller(self.app.test_client())

    def player(self, name: str, *scopes: str) -> Caller:
        """A new account's holder of a token."""
        made = self.anyone().post("/accounts", {"name": name, "password": PASSWORD})
        assert made.status_code == 201, made.text
        return self.log_in(name, *scopes)

    def log_in(self, name: str, *scopes: str) -> Caller:
        body: dict[str, Any] = {"name": name, "password": PASSWORD}
        if scopes:
            body["scopes"] = scopes
        token = json_of(self.anyone().post("/tokens", body))["token"]
        return Caller(self.app.test_client(), {"Authorization": f"Bearer {token}"})


@contextmanager
def at_work(data: Path, **settings: Any) -> Iterator[Api]:
    """An application that is closed at the end."""
    clock = Clock()
    given = {"password_cost": CHEAP, "requests": PLENTY, "log_ins": PLENTY} | settings
    app = create_app(Config(data=data, secret=b"secret", clock=clock, **given))
    service: Service = app.extensions[EXTENSION]
    try:
        yield Api(app, clock, service)
    finally:
        service.close()


def begin(
    red: Caller,
    blue: Caller,
    *variants: str,
    game: str = "cubeo",
    clock: dict[str, Any] | None = None,
) -> str:
    """A game in which red moves first."""
    wanted = {"game": game, "variants": variants, "seat": "1", "clock": clock}
    challenge = json_of(red.post("/challenges", wanted))
    return str(json_of(blue.post(f"/challenges/{challenge['id']}/accept"))["game_id"])


def json_of(response: TestResponse) -> dict[str, Any]:
    """The JSON of an answer that went well."""
    assert response.status_code in (200, 201), response.text
    value: dict[str, Any] = json.loads(response.data)
    return value


def code_of(response: TestResponse) -> str:
    """The code of an answer that did not, which has the one shape."""
    assert response.mimetype == "application/problem+json", response.text
    problem = json.loads(response.data)
    assert problem["status"] == response.status_code
    assert problem["type"] == f"urn:turnpost:{problem['code']}"
    assert problem["title"]
    assert problem["detail"].endswith((".", "?"))
    assert "Traceback" not in response.text
    return str(problem["code"])


def _names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
