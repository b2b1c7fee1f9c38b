"""A browser for tests: a cookie jar, forms that are filled in and sent, and every page it gets checked.

The check is a walk with html.parser: tags nest, no block stands where only text may, ids are unique, each
field has a label, and what refers to an id finds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from werkzeug.test import Client, TestResponse

from server.app import create_app
from server.config import Config, PasswordCost
from server.service import EXTENSION

BLOCKS = {
    "div",
    "dl",
    "details",
    "fieldset",
    "form",
    "h1",
    "h2",
    "h3",
    "ol",
    "p",
    "section",
    "table",
    "ul",
}
TEXT_ONLY = {"h1", "h2", "h3", "p", "span", "summary"}
VOID = {"meta", "link", "input", "br", "hr", "img"}
PASSWORD = "correct horse"


@dataclass
class Form:
    """A form of a page: where it goes, and the values it would send untouched."""

    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)


class Walk(HTMLParser):
    """One page taken apart; whatever is wrong with it is in `faults`."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.forms: list[Form] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[str] = []
        self.alerts: list[str] = []
        self._open: list[str] = []
        self._labelled: set[str] = set()
        self._needs_label: set[str] = set()
        self._refers_to: set[str] = set()
        self._capture: tuple[int, list[str]] | None = None
        self.feed(text)
        self.close()
        self._conclude()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if len(given) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        self._note(tag, given)
        if tag not in VOID:
            self._open.append(tag)
            if given.get("role") == "alert":
                self._capture = (len(self._open), [])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self._open[-1:]}")
            return
        if self._capture and self._capture[0] == len(self._open):
            self.alerts.append(" ".join("".join(self._capture[1]).split()))
            self._capture = None
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._capture:
            self._capture[1].append(data)
        if self._open and self._open[-1] == "h1":
            self.headings.append(data)
        if self._open and self._open[-1] == "textarea":
            last = next(reversed(self.forms[-1].fields))
            written = self.forms[-1].fields[last] + data
            # The first line break after the tag is not content.
            self.forms[-1].fields[last] = written.removeprefix("\n")

    def _note(self, tag: str, given: dict[str, str]) -> None:
        if "id" in given:
            self.ids.append(given["id"])
        if tag in BLOCKS and self._open and self._open[-1] in TEXT_ONLY:
            self.faults.append(f"<{tag}> in <{self._open[-1]}>")
        if "style" in given or any(name.startswith("on") for name in given):
            self.faults.append(f"<{tag}> has a style or script of its own")
        for name in ("aria-describedby", "aria-labelledby", "for"):
            self._refers_to.update(given.get(name, "").split())
        if tag == "a":
            self.links.append(given["href"])
            if given["href"].startswith("#"):
                self._refers_to.add(given["href"][1:])
        if tag == "label" and "for" in given:
            self._labelled.add(given["for"])
        if tag == "script":
            self.faults.append("a script")
        self._note_form(tag, given)

    def _note_form(self, tag: str, given: dict[str, str]) -> None:
        if tag == "form":
            self.forms.append(Form(given.get("method", "get"), given["action"]))
        if tag == "button" and given.get("name"):
            self.forms[-1].buttons.append((given["name"], given["value"]))
        if tag in ("input", "select", "textarea"):
            kind = given.get("type", tag)
            if kind in ("radio", "checkbox"):
                if "label" not in self._open:
                    self.faults.append(f"a {kind} outside of a label")
                if kind == "checkbox":
                    self.forms[-1].boxes.append(given["name"])
                if "checked" not in given:
                    return
            elif kind != "hidden":
                self._needs_label.add(given.get("id", "no id at all"))
            self.forms[-1].fields[given["name"]] = given.get("value", "")
        if tag == "option" and "selected" in given:
            last = next(reversed(self.forms[-1].fields))
            self.forms[-1].fields[last] = given["value"]

    def _conclude(self) -> None:
        self.faults += [f"<{tag}> is never closed" for tag in self._open]
        self.faults += [f"id {name} twice" for name in set(self.ids) if self.ids.count(name) > 1]
        self.faults += [f"no label for {name}" for name in self._needs_label - self._labelled]
        self.faults += [f"no id {name}" for name in self._refers_to - set(self.ids)]
        if len(self.headings) == 0:
            self.faults.append("no heading")


