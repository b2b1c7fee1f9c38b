"""Every endpoint against every kind of bad request: one shape of error, never a trace, never a 500."""

import json
import re
from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from server.api.problems import STATUSES
from server.refusals import TITLES
from server.store import Busy

from .api import PASSWORD, Api, at_work, begin, code_of, json_of

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
BODIES = [
    b"",
    b"{",
    b"[]",
    b"7",
    b"null",
    b'"text"',
    b"NaN",
    b'{"ply": NaN}',
    b'{"ply": 1e999}',
    b'{"ply": 0, "move": 7}',
    b'{"ply": "0", "move": "+1,0"}',
    b'{"ply": -1, "move": "+1,0"}',
    b'{"ply": true, "move": "+1,0"}',
    b'{"ply": 0.5, "move": "+1,0"}',
    b'{"ply": 0, "move": ""}',
    b'{"ply": 0, "move": "\\ud800"}',
    b'{"ply": 0, "move": "\\u0000"}',
    b'{"ply": 0, "move": "+1,0", "line": null}',
    b'{"ply": 0, "move": "+1,0", "moves": []}',
    b'{"ply": 99999999999999999999999999, "move": "+1,0"}',
    b'{"ply": ' + b"9" * 5000 + b', "move": "+1,0"}',
    b'{"ply": 0, "move": "' + b"x" * 513 + b'"}',
    b'{"ply": 0, "move": "' + b"+" * 100_000 + b'"}',
    b'{"game": "cubeo", "variants": [7]}',
    b'{"game": "cubeo", "variants": ["' + b"d" * 65 + b'"]}',
    b'{"name": "red", "password": "12345678", "scopes": ["all"]}',
    b'{"name": "red", "password": "12345678", "scopes": ["read", "read"]}',
    b'{"name": {"a": 1}, "password": ["x"]}',
    b"\xff\xfe{\x00}\x00",
    b"\xef\xbb\xbf{}",
    b'{"a": "\xff"}',
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"{}" + b" " * (1 << 20),
]
QUERIES = ["?x=1", "?legal=2", "?format=", "?limit=-1", "?cursor=9999999999999999999", "?import=2",
           "?legal=1&legal=1", "?format=%00", "?player=%ff%fe"]  # fmt: skip
TYPES = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/xml",
    "",
]


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    with at_work(tmp_path_factory.mktemp("data")) as running:
        red, blue = running.player("red"), running.player("blue")
        running.player("green")
        begin(red, blue)
        json_of(red.post("/challenges", {"game": "cubeo", "opponent": "blue"}))
        yield running


def endpoints(api: Api) -> Iterator[tuple[str, set[str]]]:
    """Each address of the interface, with ids of things that are there, and its methods."""
    for rule in api.app.url_map.iter_rules():
        if not rule.rule.startswith(("/api/", "/healthz")):
            continue
        path = rule.rule
        for pattern, value in ((r"<any\(([^)]*)\):action>", None), (r"<\w+>", "1")):
            found = re.search(pattern, path)
            if found is not None:
                path = path.replace(found[0], value or found[1].split(",")[0].strip("'\" "))
        if path.startswith("/api/v1/games/1/"):
            for action in _actions(rule.rule):
                yield f"/api/v1/games/1/{action}", set(rule.methods or ())
        else:
            yield path.replace("/rules/1", "/rules/cubeo"), set(rule.methods or ())


def _actions(rule: str) -> list[str]:
    found = re.search(r"<any\(([^)]*)\)", rule)
    return re.findall(r"'([^']+)'", found[1]) if found else [rule.rpartition("/")[2]]


def call(api: Api, method: str, path: str, **given: object) -> TestResponse:
    return api.app.test_client().open(path, method=method, **given)


def well(answer: TestResponse, what: object) -> None:
    """The answer is one of success, or has the shape of an error that we meant."""
    if answer.status_code >= 400:
        assert code_of(answer) != "internal", what
        assert answer.status_code == STATUSES[code_of(answer)], what
    else:
        assert answer.status_code in (200, 201, 204, 304), what


def test_there_are_all_calls_of_the_contract(api: Api):
    found = {(method, path) for path, methods in endpoints(api) for method in methods}
    for method, path in [
        ("POST", "accounts"), ("POST", "tokens"), ("DELETE", "tokens/current"), ("GET", "rules"),
        ("GET", "rules/cubeo"), ("POST", "challenges"), ("GET", "challenges"),
        ("GET", "challenges/1"), ("POST", "challenges/1/accept"), ("POST", "challenges/1/decline"),
        ("DELETE", "challenges/1"), ("GET", "games"), ("GET", "games/1"), ("POST", "games/1/moves"),
        ("POST", "games/1/resign"), ("POST", "games/1/draw-offer"), ("POST", "games/1/draw-accept"),
        ("POST", "games/1/draw-decline"), ("POST", "games/1/draw-claim"), ("GET", "games/1/record"),
        ("GET", "records"), ("POST", "records"),
    ]:  # fmt: skip
        assert (method, f"/api/v1/{path}") in found, (method, path)
    assert ("GET", "/healthz") in found


def test_a_method_that_an_address_does_not_take_is_told_which_it_does(api: Api):
    methods: dict[str, set[str]] = {}
    for path, taken in endpoints(api):
        methods.setdefault(path, set()).update(taken)
    for path, taken in methods.items():
        for method in set(METHODS) - taken:
            answer = call(api, method, path)
            assert answer.status_code == 405, (method, path)
            assert code_of(answer) == "method_not_allowed"
            assert set(answer.headers["Allow"].split(", ")) == taken


