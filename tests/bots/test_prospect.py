"""What the end of a hand is worth: its points, its premium, and the run it leaves."""

import pytest

from games.bots.position import Position
from games.bots.prospect import worths
from games.engine.ruleset import CLASSIC, RuleSet
from games.engine.view import view_for
from tests.bots.tables import dealt


def worths_of_two(rules: RuleSet = CLASSIC, run: int = 0) -> tuple[float, ...]:
    state = dealt("Ah8d", "8s8c", "7s7c", "9s9c", turnup="9h", rules=rules, run=run)
    return worths(Position.of(view_for(state, 0)), 1)


def test_without_streaks_a_hand_is_worth_its_points() -> None:
    assert worths_of_two(CLASSIC.customised(streak=None), run=4) == (-1, 6, -1)


@pytest.mark.parametrize(("run", "closer"), [(0, 1), (1, 2), (2, 3), (-3, -2), (-4, -3)])
def test_a_contract_is_worth_more_the_nearer_a_premium_is(run: int, closer: int) -> None:
    def at_stake(run: int) -> float:
        return worths_of_two(run=run)[1] - worths_of_two(run=run)[0]

    nearer, farther = (closer, run) if run >= 0 else (run, closer)
    assert at_stake(nearer) > at_stake(farther) > 7


def test_the_premium_itself_is_nearly_all_that_is_at_stake_beside_the_points() -> None:
    miss, made, _ = worths_of_two(run=4)
    assert made - miss == pytest.approx(7 + 10, abs=1)
