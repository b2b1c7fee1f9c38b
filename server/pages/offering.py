"""How the pages speak of offers: what each kind is called, and what a reader can do about it now."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Side
from server.game import ACTIVE, DRAW, Game
from server.offers import KINDS, PAUSE, REMATCH, TAKEBACK


@dataclass(frozen=True, slots=True)
class Speech:
    """The sentences and labels of a kind, `brief` for lists; `sure` when accepting is asked for twice."""

    brief: str
    theirs: str
    mine: str
    offer: str
    accept: str
    decline: str
    sure: bool = False


SPEECH = {
    DRAW: Speech(
        "Your opponent offers a draw.",
        "Your opponent offers a draw. Playing a move declines it.",
        "You have offered a draw.",
        "Offer a draw",
        "Accept the draw …",
        "Decline the draw",
        sure=True,
    ),
    TAKEBACK: Speech(
        "Your opponent asks to take moves back.",
        "Your opponent asks to take moves back, to the position after ply {term}. "
        "Playing a move declines it.",
        "You have asked to take moves back, to the position after ply {term}.",
        "Ask to take my last move back",
        "Allow the takeback",
        "Do not allow the takeback",
    ),
    PAUSE: Speech(
        "Your opponent asks for a pause.",
        "Your opponent asks for a pause: no time would run until one of you ends it. "
        "Playing a move declines it.",
        "You have asked for a pause.",
        "Ask for a pause",
        "Agree to the pause",
        "Decline the pause",
    ),
    REMATCH: Speech(
        "Your opponent offers another game.",
        "Your opponent offers another game, with the seats swapped.",
        "You have offered another game.",
        "Offer another game",
        "Accept another game",
        "Decline another game",
    ),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """A kind of offer as it stands for a reader: to answer, made by him, or free to make."""

    kind: str
    speech: Speech
    by_me: bool = False
    to_me: bool = False
    sentence: str = ""

    @property
    def free(self) -> bool:
        """Whether the reader can make such an offer."""
        return not self.by_me and not self.to_me


def stand(game: Game, mine: Side | None, has_moved: bool) -> tuple[Standing, ...]:
    """What a player can do about each kind of offer now; nothing for a spectator."""
    if mine is None or game.imported:
        return ()
    kinds = [kind for kind in KINDS.values() if kind.when_over is (game.status != ACTIVE)]
    found = [_stand(game, mine, kind.name) for kind in kinds]
    barred = _barred(game, has_moved)
    return tuple(each for each in found if not (each.free and each.kind in barred))


def to_answer(game: Game, mine: Side | None) -> tuple[Standing, ...]:
    """The opponent's open offers, which wait for the player's answer; none for a spectator."""
    return tuple(each for each in stand(game, mine, has_moved=True) if each.to_me)


def _stand(game: Game, mine: Side, kind: str) -> Standing:
    speech = SPEECH[kind]
    offer = next((each for each in game.offers if each.kind == kind), None)
    if offer is None:
        return Standing(kind, speech)
    if offer.by is mine:
        return Standing(kind, speech, by_me=True, sentence=speech.mine.format(term=offer.term))
    return Standing(kind, speech, to_me=True, sentence=speech.theirs.format(term=offer.term))


def _barred(game: Game, has_moved: bool) -> set[str]:
    """Kinds that nobody could offer now."""
    barred = set()
    if not has_moved:
        barred.add(TAKEBACK)
    if game.clock.paused is not None:
        barred.add(PAUSE)
    if game.rematch is not None:
        barred.add(REMATCH)
    return barred
