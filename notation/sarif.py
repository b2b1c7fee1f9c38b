"""Diagnostics as a SARIF 2.1.0 log, the form that code scanners exchange: written as they come."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from urllib.parse import quote

from .code_reference import explain
from .codes import CODES, Code
from .diagnostics import Diagnostic

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_RULES = {code: number for number, code in enumerate(CODES)}


def write_sarif(diagnostics: Iterable[Diagnostic], unreadable: str) -> Iterator[str]:
    """The log in pieces: its head, a line for each diagnostic, its end.

    `unreadable` is the code that says that a file could not be looked at, so that the run has failed.
    """
    driver = {"name": "turnpost", "rules": [_rule(row) for row in CODES.values()]} | _version()
    log = _dump({"$schema": SCHEMA, "version": "2.1.0"})
    run = _dump({"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"})
    yield f'{log[:-1]},"runs":[{run[:-1]},"results":['
    between, successful = "", True
    for each in diagnostics:
        successful = successful and each.code != unreadable
        yield between + _dump(_result(each))
        between = ","
    invocations = _dump([{"executionSuccessful": successful}])
    yield f'],"invocations":{invocations}}}]}}'


def _version() -> dict[str, str]:
    try:
        return {"version": version("turnpost")}
    except PackageNotFoundError:  # run from its sources
        return {}


def _rule(row: Code) -> dict[str, Any]:
    help_text = row.explanation + (f" {row.remedy}" if row.remedy else "")
    return {
        "id": row.code,
        "shortDescription": {"text": row.title},
        "fullDescription": {"text": row.explanation},
        "help": {"text": help_text, "markdown": explain(row)},
        "defaultConfiguration": {"level": row.severity},
    }


def _result(found: Diagnostic) -> dict[str, Any]:
    more = {"record": found.record, "game": found.game, "ply": found.ply, "pointer": found.pointer}
    place = {"artifactLocation": {"uri": _uri(found.file)}, "region": _region(found)}
    message = found.message + (f" {found.remedy}" if found.remedy else "")
    return {
        "ruleId": found.code,
        "ruleIndex": _RULES[found.code],
        "level": found.severity,
        "message": {"text": message},
        "locations": [{"physicalLocation": place}],
        "properties": {name: value for name, value in more.items() if value is not None},
    }


def _region(found: Diagnostic) -> dict[str, Any]:
    region: dict[str, Any] = {
        "startLine": found.line,
        "startColumn": found.column,
        "endLine": found.end_line,
        "endColumn": found.end_column,
    }
    begin, end = (each - found.excerpt_column for each in (found.column, found.end_column))
    if found.line == found.end_line and end <= len(found.excerpt):
        region["snippet"] = {"text": found.excerpt[begin:end]}
    return region


def _uri(file: str) -> str:
    return ("file://" if file.startswith("/") else "") + quote(file)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
