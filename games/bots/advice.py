"""What to do in a seat's place and why, as data: games/rendering puts it into words.

The points are those that the strong bot goes by, so the advice is as honest as the bots: from the seat's view alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.bots.bidding import sensible_bids, sure_tricks
from games.bots.cardbits import SUIT_OF, card_of, each
from games.bots.estimate import expected_tricks
from games.bots.forehead import chance_after_bids, hope
from games.bots.hard import cards_to_try, evaluate_bids, evaluate_plays
from games.bots.position import Position, winning_card
from games.bots.rule_player import masters
from games.engine.actions import Bid, Play
from games.engine.cards import Card
from games.engine.shuffle import Random
from games.engine.state import Phase
from games.engine.view import SeatView


class Reason(StrEnum):
    """Why an action is advised, and what its `amount` counts."""

    CHANCE = "chance"  # that the card on one's own forehead takes the trick, 0 to 1
    HOOKED = "hooked"  # the number that would be best and may not be said
    SURE = "sure"  # tricks that the trumps take whatever anybody plays
    EXPECTED = "expected"  # tricks that such a holding takes
    UNSEEN = "unseen"
    ONLY_ONE = "only_one"
    LEAD_BEATEN = "lead_beaten"  # cards still out that beat the one led in its suit
    LEAD_MASTER = "lead_master"  # tricks still needed
    LEAD_FOR_ALL = "lead_for_all"  # tricks still needed, which is every one left
    LEAD_WAITING = "lead_waiting"  # tricks still needed
    UNDER = "under"
    DISCARD = "discard"
    FORCED = "forced"
    TAKE = "take"  # tricks still needed
    KEEP = "keep"  # tricks still needed
    LET_GO = "let_go"  # tricks still needed


@dataclass(frozen=True, slots=True)
class Advice:
    """`action` is advised. `points`: what each legal bid, or each legal card, is expected to bring, with the worth of
    the run it leaves, in rising order; no card for one that may not be seen. `reason` with its `amount`, 0 where it
    counts nothing. `best`: the card that takes the trick on the table so far.
    """

    action: Bid | Play
    points: tuple[tuple[int, float], ...] | tuple[tuple[Card, float], ...]
    reason: Reason
    amount: float = 0
    best: Card | None = None


def advise(view: SeatView, rng: Random) -> Advice:
    """What the viewer, who is to act, should do; ValueError when it is not to act.

    The same for the same view and random source, on any machine.
    """
    position = Position.of(view)
    if view.phase is Phase.BIDDING:
        return _advise_unseen_bid(position) if position.is_forehead else _advise_bid(position)
    if position.is_forehead:
        return Advice(Play(position.seat, None), (), Reason.UNSEEN)
    return _advise_card(position, rng)


def _advise_unseen_bid(position: Position) -> Advice:
    chance = chance_after_bids(position)
    points = {bid: hope(bid, chance, position) for bid in position.legal_bids}
    return Advice(Bid(position.seat, _best(points)), tuple(points.items()), Reason.CHANCE, chance)


def _advise_bid(position: Position) -> Advice:
    points = evaluate_bids(position, range(position.size + 1))
    sensible = sensible_bids(position)
    bid = _best({bid: points[bid] for bid in sensible})
    wish = _best({wish: worth for wish, worth in points.items() if wish in sensible or wish not in position.legal_bids})
    sure = sure_tricks(position.holding, position.unseen, position.trump)
    if wish != bid:
        reason, amount = Reason.HOOKED, float(wish)
    elif bid and bid == sure:
        reason, amount = Reason.SURE, float(sure)
    else:
        reason, amount = Reason.EXPECTED, max(0.0, expected_tricks(position.holding, position))
    return Advice(Bid(position.seat, bid), tuple((bid, points[bid]) for bid in position.legal_bids), reason, amount)


def _advise_card(position: Position, rng: Random) -> Advice:
    points = evaluate_plays(position, rng, list(each(position.legal_plays)))
    card = _best({card: points[card] for card in cards_to_try(position)})
    reason, amount = _why_to_follow(card, position) if position.trick else _why_to_lead(card, position)
    best = winning_card(position.trick, position.trump)
    return Advice(
        Play(position.seat, card_of(card)),
        tuple(sorted((card_of(card), worth) for card, worth in points.items())),
        Reason.ONLY_ONE if len(points) == 1 else reason,
        amount,
        card_of(best) if best else None,
    )


def _why_to_lead(card: int, position: Position) -> tuple[Reason, float]:
    if position.need <= 0:
        return Reason.LEAD_BEATEN, (position.unseen & SUIT_OF[card] & -card).bit_count()
    if card & masters(position.holding, position.unseen):
        return Reason.LEAD_MASTER, position.need
    return Reason.LEAD_FOR_ALL if position.need >= position.left else Reason.LEAD_WAITING, position.need


def _why_to_follow(card: int, position: Position) -> tuple[Reason, float]:
    takes = card & position.takers
    if position.need <= 0:
        if takes:
            return Reason.FORCED, 0
        return Reason.UNDER if card & (position.led | position.trump) else Reason.DISCARD, 0
    if takes:
        return Reason.TAKE, position.need
    return Reason.LET_GO if position.takers else Reason.KEEP, position.need


def _best(points: Mapping[int, float]) -> int:
    return max(points, key=points.__getitem__)
