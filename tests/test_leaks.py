"""Nothing of a player's conditional moves, notes and notices is seen by anyone else, anywhere.

Every address of the service is asked, by every method that it takes, by the opponent, by a stranger with
an account, and by nobody; every answer, its headers too, is searched for words that only the owner knows.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from notation.formats import FORMATS

from .api import PASSWORD, Api, Caller, at_work, begin, json_of
from .browser import Browser

PLY = 3
NOTE, SAID = "zephyr-note", "zephyr-message"
# Red's answers: no list of blue's moves has them, and the game never comes to where red has them.
FIRES, ANSWER, BELOW, BESIDE = "+3,0", "+-3,0", "+-4,0", "+-1,1"
TREE = [
    {"if": FIRES, "then": ANSWER, "next": [{"if": "+4,0", "then": BELOW}]},
    {"if": "+2,1", "then": BESIDE},
]
TEXT = f"if {FIRES} then {ANSWER}\n  if +4,0 then {BELOW}\nif +2,1 then {BESIDE}\n"
SECRETS = (NOTE, SAID, ANSWER, BELOW, BESIDE, "other_move", "conditional_fired", "lapsed, as")
FOR_BOTH = (SAID,)


@dataclass
class World:
    """A service with a game in it, in which red waits and has secrets."""

    api: Api
    game: str
    red: Caller
    callers: dict[str, tuple[Caller, Browser]]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with at_work(tmp_path) as api:
        red, blue, green = (api.player(name) for name in ("red", "blue", "green"))
        game = begin(red, blue)
        put(red, game, "notes", {"notes": NOTE})
        red.move(game, 0, "+-1,0")
        # one tree has lapsed, and has left a notice
        put(red, game, "conditionals", {"ply": 1, "tree": [{"if": "+1,1", "then": BESIDE}]})
        blue.move(game, 1, "+2,0")
        red.move(game, 2, "+-2,0", message=SAID)
        put(red, game, "conditionals", {"ply": PLY, "tree": TREE})
        callers = {
            "blue": (blue, logged_in(api, "blue")),
            "green": (green, logged_in(api, "green")),
            "nobody": (api.anyone(), Browser(api.app.test_client())),
        }
        yield World(api, game, red, callers)


def put(caller: Caller, game: str, what: str, body: dict[str, Any]) -> None:
    path = f"/api/v1/games/{game}/{what}"
    answer = caller.client.put(path, headers=caller.headers, json=body)
    assert answer.status_code == 200, answer.text


def logged_in(api: Api, name: str) -> Browser:
    browser = Browser(api.app.test_client())
    browser.send(browser.get("/login"), "/login", name=name, password=PASSWORD)
    return browser


def addresses(world: World) -> Iterator[tuple[str, str]]:
    """Every method and address, with the game, each word where one of several is asked for."""
    for rule in world.api.app.url_map.iter_rules():
        path = re.sub(r"<(?:int\(.*?\):)?(?:game_id|challenge_id)>", world.game, rule.rule)
        path = path.replace("<game>", "cubeo")
        choice = re.search(r"<any\((.*?)\):\w+>", path)
        words = re.findall(r"[\w-]+", choice[1]) if choice else [""]
        for word in words:
            address = path.replace(choice[0], word) if choice else path
            assert "<" not in address, rule.rule
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield method, address


def queries(address: str) -> list[str]:
    """An address as it is, and with what may be asked of it."""
    if address.endswith("/record"):
        return [f"{address}?format={name}" for name in FORMATS]
    return [address, f"{address}?legal=1", f"{address}?ply=2", f"{address}?player=red"]


def bodies(ply: int) -> list[dict[str, Any]]:
    """Bodies that fit one address or another; guesses at what the owner has left among them."""
    guess = {"if": FIRES, "then": "+-9,0"}
    moves = ("+2,2", "+9,9", "nonsense", "1,0,0->1,1")
    return [
        {},
        {"ply": ply},
        *({"ply": ply, "move": move, "seen": 0} for move in moves),
        {"ply": ply, "move": "+9,9", "conditionals": [guess]},
        {"ply": ply, "tree": [guess]},
        {"message": "hello"},
        {"notes": "mine"},
    ]


def answers(world: World, who: str, ply: int) -> Iterator[tuple[str, TestResponse]]:
    """What one caller is answered everywhere; actions are taken when `ply` is the game's."""
    caller, browser = world.callers[who]
    account = browser.get("/rules")
    token = next((form.fields["form_token"] for form in account.walk.forms), "")
    numbers = itertools.count()
    for method, address in list(addresses(world)):
        if address == "/logout" or address.endswith("/tokens/current"):
            continue
        if method == "GET":
            for each in queries(address):
                yield f"GET {each}", caller.client.get(each, headers=caller.headers)
                yield f"GET {each}", browser.client.get(each)
            continue
        for body in bodies(ply):
            name = f"{method} {address} {body}"
            yield (
                name,
                caller.client.open(address, method=method, headers=caller.headers, json=body),
            )
            if method == "POST" and not address.startswith("/api/"):
                fields = {key: str(value) for key, value in body.items()} | {
                    "form_token": token,
                    "line": "0",
                    "seen": "0",
                    "text": f"if {FIRES} then +-9,0",
                    "nonce": f"{who}-{ply}-{next(numbers)}",
                }
                yield name, browser.client.post(address, data=fields)


