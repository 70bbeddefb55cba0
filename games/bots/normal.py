"""A steady player: bids the tricks the tables expect and plays by rules of thumb."""

from __future__ import annotations

from games.bots.bidding import nearest_bid, sensible_bids
from games.bots.estimate import expected_tricks
from games.bots.forehead import chance_to_win, unseen_bid
from games.bots.position import Position
from games.bots.rule_player import rule_card
from games.engine.shuffle import Random


def bid(position: Position, rng: Random) -> int:
    return nearest_bid(sensible_bids(position), expected_tricks(position.holding, position))


def bid_unseen(position: Position, rng: Random) -> int:
    return unseen_bid(chance_to_win(position), position)


def play(position: Position, rng: Random) -> int:
    return rule_card(position)
