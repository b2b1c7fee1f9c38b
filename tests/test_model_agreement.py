"""The same courses of actions as tests/test_model.py, with takebacks and conditional moves among them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule
from werkzeug.test import TestResponse

from . import test_model
from .api import Api, Caller, json_of
from .model_agreement import Agreeing, branches, spelled
from .test_model import OFFERS, WHO, Games

players = test_model.players
PICKS = st.lists(st.integers(0, 200), min_size=2, max_size=3)


class InLine(Caller):
    """A caller who names the line of play; what is sent again under its key is sent as it was."""

    machine: Agreements

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        takes = self.machine.model.takes
        if isinstance(body, dict) and "ply" in body and takes:
            body = body | {"line": takes}
        key = headers.get("Idempotency_Key")
        if key is not None:
            body = self.machine.sent.setdefault(key, body)
        return super().post(path, body, **headers)


class Agreements(Games):
    """One game of two players who take moves back, and leave answers for each other's."""

    model_class = Agreeing
    model: Agreeing

    def __init__(self) -> None:
        self.sent: dict[str, Any] = {}
        super().__init__()

    def _open(self, now: int) -> Api:
        api = super()._open(now)
        self.players = tuple(InLine(each.client, each.headers) for each in self.players)
        for each in self.players:
            each.machine = self
        return api

    # Takebacks.

    @rule(who=WHO, to=st.one_of(st.none(), st.integers(0, 6)))
    def a_player_asks_to_go_back(self, who: int, to: int | None) -> None:
        body = {"ply": self.model.ply} | ({} if to is None else {"to": to})
        answer = self.send(who, f"/games/{self.game}/takeback-offer", body)
        if not self.refused_by_time(answer):
            self.expect(answer, self.model.ask_back(who, to))

    @rule(who=WHO)
    def a_player_allows_it(self, who: int) -> None:
        answer = self.act(who, "takeback-accept")
        if not self.refused_by_time(answer):
            open_to_him = self.model.find("takeback", 1 - who) is not None
            self.expect(answer, None if open_to_him else "no_offer")
            if open_to_him:
                self.model.take_back()

    @precondition(lambda self: self.model.active and self.model.ply > 1)
    @rule(who=WHO, to=st.one_of(st.none(), st.integers(0, 4)))
    def the_players_agree_on_a_takeback(self, who: int, to: int | None) -> None:
        self.a_player_asks_to_go_back(who, to)
        self.a_player_allows_it(1 - who)

    @precondition(lambda self: self.model.takes)
    @rule(who=WHO)
    def a_move_comes_for_a_line_that_was_taken_back(self, who: int) -> None:
        caller = self.players[who]
        body = {"ply": self.model.ply, "move": "+0,1"}
        answer = Caller.post(caller, f"/games/{self.game}/moves", body)
        if not self.refused_by_time(answer):
            self.expect(answer, "stale_ply")

    # Conditional moves.

    @precondition(lambda self: self.model.active)
    @rule(who=WHO, picks=PICKS)
    def a_player_leaves_answers(self, who: int, picks: list[int]) -> None:
        model, caller = self.model, self.players[who]
        nodes = branches(model.line, picks)
        body = {"ply": model.ply, "line": model.takes, "tree": nodes}
        path = f"/api/v1/games/{self.game}/conditionals"
        answer = caller.client.put(path, headers=caller.headers, json=body)
        if not self.refused_by_time(answer):
            self.expect(answer, "your_turn" if who == model.turn else None)
            if who != model.turn:
                model.plan(who, nodes)

    @precondition(lambda self: self.model.active)
    @rule(pick=st.integers(0, 99), picks=PICKS)
    def a_player_moves_and_leaves_answers(self, pick: int, picks: list[int]) -> None:
        model = self.model
        legal = model.legal()
        word = legal[pick % len(legal)]
        after = model.line.play(spelled(model.line, word))
        nodes = branches(after, picks)
        body = {"ply": model.ply, "move": word, "conditionals": nodes}
        answer = self.send(model.turn, f"/games/{self.game}/moves", body)
        if not self.refused_by_time(answer):
            self.expect(answer, None)
            model.move(word, None, plan=nodes)

    @precondition(lambda self: self.model.active and self.model.trees[self.model.turn - 1])
    @rule(pick=st.integers(0, 9), sees=st.booleans())
    def the_player_on_turn_plays_what_is_answered(self, pick: int, sees: bool) -> None:
        model = self.model
        nodes = model.trees[1 - model.turn]
        word = nodes[pick % len(nodes)]["if"]
        self.submit(model.legal().index(word), sees)

    @precondition(lambda self: self.model.active and self.model.trees[self.model.turn - 1])
    @rule(kind=OFFERS, pick=st.integers(0, 9))
    def the_player_on_turn_offers_and_plays_what_is_answered(self, kind: str, pick: int) -> None:
        self.a_player_offers(self.model.turn, kind)
        if self.model.active and self.model.trees[1 - self.model.turn]:
            self.the_player_on_turn_plays_what_is_answered(pick, False)

    @precondition(lambda self: self.model.active)
    @rule(picks=PICKS, pick=st.integers(0, 9), answers=st.booleans())
    def a_tree_is_left_and_met(self, picks: list[int], pick: int, answers: bool) -> None:
        """By a move, or by one that leaves an answer to the answer in turn."""
        self.a_player_leaves_answers(1 - self.model.turn, picks)
        model = self.model
        nodes = model.trees[1 - model.turn]
        if not model.active or not nodes:
            return
        node = nodes[pick % len(nodes)]
        if not answers or "next" not in node:
            self.submit(model.legal().index(node["if"]))
            return
        reply = {"if": node["then"], "then": node["next"][0]["if"]}
        body = {"ply": model.ply, "move": node["if"], "conditionals": [reply]}
        answer = self.send(model.turn, f"/games/{self.game}/moves", body)
        if not self.refused_by_time(answer):
            self.expect(answer, None)
            model.move(node["if"], None, plan=[reply])

    @rule(who=WHO)
    def a_player_drops_his_answers(self, who: int) -> None:
        answer = self.players[who].delete(f"/games/{self.game}/conditionals")
        assert answer.status_code == 204
        self.model.trees[who] = []

    # The one truth.

    @invariant()
    def each_player_is_told_of_his_own_answers_what_came_of_them(self) -> None:
        for who, caller in enumerate(self.players):
            told = json_of(caller.get(f"/games/{self.game}/conditionals"))
            assert told["tree"] == self.model.trees[who]
            notices = json_of(caller.get(f"/games/{self.game}/notices?limit=200"))["items"]
            assert len(notices) == self.model.told[who]

    @invariant()
    def lines_that_were_taken_back_stand_as_they_were(self) -> None:
        assert self.players[0].state(self.game)["line"] == self.model.takes
        with self.api.service.database.read() as view:
            for line, (words, left) in enumerate(self.model.old):
                sql = "SELECT move, clock FROM moves WHERE line = ? ORDER BY ply"
                assert view.all(sql, (line,)) == list(zip(words, left, strict=True))


def test_there_is_one_truth_with_takebacks_and_conditional_moves(players: None) -> None:
    test_model.run(courses=25, steps=60, machine=Agreements)


@pytest.mark.verify
def test_there_is_one_truth_with_them_in_many_more_orders(players: None) -> None:
    test_model.run(courses=400, steps=80, machine=Agreements)
