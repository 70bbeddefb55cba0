"""Imagined worlds agree with everything that was seen."""

from collections import Counter

import pytest
from hypothesis import assume, given

from games.engine.actions import Bid, Deal, Play
from games.engine.apply import apply
from games.engine.cards import Suit, deck, parse_cards
from games.engine.resample import lacking, resample, sample_holdings
from games.engine.ruleset import CLASSIC
from games.engine.scoring import Standing
from games.engine.shuffle import Stream
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests import strategies


@given(strategies.histories(), strategies.streams)
def test_an_imagined_world_could_have_been_played_so(history: list[MatchState], rng: Stream) -> None:
    """Dealt as imagined, the same bids and cards are legal one after another and lead to the imagined state."""
    state = history[rng.below(len(history))]
    assert state.hand is not None
    for viewer in (None, *range(state.players)):
        world = resample(view_for(state, viewer), rng)
        assert world.hand is not None
        before = MatchState(state.rules, state.players, state.first_dealer, history[0].standings, state.hand.number - 1)
        replayed = _replayed(before, world)
        assert replayed.hand is not None
        assert replayed == world


def _replayed(state: MatchState, goal: MatchState) -> MatchState:
    hand = goal.hand
    assert hand is not None
    seats = [(hand.dealer + 1 + step) % state.players for step in range(state.players)]
    dealt = [hand.dealt[seat][turn] for turn in range(hand.size) for seat in seats]
    front = [*dealt, *([] if hand.turnup is None else [hand.turnup])]
    state, _ = apply(state, Deal((*front, *(card for card in deck(state.players) if card not in front))))
    for tricks in hand.bids:
        assert state.to_act is not None
        state, _ = apply(state, Bid(state.to_act, tricks))
    for trick in (*hand.tricks, *([hand.trick] if hand.trick else [])):
        for card in trick.cards:
            assert state.to_act is not None
            state, _ = apply(state, Play(state.to_act, None if state.rules.is_forehead(hand.size) else card))
    return state


@given(strategies.positions(), strategies.streams)
def test_the_unseen_cards_are_dealt_out_once_each(state: MatchState, rng: Stream) -> None:
    assert state.hand is not None
    for viewer in (None, *range(state.players)):
        holdings = sample_holdings(view_for(state, viewer), rng)
        assert [len(held) for held in holdings] == [len(held) for held in state.hand.holdings]
        cards = [card for held in holdings for card in held]
        gone = {card for trick in (*state.hand.tricks, state.hand.trick) if trick for card in trick.cards}
        assert len(cards) == len(set(cards))
        assert set(cards) <= set(deck(state.players)) - gone - {state.hand.turnup}


@given(strategies.positions(sizes=range(2, 9)))
def test_a_seat_lacks_what_it_has_shown_to_lack(state: MatchState) -> None:
    assume(state.phase is Phase.PLAYING)
    view = view_for(state, None)
    assert view.hand is not None
    assert state.hand is not None
    for holding, suits in zip(state.hand.holdings, lacking(view.hand, state.players), strict=True):
        assert not any(holding.of_suit(suit) for suit in suits)


def test_a_discard_shows_two_suits_lacking_and_a_ruff_one() -> None:
    """Spades are trump; seat 1 leads a heart, seat 2 ruffs, seat 0 throws a club away."""
    front = parse_cards("9h9sAcKhAdKcQs")
    state = MatchState(CLASSIC, 3, 0, (Standing(),) * 3, hands_done=3)
    state, _ = apply(state, Deal((*front, *(card for card in deck(3) if card not in front))))
    for bid in (Bid(1, 1), Bid(2, 0), Bid(0, 0)):
        state, _ = apply(state, bid)
    for seat, card in ((1, "9h"), (2, "9s"), (0, "Kc")):
        state, _ = apply(state, Play(seat, *parse_cards(card)))
    view = view_for(state, None)
    assert view.hand is not None
    assert lacking(view.hand, 3) == (frozenset({Suit.HEARTS, Suit.SPADES}), frozenset(), frozenset({Suit.HEARTS}))


def test_every_deal_of_the_unseen_cards_is_equally_likely_while_nothing_is_shown() -> None:
    """Seat 1 sees its one card and the turnup; each of the 22 others lies with seat 2 as often as any."""
    front = parse_cards("9hThKsQs")
    state = MatchState(CLASSIC, 3, 0, (Standing(),) * 3)
    state, _ = apply(state, Deal((*front, *(card for card in deck(3) if card not in front))))
    view, rng = view_for(state, 1), Stream(bytes(32), "evenness")
    counts = Counter(sample_holdings(view, rng)[2].highest for _ in range(11_000))
    assert set(counts) == set(deck(3)) - set(parse_cards("9hQs"))
    assert sum((seen - 500) ** 2 / 500 for seen in counts.values()) < 46.8


def test_nothing_can_be_imagined_before_the_deal() -> None:
    state = MatchState(CLASSIC, 3, 0, (Standing(),) * 3)
    with pytest.raises(ValueError, match="no hand"):
        sample_holdings(view_for(state, 0), Stream(bytes(32), "none"))
