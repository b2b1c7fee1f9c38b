"""What clients that stall, break off or send nonsense do to a real server: nothing to the others."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from server import connections
from server.connections import KEPT_BYTES, Arriving, Reader
from server.serve import THREADS
from server.store import Busy

from .api import at_work
from .conftest import REPOSITORY
from .served import Served, serving

ACCOUNTS = b"POST /api/v1/accounts HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
MANY = 3 * THREADS
PROMPT = 2.0  # seconds
STALLED = {
    "nothing": b"",
    "half a head": b"GET /healthz HTTP/1.1\r\nHo",
    "one byte of a body": ACCOUNTS + b"Content-Length: 50\r\n\r\n{",
    "part of a chunk": ACCOUNTS + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    "the head of a body to come": ACCOUNTS + b"Expect: 100-continue\r\nContent-Length: 50\r\n\r\n",
    "part of a long body": ACCOUNTS + b"Content-Length: 200000\r\n\r\n" + b" " * (KEPT_BYTES + 1),
    "part of a body that is too long": ACCOUNTS
    + b"Content-Length: 9000000\r\n\r\n"
    + b" " * 99_999,
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("data")
    with at_work(data):
        pass
    with serving(data) as running:
        yield running


@contextmanager
def opened(served: Served) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", served.port), timeout=30) as connection:
        yield connection


def answer(connection: socket.socket) -> tuple[int, bytes]:
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response.status, response.read()


def send(served: Served, *parts: bytes, close: bool = False) -> tuple[int, bytes]:
    """The answer to what is sent in these parts."""
    with opened(served) as connection:
        for part in parts:
            connection.sendall(part)
        if close:
            connection.shutdown(socket.SHUT_WR)
        return answer(connection)


def code(told: tuple[int, bytes]) -> tuple[int, str]:
    return told[0], json.loads(told[1])["code"]


@pytest.mark.parametrize("what", STALLED)
def test_clients_that_stall_in_a_request_do_not_keep_others_waiting(served: Served, what: str):
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(opened(served)).sendall(STALLED[what])
        began = time.monotonic()
        for _ in range(5):
            status, _ = send(served, b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n")
            assert status == 200
            body = b'{"name": "x", "password": "12345678"}'
            head = ACCOUNTS + b"Content-Length: %d\r\n\r\n" % len(body)
            assert code(send(served, head, body)) == (422, "invalid_body")
        assert time.monotonic() - began < PROMPT


def test_clients_that_neither_close_nor_go_on_after_their_answer_keep_nobody_waiting(
    served: Served,
):
    with ExitStack() as stack:
        began = time.monotonic()
        for _ in range(MANY):
            connection = stack.enter_context(opened(served))
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            assert answer(connection)[0] == 200
        assert time.monotonic() - began < PROMPT


def test_a_request_is_answered_however_it_is_cut_into_parts(served: Served):
    body = b'{"name": "x", "password": "12345678"}'
    for request in (
        ACCOUNTS + b"Content-Length: %d\r\n\r\n" % len(body) + body,
        ACCOUNTS + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body),
        ACCOUNTS
        + b"Transfer-Encoding: chunked\r\n\r\n5;a=b\r\n%s\r\n%x\r\n%s\r\n0\r\nA: b\r\n\r\n"
        % (body[:5], len(body) - 5, body[5:]),
    ):
        assert code(send(served, request)) == (422, "invalid_body")
        with opened(served) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for byte in request:
                connection.sendall(bytes([byte]))
            assert code(answer(connection)) == (422, "invalid_body")


def test_requests_that_are_sent_at_once_are_all_answered(served: Served):
    one = b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n"
    with opened(served) as connection:
        connection.sendall(3 * one)
        got = b""
        while got.count(b'{"status":"ok"}') < 3:
            block = connection.recv(65_536)
            assert block
            got += block


@pytest.mark.parametrize("chunks", [b"ZZ\r\n", b"5\r\n{}xyzz\r\n", b"-1\r\n", b"5", b"5\r\n{"])
def test_damaged_chunks_are_a_bad_request(served: Served, chunks: bytes):
    told = send(served, ACCOUNTS + b"Transfer-Encoding: chunked\r\n\r\n" + chunks, close=True)
    assert code(told) == (400, "bad_request")


def test_a_body_that_breaks_off_is_a_bad_request(served: Served):
    head = ACCOUNTS + b"Content-Length: 500\r\n\r\n"
    told = send(served, head, b'{"name": "red", "password": "12345678"}', close=True)
    assert code(told) == (400, "bad_request")
    head = head.replace(b"/api/v1/accounts", b"/login").replace(
        b"application/json", b"application/x-www-form-urlencoded"
    )
    assert send(served, head, b"name=red&password=12345678", close=True)[0] == 400


def test_a_head_that_does_not_end_is_cut_off(served: Served):
    with opened(served) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nA: " + b"x" * KEPT_BYTES)
        with suppress(ConnectionResetError):
            assert connection.recv(1) == b""


def test_a_thread_waits_neither_long_nor_beside_too_many_others(monkeypatch: pytest.MonkeyPatch):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        slots = threading.Semaphore(1)
        reader = Reader(ours, slots)
        theirs.sendall(b"come")
        assert reader.chunk(9) == b"come"
        reader.deadline = time.monotonic() + 0.05
        with pytest.raises(TimeoutError):
            reader.chunk(9)
        with slots, pytest.raises(Busy):
            reader.chunk(9)
        theirs.sendall(b"more")
        assert reader.chunk(9) == b"more"
        assert ours.gettimeout() == connections.ANSWER_SECONDS


@pytest.mark.parametrize(
    ("content", "ready"),
    [
        (b"", False),
        (b"GET / HTTP/1.1\r\n\r", False),
        (b"GET / HTTP/1.1\r\n\r\n", True),
        (b"POST / HTTP/1.1\r\nCONTENT-length: 2\r\n\r\n{", False),
        (b"POST / HTTP/1.1\r\nCONTENT-length: 2\r\n\r\n{}", True),
        (b"POST / HTTP/1.1\r\nContent-Length: two\r\n\r\n", True),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", False),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", True),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r", False),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", True),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1" * 2000, True),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n" + b" " * KEPT_BYTES, True),
    ],
)
@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_a_request_is_ready_when_it_is_whole_too_long_or_odd(
    content: bytes, ready: bool, step: int
):
    arriving, told = Arriving(), []
    for begin in range(0, max(1, len(content)), step):
        arriving.content += content[begin : begin + step]
        told.append(arriving.is_ready())
        if told[-1]:
            break
    assert told[-1] is ready


def test_the_manual_tells_how_many_threads_there_are():
    text = (REPOSITORY / "docs" / "serve.md").read_text(encoding="utf-8")
    assert f"{THREADS} threads" in text
