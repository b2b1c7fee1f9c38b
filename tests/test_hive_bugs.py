"""How Hive's bugs are placed, move and are thrown: a case a rule, and the faults that other engines had."""

from engine import HivePosition, HiveSettings, Side
from engine.hive import PASS
from notation.hive import read_word, write_position

from .hive_text import piece_named, table, words_of


def refused(position: HivePosition, word: str) -> str:
    """The code of the reason why a move is not legal."""
    reason = position.why_illegal(read_word(word, position))
    assert reason is not None
    return reason.code


# Placing


def test_the_first_pieces_are_placed_beside_each_other() -> None:
    start = HivePosition.start(HiveSettings())
    assert words_of(start) == {"wA1", "wB1", "wG1", "wQ", "wS1"}
    assert words_of(HivePosition.start(HiveSettings(tournament=True))) == words_of(start) - {"wQ"}
    second = table("wS1@0,0 b wS1")
    assert words_of(second, "bG1") == {
        *("bG1 -wS1", "bG1 /wS1", "bG1 \\wS1", "bG1 wS1-", "bG1 wS1/", "bG1 wS1\\"),
    }
    assert len(second.legal_moves()) == 5 * 6
    assert len(table("wS1@0,0 b wS1", "tournament").legal_moves()) == 4 * 6


def test_a_stack_has_the_colour_of_its_top_for_placing() -> None:
    # white's beetle stands on black's spider: white may place beside it, black may not
    text = "wQ@-1,0 wS1@0,0 bS1.wB1@1,0 bQ@2,0 bG1@3,0"
    assert "wA1 \\wB1" in words_of(table(f"{text} w -"))
    assert refused(table(f"{text} b -"), "bA1 wB1\\") == "placed_beside_enemy"
    assert refused(table(f"{text} b -"), "bA1 wB1/") == "placed_beside_enemy"


def test_who_has_all_pieces_covered_places_none() -> None:
    for text in ("wQ.bB1@0,0 bQ@1,0 bB2@-1,0 w -", "wS1.bB1@0,0 bQ@1,0 w -"):
        assert table(text).legal_moves() == (PASS,)
    assert refused(table("wS1.bB1@0,0 bQ@1,0 w -"), "wA1 bB1") == "occupied"


def test_placement_ignores_gates() -> None:
    # five pieces round 0,0, and the way in between two of them
    ring = "wQ@1,0 wS1@0,1 wS2@-1,1 wG1@-1,0 wG2@0,-1 bQ@2,-1 bG1@3,-1"
    assert "wA1 wG2\\" in words_of(table(f"{ring} w -"))
    assert refused(table(f"{ring} wA1@-2,0 w -"), "wA1 wG2\\") == "unreachable"


def test_the_queen_is_placed_by_the_fourth_turn_and_nothing_moves_before() -> None:
    third = table("wS1@0,0 bS1@1,0 wG1@-1,0 bG1@2,0 w -")
    assert {word.split(" ")[0] for word in words_of(third)} == {"wQ", "wS2", "wB1", "wG2", "wA1"}
    fourth = table("wS1@0,0 bS1@1,0 wG1@-1,0 bG1@2,0 wA1@-2,0 bQ@3,0 w -")
    assert {word.split(" ")[0] for word in words_of(fourth)} == {"wQ"}


def test_whether_the_enemy_s_queen_is_down_does_not_matter() -> None:
    assert words_of(table("wQ@0,0 bS1@1,0 wG1@-1,0 bG1@2,0 w -"), "wG1") == {"wG1 bG1-"}


# Moving


def test_pieces_are_pinned_while_the_other_queen_is_still_in_hand() -> None:
    position = table("wQ@0,0 wS1@-1,0 bS1@1,0 bG1@2,0 w -")
    assert words_of(position, "wQ") == set()
    assert position.is_pinned(piece_named("wQ"))


CUP = "bG2@1,-1 wQ@0,0 wG1@-1,1 wG2@-1,2 bQ@0,2 bG1@1,2"


def test_a_spider_takes_three_steps_either_way_also_through_a_gap() -> None:
    # from one side of the mouth of a cup: round the back, or through the cup to the other side
    assert words_of(table(f"{CUP} wS1@2,-1 w -"), "wS1") == {"wS1 -bG2", "wS1 \\bG1"}


def test_a_spider_that_begins_inside_a_gap_comes_out_both_ways() -> None:
    assert words_of(table(f"{CUP} wS1@0,1 w -"), "wS1") == {"wS1 bG1-", "wS1 bG2/"}


def test_a_beetle_on_a_stack_is_never_pinned() -> None:
    position = table("wQ@-1,0 bS1.wB1@0,0 bQ@1,0 bG1@2,0 w -")
    assert words_of(position, "wB1") == {
        *("wB1 wQ", "wB1 bQ", "wB1 wQ\\", "wB1 \\bS1", "wB1 \\bQ", "wB1 bS1\\"),
    }


def test_a_beetle_may_not_pass_between_two_higher_stacks() -> None:
    text = "wB1@0,0 bS1.bB1@1,0 bQ@1,-1 bS2.bB2@0,-1 wQ@2,0"
    assert refused(table(f"{text} w -"), "wB1 bQ") == "unreachable"
    one_lower = table(text.replace("bS2.bB2", "bB2") + " w -")
    assert "wB1 bQ" in words_of(one_lower)


