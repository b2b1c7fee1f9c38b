"""Text of others on our pages: signs that would change how the rest of the page reads are shown as such.

Names in imported records are any text. Unicode's overrides and embeddings of direction (UAX #9) make
what follows them read backwards, beyond the name's own element where it is in a title or an attribute.
"""

from __future__ import annotations

_REPLACEMENT = "\ufffd"
_KEPT = frozenset(map(ord, "\t\n\r"))
_CONTROLS = frozenset((*range(0x20), *range(0x7F, 0xA0))) - _KEPT
_DIRECTIONS = frozenset((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_TABLE = dict.fromkeys(_CONTROLS | _DIRECTIONS, _REPLACEMENT)


def without_controls(value: object) -> object:
    """A value as a template shows it: in texts each control of the line's direction is replaced."""
    return value.translate(_TABLE) if isinstance(value, str) else value
