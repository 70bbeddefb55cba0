"""Deals the unseen cards anew, consistently with a view: the leak test's second world, the bots' imagination."""

from __future__ import annotations

from typing import Protocol

from games.engine.cards import SUITS, Card, CardSet, Suit, deck
from games.engine.state import Hand, MatchState
from games.engine.view import HandView, SeatView


class Random(Protocol):
    """A source of random numbers: `below(n)` gives an integer 0 <= x < n."""

    def below(self, bound: int, /) -> int: ...


def shuffled(cards: list[Card], rng: Random) -> list[Card]:
    """The same cards in a random order."""
    cards = cards[:]
    for place in range(len(cards) - 1, 0, -1):
        other = rng.below(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def lacking(hand: HandView, players: int) -> tuple[frozenset[Suit], ...]:
    """The suits each seat has shown to be without: by not following, and then by not playing a trump."""
    without: list[set[Suit]] = [set() for _ in range(players)]
    for trick in (*hand.tricks, *((hand.trick,) if hand.trick else ())):
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

    Cards the viewer sees stay where they are; a seat that has shown to lack a suit gets none of it.
    """
    hand = view.hand
    if hand is None:
        raise ValueError("no hand is dealt")
    known = [
        CardSet.of(hand.holding)
        if seat == view.viewer
        else CardSet.of([card] if (card := hand.foreheads[seat]) is not None else [])
        for seat in range(view.players)
    ]
    wanted = [left - len(held) for left, held in zip(hand.cards_left, known, strict=True)]
    unseen = _unseen(view, hand, known)
    allowed = [_allowed(suits) for suits in lacking(hand, view.players)]
    dealt = _deal_unseen(shuffled(list(unseen), rng), wanted, allowed)
    return tuple(held | new for held, new in zip(known, dealt, strict=True))


def resample(view: SeatView, rng: Random) -> MatchState:
    """A whole state that gives this viewer the same view, with the unseen cards dealt anew."""
    hand = view.hand
    first_dealer = (view.next_dealer - view.hands_done) % view.players
    standings = view.standings
    state_hand = None
    if hand is not None:
        holdings = sample_holdings(view, rng)
        played = _played_by(hand, view.players)
        state_hand = Hand(
            number=hand.number,
            size=hand.size,
            dealer=hand.dealer,
            dealt=tuple((*cards, *shuffled(list(held), rng)) for cards, held in zip(played, holdings, strict=True)),
            turnup=hand.turnup,
            holdings=holdings,
            bids=tuple(bid for seat in hand.bidders if (bid := hand.bids[seat]) is not None),
            tricks=hand.tricks,
            trick=hand.trick,
            taken=hand.taken,
            scores=hand.scores,
        )
    return MatchState(view.rules, view.players, first_dealer, standings, view.hands_done, state_hand)


def _unseen(view: SeatView, hand: HandView, known: list[CardSet]) -> CardSet:
    seen = CardSet.of([hand.turnup] if hand.turnup is not None else [])
    for held in known:
        seen |= held
    for cards in _played_by(hand, view.players):
        seen |= CardSet.of(cards)
    return CardSet.of(deck(view.players)) - seen


def _played_by(hand: HandView, players: int) -> list[list[Card]]:
    played: list[list[Card]] = [[] for _ in range(players)]
    for trick in (*hand.tricks, *((hand.trick,) if hand.trick else ())):
        for place, card in enumerate(trick.cards):
            played[(trick.leader + place) % players].append(card)
    return played


def _allowed(without: frozenset[Suit]) -> CardSet:
    every = CardSet.of(card for card in deck(6))
    for suit in SUITS:
        if suit in without:
            every -= every.of_suit(suit)
    return every


def _deal_unseen(cards: list[Card], wanted: list[int], allowed: list[CardSet]) -> list[CardSet]:
    """Fills each seat with `wanted` cards out of `allowed`, in the cards' random order.

    Each place is filled with the first card that may lie there; when none is left, cards already laid move along a
    chain of seats to make room (augmenting path), so a deal is found whenever there is one.
    """
    dealt: list[list[Card]] = [[] for _ in wanted]
    spare = cards[:]
    order = sorted(range(len(wanted)), key=lambda seat: len(allowed[seat]))
    for seat in order:
        for _ in range(wanted[seat]):
            if not _give(seat, dealt, spare, allowed, {seat}):
                raise ValueError("no deal agrees with this view")
    return [CardSet.of(held) for held in dealt]


def _give(seat: int, dealt: list[list[Card]], spare: list[Card], allowed: list[CardSet], tried: set[int]) -> bool:
    for place, card in enumerate(spare):
        if card in allowed[seat]:
            dealt[seat].append(spare.pop(place))
            return True
    for other, held in enumerate(dealt):
        if other in tried:
            continue
        for card in held:
            if card in allowed[seat] and _give(other, dealt, spare, allowed, tried | {other}):
                held.remove(card)
                dealt[seat].append(card)
                return True
    return False
