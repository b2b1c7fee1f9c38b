"""What players do, without HTTP: a game as a value, offers, repetition, and the log against the snapshot."""

import json
import random
from dataclasses import replace

import pytest

from engine import Line, Outcome, Side
from notation import read_move, read_position, read_settings, write_position
from server import accounts, agreement, offers, play, positions
from server.game import At, Game
from server.play import Invitation
from server.refusals import Refusal
from server.store import Transaction, games
from server.store.accounts import Account

from .api import Api
from .conftest import REPOSITORY

DRAWS = offers.KINDS["draw"]
CIRCLE = ("1,0,0->1,1", "1,1,0->0,1", "1,1,1->0,0", "1,0,1->1,0")


@pytest.fixture
def both(api: Api) -> tuple[Account, Account]:
    with api.service.database.write() as tx:
        first, second = (accounts.sign_up(tx, "-", name, None, 0) for name in ("red", "blue"))
    return first, second


def begin(tx: Transaction, both: tuple[Account, Account], *variants: str) -> Game:
    invited = play.invite(tx, both[0], Invitation("cubeo", variants, None, "1"), 0)
    accepted = play.accept(tx, invited, both[1], 0)
    assert accepted.game_id is not None
    return play.find_game(tx, accepted.game_id)


def move(
    tx: Transaction, game: Game, both: tuple[Account, Account], word: str, now: int = 0
) -> Game:
    """The player on turn moves."""
    assert game.to_move is not None
    current = play.find_playing(tx, game.id, both[game.to_move - 1].id)
    return play.submit_move(tx, current, At(game.ply), word, now=now)


def refused(game: Game, act, *given: object) -> str:
    with pytest.raises(Refusal) as caught:
        act(game, *given)
    return caught.value.code


def never(_: bytes) -> int:
    return 0


@pytest.mark.parametrize(
    "variants", [(), ("d12",), ("d8", "strict"), ("hex",), ("d14", "hex"), ("norep", "pieces=3")]
)
def test_replaying_the_log_gives_the_snapshot(api: Api, both, variants):
    chance = random.Random(len(variants))
    with api.service.database.write() as tx:
        game = begin(tx, both, *variants)
        settings = read_settings("cubeo", game.variants)
        while game.to_move is not None and game.ply < 120:
            game = move(tx, game, both, chance.choice(game.legal_words()), now=game.ply)
            positions.SHELF.__init__()  # as if another process had read the game
            assert game == play.find_game(tx, game.id)
            line = Line(read_position("cubeo", "A1@0,0 B1@1,0 A", settings))
            for number, logged in enumerate(games.log(tx, game)):
                assert (logged.side, logged.at) == (line.position.to_move, number)
                line = line.play(read_move(logged.word, line.position))
            assert game.position == write_position(line.position)
            assert game.occurrences == line.occurrences
            assert game.outcome == line.outcome()
            assert game.ply == game.version == len(line.moves)


def test_a_position_is_counted_up_to_translation_and_with_the_start(api: Api, both):
    with api.service.database.write() as tx:
        game = begin(tx, both)
        counts = []
        for word in CIRCLE * 2:
            game = move(tx, game, both, word)
            counts.append(game.occurrences)
    # The pair of dice turns about itself, so half of the circle is the start, moved.
    assert counts[3] == counts[7] - 1 == 2
    assert game.claimable()


def test_norep_takes_the_claim_away(api: Api, both):
    with api.service.database.write() as tx:
        game = begin(tx, both, "norep")
        for word in CIRCLE * 2:
            game = move(tx, game, both, word)
    assert game.occurrences == 3
    assert not game.claimable()
    assert refused(game, Game.claim_draw, Side.FIRST, At(8), 0) == "not_claimable"


def test_a_claim_is_gone_after_the_next_move(api: Api, both):
    with api.service.database.write() as tx:
        game = begin(tx, both)
        for word in (*CIRCLE * 2, "+-1,0"):
            game = move(tx, game, both, word)
    assert not game.claimable()


def test_an_action_is_judged_in_the_order_over_stale_turn_rules(api: Api, both):
    with api.service.database.write() as tx:
        game = begin(tx, both)
    judge = {"seen": None, "occurred": never, "now": 0}
    over = game.resign(Side.SECOND, At(0), 0).game
    for side, ply, word, code in [
        (Side.SECOND, 7, "nonsense", "stale_ply"),
        (Side.SECOND, 0, "nonsense", "not_your_turn"),
        (Side.FIRST, 0, "nonsense", "not_a_move"),
        (Side.FIRST, 0, "+5,5", "illegal_move"),
    ]:
        with pytest.raises(Refusal) as caught:
            game.play(side, At(ply), word, **judge)
        assert caught.value.code == code
        with pytest.raises(Refusal) as caught:
            over.play(side, At(ply), word, **judge)
        assert caught.value.code == "game_over"


