"""Challenges: making them, finding them, and answering them."""

from __future__ import annotations

from flask import request, url_for
from werkzeug.wrappers import Response

from notation.games import GAMES
from notation.record import TimeControl
from server import play
from server.challenge import SEATS, Challenge
from server.control import ENFORCEMENTS, FIELDS, read_control
from server.play import Invitation
from server.refusals import Refusal
from server.service import service
from server.store import Transaction
from server.store import challenges as kept
from server.store.accounts import Account

from .access import player
from .blueprint import ID, pages
from .forms import do_once, field, new_nonce, see, show, status_of

SHOWN = 100
ANSWER = f"/challenges/<{ID}:challenge_id>/<any(accept, decline, withdraw):action>"
ANSWERED = {"accept": "accepted", "decline": "declined", "withdraw": "withdrawn"}
_CLOCK_FIELDS = {"start": "At the start", "increment": "With each move", "max": "At most"}
_FIELDS = (
    "game",
    "variants",
    "opponent",
    "seat",
    "clock",
    *_CLOCK_FIELDS,
    "enforcement",
    "message",
)
CLOCKS = {
    "": "No clock",
    "capped": "Capped: a start, more with each move",
    "fixed": "Fixed: the same for each move",
    "total": "Total: once for the whole game",
}
_PROBLEM_AT = {
    "unknown_game": "game",
    "bad_settings": "variants",
    "unknown_player": "opponent",
    "own_challenge": "opponent",
}


@pages.get("/challenges")
def challenges() -> Response:
    """Challenges to oneself, open ones, and one's own."""
    return show_challenges(player())


@pages.get("/challenges/new")
def new_challenge() -> Response:
    """The form for a challenge."""
    player()
    typed = {"game": request.args.get("game", next(iter(GAMES))), "seat": SEATS[-1], "clock": ""}
    return _form(typed)


@pages.post("/challenges/new")
def challenge() -> Response:
    """Make a challenge."""
    me, typed = player(), {name: field(name) for name in _FIELDS}
    if typed["seat"] not in SEATS:
        return _form(typed, 422, {"seat": "Choose one of these."})

    def invite(tx: Transaction, now: int) -> str:
        words = tuple(typed["variants"].split())
        wanted = Invitation(
            typed["game"],
            words,
            typed["opponent"] or None,
            typed["seat"],
            _control(typed),
            typed["message"],
        )
        play.invite(tx, me, wanted, now)
        return url_for("pages.challenges")

    try:
        return do_once(me, invite, "challenged")
    except Refusal as refusal:
        return _form(typed, status_of(refusal), _problem(refusal))


@pages.get(ANSWER)
def back_to_challenges(**_: object) -> Response:
    """The challenges, for whoever opens again what was the answer to a form."""
    return see(url_for("pages.challenges"))


@pages.post(ANSWER)
def answer(challenge_id: int, action: str) -> Response:
    """Accept, decline or withdraw a challenge."""
    me = player()

    def respond(tx: Transaction, now: int) -> str:
        return _answer(tx, challenge_id, action, me, now)

    try:
        return do_once(me, respond, ANSWERED[action], nonce=f"{action} {challenge_id}")
    except Refusal as refusal:
        return show_challenges(me, refusal.detail, status_of(refusal))


def show_challenges(me: Account, problem: str = "", status: int = 200) -> Response:
    """The page of all challenges that concern the account."""
    with service().database.read() as view:
        pending = kept.list_pending(view, me.id)
        others = kept.list_open(view, before=None, limit=SHOWN, but=me.id)
    return show(
        "challenges.html",
        status,
        problem=problem,
        to_me=to_me(pending, me),
        mine=of_me(pending, me),
        open=others,
    )


def to_me(pending: list[Challenge], me: Account) -> list[Challenge]:
    """Those in which the account is challenged by name."""
    return [each for each in pending if each.challenger.id != me.id]


def of_me(pending: list[Challenge], me: Account) -> list[Challenge]:
    """Those that the account has made."""
    return [each for each in pending if each.challenger.id == me.id]


def _answer(tx: Transaction, challenge_id: int, action: str, me: Account, now: int) -> str:
    found = play.find_challenge(tx, challenge_id, me.id)
    if action == "withdraw":
        found.admit_withdrawal(me.id)
        play.withdraw(tx, found)
        return url_for("pages.challenges")
    accepting = action == "accept"
    found.admit_answer(me.id, accepting)
    if not accepting:
        play.decline(tx, found)
        return url_for("pages.challenges")
    accepted = play.accept(tx, found, me, now)
    return url_for("pages.game", game_id=accepted.game_id)


def _control(typed: dict[str, str]) -> TimeControl | None:
    """The clock that the form asks for; hours left empty are the usual ones."""
    kind = typed["clock"]
    if not kind:
        return None
    if kind not in FIELDS:
        raise _unfit("/clock", "Choose one of these.")
    fields: dict[str, object] = {"kind": kind}
    for name in _CLOCK_FIELDS:
        # The form has fields for all kinds; those of other kinds stand empty, or do not count.
        if name in FIELDS[kind] and typed[name]:
            fields[name] = _hours(name, typed[name])
    if typed["enforcement"] == ENFORCEMENTS[1]:
        fields["enforcement"] = typed["enforcement"]
    return read_control(fields)


def _hours(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise _unfit(f"/clock/{name}", f"'{name}' is a whole number of hours.")
    return int(text)


def _unfit(path: str, message: str) -> Refusal:
    return Refusal("invalid_body", message, errors=[{"path": path, "message": message}])


def _problem(refusal: Refusal) -> dict[str, str]:
    """What is wrong, by the field of the form that it is wrong with; in the words of the form."""
    errors = refusal.values.get("errors")
    path = str(errors[0]["path"]) if isinstance(errors, list) and errors else ""
    found = path.rpartition("/")[2]
    at_fault = found if found in (*_CLOCK_FIELDS, "clock", "message") else "form"
    told = refusal.detail
    for name, label in _CLOCK_FIELDS.items():
        told = told.replace(f"'{name}'", f"‘{label}’")
    return {_PROBLEM_AT.get(refusal.code, at_fault): told}


def _form(
    typed: dict[str, str], status: int = 200, problems: dict[str, str] | None = None
) -> Response:
    return show(
        "new_challenge.html",
        status,
        typed=typed,
        problems=problems or {},
        clocks=CLOCKS,
        hours=_CLOCK_FIELDS,
        nonce=new_nonce(),
    )
