"""Diagnostics as text: in full for people, one line each for editors, JSON lines for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from unicodedata import combining, east_asian_width

from .diagnostics import Diagnostic, dump_diagnostic

Renderer = Callable[[Diagnostic], str]


def render_full(diagnostic: Diagnostic) -> str:
    """The place, the sentence, the line with carets under what is at fault, and the remedy."""
    place = f"{diagnostic.file}:{diagnostic.line}:{diagnostic.column}"
    about = f"record {diagnostic.record}"
    if diagnostic.ply is not None:
        about += f", ply {diagnostic.ply}"
    if diagnostic.pointer:
        about += f", {diagnostic.pointer}"
    margin = " " * len(str(diagnostic.line))
    excerpt, carets = _underlined(diagnostic)
    lines = [
        f"{place}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message}",
        f"{margin}  ({about})",
        f"{diagnostic.line} | {excerpt}".rstrip(),
        f"{margin} | {carets}",
    ]
    if diagnostic.remedy:
        lines.append(f"{margin} = {diagnostic.remedy}")
    return "\n".join(lines) + "\n"


def render_concise(diagnostic: Diagnostic) -> str:
    """One line: file, line, column, code and sentence."""
    place = f"{diagnostic.file}:{diagnostic.line}:{diagnostic.column}"
    return f"{place}: {diagnostic.code} {diagnostic.message}"


def render_json(diagnostic: Diagnostic) -> str:
    """One line of JSON, as schemas/diagnostic.json tells."""
    return json.dumps(dump_diagnostic(diagnostic), ensure_ascii=False, separators=(",", ":"))


RENDERERS: dict[str, Renderer] = {
    "full": render_full,
    "concise": render_concise,
    "json": render_json,
}


def _underlined(diagnostic: Diagnostic) -> tuple[str, str]:
    """The excerpt as a terminal can show it, and carets below the part at fault."""
    excerpt = diagnostic.excerpt
    begin = diagnostic.column - diagnostic.excerpt_column
    same_line = diagnostic.end_line == diagnostic.line
    end = diagnostic.end_column - diagnostic.excerpt_column if same_line else len(excerpt)
    before = excerpt[:begin]
    marked = excerpt[begin : max(end, begin + 1)]
    width = max(1, sum(map(_width, marked)))
    return "".join(map(_shown, excerpt)), " " * sum(map(_width, before)) + "^" * width


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    return character if character.isprintable() else "\ufffd"


def _width(character: str) -> int:
    """The columns that a character takes on a terminal."""
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
