"""Bodies that are damaged on their way, or would mean two things: refused, with what and where."""

import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from server.api.json_body import load_body

from .api import Api, Caller, code_of, json_of

NINES = "9" * 40
MOVE = b'{"ply": 0, "move": "+1,0"}'


def post(caller: Caller, path: str, body: bytes, **environment: object) -> TestResponse:
    return caller.client.post(
        f"/api/v1{path}",
        data=body,
        headers=caller.headers | {"Content-Type": "application/json"},
        environ_overrides=environment,
    )


def errors(response: TestResponse) -> list[dict[str, str]]:
    assert code_of(response) == "invalid_body"
    told: list[dict[str, str]] = json.loads(response.data)["errors"]
    assert json.loads(response.data)["detail"] == told[0]["message"]
    return told


def records(api: Api) -> list[Any]:
    items: list[Any] = json_of(api.anyone().get("/records"))["items"]
    return items


@pytest.mark.parametrize("terminated", [True, False])
def test_a_move_of_which_fewer_bytes_came_than_were_announced_is_not_played(
    red: Caller, game: str, terminated: bool
):
    environment = {"CONTENT_LENGTH": "500"} | (
        {"wsgi.input_terminated": True} if terminated else {}
    )
    answer = post(red, f"/games/{game}/moves", MOVE, **environment)
    assert answer.status_code == 400
    assert code_of(answer) == "bad_request"
    assert json.loads(answer.data)["detail"] == "The body is cut off: 26 of 500 bytes came."
    assert red.state(game)["ply"] == 0


def test_a_file_that_breaks_off_between_two_records_is_not_imported(api: Api, red: Caller):
    record = b'[Game "Cubeo"]\n\n+1,0 *\n\n'
    environment = {"CONTENT_LENGTH": str(2 * len(record)), "wsgi.input_terminated": True}
    answer = post(red, "/records?import=1", record, **environment)
    assert (answer.status_code, code_of(answer)) == (400, "bad_request")
    assert records(api) == []


@pytest.mark.parametrize(
    ("body", "path", "message"),
    [
        (b'{"ply":0,"ply":1,"move":"x"}', "/ply", "The field 'ply' is named twice."),
        (b'{"a":{"b":1,"b":1}}', "/a/b", "The field 'b' is named twice."),
        (
            b'{"ply":NaN}',
            "",
            "The body is not JSON: NaN is no number of JSON, at line 1, column 8.",
        ),
        (
            b'{\n"ply": -Infinity}',
            "",
            "The body is not JSON: -Infinity is no number of JSON, at line 2, column 8.",
        ),
        (
            b'{"ply":1e400}',
            "",
            "The body is not JSON: the number 1e400 is too long or too large, at line 1, column 8.",
        ),
        (
            b'{"ply":' + b"9" * 5000 + b"}",
            "",
            f"The body is not JSON: the number {NINES}… is too long or too large, at line 1, column 8.",
        ),
        (
            b"{",
            "",
            "The body is not JSON: a name in double quotes is missing, at line 1, column 1.",
        ),
        (
            b'{"ply":0,"move":"\\ud800"}',
            "/move",
            "A text in the body holds half of a surrogate pair.",
        ),
        (b'{"a":[0,"\\ud800"]}', "/a/1", "A text in the body holds half of a surrogate pair."),
        (b"[" * 100_000, "/0" * 300, "The body is nested too deeply."),
    ],
)
def test_a_body_that_is_no_json_or_means_two_things_is_told_what_and_where(
    red: Caller, game: str, body: bytes, path: str, message: str
):
    answer = post(red, f"/games/{game}/moves", body)
    assert errors(answer) == [{"path": path, "message": message}]
    assert red.state(game)["ply"] == 0


def test_no_body_and_an_empty_object_are_alike_under_one_key(api: Api, red: Caller):
    made = json_of(red.post("/challenges", {"game": "cubeo"}))
    path = f"/challenges/{made['id']}/accept"
    blue = api.player("blue")
    first = blue.post(path, Idempotency_Key="k")
    for body in ({}, b"", b" { } "):
        again = blue.client.post(
            f"/api/v1{path}",
            data=body if isinstance(body, bytes) else json.dumps(body),
            headers=blue.headers | {"Content-Type": "application/json", "Idempotency-Key": "k"},
        )
        assert (again.status_code, again.data) == (201, first.data)


