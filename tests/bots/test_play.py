"""How the bots play: they shed once their contract is made, and take what they still need."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots import Level, choose
from games.bots.cardbits import bit_of, highest
from games.bots.position import Position
from games.bots.rule_player import masters
from games.engine.actions import Play
from games.engine.shuffle import Stream
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests import strategies
from tests.bots.tables import after, choice, dealt

every_level = pytest.mark.parametrize("level", Level)
levels = st.sampled_from(Level)
# Where zero wins, a contract may be worth missing.
points_rules = strategies.rulesets.filter(lambda rules: not rules.zero_wins)
hands = strategies.histories(points_rules, range(2, 9))


def chosen(
    hand: list[MatchState], rng: Stream, level: Level, when: Callable[[Position], bool]
) -> Iterator[tuple[Position, int]]:
    """The positions of a hand in which a card is to be played and this holds, and the card the bot plays, in masks."""
    for state in hand:
        if state.phase is Phase.PLAYING:
            view = view_for(state, state.to_act)
            position = Position.of(view)
            if when(position):
                action = choose(view, rng, level)
                assert isinstance(action, Play)
                assert action.card is not None
                yield position, bit_of(action.card)


@given(hands, strategies.streams, levels)
def test_with_its_contract_made_a_bot_takes_no_trick_it_can_duck(
    hand: list[MatchState], rng: Stream, level: Level
) -> None:
    def could_duck(position: Position) -> bool:
        return position.need <= 0 and bool(position.trick and position.legal_plays & ~position.takers)

    for position, card in chosen(hand, rng, level, could_duck):
        assert not card & position.takers


@given(hands, strategies.streams, levels)
def test_a_bot_that_needs_every_trick_takes_this_one_if_it_can(
    hand: list[MatchState], rng: Stream, level: Level
) -> None:
    def can_take(position: Position) -> bool:
        return position.need >= position.left and bool(position.takers)

    for position, card in chosen(hand, rng, level, can_take):
        assert card & position.takers


@given(hands, strategies.streams, levels)
def test_a_bot_that_needs_every_trick_leads_one_that_cannot_be_beaten_in_its_suit(
    hand: list[MatchState], rng: Stream, level: Level
) -> None:
    def holds_masters(position: Position) -> bool:
        return position.need >= position.left and not position.trick and masters_of(position) != 0

    for position, card in chosen(hand, rng, level, holds_masters):
        expected = highest(position.holding) if level is Level.EASY else masters_of(position)
        assert card & expected


def masters_of(position: Position) -> int:
    return masters(position.holding, position.unseen)


# Seat 0 leads; the turned card is the nine of hearts.


@every_level
def test_keeps_under_with_its_highest_loser(level: Level) -> None:
    state = after(dealt("Qs8d", "JsTs", "7s7d", "8s8c", turnup="9h"), 1, 0, 0, 0, "Qs")
    assert choice(state, level) == "Js"


@every_level
def test_made_to_ruff_it_goes_under_a_higher_trump(level: Level) -> None:
    state = after(dealt("Qs8d", "Jh7c", "AhTh", "8s8c", turnup="9h"), 1, 0, 0, 0, "Qs", "Jh")
    assert choice(state, level) == "Th"


@every_level
def test_last_to_play_and_short_of_its_contract_it_takes(level: Level) -> None:
    state = after(dealt("Ts8d", "7s7c", "8s8c", "JsTd", turnup="9h"), 0, 0, 0, 1, "Ts", "7s", "8s")
    assert choice(state, level) == "Js"


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_last_to_play_it_takes_as_cheaply_as_it_can_while_it_needs_more(level: Level) -> None:
    state = after(dealt("Ts8d7d", "7s7cTc", "8s8cJc", "AsJsQs", turnup="9h"), 0, 0, 0, 2, "Ts", "7s", "8s")
    assert choice(state, level) != "As"


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_draws_with_the_highest_trump_when_it_needs_every_trick(level: Level) -> None:
    state = after(dealt("AhKh", "7s7c", "8s8c", "JsTs", turnup="9h"), 2, 0, 0, 1)
    assert choice(state, level) in {"Ah", "Kh"}


def test_a_steady_player_draws_trumps_before_it_leads_its_aces() -> None:
    state = after(dealt("AhAs7c", "7s8d8c", "8s9cTc", "JsTsQd", turnup="9h"), 2, 0, 0, 0)
    assert choice(state, Level.NORMAL) == "Ah"


@every_level
def test_who_wants_none_leads_low(level: Level) -> None:
    state = after(dealt("Qs8s7s", "9s8dTc", "Ks8cJc", "JsTsQd", turnup="9h"), 0, 1, 1, 2)
    assert choice(state, level) in {"7s", "8s"}


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_who_wants_none_throws_the_card_that_could_still_win(level: Level) -> None:
    state = after(dealt("Qs8d7d", "7cAc8c", "8sTsJc", "JsTdKd", turnup="9h"), 1, 0, 1, 0, "Qs")
    assert choice(state, level) == "Ac"


@pytest.mark.parametrize(("level", "card"), [(Level.EASY, "Kd"), (Level.NORMAL, "Qs"), (Level.HARD, "Qs")])
def test_only_a_beginner_forgets_what_is_out(level: Level, card: str) -> None:
    """Ace and king of spades are gone, the ace of diamonds is not."""
    state = dealt("AsQsKd", "Ks8s7c", "Ts8cTc", "9s9cJc", turnup="9h")
    state = after(state, 3, 0, 0, 1, "As", "Ks", "Ts", "9s")
    assert choice(state, level) == card
