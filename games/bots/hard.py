"""A strong player: imagines deals that agree with all it knows, plays each out, and does what brings most points."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.bidding import sensible_bids
from games.bots.cardbits import SUIT_OF, each
from games.bots.estimate import expected_tricks
from games.bots.forehead import chance_after_bids, unseen_bid
from games.bots.position import Position
from games.bots.rollout import play_out
from games.bots.rule_player import masters, rule_card
from games.bots.worlds import Worlds
from games.engine.shuffle import Random

_BIDS_TRIED = 4
_WORLDS_TO_BID = 40
_WORLDS_TO_PLAY = 30


def bid(position: Position, rng: Random) -> int:
    """Tries the bids nearest to the expected tricks."""
    expected = expected_tricks(position.holding, position)
    tried = sorted(sensible_bids(position), key=lambda bid: abs(bid - expected))[:_BIDS_TRIED]
    points = evaluate_bids(position, rng, tried)
    return max(tried, key=points.__getitem__)


def bid_unseen(position: Position, rng: Random) -> int:
    return unseen_bid(chance_after_bids(position), position)


def play(position: Position, rng: Random) -> int:
    """Departs from the rule player's card only for a card that brings more points."""
    tried = cards_to_try(position)
    if len(tried) == 1:
        return tried[0]
    points = evaluate_plays(position, rng, tried)
    return max(tried, key=points.__getitem__)


def evaluate_bids(position: Position, rng: Random, bids: Sequence[int]) -> dict[int, float]:
    """The points to expect from each of these bids; seats that have not bid are taken to bid what they expect."""
    unplayed = position.holding | position.unseen
    points = dict.fromkeys(bids, 0)
    worlds = Worlds(position, rng)
    for _ in range(_WORLDS_TO_BID):
        holdings = worlds.draw()
        contracts = [
            round(expected_tricks(holding, position)) if said is None else said
            for said, holding in zip(position.bids, holdings, strict=True)
        ]
        for own in bids:
            needs = contracts[:]
            needs[position.seat] = own
            play_out(holdings[:], needs, position.leader, (), unplayed=unplayed, trump=position.trump)
            points[own] += position.worth(own, own - needs[position.seat])
    return {own: total / _WORLDS_TO_BID for own, total in points.items()}


def evaluate_plays(position: Position, rng: Random, cards: Sequence[int]) -> dict[int, float]:
    """The points to expect after each of these legal cards."""
    seat, needed = position.seat, position.needs
    unplayed = position.holding | position.unseen
    points = dict.fromkeys(cards, 0)
    worlds = Worlds(position, rng)
    for _ in range(_WORLDS_TO_PLAY):
        drawn = worlds.draw()
        for card in cards:
            holdings, needs = drawn[:], list(needed)
            holdings[seat] ^= card
            trick = (*position.trick, card)
            play_out(holdings, needs, position.leader, trick, unplayed=unplayed ^ card, trump=position.trump)
            points[card] += position.worth(position.bid, position.bid - needs[seat])
    return {card: total / _WORLDS_TO_PLAY for card, total in points.items()}


def cards_to_try(position: Position) -> list[int]:
    """The rule player's card, then the other sensible ones; of cards with none of the others' between them, one."""
    others = position.unseen | sum(position.trick)
    tried: dict[tuple[int, int], int] = {}
    for card in (rule_card(position), *each(_sensible_cards(position))):
        suit = SUIT_OF[card]
        tried.setdefault((suit, others & suit & (card - 1)), card)
    return list(tried.values())


def _sensible_cards(position: Position) -> int:
    """All legal cards, but no taker for a seat that wants no more, and only takers for one that needs every trick."""
    legal = position.legal_plays
    if position.need <= 0:
        return legal & ~position.takers or legal
    if position.need >= position.left:
        takers = position.takers if position.trick else masters(legal, position.unseen)
        return takers or legal
    return legal
