"""Whatever players, time, workers and crashes do in whatever order: one truth, no move or second lost or doubled.

A random course of actions is taken with the server, over HTTP, and with a small model; after each
step both tell the same. A crash is a process that dies within a transaction, or after it and before
its answer was heard; whoever sent the request sends it again.
"""

from __future__ import annotations

import copy
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from werkzeug.test import TestResponse

from server.store import Transaction, database
from server.worker import sweep

from .api import NOON, Api, Caller, at_work, begin, code_of
from .model import DAY, HOUR, LEEWAY, Model
from .timed import moment, waits

CLOCKS: list[dict[str, Any] | None] = [
    None,
    {"kind": "capped", "start": 4, "increment": 2, "max": 6, "enforcement": "auto"},
    {"kind": "capped", "start": 4, "increment": 2, "max": 6, "enforcement": "claim"},
    {"kind": "fixed", "increment": 3, "enforcement": "auto"},
    {"kind": "total", "start": 8, "enforcement": "auto"},
    {"kind": "total", "start": 8, "enforcement": "claim"},
]
WHO = st.integers(0, 1)
OFFERS = st.sampled_from(["draw", "pause"])


class Died(BaseException):
    """What a process says that is killed: nothing that anyone could catch."""


class Mortal(Transaction):
    """A transaction that dies after so many statements."""

    left = 0

    def __init__(self, raw: Any) -> None:
        super().__init__(raw)
        execute = self.execute

        def count(*words: Any) -> Any:
            if Mortal.left == 0:
                raise Died
            Mortal.left -= 1
            return execute(*words)

        self.execute = count


