"""The sentence for every end of a game."""

from dataclasses import replace

import pytest

from engine import Outcome, Side
from server.pages.words import DRAWS, ENDS, outcome_words
from server.play import find_game
from server.service import EXTENSION
from tests.browser import Site

WON = ("promotion", "no_moves", "surrounded", "checkmate", "inability", "resignation", "timeout")
DRAWN = ("repetition", "agreement", "surrounded", "stalemate", "inability", "aborted")


def told(site: Site, outcome: Outcome, **state: object) -> str:
    with site.app.extensions[EXTENSION].database.read() as view:
        played = find_game(view, 1)
    return outcome_words(replace(played, outcome=outcome, **state), outcome)  # type: ignore[arg-type]


@pytest.mark.parametrize("reason", WON)
def test_every_win_says_how_it_came(site, game, reason):
    sentence = told(site, Outcome(Side.SECOND, reason))
    assert sentence.startswith("blue (blue) won")
    assert sentence != "blue (blue) won."
    assert len(set(ENDS.values())) == len(ENDS)


@pytest.mark.parametrize("reason", DRAWN)
def test_every_draw_says_how_it_came(site, game, reason):
    assert told(site, Outcome(None, reason), occurrences=3) == DRAWS[reason]


def test_two_passes_are_not_told_as_a_third_time(site, game):
    draw = Outcome(None, "repetition")
    assert "a pass was answered by a pass" in told(site, draw, last_move="pass", occurrences=1)
    assert "third time" in told(site, draw, last_move="pass", occurrences=3)
    assert "third time" in told(site, draw, last_move="wA1 -wQ", occurrences=3)
