"""Two people with browsers, and no scripts: accounts, challenges, and a game to its end."""

import re

import pytest

from notation.games import GAMES
from server.pages.board import FEW
from tests.browser import PASSWORD, begin_game, play


def test_signing_up_logs_in_and_logging_out_logs_out(site):
    browser = site.browser()
    assert "Log in" in browser.get("/").text
    form = browser.get("/signup")
    page = browser.send(form, "/signup", name="red", password=PASSWORD, again=PASSWORD)
    assert "Your account is made" in page.text
    page = browser.send(page, "/logout")
    assert "Sign up" in page.text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name": "a b"}, "A name has 2 to 32 letters"),
        ({"name": "Red"}, "The name Red is taken"),
        ({"password": "short", "again": "short"}, "A password has 8 to 200 characters"),
        ({"again": "something else"}, "The two passwords are not the same"),
    ],
)
def test_a_sign_up_that_cannot_be_is_told_beside_the_field_and_the_name_is_kept(
    site, red, typed, told
):
    browser = site.browser()
    fields = {"name": "green", "password": PASSWORD, "again": PASSWORD} | typed
    page = browser.send(browser.get("/signup"), "/signup", **fields)
    assert page.status in (409, 422)
    assert told in page.text
    assert page.form("/signup").fields["name"] == fields["name"]
    assert PASSWORD not in page.text


def test_a_wrong_password_is_refused_and_the_name_is_kept(site, red):
    browser = site.browser()
    page = browser.send(browser.get("/login"), "/login", name="red", password="wrong password")
    assert page.status == 401
    assert page.alert == "There is no account with this name and password."
    assert page.form("/login").fields["name"] == "red"


def test_a_page_that_needs_a_log_in_asks_for_it_and_leads_back(site, red):
    browser = site.browser()
    page = browser.get("/challenges/new?game=cubeo")
    assert page.status == 401
    page = browser.send(page, "/login", name="RED", password=PASSWORD)
    assert page.response.request.full_path == "/challenges/new?game=cubeo"


@pytest.mark.parametrize(
    "onward", ["//elsewhere.example", "https://elsewhere.example", "/\\else", "x"]
)
def test_a_log_in_never_leads_to_another_site(site, red, onward):
    browser = site.browser()
    fields = browser.get("/login").form("/login").fields
    typed = fields | {"name": "red", "password": PASSWORD, "next": onward}
    response = browser.client.post("/login", data=typed)
    assert response.headers["Location"] == "/"


def test_an_open_challenge_is_found_and_accepted_by_anyone_but_its_maker(site, red, blue):
    red.send(red.get("/challenges/new"), "/challenges/new", variants="hex d8")
    assert not red.get("/challenges").has_form("/accept")
    page = blue.get("/challenges")
    assert "Cubeo d8 hex, from red, open to all" in page.text
    page = blue.send(page, "/accept")
    assert "Game 1: Cubeo d8 hex" in page.text


def test_a_challenge_by_name_is_seen_by_both_and_by_nobody_else(site, red, blue):
    green = site.player("green")
    form = red.get("/challenges/new")
    red.send(form, "/challenges/new", opponent="blue", seat="2")
    assert "You would move first." in blue.get("/").text
    assert red.get("/challenges").has_form("/withdraw")
    assert "from red" not in green.get("/challenges").text
    page = green.post("/challenges/1/accept", green.get("/").form("/logout").fields)
    assert page.status == 404
    assert page.alert == "There is no challenge 1."


def test_accepting_twice_leads_to_the_one_game(red, blue):
    red.send(red.get("/challenges/new"), "/challenges/new", opponent="blue")
    page = blue.get("/challenges")
    paths = {blue.send(page, "/accept").response.request.path for _ in range(2)}
    assert paths == {"/games/1"}
    assert blue.get("/games/2").status == 404


def test_a_declined_or_withdrawn_challenge_cannot_be_accepted(site, red, blue):
    for _ in range(2):
        red.send(red.get("/challenges/new"), "/challenges/new", opponent="blue")
    first = blue.get("/challenges")
    assert "declined" in blue.send(first, "/2/decline").text
    red.send(red.get("/"), "/1/withdraw")
    for number, told in (("1", "withdrawn"), ("2", "declined")):
        page = blue.send(first, f"/{number}/accept")
        assert page.status == 409
        assert page.alert == f"This challenge was {told}."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"variants": "d8 d10"}, "d8 and d10 contradict each other"),
        ({"variants": "hexx"}, "did you mean hex"),
        ({"opponent": "nobody"}, "There is no player 'nobody'."),
        ({"opponent": "red"}, "You cannot challenge yourself."),
        ({"game": "chess"}, "There is no game"),
        ({"seat": "3"}, "Choose one of these."),
    ],
)
def test_a_challenge_that_cannot_be_is_told_beside_the_field_and_all_is_kept(red, typed, told):
    page = red.send(red.get("/challenges/new"), "/challenges/new", **typed)
    assert page.status in (403, 422)
    assert told in page.text.replace("&#39;", "'")
    for name in set(typed) - {"game", "seat"}:
        assert page.form("/challenges/new").fields[name] == typed[name]
    assert "You have no open challenge" in red.get("/challenges").text


