"""What every level owes in every position: a legal action, chosen from the seat's view and nothing else."""

import ast
import hashlib
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games import bots
from games.bots import Level, choose
from games.engine.apply import legal_actions
from games.engine.record import Holder, SeatRecord, record_text
from games.engine.ruleset import PRESETS, Preset
from games.engine.shuffle import Stream
from games.engine.state import MatchState
from games.engine.view import view_for
from games.practice import Player, play_match
from tests import strategies

levels = st.sampled_from(Level)


def play_mixed_match(preset: Preset, players: int) -> str:
    """The record of a match whose seats are of all levels in turn."""
    seats = [
        Player(SeatRecord(level, Holder.BOT, level), partial(choose, level=level))
        for level, _ in zip([*Level, *Level], range(players), strict=False)
    ]
    return record_text(play_match(PRESETS[preset], bytes(32), seats, match_id="1", started_at="", finished_at=""))


@given(strategies.positions(), strategies.streams, levels)
def test_the_choice_is_always_legal(state: MatchState, rng: Stream, level: Level) -> None:
    assume(state.to_act is not None)
    assert choose(view_for(state, state.to_act), rng, level) in legal_actions(state)


@given(strategies.positions(), strategies.streams, levels)
def test_nobody_chooses_out_of_turn(state: MatchState, rng: Stream, level: Level) -> None:
    for viewer in {None, *range(state.players)} - {state.to_act}:
        with pytest.raises(ValueError, match="not to act"):
            choose(view_for(state, viewer), rng, level)


@pytest.mark.parametrize(("preset", "players"), list(zip(PRESETS, range(3, 7), strict=True)))
def test_a_table_of_all_levels_plays_a_match_to_its_end(preset: Preset, players: int) -> None:
    assert '"result":{"totals"' in play_mixed_match(preset, players).replace(" ", "")


def test_a_match_is_the_same_whatever_order_python_gives_its_sets() -> None:
    program = "from tests.bots.test_choose import *; print(digest())"
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert digests == {digest() + "\n"}


def digest() -> str:
    return hashlib.sha256(play_mixed_match(Preset.FOREHEAD, 3).encode()).hexdigest()


@pytest.mark.parametrize("path", sorted(Path(bots.__path__[0]).glob("*.py")), ids=lambda path: path.stem)
def test_no_bot_reaches_for_what_differs_between_machines(path: Path) -> None:
    tree = ast.parse(path.read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)} | {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    assert imported.isdisjoint({"math", "random", "time", "os", "statistics"})
    assert not any(isinstance(node, ast.Pow | ast.Set | ast.SetComp) for node in ast.walk(tree))
