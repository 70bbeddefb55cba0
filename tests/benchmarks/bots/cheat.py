"""A player that sees every card, to bound what an honest one can reach: it knows the seed of the deals.

It stands in the tests alone. What it cannot see is how the others will bid and play: it takes them for rule players.
"""

from __future__ import annotations

from games.bots.cardbits import card_of, each, mask_of
from games.bots.estimate import expected_tricks
from games.bots.position import Position
from games.bots.rollout import play_out
from games.engine.actions import Bid, Play
from games.engine.apply import deal_out
from games.engine.shuffle import Random, deal_order
from games.engine.view import SeatView


def cheat(view: SeatView, rng: Random, *, seed: bytes) -> Bid | Play:
    """The action after which the hand, played out as the cards lie, brings most points."""
    position = Position.of(view)
    holdings = holdings_of(view, position, seed)
    if position.legal_bids:
        return Bid(position.seat, max(position.legal_bids, key=lambda bid: _points_of_bid(bid, position, holdings)))
    if position.is_forehead:
        return Play(position.seat, None)
    cards = each(position.legal_plays)
    return Play(position.seat, card_of(max(cards, key=lambda card: _points_of_card(card, position, holdings))))


def holdings_of(view: SeatView, position: Position, seed: bytes) -> list[int]:
    """The cards that every seat still holds, by seat, in masks."""
    assert view.hand is not None
    order = deal_order(seed, view.hand.number, view.players)
    dealt = deal_out(order, view.hand.size, view.hand.dealer, view.players)
    return [mask_of(cards) & ~played for cards, played in zip(dealt, position.played, strict=True)]


def _points_of_bid(bid: int, position: Position, holdings: list[int]) -> int:
    needs = [
        round(expected_tricks(holding, position)) if said is None else said
        for said, holding in zip(position.bids, holdings, strict=True)
    ]
    needs[position.seat] = bid
    return _points_at_the_end(bid, position, holdings, needs, ())


def _points_of_card(card: int, position: Position, holdings: list[int]) -> int:
    after = holdings[:]
    after[position.seat] ^= card
    return _points_at_the_end(position.bid, position, after, list(position.needs), (*position.trick, card))


def _points_at_the_end(
    bid: int, position: Position, holdings: list[int], needs: list[int], trick: tuple[int, ...]
) -> int:
    unplayed = sum(holdings)
    play_out(holdings[:], needs, position.leader, trick, unplayed=unplayed, trump=position.trump)
    return position.worth(bid, bid - needs[position.seat])
