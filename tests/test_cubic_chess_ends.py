"""Each end of Cubic Chess, through the engine, the record checker and the server."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine import Line, Outcome, Side
from notation import check_records
from notation.cubic_chess import read_word
from server import play, positions
from server.game import At
from server.store.accounts import Account

from .api import at_work
from .test_cubic_chess import table

SHUFFLE = ("b1b2", "h8h7", "b2b1", "h7h8")


@dataclass(frozen=True)
class End:
    """A way to end: from a position, by turns, in this outcome."""

    start: str
    turns: tuple[str, ...]
    outcome: Outcome

    @property
    def result(self) -> str:
        """The result as records write it."""
        winner = self.outcome.winner
        return "1/2-1/2" if winner is None else "1-0" if winner is Side.FIRST else "0-1"

    def record(self, result: str, reason: str) -> str:
        """The game in TGN."""
        tags = f'[Result "{result}"]\n[Termination "{reason}"]\n[Position "{self.start}"]'
        started = '[Started "2026-01-01T00:00:00Z"]\n[Ended "2026-02-01T00:00:00Z"]'
        moves = " ".join(self.turns)
        return f'[Game "Cubic Chess"]\n{started}\n{tags}\n\n{moves} {result}\n'


ENDS = {
    "mate": End("7k/R7/8/8/8/8/8/1R2K3 w 0:0 - 1", ("b1b8",), Outcome(Side.FIRST, "checkmate")),
    "mate by rebuild": End(
        "1B5k/R7/8/8/8/8/P7/4K3 w 1:0 - 1", ("a2a3+b8",), Outcome(Side.FIRST, "checkmate")
    ),
    "mate by a king made for it": End(
        "7k/R7/8/8/8/8/8/1RQ5 w 1:0 - 1", ("b1b8+c1",), Outcome(Side.FIRST, "checkmate")
    ),
    "mate by a side without a king": End(
        "7k/R7/8/8/8/8/8/1R6 w 4:0 - 1", ("b1b8",), Outcome(None, "stalemate")
    ),
    "stalemate": End("7k/8/8/5Q2/8/8/8/4K3 w 0:0 - 1", ("f5f7",), Outcome(None, "stalemate")),
    "inability of the other side": End(
        "8/8/8/3p4/4B3/8/8/3Q4 b 0:8 - 1", ("d5e4",), Outcome(Side.SECOND, "inability")
    ),
    "inability of White": End("7p/8/8/8/8/8/8/P7 w 3:4 - 1", (), Outcome(Side.SECOND, "inability")),
    "inability of both": End("7p/8/8/8/8/8/8/P7 w 3:3 - 1", (), Outcome(None, "inability")),
    "third occurrence": End(
        "7k/8/8/8/8/8/8/1R2K3 w 0:0 - 1", SHUFFLE + SHUFFLE, Outcome(None, "repetition")
    ),
    "third occurrence without the en passant right": End(
        "7k/8/8/8/3p4/8/4P3/4K3 w 0:0 - 1",
        ("e2e4", *("h8h7", "e1e2", "h7h8", "e2e1") * 2, "h8h7"),
        Outcome(None, "repetition"),
    ),
}

every_end = pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())


def codes(text: str) -> list[str]:
    """The codes of all that is wrong with a text."""
    return [each.code for reading in check_records(text.encode()) for each in reading.diagnostics]


@every_end
def test_the_engine_ends_the_game(end: End) -> None:
    line = Line(table(end.start))
    for turn in end.turns:
        assert line.outcome() is None
        line = line.play(read_word(turn, line.position))
    assert line.outcome() == end.outcome
    assert not line.legal_moves()


@every_end
def test_the_checker_takes_the_end_and_no_other(end: End) -> None:
    assert codes(end.record(end.result, end.outcome.reason)) == []
    other = "0-1" if end.result == "1-0" else "1-0"
    assert codes(end.record(other, "resignation")) == ["R02"]
    if end.turns:
        early = replace(end, turns=end.turns[:-1])
        assert codes(early.record(end.result, end.outcome.reason)) == ["R03"]
        late = replace(end, turns=(*end.turns, "e1e2"))
        assert "M02" in codes(late.record(end.result, end.outcome.reason))


@every_end
def test_a_game_on_the_server_ends_so(end: End) -> None:
    position = table(end.start)
    game = replace(
        play.begin("cubic-chess", (), (Account(1, "white"), Account(2, "black")), 0),
        start=end.start,
        start_digest=positions.digest(position),
        position=positions.SHELF.put((), position),
        to_move=position.to_move,
    )
    seen: list[bytes] = []
    for ply, turn in enumerate(end.turns):
        assert game.to_move is not None
        change = game.play(game.to_move, At(ply), turn, seen=None, occurred=seen.count, now=ply)
        assert change.played is not None
        seen.append(change.played.digest)
        game = change.game
    if end.turns:
        assert (game.status, game.outcome, game.to_move) == ("finished", end.outcome, None)


@every_end
def test_the_server_takes_the_game_and_gives_it_back(end: End, tmp_path: Path) -> None:
    text = end.record(end.result, end.outcome.reason)
    with at_work(tmp_path) as running:
        keeper = running.player("keeper", "read", "manage")
        answer = keeper.post("/records?import=1", text.encode())
        assert answer.status_code == 201, answer.text
        (record,) = answer.get_json()["records"]
        state = keeper.get(f"/games/{record['id']}").get_json()
        assert state["status"] == "finished"
        winner = end.outcome.winner
        assert state["outcome"] == {"winner": winner, "reason": end.outcome.reason}
        assert state["to_move"] is None
        back = keeper.get(f"/games/{record['id']}/record?format=tgn").get_data(as_text=True)
        assert codes(back) == []
        assert all(turn in back for turn in end.turns)
