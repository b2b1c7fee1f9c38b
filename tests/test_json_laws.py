"""One thing wrong in a document is told there, and nothing is told elsewhere because of it."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation import (
    Diagnostic,
    Player,
    Ply,
    Record,
    Result,
    TimeControl,
    check_records,
    dump_record,
    write_as,
)
from schemas import pointer

from .legal_records import legal_record

SEEDS = st.integers(0, 2**32)
CLOCKS = [
    None,
    TimeControl("capped", 48, 24, 96),
    TimeControl("fixed", increment=72, enforcement="claim"),
    TimeControl("total", 720),
]
OPTIONAL = frozenset(
    ("id", "rating", "bot", "enforcement", "comments", "at", "clock", "nags", "variations")
)
ODD = [2.5, [2.5], {"odd": 1}, "\x07", -1, 10**15, True]
"""Values of which each field of ours refuses all but one or two, and 2.5 always."""

Path = tuple[str | int, ...]


def document_of(chance: Random) -> dict[str, Any]:
    """A sound record of any game as a JSON value, with all that a record may have."""
    players = Player("red", "r1", 1650, True), Player("blue", rating=0)
    record = replace(legal_record(chance), players=players, time_control=chance.choice(CLOCKS))
    return json.loads(json.dumps(dump_record(record)))  # type: ignore[no-any-return]  # an object


def finished() -> Record:
    """A finished game of Cubeo with all times."""
    at = "2025-01-31T18:00:00Z"
    plies = tuple(Ply(word, at) for word in ("+-1,0", "+2,0", "+0,1"))
    return Record("cubeo", ("d8",), plies=plies, started=at, ended=at, outcome=Result(2, "timeout"))


def members(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to all members and items within a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in inside:
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from members(inner, (*path, key))


def some_path(document: dict[str, Any], chance: Random) -> Path:
    """A path to any member, and often to one of the document itself."""
    every = list(members(document))
    return chance.choice(
        [path for path in every if len(path) == 1] if chance.random() < 0.3 else every
    )


def holder_of(document: Any, path: Path) -> Any:
    """What holds the member that a path leads to."""
    for key in path[:-1]:
        document = document[key]
    return document


def told(text: str, name: str) -> tuple[Diagnostic, ...]:
    (reading,) = check_records(text.encode(), format_name=name)
    return reading.diagnostics


def misspelt(name: str, chance: Random) -> str:
    """A name with one letter too many, or another, or one that is missing."""
    place = chance.randrange(len(name))
    letter = chance.choice(["", "q", name[place] * 2])
    return name[:place] + letter + name[place + 1 :]


def changed(document: Any, path: Path, chance: Random) -> tuple[str, list[Path]]:
    """The text of the document with one thing wrong in a member, and where that may be told."""
    document = deepcopy(document)
    holder, key = holder_of(document, path), path[-1]
    if isinstance(key, int):
        holder[key] = 2.5
        return json.dumps(document), [path]
    kind = chance.choice(["misspelt", "dropped", "doubled", "odd"])
    if kind == "dropped" and key not in OPTIONAL:
        del holder[key]
        return json.dumps(document), [path]
    if kind == "misspelt" and len(key) > 2 and (other := misspelt(key, chance)) not in holder:
        holder[other] = holder.pop(key)
        return json.dumps(document), [path, (*path[:-1], other)]
    if kind == "doubled":
        holder[f"{key} again"] = chance.choice(ODD)
        return json.dumps(document).replace(f'"{key} again"', f'"{key}"'), [path]
    holder[key] = 2.5
    return json.dumps(document), [path]


def is_about(found: str | None, places: list[Path]) -> bool:
    """Whether a pointer leads to one of the places, into it, or to what holds it."""
    return found is not None and any(
        f"{found}/".startswith(f"{pointer(place)}/") or found == pointer(place[:-1])
        for place in places
    )


@given(SEEDS)
def test_a_record_with_one_thing_wrong_has_its_fault_there_and_none_elsewhere(seed: int) -> None:
    chance = Random(seed)
    document = document_of(chance)
    assert told(json.dumps(document), "json") == ()
    text, places = changed(document, some_path(document, chance), chance)
    found = told(text, "json")
    assert any(each.code[0] in "STVM" for each in found)
    assert [each for each in found if not is_about(each.pointer, places)] == []


@given(SEEDS)
def test_an_odd_value_is_told_there_or_is_none(seed: int) -> None:
    chance = Random(seed)
    document = document_of(chance)
    path = some_path(document, chance)
    if path[-1] in ("plies", "move"):
        path = ("comments",)
    holder_of(document, path)[path[-1]] = chance.choice(ODD)
    found = told(json.dumps(document), "json")
    assert [each for each in found if not is_about(each.pointer, [path])] == []


@given(SEEDS)
def test_two_things_wrong_are_told_as_each_is_by_itself(seed: int) -> None:
    chance = Random(seed)
    document = document_of(chance)
    apart = [["tags"], ["players", 0, "name"], ["players", 1], ["started"], ["ended"]]
    paths = [*map(tuple, apart), ("time_control",), ("comments",)]
    alone = []
    for path in (pair := chance.sample(paths, 2)):
        one = deepcopy(document)
        holder_of(one, path)[path[-1]] = 2.5
        alone += [(each.code, each.pointer, each.message) for each in told(json.dumps(one), "json")]
    for path in pair:
        holder_of(document, path)[path[-1]] = 2.5
    both = [(each.code, each.pointer, each.message) for each in told(json.dumps(document), "json")]
    assert sorted(both) == sorted(alone)


@pytest.mark.parametrize("name", ["ap-record", "ap-state"])
@given(seed=SEEDS)
def test_one_thing_wrong_in_a_document_of_others_is_told_nowhere_else(name: str, seed: int) -> None:
    chance = Random(seed)
    document = json.loads(write_as(finished(), name).text or "")
    assert told(json.dumps(document), name) == ()
    text, places = changed(document, some_path(document, chance), chance)
    assert [each for each in told(text, name) if not is_about(each.pointer, places)] == []
