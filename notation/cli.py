"""The toolkit's commands, one module each, as one group and as a table that joins `turnpost`."""

from __future__ import annotations

import click

from .standard_streams import Program

COMMANDS = {
    "check": "notation.check",
    "codes": "notation.explain",
    "convert": "notation.convert",
    "explain": "notation.explain",
    "fmt": "notation.fmt",
    "legal": "notation.legal",
    "perft": "notation.perft",
    "show": "notation.show",
    "stats": "notation.stats",
    "uhp": "notation.uhp",
}
"""The module of each command, which has it under its name."""


@click.group(
    cls=Program, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
def cli() -> None:
    """Read, check, lay out, show, count and convert game records."""