def test_the_game_that_waits_for_me_comes_first(red, blue, game):
    assert red.get("/").text.index("Game 1") < red.get("/").text.index("Your opponent’s turn")
    assert blue.get("/").text.index("Game 1") > blue.get("/").text.index("Your opponent’s turn")
    play(red, game, "+0,1")
    assert blue.get("/").text.index("Game 1") < blue.get("/").text.index("Your opponent’s turn")


def test_a_move_is_shown_before_it_is_played(red, blue, game):
    preview = red.send(red.get(game), "/preview", move=" 1, 0,0 -> 1,1 ")
    assert "The move has not been played yet" in preview.text
    assert "rank 1 on 1,1" in preview.text
    assert "No move has been played yet" in blue.get(game).text
    page = red.send(preview, "/moves")
    assert "Your move has been played." in page.text
    assert "<code>1,0,0-&gt;1,1</code>" in page.text
    assert "It is your turn: you are blue." in blue.get(game).text


def test_the_address_of_an_answered_form_leads_back_when_it_is_opened_again(red, blue, game):
    for step in ("preview", "moves"):
        assert red.get(f"{game}/{step}").response.request.path == game
    assert red.get("/challenges/1/accept").response.request.path == "/challenges"


def test_the_legal_moves_are_offered_to_the_player_on_turn_only(site, red, blue, game):
    assert red.get(game).moves() == ["+-1,0", "+0,-1", "+0,1", "1,0,0->1,-1", "1,0,0->1,1"]
    assert blue.get(game).moves() == []
    assert site.browser().get(game).moves() == []


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("", "Write a move."),
        ("1,0,0->", ""),
        ("<b>1</b>", ""),
        ("+5,5", "A new die must touch one of your dice; 5,5 touches none."),
        ("2,0,0->1,1", "The die on 0,0 has rank 1, not 2."),
        ("1,1,0->0,1", "The die on 1,0 is your opponent's."),
    ],
)
def test_a_move_that_cannot_be_played_is_told_why_and_kept_in_the_box(red, game, word, told):
    page = red.send(red.get(game), "/preview", move=word)
    assert page.status == 422
    assert page.alert.startswith(told)
    assert page.alert
    assert page.form("/preview").fields["move"] == word
    assert "<b>1</b>" not in page.text


def test_a_move_of_100_kb_is_answered_and_not_played(red, game):
    page = red.send(red.get(game), "/preview", move="1" * 100_000)
    assert page.status == 422
    assert "A move has at most 512 characters; this has 100000." in page.alert
    assert len(page.text) < 30_000


def test_a_page_made_before_the_last_move_changes_nothing_and_says_so(red, blue, game):
    old = red.get(game)
    ready = red.send(old, "/preview", move="+0,1")
    play(red, game, "+0,-1")
    for page in (red.send(ready, "/moves"), red.send(old, "/preview", move="+0,1")):
        assert page.status == 409
        assert "This was made for ply 0, but 1 ply has been played." in page.alert
        assert "The last move was +0,-1." in page.alert
        assert "<code>+0,1</code>" in page.text
    assert blue.get(game).text.count('?ply=1"') == 1
    assert '?ply=2"' not in blue.get(game).text


def test_sending_the_same_form_twice_plays_one_move(red, game):
    preview = red.send(red.get(game), "/preview", move="+0,1")
    once = red.send(preview, "/moves")
    twice = red.send(preview, "/moves")
    assert once.status == twice.status == 200
    assert "Your move has been played." in twice.text
    assert '?ply=2"' not in twice.text
    assert '?ply=1"' in twice.text


def test_the_same_form_with_another_move_is_refused(red, game):
    preview = red.send(red.get(game), "/preview", move="+0,1")
    red.send(preview, "/moves")
    page = red.send(preview, "/moves", move="+0,-1")
    assert page.status == 422
    assert "This form was sent before, and differently." in page.alert


