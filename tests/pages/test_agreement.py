"""What players agree on and write by page: offers of every kind, clocks, conditional moves, messages, notes."""

import sqlite3

import pytest

from server.conditionals import Draft
from server.service import EXTENSION
from tests.browser import Browser, play


def timed(red: Browser, blue: Browser, **clock: str) -> str:
    """A game with a clock."""
    form = red.get("/challenges/new")
    page = red.send(form, "/challenges/new", opponent="blue", seat="1", **clock)
    assert page.status == 200, page.alert
    return blue.send(blue.get("/"), "/accept").response.request.path


# Offers


def test_a_takeback_is_asked_for_and_allowed(red, blue, game):
    assert not red.get(game).has_form("/takeback-offer")
    play(red, game, "+-1,0")
    assert "You have asked to take moves back." in red.send(red.get(game), "/takeback-offer").text
    page = blue.get(game)
    assert "asks to take moves back, to the position after ply 0." in page.text
    page = blue.send(page, "/takeback-accept")
    assert "The moves are taken back." in page.text
    assert "No move has been played yet." in page.text
    assert play(red, game, "+0,1").status == 200


def test_a_takeback_to_any_position_is_asked_for_from_its_page(red, blue, game):
    for browser, word in ((red, "+-1,0"), (blue, "+2,0"), (red, "+-2,0")):
        play(browser, game, word)
    page = blue.get(f"{game}?ply=1")
    forms = [form for form in page.walk.forms if form.action.endswith("/takeback-offer")]
    assert [form.fields.get("to") for form in forms] == [None, "1"]
    blue.post(forms[1].action, forms[1].fields)
    page = red.send(red.get(game), "/takeback-accept")
    assert page.status == 200
    assert blue.get(game).moves()


def test_a_page_from_before_a_takeback_moves_nothing(red, blue, game):
    play(red, game, "+-1,0")
    play(blue, game, "+2,0")
    old = red.get(game)
    red.send(old, "/takeback-offer")
    blue.send(blue.get(game), "/takeback-accept")
    page = red.send(old, "/preview", move="+-2,0")
    assert page.status == 409
    assert "nothing has been changed by your form" in page.alert


def test_a_takeback_is_not_allowed_by_saying_so_or_by_moving(red, blue, game):
    play(red, game, "+-1,0")
    red.send(red.get(game), "/takeback-offer")
    page = blue.send(blue.get(game), "/takeback-decline")
    assert "You have not allowed the takeback." in page.text
    red.send(red.get(game), "/takeback-offer")
    play(blue, game, "+2,0")
    assert "asked to take moves back" not in red.get(game).text


def test_a_draw_is_offered_with_a_move(red, blue, game):
    preview = red.send(red.get(game), "/preview", move="+-1,0")
    red.send(preview, "/moves", offer_draw="yes")
    page = blue.get(game)
    assert "Your opponent offers a draw." in page.text
    confirm = blue.get(f"{game}/draw-accept")
    assert "both players agreed" in blue.send(confirm, "/draw-accept").text


def test_a_pause_is_agreed_on_and_ended(site, red, blue, game):
    red.send(red.get(game), "/pause-offer")
    page = blue.send(blue.get(game), "/pause-accept")
    assert "The game is paused since" in page.text
    assert not page.has_form("/pause-offer")
    assert "paused since" in site.browser().get(game).text
    page = red.send(red.get(game), "/resume")
    assert "The pause is over." in page.text
    assert "paused since" not in page.text


def test_another_game_is_agreed_on_and_gone_to(site, red, blue, game):
    assert not red.get(game).has_form("/rematch-offer")
    red.send(red.get(f"{game}/resign"), "/resign")
    red.send(red.get(game), "/rematch-offer")
    page = blue.send(blue.get(game), "/rematch-accept")
    address = page.response.request.path
    assert address != game
    assert "It is your turn: you are red." in page.text
    assert f'href="{address}"' in site.browser().get(game).text
    assert not red.get(game).has_form("/rematch-offer")


