"""Records of all games whose every line of play is legal, and the same records written as people might."""

import re
from random import Random
from typing import Any

from hypothesis import strategies as st

import engine
from notation import (
    GAMES,
    Ply,
    Record,
    Result,
    Variation,
    read_settings,
    write_move,
    write_position,
    write_record,
)
from notation.comments import fill_blanks, take_marks

VARIANTS = {
    "cubeo": [(), ("d8",), ("hex", "strict"), ("d8", "hex", "norep")],
    "hive": [(), ("L", "M", "P"), ("M", "norep", "tournament"), ("P",)],
    "cubic-chess": [()],
}
REMARKS = [
    "",
    "well",
    "a {brace} \\ and",
    '[Event "x"] no tag',
    "1-0",
    "[%x 1]",
    "caf\u00e9 (so)",
    "$1",
]
TAGS = [
    ("Event", 'the "Open"'),
    ("Site", "C:\\"),
    ("Date", "2025-??-??"),
    ("Note", "(;)"),
]
_UNIT = re.compile(r"\{(?:[^}\\]|\\.)*\}|[()]|[^\s(){}]+", re.DOTALL)


def legal_record(chance: Random, game: str | None = None) -> Record:
    """A game of a few moves at random, with remarks and variations."""
    game = game or chance.choice(list(GAMES))
    variants = chance.choice(VARIANTS[game])
    line = engine.Line(engine.start(game, read_settings(game, variants)))
    start = None
    if chance.random() < 0.2:
        for _ in range(chance.randint(0, 4)):
            line = line.play(chance.choice(line.legal_moves()))
        line = engine.Line(line.position)
        start = write_position(line.position)
    plies, end = _plies(line, chance.randint(0, 14), chance, 0)
    outcome = end.outcome()
    told: Result | None = chance.choice([None, Result(1, "resignation"), Result(None, "agreement")])
    if outcome is not None:
        winner = None if outcome.winner is None else int(outcome.winner)
        told = Result(winner, outcome.reason)
    return Record(
        game,
        variants,
        tags=tuple(tag for tag in TAGS if chance.random() < 0.3),
        start=start,
        started=chance.choice([None, "2025-01-31T18:00:00Z"]),
        ended=chance.choice([None, "2025-02-28T18:00:00Z"]),
        comments=_remarks(chance),
        plies=plies,
        outcome=told,
    )


legal_records = st.integers(0, 2**32).map(lambda seed: legal_record(Random(seed)))


def _plies(line: Any, most: int, chance: Random, depth: int) -> tuple[tuple[Ply, ...], Any]:
    plies = []
    for _ in range(most):
        moves = line.legal_moves()
        if not moves:
            break
        variations = []
        while depth < 3 and chance.random() < 0.12:
            inner, _ = _plies(line, chance.randint(1, 3), chance, depth + 1)
            variations.append(Variation(_remarks(chance), inner))
        move = chance.choice(moves)
        at, clock, comments = take_marks(
            _remarks(chance),
            chance.choice([None, None, "2025-02-01T10:00:00.5+01:00"]),
            chance.choice([None, None, 90061]),
        )
        nags = tuple(chance.choices(range(1000), k=chance.choice([0, 0, 0, 2])))
        word = write_move(move, line.position)
        plies.append(Ply(word, at, clock, nags, comments, tuple(variations)))
        line = line.play(move)
    return tuple(plies), line


def _remarks(chance: Random) -> tuple[str, ...]:
    count = chance.choice([0, 0, 0, 1, 2])
    return tuple(fill_blanks(" ".join(chance.choices(REMARKS, k=4))) for _ in range(count))


def messy(record: Record, chance: Random) -> str:
    """The record written as it should not be: the same game, but nothing in its place."""
    tags, _, moves = write_record(record).partition("\n\n")
    lines = [_messy_tag(line, chance) for line in tags.split("\n")]
    chance.shuffle(lines)
    hive = GAMES[record.game].numbered
    units = _UNIT.findall(moves)
    words = [_messy_unit(unit, record.game, chance) for unit in units if hive or unit[-1] != "."]
    gaps = (chance.choice([" ", "\n", " \t ", "\n\n"]) for _ in words)
    return (
        "\n".join(lines)
        + "\n"
        + "".join(f"{gap}{word}" for gap, word in zip(gaps, words, strict=True))
        + "\n"
    )


def _messy_tag(line: str, chance: Random) -> str:
    name, _, value = line[1:-1].partition(" ")
    if name == "Game":
        value = chance.choice([value, value.lower(), value.upper()])
    if name == "Variants":
        words = value.strip('"').split()
        chance.shuffle(words)
        value = f'"{" ".join(chance.choice([word, word.upper()]) for word in words)}"'
    return f"[{name}{chance.choice([' ', '   '])}{value}{chance.choice(['', ' '])}]"


def _messy_unit(unit: str, game: str, chance: Random) -> str:
    if unit.startswith("{"):
        inside = unit[1:-1]
        gap = chance.choice(["", " ", " " if inside.startswith("[") else "\n"])
        return "{" + gap + inside + gap + "}"
    if re.fullmatch(r"\$[0-9]{1,2}", unit):
        return unit.replace("$", chance.choice(["$", "$0"]))
    if game == "cubeo" and "," in unit:
        return unit.replace("-", chance.choice(["-", "\u2212"]))
    if game == "hive" and unit[0] in "wb":
        return unit.upper() if chance.random() < 0.2 else unit
    return unit
