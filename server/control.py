"""The time control of a challenge: read from the fields of a request, and told again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from notation.record import TimeControl

from .refusals import Refusal

# What each kind is made of, in hours; None: it must be given.
FIELDS: dict[str, dict[str, int | None]] = {
    "capped": {"start": 48, "increment": 24, "max": 96},
    "fixed": {"increment": None},
    "total": {"start": None},
}
ENFORCEMENTS = ("auto", "claim")
MOST_HOURS = 10 * 365 * 24
_MAY_BE_NOTHING = ("capped", "increment")


def read_control(fields: Mapping[str, Any] | None) -> TimeControl | None:
    """The time control that fields of the right types tell; refuses `invalid_body` {errors}."""
    if fields is None:
        return None
    kind = fields["kind"]
    known = FIELDS[kind]
    for name in fields:
        if name not in (*known, "kind", "enforcement"):
            raise _bad(name, f"A clock of the kind {kind!r} has no {name!r}.")
    hours = {name: _hours(kind, name, fields.get(name, usual)) for name, usual in known.items()}
    if kind == "capped":
        for name in ("start", "increment"):
            if hours[name] > hours["max"]:
                raise _bad(name, f"{name!r} may not be more than 'max', {hours['max']} hours.")
    return TimeControl(kind, **hours, enforcement=fields.get("enforcement", ENFORCEMENTS[0]))


def dump_control(control: TimeControl | None) -> dict[str, Any] | None:
    """A time control as its fields."""
    if control is None:
        return None
    hours = {name: getattr(control, name) for name in FIELDS[control.kind]}
    return {"kind": control.kind, **hours, "enforcement": control.enforcement}


def _hours(kind: str, name: str, given: int | None) -> int:
    if given is None:
        raise _bad(name, f"A clock of the kind {kind!r} needs {name!r}, in hours.")
    least = 0 if (kind, name) == _MAY_BE_NOTHING else 1
    if not least <= given <= MOST_HOURS:
        raise _bad(name, f"{name!r} is from {least} to {MOST_HOURS} hours.")
    return given


def _bad(name: str, message: str) -> Refusal:
    return Refusal("invalid_body", message, errors=[{"path": f"/clock/{name}", "message": message}])
