"""The toolkit's commands, one module each, as one group that joins the command `turnpost`."""

from __future__ import annotations

import click

from .check import check
from .convert import convert
from .legal import legal
from .perft import perft
from .show import show


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """Read, check, show and convert game records."""


for _command in (check, convert, legal, perft, show):
    cli.add_command(_command)
