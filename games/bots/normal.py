"""A steady player: bids the tricks the tables expect and plays by rules of thumb."""

from __future__ import annotations

from games.bots.bidding import nearest_bid, sensible_bids
from games.bots.estimate import expected_tricks
from games.bots.forehead import chance_to_win, unseen_bid
from games.bots.position import Position
from games.bots.rule_player import rule_card
from games.engine.shuffle import Random

# A trick too many is easier to shed than a missing one is to find.
_CAUTION = 0.15


def bid(position: Position, rng: Random) -> int:
    return nearest_bid(sensible_bids(position), expected_tricks(position.holding, position) - _CAUTION)


def bid_unseen(position: Position, rng: Random) -> int:
    return unseen_bid(chance_to_win(position), position)


def play(position: Position, rng: Random) -> int:
    return rule_card(position)
