"""Abstract Play's game state for Cubeo: every position of a game, as their program keeps it.

The first entry of the stack is the start; every other one has a move, what came of it, the side that
is to move then, and the board. A die that won shows no pips there: ours tell its true sum.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import engine
from engine import CubeoMove, CubeoPosition, CubeoSettings, Die, MoveKind, Side
from notation.diagnostics import Fault, fault
from notation.errors import BadSettings
from notation.grammar import clip
from notation.moves import write_position
from notation.record import UNKNOWN_NAME, Player, Ply, Record, Result
from notation.starts import settings_of, start_position
from notation.tags import unknown_game
from notation.writable import must_be_writable

from .abstract_play import (
    END_WORDS,
    UNREADABLE,
    canonical_moves,
    end_word,
    lost_settings,
    natural_reason,
    play,
    read_variants,
    replay,
)
from .format import Written
from .losses import lost_remarks, lost_tags
from .shape import Shape

TITLE = "Abstract Play's state"
VERSION = "20250105"

_GAME = "cubeo"
_REASONS = {"promotion": "promotion", "nomoves": "no_moves", "repetition": "repetition"}
_THEIR_REASONS = {reason: word for word, reason in _REASONS.items()}
_END_RESULTS = {
    "resign": "resigned",
    "timeout": "timeout",
    "draw": "drawagreed",
    "abandoned": "gameabandoned",
}
_Steps = Iterator[tuple[CubeoPosition, CubeoMove, CubeoPosition]]
_FIRST = "/stack/0"
_TOP = ("game", "numplayers", "variants", "gameover", "winner", "stack")
_ENTRY = ("_version", "_results", "_timestamp", "currplayer", "lastmove", "board")
_DIE = ("_x", "_y", "_pips", "_owner")


def recognises(document: object) -> bool:
    """Whether a JSON value looks like a state of theirs."""
    return isinstance(document, dict) and {"game", "stack"} <= document.keys()


# reading


@dataclass(frozen=True, slots=True)
class _State:
    """An entry of the stack as it was read; what could not be is None."""

    pointer: str
    word: str | None = None
    time: str | None = None
    to_move: int | None = None
    dice: tuple[Die, ...] | None = None
    reason: str | None = None  # of the end of the game, when it is told here


def load(document: object) -> tuple[Record | None, tuple[Fault, ...]]:
    """The record that a document tells, as far as it can be told, and what is wrong with it."""
    shape = Shape()
    top = shape.top(document)
    shape.only(top, _TOP, "")
    game = shape.get(top, "game", str, "")
    if game is not None and game != _GAME:
        shape.faults.append(unknown_game(game, "/game"))
        game = None
    seats = shape.get(top, "numplayers", int, "")
    if seats not in (None, 2):
        shape.wrong("/numplayers", f"Cubeo is for two players, not {seats}.")
    words, faults = read_variants(_GAME, list(shape.items(top, "variants", str, "")))
    shape.faults.extend(faults)
    if shape.broken("/variants"):
        words = (*words, UNREADABLE)
    over = shape.get(top, "gameover", bool, "")
    winners = _winners_told(shape, top)
    stack = [
        _State(pointer) if entry is None else _state(shape, entry, pointer)
        for pointer, entry in shape.all_items(top, "stack", dict, "")
    ]
    if not stack and isinstance(top.get("stack"), list):
        shape.wrong("/stack", "The stack should begin with the start position.")
    if game is None or not stack:
        return None, shape.found()
    record = Record(_GAME, words, where={"variants": "/variants", "start": "/stack/0/board"})
    record = _finish(shape, record, stack)
    return _with_outcome(shape, record, stack, over, winners), shape.found()


def _winners_told(shape: Shape, top: Mapping[str, Any]) -> list[int]:
    winners = list(shape.items(top, "winner", int, ""))
    for pointer, number in winners:
        if number not in (1, 2):
            shape.wrong(pointer, f"There are players 1 and 2, but no {number}.")
    return [number for _, number in winners]


def _state(shape: Shape, entry: Mapping[str, Any], pointer: str) -> _State:
    shape.rest(entry, _ENTRY, pointer)
    board = shape.part(entry, "board", pointer)
    shape.rest(board, ("_dice",), f"{pointer}/board")
    dice = [
        _die(shape, die, place)
        for place, die in shape.items(board, "_dice", dict, f"{pointer}/board")
    ]
    told = [result for _, result in shape.items(entry, "_results", dict, pointer)]
    reasons = [result.get("reason") for result in told if result.get("type") == "eog"]
    to_move = shape.get(entry, "currplayer", int, pointer)
    if to_move not in (None, 1, 2):
        shape.wrong(f"{pointer}/currplayer", f"There are players 1 and 2, but no {to_move}.")
        to_move = None
    return _State(
        pointer,
        None if pointer == _FIRST else shape.get(entry, "lastmove", str, pointer),
        shape.time(entry, "_timestamp", pointer),
        to_move,
        None if shape.broken(f"{pointer}/board") else tuple(filter(None, dice)),
        next(
            (_REASONS[text] for text in reasons if isinstance(text, str) and text in _REASONS), None
        ),
    )


def _die(shape: Shape, die: Mapping[str, Any], pointer: str) -> Die | None:
    shape.rest(die, _DIE, pointer)
    x, y, pips, owner = (
        shape.get(die, name, int, pointer) for name in ("_x", "_y", "_pips", "_owner")
    )
    if owner not in (None, 1, 2):
        shape.wrong(f"{pointer}/_owner", f"A die belongs to player 1 or 2, not {owner}.")
        return None
    if x is None or y is None or pips is None or owner is None:
        return None
    return Die(Side(owner), pips, x, y)


def _finish(shape: Shape, record: Record, stack: list[_State]) -> Record:
    """The record with its start, plies and times; boards are compared with the moves."""
    played = stack[1:-1] if _ended(stack) else stack[1:]
    plies = [Ply(each.word or "", each.time, where=f"{each.pointer}/lastmove") for each in played]
    record = replace(
        record,
        start=_start(shape, record, stack[0]),
        started=stack[0].time,
        plies=tuple(plies),
        where={**record.where, "result": "/winner", "reason": "/winner"},
        cut=next((ply for ply, each in enumerate(played) if each.word is None), None),
    )
    return record if record.start == UNREADABLE else _compare_boards(shape, record, played)


def _ended(stack: list[_State]) -> str | None:
    """The reason of an end outside of the rules, which the last entry tells in place of a move."""
    word = stack[-1].word
    return None if word is None else END_WORDS.get(word.strip().casefold())


def _with_outcome(
    shape: Shape, record: Record, stack: list[_State], over: bool | None, winners: list[int]
) -> Record:
    """The record with its end; what is not known of it is not judged."""
    ended = _ended(stack)
    if over is False and ended is not None:
        shape.wrong("/gameover", f"The game ended with {stack[-1].word!r}, so it should be over.")
    if over is None or (over and shape.broken("/winner")) or shape.broken("/gameover"):
        return replace(record, cut=len(record.plies) if record.cut is None else record.cut)
    if not over:
        return record
    winner = winners[0] if len(winners) == 1 else None
    told = stack[-1].reason or ended
    if told is None and record.cut is None:
        told = natural_reason(record, winner)
    outcome = Result(winner, told if told or winners else "aborted")
    return replace(record, ended=stack[-1].time, outcome=outcome)


def _start(shape: Shape, record: Record, first: _State) -> str | None:
    """The text of the first position, None for the game's own start."""
    try:
        settings: CubeoSettings = settings_of(_GAME, record.variants)
    except BadSettings:  # told when they were read
        return UNREADABLE
    if first.dice is None or first.to_move is None:
        return UNREADABLE
    try:
        dice = [die._replace(rank=die.rank or settings.goal) for die in first.dice]
        position = CubeoPosition.load(settings, dice, Side(first.to_move))
    except engine.BadPosition as bad:
        shape.faults.append(fault("T11", f"{first.pointer}/board", why=str(bad)))
        return UNREADABLE
    text = write_position(position)
    return None if text == write_position(start_position(record)) else text


