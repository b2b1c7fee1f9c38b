"""The page about the interface for programs: a person who follows the footer finds words, not JSON."""

import re

from tests.browser import Browser, Page, Site


def page_of(browser: Browser) -> Page:
    footer = browser.get("/").text.partition("<footer>")[2]
    address = re.search(r'href="([^"]+)"', footer)
    assert address is not None
    return browser.get(address[1])


def test_the_footer_leads_to_a_page_about_the_interface(site: Site):
    page = page_of(site.browser())
    assert page.status == 200
    assert page.walk.headings == ["For programs"]
    assert "docs/api.md" in page.text
    assert "/api/v1/rules" in page.walk.links


def test_every_call_of_the_interface_is_listed_with_what_it_does(site: Site):
    listed = re.findall(
        r"<dt><code>(\w+) (\S+)</code></dt>\n<dd>(\S.*)", page_of(site.browser()).text
    )
    rules = [rule for rule in site.app.url_map.iter_rules() if rule.rule.startswith("/api/v1/")]
    calls = [method for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}]
    assert len(listed) == len(calls)
    assert not [address for _, address, _ in listed if "<" in address]
    assert ("POST", "/games/{game_id}/moves", "Play a move.</dd>") in listed


def test_the_words_of_an_address_are_told(site: Site):
    text = page_of(site.browser()).text
    told = text.partition(" /games/{game_id}/{action}</code>")[2].partition("</dd>")[0]
    assert "<code>draw-offer</code>" in told