def hold(world: World, who: str, ply: int, secrets: tuple[str, ...]) -> int:
    """Search all answers; how many there were."""
    count = 0
    own = () if who == "blue" else FOR_BOTH
    for name, answer in answers(world, who, ply):
        count += 1
        text = answer.text + str(answer.headers)
        for word in {*secrets, *own} - (set(FOR_BOTH) - set(own)):
            assert word not in text, (who, name, word)
        assert answer.status_code < 500, (name, text)
    return count


@pytest.mark.parametrize("who", ["blue", "green", "nobody"])
def test_nobody_else_sees_what_a_player_has_left_and_noted(world: World, who: str):
    assert hold(world, who, 99, SECRETS) > 100
    # whatever was tried, the owner still has it all
    told = json_of(world.red.get(f"/games/{world.game}/conditionals"))
    assert told["tree"] == TREE
    assert json_of(world.red.get(f"/games/{world.game}/notes"))["notes"] == NOTE


@pytest.mark.parametrize("who", ["blue", "green", "nobody"])
def test_nobody_else_sees_more_when_an_answer_has_been_played(world: World, who: str):
    told = json_of(world.callers["blue"][0].move(world.game, PLY, FIRES))
    assert told["moves"][-1] == ANSWER
    hold(world, who, 99, tuple(word for word in SECRETS if word != ANSWER))


@pytest.mark.parametrize("who", ["blue", "green"])
def test_nothing_is_told_by_what_a_player_does_in_the_game_either(world: World, who: str):
    hold(world, who, PLY, SECRETS)
    if who == "blue":
        assert json_of(world.red.get(f"/games/{world.game}"))["status"] != "active"


def test_the_owner_sees_it_on_his_page_and_in_the_answers_to_him(world: World):
    browser = logged_in(world.api, "red")
    page = browser.get(f"/games/{world.game}")
    assert page.form("/conditionals").fields["text"] == TEXT
    assert page.form("/notes").fields["text"] == NOTE
    told = [
        world.red.get(f"/games/{world.game}/{what}").text
        for what in ("conditionals", "notes", "notices", "messages")
    ]
    for word in (NOTE, SAID, ANSWER, BELOW, BESIDE, "other_move"):
        assert word in "".join(told)


def course(data: Path, secretive: bool) -> list[tuple[str, str]]:
    """All that the opponent can read after a course of play, in which red leaves answers or none."""
    with at_work(data) as api:
        red, blue, green = (api.player(name) for name in ("red", "blue", "green"))
        game, other = begin(red, blue), begin(red, green)
        for opponent, played in ((blue, game), (green, other)):
            _leave(opponent, played, 0, {"if": "+0,-1", "then": "+2,0"})
            red.move(played, 0, "+-1,0")
            if secretive:
                _leave(red, played, 1, {"if": "+1,1", "then": "+-2,0"})
                put(red, played, "notes", {"notes": NOTE})
            opponent.move(played, 1, "+2,0")
            _leave(opponent, played, 2, {"if": "+0,-1", "then": "+3,0"})
            red.move(played, 2, "+-2,0")
            if secretive:
                _leave(red, played, 3, {"if": "+1,1", "then": "+-3,0"})
        blue.act(game, "draw-offer", 3)
        callers = {"blue": (blue, logged_in(api, "blue"))}
        world = World(api, game, red, callers)
        read = answers(world, "blue", 99)
        return [(name, _plain(answer)) for name, answer in read if name.startswith("GET ")]


def _leave(caller: Caller, game: str, ply: int, node: dict[str, Any]) -> None:
    put(caller, game, "conditionals", {"ply": ply, "tree": [node]})


def _plain(answer: TestResponse) -> str:
    """An answer without what differs each time."""
    text = f"{answer.status}\n{answer.headers}\n{answer.text}"
    text = re.sub(r'name="(form_token|nonce)" value="[^"]*"', "", text)
    return re.sub(r"Set-Cookie: .*", "", text)


def test_the_opponent_reads_the_same_to_the_letter_whether_answers_were_left_or_not(tmp_path: Path):
    """No number, tag or time counts what he is not told of."""
    for name in ("with", "without"):
        (tmp_path / name).mkdir()
    kept, none = course(tmp_path / "with", True), course(tmp_path / "without", False)
    assert len(kept) > 50
    told = next(text for name, text in kept if name.endswith("/notices"))
    assert [one["id"] for one in json.loads(told.split("\n")[-1])["items"]] == ["2", "1"]
    assert kept == none


def test_the_logs_of_the_game_have_nothing_of_it(world: World):
    world.callers["blue"][0].move(world.game, PLY, "+2,2", message="hello")
    with world.api.service.database.read() as view:
        public = [
            view.all(f"SELECT * FROM {table}")  # noqa: S608  # our own names
            for table in ("games", "moves", "events", "records", "challenges")
        ]
    text = json.dumps(public, default=str)
    for word in (NOTE, SAID, BELOW, BESIDE, "other_move"):
        assert word not in text
