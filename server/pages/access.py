"""Signing up, logging in and out, and changing the password."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import request, url_for
from werkzeug.wrappers import Response

from server import accounts
from server.accounts import NAME, PASSWORD_LENGTHS
from server.api.callers import address
from server.clock import DAY
from server.refusals import Refusal
from server.service import service
from server.sessions import begin_session, change_password, count_log_in, end_session, new_id
from server.store.accounts import Account
from server.vacations import allowance

from .blueprint import pages
from .forms import field, new_nonce, see, show, status_of, with_wait
from .notices import tell
from .visit import become, visit

UNFIT = 422
NAME_LENGTH = 32


class NeedsLogIn(Exception):
    """A page that only someone who has logged in can have."""


def player() -> Account:
    """Who has logged in; raises `NeedsLogIn`."""
    account = visit().account
    if account is None:
        raise NeedsLogIn
    return account


@pages.get("/signup")
def sign_up() -> Response:
    """The form for a new account."""
    return show("sign_up.html", problems={}, typed={})


@pages.post("/signup")
def make_account() -> Response:
    """Make the account, and log in."""
    name, password = field("name"), request.form.get("password", "")
    problems = _name_problems(name) | _password_problems(password)
    if problems:
        return show("sign_up.html", UNFIT, problems=problems, typed={"name": name})
    running = service()
    try:
        hashed = running.passwords.digest(password)
        with running.database.write() as tx:
            account = accounts.sign_up(tx, hashed, name, None, running.now())
    except Refusal as refusal:
        where = "name" if refusal.code == "name_taken" else "form"
        problems = {where: refusal.detail}
        return show("sign_up.html", status_of(refusal), problems=problems, typed={"name": name})
    become(account, begin_session(running, account, visit().id))
    tell("welcome")
    return see(url_for("pages.home"))


@pages.get("/login")
def log_in() -> Response:
    """The form for logging in; `next` is the page to go on to."""
    return _log_in_form(request.args.get("next", ""))


@pages.post("/login")
def begin() -> Response:
    """Log in: the session gets a new id."""
    name, onward = field("name")[:NAME_LENGTH], field("next")
    running = service()
    try:
        count_log_in(running, address(), name)
        password = request.form.get("password", "")[: PASSWORD_LENGTHS.stop]
        account = accounts.log_in(running.database, running.passwords, name, password)
    except Refusal as refusal:
        form = _log_in_form(onward, status_of(refusal), refusal.detail, name)
        return with_wait(form, refusal)
    become(account, begin_session(running, account, visit().id))
    return see(_own_path(onward) or url_for("pages.home"))


@pages.post("/logout")
def log_out() -> Response:
    """End the session."""
    end_session(service(), visit().id)
    become(None, new_id())
    return see(url_for("pages.home"))


@pages.get("/account")
def account() -> Response:
    """One's account, with the form for another password."""
    return show_account(player())


@pages.post("/account")
def set_password() -> Response:
    """Change the password, which ends all other sessions."""
    me, password = player(), request.form.get("password", "")
    problems = _password_problems(password)
    if problems:
        return show_account(me, problems, UNFIT)
    running = service()
    try:
        count_log_in(running, address(), me.name)
        session_id = change_password(running, me, request.form.get("old", ""), password)
    except Refusal as refusal:
        wrong = refusal.code == "bad_credentials"
        told = "This is not your password." if wrong else refusal.detail
        problems = {"old" if wrong else "form": told}
        return with_wait(show_account(me, problems, status_of(refusal)), refusal)
    become(me, session_id)
    tell("password")
    return see(url_for("pages.account"))


def show_account(
    me: Account, problems: dict[str, str] | None = None, status: int = 200
) -> Response:
    """The page of one's account, with what is wrong with a form of it."""
    running = service()
    with running.database.read() as view:
        left = allowance(view, me, running.config.vacation_days, running.now())
    return show(
        "account.html", status, problems=problems or {}, vacation=left, day=DAY, nonce=new_nonce()
    )


def ask_to_log_in() -> Response:
    """The log-in form in place of a page that needs it; it leads back to where one was."""
    onward = request.full_path.rstrip("?") if request.method == "GET" else ""
    return _log_in_form(onward, 401, reason="You must be logged in for this.")


def _log_in_form(
    onward: str, status: int = 200, problem: str = "", name: str = "", reason: str = ""
) -> Response:
    return show(
        "log_in.html",
        status,
        next=_own_path(onward),
        problems={"form": problem},
        reason=reason,
        typed={"name": name},
    )


def _own_path(path: str) -> str:
    """The path when it leads to a page of ours, else nothing: a link may not send people elsewhere."""
    if not path.startswith("/") or path[1:2] in ("/", "\\") or not path.isprintable():
        return ""
    parts = urlsplit(path)
    return "" if parts.scheme or parts.netloc else path


def _name_problems(name: str) -> dict[str, str]:
    if NAME.fullmatch(name):
        return {}
    return {"name": "A name has 2 to 32 letters, digits, - or _, and nothing else."}


def _password_problems(password: str) -> dict[str, str]:
    problems = {}
    if len(password) not in PASSWORD_LENGTHS:
        least, most = PASSWORD_LENGTHS[0], PASSWORD_LENGTHS[-1]
        problems["password"] = f"A password has {least} to {most} characters."
    if password != request.form.get("again", ""):
        problems["again"] = "The two passwords are not the same."
    return problems
