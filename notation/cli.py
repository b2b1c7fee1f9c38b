"""The toolkit's commands, one module each, as one group that joins the command `turnpost`."""

from __future__ import annotations

import click

from .check import check
from .convert import convert
from .explain import codes, explain
from .fmt import fmt
from .legal import legal
from .perft import perft
from .show import show
from .standard_streams import Program
from .stats import stats
from .uhp import uhp


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """Read, check, lay out, show, count and convert game records."""


for _command in (check, codes, convert, explain, fmt, legal, perft, show, stats, uhp):
    cli.add_command(_command)
