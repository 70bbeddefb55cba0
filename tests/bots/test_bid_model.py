"""The bid model: chances that are chances, and that lean where a player's would."""

import math

import pytest
from hypothesis import assume, given

from games.bots.bid_model import chances
from games.bots.exponential import exp
from games.bots.position import Position
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests import strategies
from tests.bots.tables import after, dealt

open_hands = strategies.preset_rules.filter(lambda rules: not rules.is_forehead(1))


@given(strategies.positions(open_hands))
def test_the_chances_of_all_numbers_of_tricks_are_one(state: MatchState) -> None:
    assume(state.phase is Phase.BIDDING)
    position = Position.of(view_for(state, state.to_act))
    for bid in position.legal_bids:
        chance = chances(position, bid)
        assert len(chance) == position.size + 1
        assert sum(chance) == pytest.approx(1)


def tricks_expected(state: MatchState, bid: int) -> float:
    chance = chances(Position.of(view_for(state, state.to_act)), bid)
    return sum(taken * part for taken, part in enumerate(chance))


def test_who_bids_more_tries_to_take_more() -> None:
    state = dealt("AhKs8c7d", "8s8d9c9d", "7s7c9hTd", "9sTcJdQd", turnup="8h")
    assert tricks_expected(state, 2) > tricks_expected(state, 0) + 0.1


def test_better_cards_take_more() -> None:
    others = ("8s8d9c9d", "7s7c9hTd", "9sTcJdQd")
    strong, weak = (dealt(own, *others, turnup="8h") for own in ("AhKhAsAc", "7hTs8c7d"))
    assert tricks_expected(strong, 2) > tricks_expected(weak, 2) + 1


def test_where_others_have_bid_much_less_is_left_to_take() -> None:
    state = dealt("8s8d9c9d", "7s7c9hTd", "9sTcJdQd", "AhKs8c7d", turnup="8h")
    greedy, meek = after(state, 2, 2, 1), after(state, 0, 0, 1)
    assert tricks_expected(greedy, 1) < tricks_expected(meek, 1)


@pytest.mark.parametrize("power", [-15, -3.5, -0.01, 0, 0.7, 5])
def test_the_exponential_is_true_to_the_mathematical_one(power: float) -> None:
    assert exp(power) == pytest.approx(math.exp(power), rel=1e-5)


def test_the_exponential_of_the_very_least_is_nothing() -> None:
    assert 0 <= exp(-1e9) < 1e-200
