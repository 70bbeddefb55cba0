"""The bots: `choose(view, rng, level)` gives the action of a bot that sees what the seat sees and nothing else."""

from enum import StrEnum

from games.engine.actions import Bid, Play
from games.engine.resample import Random
from games.engine.view import SeatView


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


def choose(view: SeatView, rng: Random, level: Level) -> Bid | Play:
    """Stands in until the players are written: any legal action."""
    hand = view.hand
    assert hand is not None and view.viewer is not None
    if hand.legal_bids:
        return Bid(view.viewer, hand.legal_bids[rng.below(len(hand.legal_bids))])
    if hand.plays_unseen:
        return Play(view.viewer, None)
    return Play(view.viewer, hand.legal_plays[rng.below(len(hand.legal_plays))])
