"""The server in one command: gunicorn around our application, with what suits a small machine.

One process holds all threads by default: the games share one write lock anyway, and threads of a
process hand it on at once, where processes can only poll for it.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Mapping

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from .app import create_app
from .config import Config
from .connections import PatientWorker
from .service import EXTENSION, Service
from .store import migrate
from .worker import Worker as Sweeper

WORKERS = 1
THREADS = 16
CONNECTIONS = 500  # a process often may have 1024 files open
GRACE_SECONDS = 10
KEEP_ALIVE_SECONDS = 5
PRIVATE = 0o077
SWEEPER = "turnpost-sweeper"


class CannotListen(Exception):
    """The server cannot take connections there; `str()` is a sentence that says why."""


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """Our application as gunicorn runs it."""

    def __init__(self, config: Config, options: Mapping[str, object]) -> None:
        self.config = config
        self.options = options
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's options; those that its version does not know are left out."""
        for name, value in self.options.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """Make the application, in each worker, and look after the games that fall due."""
        app = create_app(self.config)
        running: Service = app.extensions[EXTENSION]
        sweeper = Sweeper(running.database, self.config.clock)
        app.extensions[SWEEPER] = sweeper, sweeper.start()
        return app


def options(
    host: str, port: int, workers: int = WORKERS, threads: int = THREADS
) -> dict[str, object]:
    """What gunicorn is told."""
    return {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "worker_class": PatientWorker,
        "workers": workers,
        "threads": threads,
        "worker_connections": CONNECTIONS,
        "graceful_timeout": GRACE_SECONDS,
        "keepalive": KEEP_ALIVE_SECONDS,
        "umask": PRIVATE,
        "control_socket_disable": True,
        "loglevel": "warning",
        "worker_exit": _close,
    }


def serve(config: Config, host: str, port: int, ready: Callable[[str], object]) -> None:
    """Serve until a signal comes; requests that are being answered are answered first.

    `ready` is called with the address when connections are taken. Raises `CannotListen`.
    """
    _try_to_listen(host, port)
    os.umask(PRIVATE)
    # Tables are made before there are workers to disagree on it.
    migrate(config.database)

    def when_ready(arbiter: Arbiter) -> None:
        ready(str(arbiter.LISTENERS[0]))

    Server(config, options(host, port) | {"when_ready": when_ready}).run()


def _try_to_listen(host: str, port: int) -> None:
    """Raise `CannotListen` at once where gunicorn would try again and again, in words of its own."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
    except (OSError, UnicodeError) as error:
        raise CannotListen(_why_not(error, host, port)) from error


def _why_not(error: Exception, host: str, port: int) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {port} of {host} is in use; choose another with --port (0 takes a free one)."
    why = error.strerror if isinstance(error, OSError) else "this is no name of a host"
    return f"The server cannot listen on {host}, port {port}: {why}; see --host and --port."


def _close(_arbiter: object, worker: Worker) -> None:
    app = worker.wsgi
    if isinstance(app, Flask):
        if SWEEPER in app.extensions:
            sweeper, thread = app.extensions[SWEEPER]
            sweeper.stop()
            thread.join(GRACE_SECONDS)
        running: Service = app.extensions[EXTENSION]
        running.close()
