"""What every request that may change something must pass, and what every answer says of itself.

A form is only taken from our own pages: the browser says where it comes from (Sec-Fetch-Site, or
Origin), and it brings the token of the visitor it was made for. SameSite cookies come on top.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, request

from server.service import service

from .visit import TOKEN_FIELD, fits_form_token

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
YEAR = 31_536_000


class ForeignForm(Exception):
    """A form that was not sent from a page of ours, or not from this visitor's."""

    def __init__(self) -> None:
        super().__init__(
            "This form was not sent from a page of this site, or its page was made before you logged "
            "in or out. Go back, load the page anew and send it again. Nothing has changed."
        )


def check_form() -> None:
    """Let a request pass that is safe, or comes from a form of ours; raises `ForeignForm`."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if not _is_same_origin() or not fits_form_token(request.form.get(TOKEN_FIELD, "")):
        raise ForeignForm


def add_headers(response: Response) -> Response:
    """Tell the browser what it may do with the answer."""
    response.headers.update(HEADERS)
    if service().config.https:
        response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    return response


def _is_same_origin() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")  # none: typed or reloaded by the user himself
    origin = request.headers.get("Origin") or request.headers.get("Referer")
    if origin is None:
        return True  # browsers that tell neither exist; the token stands in for both
    try:
        sent = urlsplit(origin)
    except ValueError:  # no address at all, such as a bracket that is not closed
        return False
    scheme = "https" if service().config.https else request.scheme
    return (sent.scheme, sent.netloc) == (scheme, request.host)