def test_an_action_leaves_the_value_it_came_from_as_it_was(api: Api, both):
    with api.service.database.write() as tx:
        game = begin(tx, both)
    before = repr(game)
    game.play(Side.FIRST, At(0), "+0,1", seen=None, occurred=never, now=9)
    offers.offer(game, Side.FIRST, At(0), DRAWS, now=9)
    game.resign(Side.FIRST, At(0), 9)
    assert repr(game) == before


@pytest.mark.parametrize(
    ("offered_at", "seen", "left"),
    [
        ("before the move", None, 0),  # made with or before the opponent's last move
        ("before the move", 1, 0),
        ("before the move", 0, 1),
        ("after the move", None, 1),
        ("after the move", 1, 1),
        ("after the move", 2, 0),
    ],
)
def test_a_move_declines_the_offers_that_its_maker_can_have_known_of(
    api: Api, both, offered_at: str, seen: int | None, left: int
):
    with api.service.database.write() as tx:
        game = begin(tx, both)
    early = offered_at == "before the move"
    if early:
        game = offers.offer(game, Side.FIRST, At(0), DRAWS, now=0).game
    game = game.play(Side.FIRST, At(0), "+-1,0", seen=None, occurred=never, now=0).game
    if not early:
        game = offers.offer(game, Side.FIRST, At(1), DRAWS, now=0).game
    assert len(game.offers) == 1
    change = game.play(Side.SECOND, At(1), "+2,0", seen=seen, occurred=never, now=0)
    assert len(change.game.offers) == left
    assert [event.kind for event in change.events] == ["draw_declined"] * (1 - left)


def test_a_move_never_declines_the_movers_own_offer(api: Api, both):
    with api.service.database.write() as tx:
        game = begin(tx, both)
    game = offers.offer(game, Side.FIRST, At(0), DRAWS, now=0).game
    after = game.play(Side.FIRST, At(0), "+-1,0", seen=1, occurred=never, now=0).game
    assert after.offers == game.offers


def test_what_is_not_a_move_is_kept_in_the_second_log(api: Api, both):
    with api.service.database.write() as tx:
        game = begin(tx, both)
        playing = play.find_playing(tx, game.id, both[0].id)
        agreement.ACTIONS["draw-offer"](tx, playing, At(0), 5)
        answering = play.find_playing(tx, game.id, both[1].id)
        agreement.ACTIONS["draw-accept"](tx, answering, At(0), 6)
        kept = tx.all("SELECT game_id, version, ply, kind, side, at FROM events ORDER BY id")
    assert kept == [(1, 1, 0, "draw_offered", 1, 5), (1, 2, 0, "draw_accepted", 2, 6)]


def test_positions_are_read_once_and_no_more_of_them_kept_than_was_said():
    shelf = positions.Shelf(kept=2)
    texts = ["A1@0,0 B1@1,0 A", "A1@0,0 B1@1,0 B", "A1@0,0 B2@1,0 A"]
    first = shelf.read("cubeo", (), texts[0])
    assert shelf.read("cubeo", (), texts[0]) is first
    for text in texts[1:]:
        assert write_position(shelf.read("cubeo", (), text)) == text
    assert shelf.read("cubeo", (), texts[0]) is not first


@pytest.fixture(scope="module")
def forced() -> Game:
    """A game of Hive in which the player on turn can only pass."""
    for text in (REPOSITORY / "tests/data/hive/games.jsonl").read_text().splitlines():
        words = json.loads(text)["gamestring"].split(";")[3:]
        if "pass" in words:
            accounts = Account(1, "red"), Account(2, "blue")
            game = play.begin("hive", (), accounts, 0)
            for ply, word in enumerate(words[: words.index("pass")]):
                assert game.to_move is not None
                judge = {"seen": None, "occurred": never, "now": 0}
                game = game.play(game.to_move, At(ply), word, **judge).game
            return game
    raise LookupError


def test_a_player_who_can_only_pass_passes(forced: Game):
    assert forced.legal_words() == ["pass"]
    assert forced.to_move is not None
    after = forced.play(
        forced.to_move, At(forced.ply), "pass", seen=None, occurred=never, now=0
    ).game
    assert after.status == "active"
    assert after.to_move is forced.to_move.other


def test_a_pass_that_answers_a_pass_ends_the_game(forced: Game):
    answering = replace(forced, last_move="pass")
    assert answering.to_move is not None
    after = answering.play(
        answering.to_move, At(answering.ply), "pass", seen=None, occurred=never, now=0
    ).game
    assert after.status == "finished"
    assert after.outcome == Outcome(None, "repetition")


def test_a_third_occurrence_ends_a_game_whose_rules_say_so(forced: Game):
    assert forced.to_move is not None
    ended = forced.play(
        forced.to_move, At(forced.ply), "pass", seen=None, occurred=lambda _: 2, now=0
    ).game
    assert (ended.status, ended.occurrences, ended.to_move) == ("finished", 3, None)
    assert ended.outcome == Outcome(None, "repetition")
