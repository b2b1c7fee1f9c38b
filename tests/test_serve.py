"""The command `turnpost serve`, and what only a real server shows."""

import http.client
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, closing
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner
from gunicorn.workers.gthread import ThreadWorker

from server.cli import main
from server.config import read_config
from server.serve import Server, options

from .api import at_work, begin, json_of
from .conftest import REPOSITORY
from .served import Served, serving

PAGE = (REPOSITORY / "docs" / "serve.md").read_text(encoding="utf-8")
LARGE = 3 << 20


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    with at_work(data):
        pass
    with serving(data) as running:
        yield running


def test_serve_makes_its_data_answers_and_ends_on_a_signal(tmp_path: Path):
    data = tmp_path / "deep" / "var"
    words = ["serve", "--port", "0", "--data", str(data)]
    command = [sys.executable, "-c", f"from server.cli import main; main({words})"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = re.search(r"at http://127\.0\.0\.1:(\d+), its data in", process.stderr.readline())
        assert told is not None
        connection = http.client.HTTPConnection("127.0.0.1", int(told[1]), timeout=30)
        connection.request("GET", "/healthz")
        assert connection.getresponse().read() == b'{"status":"ok"}'
        connection.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    for file in data.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


def test_a_data_directory_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path):
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["serve", "--data", str(tmp_path / "file" / "var")])
    assert result.exit_code == 2
    assert "cannot be used" in result.output


def test_a_port_that_is_taken_is_told_at_once_in_one_sentence(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = CliRunner().invoke(main, ["serve", "--port", port, "--data", str(tmp_path)])
    assert told.exit_code == 2
    assert told.output == (
        f"Port {port} of 127.0.0.1 is in use; choose another with --port (0 takes a free one).\n"
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid", "[::1]", "a" * 70])
def test_an_address_that_cannot_be_listened_on_is_told_in_one_sentence(tmp_path: Path, host: str):
    told = CliRunner().invoke(main, ["serve", "--host", host, "--data", str(tmp_path)])
    assert told.exit_code == 2
    assert re.fullmatch(
        rf"The server cannot listen on {re.escape(host)}, port 8000: .+; see --host and --port\.\n",
        told.output,
    )


def test_settings_come_from_the_environment_and_bad_ones_are_named(tmp_path: Path):
    given = {"TURNPOST_HTTPS": "1", "TURNPOST_PROXIES": "2", "TURNPOST_MAX_IMPORT": "9"}
    config = read_config(tmp_path, given)
    assert (config.https, config.proxies, config.max_import) == (True, 2, 9)
    for name in given:
        result = CliRunner(env={name: "yes"}).invoke(main, ["serve", "--data", str(tmp_path)])
        assert result.exit_code == 2
        assert result.output == f"{name} should be a whole number, not 'yes'.\n"


def test_each_setting_of_the_environment_is_told_with_its_default(tmp_path: Path):
    class Environment(dict[str, str]):
        asked: ClassVar[set[str]] = set()

        def get(self, name: str, default: Any = None) -> Any:
            self.asked.add(name)
            return super().get(name, default)

    told = Environment(re.findall(r"^\| `(TURNPOST_\w+)` \| `(\d+)` \|", PAGE, re.MULTILINE))
    assert read_config(tmp_path, told) == read_config(tmp_path, {})
    assert told.keys() == Environment.asked


def test_the_backup_that_is_told_is_made_beside_the_server_and_holds_every_move(tmp_path: Path):
    (command,) = re.findall(r'^sqlite3 var/turnpost\.sqlite3 "(.+)"$', PAGE, re.MULTILINE)
    data, restored = tmp_path / "var", tmp_path / "restored"
    data.mkdir()
    with at_work(data) as api:
        red, blue = api.player("red"), api.player("blue")
        game = begin(red, blue)
        token = red.headers["Authorization"].removeprefix("Bearer ")
    with serving(data) as running:
        connection = running.connect(token)
        assert connection.post(f"/games/{game}/moves", {"ply": 0, "move": "+-1,0"})[0] == 201
        with chdir(tmp_path), closing(sqlite3.connect("var/turnpost.sqlite3")) as beside:
            beside.execute(command)
        state = connection.get(f"/games/{game}")
        connection.close()
    restored.mkdir()
    (tmp_path / "backup.sqlite3").rename(restored / "turnpost.sqlite3")
    with at_work(restored) as api:
        assert json_of(api.anyone().get(f"/games/{game}")) == state
        assert state["ply"] == 1


def test_the_command_tells_its_version_and_all_its_commands():
    runner = CliRunner()
    assert runner.invoke(main, ["--version"]).output.startswith("turnpost, version 0.")
    told = runner.invoke(main, ["--help"]).output
    for name in ("serve", "check", "convert", "legal", "perft", "show"):
        assert f"\n  {name} " in told


def test_the_toolkit_starts_no_web_server():
    code = (
        "import sys; from importlib import import_module; from server.cli import COMMANDS\n"
        "for each in COMMANDS.values(): import_module(each)\n"
        "print(*{'flask', 'gunicorn', 'argon2', 'sqlite3'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_gunicorn_is_told_where_to_listen_and_to_open_no_other_door(host: str):
    told = Server(None, options(host, 8000)).cfg
    assert told.address in ([(host, 8000)], [(host, 8000, 0, 0)])
    assert issubclass(told.worker_class, ThreadWorker)
    assert told.control_socket_disable


def chunks() -> Iterator[bytes]:
    for _ in range(LARGE >> 16):
        yield b" " * (1 << 16)


@pytest.mark.parametrize("body", ["sized", "chunked"])
def test_a_body_that_is_too_large_is_refused_and_the_connection_goes_on(served: Served, body: str):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    content = b" " * LARGE if body == "sized" else chunks()
    headers = {"Content-Type": "application/json"}
    connection.request(
        "POST", "/api/v1/accounts", content, headers, encode_chunked=body == "chunked"
    )
    answer = connection.getresponse()
    assert (answer.status, answer.read()[:39]) == (413, b'{"type":"urn:turnpost:body_too_large","')
    connection.request("GET", "/healthz")
    assert connection.getresponse().read() == b'{"status":"ok"}'
    connection.close()
