"""Diagnostics as text: in full for people, one line each for editors, and in the forms of programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from unicodedata import combining, east_asian_width

from .codes import CODES
from .diagnostics import Diagnostic, dump_diagnostic
from .files import UNREADABLE

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
    lines = [f"{place}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message}"]
    if diagnostic.code != UNREADABLE:  # then there is no record and no line
        excerpt, carets = _underlined(diagnostic)
        lines += [
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


def render_github(diagnostic: Diagnostic) -> str:
    """One line that makes GitHub show an annotation beside the line of the file."""
    place = {
        "file": diagnostic.file,
        "line": diagnostic.line,
        "col": diagnostic.column,
        "endLine": diagnostic.end_line,
        "endColumn": diagnostic.end_column,
        "title": f"{diagnostic.code} {CODES[diagnostic.code].title}",
    }
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in place.items())
    remedy = f"\n{diagnostic.remedy}" if diagnostic.remedy else ""
    level = _LEVELS.get(diagnostic.severity, diagnostic.severity)
    return f"::{level} {properties}::{_data(diagnostic.message + remedy)}"


_LEVELS = {"note": "notice"}


def _data(text: str) -> str:
    """A text as the value of a GitHub command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A text as a property of a GitHub command, where colons and commas end it."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


RENDERERS: dict[str, Renderer] = {
    "full": render_full,
    "concise": render_concise,
    "json": render_json,
    "github": render_github,
}

STYLES = ("full", "concise", "json", "sarif", "github")
DOCUMENTS = ("json", "sarif")
"""Those of the `STYLES` that are for programs, which want them in UTF-8."""


def render_all(style: str, diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """The lines, or groups of lines, that tell diagnostics in one of the `STYLES`, as they come."""
    if style == "sarif":
        from .sarif import write_sarif

        return write_sarif(diagnostics, UNREADABLE)
    return map(RENDERERS[style], diagnostics)


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
