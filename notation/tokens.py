"""Where tokens stand, and parts of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .record import Span

if TYPE_CHECKING:
    from lark import Token


_WORD = re.compile(r"\S+")


def span(token: Token) -> Span:
    """The place of a token that stands in the text."""
    return Span(token.line, token.column, token.end_line, token.end_column)  # type: ignore[arg-type]  # set by the lexer


def joined(tokens: Sequence[Token], between: str = " ") -> Token:
    """Tokens that stand side by side as one, with single blanks between, or another text."""
    from lark import Token

    first, last = tokens[0], tokens[-1]
    return Token(
        last.type,
        between.join(tokens),
        line=first.line,
        column=first.column,
        end_line=last.end_line,
        end_column=last.end_column,
    )


def parts(token: Token) -> list[Token]:
    """The words of a token as tokens."""
    from lark import Token

    places = Places(token)
    words = [(match[0], places.span(*match.span())) for match in _WORD.finditer(token)]
    return [
        Token(
            token.type,
            word,
            line=where.line,
            column=where.column,
            end_line=where.end_line,
            end_column=where.end_column,
        )
        for word, where in words
    ]


class Places:
    """The places of parts of a token, asked for from its begin to its end: lines are counted once."""

    def __init__(self, token: Token) -> None:
        self._token = token
        self._known = 0  # up to where lines are counted
        self._line = token.line or 1
        self._begin = 1 - (token.column or 1)  # the offset where that line begins

    def span(self, begin: int, end: int) -> Span:
        """The place of a part that stands on one line, from one offset in the token to another."""
        line_end = self._token.rfind("\n", self._known, begin)
        if line_end >= 0:
            self._line += self._token.count("\n", self._known, begin)
            self._begin = line_end + 1
        self._known = max(self._known, begin)
        column = begin - self._begin + 1
        return Span(self._line, column, self._line, column + end - begin)
