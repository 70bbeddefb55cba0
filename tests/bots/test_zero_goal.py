"""Steering for a total of exactly zero, where it wins."""

from dataclasses import replace

import pytest

from games.bots.position import Position
from games.bots.prospect import worths
from games.bots.zero_goal import chance_of_zero
from games.engine.ruleset import CLASSIC, PRESETS, Preset, RuleSet
from games.engine.scoring import Standing
from games.engine.view import view_for
from tests.bots.tables import dealt

ZERO = PRESETS[Preset.ZERO]
HANDS = 24


@pytest.mark.parametrize(("total", "chance"), [(0, 1.0), (1, 0.0), (-1, 0.0)])
def test_after_the_last_hand_only_zero_is_zero(total: int, chance: float) -> None:
    assert chance_of_zero(total, HANDS, ZERO, 4) == chance


def test_before_the_last_hand_of_one_card_a_total_wants_what_the_hand_can_bring() -> None:
    reachable = {total for total in range(-9, 10) if chance_of_zero(total, HANDS - 1, ZERO, 4)}
    assert reachable == {-6, -5, 1}


def test_a_total_too_far_away_is_given_up() -> None:
    assert chance_of_zero(40, HANDS - 6, ZERO, 4) == 0
    assert chance_of_zero(40, 0, ZERO, 4) > 0.3


def position_with(total: int, rules: RuleSet, hands_done: int = 0) -> Position:
    """A hand of one card, the ace of trumps, with this total after so many hands."""
    view = view_for(dealt("Ah", "8s", "7s", "9s", turnup="9h", rules=rules), 0)
    return Position.of(replace(view, standings=(Standing(total),) * view.players, hands_done=hands_done))


@pytest.mark.parametrize(("total", "best_bid"), [(-6, 1), (1, 0)])
def test_in_the_last_hand_a_sure_trick_is_bid_or_not_as_zero_wants_it(total: int, best_bid: int) -> None:
    position = position_with(total, ZERO, HANDS - 1)
    assert worths(position, best_bid)[1] > worths(position, 1 - best_bid)[1] + 100


def test_where_the_highest_total_wins_zero_is_no_goal() -> None:
    assert worths(position_with(-6, CLASSIC, HANDS - 1), 1) == worths(position_with(30, CLASSIC, HANDS - 1), 1)
