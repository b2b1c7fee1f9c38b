"""What a page says when there is nothing to show: in words, beside the way back, never a trace."""

from __future__ import annotations

from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from server.api import FOR_PROGRAMS
from server.api.problems import BUSY_RETRY, answer
from server.refusals import TITLES, Refusal
from server.store import Busy

from .access import NeedsLogIn, ask_to_log_in
from .blueprint import pages
from .forms import show, status_of, with_wait
from .guard import ForeignForm
from .visit import as_stranger

_TOLD = {
    404: ("There is nothing here", "No page has this address. Perhaps a link was cut off."),
    405: ("This address is for forms", "This address only takes what a form sends."),
    413: ("That is too much", "What was sent is larger than this site takes. Nothing has changed."),
}
_UNREADABLE = ("The request could not be read", "Go back and try again. Nothing has changed.")


def register(app: Flask) -> None:
    """Tell errors of paths outside of the interface for programs as pages."""
    app.register_error_handler(Exception, _anywhere)


@pages.errorhandler(NeedsLogIn)
def needs_log_in(_: NeedsLogIn) -> Response:
    """Ask who it is."""
    return ask_to_log_in()


@pages.errorhandler(ForeignForm)
def foreign_form(error: ForeignForm) -> Response:
    """Tell that the form is not one of ours."""
    return show("problem.html", 403, heading="This form is not taken", detail=str(error))


@pages.errorhandler(Refusal)
def refused(refusal: Refusal) -> Response:
    """Tell a refusal that no form is there to show."""
    response = show(
        "problem.html", status_of(refusal), heading=TITLES[refusal.code], detail=refusal.detail
    )
    return with_wait(response, refusal)


@pages.errorhandler(Busy)
def busy(_: Busy) -> Response:
    """Tell that the database could not be had in time."""
    as_stranger()
    detail = "The server is busy; try again shortly. Nothing has changed."
    return refused(Refusal("busy", detail, retry_after=BUSY_RETRY))


@pages.errorhandler(HTTPException)
def framework(error: HTTPException) -> Response:
    """Tell what the framework refuses, in our words."""
    if error.code is not None and error.code < 400:
        return error.get_response()  # a redirect of the router's
    heading, detail = _TOLD.get(error.code or 0, _UNREADABLE)
    response = show("problem.html", error.code or 400, heading=heading, detail=detail)
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


@pages.errorhandler(Exception)
def unforeseen(error: Exception) -> Response:
    """Log what nobody foresaw, and tell nobody."""
    as_stranger()
    current_app.logger.error("an error that nobody foresaw", exc_info=error)
    detail = "Something went wrong on our side; it has been noted. Perhaps trying again helps."
    return refused(Refusal("internal", detail))


def _anywhere(error: Exception) -> Response:
    """Answer as the address asks for: the interface for programs in its own way, all else by a page."""
    if request.path.startswith(FOR_PROGRAMS):
        return answer(error)
    return framework(error) if isinstance(error, HTTPException) else unforeseen(error)
