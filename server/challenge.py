"""A challenge as a value: who wants to play what, with whom, and what has become of it."""

from __future__ import annotations

from dataclasses import dataclass

from notation.record import TimeControl

from .refusals import Refusal
from .store.accounts import Account

OPEN, ACCEPTED, DECLINED, WITHDRAWN = "open", "accepted", "declined", "withdrawn"
SEATS = ("1", "2", "random")
MOST_OPEN = 20
"""How many challenges of one account may be open: more would hide those of others."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to a game; without an opponent it is open to all. `seat` is the challenger's."""

    id: int
    game: str
    variants: tuple[str, ...]
    challenger: Account
    opponent: Account | None
    seat: str
    created: int
    status: str = OPEN
    accepted_by: int | None = None
    game_id: int | None = None
    clock: TimeControl | None = None
    message: str | None = None

    def is_seen_by(self, account_id: int) -> bool:
        """Whether the account may know of it: both sides, and of an open one everyone."""
        sides = (self.challenger.id, self.accepted_by)
        return self.opponent is None or account_id in (*sides, self.opponent.id)

    def admit_answer(self, account_id: int, accepting: bool) -> None:
        """Refuse `own_challenge` or `not_for_you` when the account may not accept or decline."""
        if account_id == self.challenger.id:
            what = "you can withdraw it" if self.status == OPEN else f"it was {self.status}"
            raise Refusal("own_challenge", f"This is your own challenge; {what}.")
        if self.opponent is None:
            if not accepting:
                raise Refusal("not_for_you", "An open challenge need not be declined.")
        elif account_id != self.opponent.id:
            raise Refusal("not_for_you", "This challenge is for another player.")

    def admit_withdrawal(self, account_id: int) -> None:
        """Refuse `not_for_you` when the account is not the challenger."""
        if account_id != self.challenger.id:
            raise Refusal("not_for_you", "Only the challenger can withdraw a challenge.")

    def must_be_open(self) -> None:
        """Refuse `already_accepted` or `challenge_closed`."""
        if self.status == ACCEPTED:
            raise Refusal("already_accepted", "This challenge has been accepted.")
        if self.status != OPEN:
            raise Refusal("challenge_closed", f"This challenge was {self.status}.")
