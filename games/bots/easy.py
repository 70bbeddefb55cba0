"""A beginner: counts honours and trumps by their names, plays high to win, and never asks what is still out."""

from __future__ import annotations

from games.bots.bidding import nearest_bid, sensible_bids
from games.bots.cardbits import each, highest, lowest, rank_of
from games.bots.forehead import chance_to_win
from games.bots.position import Position
from games.engine.cards import RANKS
from games.engine.shuffle import Random

_HONOURS = {RANKS.index("A"): 0.8, RANKS.index("K"): 0.4}
_TRUMP = 0.5


def bid(position: Position, rng: Random) -> int:
    expected = sum(_count(card, position.trump) for card in each(position.holding))
    return nearest_bid(sensible_bids(position), expected)


def bid_unseen(position: Position, rng: Random) -> int:
    return nearest_bid(position.legal_bids, chance_to_win(position))


def play(position: Position, rng: Random) -> int:
    if position.need > 0:
        return highest(position.legal_plays)
    losers = position.legal_plays & ~position.takers
    return highest(losers) if position.trick and losers else lowest(position.legal_plays)


def _count(card: int, trump: int) -> float:
    """The tricks a beginner sees in a card."""
    return max(_HONOURS.get(rank_of(card), 0.0), _TRUMP if card & trump else 0.0)
