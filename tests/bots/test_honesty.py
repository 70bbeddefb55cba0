"""No bot knows what its seat may not know: hidden cards change neither the choice nor the work it takes."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import Level, choose
from games.engine.resample import resample
from games.engine.ruleset import PRESETS, Ladder, Preset
from games.engine.shuffle import Stream
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests import strategies

SIZES = range(1, 9)


def one_of_each_phase(hand: list[MatchState], pick: Callable[[int], int]) -> Iterator[MatchState]:
    """A state in which a seat is to bid, and one in which a seat is to play."""
    for phase in (Phase.BIDDING, Phase.PLAYING):
        states = [state for state in hand if state.phase is phase]
        yield states[pick(len(states))]


def calls_made(work: Callable[[], object]) -> int:
    """How many functions the work calls: a measure of its length that no other program disturbs."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize(("preset", "size"), list(product(PRESETS, SIZES)))
@settings(max_examples=4)
@given(data=st.data(), ladder=st.sampled_from(Ladder), seed=strategies.seeds)
def test_hidden_cards_never_change_the_choice(
    preset: Preset, size: int, data: st.DataObject, ladder: Ladder, seed: bytes
) -> None:
    hand = data.draw(strategies.histories(st.just(PRESETS[preset].on(ladder)), range(size, size + 1)))
    for state, level in product(one_of_each_phase(hand, Stream(seed, "state").below), Level):
        view = view_for(state, state.to_act)
        other_world = resample(view, Stream(seed, "other world"))
        assert choose(view_for(other_world, state.to_act), Stream(seed, "choice"), level) == choose(
            view, Stream(seed, "choice"), level
        )


@settings(max_examples=25)
@given(hand=strategies.histories(), seed=strategies.seeds)
def test_hidden_cards_never_change_how_much_there_is_to_think(hand: list[MatchState], seed: bytes) -> None:
    for state, level in product(one_of_each_phase(hand, Stream(seed, "state").below), Level):
        view = view_for(state, state.to_act)
        other_view = view_for(resample(view, Stream(seed, "other world")), state.to_act)
        choose(view, Stream(seed, "choice"), level)  # what is remembered from one choice to the next is so by now
        here, there = (partial(choose, seen, Stream(seed, "choice"), level) for seen in (view, other_view))
        assert calls_made(there) == calls_made(here)


def test_a_choice_is_made_from_the_view_and_nothing_else() -> None:
    assert list(inspect.signature(choose).parameters) == ["view", "rng", "level"]
