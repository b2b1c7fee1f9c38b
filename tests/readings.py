"""Records of any format as tests look at them: read, held against the rules, told in short."""

from notation import check_records
from notation.reading import Reading
from notation.record import Record


def check(content: str | bytes) -> list[Reading]:
    return list(check_records(content if isinstance(content, bytes) else content.encode()))


def one(content: str | bytes) -> Record:
    """The only record of a content in which there is nothing to tell."""
    (reading,) = check(content)
    assert reading.diagnostics == ()
    assert reading.record is not None
    return reading.record


def words(record: Record) -> list[str]:
    return [ply.move for ply in record.plies]


def told(reading: Reading) -> list[tuple[str, str]]:
    """The codes of a reading, each with the text that it marks."""
    return [
        (each.code, each.excerpt[each.column - 1 : each.end_column - 1])
        for each in reading.diagnostics
    ]
