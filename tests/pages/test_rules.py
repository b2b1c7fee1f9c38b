"""The rules page: each game brings its rules in short, and nothing is told that nobody knows."""

from dataclasses import replace
from html import escape

import pytest

from notation.games import GAMES
from tests.browser import Site


@pytest.mark.parametrize("key", GAMES)
def test_each_game_tells_its_rules_in_short(site: Site, key: str):
    text = site.browser().get("/rules").text
    own = text.partition(f'<h2 id="game-{key}">')[2].partition("</section>")[0]
    assert 8 <= len(GAMES[key].rules) <= 14
    for line in (*GAMES[key].rules, *GAMES[key].move_help):
        assert f"<li>{escape(line).replace('&#x27;', '&#39;')}</li>" in own


def test_another_game_brings_its_own_rules(site: Site, monkeypatch):
    fourth = replace(GAMES["hive"], title="Fourth", rules=("Whoever smiles wins.",))
    monkeypatch.setitem(GAMES, "fourth", fourth)
    page = site.browser().get("/rules")
    assert "<li>Whoever smiles wins.</li>" in page.text
    assert "#game-fourth" in page.walk.links


def test_an_inventor_is_named_where_one_is_known(site: Site):
    text = site.browser().get("/rules").text
    assert "Inventor: Marek Kolcun." in text
    assert "Inventor: John Yianni." in text
    assert text.count("Inventor") == 2
    assert "unknown" not in text