class Games(RuleBasedStateMachine):
    """One game of two players, red (0) and blue (1), and the model beside it."""

    model_class = Model
    template: Path
    headers: tuple[dict[str, str], dict[str, str]]

    def __init__(self) -> None:
        super().__init__()
        self.data = Path(tempfile.mkdtemp(prefix="turnpost-model-"))
        shutil.copytree(self.template, self.data, dirs_exist_ok=True)
        self.stack = ExitStack()
        self.keys = 0
        self.last: tuple[int, str, Any, str, bytes] | None = None
        self.api = self._open(int(NOON))

    def teardown(self) -> None:
        self.stack.close()
        shutil.rmtree(self.data)

    def _open(self, now: int) -> Api:
        api = self.stack.enter_context(at_work(self.data))
        api.clock.now = now
        self.players = tuple(Caller(api.app.test_client(), dict(each)) for each in self.headers)
        return api

    def reopen(self) -> None:
        self.stack.close()
        self.stack = ExitStack()
        self.api = self._open(self.model.now)

    @initialize(clock=st.sampled_from(CLOCKS), plies=st.sampled_from([0, 1, 2, 2, 3]))
    def a_game_begins(self, clock: dict[str, Any] | None, plies: int) -> None:
        self.model = self.model_class(clock, int(NOON))
        self.game = begin(*self.players, clock=clock)
        for ply in range(plies):
            self.submit(pick=ply)

    # What is sent, and what it is answered with.

    def send(self, who: int, path: str, body: Any) -> TestResponse:
        """Send a request under a new key; if it goes well, it can be sent again."""
        self.keys += 1
        key = f"key-{self.keys}"
        answer = self.players[who].post(path, body, Idempotency_Key=key)
        if answer.status_code in (200, 201):
            self.last = (who, path, body, key, answer.data)
        return answer

    def act(self, who: int, action: str) -> TestResponse:
        return self.send(who, f"/games/{self.game}/{action}", {"ply": self.model.ply})

    def refused_by_time(self, answer: TestResponse) -> bool:
        """Whether the game was over, or is now, by time, or may be: then the answer must say so."""
        late = self.model.is_due()
        if self.model.active and not self.model.end_if_sure():
            if late:
                assert code_of(answer) == "busy"
            return late
        assert code_of(answer) == "game_over"
        return True

    def expect(self, answer: TestResponse, code: str | None) -> None:
        if code is None:
            assert answer.status_code in (200, 201), answer.text
        else:
            assert code_of(answer) == code

    # Time.

    def wait(self, seconds: int) -> None:
        self.model.wait(seconds)
        self.api.clock.now = self.model.now

    @rule(seconds=st.integers(0, HOUR))
    def time_goes_by(self, seconds: int) -> None:
        self.wait(seconds)

    @precondition(lambda self: not self.model.running or self.model.is_frozen())
    @rule(seconds=st.integers(0, 2 * DAY))
    def days_go_by(self, seconds: int) -> None:
        self.wait(seconds)

    @precondition(lambda self: self.model.next_end() is not None)
    @rule(off=st.sampled_from([-1, 0, 1, LEEWAY, LEEWAY + 1]))
    def time_goes_by_until_it_is_nearly_up_or_just_up(self, off: int) -> None:
        self.wait(max(0, (self.model.next_end() or 0) + off - self.model.now))

    @rule()
    def the_worker_looks(self) -> None:
        assert sweep(self.api.service.database, self.model.now) == int(self.model.end_if_sure())

    # Moves.

    @rule(pick=st.integers(0, 99), sees=st.booleans())
    def the_player_on_turn_moves(self, pick: int, sees: bool) -> None:
        self.submit(pick, sees)

    def submit(self, pick: int, sees: bool = False) -> TestResponse:
        model = self.model
        legal = model.legal() or ["+0,1"]
        body: dict[str, Any] = {"ply": model.ply, "move": legal[pick % len(legal)]}
        if sees:
            body["seen"] = model.version
        answer = self.send(model.turn, f"/games/{self.game}/moves", body)
        if not self.refused_by_time(answer):
            self.expect(answer, None)
            model.move(body["move"], body.get("seen"))
        return answer

    @rule(who=WHO, ply=st.integers(-2, 2))
    def a_move_comes_late_or_from_the_wrong_player(self, who: int, ply: int) -> None:
        model = self.model
        if (ply == 0 and who == model.turn) or model.ply + ply < 0:
            return
        body = {"ply": model.ply + ply, "move": "+0,1"}
        answer = self.send(who, f"/games/{self.game}/moves", body)
        if not self.refused_by_time(answer):
            self.expect(answer, "stale_ply" if ply else "not_your_turn")

    @precondition(lambda self: self.last is not None)
    @rule()
    def a_request_is_sent_again(self) -> None:
        who, path, body, key, bytes_then = self.last
        assert self.players[who].post(path, body, Idempotency_Key=key).data == bytes_then

    # Crashes.

    @rule()
    def the_process_dies_and_another_begins(self) -> None:
        self.reopen()

    @rule(pick=st.integers(0, 99), statements=st.integers(0, 12))
    def the_process_dies_within_the_transaction_of_a_move(self, pick: int, statements: int) -> None:
        model = self.model
        legal = model.legal() or ["+0,1"]
        body = {"ply": model.ply, "move": legal[pick % len(legal)]}
        self.keys += 1
        request: dict[str, Any] = {"Idempotency_Key": f"key-{self.keys}"}
        path, mover = f"/games/{self.game}/moves", self.players[model.turn]
        Mortal.left, known = statements, database.Transaction
        database.Transaction = Mortal  # type: ignore[misc]
        try:
            answer = mover.post(path, body, **request)
        except Died:
            answer = None
        finally:
            database.Transaction = known  # type: ignore[misc]
        self.reopen()
        # Nobody heard of what came of it, so it is sent again; once is enough.
        again = self.players[model.turn].post(path, body, **request)
        if answer is not None and answer.status_code == 201:
            assert again.data == answer.data
        if not self.refused_by_time(again):
            self.expect(again, None)
            model.move(body["move"], None)

    @rule(statements=st.integers(0, 6))
    def the_worker_dies_within_its_transaction(self, statements: int) -> None:
        Mortal.left, known = statements, database.Transaction
        database.Transaction = Mortal  # type: ignore[misc]
        ended = 0
        try:
            ended = sweep(self.api.service.database, self.model.now)
        except Died:
            pass
        finally:
            database.Transaction = known  # type: ignore[misc]
        self.reopen()
        ended += sweep(self.api.service.database, self.model.now)
        assert ended == int(self.model.end_if_sure())

    # A move that waits for the write lock, while others act.

    @precondition(lambda self: self.model.active and not self.model.is_due())
    @rule(
        pick=st.integers(0, 99),
        at_the_end=st.booleans(),
        seconds=st.integers(1, LEEWAY),
        who=WHO,
        action=st.sampled_from(["resign", "draw-offer", "timeout-claim", "pause-accept", "again"]),
    )
    def a_move_waits(
        self, pick: int, at_the_end: bool, seconds: int, who: int, action: str
    ) -> None:
        """The worker looks meanwhile, and whoever comes too late changes nothing."""
        model = self.model
        if at_the_end and model.next_end() is not None:
            self.time_goes_by_until_it_is_nearly_up_or_just_up(0)
        later = copy.deepcopy(model)
        later.wait(seconds)
        body = {"ply": model.ply, "move": model.legal()[pick % len(model.legal())]}
        path = f"/games/{self.game}/moves"

        def meanwhile() -> None:
            self.api.clock.now += seconds
            assert sweep(self.api.service.database, later.now) == 0
            if action == "again" and later.is_due():
                assert code_of(self.players[model.turn].post(path, body)) == "busy"
            elif action == "timeout-claim":
                expected = "busy" if later.is_due() else "not_claimable"
                assert code_of(self.act(1 - model.turn, action)) == expected
            elif later.is_due():
                assert code_of(self.act(who, action)) == "busy"

        waits(self.api, meanwhile)
        self.expect(self.send(model.turn, path, body), None)
        model.move(body["move"], None)
        self.wait(seconds)

    # What players do beside moving.

    @rule(who=WHO, really=st.integers(0, 9))
    def a_player_resigns(self, who: int, really: int) -> None:
        if really:
            return
        answer = self.act(who, "resign")
        if not self.refused_by_time(answer):
            self.expect(answer, None)
            self.model.resign(who)

    @rule(who=WHO, kind=OFFERS)
    def a_player_offers(self, who: int, kind: str) -> None:
        answer = self.act(who, f"{kind}-offer")
        if not self.refused_by_time(answer):
            self.expect(answer, self.model.offer(who, kind))

    @rule(who=WHO, kind=OFFERS)
    def a_player_declines(self, who: int, kind: str) -> None:
        answer = self.act(who, f"{kind}-decline")
        if not self.refused_by_time(answer):
            open_to_him = self.model.find(kind, 1 - who) is not None
            self.expect(answer, None if open_to_him else "no_offer")
            if open_to_him:
                self.model.drop(kind)
                self.model.changed()

    @rule(who=WHO, kind=st.sampled_from(["pause", "pause", "pause", "draw"]))
    def a_player_accepts(self, who: int, kind: str) -> None:
        answer = self.act(who, f"{kind}-accept")
        if not self.refused_by_time(answer):
            open_to_him = self.model.find(kind, 1 - who) is not None
            self.expect(answer, None if open_to_him else "no_offer")
            if open_to_him and kind == "draw":
                self.model.finish(None, "agreement")
            elif open_to_him:
                self.model.pause()

    @precondition(lambda self: self.model.active and self.model.paused is None)
    @rule(who=WHO, seconds=st.integers(0, 9 * DAY), goes_on=st.booleans())
    def the_players_agree_on_a_pause(self, who: int, seconds: int, goes_on: bool) -> None:
        self.a_player_offers(who, "pause")
        self.a_player_accepts(1 - who, "pause")
        if goes_on:
            self.wait(seconds)
            self.a_player_resumes(who)

    @precondition(lambda self: self.model.next_end() is not None)
    @rule(
        who=WHO,
        action=st.sampled_from(["resign", "draw-offer", "move", "vacation"]),
        off=st.sampled_from([1, LEEWAY + 1]),
    )
    def a_player_comes_too_late_if_time_is_not_claimed(
        self, who: int, action: str, off: int
    ) -> None:
        self.time_goes_by_until_it_is_nearly_up_or_just_up(off)
        if not self.model.is_due():
            return
        if action == "move":
            self.submit(0)
        elif action == "vacation":
            self.a_player_goes_on_vacation(who, 1)
        else:
            assert self.refused_by_time(self.act(who, action))

    @rule(who=WHO)
    def a_player_resumes(self, who: int) -> None:
        answer = self.act(who, "resume")
        if not self.refused_by_time(answer):
            paused = self.model.paused is not None
            self.expect(answer, None if paused else "not_paused")
            if paused:
                self.model.resume()

    @rule(who=WHO)
    def a_player_claims_the_others_time(self, who: int) -> None:
        answer = self.act(who, "timeout-claim")
        if not self.refused_by_time(answer):
            claimable = self.model.claimable(who)
            self.expect(answer, None if claimable else "not_claimable")
            if claimable:
                self.model.finish(who, "timeout")

    @rule(who=WHO, days=st.integers(1, 12))
    def a_player_goes_on_vacation(self, who: int, days: int) -> None:
        answer = self.send(who, "/vacations", {"days": days})
        if self.model.vacation(who):
            self.expect(answer, "on_vacation")
        elif self.model.vacation_left(who) < days * DAY:
            self.expect(answer, "vacation_used_up")
        else:
            self.expect(answer, None)
            self.model.leave(who, days)

    @rule(who=WHO)
    def a_player_comes_back(self, who: int) -> None:
        answer = self.players[who].delete("/vacations/current")
        if not self.model.vacation(who):
            self.expect(answer, "not_on_vacation")
        else:
            assert answer.status_code == 204
            self.model.come_back(who)

    # The one truth.

    @invariant()
    def the_server_tells_what_the_model_tells(self) -> None:
        model, state = self.model, self.players[0].state(self.game)
        told = {
            "status": model.status,
            "outcome": model.outcome,
            "ply": model.ply,
            "moves": model.words,
            "version": model.version,
            "to_move": model.turn + 1 if model.active else None,
            "legal": model.legal() if model.active else [],
            "bank": None if model.clock is None else model.shown_bank(),
            "deadline": at(model.deadline()),
            "abort_at": at(model.abort_at if model.paused is None else None),
            "paused": at(model.paused),
            "away": [at(until or None) for until in model.away],
            "updated": moment(model.updated),
            "offers": [each.told() for each in model.offers],
        }
        assert {name: state[name] for name in told} == told

    @invariant()
    def the_logs_tell_it_too_each_thing_once(self) -> None:
        model = self.model
        with self.api.service.database.read() as view:
            moves = view.all(
                "SELECT ply, move, clock FROM moves"
                " WHERE line = (SELECT line FROM games) ORDER BY ply"
            )
            ends = view.all(
                "SELECT kind FROM events"
                " WHERE kind IN ('timeout', 'timeout_claimed', 'aborted', 'resigned', 'draw_accepted')"
            )
            (due,) = view.one("SELECT deadline_at FROM games")
        expected = zip(range(model.ply), model.words, model.left, strict=True)
        assert moves == list(expected)
        by_a_move = model.active or (model.outcome or {}).get("reason") in ("promotion", "no_moves")
        assert len(ends) == (0 if by_a_move else 1)
        assert model.is_due() == (due is not None and due < model.now)
        if not model.active:
            assert due is None


def at(seconds: int | None) -> str | None:
    return None if seconds is None else moment(seconds)


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A directory with two accounts and their tokens, for each course to begin with."""
    Games.template = tmp_path_factory.mktemp("template")
    with at_work(Games.template) as api:
        red, blue = (api.player(name, "play", "read", "manage") for name in ("red", "blue"))
    Games.headers = (red.headers, blue.headers)


def run(courses: int, steps: int, machine: type[Games] = Games) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=courses,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_there_is_one_truth_in_whatever_order_things_happen(players: None) -> None:
    run(courses=25, steps=50)


@pytest.mark.verify
def test_there_is_one_truth_in_many_more_orders(players: None) -> None:
    run(courses=200, steps=60)
