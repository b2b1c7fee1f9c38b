"""What keeps pages safe: form tokens, origins, sessions, headers, and that reading changes nothing."""

import re

import pytest

from server.pages.guard import POLICY
from server.service import EXTENSION
from tests.browser import PASSWORD, Browser, Site, opened, play


def contents(site: Site) -> dict[str, list[object]]:
    """Every row of every table."""
    with site.app.extensions[EXTENSION].database.read() as view:
        names = [row[0] for row in view.all("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: view.all(f"SELECT * FROM {name}") for name in sorted(names)}  # noqa: S608


def cookie(browser: Browser, name: str = "turnpost") -> str:
    kept = browser.client.get_cookie(name)
    assert kept is not None
    return kept.value


def addresses(site: Site, method: str) -> list[str]:
    """The addresses of all pages that take the method, for game and challenge 1."""
    values = {"game_id": 1, "challenge_id": 1, "action": "resign", "what": "notes"}
    found = []
    with site.app.test_request_context():
        adapter = site.app.url_map.bind("localhost")
        for rule in site.app.url_map.iter_rules():
            if rule.endpoint.startswith("pages.") and method in (rule.methods or ()):
                own = {name: values[name] for name in rule.arguments}
                if "challenge_id" in own:
                    own["action"] = "accept"
                found.append(adapter.build(rule.endpoint, own, method=method))
    return found


def test_every_form_is_refused_without_its_token_and_with_anothers(site, red, blue, game):
    theirs = blue.get("/").form("/logout").fields["form_token"]
    before = contents(site)
    tried = addresses(site, "POST")
    assert len(tried) >= 8
    for address in tried:
        for fields in ({}, {"form_token": ""}, {"form_token": "é"}, {"form_token": theirs}):
            page = red.post(address, fields)
            assert page.status == 403
            assert "This form was not sent from a page of this site" in page.alert
    assert contents(site) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.elsewhere.example"},
        {"Origin": "https://localhost"},
        {"Referer": "http://elsewhere.example/localhost"},
        {"Origin": "http://[::1"},
        {"Origin": "http://[x]"},
        {"Origin": "//["},
        {"Referer": "http://[::1"},
    ],
)
def test_a_form_from_another_site_is_refused_even_with_the_token(site, red, game, headers):
    before = contents(site)
    page = red.send(red.get(f"{game}/resign"), "/resign", headers)
    assert page.status == 403
    assert contents(site) == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
        {"Origin": "http://localhost"},
        {"Referer": "http://localhost/games/1"},
    ],
)
def test_a_form_from_our_own_pages_is_taken(red, game, headers):
    assert "resigned" in red.send(red.get(f"{game}/resign"), "/resign", headers).text


def test_the_session_has_a_new_id_after_signing_up_logging_in_and_logging_out(site):
    browser, ids = site.browser(), []
    form = browser.get("/signup")
    ids.append(cookie(browser))
    browser.send(form, "/signup", name="red", password=PASSWORD, again=PASSWORD)
    ids.append(cookie(browser))
    browser.send(browser.get("/"), "/logout")
    ids.append(cookie(browser))
    browser.send(browser.get("/login"), "/login", name="red", password=PASSWORD)
    ids.append(cookie(browser))
    browser.send(browser.get("/login"), "/login", name="red", password=PASSWORD)
    ids.append(cookie(browser))
    assert len(set(ids)) == 5
    for old in ids[:-1]:
        thief = site.browser()
        thief.client.set_cookie("turnpost", old)
        assert "Log in" in thief.get("/").text


def test_an_id_that_someone_planted_is_never_logged_in(site, red):
    victim = site.browser()
    victim.client.set_cookie("turnpost", "A" * 43)
    victim.send(victim.get("/login"), "/login", name="red", password=PASSWORD)
    assert cookie(victim) != "A" * 43
    thief = site.browser()
    thief.client.set_cookie("turnpost", "A" * 43)
    assert "Log in" in thief.get("/").text


def test_a_change_of_password_ends_all_sessions_but_the_one_that_made_it(site, red):
    other = site.browser()
    other.send(other.get("/login"), "/login", name="red", password=PASSWORD)
    before = cookie(red)
    page = red.send(
        red.get("/account"), "/account", old=PASSWORD, password="new password", again="new password"
    )
    assert "The password is changed." in page.text
    assert cookie(red) != before
    assert other.get("/account").status == 401
    page = other.send(other.get("/login"), "/login", name="red", password=PASSWORD)
    assert page.status == 401
    page = other.send(other.get("/login"), "/login", name="red", password="new password")
    assert page.status == 200


