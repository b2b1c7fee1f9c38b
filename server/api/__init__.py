"""The HTTP interface, version 1: JSON under /api/v1, problem+json for everything that fails."""

from flask import Flask

PREFIX = "/api/v1"


def register(app: Flask) -> None:
    """Add the interface to an application."""
