"""Positions that a player at a card table would agree on, in words. Seat 0 bids and leads first, the last one deals."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots import Level, choose
from games.bots.cardbits import TAKERS, each
from games.bots.forehead import chance_to_win
from games.bots.position import Position
from games.engine.actions import Bid
from games.engine.ruleset import OneCardHands
from games.engine.shuffle import Stream
from games.engine.state import MatchState, Phase
from games.engine.view import SeatView, view_for
from tests import strategies
from tests.bots.tables import after, choice, dealt

ALL = tuple(Level)
NOT_A_BEGINNER = (Level.NORMAL, Level.HARD)
levels = st.sampled_from(Level)
# Where zero wins, a contract may be worth missing.
points_rules = strategies.rulesets.filter(lambda rules: not rules.zero_wins)
open_rules = points_rules.filter(lambda rules: rules.one_card_hands is OneCardHands.OPEN)


def bid_of(view: SeatView, seed: bytes, level: Level) -> int:
    action = choose(view, Stream(seed, "choice"), level)
    assert isinstance(action, Bid)
    return action.tricks


def bidders(hand: list[MatchState]) -> list[SeatView]:
    """The views of the seats that bid, each when it is to bid."""
    return [view_for(state, state.to_act) for state in hand if state.phase is Phase.BIDDING]


@given(strategies.histories(open_rules, range(1, 3)), strategies.seeds, levels)
def test_who_can_beat_no_card_and_does_not_lead_bids_none(hand: list[MatchState], seed: bytes, level: Level) -> None:
    for view in bidders(hand)[1:]:
        position = Position.of(view)
        beaten = any(position.holding & TAKERS[position.trump][card] for card in each(position.unseen))
        if not beaten and 0 in position.legal_bids:
            assert bid_of(view, seed, level) == 0


@given(strategies.histories(strategies.forehead_rules, range(1, 2)), strategies.seeds, levels)
def test_on_the_forehead_what_is_certain_is_bid(hand: list[MatchState], seed: bytes, level: Level) -> None:
    for view in bidders(hand):
        position = Position.of(view)
        chance = chance_to_win(position)
        if chance in (0, 1) and int(chance) in position.legal_bids:
            assert bid_of(view, seed, level) == chance


@given(strategies.histories(points_rules, range(2, 9)), strategies.seeds, levels)
def test_a_hooked_dealer_takes_a_neighbour_of_what_it_would_have_bid(
    hand: list[MatchState], seed: bytes, level: Level
) -> None:
    view = bidders(hand)[-1]
    assert view.hand is not None
    hook = view.hand.hook
    free = replace(view, hand=replace(view.hand, hook=None, legal_bids=tuple(range(view.hand.size + 1))))
    wish, said = bid_of(free, seed, level), bid_of(view, seed, level)
    assert said == wish or (wish == hook and abs(said - wish) == 1)


# Of each: whose choice, the holdings, the bids heard, the bids that would do. Where a card is turned, it is the nine of
# hearts.
BIDS = {
    "the ace of trumps is one trick": (ALL, ("Ah", "8s", "7s", "9s"), (), {1}),
    "the king of trumps on its own is worth a bid": (NOT_A_BEGINNER, ("Kh", "8s", "7s", "9s"), (), {1}),
    "a seven that is not trumps wins nothing from behind": (ALL, ("8s", "7s", "9s", "Ts"), (0,), {0}),
    "the ace of trumps and a seven are one": (ALL, ("Ah7s", "8s8c", "8d9d", "9s9c"), (), {1}),
    "ace, king and queen of trumps are three": (ALL, ("AhKhQh", "8s8c8d", "7s7c7d", "9s9c9d"), (), {3}),
    "two aces and a seven of three suits are no more than two": (
        (Level.HARD,),
        ("AsAc7d", "8s8c8d", "7s7c9d", "9s9cTd"),
        (),
        {1, 2},
    ),
    "three sevens and eights are none": (ALL, ("AsAcAd", "8s8c7d", "7s7cTd", "9s9c9d"), (2,), {0}),
    "king, queen and jack of trumps are two at least": (ALL, ("KhQhJh", "8s8c8d", "7s7c7d", "9s9c9d"), (), {2, 3}),
    "without trumps the low cards of four suits are none": (
        ALL,
        ("AsKsAhKhAdKdAcKc", "8s7s8h7h8d7d8c7c", "QsJsQhJhQdJdQcJc", "Ts9sTh9hTd9dTc9c"),
        (8,),
        {0},
    ),
    "without trumps four aces and four kings are every trick": (
        NOT_A_BEGINNER,
        ("AsKsAhKhAdKdAcKc", "8s7s8h7h8d7d8c7c", "QsJsQhJhQdJdQcJc", "Ts9sTh9hTd9dTc9c"),
        (),
        {8},
    ),
    "a hooked dealer with the two best trumps says three rather than one": (
        ALL,
        ("7s7c8d", "8s8c7d", "9s9cTd", "AhKhAs"),
        (1, 0, 0),
        {3},
    ),
    "a hooked dealer with nothing says the least it may": (ALL, ("AhKh", "AsKs", "AcKc", "7s7c"), (2, 0, 0), {1}),
    "a hooked dealer with the ace of trumps and nothing else says no less than one": (
        ALL,
        ("7s7cKd", "8s8cQd", "9s9cJd", "Ah7d8d"),
        (1, 1, 0),
        {2},
    ),
}

# Of each: whose choice, the holdings, the bids and cards so far, the cards that would do.
PLAYS = {
    "who wants the last trick takes it": (ALL, ("Ts8d", "7s7c", "8s8c", "JsTd"), (0, 0, 0, 1, "Ts", "7s", "8s"), "Js"),
    "who wants none keeps under the queen with the jack": (
        ALL,
        ("Qs8d", "JsTs", "7s7d", "8s8c"),
        (1, 0, 0, 0, "Qs"),
        "Js",
    ),
    "who has made it ducks under the ace with the king": (
        ALL,
        ("AsKd8c", "KsTs8d", "7s7d7c", "9s9c9d"),
        (2, 0, 0, 0, "As"),
        "Ks",
    ),
    "who must ruff and wants none goes under the higher trump": (
        ALL,
        ("Qs8d", "Jh7c", "AhTh", "8s8c"),
        (1, 0, 0, 0, "Qs", "Jh"),
        "Th",
    ),
    "who wants both tricks leads the ace of trumps and not the seven": (
        ALL,
        ("Ah7s", "8s8c", "8d9d", "9s9c"),
        (2, 0, 0, 1),
        "Ah",
    ),
    "who wants every trick leads an ace rather than a jack": (
        NOT_A_BEGINNER,
        ("AsAcJd", "8s8c8d", "7s7c7d", "9s9c9d"),
        (3, 0, 0, 1),
        "As Ac",
    ),
    "who wants none does not lead its queen while it has lower spades": (
        ALL,
        ("QsJs7s", "9s8dTc", "Ks8cJc", "AsTsQd"),
        (0, 1, 1, 2),
        "7s Js",
    ),
    "who wants none and is void throws its ace": (
        NOT_A_BEGINNER,
        ("Qs8d7d", "Ac7c8c", "8sTsJc", "JsTdKd"),
        (1, 0, 1, 0, "Qs"),
        "Ac",
    ),
    "who wants one takes the king with the ace": (
        ALL,
        ("Ks8d", "As7c", "8s8c", "JsTd"),
        (0, 1, 0, 0, "Ks"),
        "As",
    ),
    "who cannot win and still wants one keeps its ace": (
        NOT_A_BEGINNER,
        ("AsKd8c", "7sTs9c", "Ah7d7c", "9sJcQd"),
        (1, 0, 1, 0, "As", "7s"),
        "Ah",
    ),
    "who wants one more than there are low cards ruffs": (
        ALL,
        ("Ks8d", "Th7c", "8s8c", "JsTd"),
        (0, 1, 0, 0, "Ks"),
        "Th",
    ),
    "last to play and wanting none it takes with the highest when it must take": (
        NOT_A_BEGINNER,
        ("7s8d9d", "8s8c9c", "9sTcTd", "QsJsKd"),
        (1, 0, 1, 0, "7s", "8s", "9s"),
        "Qs",
    ),
}


@pytest.mark.parametrize(
    ("level", "holdings", "bids", "sensible"),
    [
        pytest.param(level, holdings, bids, sensible, id=f"{words} ({level})")
        for words, (players, holdings, bids, sensible) in BIDS.items()
        for level in players
    ],
)
def test_bid(level: Level, holdings: tuple[str, ...], bids: tuple[int, ...], sensible: set[int]) -> None:
    turnup = "" if len(holdings[0]) == 16 else "9h"
    assert choice(after(dealt(*holdings, turnup=turnup), *bids), level) in sensible


@pytest.mark.parametrize(
    ("level", "holdings", "acts", "sensible"),
    [
        pytest.param(level, holdings, acts, sensible.split(), id=f"{words} ({level})")
        for words, (players, holdings, acts, sensible) in PLAYS.items()
        for level in players
    ],
)
def test_card(level: Level, holdings: tuple[str, ...], acts: tuple[int | str, ...], sensible: list[str]) -> None:
    assert choice(after(dealt(*holdings, turnup="9h"), *acts), level) in sensible
