"""A strong player: imagines deals that agree with all it knows, plays each out, and does what brings most points."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from games.bots.bid_model import chances
from games.bots.bidding import sensible_bids
from games.bots.cardbits import SUIT_OF, each
from games.bots.forehead import chance_after_bids, unseen_bid
from games.bots.position import Position
from games.bots.prospect import worths
from games.bots.rollout import play_out
from games.bots.rule_player import masters, rule_card
from games.bots.worlds import Worlds
from games.engine.shuffle import Random

_WORLDS = 100


def bid(position: Position, rng: Random) -> int:
    points = evaluate_bids(position, sensible_bids(position))
    return max(points, key=points.__getitem__)


def bid_unseen(position: Position, rng: Random) -> int:
    return unseen_bid(chance_after_bids(position), position)


def play(position: Position, rng: Random) -> int:
    """Departs from the rule player's card only for a card that brings more points."""
    tried = cards_to_try(position)
    if len(tried) == 1:
        return tried[0]
    points = evaluate_plays(position, rng, tried)
    return max(tried, key=points.__getitem__)


def evaluate_bids(position: Position, bids: Sequence[int]) -> dict[int, float]:
    """The points to expect from each of these bids, by what seats have taken with such holdings and bids."""
    return {bid: sum(map(mul, chances(position, bid), worths(position, bid))) for bid in bids}


def evaluate_plays(position: Position, rng: Random, cards: Sequence[int]) -> dict[int, float]:
    """The points to expect after each of these legal cards, on average over imagined deals played out."""
    seat, needed = position.seat, position.needs
    unplayed = position.holding | position.unseen
    worth = worths(position, position.bid)
    points = dict.fromkeys(cards, 0.0)
    for drawn in Worlds(position, rng).draw(_WORLDS):
        for card in cards:
            holdings, needs = drawn[:], list(needed)
            holdings[seat] ^= card
            trick = (*position.trick, card)
            play_out(holdings, needs, position.leader, trick, unplayed=unplayed ^ card, trump=position.trump)
            points[card] += worth[position.bid - needs[seat]]
    return {card: total / _WORLDS for card, total in points.items()}


def cards_to_try(position: Position) -> list[int]:
    """The rule player's card, then the other sensible ones; of cards with none of the others' between them, one."""
    others = position.unseen | sum(position.trick)
    tried: dict[tuple[int, int], int] = {}
    for card in (rule_card(position), *each(_sensible_cards(position))):
        suit = SUIT_OF[card]
        tried.setdefault((suit, others & suit & (card - 1)), card)
    return list(tried.values())


def _sensible_cards(position: Position) -> int:
    """All legal cards, but no taker for a seat that wants no more, and only takers for one that needs every trick.

    A seat for which some miss is worth more than its contract, as zero wins, may do anything.
    """
    legal, worth = position.legal_plays, worths(position, position.bid)
    if max(worth) > worth[position.bid]:
        return legal
    if position.need <= 0:
        return legal & ~position.takers or legal
    if position.need >= position.left:
        takers = position.takers if position.trick else masters(legal, position.unseen)
        return takers or legal
    return legal
