"""`turnpost codes` and `turnpost explain`: the diagnostics, told from their one table."""

from __future__ import annotations

from difflib import get_close_matches

import click

from .code_reference import explain as explanation
from .codes import CODES


@click.command()
def codes() -> None:
    """List all diagnostic codes with their severity and what they say."""
    for row in CODES.values():
        click.echo(f"{row.code}  {row.severity:<7}  {row.title}")


@click.command()
@click.argument("code", metavar="CODE")
def explain(code: str) -> None:
    """Explain a diagnostic CODE, with an example that has the fault and one that has not."""
    row = CODES.get(code.strip().upper())
    if row is None:
        close = get_close_matches(code.strip().upper(), CODES, 1)
        hint = f"Did you mean {close[0]}?" if close else "See `turnpost codes`."
        raise click.UsageError(f"There is no code {code!r}. {hint}")
    click.echo(explanation(row))
