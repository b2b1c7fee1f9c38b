"""The pages: what players and readers see in a browser. They work without scripts.

A page reads what is kept and calls the actions of server/play.py; it knows no rule of a game and
decides nothing. A form that did something is answered by a redirect; one that did not, by its page
with the problem and what was typed.
"""

from __future__ import annotations

from flask import Flask

from . import access, actions, challenges, errors, leave, notices, programs, reading, writing
from .blueprint import pages
from .guard import add_headers
from .safe_text import without_controls

__all__ = ["access", "actions", "challenges", "leave", "programs", "reading", "register", "writing"]


def register(app: Flask) -> None:
    """Add the pages to an application, and the headers that every answer has."""
    app.jinja_options = {**app.jinja_options, "finalize": without_controls}
    notices.set_up(app)
    app.register_blueprint(pages)
    app.after_request(add_headers)
    errors.register(app)