def test_a_ladybug_may_not_pass_a_gate_between_stacks() -> None:
    # two steps on top lead to black's queen; the way down is between two stacks
    text = "wL@0,0 wQ@1,0 bQ@2,0 bS1.bB1@3,-1 bS2.bB2@2,1"
    assert refused(table(f"{text} w -", "L"), "wL bQ-") == "unreachable"
    one_lower = table(text.replace("bS2.bB2", "bB2") + " w -", "L")
    assert "wL bB1\\" in words_of(one_lower)


def test_a_grasshopper_jumps_over_stacks_as_over_one_cell_and_through_gates() -> None:
    position = table("wQ@0,1 wG1@0,0 bS1.bB1@1,0 bQ@2,0 bG1@2,1 bG2@3,-1 w -")
    assert words_of(position, "wG1") == {"wG1 bG2\\", "wG1 wQ\\"}


def test_a_mosquito_has_each_move_once_that_several_bugs_give_it() -> None:
    # it touches an ant and a queen, who would both take it to the next cells
    position = table("wQ@0,0 bQ@1,0 wA1@-1,0 wM@-1,1 w -", "M")
    moves = [move for move in position.legal_moves() if move.piece == piece_named("wM")]
    assert len(moves) == len(set(moves)) == 9


def test_a_mosquito_that_touches_only_mosquitoes_stays() -> None:
    assert words_of(table("wQ@-2,0 bQ@-1,0 bM@0,0 wM@1,0 w -", "M"), "wM") == set()


def test_a_mosquito_on_the_hive_moves_as_a_beetle_only() -> None:
    position = table("wQ@-1,0 wA1.wM@0,0 bA1@1,0 bQ@2,0 w -", "M")
    assert words_of(position, "wM") == {
        *("wM wQ", "wM bA1", "wM \\wA1", "wM \\bA1", "wM wA1\\", "wM wQ\\"),
    }


# Throwing


def test_a_pillbug_throws_over_itself_to_any_cell_beside_it() -> None:
    position = table("wQ@-1,0 wS1@0,0 bP@1,0 bQ@2,0 wA1@1,-1 b -", "P")
    assert words_of(position, "wA1") == {"wA1 \\bQ", "wA1 bP\\", "wA1 wS1\\"}
    after = position.apply(read_word("wA1 bP\\", position))
    assert write_position(after) == "wQ@-1,0 wS1@0,0 bP@1,0 bQ@2,0 wA1@1,1 w wA1"
    assert after.to_move is Side.FIRST


def test_a_thrown_piece_neither_moves_nor_is_thrown_the_turn_after() -> None:
    text = "wQ@-1,0 wS1@0,0 bP@1,0 bQ@2,0 wP@0,1 wA1@1,1 w"
    assert words_of(table(f"{text} wA1", "P"), "wA1") == set()
    assert refused(table(f"{text} wA1", "P"), "wA1 bQ\\") == "just_moved"
    assert words_of(table(f"{text} -", "P"), "wA1")


def test_a_thrown_pillbug_does_not_throw_the_turn_after() -> None:
    text = "wQ@-1,0 wP@0,0 bP@1,0 bQ@2,0 wA1@0,-1 bG1@-1,1 w"
    assert words_of(table(f"{text} -", "P"), "bG1") == {"bG1 \\bP", "bG1 wP\\"}
    assert words_of(table(f"{text} wP", "P"), "bG1") == set()


def test_the_piece_that_the_opponent_has_just_moved_is_not_thrown() -> None:
    text = "wQ@-1,0 wS1@0,0 bP@1,0 bQ@2,0 wA1@1,-1 b"
    assert words_of(table(f"{text} -", "P"), "wA1")
    assert words_of(table(f"{text} wA1", "P"), "wA1") == set()


def test_a_pinned_pillbug_throws_all_the_same() -> None:
    position = table("wQ@-1,0 wP@0,0 bQ@1,0 bS1@2,0 bG1@-1,1 w -", "P")
    assert position.is_pinned(piece_named("wP"))
    assert words_of(position, "bG1") == {"bG1 \\bQ", "bG1 wP\\", "bG1 \\wP"}


def test_a_mosquito_beside_a_pillbug_throws_too() -> None:
    text = "wQ@-1,0 wM@0,0 bP@1,0 bQ@2,0 bA1@0,-1 bS1@1,-1 w -"
    assert words_of(table(text, "MP"), "bA1") == {"bA1 wM\\", "bA1 wQ\\"}
    assert words_of(table(text.replace("bP", "bS2"), "M"), "bA1") == set()


def test_a_piece_whose_lifting_breaks_the_hive_is_not_thrown() -> None:
    position = table("wQ@-2,0 wS1@-1,0 wP@0,0 bQ@1,0 w -", "P")
    assert position.is_pinned(piece_named("wS1"))
    assert words_of(position, "wS1") == set()


def test_no_piece_is_thrown_from_a_stack_nor_past_a_gate_of_stacks() -> None:
    stacked = table("wQ@-1,0 wP@0,0 bQ@1,0 bS1.bB1@0,-1 bS2@1,-1 w -", "P")
    assert words_of(stacked, "bB1") == set()
    gate = "wQ@0,1 wP@0,0 bS1.bB1@-1,0 bQ@0,-1 bS2.bB2@1,-1 bG1@2,-1 w -"
    assert words_of(table(gate, "P"), "bQ") == set()
    assert words_of(table(gate.replace("bS1.bB1", "bB1").replace("bS2", "bS1"), "P"), "bQ")
