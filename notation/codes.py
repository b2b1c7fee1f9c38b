"""The one table of diagnostic codes: what each says, means and suggests; code_examples.py shows it.

The letter of a code gives its family and its severity. `explain`, the documentation and every
message come from here; a sentence with `{names}` is filled by whoever reports the fault.
"""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]

FAMILIES: dict[str, tuple[Severity, str]] = {
    "F": ("error", "files"),
    "S": ("error", "syntax"),
    "T": ("error", "tags"),
    "V": ("error", "settings"),
    "M": ("error", "moves"),
    "N": ("warning", "numbering"),
    "R": ("warning", "results"),
    "L": ("warning", "losses in conversion"),
    "W": ("note", "spelling"),
    "D": ("note", "duplicates"),
}


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of fault: its title, its sentence, what it means, and what to do about it."""

    code: str
    title: str
    message: str
    explanation: str
    remedy: str | None = None

    @property
    def severity(self) -> Severity:
        """The severity of the code's family."""
        return FAMILIES[self.code[0]][0]


_ROWS: tuple[Code, ...] = (
    Code(
        "F01",
        "file cannot be read",
        "The file cannot be read: {why}.",
        "The operating system refused to open or read the file, so nothing in it was looked at.",
        "Check its name and your right to read it.",
    ),
    Code(
        "F02",
        "not a text file",
        "This is not text: there is a zero byte in it.",
        "Records are text in UTF-8. A zero byte means a picture, an archive, or text in UTF-16.",
        "Save the file as UTF-8 text.",
    ),
    Code(
        "F03",
        "unknown format",
        "The content is of no format known here.",
        "A format is told by its content: tags in brackets, or a JSON document of a known shape.",
        "Begin a text record with its tags, or name the format.",
    ),
    Code(
        "F04",
        "not JSON",
        "This is not JSON: {why}.",
        "The file is to be read as JSON and breaks JSON's grammar at this place.",
    ),
    Code(
        "F05",
        "too long",
        "A record may be {limit} characters long, and this one is longer.",
        "A record of that length is no record of a game; its rest is skipped up to the next one.",
        "See whether a result or the tags of the next record are missing.",
    ),
    Code(
        "S01",
        "not a move",
        "{why}",
        "A word among the moves that spells no move of the game, nor anything else that may stand there. In the "
        "place of a move it counts as one, so that numbers, marks and variations after it belong to it.",
    ),
    Code(
        "S02",
        "comment not closed",
        "The comment that begins here is never closed.",
        "A comment ends at its `}`; without one it takes everything up to the end of the record.",
        "Add `}` at its end; a brace inside a comment is written with a backslash, `\\}`.",
    ),
    Code(
        "S03",
        "brace without a comment",
        "This `}}` closes no comment.",
        "A `}` stands outside a comment. Inside one it is written with a backslash before it.",
        "Remove it, or write `\\}` for a brace inside a comment.",
    ),
    Code(
        "S04",
        "bracket without a variation",
        "This `)` closes no variation.",
        "There are more `)` than `(` up to this place.",
        "Remove it, or add the `(` that it closes.",
    ),
    Code(
        "S05",
        "variation not closed",
        "The variation that begins here is never closed.",
        "A variation ends at its `)`; without one it takes everything up to the end of the record.",
        "Add `)` after its last move.",
    ),
    Code(
        "S06",
        "damaged tag",
        "This tag cannot be read: {why}.",
        'A tag is one line: `[Name "value"]`, the name of letters, digits and `_`. Nothing else stands among the tags.',
        'Write it as `[Name "value"]`, with `\\"` for a quote and `\\\\` for a backslash.',
    ),
    Code(
        "S07",
        "unknown escape",
        "There is no escape {escape} in a tag.",
        "In the value of a tag a backslash stands before a quote or another backslash only.",
        "Write `\\\\` for a backslash.",
    ),
    Code(
        "S08",
        "result missing",
        "The moves end without a result.",
        "Each record ends with `1-0`, `0-1`, `1/2-1/2`, or `*` when the game has none.",
        "End the record with its result; `*` if there is none.",
    ),
    Code(
        "S09",
        "text after the result",
        "The record has ended with {result}; this stands after it.",
        "A result ends its record, so nothing but the tags of the next one may follow.",
        "Move the result to the end, or give the next game its tags.",
    ),
    Code(
        "S10",
        "variation without a move",
        "This variation has no move.",
        "A variation holds at least one move.",
        "Remove it, or write its text as a comment.",
    ),
    Code(
        "S11",
        "variation of nothing",
        "There is no move before this variation that it could replace.",
        "A variation replaces the move before it, so it cannot come first.",
        "Put it after the move that it replaces.",
    ),
    Code(
        "S12",
        "nested too deeply",
        "Variations may be nested {limit} deep, and this one lies deeper.",
        "Nesting is limited, so that every program can read every record.",
        "Cut the variation, or tell it in a comment.",
    ),
    Code(
        "S13",
        "NAG of nothing",
        "There is no move before {nag} that it could mark.",
        "A number with a dollar sign (NAG) marks the move before it, so it cannot come first.",
        "Put it after the move that it marks.",
    ),
    Code(
        "S14",
        "no tags",
        "This text has no tags before it, so it is no record.",
        "A record begins with its tags, at least that of its game.",
        'Add `[Game "Cubeo"]` and a blank line before it, or remove it.',
    ),
    Code(
        "S15",
        "control character",
        "The character U+{number:04X} has no place in a record.",
        "Control characters other than tabs and line ends are not text.",
        "Remove it.",
    ),
    Code(
        "S16",
        "result in a variation",
        "A result ends a record, and cannot stand in a variation.",
        "A variation tells moves; what would have come of them belongs in a comment.",
        "Write it as a comment: `{1-0}`.",
    ),
    Code(
        "S17",
        "stray tag",
        "A tag cannot stand among the moves.",
        "Tags come before the moves, each on a line of its own.",
        "Move it up to the other tags, or write it as a comment.",
    ),
    Code(
        "S18",
        "damaged SGF",
        "{why}",
        "An SGF file is made of brackets, nodes that begin with `;`, and properties with values such as `GM[27]`; "
        "BoardSpace writes each step of a turn as the value of a node. Something here is none of these, or "
        "is not closed.",
    ),
    Code(
        "S20",
        "document of another shape",
        "{why}",
        "A JSON document breaks the schema of its format at this place.",
    ),
    Code(
        "S21",
        "too much damage",
        "{most} places before this one are damaged, and so is this: the rest of the record is not read.",
        "A text with so much damage is no record of a game, and to tell each place would help nobody.",
        "Look at the first faults: this may be another kind of file, or one that was sent badly.",
    ),
    Code(
        "T01",
        "game missing",
        "There is no tag Game.",
        "Without it nobody can tell which rules the moves follow.",
        'Add a tag such as `[Game "Cubeo"]`.',
    ),
    Code(
        "T02",
        "unknown game",
        "There is no game {name} here; there is {known}.",
        "The moves cannot be read, since the rules and the notation of the game are not known.",
    ),
    Code(
        "T03",
        "tag twice",
        "The tag {name} stands here a second time.",
        "A tag has one value. The first one counts.",
        "Remove one of the two.",
    ),
    Code(
        "T04",
        "bad date",
        "{value} is not a date.",
        "A date is `YYYY-MM-DD`, with `?` for each digit of a part that is not known.",
        "Write it like `2025-01-31`, or `2025-??-??`.",
    ),
    Code(
        "T05",
        "bad time",
        "{value} is not a time.",
        "A point of time is written by RFC 3339, with its offset from UTC.",
        "Write it like `2025-01-31T18:00:00Z`.",
    ),
    Code(
        "T06",
        "bad result",
        "{value} is not a result.",
        "A result is `1-0`, `0-1`, `1/2-1/2` or `*`.",
    ),
    Code(
        "T07",
        "unknown termination",
        "{value} is no reason for the end of a game.",
        "A termination is one word: `promotion`, `no_moves`, `surrounded`, `checkmate`, `stalemate`, "
        "`inability`, `repetition`, `resignation`, `agreement`, `timeout` or `aborted`.",
    ),
    Code(
        "T08",
        "bad time control",
        "{value} is not a time control.",
        "A time control is `capped 48/24/96`, `fixed 72` or `total 720` in hours, or `-` for none.",
        "Write it like `capped 48/24/96`; add ` claim` where time is claimed.",
    ),
    Code(
        "T09",
        "bad rating",
        "{value} is not a rating.",
        "A rating is a whole number.",
    ),
    Code(
        "T10",
        "neither yes nor no",
        "{value} does not say whether the player is a program.",
        "The tags Player1Bot and Player2Bot are `yes` or `no`.",
        "Write `yes` or `no`.",
    ),
    Code(
        "T11",
        "bad position",
        "The start position cannot be: {why}",
        "The position that the game begins from cannot be read, or breaks a rule of the game.",
    ),
    Code(
        "T12",
        "termination without its result",
        "A game that ended by {reason} cannot have the result {result}.",
        "`*` stands for a game without a result: one that goes on, or was aborted; no other end has it.",
        "Correct the tag Termination, or the result.",
    ),
    Code(
        "T13",
        "damaged header",
        "{why}",
        "A GameString begins with the type of the game, its state, and whose turn it is.",
    ),
    Code(
        "V01",
        "bad settings",
        "{why}",
        "The game has no such settings, or they contradict each other; no move can be judged.",
    ),
    Code(
        "M01",
        "illegal move",
        "{move} is illegal. {why}",
        "The rules forbid the move in this position. The rest of the line was not looked at.",
    ),
    Code(
        "M02",
        "move after the end",
        "The game is over ({reason}), so {move} cannot be played.",
        "The move before this one has ended the game by the rules.",
        "Remove this move and those after it, or look for a wrong move before.",
    ),
    Code(
        "M03",
        "board against the moves",
        "The board that stands here is not the one that {move} leads to.",
        "The document tells each position and each move, and the two do not agree.",
        "Look for a changed move or a changed die.",
    ),
    Code(
        "M04",
        "out of turn",
        "{move} is made by {player}, whose turn it is not.",
        "The players of a game move by turns, and the file says who made this move.",
        "Look for a turn that is missing before it, or for a wrong player.",
    ),
    Code(
        "N01",
        "wrong number",
        "This number is {number}, but {expected} is due here.",
        "Numbers count rounds from 1: `n.` before the first player's move, `n...` before the second's. Where a ply is "
        "missing, or there is one too many, the numbers after it differ from the moves by as much: the first is told. A "
        "move that is illegal for that reason tells the number in its stead.",
    ),
    Code(
        "N02",
        "number without a move",
        "The number {number} has no move after it.",
        "A number stands before a move.",
        "Remove it, or add the missing move.",
    ),
    Code(
        "N03",
        "number missing",
        "This move has no number; {number} is due here.",
        "In Hive each move has its number: a move is of one or two words, and only a number parts them.",
        "Write the number before the move.",
    ),
    Code(
        "R01",
        "two results",
        "The tag Result says {tag}, and the moves end with {result}.",
        "A record says its result twice, and both must agree. The one after the moves counts.",
    ),
    Code(
        "R02",
        "result against the position",
        "The record says {told}, but by the rules {actual}.",
        "The game has ended by the rules, in another way than the record says.",
    ),
    Code(
        "R03",
        "termination against the position",
        "The record says that the game ended by {reason}, but {why}.",
        "The last position is not one in which a game ends for this reason.",
    ),
    Code(
        "R04",
        "termination against the result",
        "A game that ended by {reason} cannot have the result {result}.",
        "Some ends have a winner and some have none.",
    ),
    Code(
        "R05",
        "result not understood",
        "{text} names no winner and no draw; the result is taken from the last position.",
        "Some sites tell a result in a sentence, in the language of the player who kept the game. Taken from it is "
        "the player whose name stands there, or the word for a draw.",
    ),
    Code(
        "R06",
        "header against the moves",
        "The header says {told}, but by the moves it is {actual}.",
        "The state and the turn of a GameString follow from its moves, which are believed.",
    ),
    Code(
        "L01",
        "comments lost",
        "{format} holds no comments; they are left out ({count}).",
        "The format has no place for comments.",
    ),
    Code(
        "L02",
        "variations lost",
        "{format} holds no variations; they are left out ({count}).",
        "The format has no place for other lines than the one that was played.",
    ),
    Code(
        "L03",
        "times lost",
        "{format} holds no times and clocks of moves; they are left out ({count}).",
        "The format has no place for when a move was made or how much time was left.",
    ),
    Code(
        "L04",
        "marks lost",
        "{format} holds no NAGs; they are left out ({count}).",
        "The format has no place for marks such as `$1`.",
    ),
    Code(
        "L05",
        "tags lost",
        "{format} has no place for {tags}; left out.",
        "The format has no place for these parts of the record.",
    ),
    Code(
        "L06",
        "settings unknown there",
        "{format} does not know {words}; written as it is.",
        "The program that owns the format may refuse the record, since it lacks these settings.",
    ),
    Code(
        "L07",
        "date missing",
        "{format} needs {fields}, which this record lacks; it is not written.",
        "The format requires these values, and they are never made up.",
        "Add the tags Started and Ended.",
    ),
    Code(
        "L08",
        "unfinished",
        "{format} holds finished games only; this one is not, and is not written.",
        "The format has no way to say that a game still goes on.",
    ),
    Code(
        "L09",
        "another game's format",
        "{format} cannot hold {game}; the record is not written.",
        "The format was made for other games.",
    ),
    Code(
        "L10",
        "start position",
        "{format} begins every game from the empty table; this one begins elsewhere, and is not written.",
        "The format has no way to tell a position, and without it the moves would mean other ones.",
    ),
    Code(
        "L11",
        "signs changed",
        "{format} cannot write {sign} in {part}; {instead} stands in its place ({count}).",
        "The format has no escape for the sign.",
    ),
    Code(
        "L12",
        "end lost",
        "{format} does not know {end}; the game is written as one in progress.",
        "The format tells only an end that the last position shows by itself.",
    ),
    Code(
        "L13",
        "queen on a first turn",
        "{format} allows no queen on a first turn; {move} is written as it is.",
        "The format's games are tournament games, so another program may refuse this one.",
    ),
    Code(
        "L14",
        "settings lost",
        "{format} tells no settings but the bugs; read again, the game has the settings {theirs} in place of {ours}.",
        "The format's games are all played by the same rules, so the record, read again, has other settings.",
    ),
    Code(
        "W01",
        "not UTF-8",
        "This text is not UTF-8; it was read as Windows-1252.",
        "Old programs write other encodings. The text may hold wrong letters.",
        "Save the file as UTF-8.",
    ),
    Code(
        "W02",
        "unusual spelling",
        "{word} is read as {canonical}.",
        "The word is clear, but not in the one form that is written.",
    ),
    Code(
        "W03",
        "piece renumbered",
        "{piece} is read as {name}: copies of a bug are numbered in the order in which they come into play.",
        "Some sites number the copies of a bug in another way. From here on the piece has the number that it is due.",
    ),
    Code(
        "W04",
        "queen on a first turn",
        "{piece} comes on a player's first turn, so the game is read without `tournament`.",
        "Programs of the protocol play by the tournament rule, so games from their files have that setting; this one "
        "cannot have been played by it.",
    ),
    Code(
        "W05",
        "type of game missing",
        "The file does not say which bugs are in the set; it is read as {type}, by the pieces that come.",
        "Which expansion bugs lie in hand decides whether a player must pass.",
    ),
    Code(
        "W06",
        "header incomplete",
        "This GameString has no {parts}.",
        "State and turn follow from the moves, so nothing is lost but a check of them.",
    ),
    Code(
        "W07",
        "field not read",
        "{field} is not read ({count}).",
        "The format allows this field, but a record has no place for what it says.",
    ),
    Code(
        "W08",
        "more of the kind",
        "There are more faults of this kind in the record ({kind}, {family}): the first {most} are told.",
        "A record with so many faults of one family has most of them for one reason, and to tell each would help nobody.",
        "Look at the first ones, put right what they have in common, and check again.",
    ),
    Code(
        "D01",
        "duplicate",
        "This is the game of record {number} in {file} once more.",
        "Two records of one run tell the same game: settings, start and moves are the same.",
        "Keep the one that tells more.",
    ),
)

CODES: dict[str, Code] = {row.code: row for row in _ROWS}
