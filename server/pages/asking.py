"""What is asked for twice: actions that cannot be taken back, the question of each, and when it makes sense.

Whether it does is judged by what the action itself is judged by, on the game as it stands: nobody is
asked for what would then be refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import Side
from server import offers, play, timing
from server.agreement import ACTIONS
from server.game import DRAW, At, Game
from server.offers import KINDS


@dataclass(frozen=True, slots=True)
class Asked:
    """An action of such weight: what does it, what would refuse it, and what its page says."""

    act: play.Action
    admit: Callable[[Game, Side, At, int], object]
    done: str
    question: str
    button: str


def _admit_resignation(game: Game, side: Side, at: At, now: int) -> object:
    return game.resign(side, at, now)


def _admit_agreement(game: Game, side: Side, at: At, _now: int) -> object:
    return offers.offered(game, side, at, KINDS[DRAW])


def _admit_draw_claim(game: Game, side: Side, at: At, now: int) -> object:
    return game.claim_draw(side, at, now)


def _admit_time_claim(game: Game, side: Side, at: At, now: int) -> object:
    return timing.claim_timeout(game, side, at, now)


ASKED = {
    "resign": Asked(
        play.resign,
        _admit_resignation,
        "resigned",
        "Do you want to resign? Your opponent wins the game.",
        "Resign",
    ),
    "draw-accept": Asked(
        ACTIONS["draw-accept"],
        _admit_agreement,
        "agreed",
        "Do you want to accept the draw? The game ends without a winner.",
        "Accept the draw",
    ),
    "draw-claim": Asked(
        play.claim_draw,
        _admit_draw_claim,
        "claimed",
        "Do you want to claim a draw? The position has come for the third time; "
        "the game ends without a winner.",
        "Claim the draw",
    ),
    "timeout-claim": Asked(
        play.claim_timeout,
        _admit_time_claim,
        "won-on-time",
        "Do you want to claim the game? Your opponent's time is up; you win.",
        "Claim the game",
    ),
}
