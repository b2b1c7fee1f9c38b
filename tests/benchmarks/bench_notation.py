"""Checking an archive of Cubeo with full legality against `chess.pgn.read_game`, plies a second."""

import io
from random import Random

import chess
import chess.pgn

import engine
from notation.checks import check_records
from notation.moves import write_move

from .yardstick import best, tell

GAMES, PLIES, EACH = 500, 48, 8
COMMENT = "{the plan is to go round the corner}"


def archive(random: Random) -> str:
    """Random games of Cubeo as text, with a comment now and then."""
    return "\n".join(_cubeo(random, number) for number in range(GAMES))


def _cubeo(random: Random, number: int) -> str:
    position, words = engine.start("cubeo"), []
    while len(words) < PLIES:
        moves = position.legal_moves()
        after = {move: position.apply(move) for move in random.sample(moves, min(4, len(moves)))}
        going = [move for move, reached in after.items() if reached.outcome() is None]
        if not going:
            position, words = engine.start("cubeo"), []
            continue
        words.append(write_move(going[0], position))
        position = after[going[0]]
    tags = (("Game", "Cubeo"), *_tags(number, "Player1", "Player2"))
    return _text(tags, words)


def chess_archive(random: Random) -> str:
    """Random games of chess, with the same headers and comments."""
    return "\n".join(_chess(random, number) for number in range(GAMES))


def _chess(random: Random, number: int) -> str:
    board, words = chess.Board(), []
    while len(words) < PLIES:
        moves = list(board.legal_moves)
        if not moves:
            board, words = chess.Board(), []
            continue
        move = random.choice(moves)
        words.append(board.san(move))
        board.push(move)
    return _text(_tags(number, "White", "Black"), words)


def _tags(number: int, first: str, second: str) -> tuple[tuple[str, str], ...]:
    event = (
        ("Event", "Benchmark"),
        ("Site", "here"),
        ("Date", "2026.01.01"),
        ("Round", str(number)),
    )
    return (*event, (first, "red"), (second, "blue"), ("Result", "*"))


def _text(tags: tuple[tuple[str, str], ...], words: list[str]) -> str:
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    parts = []
    for ply, word in enumerate(words):
        parts += [f"{ply // 2 + 1}."] if ply % 2 == 0 else []
        parts += [word, COMMENT] if ply % EACH == EACH - 1 else [word]
    lines = [" ".join(parts[at : at + 12]) for at in range(0, len(parts), 12)]
    return "\n".join((head, *lines, "*", ""))


def test_checking_an_archive_with_full_legality() -> None:
    random = Random(1)
    ours_text, theirs_text = (
        archive(random).replace("2026.01.01", "2026-01-01"),
        chess_archive(random),
    )

    def check() -> None:
        readings = list(check_records(ours_text.encode()))
        assert [len(reading.record.plies) for reading in readings] == [PLIES] * GAMES
        assert not [fault for reading in readings for fault in reading.diagnostics]

    def read() -> None:
        stream = io.StringIO(theirs_text)
        games = 0
        while (game := chess.pgn.read_game(stream)) is not None:
            games += 1
            assert not game.errors
        assert games == GAMES

    ours, theirs = best(check, read, rounds=5)
    ours, theirs = GAMES * PLIES / ours / 1000, GAMES * PLIES / theirs / 1000
    tell("checking an archive, full legality, d6", ours, theirs, "thousand plies/s")
    assert ours >= 0.5 * theirs
