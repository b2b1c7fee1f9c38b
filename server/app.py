"""The application, put together: wiring only."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from . import api, pages
from .config import Config
from .incoming import read_whole
from .passwords import Passwords
from .service import EXTENSION, Service, note_arrival
from .store import Database, migrate
from .store.limits import Limits


def create_app(config: Config) -> Flask:
    """An application on the data of `config`, its tables brought up to date."""
    migrate(config.database)
    # A folder of Flask's own for static files would answer before our error pages do.
    app = Flask("server", static_folder=None)
    app.extensions[EXTENSION] = Service(
        config,
        Database(config.database),
        Limits(config.limits_database),
        Passwords(config.password_cost),
    )
    app.config["MAX_CONTENT_LENGTH"] = max(config.max_body, config.max_import)
    app.url_map.strict_slashes = True
    app.before_request(note_arrival)
    app.wsgi_app = read_whole(app.wsgi_app)  # type: ignore[assignment,method-assign]  # as Flask tells to
    if config.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, config.proxies, config.proxies)  # type: ignore[method-assign]  # the same
    api.register(app)
    pages.register(app)
    return app