def test_a_move_out_of_turn_and_a_strangers_move_are_refused(site, red, blue, game):
    fields = red.get(game).form("/preview").fields
    own = {"form_token": blue.get(game).form("/logout").fields["form_token"], "move": "+2,0"}
    page = blue.post(f"{game}/preview", fields | own)
    assert (page.status, page.alert) == (403, "It is your opponent's turn.")
    green = site.player("green")
    own = {"form_token": green.get(game).form("/logout").fields["form_token"], "nonce": "n"}
    for action in ("preview", "moves", "resign", "draw-offer", "draw-accept", "draw-claim"):
        page = green.post(f"{game}/{action}", fields | own | {"move": "+0,1"})
        assert (page.status, page.alert) == (403, "You do not play in this game.")
    assert green.get(f"{game}/resign").status == 403
    assert "No move has been played yet" in red.get(game).text


def test_resigning_is_asked_for_twice_and_ends_the_game(red, blue, game):
    page = red.get(f"{game}/resign")
    assert "Do you want to resign?" in page.text
    assert "It is your turn" in red.get(game).text
    page = red.send(page, "/resign")
    assert "blue (blue) won: red (red) resigned." in page.text
    assert "blue (blue) won: red (red) resigned." in blue.get("/").text


def test_a_draw_is_offered_declined_offered_again_and_agreed(red, blue, game):
    page = blue.send(blue.get(game), "/draw-offer")
    assert "You have offered a draw." in page.text
    assert not page.has_form("/draw-offer")
    page = red.send(red.get(game), "/draw-decline")
    assert "You have declined the draw." in page.text
    red.send(page, "/draw-offer")
    page = blue.send(blue.get(f"{game}/draw-accept"), "/draw-accept")
    assert "A draw: both players agreed." in page.text


def test_a_move_declines_the_offer_that_its_page_showed_and_no_later_one(red, blue, game):
    ready = red.send(red.get(game), "/preview", move="+0,1")
    blue.send(blue.get(game), "/draw-offer")
    red.send(ready, "/moves")
    assert "Your opponent offers a draw." in red.get(game).text
    play(blue, game, "+2,0")
    play(red, game, "+0,2")
    assert "Your opponent offers a draw." not in red.get(game).text
    assert "You have offered a draw." not in blue.get(game).text


def link(page, ending):
    """The first link of the page whose path ends so."""
    return next(link for link in page.walk.links if link.partition("?")[0].endswith(ending))


def test_a_question_from_before_the_last_move_is_not_asked_and_the_board_is_shown(red, blue, game):
    red.send(red.get(game), "/draw-offer")
    page = blue.get(game)
    play(red, game, "+0,1")
    for action in ("/draw-accept", "/resign"):
        asked = blue.get(link(page, action))
        assert asked.status == 409
        assert "This was made for ply 0, but 1 ply has been played." in asked.alert
        assert "The last move was +0,1." in asked.alert
        assert not asked.has_form(action)
        assert "<svg" in asked.text
    assert "Your opponent offers a draw." in blue.get(game).text


def test_a_question_from_before_a_takeback_is_not_asked(red, blue, game):
    page = red.get(game)
    play(red, game, "+0,1")
    red.send(red.get(game), "/takeback-offer")
    blue.send(blue.get(game), "/takeback-accept")
    assert red.get(link(page, "/resign")).status == 409
    assert red.get(link(red.get(game), "/resign")).has_form("/resign")


def test_what_is_asked_for_twice_is_asked_in_sight_of_the_board(red, game):
    play(red, game, "+0,1")
    page = red.get(link(red.get(game), "/resign"))
    assert "<svg" in page.text
    assert "the last move was <code>+0,1</code>" in page.text


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("draw-accept", "Your opponent has not offered a draw."),
        ("draw-claim", "This position has not occurred three times"),
        ("timeout-claim", "Your opponent's time is not up."),
    ],
)
def test_nobody_is_asked_for_what_would_be_refused(red, blue, game, action, told):
    browser = blue if action == "timeout-claim" else red
    page = browser.get(f"{game}/{action}")
    assert page.status == 409
    assert told in page.alert
    assert not page.has_form(f"/{action}")
    red.send(red.get(f"{game}/resign"), "/resign")
    for step in (action, "resign"):
        page = browser.get(f"{game}/{step}")
        assert (page.status, page.alert) == (409, "The game is over.")


def test_a_position_that_has_come_three_times_can_be_claimed_as_a_draw(red, blue, game):
    there_and_back = ("1,0,0->1,1", "1,1,0->0,1", "1,1,1->0,0", "1,0,1->1,0")
    for word in there_and_back * 2:
        assert "Claim a draw" not in red.get(game).text
        play(red if there_and_back.index(word) % 2 == 0 else blue, game, word)
    assert "Claim a draw" in red.get(game).text
    assert "Claim a draw" not in blue.get(game).text
    page = red.send(red.get(f"{game}/draw-claim"), "/draw-claim")
    assert "A draw: the position had come for the third time." in page.text


