"""The bench: who plays whom, on which deals, and with whose code."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from games import bots
from games.bots.cardbits import mask_of
from games.bots.position import Position
from games.engine.actions import Deal
from games.engine.apply import apply, legal_actions
from games.engine.ruleset import CLASSIC, Ladder
from games.engine.shuffle import deal_order, first_dealer
from games.engine.state import MatchState, new_match
from games.engine.view import view_for
from tests.benchmarks.bots.cheat import holdings_of
from tests.benchmarks.bots.matches import alternating, gains, one_among, play_deals
from tests.benchmarks.bots.players import CHEAT, chooser, version
from tests.benchmarks.bots.tables import cost_lines, duel_line, made_lines

ROOT = str(Path(__file__).parents[2])
SEED = bytes(32)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_of_two_players_has_sat_as_often_in_every_seat(players: int) -> None:
    in_turn = alternating("a", "b", players)
    assert all({seating[seat] for seating in in_turn} == {"a", "b"} for seat in range(players))
    assert [seating.index("a") for seating in one_among("a", "b", players)] == list(range(players))


def test_one_player_against_itself_is_level_on_every_deal() -> None:
    deals = list(play_deals(CLASSIC, alternating("easy", f"easy@{ROOT}", 4), deals=2))
    assert gains(deals, "easy", f"easy@{ROOT}") == [0, 0]


def test_the_better_player_gains_in_one_process_as_in_two() -> None:
    seatings = one_among("normal", "easy", 3)
    alone, shared = (list(play_deals(CLASSIC, seatings, deals=6, jobs=jobs)) for jobs in (1, 2))
    assert gains(alone, "normal", "easy") == gains(shared, "normal", "easy")
    assert "normal" in duel_line("normal", "easy", alone)
    assert len(made_lines(alone[0])) == 3
    assert len(cost_lines(alone[0])) == 4


def test_another_version_s_code_stays_apart_from_ours() -> None:
    theirs = version(ROOT)
    assert theirs is not bots
    assert theirs.choose is not bots.choose
    assert theirs.choose.__globals__ is not bots.choose.__globals__
    assert importlib.import_module("games.bots") is bots
    assert Path(theirs.__file__) == Path(bots.__file__)


def test_who_is_not_there_cannot_play() -> None:
    with pytest.raises(ValueError, match="perfect"):
        chooser("perfect", SEED)
    with pytest.raises(FileNotFoundError):
        chooser("hard@/nowhere", SEED)


def test_the_cheat_knows_every_holding_until_the_last_card() -> None:
    state = dealt_by(SEED)
    choose = chooser(CHEAT, SEED)
    while legal := legal_actions(state):
        view = view_for(state, state.to_act)
        assert holdings_of(view, Position.of(view), SEED) == [mask_of(held) for held in state.hand.holdings]
        action = choose(view, None)
        assert action in legal
        state, _ = apply(state, action)


def dealt_by(seed: bytes) -> MatchState:
    state = new_match(CLASSIC.on(Ladder.DOWN_UP), 4, first_dealer(seed, 4))
    return apply(state, Deal(deal_order(seed, 1, 4)))[0]