def _compare_boards(shape: Shape, record: Record, played: list[_State]) -> Record:
    """The record, cut after the first move whose board is not the one that the moves lead to."""
    steps = cast(_Steps, replay(record))
    for ply, (state, (_, _, after)) in enumerate(zip(played[: record.cut], steps, strict=False)):
        shown = [_pips(die, after.settings) for die in after.dice]
        other_dice = state.dice is not None and sorted(state.dice) != sorted(shown)
        if other_dice or state.to_move not in (None, after.to_move):
            where = f"{state.pointer}/board"
            shape.faults.append(fault("M03", where, ply=ply, move=clip(record.plies[ply].move)))
            return replace(record, cut=ply + 1)
    return record


def _pips(die: Die, settings: CubeoSettings) -> Die:
    """The die as they show it: a winning one without pips."""
    return die if die.rank < settings.goal else die._replace(rank=0)


# writing


def write(record: Record) -> Written:
    """The record as text; refused when the time of the start or of a move is not known.

    Raises `NotARecord`, also for a move that cannot be played.
    """
    must_be_writable(record)
    missing = ["Started"] if record.started is None else []
    untimed = sum(ply.at is None for ply in record.plies)
    missing += [f"the times of {untimed} moves"] if untimed else []
    missing += ["Ended"] if _needs_end(record) and record.ended is None else []
    if missing:
        fields = " and ".join(missing)
        return Written(None, (fault("L07", "", format=TITLE, fields=fields),))
    losses = (
        *lost_settings(record, TITLE),
        *lost_remarks(record, TITLE, times=True),
        *lost_tags(_lost_names(record), TITLE),
    )
    return Written(json.dumps(_dump(record), indent=2) + "\n", losses)


