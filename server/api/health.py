"""Whether the service is alive, for whoever watches it."""

from flask import Blueprint, Response

from server.service import service

from .problems import answer
from .replies import reply

blueprint = Blueprint("health", __name__)
blueprint.register_error_handler(Exception, answer)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Answer when the database can be read."""
    with service().database.read() as view:
        view.one("SELECT 1")
    return reply({"status": "ok"}).response()