@dataclass
class Page:
    """An answer that was a page, taken apart."""

    response: TestResponse
    text: str
    walk: Walk

    @property
    def status(self) -> int:
        return self.response.status_code

    @property
    def alert(self) -> str:
        """What the page says went wrong; empty when nothing did."""
        return " ".join(self.walk.alerts)

    def form(self, ending: str) -> Form:
        """The first form whose address ends so."""
        return next(form for form in self.walk.forms if form.action.endswith(ending))

    def has_form(self, ending: str) -> bool:
        return any(form.action.endswith(ending) for form in self.walk.forms)

    def moves(self) -> list[str]:
        """The legal moves that the page offers."""
        return [value for form in self.walk.forms for name, value in form.buttons if name == "move"]


class Browser:
    """One browser with its own cookies."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def get(self, path: str) -> Page:
        response = self.client.get(path)
        if response.status_code == 303:
            return self.get(response.headers["Location"])
        return self._page(response)

    def send(
        self, page: Page, ending: str, headers: dict[str, str] | None = None, **typed: str
    ) -> Page:
        """Fill in and send a form of the page, and go where it leads."""
        form = page.form(ending)
        known = {*form.fields, *form.boxes, *(name for name, _ in form.buttons)}
        assert not set(typed) - known
        return self.post(form.action, form.fields | typed, headers)

    def post(
        self, path: str, fields: dict[str, str], headers: dict[str, str] | None = None
    ) -> Page:
        response = self.client.post(path, data=fields, headers=headers)
        if response.status_code == 303:
            return self.get(response.headers["Location"])
        return self._page(response)

    def _page(self, response: TestResponse) -> Page:
        assert response.mimetype == "text/html", response.text
        page = Page(response, response.text, Walk(response.text))
        assert not page.walk.faults, (page.walk.faults, page.text)
        assert "Traceback" not in page.text
        return page


class Site:
    """A service of its own with a clock that stands still, and browsers for it."""

    def __init__(self, data: Path, https: bool = False) -> None:
        self.now = 1_800_000_000.0
        config = Config(
            data,
            b"k" * 32,
            clock=lambda: self.now,
            password_cost=PasswordCost(1, 8, 1),
            https=https,
        )
        self.app = create_app(config)

    def browser(self) -> Browser:
        return Browser(self.app.test_client())

    def player(self, name: str) -> Browser:
        """A browser whose owner has signed up."""
        browser = self.browser()
        page = browser.send(
            browser.get("/signup"), "/signup", name=name, password=PASSWORD, again=PASSWORD
        )
        assert page.status == 200, page.alert
        return browser

    def close(self) -> None:
        self.app.extensions[EXTENSION].close()


@contextmanager
def opened(data: Path, https: bool = False) -> Iterator[Site]:
    """A site that is closed at the end."""
    site = Site(data, https)
    try:
        yield site
    finally:
        site.close()


def begin_game(first: Browser, second: Browser, second_name: str, variants: str = "") -> str:
    """Let `first` challenge `second`, who accepts; the address of the game."""
    form = first.get("/challenges/new")
    first.send(form, "/challenges/new", variants=variants, opponent=second_name, seat="1")
    page = second.send(second.get("/"), "/accept")
    return page.response.request.path


def play(browser: Browser, game: str, word: str) -> Page:
    """Write a move, look at the preview, play it."""
    preview = browser.send(browser.get(game), "/preview", move=word)
    assert preview.status == 200, preview.alert
    return browser.send(preview, "/moves")
