"""A whole game through the pages with two cookie jars, and its record out and in again."""

import json
from pathlib import Path

import pytest

import notation
from notation.formats import FORMATS
from tests.browser import PASSWORD, Browser, Page, Site, begin_game, play

MERGES = "+>"


def play_out(red: Browser, blue: Browser, game: str) -> Page:
    """Play by the lists that the pages offer, merging where it can be, until the game is over."""
    page = red.get(game)
    for ply in range(400):
        browser = (red, blue)[ply % 2]
        offered = browser.get(game).moves()
        if not offered:
            return browser.get(game)
        merges = [word for word in offered if MERGES in word]
        word = max(merges, key=len) if merges else offered[(7 * ply) % len(offered)]
        page = play(browser, game, word)
    return page


def formats(*, finished: bool) -> set[str]:
    """The formats that a game of Cubeo can be had in."""
    return {
        name
        for name, row in FORMATS.items()
        if row.write and row.holds("cubeo") and (finished or not row.finished_only)
    }


def downloads(site: Site, page: Page) -> dict[str, str]:
    """What a stranger gets for each link to the record, by format."""
    stranger = site.browser()
    found = {}
    for link in page.walk.links:
        if "/record?format=" in link:
            response = stranger.client.get(link)
            assert response.status_code == 200, response.text
            found[link.partition("=")[2]] = response.text
    return found


def token(site: Site, name: str) -> dict[str, str]:
    response = site.app.test_client().post(
        "/api/v1/tokens",
        json={"name": name, "password": PASSWORD, "scopes": ["read", "manage"]},
    )
    return {"Authorization": f"Bearer {response.get_json()['token']}"}


@pytest.mark.parametrize("variants", ["", "d8 hex strict"])
def test_a_game_played_by_page_is_the_same_game_in_every_format_and_imported_again(
    site: Site, variants: str, tmp_path: Path
):
    red, blue = site.player("red"), site.player("blue")
    game = begin_game(red, blue, "blue", variants)
    page = play_out(red, blue, game)
    assert " won: " in page.text
    files = downloads(site, page)
    assert set(files) == formats(finished=True)
    original = notation.load_record(json.loads(files["json"]))
    assert [player.name for player in original.players] == ["red", "blue"]
    assert original.outcome is not None
    client, holder = site.app.test_client(), token(site, "red")
    for text in files.values():
        (reading,) = notation.read_records(text.encode())
        assert reading.ok, reading.diagnostics
        answer = client.post("/api/v1/records?import=1", data=text.encode(), headers=holder)
        assert answer.status_code == 201, answer.text
        (imported,) = answer.get_json()["records"]
        again = site.browser().get(f"/games/{imported['id']}")
        assert again.walk.headings == [again.walk.headings[0]]
        for copy in (reading.record, _record(site, imported["id"])):
            assert copy is not None
            assert copy.variants == original.variants
            assert copy.outcome == original.outcome
            assert [ply.move for ply in copy.plies] == [ply.move for ply in original.plies]


def _record(site: Site, game_id: str) -> notation.record.Record:
    answer = site.app.test_client().get(f"/api/v1/games/{game_id}/record")
    return notation.load_record(answer.get_json())


def test_an_unfinished_game_offers_the_formats_that_can_hold_it(site: Site):
    red, blue = site.player("red"), site.player("blue")
    game = begin_game(red, blue, "blue")
    play(red, game, "+0,1")
    files = downloads(site, red.get(game))
    assert set(files) == formats(finished=False)
