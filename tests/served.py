"""A real server for tests: gunicorn in a process of its own, and a client that is a bare connection.

Run as a module it serves a directory: `python -m tests.served DIRECTORY WORKERS`. Each worker writes
the port, which the system chose, when it is ready.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gunicorn.workers.base import Worker

from server.config import Config
from server.serve import Server, options

from .api import CHEAP, PLENTY, V1, Clock


class Served:
    """A server at work in a process of its own."""

    def __init__(self, data: Path, workers: int = 1) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(data), str(workers)],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        told = {self._process.stdout.readline() for _ in range(workers)}
        if "" in told:
            raise RuntimeError(f"the server ended with {self._wait()} before it was ready")
        self.port = int(told.pop())

    def connect(self, token: str) -> Connection:
        return Connection(self.port, token)

    def kill(self) -> None:
        """End it as a power cut would: no signal that it could answer."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        self._process.terminate()
        assert self._wait() == 0

    def _wait(self) -> int:
        code = self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


class Connection:
    """One caller's connection."""

    def __init__(self, port: int, token: str) -> None:
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, path: str, body: object, **headers: str) -> tuple[int, bytes]:
        known = self._headers | {name.replace("_", "-"): value for name, value in headers.items()}
        self._http.request("POST", V1 + path, json.dumps(body).encode(), known)
        answer = self._http.getresponse()
        return answer.status, answer.read()

    def get(self, path: str) -> dict[str, Any]:
        self._http.request("GET", V1 + path, headers=self._headers)
        value: dict[str, Any] = json.loads(self._http.getresponse().read())
        return value

    def close(self) -> None:
        self._http.close()


@contextmanager
def serving(data: Path, workers: int = 1) -> Iterator[Served]:
    served = Served(data, workers)
    try:
        yield served
    finally:
        served.stop()


def _say_port(worker: Worker) -> None:
    print(worker.sockets[0].getsockname()[1], flush=True)  # noqa: T201  # the parent waits for it


def run(data: Path, workers: int) -> None:
    config = Config(
        data, b"secret", clock=Clock(), password_cost=CHEAP, requests=PLENTY, log_ins=PLENTY
    )
    told = options("127.0.0.1", 0, workers) | {"post_worker_init": _say_port}
    Server(config, told).run()


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]))
