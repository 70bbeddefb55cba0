"""A steady player: expects tricks by the tables, bids for the points, plays by rules of thumb."""

from __future__ import annotations

from games.bots.bidding import best_bid, sensible_bids
from games.bots.estimate import expected_tricks
from games.bots.forehead import chance_to_win, unseen_bid
from games.bots.position import Position
from games.bots.rule_player import rule_card
from games.engine.shuffle import Random


def bid(position: Position, rng: Random) -> int:
    expected = expected_tricks(position.holding, position)
    return best_bid(sensible_bids(position), expected, position.size, position.worth)


def bid_unseen(position: Position, rng: Random) -> int:
    return unseen_bid(chance_to_win(position), position)


def play(position: Position, rng: Random) -> int:
    return rule_card(position)