@pytest.mark.parametrize(
    "path", ["/api/v1/nowhere", "/api/v2/games", "/api/v1/games/", "/api/v1/games/1/2/3"]
)
def test_an_address_where_nothing_is_answers_in_the_same_shape(api: Api, path: str):
    answer = call(api, "GET", path)
    assert answer.status_code == 404
    assert code_of(answer) == "not_found"


def test_no_body_of_any_kind_makes_any_endpoint_fail(api: Api):
    headers = api.log_in("green", "read", "play", "manage").headers
    for path, methods in endpoints(api):
        for method in methods & {"POST", "DELETE"} if not path.endswith("current") else ():
            for body in BODIES:
                for known in ({}, headers):
                    answer = call(
                        api, method, path, data=body, headers=known, content_type="application/json"
                    )
                    well(answer, (method, path, body[:60], bool(known)))


def test_no_type_of_body_and_no_query_makes_any_endpoint_fail(api: Api):
    headers = api.log_in("green", "read", "play", "manage").headers
    for path, methods in endpoints(api):
        for method in methods & {"GET", "POST"}:
            for kind in TYPES:
                answer = call(api, method, path, data=b"{}", headers=headers, content_type=kind)
                well(answer, (method, path, kind))
            for query in QUERIES:
                well(call(api, method, path + query, headers=headers), (method, path, query))


@pytest.mark.parametrize(
    "number", ["0", "01", "-1", "1.0", "x", "9" * 18, "9" * 30, "%00", "%ff", "١"]
)
def test_an_id_that_stands_for_nothing_is_not_found(api: Api, number: str):
    red = api.log_in("red")
    for path in (f"/games/{number}", f"/challenges/{number}", f"/games/{number}/record"):
        assert code_of(red.get(path)) == "not_found"
    for path in (
        f"/games/{number}/moves",
        f"/games/{number}/resign",
        f"/challenges/{number}/accept",
    ):
        assert code_of(red.post(path, {"ply": 0})) == "not_found"
        assert code_of(api.anyone().post(path, {"ply": 0})) == "token_required"


def test_the_checks_run_in_the_order_of_the_contract(api: Api):
    stranger, player = api.log_in("green"), api.log_in("red")
    reader = api.log_in("red", "read")
    wrong, large = {"ply": "x"}, b"{}" + b" " * (1 << 20)
    text = {"content_type": "text/plain", "data": b"hello"}
    moves, nowhere = "/api/v1/games/1/moves", "/api/v1/games/999/moves"
    for headers, path, given, code in [
        ({"Authorization": "Bearer x"}, nowhere, {"json": wrong}, "bad_token"),
        ({}, nowhere, {"json": wrong}, "token_required"),
        (reader.headers, nowhere, {"json": wrong}, "not_found"),
        (reader.headers, moves, {"json": wrong}, "scope"),
        (stranger.headers, moves, {"data": large}, "not_a_player"),
        (player.headers, moves, {"data": large, "content_type": "text/plain"}, "body_too_large"),
        (player.headers, moves, text, "unsupported_media_type"),
        (player.headers, moves + "?x=1", {"json": wrong}, "invalid_body"),
        (player.headers, moves + "?x=1", {"json": {"ply": 0, "move": "x"}}, "invalid_query"),
        (player.headers, moves, {"json": {"ply": 7, "move": "x"}}, "stale_ply"),
        (api.log_in("blue").headers, moves, {"json": {"ply": 0, "move": "x"}}, "not_your_turn"),
        (player.headers, moves, {"json": {"ply": 0, "move": "x"}}, "not_a_move"),
    ]:
        answer = call(api, "POST", path, headers=headers, **given)
        assert code_of(answer) == code
        assert answer.status_code == STATUSES[code]


def test_the_faults_of_a_body_are_all_told_with_their_places(api: Api):
    refused = api.log_in("red").post("/games/1/moves", {"ply": -1, "mov": "+1,0", "line": "0"})
    errors = json.loads(refused.data)["errors"]
    assert [error["path"] for error in errors] == ["/line", "/mov", "/ply"]
    assert "did you mean 'move'" in errors[1]["message"]
    assert all(error["message"].endswith((".", "?")) for error in errors)


def test_bad_json_is_told_where_it_breaks(api: Api):
    refused = call(
        api,
        "POST",
        "/api/v1/accounts",
        data=b'{"name":\n "red",,}',
        content_type="application/json",
    )
    assert "line 2, column 8" in json.loads(refused.data)["errors"][0]["message"]


def test_a_busy_database_asks_to_come_again(api: Api, monkeypatch: pytest.MonkeyPatch):
    def busy() -> None:
        raise Busy

    red = api.log_in("red")
    monkeypatch.setattr(api.service.database.__class__, "write", lambda _: busy())
    monkeypatch.setattr(api.service.limits.__class__, "take", lambda *_: 0.0)
    refused = red.post("/challenges", {"game": "cubeo"})
    assert refused.status_code == 503
    assert code_of(refused) == "busy"
    assert refused.headers["Retry-After"] == "1"


def test_an_error_that_nobody_foresaw_is_logged_and_told_to_nobody(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("server.play.invite", broken)
    refused = api.log_in("red").post("/challenges", {"game": "cubeo"})
    assert refused.status_code == 500
    assert code_of(refused) == "internal"
    assert "secret" not in refused.text
    assert "a secret" in caplog.text


def test_each_code_has_a_status_and_each_status_a_code():
    assert set(STATUSES) == set(TITLES)


def test_the_service_says_that_it_is_alive(api: Api):
    answer = call(api, "GET", "/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_a_log_in_shows_no_password_in_any_answer(api: Api):
    answer = api.anyone().post("/tokens", {"name": "red", "password": PASSWORD, "scopes": "all"})
    assert code_of(answer) == "invalid_body"
    assert PASSWORD not in answer.text
