"""The quick check of bodies never says yes where their schema says no."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schemas
from server.api.shapes import quick_check

BODIES = [
    "account",
    "login",
    "challenge",
    "move",
    "action",
    "takeback",
    "conditionals",
    "message",
    "notes",
    "vacation",
    "empty",
]
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 3), st.floats(), st.text(max_size=4),
    st.sampled_from(["x" * 512, "x" * 513, "red", "1", 10**40, 1.0, [], {}, ["read"]]),
)  # fmt: skip
NAMES = sorted(
    {
        name
        for body in BODIES
        for name in schemas.document("api")["$defs"][body].get("properties", {})
    }
)


@given(
    st.sampled_from(BODIES), st.dictionaries(st.sampled_from([*NAMES, "other"]), VALUES, max_size=5)
)
def test_a_body_that_passes_is_one_that_the_schema_accepts(name: str, body: dict[str, object]):
    if quick_check(name)(body):
        assert schemas.errors(f"api#/$defs/{name}", body) == []


@pytest.mark.parametrize("body", [None, [], 7, "text", True])
def test_what_is_no_object_does_not_pass(body: object):
    assert not any(quick_check(name)(body) for name in BODIES)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("move", {"ply": 3, "move": "+1,0"}),
        ("move", {"ply": 3, "move": "+1,0", "line": 0, "seen": 9, "offer_draw": False}),
        ("action", {"ply": 0}),
        ("empty", {}),
    ],
)
def test_the_bodies_that_come_most_often_pass(name: str, body: dict[str, object]):
    assert quick_check(name)(body)
