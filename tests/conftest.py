"""What all tests share: the folder of handed cases, and hypothesis without chance or a database."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

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
