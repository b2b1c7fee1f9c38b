"""The model of a game with what players agree on and leave for each other: takebacks, conditional moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine import Line, start
from notation import write_move

from .model import ABORT, HOUR, Model

Node = dict[str, Any]


@dataclass
class Agreeing(Model):
    """`old` are the lines of play that were taken back, `trees` what each player has left, `told` how often he heard of it."""

    takes: int = 0
    old: list[tuple[list[str], list[int | None]]] = field(default_factory=list)
    trees: list[list[Node]] = field(default_factory=lambda: [[], []])
    left_at: list[int] = field(default_factory=lambda: [0, 0])
    told: list[int] = field(default_factory=lambda: [0, 0])

    def move(
        self,
        word: str,
        seen: int | None,
        by_itself: bool = False,
        plan: list[Node] | None = None,
    ) -> None:
        mover = self.turn
        super().move(word, seen, by_itself)
        if plan:
            self.plan(mover, plan)
        while self.active and self.trees[self.turn]:
            who, nodes = self.turn, self.trees[self.turn]
            met = next((node for node in nodes if node["if"] == self.words[-1]), None)
            self.told[who] += 1
            self.trees[who] = [] if met is None else met.get("next", [])
            if met is None:
                return
            super().move(met["then"], self.left_at[who], by_itself=True)

    def plan(self, who: int, nodes: list[Node]) -> None:
        """Leave answers in the place of those before."""
        self.trees[who] = nodes
        self.left_at[who] = self.version

    def ask_back(self, who: int, to: int | None) -> str | None:
        """Ask for a takeback, or say what that is refused with."""
        own = range(who, self.ply, 2)
        if to is None and not own:
            return "nothing_to_take_back"
        if to is not None and to >= self.ply:
            return "invalid_body"
        refused = self.offer(who, "takeback")
        if refused is None:
            self.offers[-1].to = own[-1] if to is None else to
        return refused

    def take_back(self) -> None:
        """Go back to where the open offer says."""
        offer = self.find("takeback")
        assert offer is not None
        assert offer.to is not None
        if self.running:
            self.bank[self.turn] = self._left_now()
        self.old.append((self.words, self.left))
        self.words, self.left = self.words[: offer.to], self.left[: offer.to]
        self.line = replayed(self.words)
        if self.ply < 2 and self.abort_at is None:
            self.abort_at = ABORT + (self.now if self.paused is None else self.paused)
        self.offers, self.charged, self.up_at = [], 0, None
        self.takes += 1
        self._lapse()
        self.changed()

    def _left_now(self) -> int:
        if self.clock is not None and self.clock["kind"] == "fixed":
            return int(self.clock["increment"]) * HOUR
        return max(0, self.bank[self.turn] - self.charged)

    def _lapse(self) -> None:
        for who, nodes in enumerate(self.trees):
            self.told[who] += bool(nodes)
        self.trees = [[], []]

    def _end(self, status: str, winner: int | None, reason: str, counted: bool = False) -> None:
        super()._end(status, winner, reason, counted)
        self._lapse()


def replayed(words: list[str]) -> Line:
    """The line that these words play."""
    line = Line(start("cubeo"))
    for word in words:
        line = line.play(spelled(line, word))
    return line


def spelled(line: Line, word: str) -> Any:
    """The legal move with this word."""
    position = line.position
    return next(move for move in line.legal_moves() if write_move(move, position) == word)


def branches(line: Line, picks: list[int], rounds: int = 2) -> list[Node]:
    """A tree for the moves of who is on turn, some of them, each with an answer; none that ends the game."""
    nodes: dict[str, Node] = {}
    for pick in picks:
        legal = line.legal_moves()
        if not legal:
            break
        move = legal[pick % len(legal)]
        reached = line.play(move)
        replies = reached.legal_moves()
        if reached.outcome() is not None or not replies:
            continue
        reply = replies[pick // 7 % len(replies)]
        answered = reached.play(reply)
        node: Node = {
            "if": write_move(move, line.position),
            "then": write_move(reply, reached.position),
        }
        below = branches(answered, picks[1:], rounds - 1) if rounds > 1 else []
        nodes[node["if"]] = node | ({"next": below} if below else {})
    return list(nodes.values())