@pytest.mark.parametrize(
    ("written", "clock"),
    [
        ('{"kind":"total","start":24.0}', {"kind": "total", "start": 24}),
        (
            '{"kind":"capped","start":48.0,"increment":24.0,"max":9.6e1}',
            {"kind": "capped", "start": 48, "increment": 24, "max": 96},
        ),
        ('{"kind":"fixed","increment":1e1}', {"kind": "fixed", "increment": 10}),
    ],
)
def test_a_whole_number_is_one_however_it_is_written(
    red: Caller, blue: Caller, written: str, clock: dict[str, Any]
):
    made = json_of(post(red, "/challenges", b'{"game":"hive","clock":%s}' % written.encode()))
    assert json.dumps(made["clock"]) == json.dumps(clock | {"enforcement": "auto"})
    assert json_of(red.get(f"/challenges/{made['id']}"))["clock"] == made["clock"]
    game = json_of(blue.post(f"/challenges/{made['id']}/accept"))["game_id"]
    assert red.state(game)["clock"] == made["clock"]


def test_plies_lines_and_days_are_whole_numbers_however_they_are_written(
    red: Caller, blue: Caller, game: str
):
    path = f"/games/{game}"
    first = b'{"ply":-0.0,"line":0.0,"seen":0e3,"move":"+-1,0"}'
    assert json_of(post(red, f"{path}/moves", first))["accepted"]["ply"] == 0
    offered = post(red, f"{path}/takeback-offer", b'{"ply":1.0,"to":0.0}')
    assert json.dumps(json_of(offered)["offers"][0]["to"]) == "0"
    stale = json.loads(post(blue, f"{path}/takeback-accept", b'{"ply":2.0}').data)
    assert stale["detail"] == "This was made for ply 2, but 1 ply has been played."
    assert json_of(post(blue, f"{path}/takeback-accept", b'{"ply":1.0}'))["ply"] == 0
    assert json_of(post(red, "/vacations", b'{"days":2.0}'))["ends"]
    tree = blue.client.put(
        f"/api/v1{path}/conditionals",
        headers=blue.headers | {"Content-Type": "application/json"},
        data=b'{"ply":0.0,"line":1.0,"tree":[]}',
    )
    assert json.dumps(json_of(tree)["ply"]) == "0"


@pytest.mark.parametrize("ply", ["0.5", "1e-1", "true", '"0"', "-1.0", "null"])
def test_what_is_no_whole_number_is_refused(red: Caller, game: str, ply: str):
    body = f'{{"ply":{ply},"move":"+-1,0"}}'.encode()
    assert errors(post(red, f"/games/{game}/moves", body))[0]["path"] == "/ply"


def test_whole_numbers_are_found_however_deep_they_stand():
    value = load_body(b'{"a":[1.0,{"b":[[2e0]],"c":1.5}],"d":"1.0"}')
    assert json.dumps(value) == '{"a": [1, {"b": [[2]], "c": 1.5}], "d": "1.0"}'
    assert load_body(b"7.0") == 7
    assert isinstance(load_body(b"7.0"), int)


def test_no_error_holds_a_password(api: Api):
    anyone, secret = api.anyone(), "s3cret!"
    for body in (
        {"name": "green", "password": secret},
        {"name": "green", "password": [secret]},
        {"name": "green", "password": secret * 100},
        {"password": secret},
        [secret],
        secret,
    ):
        for path in ("/accounts", "/tokens"):
            answer = post(anyone, path, json.dumps(body).encode())
            assert answer.status_code in (401, 422)
            assert secret not in answer.text
    short = post(anyone, "/accounts", b'{"name": "green", "password": "s3cret!"}')
    assert errors(short) == [{"path": "/password", "message": "This is too short: the least is 8."}]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/tokens", {"name": "a", "password": "b", "scopes": [{"a": n} for n in range(9_999)]}),
        ("/accounts", {f"a{n}": 1 for n in range(9_999)}),
        ("/challenges", {"game": "cubeo", "variants": [0] * 9_999}),
    ],
)
def test_of_a_body_with_thousands_of_errors_a_hundred_are_told(
    red: Caller, path: str, body: dict[str, Any]
):
    assert len(errors(red.post(path, body))) in range(2, 101)


@pytest.mark.parametrize(
    "email", ["a\x00@b", "a@b\x07", "a\u202e@b", "a@b\n", "a b@c", "\x7fa@b", "a", "@"]
)
def test_an_address_with_controls_or_blanks_is_refused(api: Api, email: str):
    body = {"name": "green", "password": "12345678", "email": email}
    assert [one["path"] for one in errors(api.anyone().post("/accounts", body))] == ["/email"]


@pytest.mark.parametrize("limit", ["05", "00", "0", "+5", "201", " 5"])
def test_a_limit_is_written_without_sign_or_zero_before_it(api: Api, limit: str):
    answer = api.anyone().client.get("/api/v1/games", query_string={"limit": limit})
    assert code_of(answer) == "invalid_query"
