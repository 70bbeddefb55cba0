"""The golden records: matches that must come out the same, byte for byte, for ever.

`python -m tests.golden.make` writes them anew, after a change that is meant to change them:
`matches.json` and the full records by a change of the rules or of the record, which should never happen inside one
version of the format; `simulate.json` by a change of the bots.
"""

import hashlib
import io
import json
import os
from pathlib import Path

import django
from django.core.management import call_command

from games.engine.record import record_text
from games.engine.ruleset import CLASSIC, MAX_PLAYERS, MIN_PLAYERS, PRESETS, Ladder, OneCardHands, RuleSet, Scoring
from games.practice import play_match
from tests.random_player import random_players

FOLDER = Path(__file__).parent
MOMENT = "2026-11-30T18:04:05Z"

MATCHES: dict[str, tuple[RuleSet, int]] = {
    f"{preset}-{ladder}-{players}": (rules.on(ladder), players)
    for preset, rules in PRESETS.items()
    for ladder in Ladder
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
} | {
    "custom-1-8-1-4": (
        CLASSIC.customised(one_card_hands=OneCardHands.FOREHEAD, scoring=Scoring.GOLD, streak=None, zero_wins=True),
        4,
    )
}
FULL = ("gold-8-1-8-3", "zero-1-8-1-4")

SIMULATIONS = (
    "--preset classic --players 3 --ladder 1-8-1 --matches 2 --seed 7 --bots easy",
    "--preset forehead --players 4 --ladder 8-1-8 --matches 2 --seed 7 --bots easy,normal",
    "--preset gold --players 5 --ladder 1-8-1 --matches 1 --seed 7 --bots hard,normal",
    "--preset zero --players 6 --ladder 8-1-8 --matches 2 --seed 7 --bots normal,easy,easy",
    "--preset custom --players 3 --ladder 8-1-8 --matches 2 --seed 7 --bots normal --scoring gold --no-streak",
)


def match_text(name: str) -> str:
    rules, players = MATCHES[name]
    seed = hashlib.sha256(name.encode()).digest()
    table = random_players(players)
    return record_text(play_match(rules, seed, table, match_id=name, started_at=MOMENT, finished_at=MOMENT))


def simulation_text(arguments: str) -> str:
    out = io.StringIO()
    call_command("simulate", *arguments.split(), stdout=out)
    return out.getvalue()


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def stored(name: str) -> dict[str, str]:
    """The digests kept under this name."""
    digests: dict[str, str] = json.loads((FOLDER / f"{name}.json").read_text())
    return digests


def full_record(name: str) -> Path:
    return FOLDER / f"{name}.record.json"


def make() -> None:
    made = {"matches": {name: digest(match_text(name)) for name in MATCHES}}
    made["simulate"] = {arguments: digest(simulation_text(arguments)) for arguments in SIMULATIONS}
    for name, digests in made.items():
        (FOLDER / f"{name}.json").write_text(json.dumps(digests, indent=2) + "\n")
    for name in FULL:
        full_record(name).write_text(match_text(name))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistsite.settings")
    django.setup()
    make()
