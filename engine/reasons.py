"""Why a move, a position or settings are refused: a code, its values, and one English sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field

SENTENCES: dict[str, str] = {
    # any game
    "game_over": "The game is over.",
    # Cubeo: placing
    "not_a_placement": "A die is placed with rank {rank}, on one cell.",
    "hand_empty": "All your dice are on the table.",
    "occupied": "There is a die on {x},{y} already.",
    "not_touching_own": "A new die must touch one of your dice; {x},{y} touches none.",
    "touching_enemy": "A new die may not touch an enemy die; {x},{y} touches the one on {x2},{y2}.",
    "enclosed": "A die cannot slide to {x},{y} from outside.",
    # Cubeo: walking and merging
    "no_die": "There is no die on {x},{y}.",
    "not_yours": "The die on {x},{y} is your opponent's.",
    "wrong_rank": "The die on {x},{y} has rank {actual}, not {rank}.",
    "pinned": "The die on {x},{y} is pinned: without it the others would fall apart.",
    "same_cell": "A walk must end on another cell than it began.",
    "out_of_reach": "The die on {x},{y} cannot reach {x2},{y2} in exactly {rank} steps.",
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
        return SENTENCES[self.code].format(**self.values)
