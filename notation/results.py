"""How a record says that its game ended, against its own words and against the last position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine import AnyLine, Outcome, Repetition

from .diagnostics import Fault, fault
from .movetext import Movetext
from .record import Record, Result
from .tag_values import fit_together, read_result, write_result
from .tags import Header

_DECIDED = frozenset(("promotion", "no_moves", "checkmate", "resignation", "timeout"))
"""The reasons that leave a winner."""
_UNDECIDED = frozenset(("stalemate", "repetition", "agreement", "aborted"))
"""The reasons that leave none."""
_BY_THE_RULES = frozenset(
    ("promotion", "no_moves", "surrounded", "checkmate", "stalemate", "inability")
)
"""The reasons that a position gives by itself."""


def told_outcome(
    header: Header,
    moves: Movetext,
    faults: list[Fault],
    spellings: Mapping[str, str] | None = None,
    tag: str | None = None,
) -> Result | None:
    """The outcome by the result after the moves, or else by the tags.

    `spellings` gives the result that another format's words, in lower case, mean, `tag` the value of
    its tag Result as it stands there.
    """
    ply = len(moves.plies)
    word = header.result
    if moves.result is not None:
        after = (spellings or {}).get(moves.result.lower(), moves.result)
        if word is not None and word != after:
            where = header.where["result"]
            faults.append(fault("R01", where, ply=ply, tag=tag or word, result=moves.result))
        word = after
        header.where["result"] = moves.result_where or header.where["result"]
    if word is None:
        return None
    if not fit_together(word, header.reason):
        where = header.where["reason"]
        faults.append(fault("T12", where, ply=ply, reason=header.reason, result=word))
        return None
    return read_result(word, header.reason)


def result_faults(record: Record, end: AnyLine | None) -> Iterator[Fault]:
    """What is wrong with a record's outcome; `end` is its line as played, None when it was not."""
    told = record.outcome
    ply = len(record.plies)
    at_result = record.where.get("result", "")
    at_reason = record.where.get("reason", at_result)
    if told is not None and not _agrees(told):
        result = write_result(told)
        yield fault("R04", at_reason, ply=ply, reason=told.reason, result=result)
        return
    if end is None:
        return
    actual = end.outcome()
    if actual is None:
        why = _not_yet(told, end)
        if told is not None and why is not None:
            yield fault("R03", at_reason, ply=ply, reason=told.reason, why=why)
    elif told is None or told.reason == "aborted" or told.winner != actual.winner:
        values = {"told": _told(told), "actual": _actual(actual)}
        yield fault("R02", at_result, ply=ply, remedy=None, **values)
    elif told.reason not in (None, actual.reason):
        why = f"by the rules it ended by {actual.reason}"
        yield fault("R03", at_reason, ply=ply, reason=told.reason, why=why)


def _agrees(told: Result) -> bool:
    """Whether the reason goes together with there being a winner or none."""
    forbidden = _UNDECIDED if told.winner is not None else _DECIDED
    return told.reason not in forbidden


def _not_yet(told: Result | None, end: AnyLine) -> str | None:
    """Why a game that goes on by its position cannot have ended as told."""
    if told is None:
        return None
    if told.reason in _BY_THE_RULES:
        return "by the rules it goes on"
    if told.reason == "repetition" and not end.claimable():
        if end.position.repetition is Repetition.IGNORED:
            return "its settings take that away"
        return "the last position has not occurred three times"
    return None


def _told(told: Result | None) -> str:
    if told is None:
        return "that the game has no result"
    if told.winner is None:
        return "that it was aborted" if told.reason == "aborted" else "that it is a draw"
    return f"that player {told.winner} won"


def _actual(actual: Outcome) -> str:
    if actual.winner is None:
        return f"it is a draw by {actual.reason}"
    return f"player {int(actual.winner)} has won by {actual.reason}"
