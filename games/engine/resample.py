"""Deals the unseen cards anew, consistently with a view: the leak test's second world, the bots' imagination."""

from __future__ import annotations

from games.engine.cards import CARDS, Card, CardSet, Suit, deck
from games.engine.shuffle import Random, shuffled
from games.engine.state import Hand, MatchState, Trick
from games.engine.view import HandView, SeatView


def lacking(hand: HandView, players: int) -> tuple[frozenset[Suit], ...]:
    """The suits each seat has shown to be without: by not following, and then by not playing a trump."""
    without: list[set[Suit]] = [set() for _ in range(players)]
    for trick in _tricks(hand):
        for place, card in enumerate(trick.cards):
            led = trick.cards[0].suit
            if card.suit is led:
                continue
            seat = (trick.leader + place) % players
            without[seat].add(led)
            if hand.trump and card.suit is not hand.trump:
                without[seat].add(hand.trump)
    return tuple(map(frozenset, without))


def sample_holdings(view: SeatView, rng: Random) -> tuple[CardSet, ...]:
    """A random holding for every seat, by seat, that agrees with everything the viewer knows.

    Cards the viewer sees stay where they are; a seat that has shown to lack a suit gets none of it. Every such deal
    may come up, and all are equally likely while at most one seat has shown to lack a suit. When several have, the
    deals are not quite equally likely: the seat that lacks most is dealt to first, without weighing in how many ways
    the rest can then be dealt. ValueError when no hand is dealt.
    """
    hand = view.hand
    if hand is None:
        raise ValueError("no hand is dealt")
    known = [CardSet.of(() if card is None else (card,)) for card in hand.foreheads]
    if view.viewer is not None:
        known[view.viewer] = CardSet.of(hand.holding)
    wanted = [left - len(held) for left, held in zip(hand.cards_left, known, strict=True)]
    allowed = [_allowed(suits) for suits in lacking(hand, view.players)]
    unseen = _unseen(hand, known, view.players)
    dealt = _deal_unseen(shuffled(unseen, rng), wanted, allowed)
    return tuple(held | CardSet.of(new) for held, new in zip(known, dealt, strict=True))


def resample(view: SeatView, rng: Random) -> MatchState:
    """A whole state that gives this viewer the same view, with the unseen cards dealt anew."""
    return MatchState(
        rules=view.rules,
        players=view.players,
        first_dealer=(view.next_dealer - view.hands_done) % view.players,
        standings=view.standings,
        hands_done=view.hands_done,
        hand=_hand_anew(view, view.hand, rng) if view.hand else None,
    )


def _hand_anew(view: SeatView, hand: HandView, rng: Random) -> Hand:
    holdings = sample_holdings(view, rng)
    played = _played(hand, view.players)
    return Hand(
        number=hand.number,
        size=hand.size,
        dealer=hand.dealer,
        dealt=tuple((*cards, *shuffled(held, rng)) for cards, held in zip(played, holdings, strict=True)),
        turnup=hand.turnup,
        holdings=holdings,
        bids=tuple(bid for seat in hand.bidders if (bid := hand.bids[seat]) is not None),
        tricks=hand.tricks,
        trick=hand.trick,
        taken=hand.taken,
        scores=hand.scores,
    )


def _tricks(hand: HandView) -> tuple[Trick, ...]:
    return (*hand.tricks, hand.trick) if hand.trick else hand.tricks


def _played(hand: HandView, players: int) -> list[list[Card]]:
    """The cards each seat has played, in order."""
    played: list[list[Card]] = [[] for _ in range(players)]
    for trick in _tricks(hand):
        for place, card in enumerate(trick.cards):
            played[(trick.leader + place) % players].append(card)
    return played


def _unseen(hand: HandView, known: list[CardSet], players: int) -> CardSet:
    unseen = CardSet.of(deck(players))
    for held in known:
        unseen -= held
    for trick in _tricks(hand):
        unseen -= CardSet.of(trick.cards)
    return unseen if hand.turnup is None else unseen.without(hand.turnup)


def _allowed(lacked: frozenset[Suit]) -> CardSet:
    allowed = CardSet.of(CARDS)
    for suit in lacked:
        allowed -= allowed.of_suit(suit)
    return allowed


def _deal_unseen(spare: list[Card], wanted: list[int], allowed: list[CardSet]) -> list[list[Card]]:
    """Deals each seat `wanted` cards out of its `allowed` ones, from the front of `spare`, which it uses up."""
    dealt: list[list[Card]] = [[] for _ in wanted]
    for seat in sorted(range(len(wanted)), key=lambda seat: len(allowed[seat])):
        for _ in range(wanted[seat]):
            if not _give(seat, dealt, spare, allowed, frozenset({seat})):
                raise ValueError("no deal agrees with this view")
    return dealt


def _give(seat: int, dealt: list[list[Card]], spare: list[Card], allowed: list[CardSet], asked: frozenset[int]) -> bool:
    """Gives a seat one more card: the first spare one it may hold, or else one of another seat that can get another.

    `asked` are the seats of the chain so far. As chains of any length are tried (an augmenting path), a card is found
    whenever some deal exists.
    """
    for place, card in enumerate(spare):
        if card in allowed[seat]:
            dealt[seat].append(spare.pop(place))
            return True
    for other, held in enumerate(dealt):
        if other in asked:
            continue
        fitting = next((card for card in held if card in allowed[seat]), None)
        if fitting is not None and _give(other, dealt, spare, allowed, asked | {other}):
            held.remove(fitting)
            dealt[seat].append(fitting)
            return True
    return False
