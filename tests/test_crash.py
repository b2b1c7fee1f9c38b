"""Kill -9 at any point of a stream of moves: what was acknowledged is there afterwards, and no half move."""

import http.client
import json
import random
import threading
from pathlib import Path

import pytest

from engine import Line
from notation import read_move, read_position, read_settings, write_move, write_position
from server.store import Database

from .api import Caller, at_work, begin
from .served import Served, serving

GAMES = 4
KILLS = 5
PATIENCE = 60


def secret(caller: Caller) -> str:
    return caller.headers["Authorization"].removeprefix("Bearer ")


class Stream(threading.Thread):
    """A game played on until the connection breaks; `acknowledged` is what the server said it has."""

    def __init__(
        self, served: Served, tokens: tuple[str, str], game: str, told: threading.Semaphore
    ):
        super().__init__()
        self.game = game
        self.acknowledged: list[str] = []
        self._connections = [served.connect(token) for token in tokens]
        self._told = told
        self._chance = random.Random(game)

    def run(self) -> None:
        try:
            self._play()
        except (OSError, http.client.HTTPException):
            pass  # the server was killed
        finally:
            for connection in self._connections:
                connection.close()
            self._told.release(PATIENCE)  # nobody waits for what will not come

    def _play(self) -> None:
        state = self._connections[0].get(f"/games/{self.game}")
        line = replay(state["moves"])
        self.acknowledged = list(state["moves"])
        while moves := line.legal_moves():
            ply, move = len(self.acknowledged), self._chance.choice(moves)
            word = write_move(move, line.position)
            caller = self._connections[ply % 2]
            status, told = caller.post(f"/games/{self.game}/moves", {"ply": ply, "move": word})
            assert status == 201, told
            line = line.play(move)
            self.acknowledged.append(word)
            self._told.release()


def replay(words: list[str]) -> Line:
    line = Line(read_position("cubeo", "A1@0,0 B1@1,0 A", read_settings("cubeo", "d12")))
    for word in words:
        line = line.play(read_move(word, line.position))
    return line


@pytest.mark.parametrize("seed", range(KILLS))
def test_after_kill_9_every_acknowledged_move_is_there_and_no_half_one(tmp_path: Path, seed: int):
    chance = random.Random(seed)
    with at_work(tmp_path) as api:
        red, blue = api.player("red"), api.player("blue")
        games = [begin(red, blue, "d12") for _ in range(GAMES)]
        tokens = secret(red), secret(blue)
    told = threading.Semaphore(0)
    served = Served(tmp_path, workers=2)
    streams = [Stream(served, tokens, game, told) for game in games]
    for stream in streams:
        stream.start()
    for _ in range(chance.randrange(5, PATIENCE)):
        told.acquire()
    served.kill()
    for stream in streams:
        stream.join()
    with serving(tmp_path) as again:
        connection = again.connect(tokens[0])
        for stream in streams:
            state = connection.get(f"/games/{stream.game}")
            kept = state["moves"]
            assert kept[: len(stream.acknowledged)] == stream.acknowledged
            # What was under way may have been kept, but was it, then wholly.
            assert len(kept) - len(stream.acknowledged) in (0, 1)
            line = replay(kept)
            assert state["ply"] == state["version"] == len(kept)
            assert state["position"] == write_position(line.position)
            assert state["to_move"] == (None if line.outcome() else line.position.to_move)
        connection.close()
    database = Database(tmp_path / "turnpost.sqlite3")
    with database.read() as view:
        assert view.all("PRAGMA integrity_check") == [("ok",)]
        assert view.all("PRAGMA foreign_key_check") == []
    database.close()


def test_a_reply_kept_under_a_key_outlives_a_kill(tmp_path: Path):
    with at_work(tmp_path) as api:
        red, blue = api.player("red"), api.player("blue")
        game, token = begin(red, blue), secret(red)
    served = Served(tmp_path)
    connection = served.connect(token)
    path, body = f"/games/{game}/moves", {"ply": 0, "move": "+-1,0"}
    first = connection.post(path, body, Idempotency_Key="k")
    connection.close()
    served.kill()
    with serving(tmp_path) as again:
        connection = again.connect(token)
        assert connection.post(path, body, Idempotency_Key="k") == first
        assert json.loads(first[1])["ply"] == 1
        connection.close()
