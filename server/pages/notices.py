"""What has been done, told once: on the page that a form leads to, and on no other.

The word goes in a signed cookie of its own from the answer to the form to the next page, which takes
it away. Nobody can make a page say it by a link, and a page that is loaded anew does not repeat it.
"""

from __future__ import annotations

import hashlib
import hmac

from flask import Flask, flash, get_flashed_messages

from server.service import EXTENSION

from .words import DONE

COOKIE = "turnpost-done"


def set_up(app: Flask) -> None:
    """Let an application keep notices, signed with a key made from its secret."""
    config = app.extensions[EXTENSION].config
    app.secret_key = hmac.new(config.secret, b"notices", hashlib.sha256).digest()
    app.config.update(
        SESSION_COOKIE_NAME=f"__Host-{COOKIE}" if config.https else COOKIE,
        SESSION_COOKIE_SECURE=config.https,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
    )


def tell(word: str) -> None:
    """Let the next page say what has been done, by its word in `DONE`."""
    flash(word)


def take() -> list[str]:
    """The sentences that this page is to say; no later one has them."""
    return [DONE[word] for word in get_flashed_messages() if word in DONE]
