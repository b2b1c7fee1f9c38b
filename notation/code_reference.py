"""The page of diagnostic codes (docs/diagnostics.md), made from the table and its examples."""

from __future__ import annotations

from collections.abc import Iterator

from .code_examples import EXAMPLES, IN_WORDS
from .codes import CODES, FAMILIES, Code

_INTRODUCTION = """# Diagnostics

What `turnpost check` and `turnpost convert` find, by code. The letter of a code gives its family and
its severity; codes keep their meaning from version to version. After a fault of settings (`V`) or
syntax (`S`), or the first illegal move (`M`) in a line of play, the rest of that line is not replayed,
and nothing is said about its legality or about the result against the position.

This page is made from the table in `notation/codes.py`; a test holds the two together."""


def write_reference() -> str:
    """The whole page, in Markdown."""
    parts = [_INTRODUCTION]
    for letter, (severity, title) in FAMILIES.items():
        parts.append(f"## {letter}: {title} ({severity}s)")
        parts += [explain(row) for code, row in CODES.items() if code.startswith(letter)]
    return "\n\n".join(parts) + "\n"


def explain(row: Code) -> str:
    """One code in Markdown: what it says, means and suggests, a bad example and a good one."""
    return "\n\n".join(_paragraphs(row))


def _paragraphs(row: Code) -> Iterator[str]:
    yield f"### {row.code}: {row.title}"
    yield "> " + row.message.replace("{{", "{").replace("}}", "}")
    yield row.explanation
    if row.remedy:
        yield f"*What to do:* {row.remedy}"
    if row.code in IN_WORDS:
        bad, good = IN_WORDS[row.code]
        yield f"With the fault: {bad}"
        yield f"Without: {good}"
        return
    example = EXAMPLES[row.code]
    when = f", converted to `{example.to}`" if example.to else ""
    yield f"With the fault{when}:\n\n```\n{_shown(example.bad)}\n```"
    yield f"Without:\n\n```\n{_shown(example.good)}\n```"


def _shown(example: str | bytes) -> str:
    text = example if isinstance(example, str) else example.decode("utf-8", "replace")
    return "".join(
        sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text
    ).strip()
