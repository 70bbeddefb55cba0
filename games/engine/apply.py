"""The one door in: `apply` takes a state and an action and gives the next state and what happened."""

from __future__ import annotations

from dataclasses import replace

from games.engine.actions import (
    Action,
    Bid,
    BidMade,
    CardPlayed,
    Deal,
    Event,
    HandDealt,
    HandScored,
    Illegal,
    IllegalAction,
    MatchFinished,
    Play,
    TrickTaken,
)
from games.engine.bidding import hook, legal_bids
from games.engine.cards import Card, CardSet, deck
from games.engine.play import legal_plays, winning_place
from games.engine.ruleset import LARGEST_HAND
from games.engine.schedule import seats_from
from games.engine.scoring import score_hand
from games.engine.state import Hand, MatchState, Phase, Trick

Step = tuple[MatchState, tuple[Event, ...]]


def apply(state: MatchState, action: Action) -> Step:
    """The state after an action, and the events in the order they happened.

    Raises IllegalAction when the rules do not allow it.
    """
    match action:
        case Deal(order):
            return _deal(state, order)
        case Bid(seat, tricks):
            return _bid(state, seat, tricks)
        case Play(seat, card):
            return _play(state, seat, card)


def legal_actions(state: MatchState) -> tuple[Bid, ...] | tuple[Play, ...]:
    """What the seat to act may do; empty when no seat is to act."""
    seat, hand = state.to_act, state.hand
    if seat is None or hand is None:
        return ()
    if state.phase is Phase.BIDDING:
        return tuple(Bid(seat, tricks) for tricks in legal_bids(hand.size, hand.bids, state.players))
    if state.rules.is_forehead(hand.size):
        return (Play(seat, None),)
    return tuple(Play(seat, card) for card in legal_plays(hand.holdings[seat], hand.led, hand.trump))


def deal_out(order: tuple[Card, ...], size: int, dealer: int, players: int) -> tuple[tuple[Card, ...], ...]:
    """The cards of each seat, in the order received: one at a time from the front, left of the dealer first."""
    dealt: list[tuple[Card, ...]] = [()] * players
    for place, seat in enumerate(seats_from((dealer + 1) % players, players)):
        dealt[seat] = order[place : size * players : players]
    return tuple(dealt)


def _deal(state: MatchState, order: tuple[Card, ...]) -> Step:
    if state.phase is not Phase.DEALING:
        raise IllegalAction(Illegal.NOT_DEALING)
    players = state.players
    if len(order) != len(deck(players)) or CardSet.of(order) != CardSet.of(deck(players)):
        raise IllegalAction(Illegal.BAD_DECK)
    size = state.schedule[state.hands_done]
    dealer = state.next_dealer
    dealt = deal_out(order, size, dealer, players)
    hand = Hand(
        number=state.hands_done + 1,
        size=size,
        dealer=dealer,
        dealt=dealt,
        turnup=order[size * players] if size < LARGEST_HAND else None,
        holdings=tuple(map(CardSet.of, dealt)),
        taken=(0,) * players,
    )
    return state.with_hand(hand), (HandDealt(hand.number, order),)


def _bid(state: MatchState, seat: int, tricks: int) -> Step:
    hand = _hand_in(state, Phase.BIDDING, Illegal.NOT_BIDDING, seat)
    if not 0 <= tricks <= hand.size:
        raise IllegalAction(Illegal.BID_OUT_OF_RANGE)
    if tricks == hook(hand.size, hand.bids, state.players):
        raise IllegalAction(Illegal.BID_HOOKED)
    bids = (*hand.bids, tricks)
    opening = Trick(hand.bidders[0]) if len(bids) == state.players else None
    return state.with_hand(replace(hand, bids=bids, trick=opening)), (BidMade(seat, tricks),)


def _play(state: MatchState, seat: int, named: Card | None) -> Step:
    hand = _hand_in(state, Phase.PLAYING, Illegal.NOT_PLAYING, seat)
    assert hand.trick is not None
    card = _card_to_play(state, hand, seat, named)
    trick = Trick(hand.trick.leader, (*hand.trick.cards, card))
    holdings = (*hand.holdings[:seat], hand.holdings[seat].without(card), *hand.holdings[seat + 1 :])
    played = CardPlayed(seat, card, trick=len(hand.tricks), place=len(trick.cards) - 1)
    hand = replace(hand, holdings=holdings, trick=trick)
    if len(trick.cards) < state.players:
        return state.with_hand(hand), (played,)
    return _close_trick(state, hand, trick, played)


def _card_to_play(state: MatchState, hand: Hand, seat: int, named: Card | None) -> Card:
    holding = hand.holdings[seat]
    if state.rules.is_forehead(hand.size):
        if named is not None:
            raise IllegalAction(Illegal.CARD_UNSEEN)
        return holding.highest
    if named is None:
        raise IllegalAction(Illegal.CARD_SEEN)
    if named not in holding:
        raise IllegalAction(Illegal.CARD_NOT_HELD)
    if named not in legal_plays(holding, hand.led, hand.trump):
        follows = hand.led is not None and holding.of_suit(hand.led)
        raise IllegalAction(Illegal.MUST_FOLLOW if follows else Illegal.MUST_TRUMP)
    return named


def _close_trick(state: MatchState, hand: Hand, trick: Trick, played: CardPlayed) -> Step:
    winner = (trick.leader + winning_place(trick.cards, hand.trump)) % state.players
    taken = tuple(count + (seat == winner) for seat, count in enumerate(hand.taken))
    tricks = (*hand.tricks, replace(trick, winner=winner))
    events = (played, TrickTaken(played.trick, winner))
    if len(tricks) < hand.size:
        hand = replace(hand, tricks=tricks, trick=Trick(winner), taken=taken)
        return state.with_hand(hand), events
    return _close_hand(state, replace(hand, tricks=tricks, trick=None, taken=taken), events)


def _close_hand(state: MatchState, hand: Hand, events: tuple[Event, ...]) -> Step:
    scores = tuple(
        score_hand(state.rules, hand.size, bid, taken, before)
        for bid, taken, before in zip(hand.contracts, hand.taken, state.standings, strict=True)
    )
    state = replace(
        state,
        hand=replace(hand, scores=scores),
        hands_done=hand.number,
        standings=tuple(score.standing for score in scores),
    )
    events = (*events, HandScored(scores))
    if state.winners is not None:
        events = (*events, MatchFinished(state.winners))
    return state, events


def _hand_in(state: MatchState, phase: Phase, otherwise: Illegal, seat: int) -> Hand:
    if state.phase is not phase or state.hand is None:
        raise IllegalAction(otherwise)
    if seat != state.to_act:
        raise IllegalAction(Illegal.NOT_YOUR_TURN)
    return state.hand
