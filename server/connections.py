"""Connections of the real server: a request takes a thread when it is all here, not before.

gunicorn's threads wait for their clients, so that as many stalled ones as there are threads would
stop the server. Here a connection keeps what has come, and the poller waits for the rest, which takes
no thread. Only what is too long to be kept is read by a thread, by at most half of them, and not for
long; nor does any thread wait long for a client to take its answer, or the main loop for it to go.
"""

from __future__ import annotations

import errno
import re
import socket
import threading
import time
from typing import Any

from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import _DEFER, TConn, ThreadWorker

from .store import Busy

KEPT_BYTES = 1 << 16
BLOCK = 1 << 16
LONGEST_READ = 1 << 20
DISCARDED_BYTES = 1 << 24
REQUEST_SECONDS = 30.0
ANSWER_SECONDS = 20.0

_HEAD_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
_WAITS = re.compile(rb"\r\nexpect:", re.IGNORECASE)
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?")
_CHUNK_LINE = 1024


class Arriving:
    """What has come of a request, and whether a thread should take it.

    It need not be sound: what is odd is taken at once, for gunicorn to refuse.
    """

    def __init__(self) -> None:
        self.content = bytearray()
        self._at = 0  # where to look on: in the head for its end, then at a chunk
        self._end: int | None = None  # where the request ends; None while that is not known
        self._chunked = False

    def is_ready(self) -> bool:
        """Whether it is whole, or too long to be kept; raises `ConnectionError` of an endless head."""
        size = len(self.content)
        if not self._end and not self._chunked and not self._read_head():
            if size >= KEPT_BYTES:
                raise ConnectionError(errno.EMSGSIZE, "the head of a request does not end")
            return False
        if size >= KEPT_BYTES:
            return True
        return self._has_last_chunk() if self._end is None else size >= self._end

    def _read_head(self) -> bool:
        """Look for the end of the head, and what it says of the body."""
        end = self.content.find(_HEAD_END, self._at)
        if end < 0:
            self._at = max(0, len(self.content) - len(_HEAD_END) + 1)
            return False
        head, body = self.content[: end + 2], end + len(_HEAD_END)
        length = _LENGTH.search(head)
        if _WAITS.search(head):  # for an answer before it sends the body
            self._end = body
        elif _CHUNKED.search(head):
            self._chunked, self._at = True, body
        else:
            self._end = body + (int(length[1]) if length else 0)
        return True

    def _has_last_chunk(self) -> bool:
        while True:
            line_end = self.content.find(b"\r\n", self._at)
            if line_end < 0:
                return len(self.content) - self._at > _CHUNK_LINE
            found = _CHUNK.fullmatch(self.content, self._at, line_end)
            if found is None:
                return True
            size = int(found[1], 16)
            if size == 0:
                return self.content.find(_HEAD_END, line_end) >= 0
            after = line_end + 2 + size + 2
            if after > len(self.content):
                return False
            self._at = after


class Reader(SocketUnreader):  # type: ignore[misc]  # gunicorn has no types
    """What a thread reads from a socket: raises `Busy` when too many wait, `TimeoutError` in the end."""

    def __init__(self, sock: socket.socket, waiting: threading.Semaphore) -> None:
        super().__init__(sock)
        self._waiting = waiting
        self.deadline = 0.0

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Some bytes; none at the end."""
        size = min(max(size_hint or 0, self.mxchunk), LONGEST_READ)
        try:
            self.sock.setblocking(False)
            try:
                return bytes(self.sock.recv(size))
            except BlockingIOError:
                return self._wait(size)
        finally:
            self.sock.settimeout(ANSWER_SECONDS)

    def _wait(self, size: int) -> bytes:
        if not self._waiting.acquire(blocking=False):
            raise Busy
        try:
            self.sock.settimeout(max(0.001, self.deadline - time.monotonic()))
            return bytes(self.sock.recv(size))
        finally:
            self._waiting.release()


class Connection(TConn):  # type: ignore[misc]  # gunicorn has no types
    """A connection that keeps what has come of its next request."""

    def __init__(
        self,
        cfg: Any,
        sock: socket.socket,
        client: object,
        server: object,
        waiting: threading.Semaphore,
    ) -> None:
        super().__init__(cfg, sock, client, server)
        self.leaving = False
        self._waiting = waiting
        self._arriving = Arriving()
        self._deadline: float | None = None
        self._discarded = 0

    def init(self) -> None:
        """Make the parser, once."""
        if not self.initialized:
            super().init()
            self.parser.unreader = Reader(self.sock, self._waiting)

    def arrive(self) -> bool:
        """Take what has come, without waiting; whether the request is ready. Raises `OSError`."""
        content = self._arriving.content
        if self.parser is not None:
            content += self.parser.unreader.take_buffered()
        self.sock.setblocking(False)
        try:
            while not self._arriving.is_ready():
                block = self.sock.recv(BLOCK)
                if not block:
                    return True  # gunicorn finds what is missing
                content += block
        except BlockingIOError:
            return self._wait(bool(content))
        return True

    def _wait(self, begun: bool) -> bool:
        now = time.monotonic()
        if begun and self._deadline is None:
            self._deadline = now + REQUEST_SECONDS
        if self._deadline is not None and now > self._deadline:
            raise TimeoutError
        return False

    def begin(self) -> None:
        """Give what has come to the parser."""
        self.init()
        reader: Reader = self.parser.unreader
        reader.unread(bytes(self._arriving.content))
        reader.deadline = time.monotonic() + REQUEST_SECONDS
        self._arriving, self._deadline = Arriving(), None

    def leave(self) -> bool:
        """Send no more, and discard what still comes: a client that is sending would not see the answer.

        Says whether the client is still there. Raises `OSError`.
        """
        if not self.leaving:
            self.leaving = True
            self.sock.shutdown(socket.SHUT_WR)
        self.sock.setblocking(False)
        try:
            while self._discarded < DISCARDED_BYTES:
                size = len(self.sock.recv(BLOCK))
                if not size:
                    return False
                self._discarded += size
        except BlockingIOError:
            return True
        return False

    def close(self, graceful: bool = False) -> None:  # noqa: ARG002  # gunicorn's way waits
        """Close the socket, at once."""
        super().close()


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # the same
    """gunicorn's threads, which wait for no client that has not sent its request."""

    def init_process(self) -> None:
        """Begin, with as many threads free for whole requests as for long ones."""
        self.waiting = threading.Semaphore(max(1, self.cfg.threads // 2))
        super().init_process()

    def accept(self, listener: socket.socket) -> None:
        """Take a connection."""
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        name = listener.getsockname()
        self.enqueue_req(Connection(self.cfg, sock, client, name, self.waiting))

    def handle(self, conn: Connection) -> object:
        """Answer a request if it is ready; else let the poller wait for it."""
        try:
            if conn.leaving:
                return _DEFER if conn.leave() else False
            if not conn.arrive():
                return _DEFER
            conn.begin()
        except OSError:
            return False
        return super().handle(conn) or self._part(conn)

    def handle_request(self, req: object, conn: Connection) -> bool:
        """Answer a request; whether the connection goes on."""
        conn.sock.settimeout(ANSWER_SECONDS)
        try:
            return bool(super().handle_request(req, conn))
        except TimeoutError:  # the client does not take the answer
            return False

    def _part(self, conn: Connection) -> object:
        try:
            return _DEFER if conn.leave() else False
        except OSError:
            return False
