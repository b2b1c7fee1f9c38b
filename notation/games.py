"""The one table of games: how each is written, and what `GET /rules` tells of it.

A new game is a grammar, a codec, its formats, its drawing, and one row here. A row's functions take
and give values of its own game only, so callers come by way of `game_notation` or of the functions in
moves.py, positions.py and settings.py, which find the row.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine import AnyPosition, CubeoSettings, CubicChessSettings, HiveSettings, UnknownGame

from . import (
    cubeo,
    cubeo_rules,
    cubeo_settings,
    cubic_chess,
    cubic_chess_rules,
    hive,
    hive_rules,
    hive_settings,
)
from .drawing import (
    cubeo_svg,
    cubeo_text,
    cubeo_words,
    cubic_chess_svg,
    cubic_chess_text,
    cubic_chess_words,
    hive_svg,
    hive_text,
    hive_words,
)
from .vocabulary import Vocabulary

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class GameNotation:
    """How one game is written; `title` is its name in the `Game` tag, `settings_type` its settings'.

    `sides` are what players call the first and the second side; `rules` are the rules in short, a
    thought a line, and `move_help` how to write moves.
    `read_move` is for a move given alone and lenient about blanks; `read_word` for one in a record.
    `draw_svg` and `draw_text` take a position and the move that led to it, `describe` tells both in
    words, `beside` what lies beside the board. `first_part` finds in a word what the moves have in common
    that belong together in a long list. With `numbered` each ply of a text record has its number,
    since a move may be of two words and one of them a whole move.
    """

    title: str
    sides: tuple[str, str]
    inventor: str
    about: str
    rules: tuple[str, ...]
    move_help: tuple[str, ...]
    vocabulary: Vocabulary
    settings_type: type
    read_move: Callable[[str, Any], Any]
    read_word: Callable[[str, Any], Any]
    write_move: Callable[[Any, Any], str]
    read_position: Callable[[str, Any], AnyPosition]
    write_position: Callable[[Any], str]
    read_settings: Callable[[str | Iterable[str]], Any]
    settings_words: Callable[[Any], tuple[str, ...]]
    draw_svg: Callable[..., str]
    draw_text: Callable[..., str]
    describe: Callable[..., str]
    beside: Callable[[Any], str]
    first_part: re.Pattern[str]
    numbered: bool = False

    @property
    def credit(self) -> str:
        """Who invented the game, in a sentence; empty where nobody knows."""
        return "" if self.inventor == UNKNOWN else f"Inventor: {self.inventor}."


GAMES: dict[str, GameNotation] = {
    "cubeo": GameNotation(
        title="Cubeo",
        sides=("red", "blue"),
        inventor="Marek Kolcun",
        about=(
            "Place, walk and merge dice on an unbounded plane. A merge to the goal wins; "
            "a player without a legal move loses."
        ),
        rules=cubeo_rules.RULES,
        move_help=(
            "+x,y places a die from your hand: +-1,0.",
            "p,x,y->x2,y2 walks your die of rank p from x,y to x2,y2: 1,0,0->1,1.",
            "p,x,y+>x2,y2 merges your die of rank p on x,y into yours on x2,y2: 2,0,0+>0,1.",
        ),
        vocabulary=cubeo_settings.VOCABULARY,
        settings_type=CubeoSettings,
        read_move=cubeo.read_move,
        read_word=cubeo.read_word,
        write_move=cubeo.write_move,
        read_position=cubeo.read_position,
        write_position=cubeo.write_position,
        read_settings=cubeo_settings.read_settings,
        settings_words=cubeo_settings.settings_words,
        draw_svg=cubeo_svg.draw_svg,
        draw_text=cubeo_text.draw_text,
        describe=cubeo_words.describe,
        beside=cubeo_words.in_hand,
        first_part=re.compile(r"\+|.+?(?=[+-]>)"),
    ),
    "hive": GameNotation(
        title="Hive",
        sides=("White", "Black"),
        inventor="John Yianni",
        about=(
            "Place bugs and move them round an unbounded hive that must never fall apart. Whoever's "
            "queen is surrounded loses."
        ),
        rules=hive_rules.RULES,
        move_help=(
            "wA1 -wQ moves or places wA1 to the left of wQ.",
            "/wQ -wQ \\wQ: lower left, left, upper left; wQ/ wQ- wQ\\: upper right, right, lower right.",
            "wB1 wQ climbs on top of wQ; the first piece of a game stands alone: wS1.",
            "pass is the move of a player who has no other.",
        ),
        vocabulary=hive_settings.VOCABULARY,
        settings_type=HiveSettings,
        read_move=hive.read_move,
        read_word=hive.read_word,
        write_move=hive.write_move,
        read_position=hive.read_position,
        write_position=hive.write_position,
        read_settings=hive_settings.read_settings,
        settings_words=hive_settings.settings_words,
        draw_svg=hive_svg.draw_svg,
        draw_text=hive_text.draw_text,
        describe=hive_words.describe,
        beside=hive_words.in_hand,
        first_part=re.compile(r"\S+"),
        numbered=True,
    ),
    "cubic-chess": GameNotation(
        title="Cubic Chess",
        sides=("White", "Black"),
        inventor=UNKNOWN,
        about=(
            "Figures are stacks of cubes, rebuilt in play. Build a king, then checkmate the other; "
            "whoever can no longer build one loses."
        ),
        rules=cubic_chess_rules.RULES,
        move_help=(
            "e2e4 moves; e2e4+d1 adds a cube to your figure on d1 after it.",
            "c4d5-c1 returns the top cube of your figure on c1 to the reserve.",
            "e7e8=Q promotes a pawn on its last rank to B, R or Q.",
        ),
        vocabulary=cubic_chess.VOCABULARY,
        settings_type=CubicChessSettings,
        read_move=cubic_chess.read_move,
        read_word=cubic_chess.read_word,
        write_move=cubic_chess.write_move,
        read_position=cubic_chess.read_position,
        write_position=cubic_chess.write_position,
        read_settings=cubic_chess.read_settings,
        settings_words=cubic_chess.settings_words,
        draw_svg=cubic_chess_svg.draw_svg,
        draw_text=cubic_chess_text.draw_text,
        describe=cubic_chess_words.describe,
        beside=cubic_chess_words.reserves,
        first_part=re.compile(r"\w{4}"),
    ),
}


def game_notation(game: str) -> GameNotation:
    """The row of a game; raises `engine.UnknownGame`."""
    row = GAMES.get(game)
    if row is None:
        raise UnknownGame(game, GAMES)
    return row


def game_of_title(title: str) -> str | None:
    """The key of the game with this title, in any case; None when there is none."""
    for game, row in GAMES.items():
        if row.title.casefold() == title.strip().casefold():
            return game
    return None
