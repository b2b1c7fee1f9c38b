"""The tokens of a text record's moves, by the grammar of its game: one parse that meets every fault."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, cast

from .damage import MOST_DAMAGES
from .grammar import Grammar

_COUNTED = frozenset(
    ("OPEN", "CLOSE", "BAD", "BAD_TAG", "STRAY_TAG", "STRAY_BRACE", "OPEN_COMMENT")
)


@cache
def record_grammar(game: str | None) -> Grammar:
    """The grammar of records of a game; None: of a game that is not known, where any word moves."""
    file = f"{game.replace('-', '_')}_record.lark" if game else "record.lark"
    return Grammar(file, ["record"], {"record": list, "variation": list}, {})


@cache
def terminal(game: str | None, name: str) -> re.Pattern[str]:
    """What a terminal of that grammar matches."""
    pattern = record_grammar(game).lark.get_terminal(name).pattern
    return re.compile(pattern.to_regexp())


def parse_record(text: str, game: str | None) -> list[Any]:
    """The tokens of a record's text, each variation a list of its own within the list around it.

    A variation that is never closed ends with a token `CLOSE` without a text. A text that is damaged in
    more than `MOST_DAMAGES` places is read so far, and ends with a token `REST`.
    """
    from lark import Token

    parse = record_grammar(game).lark.parse_interactive(text, "record")
    depth = damages = 0
    kind, rest = "", None
    for token in parse.iter_parse():
        before, kind = kind, token.type
        if kind not in _COUNTED:
            continue
        if before == "OPEN" or not (kind == "OPEN" or (kind == "CLOSE" and depth)):
            damages += 1
            if damages > MOST_DAMAGES:
                rest = Token.new_borrow_pos("REST", token, token)
                break
        depth += (kind == "OPEN") - (kind == "CLOSE" and depth > 0)
    for _ in range(depth):  # where the rest is not read, nobody knows that they are not closed
        parse.feed_token(Token("CLOSE", "" if rest is None else ")"))
    # what the grammar's values make in place of a tree
    parsed = cast("list[Any]", parse.feed_eof())  # type: ignore[no-untyped-call]  # Lark's gap
    return parsed if rest is None else [*parsed, rest]
