"""The figures of an archive as SVG: for each game its results, the lengths of its records, its openings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from notation.games import GAMES
from notation.phrases import counted
from notation.tag_values import RESULTS

from .board import DARK, LABELS, LINES
from .strokes import CAPITAL, width
from .svg import Attribute, document, element, shifted, words

if TYPE_CHECKING:
    from notation.figures import Figures, GameFigures

_WIDE = 760
_MARGIN = 24
_BAR = _WIDE - 2 * _MARGIN
_HEAD = 40
_GAME = 350
_LINE = 26
_HIGH = 110
_MOST_BARS = 24
_FONT = 14
_NAMES = 300
_FILLS = {"1-0": "#8a5c00", "0-1": "#174a9c", "1/2-1/2": "#b9ad97", "*": "#ffffff"}
_CALLED = {"1-0": "{} won", "0-1": "{} won", "1/2-1/2": "draw", "*": "no result"}
_INKS = {"1-0": "#ffffff", "0-1": "#ffffff", "1/2-1/2": DARK, "*": DARK}


def draw_figures(figures: Figures, most: int) -> str:
    """The figures as an SVG document, with the `most` frequent openings of each game."""
    body: list[str] = []
    top = _HEAD
    for each in figures.games:
        body.append(shifted((0, top), *_game(each, most)))
        top += _GAME + (_LINE * len(each.top_openings(most)) + _LINE if each.openings else 0)
    title = f"{counted(figures.records, 'record')} in {counted(figures.files, 'file')}"
    return document(
        (_WIDE, top + _MARGIN),
        name="figures",
        title=title,
        description="; ".join(map(_told, figures.games)) or "There are no records.",
        wide=False,
        body=[_text(title, _MARGIN, 30, "start", size=18), *body],
    )


def _told(figures: GameFigures) -> str:
    results = ", ".join(f"{figures.results[word]} {word}" for word in RESULTS)
    return f"{GAMES[figures.game].title}: {results}; median of plies {figures.median:g}"


def _game(figures: GameFigures, most: int) -> Iterator[str]:
    count = counted(figures.records, "record")
    title = f"{GAMES[figures.game].title}: {count}, {figures.plies} plies"
    yield _text(title, _MARGIN, 24, "start", size=18, bold=True)
    yield shifted((_MARGIN, 40), *_legend(figures.game))
    yield shifted((_MARGIN, 64), *_results(figures))
    yield _text("Records by their plies", _MARGIN, 128, "start")
    yield shifted((_MARGIN, 142), *_lengths(figures))
    if figures.openings:
        yield _text("Openings and their results", _MARGIN, _GAME - 12, "start")
    yield shifted((_MARGIN, _GAME), *_openings(figures, most))


def _text(
    content: str, x: int, y: int, anchor: str, *, size: int = _FONT, bold: bool = False
) -> str:
    at: dict[str, Attribute] = {"x": x, "y": y, "font-size": size, "text-anchor": anchor}
    if bold:
        at["font-weight"] = "bold"
    return words("text", {**at, "fill": LABELS}, content)


def _legend(game: str) -> Iterator[str]:
    """What the colours of results mean."""
    left = 0
    for word, side in zip(RESULTS, (*GAMES[game].sides, "", ""), strict=True):
        told = f"{word} {_CALLED[word].format(side.capitalize())}"
        yield _rectangle(left, 0, 14, 14, _FILLS[word])
        yield _text(told, left + 20, 12, "start")
        left += 20 + round(_long(told)) + 24


def _results(figures: GameFigures) -> Iterator[str]:
    """One bar, parted as the results are; a part too narrow for its words has none."""
    left = 0
    passed = 0
    for word in RESULTS:
        count = figures.results[word]
        passed += count
        right = round(_BAR * passed / figures.records)
        yield _rectangle(left, 0, right - left, 34, _FILLS[word])
        told = str(count)
        if _long(told) < right - left - 8:
            at: dict[str, Attribute] = {
                "x": (left + right) // 2, "y": 22, "font-size": _FONT, "fill": _INKS[word],
            }  # fmt: skip
            yield words("text", at, told)
        left = right


def _rectangle(x: int, y: int, wide: int, high: int, fill: str) -> str:
    at: dict[str, Attribute] = {"x": x, "y": y, "width": wide, "height": high, "fill": fill}
    return element("rect", {**at, "stroke": DARK, "stroke-width": 1}) if wide and high else ""


def _lengths(figures: GameFigures) -> Iterator[str]:
    """How many records have how many plies: a bar for each stretch of lengths."""
    bars, step = _stretches(figures)
    most = max(bars.values())
    first, last = min(bars), max(bars)
    wide = min(60, _BAR // ((last - first) // step + 1))
    for begin, count in sorted(bars.items()):
        high = round(_HIGH * count / most)
        x = (begin - first) // step * wide
        yield _rectangle(x, 20 + _HIGH - high, wide, high, "#d9b36c")
        if _long(str(count)) < wide:
            yield _text(str(count), x + wide // 2, 14 + _HIGH - high, "middle", size=12)
    base = 20 + _HIGH
    yield element("path", {"d": f"M0 {base}H{_BAR}", "stroke": LINES, "stroke-width": 1})
    every = -(-52 // wide)
    for number, begin in enumerate(range(first, last + 1, step)):
        if (number - (last - first) // step) % every == 0:  # the last bar is always told
            stretch = str(begin) if step == 1 else f"{begin}-{begin + step - 1}"
            shown = stretch if _long(stretch) < wide * every else str(begin)
            yield _text(shown, number * wide + wide // 2, base + 18, "middle", size=12)


def _stretches(figures: GameFigures) -> tuple[dict[int, int], int]:
    """The records by stretches of lengths, each told by its first, and how long a stretch is."""
    shortest, longest = min(figures.lengths), max(figures.lengths)
    step, factors = 1, (2, 5, 10)
    while longest // step - shortest // step >= _MOST_BARS:
        unit = 10 ** (len(str(step)) - 1)
        step = next(unit * factor for factor in factors if unit * factor > step)
    bars: dict[int, int] = {}
    for length, count in figures.lengths.items():
        begin = length // step * step
        bars[begin] = bars.get(begin, 0) + count
    return bars, step


def _openings(figures: GameFigures, most: int) -> Iterator[str]:
    """The openings that were played most, a bar each, parted as their results are."""
    openings = figures.top_openings(most)
    room = _BAR - _NAMES - 60
    for number, each in enumerate(openings):
        top = number * _LINE
        yield _text(_clipped("; ".join(each.moves)), 0, top + 15, "start")
        left, passed = _NAMES, 0
        for word in RESULTS:
            passed += each.results[word]
            right = _NAMES + round(room * passed / openings[0].records)
            yield _rectangle(left, top, right - left, 20, _FILLS[word])
            left = right
        yield _text(str(each.records), left + 8, top + 15, "start")


def _clipped(text: str) -> str:
    """As much of a text as fits before the bars."""
    if _long(text) < _NAMES - 8:
        return text
    while _long(text + "\u2026") >= _NAMES - 8:
        text = text[:-1]
    return text + "\u2026"


def _long(text: str) -> float:
    """How wide a text is, nearly: fonts differ."""
    return width(text) * _FONT * 0.72 / CAPITAL