def test_nothing_can_be_done_in_a_finished_game(red, blue, game):
    fields = red.get(game).form("/preview").fields
    red.send(red.get(f"{game}/resign"), "/resign")
    for action in ("preview", "moves", "resign", "draw-offer"):
        page = red.post(f"{game}/{action}", fields | {"move": "+0,1", "nonce": action})
        assert (page.status, page.alert) == (409, "The game is over.")
        assert not page.has_form("/preview")
        assert not page.has_form("/draw-offer")


def test_an_earlier_position_can_be_looked_at(red, blue, game):
    play(red, game, "+0,1")
    play(blue, game, "+2,0")
    page = red.get(f"{game}?ply=1")
    assert "This is the position after ply 1 of 2." in page.text
    assert "In hand: red 4, blue 5." in page.text
    assert not page.has_form("/preview")
    assert "In hand: red 4, blue 4." in red.get(f"{game}?ply=999").text
    assert "In hand: red 4, blue 4." in red.get(f"{game}?ply=x").text


def test_lists_of_games_are_cut_and_go_on(site, red, blue):
    for _ in range(51):
        begin_game(red, blue, "blue")
    page = site.browser().get("/games?player=RED")
    assert page.text.count("red – blue") == 50
    older = next(link for link in page.walk.links if "before=" in link)
    assert site.browser().get(older).text.count("red – blue") == 1


def test_the_rules_tell_how_to_write_moves_and_every_setting(site):
    page = site.browser().get("/rules")
    for part in (
        "Marek Kolcun",
        "p,x,y-&gt;x2,y2 walks",
        "<code>norep</code>",
        "<code>goal=G</code>",
    ):
        assert part in page.text


@pytest.mark.parametrize(
    "path", ["/nothing", "/games/0", "/games/99999999999999999999", "/games/x"]
)
def test_an_address_that_is_none_is_told_as_a_page(site, path):
    page = site.browser().get(path)
    assert page.status == 404
    assert page.alert


def test_own_open_challenges_hide_none_of_others(site, red, blue, monkeypatch):
    monkeypatch.setattr("server.pages.challenges.SHOWN", 2)
    blue.send(blue.get("/challenges/new"), "/challenges/new")
    for _ in range(3):
        red.send(red.get("/challenges/new"), "/challenges/new")
    assert "from blue, open to all" in red.get("/challenges").text


def test_a_game_without_settings_has_no_heading_for_them(red):
    page = red.get("/rules")
    assert page.text.count(">Settings</h3>") == 2
    assert "<dl>\n</dl>" not in page.text
    assert "Settings of Cubic Chess" not in red.get("/challenges/new").text


def test_my_games_stand_in_the_order_in_which_they_wait(site, red, blue):
    first, second, third = (begin_game(red, blue, "blue") for _ in range(3))
    for wait, game in enumerate((third, first, second)):
        site.now += 60 + wait
        play(red, game, "+0,1")
    site.now += 60
    red.send(red.get(third), "/draw-offer")
    for browser in (red, blue):
        text = browser.get("/").text
        places = [text.index(f'href="{game}"') for game in (third, first, second)]
        assert places == sorted(places)


def test_more_games_than_fit_are_told_of(red, blue, monkeypatch):
    for _ in range(2):
        begin_game(red, blue, "blue")
    assert "There are more" not in red.get("/").text
    monkeypatch.setattr("server.pages.reading.MOST_AT_HOME", 1)
    assert "There are more" in red.get("/").text


def test_the_first_page_names_every_game(site):
    assert "Play Cubeo, Hive or Cubic Chess at your own pace" in site.browser().get("/").text


def test_only_a_wide_board_can_be_opened_in_full_size(red, blue, game):
    assert "full size" not in red.get(game).text
    for step in range(2, 7):
        play(red, game, f"+{1 - step},0")
        play(blue, game, f"+{step},0")
    page = red.get(game)
    assert page.text.count("full size") == 1
    assert red.send(page, "/preview", move=page.moves()[0]).text.count("full size") == 1


@pytest.mark.parametrize("game", GAMES)
def test_many_legal_moves_stand_in_groups_by_what_their_words_begin_with(red, blue, game):
    red.send(red.get("/challenges/new"), "/challenges/new", game=game, opponent="blue", seat="1")
    address = blue.send(blue.get("/"), "/accept").response.request.path
    players, groups = (red, blue), 0
    for ply in range(8):
        page = players[ply % 2].get(address)
        shown = re.findall(r"<summary><code>(.+?)</code> \((\d+)\)</summary>", page.text)
        groups = max(groups, len(shown))
        assert bool(shown) is (len(page.moves()) > FEW)
        assert not shown or sum(int(number) for _, number in shown) == len(page.moves())
        play(players[ply % 2], address, page.moves()[0])
    assert groups <= 40
    assert (groups > 4) is (game != "cubeo")