def test_nobody_else_is_offered_anything(site, red, blue, game):
    play(red, game, "+-1,0")
    for kind in ("draw", "takeback", "pause"):
        red.send(red.get(game), f"/{kind}-offer")
    for browser in (site.browser(), site.player("green")):
        page = browser.get(game)
        assert not [form for form in page.walk.forms if game in form.action]
        assert "Beside the board" not in page.text


# Clocks


def test_a_clock_is_chosen_shown_and_counted(site, red, blue):
    game = timed(red, blue, clock="capped")
    page = red.get(game)
    assert "2 days at the start, 1 day more with each move, 4 days at most." in page.text
    assert page.text.count("2 d 0 h left") == 2
    assert "Unless both players have moved by" in page.text
    play(red, game, "+-1,0")
    play(blue, game, "+2,0")
    site.now += 3600
    page = red.get(game)
    assert "1 d 23 h left" in page.text
    assert "The move is due by" in page.text


def test_time_that_is_up_is_claimed_where_it_must_be(site, red, blue):
    game = timed(red, blue, clock="total", start="5", enforcement="claim")
    play(red, game, "+-1,0")
    play(blue, game, "+2,0")
    site.now += 5 * 3600 + 61
    assert "/timeout-claim" not in red.get(game).text
    page = blue.get(game)
    assert "The time of red (red) was up at" in page.text
    confirm = blue.get(f"{game}/timeout-claim")
    page = blue.send(confirm, "/timeout-claim")
    assert "blue (blue) won: the time of red (red) ran out." in page.text


def test_a_vacation_is_begun_seen_by_all_and_ended(site, red, blue):
    game = timed(red, blue, clock="capped")
    page = red.get("/account")
    assert "30 whole days are left" in page.text
    page = red.send(page, "/account/vacation", days="5")
    assert "You are on vacation until" in page.text
    for browser in (blue, site.browser()):
        assert "red (red) is on vacation until" in browser.get(game).text
    page = red.send(red.get("/account"), "/vacation/end")
    assert "Welcome back" in page.text
    assert "on vacation until" not in blue.get(game).text


@pytest.mark.parametrize(
    ("days", "problem"),
    [("0", "from 1 to 366"), ("soon", "from 1 to 366"), ("31", "30 whole days")],
)
def test_a_vacation_that_cannot_be_taken_is_refused_at_its_field(red, days, problem):
    page = red.send(red.get("/account"), "/account/vacation", days=days)
    assert page.status in (409, 422)
    assert problem in page.text
    assert "You are on vacation" not in page.text


