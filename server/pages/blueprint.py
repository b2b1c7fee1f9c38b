"""The pages' blueprint: what each request goes through, and what each template can use."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, request

from notation.games import GAMES
from server.api.callers import address
from server.service import service

from . import notices, words
from .guard import check_form
from .tidings import of_time, to_decide
from .time_words import control_words
from .visit import form_guard, send_cookie, visit

pages = Blueprint("pages", __name__, template_folder="templates")

STYLE = (Path(__file__).parent / "turnpost.css").read_bytes()
STYLE_VERSION = hashlib.sha256(STYLE).hexdigest()[:12]
YEAR = 31_536_000
ID = f"int(max={2**63 - 1})"  # what the database can look for
UNCOUNTED = ("pages.style",)


@pages.before_request
def count_request() -> None:
    """Count the request against its address and its account, in the same buckets as the API's."""
    if request.endpoint in UNCOUNTED:
        return
    account = visit().account
    names = [f"address:{address()}"] + ([] if account is None else [f"account:{account.id}"])
    running = service()
    running.count(running.config.requests, *names)


pages.before_request(check_form)


@pages.after_request
def finish(response: Response) -> Response:
    """Send the cookie, and keep what one visitor sees out of caches that others share."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return send_cookie(response)


@pages.get("/turnpost.css")
def style() -> Response:
    """The style sheet; its address changes with its content, so it may be kept."""
    response = Response(STYLE, mimetype="text/css")
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


@pages.app_context_processor
def vocabulary() -> dict[str, Any]:
    """What every template can use."""
    return {
        "me": visit().account,
        "notices": notices.take,
        "form_guard": form_guard,
        "games": GAMES,
        "game_titles": words.alternatives([row.title for row in GAMES.values()]),
        "iso": words.iso,
        "record_formats": words.record_formats,
        "seat_words": words.seat_words,
        "status_words": words.status_words,
        "style_version": STYLE_VERSION,
        "of_time": of_time,
        "to_decide": to_decide,
        "title": words.title,
        "when": words.when,
        "control_words": control_words,
    }
