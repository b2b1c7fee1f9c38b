"""docs/api.md tells of every address, every code and every field of the interface."""

import re
from collections.abc import Iterator

import pytest

import schemas
from server.api.problems import STATUSES
from server.app import create_app
from server.cli import serve, worker
from server.config import Config
from server.service import EXTENSION

from .conftest import REPOSITORY
from .test_api_shapes import BODIES

TEXT = (REPOSITORY / "docs" / "api.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    made = create_app(Config(tmp_path_factory.mktemp("data"), b"x"))
    yield made
    made.extensions[EXTENSION].close()


def calls(app) -> Iterator[str]:
    """Each call, as its heading in the document has it."""
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith(("/api/", "/healthz")):
            continue
        choice = re.search(r"<any\((.*?)\):\w+>", rule.rule)
        names = re.findall(r"'([^']+)'", choice[1]) if choice else [""]
        for name in names:
            path = rule.rule.replace(choice[0], name) if choice else rule.rule
            path = re.sub(r"<(\w+)>", r"{\1}", path)
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield f"{method} {path}"


def test_each_call_has_its_heading_and_each_heading_its_call(app):
    headings = re.findall(r"^### (.+)$", TEXT, re.MULTILINE)
    assert sorted(headings) == sorted(calls(app))


def test_each_code_stands_in_the_table_with_its_status():
    table = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", TEXT, re.MULTILINE))
    assert table == {code: str(status) for code, status in STATUSES.items()}


@pytest.mark.parametrize("body", [body for body in BODIES if body != "empty"])
def test_each_field_of_a_body_is_told_of(body: str):
    for name in schemas.document("api")["$defs"][body]["properties"]:
        assert re.search(rf"\b{name}\b", TEXT), name


@pytest.mark.parametrize("command", [serve, worker], ids=lambda command: command.name)
def test_each_option_of_a_command_of_the_server_is_told_of(command):
    text = (REPOSITORY / "docs" / "serve.md").read_text(encoding="utf-8")
    for option in command.params:
        default = "" if option.is_flag else f"`{option.default}` "
        assert f"| `{option.opts[0]}` | {default}|" in text
