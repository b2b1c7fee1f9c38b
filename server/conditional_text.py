"""Conditional moves as text, for pages and mails: lines `if M then M`, what comes next indented below.

if +2,0 then +-2,0
if +3,0 then +-3,0
if +1,1 then +0,1
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .refusals import Refusal

INDENT = "  "
MOST_TEXT = 100_000
_LINE = re.compile(r"if\s+(\S.*?)\s+then\s+(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Written:
    """Nodes {if, then, next?} as they were written, and on which line (from 1) each path stands."""

    nodes: list[dict[str, Any]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)

    def locate(self, refusal: Refusal) -> Refusal:
        """A refusal of these nodes that names the line."""
        path = str(refusal.values.get("path", ""))
        branch = re.match(r".*/\d+(?=/|$)", path)
        number = self.lines.get(branch[0]) if branch else None
        if number is None:
            return refusal
        return Refusal(refusal.code, f"Line {number}: {refusal.detail}", **refusal.values)


def read_text(text: str, path: str = "/tree") -> Written:
    """The nodes that a text tells; refuses `bad_conditionals` a line of another form."""
    if len(text) > MOST_TEXT:
        raise _bad(f"This is too long: at most {MOST_TEXT} characters are taken.", path)
    written = Written()
    above: list[tuple[int, list[dict[str, Any]], str]] = [(-1, written.nodes, path)]
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        node, indent = _read_line(line, number, path)
        while indent <= above[-1][0]:
            above.pop()
        siblings, stem = above[-1][1:]
        place = f"{stem}/{len(siblings)}"
        siblings.append(node)
        written.lines[place] = number
        above.append((indent, node.setdefault("next", []), f"{place}/next"))
    return written


def write_text(nodes: Sequence[Mapping[str, Any]], depth: int = 0) -> str:
    """The text of nodes, one line each."""
    lines = []
    for node in nodes:
        lines.append(f"{INDENT * depth}if {node['if']} then {node['then']}\n")
        lines.append(write_text(node.get("next", ()), depth + 1))
    return "".join(lines)


def _read_line(line: str, number: int, path: str) -> tuple[dict[str, Any], int]:
    plain = line.expandtabs(4)
    found = _LINE.fullmatch(plain.strip())
    if found is None:
        raise _bad(f"Line {number}: write `if MOVE then MOVE`, not {line.strip()[:60]!r}.", path)
    return {"if": found[1], "then": found[2]}, len(plain) - len(plain.lstrip())


def _bad(message: str, path: str) -> Refusal:
    return Refusal("bad_conditionals", message, path=path, cause="invalid_body")
