"""Hive games from their strings, for tests: settings of a type of game, positions and lines of play."""

from collections.abc import Iterator

from engine import HivePosition, HiveSettings, Line
from engine.hive import PASS, PIECES, HiveMove
from notation.hive import read_position, read_word, write_move
from notation.hive_settings import read_settings

PROTOCOL = "norep tournament"


def settings_of(gametype: str, rules: str = PROTOCOL) -> HiveSettings:
    """The settings of a type such as `Base+MLP` in the protocol."""
    return read_settings(f"{gametype.partition('+')[2]} {rules}")


def moves_of(gamestring: str) -> list[str]:
    """The moves of a GameString with a header."""
    return gamestring.split(";")[3:]


def positions_of(gamestring: str, rules: str = PROTOCOL) -> Iterator[HivePosition]:
    """The position before each move of a GameString, and the last one."""
    position = HivePosition.start(settings_of(gamestring.partition(";")[0], rules))
    yield position
    for word in moves_of(gamestring):
        position = position.apply(read_word(word, position))
        yield position


def played(gamestring: str, rules: str = PROTOCOL) -> HivePosition:
    """The position that a GameString leads to."""
    *_, position = positions_of(gamestring, rules)
    return position


def table(text: str, words: str = "") -> HivePosition:
    """The position that a text tells, with the settings that the words tell."""
    return read_position(text, read_settings(words))


def line_of(start: HivePosition, words: str) -> Line[HiveMove]:
    """The line from a position through moves with a `;` between."""
    line = Line(start)
    for word in words.split(";"):
        line = line.play(PASS if word == "pass" else read_word(word, line.position))
    return line


def state_of(position: HivePosition) -> str:
    """The state of the protocol that a position gives by itself."""
    outcome = position.outcome()
    if outcome is None:
        return "InProgress"
    return {None: "Draw", 1: "WhiteWins", 2: "BlackWins"}[outcome.winner]


def words_of(position: HivePosition, piece: str = "") -> set[str]:
    """The canonical strings of the legal moves, or of those of one piece."""
    words = {write_move(move, position) for move in position.legal_moves()}
    return {word for word in words if not piece or word.split(" ")[0] == piece}


def piece_named(name: str) -> int:
    """The place of a piece in the table of pieces."""
    return next(index for index, piece in enumerate(PIECES) if piece.name == name)
