"""The page about the interface for programs: what it is, and the calls that the application itself has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from flask import current_app
from werkzeug.routing import Rule
from werkzeug.wrappers import Response

from server.api import PREFIX

from .blueprint import pages
from .forms import show

_CHOICE = re.compile(r"<any\((.*)\):(\w+)>")
_PLACE = re.compile(r"<(\w+)>")


class Call(NamedTuple):
    """One call: its method, its address below `PREFIX`, what it does, and the words that may stand in its address."""

    method: str
    address: str
    does: str
    words: tuple[str, ...]


@pages.get("/programs")
def programs() -> Response:
    """How programs play here."""
    return show("programs.html", prefix=PREFIX, calls=sorted(_calls(), key=_place))


def _calls() -> Iterator[Call]:
    for rule in current_app.url_map.iter_rules():
        if rule.rule.startswith(PREFIX):
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield _call(rule, method)


def _call(rule: Rule, method: str) -> Call:
    told = (current_app.view_functions[rule.endpoint].__doc__ or "").partition("\n")[0]
    choice = _CHOICE.search(rule.rule)
    words = tuple(re.findall(r"'([^']+)'", choice[1])) if choice else ()
    address = _PLACE.sub(r"{\1}", _CHOICE.sub(r"{\2}", rule.rule)).removeprefix(PREFIX)
    return Call(method, address, told.replace("`", ""), words)


def _place(call: Call) -> tuple[str, str]:
    return call.address, call.method
