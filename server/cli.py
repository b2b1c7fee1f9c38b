"""The command `turnpost`: the service, joined with all commands of the notation toolkit.

What a command needs is imported when it runs: `turnpost check` starts no web server.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from notation.cli import COMMANDS
from notation.standard_streams import Program

if TYPE_CHECKING:
    from .config import Config


@click.group(
    name="turnpost",
    cls=Program,
    modules=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="turnpost", prog_name="turnpost")
def main() -> None:
    """Play correspondence games, and read, check, show and convert their records."""


_DATA = click.option(
    "--data",
    default=Path("var"),
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory for the database and the server's key; made when it is not there.",
)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on.",
)
@_DATA
def serve(host: str, port: int, data: Path) -> None:
    """Run the server, on SQLite."""
    from .serve import CannotListen
    from .serve import serve as run

    config = _read_config(data)

    def ready(address: str) -> None:
        click.echo(f"Turnpost is at {address}, its data in {data}; Ctrl-C ends it.", err=True)

    try:
        run(config, host, port, ready)
    except CannotListen as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from error


@main.command()
@_DATA
@click.option("--once", is_flag=True, default=False, help="Look once, and end.")
def worker(data: Path, once: bool) -> None:
    """End the games whose time has run out, until a signal comes; `serve` does so, too."""
    import signal

    from .store import Database, migrate
    from .worker import Worker, sweep

    config = _read_config(data)
    migrate(config.database)
    database = Database(config.database)
    try:
        if once:
            sweep(database, int(config.clock()))
            return
        running = Worker(database, config.clock)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: running.stop())
        click.echo(f"Looking for games that fall due in {data}; Ctrl-C ends it.", err=True)
        running.run()
    finally:
        database.close()


def _read_config(data: Path) -> Config:
    """The configuration for a data directory; a sentence and exit 2 when there is none."""
    from .config import BadConfig, read_config

    try:
        return read_config(data)
    except OSError as error:
        click.echo(f"The data directory {data} cannot be used: {error.strerror}.", err=True)
        raise SystemExit(2) from error
    except BadConfig as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from error
