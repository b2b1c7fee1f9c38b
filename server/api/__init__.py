"""The HTTP interface, version 1: JSON under /api/v1, problem+json for everything that fails."""

from flask import Blueprint, Flask

from . import (
    accounts,
    challenges,
    conditionals,
    games,
    health,
    problems,
    records,
    rules,
    talk,
    vacations,
)

PREFIX = "/api/v1"
ROOT = "/api/"
# What is answered to programs, errors too; all other addresses are for people.
FOR_PROGRAMS = (ROOT, "/healthz")


def register(app: Flask) -> None:
    """Add the interface to an application."""
    version = Blueprint("api", __name__, url_prefix=PREFIX)
    for part in (accounts, challenges, conditionals, games, records, rules, talk, vacations):
        version.register_blueprint(part.blueprint)
    for speaker in (version, app):
        speaker.register_error_handler(Exception, problems.answer)
    app.register_blueprint(version)
    app.register_blueprint(health.blueprint)
