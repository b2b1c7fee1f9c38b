"""The page of a game: what stands where, so that what is needed is found at once."""

import re

from tests.browser import play

MOVES = ("+-1,0", "+2,0", "+-2,0", "+3,0")


def played(red, blue, game):
    for number, word in enumerate(MOVES):
        play((red, blue)[number % 2], game, word)


def steps(page):
    """The addresses of the positions that the board leads to."""
    beside = page.text.partition('<nav class="steps"')[2].partition("</nav>")[0]
    return re.findall(r'href="([^"]+)"', beside)


def test_a_game_without_moves_leads_to_no_other_position(red, game):
    assert steps(red.get(game)) == []


def test_the_board_leads_to_the_positions_before_and_after(red, blue, game):
    played(red, blue, game)
    assert steps(red.get(game)) == [f"{game}?ply=0", f"{game}?ply=3"]
    back = [f"{game}?ply=0", f"{game}?ply=1"]
    assert steps(red.get(f"{game}?ply=2")) == [*back, f"{game}?ply=3", game]
    assert steps(red.get(f"{game}?ply=0")) == [f"{game}?ply=1", game]


def test_the_list_of_moves_comes_last_and_scrolls_by_itself(red, blue, game):
    played(red, blue, game)
    text = red.get(game).text
    box = '<div class="moves" role="region" aria-labelledby="moves" tabindex="0">'
    assert text.index("Messages</h2>") < text.index("Notes</h2>") < text.index(box)


def test_what_is_wrong_with_a_text_leads_to_the_text(red, blue, game):
    play(red, game, MOVES[0])
    old = red.get(game)
    page = red.send(old, "/conditionals", text="if +9,9 then +-3,0")
    assert "#conditionals" in page.walk.links
    play(blue, game, MOVES[1])
    assert "#conditionals" in red.send(old, "/conditionals", text="if +2,0 then +-2,0").walk.links
    assert "#move" not in red.send(red.get(game), "/preview", move="x").walk.links
    assert "#messages" in red.send(red.get(game), "/messages", text=" ").walk.links


def test_who_writes_a_move_is_led_to_the_rules_of_the_game(red, game):
    assert "/rules#game-cubeo" in red.get(game).walk.links
    assert 'id="game-cubeo"' in red.get("/rules").text


def test_in_a_list_what_waits_for_a_decision_stands_out_and_the_time_does_not(red, blue):
    form = red.get("/challenges/new")
    red.send(form, "/challenges/new", opponent="blue", seat="1", clock="capped")
    game = blue.send(blue.get("/"), "/accept").response.request.path
    blue.send(blue.get(game), "/draw-offer")
    text = red.get("/").text
    assert "<strong>Your opponent offers a draw.</strong>" in text
    assert '<span class="soft">Unless both players have moved by' in text
