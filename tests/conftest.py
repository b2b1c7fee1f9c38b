"""What all tests share: an application with two players, the folder of handed cases, and hypothesis without chance or a database."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from .api import Api, Caller, at_work, begin

REPOSITORY = Path(__file__).resolve().parent.parent

settings.register_profile("turnpost", deadline=None, derandomize=True, database=None)
settings.load_profile("turnpost")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of specifications and handed cases, beside the repository or at TURNPOST_SHARED."""
    folder = Path(os.environ.get("TURNPOST_SHARED", REPOSITORY.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"the handed cases are not at {folder}; name their place with TURNPOST_SHARED")
    return folder


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    """An application at work, with nobody in it."""
    with at_work(tmp_path) as running:
        yield running


@pytest.fixture
def red(api: Api) -> Caller:
    return api.player("red", "play", "read", "manage")


@pytest.fixture
def blue(api: Api) -> Caller:
    return api.player("blue", "play", "read", "manage")


@pytest.fixture
def game(red: Caller, blue: Caller) -> str:
    """The id of a game of Cubeo, red's turn."""
    return begin(red, blue)
