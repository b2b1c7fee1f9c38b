"""The body of a request as the application reads it: all that was announced, or an error.

A server hands on what it has when a client goes away in the middle, and each raises exceptions of its
own for bodies that are damaged. Here both become one refusal of the framework's, with status 400.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.wsgi import get_content_length

from .store import Busy

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class BrokenBody(BadRequest):
    """A body that cannot be read to its end; `description` is a sentence that says why."""


class Incoming:
    """The stream of a body: reading raises `BrokenBody` when it is damaged, or is less than announced."""

    def __init__(self, stream: BinaryIO, announced: int) -> None:
        self._stream = stream
        self._announced = announced
        self._left = announced

    def read(self, size: int = -1) -> bytes:
        """At most so many bytes; none at the end."""
        try:
            content = self._stream.read(size)
        except (Busy, HTTPException):
            raise
        except TimeoutError as error:
            raise BrokenBody("The body did not come in time.") from error
        except Exception as error:
            raise BrokenBody("The body is cut off, or its chunks are damaged.") from error
        self._left -= len(content)
        wanted = self._left + len(content) if size < 0 else size
        if self._left > 0 and len(content) < wanted:
            told = f"{self._announced - self._left} of {self._announced} bytes came"
            raise BrokenBody(f"The body is cut off: {told}.")
        return content


def read_whole(app: WSGIApplication) -> WSGIApplication:
    """The application, with bodies that it reads whole or not at all."""

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        announced = get_content_length(environ) or 0
        environ["wsgi.input"] = Incoming(environ["wsgi.input"], announced)
        return app(environ, start_response)

    return call
