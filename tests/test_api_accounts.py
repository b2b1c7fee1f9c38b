"""Accounts and tokens over HTTP."""

import json

import pytest

from server import accounts
from server.config import DAY, PasswordCost, Rate
from server.passwords import Passwords
from server.store.accounts import password_of

from .api import PASSWORD, Api, Caller, at_work, code_of, json_of


def test_an_account_is_made_once_whatever_the_case_of_its_name(api: Api):
    made = api.anyone().post("/accounts", {"name": "red", "password": PASSWORD})
    assert made.status_code == 201
    assert json_of(made) == {"name": "red"}
    again = api.anyone().post("/accounts", {"name": "RED", "password": PASSWORD})
    assert again.status_code == 409
    assert code_of(again) == "name_taken"


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"name": "x"}, "/name"),
        ({"name": "x" * 33}, "/name"),
        ({"name": "two words"}, "/name"),
        ({"name": "red\n"}, "/name"),
        ({"name": "réd"}, "/name"),
        ({"name": 7}, "/name"),
        ({"password": "seven77"}, "/password"),
        ({"password": "x" * 201}, "/password"),
        ({"email": "nowhere"}, "/email"),
        ({"mail": "red@example.org"}, "/mail"),
    ],
)
def test_an_account_that_cannot_be_made_names_the_field(
    api: Api, fields: dict[str, object], path: str
):
    answer = api.anyone().post("/accounts", {"name": "red", "password": PASSWORD} | fields)
    assert answer.status_code == 422
    assert code_of(answer) == "invalid_body"
    assert [error["path"] for error in json.loads(answer.data)["errors"]] == [path]


def test_a_token_may_read_and_play_unless_told_otherwise(api: Api):
    api.player("red")
    told = json_of(api.anyone().post("/tokens", {"name": "Red", "password": PASSWORD}))
    assert told["scopes"] == ["play", "read"]
    assert told["token"].startswith("tp_")
    assert told["expires"] == "2026-06-15T15:06:40Z"


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(api: Api):
    api.player("red")
    answers = [
        api.anyone().post("/tokens", {"name": name, "password": "wrong horse"})
        for name in ("red", "nobody")
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert code_of(answers[0]) == "bad_credentials"
    assert answers[0].data == answers[1].data


def test_a_token_that_was_given_back_is_no_longer_valid(api: Api):
    red = api.player("red")
    assert red.delete("/tokens/current").status_code == 204
    assert code_of(red.get("/games")) == "bad_token"


def test_a_token_expires(api: Api):
    red = api.player("red")
    api.clock.now += api.service.config.token_days * DAY
    assert code_of(red.get("/challenges")) == "bad_token"


@pytest.mark.parametrize("header", ["Basic cmVkOnJlZA==", "Bearer", "Bearer tp_x", "tp_x", ""])
def test_what_is_no_bearer_token_is_a_bad_token_even_where_none_is_needed(api: Api, header: str):
    answer = api.anyone().get("/rules", Authorization=header)
    assert answer.status_code == 401
    assert code_of(answer) == "bad_token"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_tokens_and_passwords_are_stored_as_digests_only(api: Api):
    red = api.player("red")
    secret = red.headers["Authorization"].removeprefix("Bearer ")
    with api.service.database.read() as view:
        kept = view.all("SELECT * FROM tokens") + view.all("SELECT * FROM accounts")
        assert accounts.accounts.password_of(view, 1).startswith("$argon2id$")
    assert secret not in str(kept)
    assert PASSWORD not in str(kept)


def test_a_log_in_renews_a_hash_of_another_cost(api: Api):
    api.player("red")
    dearer = Passwords(PasswordCost(2, 16, 1))
    accounts.log_in(api.service.database, dearer, "red", PASSWORD)
    with api.service.database.read() as view:
        assert "m=16,t=2" in password_of(view, 1)
    assert accounts.log_in(api.service.database, dearer, "red", PASSWORD).name == "red"


def test_the_eleventh_log_in_of_a_minute_has_to_wait(tmp_path):
    with at_work(tmp_path, log_ins=Rate(10 / 60, 10)) as api:
        api.anyone().post("/accounts", {"name": "red", "password": PASSWORD})
        body = {"name": "red", "password": "wrong horse"}
        codes = [code_of(api.anyone().post("/tokens", body)) for _ in range(11)]
        assert codes == ["bad_credentials"] * 10 + ["rate_limited"]
        refused = api.anyone().post("/tokens", body)
        assert refused.status_code == 429
        api.clock.now += int(refused.headers["Retry-After"])
        assert code_of(api.anyone().post("/tokens", body)) == "bad_credentials"


def test_requests_are_limited_by_address(tmp_path):
    with at_work(tmp_path, requests=Rate(20, 30)) as api:
        assert statuses(api.anyone(), 31) == [200] * 30 + [429]
        assert statuses(api.anyone(), 1, "192.0.2.7") == [200]
        api.clock.now += 1
        assert statuses(api.anyone(), 21) == [200] * 20 + [429]


def test_requests_are_limited_by_account_wherever_they_come_from(tmp_path):
    with at_work(tmp_path, requests=Rate(20, 30)) as api:
        red, blue = api.player("red"), api.player("blue")
        for number in range(30):
            assert statuses(red, 1, f"192.0.2.{number}") == [200]
        assert statuses(red, 1, "192.0.2.99") == [429]
        assert statuses(blue, 1, "192.0.2.99") == [200]


def statuses(caller: Caller, count: int, address: str = "192.0.2.200") -> list[int]:
    """The statuses of so many requests from an address."""
    origin = {"REMOTE_ADDR": address}
    path = "/api/v1/rules"
    return [
        caller.client.get(path, headers=caller.headers, environ_base=origin).status_code
        for _ in range(count)
    ]


def test_an_ipv6_network_is_one_address(tmp_path):
    with at_work(tmp_path, requests=Rate(20, 3)) as api:
        client = api.anyone().client
        codes = [
            client.get("/api/v1/rules", environ_base={"REMOTE_ADDR": f"2001:db8:0:{net}::{n}"})
            for net, n in [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1)]
        ]
        assert [answer.status_code for answer in codes] == [200, 200, 200, 429, 200]
