"""Records of any content for the laws: moves are words of Cubeo that need not be legal."""

from typing import Any

from hypothesis import strategies as st

from notation.comments import fill_blanks, take_marks
from notation.record import Player, Ply, Record, Result, TimeControl, Variation
from notation.tag_values import REASONS

VARIANTS = [(), ("d8",), ("hex", "strict"), ("goal=9", "norep"), ("d14", "hex")]
STARTS = [None, "A1@0,0 B1@1,0 A", "A1@0,0 B1@1,0 B"]
TIMES = ["2025-01-31T18:00:00Z", "2024-02-29T23:59:59.25+05:30"]

_numbers = st.integers(-20, 20)
_arrows = st.sampled_from(["->", "+>"])
_lines = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=8),
    st.text('"\\[]{}()$;% ?é', max_size=12),
)
_words = st.sampled_from(
    [*"abcé}{\\«", "[Game", '"Cubeo"]', "1-0", "[%clk", "1:00:00:00]", "$1", "(x)", "y" * 30, "\\}"]
)
_remarks = st.one_of(
    st.lists(_words, max_size=12).map(" ".join),
    st.sampled_from(["", "[%x 1]", "[%clk 0:00:00:05] and more", '[Game "Cubeo"] ' * 9]),
).map(fill_blanks)


moves = st.one_of(
    st.builds("+{},{}".format, _numbers, _numbers),
    st.builds(
        "{},{},{}{}{},{}".format,
        st.integers(1, 14),
        _numbers,
        _numbers,
        _arrows,
        _numbers,
        _numbers,
    ),
)


@st.composite
def plies(draw: st.DrawFn, inner: st.SearchStrategy[Variation]) -> Ply:
    plain = draw(st.integers(0, 2))
    if plain:
        return Ply(draw(moves))
    at, clock, comments = take_marks(
        draw(st.lists(_remarks, max_size=2)),
        draw(st.sampled_from([None, *TIMES])),
        draw(st.one_of(st.none(), st.integers(0, 10**7))),
    )
    return Ply(
        draw(moves),
        at,
        clock,
        tuple(draw(st.lists(st.integers(0, 999), max_size=2))),
        comments,
        tuple(draw(st.lists(inner, max_size=2))),
    )


def _variations(inner: st.SearchStrategy[Variation]) -> st.SearchStrategy[Variation]:
    return st.builds(
        Variation,
        st.lists(_remarks, max_size=1).map(tuple),
        st.lists(plies(inner), min_size=1, max_size=3).map(tuple),
    )


variations = st.recursive(
    st.builds(Variation, st.just(()), st.lists(moves.map(Ply), min_size=1, max_size=2).map(tuple)),
    _variations,
    max_leaves=6,
)

players = st.builds(
    Player,
    _lines.map(lambda name: name if name.strip() else "?"),
    st.one_of(st.none(), _lines),
    st.one_of(st.none(), st.integers(0, 99999)),
    st.booleans(),
)
_hours = st.integers(0, 999_999_999)
_enforcement = st.sampled_from(["auto", "claim"])
time_controls = st.one_of(
    st.none(),
    st.builds(
        TimeControl,
        kind=st.just("capped"),
        start=_hours,
        increment=_hours,
        max=_hours,
        enforcement=_enforcement,
    ),
    st.builds(TimeControl, kind=st.just("fixed"), increment=_hours, enforcement=_enforcement),
    st.builds(TimeControl, kind=st.just("total"), start=_hours, enforcement=_enforcement),
)
outcomes: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.builds(
        Result, st.sampled_from([1, 2, None]), st.one_of(st.none(), st.sampled_from(REASONS))
    ),
)
_names = st.sampled_from(["Event", "Site", "Round", "Annotator", "eco", "X_1", "Unrated"])

records = st.builds(
    Record,
    game=st.just("cubeo"),
    variants=st.sampled_from(VARIANTS),
    players=st.tuples(players, players),
    tags=st.dictionaries(_names, _lines).map(lambda tags: tuple(tags.items())),
    start=st.sampled_from(STARTS),
    time_control=time_controls,
    started=st.sampled_from([None, *TIMES]),
    ended=st.sampled_from([None, *TIMES]),
    comments=st.lists(_remarks, max_size=2).map(tuple),
    plies=st.lists(plies(variations), max_size=8).map(tuple),
    outcome=outcomes,
)
