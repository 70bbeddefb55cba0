"""The one door in: what is allowed, what is not and why, and what then happens."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import (
    Action,
    Bid,
    BidMade,
    CardPlayed,
    Deal,
    HandDealt,
    HandScored,
    Illegal,
    IllegalAction,
    MatchFinished,
    Play,
    TrickTaken,
)
from games.engine.apply import apply, legal_actions
from games.engine.cards import CARDS, Card, deck, parse_cards
from games.engine.ruleset import CLASSIC, PRESETS, Ladder, Preset
from games.engine.shuffle import deal_order
from games.engine.state import Hand, MatchState, Phase, new_match
from tests import strategies
from tests.engine import oracle


def every_bid_and_play(players: int) -> Iterator[Bid | Play]:
    for seat in range(-1, players + 1):
        yield from (Bid(seat, tricks) for tricks in range(-1, 10))
        yield from (Play(seat, card) for card in (None, *CARDS))


def outcome(state: MatchState, action: Action) -> Illegal | None:
    """Why an action is not allowed, None when it is."""
    try:
        apply(state, action)
    except IllegalAction as illegal:
        return illegal.code
    return None


def the_hand(state: MatchState) -> Hand:
    assert state.hand is not None
    return state.hand


@given(strategies.positions())
def test_legal_actions_are_exactly_those_that_apply(state: MatchState) -> None:
    allowed = {action for action in every_bid_and_play(state.players) if outcome(state, action) is None}
    assert set(legal_actions(state)) == allowed
    assert len(legal_actions(state)) == len(allowed)
    assert bool(allowed) == (state.to_act is not None)


@given(strategies.positions())
def test_legal_actions_are_those_of_the_slow_rules(state: MatchState) -> None:
    hand, seat = the_hand(state), state.to_act
    if state.phase is Phase.BIDDING:
        last = len(hand.bids) == state.players - 1
        expected = {n for n in range(hand.size + 1) if not (last and sum(hand.bids) + n == hand.size)}
        assert {action.tricks for action in legal_actions(state) if isinstance(action, Bid)} == expected
        assert seat == (hand.dealer + 1 + len(hand.bids)) % state.players
    elif state.phase is Phase.PLAYING and not state.rules.is_forehead(hand.size):
        assert seat is not None
        assert hand.trick is not None
        holding = [str(card) for card in hand.holdings[seat]]
        led = str(hand.trick.cards[0])[1] if hand.trick.cards else None
        trump = str(hand.turnup)[1] if hand.turnup is not None else None
        expected_plays = {card for card in holding if oracle.may_play(card, holding, led, trump)}
        assert {str(action.card) for action in legal_actions(state) if isinstance(action, Play)} == expected_plays


@given(strategies.positions(), st.data())
def test_an_illegal_action_changes_nothing(state: MatchState, data: st.DataObject) -> None:
    before = repr(state)
    illegal = [action for action in every_bid_and_play(state.players) if outcome(state, action) is not None]
    with pytest.raises(IllegalAction):
        apply(state, data.draw(st.sampled_from(illegal)))
    assert repr(state) == before


@given(strategies.histories())
def test_no_card_appears_twice_or_is_lost(history: list[MatchState]) -> None:
    dealt = [set(cards) for cards in the_hand(history[0]).dealt]
    for state in history:
        hand = the_hand(state)
        played: list[set[Card]] = [set() for _ in dealt]
        for trick in (*hand.tricks, *([hand.trick] if hand.trick else [])):
            for place, card in enumerate(trick.cards):
                played[(trick.leader + place) % state.players].add(card)
        for seat, cards in enumerate(dealt):
            assert set(hand.holdings[seat]) | played[seat] == cards
            assert not set(hand.holdings[seat]) & played[seat]
    in_play = [card for cards in the_hand(history[0]).dealt for card in cards]
    turned = [the_hand(history[0]).turnup] if the_hand(history[0]).size < 8 else []
    assert len({*in_play, *turned}) == len(in_play) + len(turned)
    assert {*in_play, *turned} <= set(deck(history[0].players))


@given(strategies.histories())
def test_tricks_go_to_the_highest_card_and_the_taker_leads(history: list[MatchState]) -> None:
    hand = the_hand(history[-1])
    trump = str(hand.turnup)[1] if hand.turnup is not None else None
    leader = (hand.dealer + 1) % hand.players
    taken = [0] * hand.players
    for trick in hand.tricks:
        cards = [str(card) for card in trick.cards]
        assert trick.leader == leader
        leader = (leader + cards.index(oracle.winning_card(cards, trump))) % hand.players
        assert trick.winner == leader
        taken[leader] += 1
    assert list(hand.taken) == taken
    assert sum(taken) == hand.size == len(hand.tricks)


@given(strategies.histories())
def test_the_bids_never_sum_to_the_size(history: list[MatchState]) -> None:
    assert sum(the_hand(history[-1]).bids) != the_hand(history[-1]).size


@given(strategies.histories(), st.data())
def test_events_tell_what_changed(history: list[MatchState], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(history) - 2))
    before, after = history[place], history[place + 1]
    (events,) = {
        events for action in legal_actions(before) for state, events in [apply(before, action)] if state == after
    }
    hand = the_hand(after)
    match events:
        case (BidMade(seat, tricks),):
            assert (seat, tricks) == (before.to_act, hand.bids[-1])
        case (CardPlayed(seat, card, trick, place), *rest):
            complete = place == after.players - 1
            line = hand.tricks[trick] if complete else hand.trick
            assert line is not None
            assert (seat, card) == (before.to_act, line.cards[place])
            assert rest[:1] == ([TrickTaken(trick, line.winner)] if line.winner is not None else [])
            assert complete == (line.winner is not None)
            scored = [HandScored(hand.scores)] if hand.scores else []
            ended = [MatchFinished(after.winners)] if after.winners is not None else []
            assert rest[1:] == [*scored, *ended]
        case _:
            raise AssertionError(f"unexpected events: {events}")


@given(strategies.undealt_matches(), strategies.seeds)
def test_a_deal_goes_round_from_the_dealers_left(state: MatchState, seed: bytes) -> None:
    order = deal_order(seed, state.hands_done + 1, state.players)
    dealt, events = apply(state, Deal(order))
    hand = the_hand(dealt)
    pile = list(order)
    received: dict[int, list[Card]] = {seat: [] for seat in range(state.players)}
    for step in range(hand.size * state.players):
        received[(hand.dealer + 1 + step) % state.players].append(pile.pop(0))
    assert list(hand.dealt) == [tuple(received[seat]) for seat in range(state.players)]
    assert hand.turnup == (pile.pop(0) if hand.size < 8 else None)
    assert hand.dealer == (state.first_dealer + state.hands_done) % state.players
    assert events == (HandDealt(state.hands_done + 1, order),)


def dealt_match(order: str, *, players: int = 3, hands_done: int = 3, preset: Preset = Preset.CLASSIC) -> MatchState:
    """A match of this preset whose next hand is dealt from these cards, the rest of the deck behind them."""
    first = parse_cards(order)
    rest = [card for card in deck(players) if card not in first]
    state = new_match(PRESETS[preset], players, first_dealer=0)
    state = MatchState(state.rules, players, 0, state.standings, hands_done)
    return apply(state, Deal((*first, *rest)))[0]


def said(state: MatchState, *bids: int) -> MatchState:
    for tricks in bids:
        assert state.to_act is not None
        state, _ = apply(state, Bid(state.to_act, tricks))
    return state


TWO_CARDS = dealt_match("9h9sAcKhTsKcQs", hands_done=3)
"""Hand 4 of three players, two cards, dealer 0: seat 1 holds 9h Kh, seat 2 9s Ts, seat 0 Ac Kc; spades are trump."""


@pytest.mark.parametrize(
    ("state", "action", "code"),
    [
        (TWO_CARDS, Deal(deck(3)), Illegal.NOT_DEALING),
        (new_match(CLASSIC, 3, 0), Deal(deck(4)), Illegal.BAD_DECK),
        (new_match(CLASSIC, 3, 0), Deal(deck(3)[:-1]), Illegal.BAD_DECK),
        (new_match(CLASSIC, 3, 0), Deal((*deck(3)[:-1], deck(3)[0])), Illegal.BAD_DECK),
        (new_match(CLASSIC, 3, 0), Deal((*deck(3), deck(3)[0])), Illegal.BAD_DECK),
        (new_match(CLASSIC, 3, 0), Bid(1, 0), Illegal.NOT_BIDDING),
        (TWO_CARDS, Play(1, Card.parse("9h")), Illegal.NOT_PLAYING),
        (TWO_CARDS, Bid(0, 0), Illegal.NOT_YOUR_TURN),
        (TWO_CARDS, Bid(2, 3), Illegal.NOT_YOUR_TURN),
        (TWO_CARDS, Bid(1, -1), Illegal.BID_OUT_OF_RANGE),
        (TWO_CARDS, Bid(1, 3), Illegal.BID_OUT_OF_RANGE),
        (said(TWO_CARDS, 1, 0), Bid(0, 1), Illegal.BID_HOOKED),
        (said(TWO_CARDS, 1, 0, 0), Bid(1, 1), Illegal.NOT_BIDDING),
        (said(TWO_CARDS, 1, 0, 0), Play(2, Card.parse("9s")), Illegal.NOT_YOUR_TURN),
        (said(TWO_CARDS, 1, 0, 0), Play(1, Card.parse("9s")), Illegal.CARD_NOT_HELD),
        (said(TWO_CARDS, 1, 0, 0), Play(1, Card.parse("Qs")), Illegal.CARD_NOT_HELD),
        (said(TWO_CARDS, 1, 0, 0), Play(1, None), Illegal.CARD_SEEN),
    ],
)
def test_reasons(state: MatchState, action: Action, code: Illegal) -> None:
    with pytest.raises(IllegalAction) as refused:
        apply(state, action)
    assert refused.value.code is code


def test_must_follow_and_must_trump() -> None:
    """Seat 1 leads a heart; seat 2 holds a heart and a club, seat 0 a spade (trump) and a club."""
    state = said(dealt_match("9hTh9sKhAcKcQs"), 1, 0, 0)
    state, _ = apply(state, Play(1, Card.parse("9h")))
    assert outcome(state, Play(2, Card.parse("Ac"))) is Illegal.MUST_FOLLOW
    state, _ = apply(state, Play(2, Card.parse("Th")))
    assert outcome(state, Play(0, Card.parse("Kc"))) is Illegal.MUST_TRUMP
    state, _ = apply(state, Play(0, Card.parse("9s")))
    assert the_hand(state).tricks[0].winner == 0
    assert state.to_act == 0


def test_a_forehead_card_is_played_unseen_only() -> None:
    state = said(dealt_match("9hThKsQs", hands_done=0, preset=Preset.FOREHEAD), 0, 0, 0)
    for card in CARDS:
        assert outcome(state, Play(1, card)) is Illegal.CARD_UNSEEN
    state, events = apply(state, Play(1, None))
    assert events == (CardPlayed(1, Card.parse("9h"), trick=0, place=0),)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("ladder", Ladder)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_match_ends_with_its_schedule(preset: Preset, ladder: Ladder, players: int) -> None:
    state = new_match(PRESETS[preset].on(ladder), players, first_dealer=players - 1)
    sizes, dealers = [], []
    while state.phase is not Phase.FINISHED:
        assert state.winners is None
        state, _ = apply(state, Deal(deal_order(bytes(32), state.hands_done + 1, players)))
        sizes.append(the_hand(state).size)
        dealers.append(the_hand(state).dealer)
        while actions := legal_actions(state):
            state, events = apply(state, actions[-1])
    assert sizes == oracle.sizes(ladder, players)
    assert dealers == [(players - 1 + hand) % players for hand in range(len(sizes))]
    assert state.winners is not None
    assert events[-1] == MatchFinished(state.winners)
    assert outcome(state, Deal(deck(players))) is Illegal.NOT_DEALING
