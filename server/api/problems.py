"""Errors as problem+json (RFC 9457), one shape for all of them; the only place that knows statuses."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, current_app
from werkzeug.exceptions import HTTPException

from server.refusals import TITLES, Refusal
from server.store import Busy

from .replies import dump

MEDIA_TYPE = "application/problem+json"
BUSY_RETRY = 1

STATUSES: dict[str, int] = {
    "bad_token": 401,
    "token_required": 401,
    "bad_credentials": 401,
    "scope": 403,
    "not_a_player": 403,
    "own_challenge": 403,
    "not_for_you": 403,
    "not_your_turn": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "name_taken": 409,
    "too_many_challenges": 409,
    "already_accepted": 409,
    "challenge_closed": 409,
    "game_over": 409,
    "stale_ply": 409,
    "your_turn": 409,
    "no_offer": 409,
    "already_offered": 409,
    "nothing_to_take_back": 409,
    "not_over": 409,
    "not_claimable": 409,
    "not_paused": 409,
    "on_vacation": 409,
    "not_on_vacation": 409,
    "vacation_used_up": 409,
    "unfinished_for_format": 409,
    "body_too_large": 413,
    "unsupported_media_type": 415,
    "invalid_body": 422,
    "invalid_query": 422,
    "invalid_header": 422,
    "key_reused": 422,
    "not_supported": 422,
    "unknown_game": 422,
    "bad_settings": 422,
    "unknown_player": 422,
    "not_a_move": 422,
    "ambiguous_move": 422,
    "illegal_move": 422,
    "bad_conditionals": 422,
    "format_for_other_game": 422,
    "not_in_format": 422,
    "bad_records": 422,
    "rate_limited": 429,
    "bad_request": 400,
    "internal": 500,
    "busy": 503,
}
# What the framework itself refuses, told by the same codes.
_CODES = {
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
}
_DETAILS = {
    "not_found": "There is nothing at this address.",
    "method_not_allowed": "This address takes other methods; see the header Allow.",
    "body_too_large": "The body is larger than is taken here.",
    "bad_request": "The request could not be read.",
}


def problem(refusal: Refusal) -> Response:
    """The answer that tells a refusal."""
    code, values = refusal.code, dict(refusal.values)
    status = STATUSES[code]
    body = {
        "type": f"urn:turnpost:{code}",
        "title": TITLES[code],
        "status": status,
        "detail": refusal.detail,
        "code": code,
    }
    response = Response(dump(body | values), status, mimetype=MEDIA_TYPE)
    if "retry_after" in values:
        response.headers["Retry-After"] = str(values["retry_after"])
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def answer(error: Exception) -> Response:
    """The answer to anything that was raised; what nobody foresaw is logged and told to nobody."""
    if isinstance(error, Refusal):
        return problem(error)
    if isinstance(error, Busy):
        return problem(
            Refusal("busy", "The server is busy; try again shortly.", retry_after=BUSY_RETRY)
        )
    if isinstance(error, HTTPException):
        return _told_by_framework(error)
    current_app.logger.error("an error that nobody foresaw", exc_info=error)
    return problem(Refusal("internal", "Something went wrong on our side; it has been noted."))


def _told_by_framework(error: HTTPException) -> Response:
    if error.code is not None and error.code < HTTPStatus.BAD_REQUEST:
        return Response(error.get_body(), error.code, error.get_headers())
    code = _CODES.get(error.code or 0, "bad_request")
    response = problem(Refusal(code, _DETAILS.get(code, "The request could not be read.")))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response
