"""What a format has no place for: counted over a record, told once for each kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from notation.diagnostics import Fault, fault
from notation.record import Ply, Record, Variation


def lost_remarks(
    record: Record,
    title: str,
    *,
    comments: bool = False,
    times: bool = False,
    clocks: bool = False,
) -> tuple[Fault, ...]:
    """The comments, variations, times and NAGs of a record, which the format called `title` lacks.

    `comments` says that the format holds those of the plies, `times` and `clocks` that it holds when
    a ply was made, and the time left after it.
    """
    plies = record.plies
    shown = 0 if comments else len(record.comments) + sum(len(ply.comments) for ply in plies)
    counts = {
        "L01": shown + (0 if comments else _hidden(plies)),
        "L02": sum(len(ply.variations) for ply in plies),
        "L03": sum(
            (ply.at is not None and not times) or (ply.clock is not None and not clocks)
            for ply in plies
        ),
        "L04": sum(len(ply.nags) for ply in plies),
    }
    return tuple(
        fault(code, "", format=title, count=count) for code, count in counts.items() if count
    )


def lost_tags(names: Iterable[str], title: str) -> tuple[Fault, ...]:
    """Parts of a record, by the names of their tags, that the format called `title` lacks."""
    named = ", ".join(names)
    return (fault("L05", "", format=title, tags=named),) if named else ()


def _hidden(plies: Iterable[Ply]) -> int:
    """The comments inside of variations."""
    return sum(
        len(line.comments) + sum(len(ply.comments) for ply in line.plies)
        for line in _variations(plies)
    )


def _variations(plies: Iterable[Ply]) -> Iterator[Variation]:
    waiting = [line for ply in plies for line in ply.variations]
    while waiting:
        line = waiting.pop()
        yield line
        waiting += [inner for ply in line.plies for inner in ply.variations]
