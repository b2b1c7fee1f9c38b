"""For each diagnostic code a file that has the fault, and one that has not: shown, and tested.

A few have no file that could well be shown, such as that of a record of many megabytes: they are told in
words, too.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """Two files, the same but for the fault; `to` is the format to convert them to, if any."""

    bad: str | bytes
    good: str | bytes
    to: str | None = None


def _game(moves: str, *tags: str, game: str = '[Game "Cubeo"]') -> str:
    return "\n".join([game, *tags, "", moves, ""])


def _moves(bad: str, good: str, *tags: str) -> Example:
    return Example(_game(bad, *tags), _game(good, *tags))


def _tags(bad: str, good: str, moves: str = "1. +0,1 *") -> Example:
    return Example(_game(moves, bad), _game(moves, good))


def _json(bad: str, good: str, document: str) -> Example:
    return Example(document.replace("…", bad), document.replace("…", good))


_RECORD = (
    '{"format": "turnpost-record/1", "game": "cubeo", "variants": [], "players": [{"name": "red"}, '
    '{"name": "blue"}],\n "tags": [], "start": null, "time_control": null, "started": null, '
    '"ended": null,\n "plies": [{"move": …}], "outcome": null}\n'
)
_STATE = (
    '{"game": "cubeo", "numplayers": 2, "variants": [], "gameover": false, "winner": [], "stack": [\n'
    '  {"_version": "20250105", "_results": [], "_timestamp": "2025-02-14T10:00:34Z", '
    '"currplayer": 1,\n   "board": {"_dice": [{"_x": 0, "_y": 0, "_pips": 1, "_owner": 1}, '
    '{"_x": 1, "_y": 0, "_pips": 1, "_owner": 2}]}},\n'
    '  {"_version": "20250105", "_results": [], "_timestamp": "2025-02-14T14:25:09Z", '
    '"currplayer": 2,\n   "lastmove": "+0,1", "board": {"_dice": [{"_x": 0, "_y": 0, "_pips": 1, '
    '"_owner": 1},\n   {"_x": 1, "_y": 0, "_pips": 1, "_owner": 2}, {"_x": 0, "_y": …, "_pips": 1, '
    '"_owner": 1}]}}]}\n'
)
_SCORED = (
    '{"header": {"game": {"name": "Cubeo", "variants": []}, "site": {"name": "here"},\n'
    '  "date-start": "2025-01-31T18:00:00Z", "date-end": "2025-03-01T09:30:00Z",\n'
    '  "date-generated": "2025-03-01T09:30:00Z", "players": [\n'
    '    {"name": "red", "result": 1, "score": 3}, {"name": "blue", "result": 0}]},\n'
    ' "moves": [["+0,1", "resign"]]}\n'
)
_WON = (
    '[Variants "pieces=3"]',
    '[Position "A2@0,0 A2@1,0 A1@2,0 B1@3,0 A"]',
)
_SGF = (
    '(;GM[27]VV[1]SU[hive]RE[Game won by red]\nP0[id "red"]P1[id "blue"]\n; P0[0 Start P0]\n'
    "; P0[1 dropb wS1 N 13 .]\n; P0[2 done]\n; P1[3 dropb bS1 O 13 wS1-]\n; P1[4 done]\n)\n"
)
_DATED = ('[Started "2025-01-31T18:00:00Z"]', '[Ended "2025-03-01T09:30:00Z"]')
_RESIGNED = (*_DATED, '[Termination "resignation"]')
_ONCE = _game("1. +0,1 *")


def _hive(moves: str, *tags: str) -> str:
    return _game(moves, *tags, game='[Game "Hive"]')


_PROTOCOL = '[Variants "norep tournament"]'


EXAMPLES: dict[str, Example] = {
    "F02": Example(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", _ONCE),
    "F03": Example("The first move was on the left.\n", _ONCE),
    "F04": _json('"+0,1"}', '"+0,1"', _RECORD),
    "S01": _moves("1. +0;1 *", "1. +0,1 *"),
    "S02": _moves("1. +0,1 {to the north *", "1. +0,1 {to the north} *"),
    "S03": _moves("1. +0,1 {to}} *", "1. +0,1 {to} *"),
    "S04": _moves("1. +0,1 ) *", "1. +0,1 *"),
    "S05": _moves("1. +0,1 (1. +0,-1 *", "1. +0,1 (1. +0,-1) *"),
    "S06": _tags("[Event Open]", '[Event "Open"]'),
    "S07": _tags('[Event "C:\\games"]', '[Event "C:\\\\games"]'),
    "S08": _moves("1. +0,1", "1. +0,1 *"),
    "S09": _moves("1. +0,1 * +1,-1", "1. +0,1 +1,-1 *"),
    "S10": _moves("1. +0,1 ({or so}) *", "1. +0,1 ({or so} 1. +0,-1) *"),
    "S11": _moves("(1. +0,-1) 1. +0,1 *", "1. +0,1 (1. +0,-1) *"),
    "S12": _moves(
        "1. +0,1" + " (1. +0,-1" * 65 + ")" * 65 + " *",
        "1. +0,1" + " (1. +0,-1" * 64 + ")" * 64 + " *",
    ),
    "S13": _moves("$1 1. +0,1 *", "1. +0,1 $1 *"),
    "S14": Example(f"1. +0,1 *\n{_ONCE}", _ONCE),
    "S15": _moves("1. +0,1 {a \x07 bell} *", "1. +0,1 {a bell} *"),
    "S16": _moves("1. +0,1 (1. +0,-1 1-0) *", "1. +0,1 (1. +0,-1 {1-0}) *"),
    "S17": _moves('1. +0,1 [Round "2"] *', "1. +0,1 *"),
    "S18": Example(_SGF.replace("dropb bS1", "drpb bS1"), _SGF),
    "S20": _json("1", '"+0,1"', _RECORD),
    "T01": Example(_game("*", game='[Event "Open"]'), _game("*", '[Event "Open"]')),
    "T02": Example(_game("*", game='[Game "Cuboe"]'), _game("*")),
    "T03": Example(_game("*", '[Round "1"]', '[Round "2"]'), _game("*", '[Round "1"]')),
    "T04": _tags('[Date "31.1.2025"]', '[Date "2025-01-31"]'),
    "T05": _tags('[Started "2025-01-31"]', '[Started "2025-01-31T18:00:00Z"]'),
    "T06": Example(
        _game("1. +0,1 1-0", '[Result "won"]'),
        _game("1. +0,1 1-0", '[Result "1-0"]'),
    ),
    "T07": _tags('[Termination "resigned"]', '[Termination "resignation"]', "1. +0,1 1-0"),
    "T08": _tags('[TimeControl "3 days"]', '[TimeControl "fixed 72"]'),
    "T09": _tags('[Player1Rating "strong"]', '[Player1Rating "1650"]'),
    "T10": _tags('[Player2Bot "1"]', '[Player2Bot "yes"]'),
    "T11": _tags('[Position "A1@0,0 B1@5,5 A"]', '[Position "A1@0,0 B1@1,0 A"]'),
    "T12": _tags('[Termination "resignation"]', '[Termination "aborted"]'),
    "T13": Example("Base;Playing;Black[1];wS1\n", "Base;InProgress;Black[1];wS1\n"),
    "V01": _tags('[Variants "d8 strct"]', '[Variants "d8 strict"]'),
    "M01": _moves("1. +0,7 *", "1. +0,1 *"),
    "M02": _moves("1. 2,0,0+>1,0 +4,0 1-0", "1. 2,0,0+>1,0 1-0", *_WON),
    "M03": _json("2", "1", _STATE),
    "M04": Example(_SGF.replace("P1[3", "P0[3").replace("P1[4", "P0[4"), _SGF),
    "N01": _moves("1. +0,1 +1,-1 3. +0,2 *", "1. +0,1 +1,-1 2. +0,2 *"),
    "N02": _moves("1. +0,1 +1,-1 2. *", "1. +0,1 +1,-1 *"),
    "N03": Example(
        _hive("1. wS1 1... bS1 wS1- wQ -wS1 *"), _hive("1. wS1 1... bS1 wS1- 2. wQ -wS1 *")
    ),
    "R01": Example(
        _game("1. +0,1 0-1", '[Result "1-0"]'),
        _game("1. +0,1 0-1", '[Result "0-1"]'),
    ),
    "R02": _moves("1. 2,0,0+>1,0 *", "1. 2,0,0+>1,0 1-0", *_WON),
    "R03": _tags('[Termination "promotion"]', '[Termination "resignation"]', "1. +0,1 1-0"),
    "R04": _tags('[Termination "agreement"]', '[Termination "resignation"]', "1. +0,1 1-0"),
    "R05": Example(_SGF.replace("won by red", "over"), _SGF),
    "R06": Example("Base;InProgress;White[1];wS1\n", "Base;InProgress;Black[1];wS1\n"),
    "L01": Example(
        _game("1. +0,1 {why?} 1-0", *_RESIGNED), _game("1. +0,1 1-0", *_RESIGNED), "ap-record"
    ),
    "L02": Example(
        _game("1. +0,1 (1. +0,-1) 1-0", *_RESIGNED), _game("1. +0,1 1-0", *_RESIGNED), "ap-record"
    ),
    "L03": Example(
        _game("1. +0,1 {[%clk 1:00:00:00]} 1-0", *_RESIGNED),
        _game("1. +0,1 1-0", *_RESIGNED),
        "ap-record",
    ),
    "L04": Example(
        _game("1. +0,1 $1 1-0", *_RESIGNED), _game("1. +0,1 1-0", *_RESIGNED), "ap-record"
    ),
    "L05": Example(
        _game("1. +0,1 1-0", '[Annotator "?"]', *_RESIGNED),
        _game("1. +0,1 1-0", *_RESIGNED),
        "ap-record",
    ),
    "L06": Example(
        _game("1. +-1,0 1-0", '[Variants "hex"]', *_RESIGNED),
        _game("1. +-1,0 1-0", '[Variants "strict"]', *_RESIGNED),
        "ap-record",
    ),
    "L07": Example(
        _game("1. +0,1 1-0", *_RESIGNED[2:]), _game("1. +0,1 1-0", *_RESIGNED), "ap-record"
    ),
    "L08": Example(_game("1. +0,1 *", *_DATED), _game("1. +0,1 1-0", *_RESIGNED), "ap-record"),
    "L09": Example(_ONCE, _hive("1. wS1 *", _PROTOCOL), "uhp"),
    "L10": Example(
        _hive("1... bS1 wS1- *", _PROTOCOL, '[Position "wS1@0,0 b wS1"]'),
        _hive("1. wS1 *", _PROTOCOL),
        "uhp",
    ),
    "L11": Example(_hive("1. wS1 {1\\} 2\\}} *"), _hive("1. wS1 {1) 2)} *"), "hive-pgn"),
    "L12": Example(
        _hive("1. wS1 1-0", _PROTOCOL, '[Termination "timeout"]'),
        _hive("1. wS1 *", _PROTOCOL),
        "uhp",
    ),
    "L13": Example(_hive("1. wQ *", '[Variants "norep"]'), _hive("1. wS1 *", _PROTOCOL), "uhp"),
    "L14": Example(
        _hive("1. wS1 *", '[Variants "tournament"]'),
        _hive("1. wS1 *", _PROTOCOL),
        "uhp",
    ),
    "W01": Example(
        _game("1. +0,1 *", '[Site "Köln"]').encode("cp1252"),
        _game("1. +0,1 *", '[Site "Köln"]'),
    ),
    "W02": _moves("1. +0,+1 *", "1. +0,1 *"),
    "W03": Example(_SGF.replace("wS1 N", "wS2 N"), _SGF),
    "W04": Example("Base;InProgress;Black[1];wQ\n", "Base;InProgress;Black[1];wS1\n"),
    "W05": Example("wS1;bS1 wS1-\n", "Base;InProgress;White[2];wS1;bS1 wS1-\n"),
    "W06": Example("Base;wS1;bS1 wS1-\n", "Base;InProgress;White[2];wS1;bS1 wS1-\n"),
    "W07": Example(_SCORED, _SCORED.replace(', "score": 3', "")),
    "D01": Example(f"{_ONCE}\n{_ONCE}", f"{_ONCE}\n{_game('1. +0,-1 *')}"),
}

IN_WORDS: dict[str, tuple[str, str]] = {
    "F01": (
        "the name of a file that is not there, or a `.gz` file that breaks off.",
        "the name of a file that is there, and that you may read.",
    ),
    "F05": (
        "tags, then a comment of twenty million characters.",
        "tags, then a comment of twenty thousand.",
    ),
    "S12": (
        "`1. +0,1 (1. +0,-1 (1. +0,-1 (…` with 65 variations, each within the one before.",
        "the same with 64.",
    ),
    "S21": (
        "`1. +0,1 ! ? ! ? ! ? …` with more than a thousand such signs.",
        "`1. +0,1 *`",
    ),
    "W08": (
        "`1. +0,1 2. 2. 2. 2. …` with more than a thousand numbers that have no move.",
        "`1. +0,1 *`",
    ),
}
