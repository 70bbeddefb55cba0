"""Whole records of random players, to write, read and spoil."""

import json
from functools import cache
from typing import Any

from games.engine.record import MatchRecord, record_text
from games.engine.ruleset import RuleSet
from games.practice import play_match
from tests.random_player import random_players

STARTED, FINISHED = "2026-11-30T18:04:05Z", "2026-11-30T19:00:00Z"


@cache
def played(rules: RuleSet, players: int, seed: bytes = bytes(32)) -> MatchRecord:
    return play_match(
        rules, seed, random_players(players), match_id="match-1", started_at=STARTED, finished_at=FINISHED
    )


def written(record: MatchRecord) -> Any:
    """The record as anybody's JSON reader gives it, to be changed at will."""
    return json.loads(record_text(record))


def truncated(data: Any, hands: int) -> Any:
    """The record as it was after so many hands, while the match was running."""
    return {**data, "hands": data["hands"][:hands], "result": None, "finished_at": None, "fairness": None}
