"""Games of Hive in BoardSpace's manner, for tests: each move as the steps of a player, by column and row."""

from collections.abc import Iterator

from engine.hive import NONE, PIECES
from notation.hive import read_word

from .hive_text import moves_of, positions_of

HEAD = '(;\nGM[27]VV[1]\nSU[{set}]\nRE[{result}]\nP0[id "red"]\nP1[id "blue"]\n; P0[0 Start P0]\n'
WON = {"WhiteWins": "Game won by red", "BlackWins": "Game won by blue"}
FIRST = (14, 13)  # N 13, where most games begin


def sgf_of(gamestring: str, *, result: str | None = None) -> str:
    """The game as a text of SGF; its result in words is that of its state, unless one is given."""
    gametype, state, *_ = gamestring.split(";")
    told = WON.get(state, "The game is a draw" if state == "Draw" else "")
    letters = gametype.partition("+")[2].lower()
    head = HEAD.format(
        set=f"hive-{letters}" if letters else "Hive", result=told if result is None else result
    )
    return (head if told or result else head.replace("RE[]\n", "")) + _numbered(gamestring) + ")\n"


def _numbered(gamestring: str) -> str:
    steps = enumerate(steps_of(gamestring), 1)
    return "".join(f"; P{player}[{number} {step}]\n" for number, (player, step) in steps)


def steps_of(gamestring: str) -> Iterator[tuple[int, str]]:
    """Each step with its player's number, the doubled backslashes and all."""
    positions = positions_of(gamestring)
    for ply, (word, position) in enumerate(zip(moves_of(gamestring), positions, strict=False)):
        player = ply % 2
        piece, q, r = read_word(word, position)
        if piece != NONE:
            name, _, reference = word.replace("\\", "\\\\").partition(" ")
            climbs = position.top_at(q, r, piece) != NONE
            origin = position.find(piece)
            if origin is None:
                yield player, f"pick {'WB'[player]} {PIECES[piece].bug} {name}"
            else:
                yield player, f"pickb {place(*origin)} {name}"
            yield player, f"dropb {name} {place(q, r)} {'.' if climbs else reference or '.'}"
        yield player, "done"


def place(q: int, r: int) -> str:
    """The column and row of a cell; columns after Z are AA, AB and so on."""
    column = FIRST[0] + q
    letters = ""
    while column > 0:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters} {FIRST[1] - r}"
