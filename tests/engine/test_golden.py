"""Matches played today are, byte for byte, the ones played when the goldens were made (tests/golden/make.py)."""

import json

import pytest

from games.engine.record import record_text
from games.engine.ruleset import MAX_PLAYERS, MIN_PLAYERS, Ladder, Preset
from games.engine.verify import read_record
from tests.golden import make


@pytest.mark.parametrize("name", make.MATCHES)
def test_a_match_is_the_golden_one_and_verifies(name: str) -> None:
    text = make.match_text(name)
    assert make.digest(text) == make.stored("matches")[name]
    assert record_text(read_record(json.loads(text))) == text


@pytest.mark.parametrize("name", make.FULL)
def test_a_whole_golden_record_is_the_same(name: str) -> None:
    assert make.match_text(name) == make.full_record(name).read_text()


@pytest.mark.parametrize("arguments", make.SIMULATIONS)
def test_simulate_prints_the_golden_lines_and_they_verify(arguments: str) -> None:
    text = make.simulation_text(arguments)
    for line in text.splitlines():
        read_record(json.loads(line))
    assert make.digest(text) == make.stored("simulate")[arguments], "have the bots changed? see tests/golden/make.py"


def test_every_preset_ladder_and_size_has_a_golden() -> None:
    named = [preset for preset in Preset if preset is not Preset.CUSTOM]
    sizes = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    combinations = {f"{preset}-{ladder}-{players}" for preset in named for ladder in Ladder for players in sizes}
    assert combinations | {"custom-1-8-1-4"} == set(make.stored("matches"))
    simulated = " ".join(make.stored("simulate"))
    for option in (*Preset, *Ladder, *(f"--players {players}" for players in sizes)):
        assert option in simulated
