"""Imagined hands are played by the rules: just as the engine would let the rule player play them."""

from hypothesis import assume, given
from hypothesis import strategies as st

from games.bots.cardbits import TAKERS, card_of, each, highest, lowest, mask_of, suit_mask
from games.bots.position import Position
from games.bots.rollout import play_out
from games.bots.rule_player import rule_card
from games.engine.actions import Play
from games.engine.apply import apply
from games.engine.cards import CARDS, SUITS, Card, CardSet
from games.engine.play import winning_place
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests import strategies


@given(strategies.histories(sizes=range(2, 9)), st.integers(0, 40))
def test_a_hand_played_out_ends_as_the_engine_ends_it(history: list[MatchState], skipped: int) -> None:
    playing = [state for state in history if state.phase is Phase.PLAYING]
    state = playing[min(skipped, len(playing) - 1)]
    assert state.hand is not None
    position = Position.of(view_for(state, state.to_act))
    needs = list(position.needs)
    holdings = [mask_of(holding) for holding in state.hand.holdings]
    unplayed = position.unseen | position.holding
    play_out(holdings, needs, position.leader, position.trick, unplayed=unplayed, trump=position.trump)
    assert holdings == [0] * state.players
    taken = [bid - need for bid, need in zip(position.bids, needs, strict=True) if bid is not None]
    assert taken == taken_by_rule(state)


def taken_by_rule(state: MatchState) -> list[int]:
    """The tricks of every seat when the engine has the rule player play the hand to its end."""
    while state.phase is Phase.PLAYING:
        assert state.to_act is not None
        card = rule_card(Position.of(view_for(state, state.to_act)))
        state, _ = apply(state, Play(state.to_act, card_of(card)))
    assert state.hand is not None
    return list(state.hand.taken)


def test_one_card_takes_from_another_as_in_the_engine() -> None:
    for trump in (None, *SUITS):
        for first, then in ((first, then) for first in CARDS for then in CARDS if first != then):
            takes = bool(mask_of([then]) & TAKERS[suit_mask(trump)][mask_of([first])])
            assert takes == (winning_place([first, then], trump) == 1)


@given(strategies.card_sets)
def test_masks_hold_cards_by_height(cards: frozenset[Card]) -> None:
    mask = mask_of(cards)
    assert {card_of(bit) for bit in each(mask)} == cards
    assume(cards)
    assert card_of(highest(mask)).rank == max(card.rank for card in cards)
    assert card_of(lowest(mask)).rank == min(card.rank for card in cards)
    for suit in SUITS:
        held = CardSet.of(cards).of_suit(suit)
        if held:
            assert card_of(highest(mask & suit_mask(suit))) == held.highest