def test_the_password_is_only_changed_by_who_knows_it(site, red):
    form = red.get("/account")
    page = red.send(form, "/account", old="wrong", password="new password", again="new password")
    assert page.status == 401
    assert "This is not your password." in page.text
    page = red.send(form, "/account", old=PASSWORD, password="new password", again="newpassword")
    assert page.status == 422
    other = site.browser()
    page = other.send(other.get("/login"), "/login", name="red", password=PASSWORD)
    assert page.status == 200


def test_a_session_ends_after_its_time(site, red):
    assert red.get("/account").status == 200
    site.now += 31 * 86_400
    assert red.get("/account").status == 401


def test_only_a_digest_of_the_session_is_stored(site, red):
    everything = repr(contents(site))
    assert cookie(red) not in everything
    assert PASSWORD not in everything


def test_the_cookie_is_kept_from_scripts_and_other_sites(site):
    response = site.browser().client.get("/login")
    sent = response.headers["Set-Cookie"]
    assert re.fullmatch(r"turnpost=[\w-]{43}; HttpOnly; Path=/; SameSite=Lax", sent)


def test_no_link_makes_a_page_say_that_something_was_done(site, red, game):
    for reader in (red, site.browser()):
        for path in ("/?done=password", f"{game}?done=resigned"):
            assert 'role="status"' not in reader.get(path).text


def test_what_was_done_is_told_once(red, game):
    page = red.send(red.get(game), "/draw-offer")
    assert page.response.request.full_path.rstrip("?") == game
    assert page.text.count('role="status"') == 1
    assert 'role="status"' not in red.get(game).text


def test_a_notice_that_someone_wrote_himself_is_not_told(site):
    browser = site.browser()
    forged = "eyJfZmxhc2hlcyI6W3siIHQiOlsibWVzc2FnZSIsInBhc3N3b3JkIl19XX0.aaaaaa.bbbb"
    browser.client.set_cookie("turnpost-done", forged)
    assert 'role="status"' not in browser.get("/").text


@pytest.mark.parametrize("https", [False, True])
def test_the_notice_is_kept_from_scripts_and_other_sites(tmp_path, https):
    with opened(tmp_path, https=https) as site:
        client = site.app.test_client()
        base = "https://localhost" if https else "http://localhost"
        page = client.get("/signup", base_url=base)
        fields = {"name": "red", "password": PASSWORD, "again": PASSWORD}
        fields["form_token"] = re.search(r'name="form_token" value="(\w+)"', page.text)[1]
        response = client.post("/signup", data=fields, base_url=base)
        (sent,) = (
            each for each in response.headers.getlist("Set-Cookie") if "turnpost-done" in each
        )
        name, secure = ("__Host-turnpost-done", " Secure;") if https else ("turnpost-done", "")
        pattern = rf"{name}=[\w.-]+;{secure} HttpOnly; Path=/; SameSite=Lax"
        assert re.fullmatch(pattern, sent)


def test_with_https_the_cookie_is_bound_to_the_host_and_to_https(tmp_path):
    with opened(tmp_path, https=True) as site:
        response = site.browser().client.get("/login", base_url="https://localhost")
        sent = response.headers["Set-Cookie"]
        pattern = r"__Host-turnpost=[\w-]{43}; Secure; HttpOnly; Path=/; SameSite=Lax"
        assert re.fullmatch(pattern, sent)
        assert response.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_stranger_who_only_reads_is_given_no_cookie(site, red, blue, game):
    for path in ("/", "/games", game, "/rules"):
        assert "Set-Cookie" not in site.browser().client.get(path).headers


def test_every_answer_tells_the_browser_what_it_may_do(site, red, game):
    others = ["/nothing", "/healthz", "/api/v1/games", "/api/v1/nothing"]
    for method in ("GET", "POST", "DELETE"):
        for address in [*addresses(site, "GET"), *addresses(site, "POST"), *others]:
            response = red.client.open(address, method=method)
            assert response.status_code < 500
            assert response.headers["Content-Security-Policy"] == POLICY
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Referrer-Policy"] == "same-origin"
            assert "Strict-Transport-Security" not in response.headers


