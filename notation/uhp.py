"""`turnpost uhp`: an engine of the Universal Hive Protocol on standard input and output.

Any viewer or tool of the protocol can play and analyse with it. Its games are always `norep tournament`,
as the protocol's are. A move that is asked for is legal and the same each time; nothing is searched.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from typing import IO

import click

import engine
from engine import AnyPosition

from .errors import NotationError
from .formats.uhp import read_passage
from .game_string import read_type, write_game_string
from .grammar import clip
from .moves import legal_words, read_move, write_move
from .settings import read_settings
from .source import Passage

LONGEST = 1 << 20
"""The most bytes of a line: a game of twenty thousand plies."""

_PERFT = 3
_TIME = re.compile(r"[0-9]{1,4}:[0-5][0-9]:[0-5][0-9]")
_NUMBER = re.compile(r"[0-9]{1,6}")
_CAPABILITIES = "Mosquito;Ladybug;Pillbug"


class _Refusal(Exception):
    """A command that cannot be followed: `str()` is the line that says so."""


class Engine:
    """One run of the engine: a game, once there is one, and the way back through it."""

    def __init__(self) -> None:
        self.running = True
        self._positions: list[AnyPosition] = []
        self._words: list[str] = []
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "info": self._info,
            "newgame": self._new_game,
            "play": self._play,
            "pass": self._pass,
            "validmoves": self._valid_moves,
            "bestmove": self._best_move,
            "undo": self._undo,
            "options": self._options,
            "perft": self._perft,
            "exit": self._exit,
        }

    def reply(self, line: str) -> Iterator[str]:
        """The lines that answer a command, the last one `ok`."""
        name, _, rest = line.strip().partition(" ")
        follow = self._commands.get(name.lower(), self._unknown)
        try:
            yield from follow(name if follow == self._unknown else rest.strip())
        except _Refusal as refusal:
            yield " ".join(str(refusal).split())
        yield "ok"

    def _unknown(self, name: str) -> Iterator[str]:
        known = ", ".join(self._commands)
        raise _Refusal(f"err There is no command {clip(name)}; there is {known}.")

    def _info(self, rest: str) -> Iterator[str]:
        _nothing(rest)
        yield f"id turnpost v{version('turnpost')}"
        yield _CAPABILITIES

    def _new_game(self, rest: str) -> Iterator[str]:
        """A new game of a type, or one that goes on after a GameString."""
        text = rest or "Base"
        letters = read_type(text)
        reading = read_passage(
            Passage("-", 1, 1, text if letters is None else f"{text};NotStarted")
        )
        if reading.record is None or not reading.ok:
            errors = [each for each in reading.diagnostics if each.severity == "error"]
            raise _Refusal(f"err {errors[0].message}")
        expansions = [word for word in reading.record.variants if len(word) == 1]
        position = engine.start("hive", read_settings("hive", [*expansions, "norep", "tournament"]))
        positions, words = [position], list[str]()
        for ply in reading.record.plies:
            position, word = _played("err", ply.move, position)
            positions.append(position)
            words.append(word)
        self._positions, self._words = positions, words
        yield self._game()

    def _play(self, rest: str) -> Iterator[str]:
        position, word = _played("invalidmove", rest, self._position())
        self._positions.append(position)
        self._words.append(word)
        yield self._game()

    def _pass(self, rest: str) -> Iterator[str]:
        _nothing(rest)
        return self._play("pass")

    def _valid_moves(self, rest: str) -> Iterator[str]:
        _nothing(rest)
        yield ";".join(legal_words(self._position()))

    def _best_move(self, rest: str) -> Iterator[str]:
        kind, _, limit = rest.partition(" ")
        pattern = {"time": _TIME, "depth": _NUMBER}.get(kind.lower())
        if pattern is None or not pattern.fullmatch(limit.strip()):
            raise _Refusal("err Ask for bestmove time hh:mm:ss or bestmove depth n.")
        yield choose(self._position())

    def _undo(self, rest: str) -> Iterator[str]:
        self._position()
        count = _number(rest or "1")
        if not 1 <= count <= len(self._words):
            raise _Refusal(f"err {len(self._words)} moves can be undone, not {count}.")
        del self._words[-count:]
        del self._positions[-count:]
        yield self._game()

    def _options(self, rest: str) -> Iterator[str]:
        if rest:
            raise _Refusal("err This engine has no options.")
        yield from ()

    def _perft(self, rest: str) -> Iterator[str]:
        """How many lines of play there are of each length, each told as soon as it is counted."""
        position = self._position()
        for depth in range(1, _number(rest or str(_PERFT)) + 1):
            yield f"{depth}: {engine.perft(position, depth)}"

    def _exit(self, rest: str) -> Iterator[str]:
        _nothing(rest)
        self.running = False
        yield from ()

    def _position(self) -> AnyPosition:
        if not self._positions:
            raise _Refusal("err No game is in progress; begin one with newgame.")
        return self._positions[-1]

    def _game(self) -> str:
        position = self._position()
        return write_game_string(position.settings, position.outcome(), self._words)


def choose(position: AnyPosition) -> str:
    """The word of a legal move, the same each time: one that wins at once if there is one.

    One that loses at once is taken only where there is no other.
    """
    words: dict[int, list[str]] = {}
    for move in position.legal_moves():
        outcome = position.apply(move).outcome()
        won = outcome is not None and outcome.winner is position.to_move
        lost = outcome is not None and outcome.winner is position.to_move.other
        words.setdefault(won - lost, []).append(write_move(move, position))
    if not words:
        raise _Refusal("err The game is over.")
    best = words[max(words)]
    return best[zlib.crc32(repr(position.key()).encode()) % len(best)]


def _played(error: str, text: str, position: AnyPosition) -> tuple[AnyPosition, str]:
    """The position after a move, and its canonical word."""
    try:
        move = read_move(text, position)
        return position.apply(move), write_move(move, position)
    except (NotationError, engine.IllegalMove) as fault:
        raise _Refusal(f"{error} {fault}") from None


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _Refusal(f"err {clip(text)} is not a number.")
    return int(text)


def _nothing(rest: str) -> None:
    if rest:
        raise _Refusal(f"err Nothing may follow this command, but {clip(rest)} does.")


def lines_of(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream; one that is too long is cut."""
    while line := stream.readline(LONGEST):
        yield line.decode("utf-8", "replace")
        while len(line) == LONGEST and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)


def replies(lines: Iterable[str]) -> Iterator[str]:
    """What the engine says to these lines, from its greeting to its end, line by line."""
    run = Engine()
    yield from run.reply("info")
    for line in lines:
        yield from run.reply(line)
        if not run.running:
            return


@click.command()
def uhp() -> None:
    """Be an engine of the Universal Hive Protocol, on standard input and output.

    Commands: info, newgame [type or GameString], play M, pass, validmoves, bestmove time hh:mm:ss,
    bestmove depth n, undo [n], options, perft [n], exit.
    """
    out = sys.stdout.buffer
    for line in replies(lines_of(sys.stdin.buffer)):
        out.write(f"{line}\n".encode("utf-8", "replace"))
        out.flush()
