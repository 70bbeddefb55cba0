"""How the bots bid: never below what they cannot help taking, and sensibly under the hook."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.bots import Level, choose
from games.bots.bidding import sure_tricks
from games.bots.position import Position
from games.engine.actions import Bid
from games.engine.apply import apply, legal_actions
from games.engine.ruleset import CLASSIC, Scoring
from games.engine.shuffle import Stream
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests import strategies
from tests.bots.tables import after, choice, dealt

every_level = pytest.mark.parametrize("level", Level)
open_hands = strategies.preset_rules.filter(lambda rules: not rules.is_forehead(1))


def fewest_taken(state: MatchState, seat: int) -> int:
    """The fewest tricks a seat can end with if everybody plays to spare it."""
    assert state.hand is not None
    if state.phase is not Phase.PLAYING:
        return state.hand.taken[seat]
    return min(fewest_taken(apply(state, action)[0], seat) for action in legal_actions(state))


@given(strategies.positions(open_hands, range(1, 3)))
def test_sure_tricks_are_taken_however_everybody_plays(state: MatchState) -> None:
    assume(state.phase is Phase.BIDDING)
    assert state.to_act is not None
    seat, position = state.to_act, Position.of(view_for(state, state.to_act))
    while state.phase is Phase.BIDDING:
        state, _ = apply(state, legal_actions(state)[0])
    assert sure_tricks(position.holding, position.unseen, position.trump) <= fewest_taken(state, seat)


@pytest.mark.parametrize(
    ("holding", "sure"),
    [
        ("AhKhQh", 3),
        ("KhQhJh", 2),
        ("Kh8h7h", 0),
        ("AhJhTh", 1),
        ("AsAcAd", 0),
    ],
)
def test_each_higher_trump_out_beats_but_one_of_the_holding(holding: str, sure: int) -> None:
    state = dealt(holding, "8s8c8d", "7s7c7d", "9s9c9d", turnup="9h")
    position = Position.of(view_for(state, 0))
    assert sure_tricks(position.holding, position.unseen, position.trump) == sure


@given(strategies.positions(), strategies.streams, st.sampled_from(Level))
def test_no_bid_is_below_the_sure_tricks_unless_the_hook_leaves_no_other(
    state: MatchState, rng: Stream, level: Level
) -> None:
    assume(state.phase is Phase.BIDDING)
    view = view_for(state, state.to_act)
    position = Position.of(view)
    sure = sure_tricks(position.holding, position.unseen, position.trump)
    action = choose(view, rng, level)
    assert isinstance(action, Bid)
    assert action.tricks >= min(sure, max(position.legal_bids))


@every_level
def test_ace_and_king_of_trumps_are_two_tricks(level: Level) -> None:
    assert choice(dealt("AhKh", "8s8c", "7s7c", "9s9c", turnup="9h"), level) == 2


@every_level
def test_every_trump_that_counts_is_the_whole_hand(level: Level) -> None:
    assert choice(dealt("AhKhQhJhTh", "8s8c8d9dTd", "7s7c7dJsQs", "9s9cTcJcQc", turnup="9h"), level) == 5


@every_level
def test_the_lowest_plain_card_led_to_can_reach_no_trick(level: Level) -> None:
    state = after(dealt("8s", "7c", "9s", "Ts", turnup="9h"), 0)
    assert choice(state, level) == 0


@every_level
def test_low_plain_cards_are_worth_no_bid(level: Level) -> None:
    assert choice(after(dealt("AhKsQs", "7c8d7s", "9sTs8s", "9cTc8c", turnup="9h"), 2), level) == 0


@every_level
def test_a_hooked_dealer_bids_above_a_sure_trick_rather_than_below(level: Level) -> None:
    state = after(dealt("7s8s", "7c8c", "9d8d", "Ah7d", turnup="9h"), 0, 1, 0)
    assert choice(state, level) == 2


@every_level
def test_a_hooked_dealer_with_nothing_bids_no_more_than_it_must(level: Level) -> None:
    state = after(dealt("AhKhAs", "KsQsJs", "KcQcJc", "7d8d7c", turnup="9h"), 3, 0, 0)
    assert choice(state, level) == 1


@pytest.mark.parametrize(("scoring", "bid"), [(Scoring.FIVE_PLUS, 0), (Scoring.GOLD, 1)])
def test_two_bare_kings_are_a_bid_only_where_none_pays_next_to_nothing(scoring: Scoring, bid: int) -> None:
    rules = CLASSIC.customised(scoring=scoring)
    state = after(dealt("7hTcJc", "KsKc7d", "8hThJs", "8cQdAd", turnup="9h", rules=rules), 1)
    assert choice(state, Level.HARD) == bid


@pytest.mark.parametrize(("run", "points"), [(0, 7), (4, 17), (-4, 7)])
def test_a_contract_that_completes_a_streak_is_worth_its_premium(run: int, points: int) -> None:
    state = dealt("Ah8d", "8s8c", "7s7c", "9s9c", turnup="9h", run=run)
    assert Position.of(view_for(state, 0)).worth(2, 2) == points
    assert Position.of(view_for(state, 0)).worth(2, 1) == (-11 if run == -4 else -1)
