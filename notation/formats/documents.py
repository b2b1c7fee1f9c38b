"""Files that are JSON: parsed once, then given to the format that knows a document of this shape.

A field that is named twice has no value that anybody could rely on: it is told as such, and whatever
else is wrong with its values is not, while the rest of the document is read as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from notation.damage import bounded
from notation.diagnostics import Fault, fault
from notation.grammar import clip
from notation.json_text import NotJSON, TooDeep, follow, read_all_json
from notation.reading import Reading
from notation.record import NESTING
from notation.source import Passage

from .format import Format


def read_document(passage: Passage, rows: Iterable[Format]) -> Reading:
    """The reading of a passage that is one JSON document of one of these formats."""
    empty = Reading(None, (), passage)
    if passage.broken:
        return empty.with_faults(passage.faults)
    try:
        document, twice = read_all_json(passage.text)
    except NotJSON as error:
        found = fault("F04", passage.stretch(error.offset), why=error.why)
        return empty.with_faults((*passage.faults, found))
    except TooDeep as error:
        found = fault("S12", error.pointer, limit=NESTING)
        return empty.with_faults((*passage.faults, found))
    formats = list(rows)
    for row in formats:
        if row.load and (len(formats) == 1 or (row.recognises and row.recognises(document))):
            record, faults = row.load(document)
            told = [*_named_twice(twice), *_of_others(faults, document, twice)]
            return Reading(record, (), passage).with_faults((*passage.faults, *bounded(told)))
    return empty.with_faults((*passage.faults, fault("F03", "")))


def _named_twice(pointers: Iterable[str]) -> Iterator[Fault]:
    for pointer in pointers:
        name = pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        yield fault("S20", pointer, why=f"The field {clip(name)} is named a second time.")


def _of_others(faults: Iterable[Fault], document: object, twice: Iterable[str]) -> Iterator[Fault]:
    """The faults but those of fields that hold more than one value."""
    unsure = {pointer for pointer in twice if isinstance(follow(document, pointer), tuple)}
    return (each for each in faults if each.where not in unsure)
