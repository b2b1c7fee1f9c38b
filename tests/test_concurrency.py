"""Many at once: one submission of a ply is accepted, whoever else sends it through whatever process."""

import json
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from .api import Caller, at_work, begin
from .served import Served, serving

THREADS = 20
PROCESSES = 4
MOVES = ["+-1,0", "+2,0", "+-2,0", "+3,0", "+-3,0", "+4,0"]


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """A directory with two players, their tokens, and three games."""
    data = tmp_path_factory.mktemp("data")
    with at_work(data) as api:
        red, blue = api.player("red"), api.player("blue")
        games = [begin(red, blue) for _ in range(3)]
        yield data, (secret(red), secret(blue)), games


def secret(caller: Caller) -> str:
    return caller.headers["Authorization"].removeprefix("Bearer ")


def at_once(send: Callable[[int], tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """What each of twenty threads gets that send at the same moment."""
    answers: list[tuple[int, bytes]] = []
    start = threading.Barrier(THREADS)

    def run(number: int) -> None:
        start.wait()
        answers.append(send(number))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def from_connection(served: Served, token: str, path: str, body: object, **headers: str):
    def send(_: int) -> tuple[int, bytes]:
        connection = served.connect(token)
        try:
            return connection.post(path, body, **headers)
        finally:
            connection.close()

    return send


@pytest.mark.parametrize("workers", [1, PROCESSES])
def test_of_twenty_submissions_of_a_ply_one_is_accepted(ground, workers: int):
    data, tokens, games = ground
    game = games[0 if workers == 1 else 1]
    with serving(data, workers) as served:
        for ply, move in enumerate(MOVES):
            path, body = f"/games/{game}/moves", {"ply": ply, "move": move}
            answers = at_once(from_connection(served, tokens[ply % 2], path, body))
            assert Counter(status for status, _ in answers) == {201: 1, 409: THREADS - 1}
            for status, told in answers:
                problem = json.loads(told)
                if status == 409:
                    assert problem["code"] == "stale_ply"
                    assert problem["current_ply"] == ply + 1
                    assert problem["last_move"] == move
        connection = served.connect(tokens[0])
        assert connection.get(f"/games/{game}")["moves"] == MOVES
        connection.close()


def test_one_key_sent_twenty_times_gets_the_same_bytes_and_one_move(ground):
    data, tokens, games = ground
    with serving(data, PROCESSES) as served:
        for ply, move in enumerate(MOVES):
            path, body = f"/games/{games[2]}/moves", {"ply": ply, "move": move}
            send = from_connection(served, tokens[ply % 2], path, body, Idempotency_Key=f"k{ply}")
            answers = at_once(send)
            assert {status for status, _ in answers} == {201}
            assert len({told for _, told in answers}) == 1
            assert json.loads(answers[0][1])["ply"] == ply + 1


def test_one_open_challenge_is_accepted_by_one_of_many(tmp_path: Path):
    with at_work(tmp_path) as api:
        red = api.player("red")
        challenge = json.loads(red.post("/challenges", {"game": "cubeo"}).data)["id"]
        takers = [api.player(f"player{number}") for number in range(THREADS)]

        def send(number: int) -> tuple[int, bytes]:
            answer = takers[number].post(f"/challenges/{challenge}/accept")
            return answer.status_code, answer.data

        answers = at_once(send)
        codes = Counter(json.loads(told).get("code") for _, told in answers)
        assert codes == {None: 1, "already_accepted": THREADS - 1}
        assert len(json.loads(red.get("/games").data)["items"]) == 1


def test_one_name_is_taken_by_one_of_many(tmp_path: Path):
    with at_work(tmp_path) as api:

        def send(number: int) -> tuple[int, bytes]:
            name = "red" if number % 2 else "Red"
            answer = api.anyone().post("/accounts", {"name": name, "password": "correct horse"})
            return answer.status_code, answer.data

        assert Counter(status for status, _ in at_once(send)) == {201: 1, 409: THREADS - 1}