def test_the_policy_allows_nothing_from_elsewhere():
    assert POLICY == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


def test_reading_any_page_changes_nothing(site, red, blue, game):
    play(red, game, "+0,1")
    red.send(red.get("/challenges/new"), "/challenges/new", opponent="blue")
    before = contents(site)
    for reader in (red, blue, site.browser()):
        for address in [*addresses(site, "GET"), *addresses(site, "POST")]:
            assert reader.client.get(address).status_code < 500
            assert reader.client.head(address).status_code < 500
    assert contents(site) == before


def test_every_page_is_well_formed_for_a_player_an_opponent_and_a_stranger(site, red, blue, game):
    blue.send(blue.get(game), "/draw-offer")
    red.send(red.get("/challenges/new"), "/challenges/new", opponent="blue", variants="hex")
    for reader in (red, blue, site.browser()):
        for address in addresses(site, "GET"):
            if not address.endswith(".css"):
                reader.get(address)  # the browser checks what it gets


def test_log_ins_are_limited_and_share_their_limit_with_the_interface_for_programs(site, red):
    browser = site.browser()
    form = browser.get("/login")
    for attempt in range(10):
        if attempt % 2:
            body = {"name": "red", "password": "wrong password"}
            assert browser.client.post("/api/v1/tokens", json=body).status_code == 401
        else:
            page = browser.send(form, "/login", name="red", password="wrong password")
            assert page.status == 401
    page = browser.send(form, "/login", name="red", password=PASSWORD)
    assert page.status == 429
    assert "Too many requests" in page.alert
    assert int(page.response.headers["Retry-After"]) > 0
    site.now += 10
    assert browser.send(form, "/login", name="red", password=PASSWORD).status == 200


def test_a_body_that_is_too_large_is_told_as_a_page(red, game):
    page = red.post(f"{game}/preview", {"move": "1" * 2_000_000})
    assert page.status == 413
    assert "Nothing has changed." in page.alert


@pytest.mark.parametrize("ply", ["", "x", "-1", "1" * 40, "١"])
def test_a_damaged_hidden_field_is_told_and_changes_nothing(site, red, game, ply):
    before = contents(site)
    page = red.send(red.get(game), "/preview", move="+0,1", ply=ply)
    assert page.status == 422
    assert "The form is damaged." in page.alert
    assert contents(site) == before


def test_a_form_without_its_nonce_is_refused(site, red, game):
    preview = red.send(red.get(game), "/preview", move="+0,1")
    before = contents(site)
    for nonce in ("", "n" * 100):
        page = red.send(preview, "/moves", nonce=nonce)
        assert page.status == 422
        assert "The form is damaged." in page.alert
    assert contents(site) == before


def test_the_style_sheet_may_be_kept_because_its_address_changes_with_it(site):
    response = site.browser().client.get("/turnpost.css")
    assert response.mimetype == "text/css"
    assert "immutable" in response.headers["Cache-Control"]
    assert "url(" not in response.text
    assert "@import" not in response.text


def test_what_nobody_foresaw_is_told_without_a_trace(site, red, game, monkeypatch):
    def fail(*_: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr("server.pages.reading.find_game", fail)
    page = red.get(game)
    assert page.status == 500
    assert "Something went wrong on our side" in page.alert
    assert "secret of the house" not in page.text


def test_no_name_turns_the_text_around_it(site, red):
    token = red.client.post(
        "/api/v1/tokens", json={"name": "red", "password": PASSWORD, "scopes": ["manage"]}
    ).get_json()["token"]
    record = '[Game "Cubeo"]\n[Player1 "evil\u202eeman\u2066"]\n[Player2 "\u05d0<b>"]\n[Result "1-0"]\n\n1-0\n'
    made = red.client.post(
        "/api/v1/records?import=1",
        data=record.encode(),
        headers={"Authorization": f"Bearer {token}"},
    )
    (imported,) = made.get_json()["records"]
    text = site.browser().get(f"/games/{imported['id']}").text
    assert "<bdi>evil\ufffdeman\ufffd</bdi>" in text
    assert "<bdi>\u05d0&lt;b&gt;</bdi>" in text
    assert "evil\ufffdeman\ufffd – \u05d0&lt;b&gt; · Turnpost</title>" in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", text)
