"""Why a move, a position or settings are refused: a code, its values, and one English sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter

SENTENCES: dict[str, str] = {
    # any game
    "game_over": "The game is over.",
    "no_such_side": "The sides are 1 and 2: there is no side {side}.",
    # Cubeo: placing
    "no_such_kind": "A turn places a die, walks with it or merges it: there is no kind {kind}.",
    "not_a_placement": "A die is placed with rank {rank}, on one cell.",
    "hand_empty": "All your dice are on the table.",
    "occupied": "The cell {x},{y} is taken already.",
    "not_touching_own": "A new die must touch one of your dice; {x},{y} touches none.",
    "touching_enemy": "A new die may not touch an enemy die; {x},{y} touches the one on {x2},{y2}.",
    "enclosed": "A die cannot slide to {x},{y} from outside.",
    # Cubeo: walking and merging
    "no_die": "There is no die on {x},{y}.",
    "not_yours": "The die on {x},{y} is your opponent's.",
    "wrong_rank": "The die on {x},{y} has rank {actual}, not {rank}.",
    "pinned": "The die on {x},{y} is pinned: without it the others would fall apart.",
    "same_cell": "A walk must end on another cell than it began.",
    "out_of_reach": "The die on {x},{y} cannot reach {x2},{y2} in exactly {rank:step|steps}.",
    "same_formation": "Under `strict` a walk may not end in a turned or mirrored formation.",
    "too_few_dice": "To merge you need {needed} dice on the table; you have {count}.",
    "not_adjacent": "The cells {x},{y} and {x2},{y2} do not touch, so no die can merge.",
    "no_partner": "There is no die on {x},{y} to merge into.",
    "partner_not_yours": "The die on {x},{y} is your opponent's: you cannot merge into it.",
    "cannot_leave": "The die on {x},{y} cannot slide out of the formation, so it cannot merge.",
    "gate": "The way from {x},{y} to {x2},{y2} is too narrow to slide through.",
    "no_such_rank": "No die can show {sum}: a merge must give {ranks} at most, or at least {goal}.",
    # Cubeo: loading positions
    "cell_twice": "Two dice stand on {x},{y}.",
    "two_parts": "The formation is in more than one part.",
    "too_many_dice": "Player {side} has {count} dice on the table, but only {pieces} in all.",
    "no_dice": "Player {side} has no die on the table.",
    "bad_rank": "A die cannot have rank {rank}: ranks go from 1 to {ranks}, and {goal} or more wins.",
    "rank_too_high": "No merge gives a die of rank {rank}: the highest sum is {most}.",
    "two_winners": "Two dice have reached the goal; the first would have ended the game.",
    "winner_to_move": "The side to move has a winning die, so the game ended before this turn.",
    # Hive: placing
    "no_such_piece": "There is no piece {piece} in this game's set.",
    "not_origin": "The first piece of the game is placed on 0,0.",
    "piece_of_opponent": "{piece} is your opponent's: you place only pieces of your own.",
    "placed_apart": "A new piece must touch one of your own; on {x},{y} {piece} touches none.",
    "placed_beside_enemy": "A new piece may not touch an enemy: on {x},{y} {piece} touches {enemy}.",
    "out_of_order": "Copies of a bug come in order: {sooner} before {piece}.",
    "queen_first": "In a tournament game the queen is not placed on a player's first turn.",
    "queen_due": "The queen must be placed by a player's turn {turn}: nothing else can be now.",
    # Hive: moving
    "queen_in_hand": "None of your pieces moves before your queen is placed.",
    "piece_not_yours": "{piece} is your opponent's, and no pillbug of yours can throw it.",
    "covered": "{piece} is covered by {cover}.",
    "just_moved": "{piece} was moved just before: it may not move, be thrown or throw this turn.",
    "same_place": "{piece} is on {x},{y} already: a move must end elsewhere.",
    "hive_pinned": "{piece} is pinned: without it the hive would fall apart.",
    "unreachable": "{piece} cannot get to {x},{y}.",
    "must_move": "You may pass only when you can neither place nor move a piece.",
    "not_a_pass": "A pass has neither piece nor cell.",
    # Hive: loading positions
    "stack_twice": "The cell {x},{y} is given twice.",
    "stack_empty": "The cell {x},{y} is given with no piece on it.",
    "hive_in_parts": "The hive is in more than one part.",
    "piece_twice": "{piece} is on the table twice.",
    "queen_missing": "Player {side} has more than {most} pieces on the table, but no queen.",
    "no_climber": "Only beetles and mosquitoes climb: {piece} cannot be above the ground.",
    "climbed_too_soon": "{piece} is on top of a stack, but its side's queen is still in hand.",
    "last_not_on_top": "The piece moved last, {piece}, is not on top of a stack of the hive.",
    "last_not_thrown": "The piece moved last, {piece}, belongs to the side to move; no pillbug threw it.",
    # Cubic Chess: moving
    "no_figure": "There is no figure on {origin}.",
    "figure_not_yours": "The figure on {origin} is your opponent's.",
    "own_figure_there": "One of your own figures is on {target}.",
    "figure_cannot_go": "The {figure} on {origin} cannot go to {target}.",
    "leaves_check": "After {origin}{target} your king would be in check.",
    # Cubic Chess: promoting and rebuilding
    "promotion_needed": "A pawn that reaches its last rank must promote: say to what on {target}.",
    "promotion_choice": "On {target} a pawn becomes a bishop, a rook or a queen.",
    "promotion_ends_turn": "The promotion on {target} ends the turn: nothing can be rebuilt after it.",
    "no_promotion": "Only a pawn on its last rank promotes, not a figure on {target}.",
    "reserve_short": "A {figure} takes {needed:cube|cubes} of your reserve; you have {reserve}.",
    "reserve_empty": "Your reserve is empty: there is no cube to add.",
    "no_rebuild": "A turn without a rebuild names no square for one.",
    "one_cube": "A rebuild adds or returns exactly one cube.",
    "nothing_to_rebuild": "None of your figures stands on {square} after the move.",
    "king_permanent": "The king on {square} is never added to nor dismantled.",
    "pawn_permanent": "The pawn on {square} is one cube, which is never returned.",
    "limit_pawn": "No pawn may stand on its last rank: {square} cannot hold one.",
    "limit_bishop": "You have a bishop on the colour of {square}, and may not have a second.",
    "limit_rook": "You have two rooks: there cannot be a third on {square}.",
    "limit_queen": "You have a queen: there cannot be a second on {square}.",
    "limit_king": "You have a king: there cannot be a second on {square}.",
    "king_attacked": "A king may not be built on {square}: the square is attacked.",
    # Cubic Chess: loading positions
    "not_two_sides": "Figures and reserves are given for two sides, not for {count}.",
    "no_such_square": "The squares are 0 to {most}: there is no square {square}.",
    "no_such_figure": "A figure has from 1 to {most} cubes, not {height}.",
    "reserve_negative": "Player {side} cannot have {count} cubes in reserve.",
    "round_number": "Rounds are numbered from 1, not {number}.",
    "square_twice": "Both sides have a figure on {square}.",
    "too_many_figures": "Player {side} has {count} figures, and may have {most}.",
    "too_many_cubes": "Player {side} has {count} cubes above and beside the figures, and may have {most}.",
    "too_many_of_a_figure": "Player {side} has {count} figures of height {figure}, and may have {most}.",
    "bishops_on_one_colour": "Player {side} has two bishops on squares of one colour.",
    "pawn_on_last_rank": "The pawn on {square} is on its last rank, where it must have promoted.",
    "other_in_check": "The side that is not to move is in check.",
    "no_en_passant": "There is no legal en passant capture on {square}.",
    # Cubeo: settings
    "pieces_range": "A side has from {least} to {most} dice, not {pieces}.",
    "ranks_range": "Ranks go up to a number from {least} to {most}, not {ranks}.",
    "goal_range": "With ranks up to {ranks} the goal is from {least} to {most}, not {goal}.",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """A refusal: `code` is a key of `SENTENCES`, `values` fill its sentence, `str()` tells it."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return _SENTENCES.vformat(SENTENCES[self.code], (), self.values)


class _Numbered(Formatter):
    """Fills `{count:die|dice}` with a number and the word for one or for more."""

    def format_field(self, value: object, format_spec: str) -> str:
        one, bar, more = format_spec.partition("|")
        if bar:
            return f"{value} {one if value == 1 else more}"
        return format(value, format_spec)


_SENTENCES = _Numbered()
