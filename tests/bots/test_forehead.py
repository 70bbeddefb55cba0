"""The card on one's own forehead: exact chances, and what the others' bids tell."""

import pytest
from hypothesis import assume, given

from games.bots import Level
from games.bots.cardbits import card_of, each
from games.bots.forehead import chance_after_bids, chance_to_win
from games.bots.position import Position
from games.engine.play import winning_place
from games.engine.ruleset import PRESETS, Preset, RuleSet
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests import strategies
from tests.bots.tables import after, choice, dealt

FOREHEAD, GOLD = PRESETS[Preset.FOREHEAD], PRESETS[Preset.GOLD]
every_level = pytest.mark.parametrize("level", Level)


def position_of(state: MatchState) -> Position:
    return Position.of(view_for(state, state.to_act))


@given(strategies.positions(strategies.forehead_rules, range(1, 2)))
def test_the_chance_to_win_counts_the_unseen_cards_that_would(state: MatchState) -> None:
    assume(state.phase is Phase.BIDDING)
    assert state.hand is not None
    position = position_of(state)
    seats = state.hand.bidders
    cards = [state.hand.holdings[seat].highest for seat in seats]
    own = seats.index(position.seat)
    wins = [
        winning_place([*cards[:own], card_of(card), *cards[own + 1 :]], state.hand.trump) == own
        for card in each(position.unseen)
    ]
    assert chance_to_win(position) == sum(wins) / len(wins)


@every_level
def test_with_the_two_highest_trumps_in_sight_the_trick_is_not_ours(level: Level) -> None:
    assert choice(dealt("7c", "Ah", "Kh", "7s", turnup="9h", rules=FOREHEAD), level) == 0


@every_level
def test_with_nothing_but_the_lowest_plain_cards_in_sight_the_leader_takes_the_trick(level: Level) -> None:
    assert choice(dealt("8c", "7s", "7c", "7d", turnup="9h", rules=FOREHEAD), level) == 1


@every_level
def test_a_hooked_dealer_who_cannot_win_still_bids_what_is_left(level: Level) -> None:
    state = after(dealt("Ah", "Kh", "7s", "7d", turnup="9h", rules=FOREHEAD), 1, 0, 0)
    assert choice(state, level) == 1


@pytest.mark.parametrize(("rules", "bid"), [(FOREHEAD, 0), (GOLD, 1)])
def test_a_chance_of_a_third_is_worth_a_bid_for_gold_points_only(rules: RuleSet, bid: int) -> None:
    state = after(dealt("Qs", "7c", "8s", "7d", turnup="9h", rules=rules), 0)
    assert chance_to_win(position_of(state)) == pytest.approx(9 / 28)
    assert choice(state, Level.NORMAL) == bid


def test_others_who_see_low_cards_and_yet_bid_none_have_seen_a_high_one_on_us() -> None:
    state = after(dealt("9s", "8c", "7d", "7c", turnup="9h", rules=FOREHEAD), 0, 0)
    assert chance_after_bids(position_of(state)) > chance_to_win(position_of(state)) + 0.1
    assert (choice(state, Level.NORMAL), choice(state, Level.HARD)) == (0, 1)


def test_others_who_bid_one_have_seen_a_low_card_on_us() -> None:
    state = after(dealt("7s", "8c", "7d", "7c", turnup="9h", rules=FOREHEAD), 1, 1, 1)
    assert chance_after_bids(position_of(state)) < chance_to_win(position_of(state)) - 0.1
