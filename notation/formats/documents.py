"""Files that are JSON: parsed once, then given to the format that knows a document of this shape."""

from __future__ import annotations

from collections.abc import Iterable

from notation.diagnostics import Fault, fault
from notation.grammar import clip
from notation.json_text import FieldTwice, NotJSON, TooDeep, read_json
from notation.reading import Reading
from notation.record import NESTING
from notation.source import Passage

from .format import Format


def read_document(passage: Passage, rows: Iterable[Format]) -> Reading:
    """The reading of a passage that is one JSON document of one of these formats."""
    if passage.broken:
        return Reading(None, (), passage).with_faults(passage.faults)
    document, found = _parse(passage)
    if found is not None:
        return Reading(None, (), passage).with_faults((*passage.faults, found))
    formats = list(rows)
    for row in formats:
        if row.load and (len(formats) == 1 or (row.recognises and row.recognises(document))):
            record, faults = row.load(document)
            return Reading(record, (), passage).with_faults((*passage.faults, *faults))
    return Reading(None, (), passage).with_faults((*passage.faults, fault("F03", "")))


def _parse(passage: Passage) -> tuple[object, Fault | None]:
    try:
        return read_json(passage.text), None
    except NotJSON as error:
        return None, fault("F04", passage.stretch(error.offset), why=error.why)
    except FieldTwice as error:
        why = f"The field {clip(error.name)} is named a second time."
        return None, fault("S20", error.pointer, why=why)
    except TooDeep as error:
        return None, fault("S12", error.pointer, limit=NESTING)
