"""Hive on the server: a pass is no choice, so the server plays it along with the move before."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Outcome
from notation import read_position, read_settings
from server import accounts, play, positions
from server.following import follow
from server.game import Game
from server.store import Transaction, games

from .api import Api, Caller, at_work, code_of, json_of
from .browser import opened
from .browser import play as play_on_page

COVERED = "wQ.bB1@0,0 bQ@1,0 b -"  # white has no move as long as the beetle stays


@pytest.fixture
def api(tmp_path: Path):
    with at_work(tmp_path) as running:
        yield running


@pytest.fixture
def white(api: Api) -> Caller:
    return api.player("white")


@pytest.fixture
def black(api: Api) -> Caller:
    return api.player("black")


def game_from(
    tx: Transaction,
    text: str,
    *,
    game: str = "hive",
    names: tuple[str, str] = ("white", "black"),
    **changed: object,
) -> Game:
    """A game of two accounts that began from a position."""
    both = [accounts.accounts.account_named(tx, name) for name in names]
    assert both[0] is not None
    assert both[1] is not None
    position = read_position(game, text, read_settings(game, ()))
    new = replace(
        play.begin(game, (), (both[0], both[1]), 0),
        start=text,
        start_digest=positions.digest(position),
        position=positions.SHELF.put((), position),
        to_move=position.to_move,
        **changed,
    )
    return play.find_game(tx, games.add_game(tx, new))


@pytest.fixture
def game(api: Api, white: Caller, black: Caller) -> str:
    with api.service.database.write() as tx:
        return str(game_from(tx, COVERED).id)


def test_a_forced_pass_is_a_ply_of_its_own_that_comes_with_the_move_before(
    white: Caller, black: Caller, game: str
):
    answer = black.move(game, 0, "bQ bB1/")
    told = json_of(answer)
    assert told["accepted"] == {"ply": 0, "move": "bQ bB1/"}
    assert (told["ply"], told["version"], told["to_move"]) == (2, 2, 2)
    assert told["moves"] == ["bQ bB1/", "pass"]
    assert answer.headers["ETag"] == '"2"'
    for caller in (white, black):
        assert caller.state(game)["moves"] == ["bQ bB1/", "pass"]


def test_passes_go_on_turn_after_turn_until_there_is_a_choice(
    white: Caller, black: Caller, game: str
):
    for ply, word in ((0, "bQ bB1/"), (2, "bQ bB1-")):
        assert json_of(black.move(game, ply, word))["ply"] == ply + 2
    told = json_of(black.move(game, 4, "bB1 bQ"))
    assert (told["ply"], told["to_move"]) == (5, 1)
    assert told["moves"] == ["bQ bB1/", "pass", "bQ bB1-", "pass", "bB1 bQ"]
    assert len(white.state(game)["legal"]) > 1


def test_the_record_has_the_passes_and_when_they_came(api: Api, black: Caller, game: str):
    json_of(black.move(game, 0, "bQ bB1/"))
    plies = json_of(api.anyone().get(f"/games/{game}/record"))["plies"]
    assert [(ply["move"], ply["at"]) for ply in plies] == [
        ("bQ bB1/", "2025-06-15T15:06:40Z"),
        ("pass", "2025-06-15T15:06:40Z"),
    ]


def test_a_move_sent_again_under_its_key_passes_once(black: Caller, game: str):
    body = {"ply": 0, "move": "bQ bB1/"}
    path = f"/games/{game}/moves"
    first = black.post(path, body, Idempotency_Key="k")
    assert black.post(path, body, Idempotency_Key="k").data == first.data
    assert black.state(game)["ply"] == 2


def test_a_forced_pass_that_answers_a_pass_ends_the_game(api: Api, white: Caller, black: Caller):
    with api.service.database.write() as tx:
        blocked = game_from(tx, COVERED.replace(" b ", " w "), last_move="pass")
        after = follow(tx, blocked, 0)
        assert (after.ply, after.status) == (1, "finished")
        assert after.outcome == Outcome(None, "repetition")
        assert play.find_game(tx, after.id) == after


def test_a_page_shows_a_forced_pass_in_the_list_of_moves(tmp_path: Path):
    with opened(tmp_path) as site:
        white, black = site.player("white"), site.player("black")
        with site.app.extensions["turnpost"].database.write() as tx:
            address = f"/games/{game_from(tx, COVERED).id}"
        page = play_on_page(black, address, "bQ bB1/")
        assert "It is your turn" in page.text
        for browser in (white, black, site.browser()):
            assert ">pass</code>" in browser.get(address).text


def test_a_forced_pass_is_no_move_that_a_player_could_take_back(white, black, game):
    json_of(black.move(game, 0, "bQ bB1/"))
    assert code_of(white.act(game, "takeback-offer", 2)) == "nothing_to_take_back"
    assert json_of(black.act(game, "takeback-offer", 2))["offers"][0]["to"] == 0
    told = json_of(white.act(game, "takeback-accept", 2))
    assert (told["ply"], told["line"], told["to_move"]) == (0, 1, 2)


def test_a_takeback_to_a_forced_pass_passes_again(white, black, game):
    json_of(black.move(game, 0, "bQ bB1/"))
    json_of(white.post(f"/games/{game}/takeback-offer", {"ply": 2, "to": 1}))
    told = json_of(black.act(game, "takeback-accept", 2))
    assert (told["ply"], told["line"], told["moves"]) == (2, 1, ["bQ bB1/", "pass"])
