"""JSON with its places: where the values of pointers stand, and what of a text cannot be read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.json_text import FieldTwice, TooDeep, follow, locate, read_all_json, read_json
from schemas import pointer

TEXT = '{"a": [10, {"b/c": "x"}], "d~": null}'
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


def at(text: str, where: str) -> str:
    begin, end = locate(text, [where])[where]
    return text[begin:end]


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("", TEXT),
        ("/a", '[10, {"b/c": "x"}]'),
        ("/a/0", "10"),
        ("/a/1/b~1c", '"x"'),
        ("/d~0", "null"),
        ("/a/7", '[10, {"b/c": "x"}]'),
        ("/a/1/none/of/these", '{"b/c": "x"}'),
        ("/e", TEXT),
    ],
)
def test_a_pointer_leads_to_its_value_or_the_nearest_around_it(where: str, value: str) -> None:
    assert at(TEXT, where) == value


def test_of_a_field_that_is_named_twice_the_last_is_meant() -> None:
    assert at('{"a": 1, "a": 22}', "/a") == "22"


@given(VALUES, st.sampled_from([None, 2]))
def test_each_value_stands_where_its_pointer_leads(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    pointers: dict[str, Any] = {}
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, one = waiting.pop()
        pointers[pointer(path)] = one
        members = (
            one.items()
            if isinstance(one, dict)
            else enumerate(one if isinstance(one, list) else ())
        )
        waiting += [((*path, key), inner) for key, inner in members]
    for where, (begin, end) in locate(text, pointers).items():
        assert json.loads(text[begin:end]) == pointers[where]


@given(st.text(alphabet='{}[]:,"\\1a ', max_size=30), st.text(alphabet="/01a~", max_size=8))
def test_a_pointer_into_any_text_leads_somewhere(text: str, where: str) -> None:
    begin, end = locate(text, [where])[where]
    assert 0 <= begin < end <= max(1, len(text))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"a": {"b": 1, "b": 2}, "a": 3}', "/a/b"),
        ('{"a": 1, "a": {"b": 1, "b": 2}}', "/a"),
        ('[0, {"x": 1, "y": [], "x": 2}]', "/1/x"),
        ('{"\\u0061": 1, "a": 2}', "/a"),
    ],
)
def test_the_first_field_that_is_named_twice_is_told(text: str, where: str) -> None:
    with pytest.raises(FieldTwice) as told:
        read_json(text)
    assert told.value.pointer == where


def test_a_field_that_is_named_twice_has_all_its_values_unless_they_are_equal() -> None:
    text = '{"a": 1, "b": [{"c": 2, "c": 2}], "a": [3], "a": 1}'
    value, twice = read_all_json(text)
    assert value == {"a": (1, [3], 1), "b": [{"c": 2}]}
    assert sorted(twice) == ["/a", "/b/0/c"]
    assert read_all_json('{"a": 1}') == ({"a": 1}, ())


def test_a_pointer_is_followed_to_its_value() -> None:
    value = {"a": [1, {"b/c": 2}], "d": (3,)}
    assert follow(value, "/a/1/b~1c") == 2
    assert follow(value, "") is value
    assert [follow(value, where) for where in ("/a/2", "/a/x", "/d/0", "/e", "/a/0/b")] == [
        None
    ] * 5


def test_a_text_nested_too_deeply_is_told_by_a_value_down_there() -> None:
    with pytest.raises(TooDeep) as told:
        read_json('{"a": ' + "[" * 100_000)
    assert told.value.pointer == "/a" + "/0" * 299
