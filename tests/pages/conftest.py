"""A site with two people and a game between them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import Browser, Site, begin_game, opened


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with opened(tmp_path) as running:
        yield running


@pytest.fixture
def red(site: Site) -> Browser:
    return site.player("red")


@pytest.fixture
def blue(site: Site) -> Browser:
    return site.player("blue")


@pytest.fixture
def game(red: Browser, blue: Browser) -> str:
    """The address of a game of Cubeo, red's turn."""
    return begin_game(red, blue, "blue")