@pytest.mark.parametrize(
    ("clock", "field", "problem"),
    [
        ({"clock": "fixed"}, "increment", "needs ‘With each move’"),
        ({"clock": "fixed", "increment": "a"}, "increment", "‘With each move’ is a whole number"),
        ({"clock": "capped", "start": "100"}, "start", "may not be more than ‘At most’"),
        (
            {"clock": "total", "start": "soon"},
            "start",
            "‘At the start’ is a whole number of hours.",
        ),
        ({"clock": "total", "start": "0"}, "start", "is from 1 to"),
        ({"clock": "capped", "max": "999999"}, "max", "‘At most’ is from 1 to"),
        ({"clock": "sand"}, "clock", "Choose one of these."),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused_at_the_field_at_fault(red, clock, field, problem):
    page = red.send(red.get("/challenges/new"), "/challenges/new", **clock)
    assert page.status == 422
    assert f'<p class="problem" id="{field}-problem">' in page.text
    assert page.text.count('class="problem"') == page.text.count('aria-invalid="true"') == 1
    assert problem in page.text
    form = page.form("/challenges/new")
    kept = {name: form.fields[name] for name, value in clock.items() if value != "sand"}
    assert kept.items() <= clock.items()


def test_the_message_of_a_challenge_is_shown_with_it_and_in_the_game(red, blue):
    red.send(
        red.get("/challenges/new"), "/challenges/new", opponent="blue", message="a <b>game</b>?"
    )
    page = blue.get("/")
    assert "a &lt;b&gt;game&lt;/b&gt;?" in page.text
    page = blue.send(page, "/accept")
    assert "a &lt;b&gt;game&lt;/b&gt;?" in page.text


# Conditional moves


def test_conditional_moves_are_left_shown_changed_and_played(red, blue, game):
    assert not red.get(game).has_form("/conditionals")
    play(red, game, "+-1,0")
    text = "if +2,0 then +-2,0\n  if +3,0 then +-3,0\nif +1,1 then +-2,0\n"
    page = red.send(red.get(game), "/conditionals", text=text)
    assert "Your conditional moves are saved." in page.text
    assert page.form("/conditionals").fields["text"] == text
    page = play(blue, game, "+2,0")
    assert "It is your turn" in page.text
    page = red.get(game)
    assert page.form("/conditionals").fields["text"] == "if +3,0 then +-3,0\n"
    assert "to +2,0 was answered +-2,0." in page.text
    assert "No longer waiting: if +1,1 then +-2,0." in page.text
    play(blue, game, "+1,1")
    assert "lapsed, as your opponent moved otherwise: if +3,0 then +-3,0." in red.get(game).text


def test_a_line_that_cannot_be_played_is_named_and_the_text_is_kept(red, game):
    play(red, game, "+-1,0")
    text = "if +2,0 then +-2,0\n\n  if +9,9 then +-3,0"
    page = red.send(red.get(game), "/conditionals", text=text)
    assert page.status == 422
    assert page.alert.startswith("Line 3: ")
    assert page.form("/conditionals").fields["text"] == text
    page = red.send(page, "/conditionals", text="resign")
    assert page.alert.startswith("Line 1: write `if MOVE then MOVE`")


def test_conditional_moves_are_judged_while_others_can_write(site, red, game, monkeypatch):
    play(red, game, "+-1,0")
    other = sqlite3.connect(site.app.extensions[EXTENSION].config.database, timeout=0)
    judge_at, during = Draft.judge_at, []

    def judge(draft, position):
        other.execute("BEGIN IMMEDIATE")  # fails while the form holds the lock
        during.append(other.execute("SELECT 1").fetchone()[0])
        other.rollback()
        return judge_at(draft, position)

    monkeypatch.setattr(Draft, "judge_at", judge)
    red.send(red.get(game), "/conditionals", text="if +2,0 then +-2,0")
    other.close()
    assert during == [1]


def test_an_empty_text_leaves_no_conditional_moves(red, game):
    play(red, game, "+-1,0")
    red.send(red.get(game), "/conditionals", text="if +2,0 then +-2,0")
    page = red.send(red.get(game), "/conditionals", text="")
    assert page.form("/conditionals").fields["text"] == ""


def test_conditional_moves_for_a_page_that_has_gone_by_are_not_kept(red, blue, game):
    play(red, game, "+-1,0")
    old = red.get(game)
    play(blue, game, "+1,1")
    page = red.send(old, "/conditionals", text="if +2,0 then +-2,0\n  if +<3,0 then +-3,0")
    assert page.status == 409
    assert '<pre tabindex="0">if +2,0 then +-2,0\n  if +&lt;3,0 then +-3,0</pre>' in page.text
    assert "You had written:" not in red.get(game).text


def test_what_is_wrong_with_conditional_moves_is_told_at_their_box_too(red, game):
    play(red, game, "+-1,0")
    for text in ("if +9,9 then +-3,0", "resign"):
        page = red.send(red.get(game), "/conditionals", text=text)
        told = page.text[page.text.index('id="conditionals-problem"') :]
        assert told.partition(">")[2].startswith("Line 1: ")
    box = page.text[page.text.index('<textarea id="conditionals"') :].partition(">")[0]
    assert 'autocapitalize="none" spellcheck="false"' in box
    assert 'aria-invalid="true"' in box


# Messages and notes


def test_players_talk_beside_the_board_and_with_a_move(site, red, blue, game):
    red.send(red.get(game), "/messages", text="good luck\nand fun")
    preview = red.send(red.get(game), "/preview", move="+-1,0")
    red.send(preview, "/moves", message="your turn now")
    page = blue.get(game)
    assert "good luck\nand fun" in page.text
    assert "your turn now" in page.text
    for browser in (site.browser(), site.player("green")):
        assert "good luck" not in browser.get(game).text
        assert not browser.get(game).has_form("/messages")


def test_older_messages_can_be_read_by_the_two_players_alone(site, red, blue, game, monkeypatch):
    monkeypatch.setattr("server.pages.private.SHOWN", 2)
    for number in range(5):
        red.send(red.get(game), "/messages", text=f"message {number}.")
    page, seen = blue.get(game), []
    while True:
        seen.append([number for number in range(5) if f"message {number}." in page.text])
        older = [link for link in page.walk.links if "messages?before=" in link]
        if not older:
            break
        assert site.browser().get(older[0]).status == 401
        page = blue.get(older[0])
    assert seen == [[3, 4], [1, 2], [0]]
    assert site.player("green").get(f"{game}/messages").status == 403


def test_an_empty_message_is_not_sent_and_a_long_one_is_kept_in_its_field(red, game):
    assert red.send(red.get(game), "/messages", text=" ").status == 422
    page = red.send(red.get(game), "/messages", text="x" * 2001)
    assert page.status == 422
    assert page.form("/messages").fields["text"] == "x" * 2001


def test_a_message_is_not_lost_when_its_move_is_refused(red, blue, game):
    preview = red.send(red.get(game), "/preview", move="+-1,0")
    play(red, game, "+0,1")
    page = red.send(preview, "/moves", message="hello")
    assert page.status == 409
    assert page.form("/messages").fields["text"] == "hello"


def test_notes_are_for_oneself(red, blue, game):
    page = red.send(red.get(game), "/notes", text="<watch> 0,1\n  here")
    assert "Your notes are saved." in page.text
    assert page.form("/notes").fields["text"] == "<watch> 0,1\n  here"
    assert blue.get(game).form("/notes").fields["text"] == ""


def test_a_form_sent_twice_says_its_message_once(red, blue, game):
    page = red.get(game)
    for _ in range(2):
        red.send(page, "/messages", text="once only")
    assert blue.get(game).text.count("once only") == 1


# Where offers are seen


def test_an_offer_stands_above_the_board_with_its_answers(red, blue, game):
    for kind in ("draw", "pause"):
        blue.send(blue.get(game), f"/{kind}-offer")
    page = red.get(game)
    board = page.text.index('aria-label="Board"')
    for part in (
        "Your opponent offers a draw.",
        "Your opponent asks for a pause",
        "/pause-decline",
    ):
        assert page.text.index(part) < board
    text = blue.get(game).text
    assert text.index("You have offered a draw.") > text.index('aria-label="Board"')


def test_an_offer_is_told_in_the_list_of_games_to_whom_it_is_made(site, red, blue, game):
    blue.send(blue.get(game), "/draw-offer")
    for path in ("/", "/games"):
        assert "Your opponent offers a draw." in red.get(path).text
        assert "offers a draw" not in blue.get(path).text
        assert "offers a draw" not in site.browser().get(path).text


def test_a_move_that_would_decline_an_offer_says_so_before_it_is_played(red, blue, game):
    old = red.get(game)
    assert "decline" not in red.send(old, "/preview", move="+0,1").text
    blue.send(blue.get(game), "/draw-offer")
    page = red.send(red.get(game), "/preview", move="+0,1")
    assert "Your opponent offers a draw. With this move you decline it." in page.text
    assert "decline" not in red.send(old, "/preview", move="+0,1").text


def test_deadlines_and_claims_stand_in_the_list_of_my_games(site, red, blue):
    game = timed(red, blue, clock="total", start="5", enforcement="claim")
    play(red, game, "+-1,0")
    play(blue, game, "+2,0")
    for browser in (red, blue):
        assert "The move is due by" in browser.get("/").text
    site.now += 5 * 3600 + 61
    assert "You can claim the game on time." in blue.get("/").text
    assert "You can claim" not in red.get("/").text
