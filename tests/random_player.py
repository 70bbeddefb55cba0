"""Plays anything that is allowed: the player of tests that are about the rules and not about playing well."""

from games.engine.actions import Bid, Play
from games.engine.record import Holder, SeatRecord
from games.engine.shuffle import Random
from games.engine.view import SeatView
from games.practice import Player


def choose_at_random(view: SeatView, rng: Random) -> Bid | Play:
    assert view.viewer is not None
    assert view.hand is not None
    if view.hand.plays_unseen:
        return Play(view.viewer, None)
    if view.hand.legal_plays:
        return Play(view.viewer, view.hand.legal_plays[rng.below(len(view.hand.legal_plays))])
    return Bid(view.viewer, view.hand.legal_bids[rng.below(len(view.hand.legal_bids))])


def random_players(count: int) -> list[Player]:
    return [Player(SeatRecord(f"Player {seat}", Holder.BOT, "random"), choose_at_random) for seat in range(count)]
