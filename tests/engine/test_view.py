"""The one door out: nobody learns what the secrecy rule keeps from them."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine.apply import legal_actions
from games.engine.cards import Card, CardSet
from games.engine.resample import resample
from games.engine.shuffle import Stream
from games.engine.state import Hand, MatchState, Phase
from games.engine.view import view_for
from tests import strategies
from tests.engine.test_apply import every_bid_and_play, outcome


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
    elif isinstance(value, tuple | list | frozenset | CardSet):
        for part in value:
            yield from cards_in(part)


def played(hand: Hand) -> set[Card]:
    return {card for trick in (*hand.tricks, *([hand.trick] if hand.trick else [])) for card in trick.cards}


def public(hand: Hand) -> set[Card]:
    return played(hand) | ({hand.turnup} if hand.turnup is not None else set())


def may_know(state: MatchState, viewer: int | None) -> set[Card]:
    """The cards the secrecy rule lets a viewer see."""
    assert state.hand is not None
    known = public(state.hand)
    if viewer is not None:
        for seat, holding in enumerate(state.hand.holdings):
            if (seat == viewer) != state.rules.is_forehead(state.hand.size):
                known |= set(holding)
    return known


def viewers(state: MatchState) -> tuple[int | None, ...]:
    return (None, *range(state.players))


@given(strategies.positions())
def test_a_view_holds_exactly_the_cards_its_viewer_may_know(state: MatchState) -> None:
    for viewer in viewers(state):
        assert set(cards_in(view_for(state, viewer))) == may_know(state, viewer)


@given(strategies.positions(), strategies.streams)
def test_two_worlds_that_differ_in_what_is_hidden_look_the_same(state: MatchState, rng: Stream) -> None:
    for viewer in viewers(state):
        view = view_for(state, viewer)
        assert view_for(resample(view, rng), viewer) == view


@given(strategies.positions(strategies.forehead_rules, sizes=range(1, 2)), strategies.streams)
def test_foreheads_are_seen_by_all_but_their_own_seat(state: MatchState, rng: Stream) -> None:
    assert state.hand is not None
    for viewer in viewers(state):
        hand = view_for(state, viewer).hand
        assert hand is not None
        for seat, holding in enumerate(state.hand.holdings):
            seen = hand.foreheads[seat]
            if viewer is None or viewer == seat or not holding:
                assert seen is None
            else:
                assert [seen] == list(holding)
        assert hand.holding == ()
        assert hand.legal_plays == ()
        assert hand.plays_unseen == (state.phase is Phase.PLAYING and viewer == state.to_act)


@given(strategies.positions(), strategies.streams)
def test_no_refusal_tells_a_seat_what_it_may_not_know(state: MatchState, rng: Stream) -> None:
    assume(state.to_act is not None)
    other_world = resample(view_for(state, state.to_act), rng)
    for action in every_bid_and_play(state.players):
        if action.seat == state.to_act:
            assert outcome(state, action) == outcome(other_world, action)


@given(strategies.positions())
def test_a_view_tells_what_the_seat_may_do(state: MatchState) -> None:
    assert state.hand is not None
    for viewer in viewers(state):
        view = view_for(state, viewer)
        assert view.hand is not None
        assert view.is_to_act == (viewer is not None and viewer == state.to_act)
        offered = len(view.hand.legal_bids) + len(view.hand.legal_plays) + view.hand.plays_unseen
        assert offered == (len(legal_actions(state)) if view.is_to_act else 0)
        if view.hand.hook is not None:
            assert viewer == state.to_act == state.hand.dealer
            assert sum(state.hand.bids) + view.hand.hook == state.hand.size


@given(strategies.positions(), st.sampled_from([-1, 6, 7, -6]))
def test_there_is_no_view_from_a_seat_that_does_not_exist(state: MatchState, viewer: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        view_for(state, viewer)


@given(strategies.undealt_matches(), strategies.streams)
def test_before_the_deal_there_is_nothing_to_hide(state: MatchState, rng: Stream) -> None:
    for viewer in viewers(state):
        view = view_for(state, viewer)
        assert view.hand is None
        assert resample(view, rng) == state