def _needs_end(record: Record) -> bool:
    return end_word(record.outcome) is not None


def _lost_names(record: Record) -> list[str]:
    names = [name for name, _ in record.tags]
    for seat, player in enumerate(record.players, 1):
        known = replace(player, name=UNKNOWN_NAME) if player.name == _nobody(seat) else player
        names += [f"Player{seat}"] if known != Player() else []
    names += ["TimeControl"] if record.time_control is not None else []
    last = record.plies[-1].at if record.plies else record.started
    if record.ended is not None and record.ended != last and not _needs_end(record):
        names.append("Ended")
    return names


def _nobody(seat: int) -> str:
    return f"Player {seat}"


def _dump(record: Record) -> dict[str, Any]:
    outcome = record.outcome
    stack = _dump_stack(record)
    winners = [] if outcome is None else _winners(outcome)
    if outcome is not None:
        their = {} if outcome.reason is None else _eog_reason(outcome.reason)
        stack[-1]["_results"] += [
            {"type": "eog", **their},
            {"type": "winners", "players": winners},
        ]
    return {
        "game": _GAME,
        "numplayers": 2,
        "variants": list(record.variants),
        "gameover": outcome is not None,
        "winner": winners,
        "stack": stack,
    }


def _winners(outcome: Result) -> list[int]:
    if outcome.winner is not None:
        return [outcome.winner]
    return [] if outcome.reason == "aborted" else [1, 2]


def _eog_reason(reason: str) -> dict[str, str]:
    return {"reason": _THEIR_REASONS[reason]} if reason in _THEIR_REASONS else {}


def _dump_stack(record: Record) -> list[dict[str, Any]]:
    start: CubeoPosition = cast(CubeoPosition, start_position(record))
    dice = [_pips(die, start.settings) for die in start.dice]
    side = int(start.to_move)
    stack = [_entry([], record.started, side, None, dice)]
    words = canonical_moves(record)
    played = cast(_Steps, play(record))
    for ply, word, (before, move, after) in zip(record.plies, words, played, strict=True):
        dice = _moved(dice, move, before, after)
        side = int(after.to_move)
        stack.append(_entry(_results(move, before, after), ply.at, side, word, dice))
    ended = end_word(record.outcome)
    if ended is not None:
        stack.append(_entry([_end_result(ended, record)], record.ended, side, ended, dice))
    return stack


def _end_result(word: str, record: Record) -> dict[str, Any]:
    """What they say of an end outside of the rules: with the player who resigned or was too late."""
    winner = record.outcome.winner if record.outcome else None
    player = {} if winner is None else {"player": int(Side(winner).other)}
    return {"type": _END_RESULTS[word], **player}


def _entry(
    results: list[dict[str, Any]], at: str | None, side: int, word: str | None, dice: list[Die]
) -> dict[str, Any]:
    board = [
        {"_x": die.x, "_y": die.y, "_pips": die.rank, "_owner": int(die.owner)} for die in dice
    ]
    entry: dict[str, Any] = {
        "_version": VERSION,
        "_results": results,
        "_timestamp": at,
        "currplayer": side,
    }
    return entry | ({} if word is None else {"lastmove": word}) | {"board": {"_dice": board}}


def _moved(
    dice: list[Die], move: CubeoMove, before: CubeoPosition, after: CubeoPosition
) -> list[Die]:
    """The dice after a move, in their order: a new or walked die comes last, a merged one stays."""
    there = {(die.x, die.y): die for die in after.dice}
    target = _pips(there[move.x2, move.y2], before.settings)
    cell = (move.x2, move.y2)
    if move.kind is MoveKind.MERGE:
        left = [die for die in dice if (die.x, die.y) != (move.x, move.y)]
        return [target if (die.x, die.y) == cell else die for die in left]
    kept = dice
    if move.kind is MoveKind.WALK:
        kept = [die for die in dice if (die.x, die.y) != (move.x, move.y)]
    return [*kept, target]


def _results(move: CubeoMove, before: CubeoPosition, after: CubeoPosition) -> list[dict[str, Any]]:
    """What they say that a move did."""
    origin, target = f"{move.x},{move.y}", f"{move.x2},{move.y2}"
    if move.kind is MoveKind.PLACE:
        return [{"type": "place", "where": target}]
    moved: dict[str, Any] = {"type": "move", "from": origin, "to": target, "what": str(move.rank)}
    if move.kind is MoveKind.WALK:
        return [moved]
    ranks = [
        _pips(die, position.settings).rank
        for position in (before, after)
        for die in position.dice
        if (die.x, die.y) == (move.x2, move.y2)
    ]
    grown = {"type": "promote", "from": str(ranks[0]), "to": str(ranks[1]), "where": target}
    return [moved, grown]
