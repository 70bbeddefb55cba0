"""Plays matches of bots and prints their records as JSON lines, the same for the same arguments everywhere."""

import hashlib
from argparse import ArgumentTypeError
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots import Level, choose
from games.engine.record import Holder, SeatRecord, record_text
from games.engine.ruleset import (
    CLASSIC,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PRESETS,
    Ladder,
    OneCardHands,
    Options,
    Preset,
    RuleSet,
    Scoring,
)
from games.management.pipes import closed_pipe_ends_quietly
from games.practice import Player, play_match

# A simulated match takes place at no time; its record needs one.
MOMENT = "2000-01-01T00:00:00Z"


class Command(BaseCommand):
    help = "Plays matches of bots and prints their records, one line of JSON each. Needs no database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--preset", choices=[preset.value for preset in Preset], default="classic")
        parser.add_argument("--players", type=int, choices=range(MIN_PLAYERS, MAX_PLAYERS + 1), default=4)
        parser.add_argument("--ladder", choices=[ladder.value for ladder in Ladder], default="1-8-1")
        parser.add_argument("--matches", type=_positive, default=1, metavar="M")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="a whole number; all chance comes from it")
        parser.add_argument(
            "--bots",
            type=_levels,
            default=(Level.NORMAL,),
            metavar="LEVEL[,LEVEL...]",
            help=f"the bots' levels by seat, repeated round the table: {', '.join(Level)}",
        )
        free = parser.add_argument_group("free options; with any of them the preset is custom")
        free.add_argument("--one-card-hands", choices=[kind.value for kind in OneCardHands])
        free.add_argument("--scoring", choices=[scoring.value for scoring in Scoring])
        free.add_argument("--no-streak", action="store_true")
        free.add_argument("--zero-wins", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        players, levels = options["players"], options["bots"]
        if len(levels) > players:
            raise CommandError(f"{len(levels)} bots are named for {players} seats", returncode=2)
        rules = rules_of(options)
        table = [_player(seat, levels[seat % len(levels)]) for seat in range(players)]
        with closed_pipe_ends_quietly():
            for number in range(1, options["matches"] + 1):
                seed = hashlib.sha256(f"levata/1/simulate/{options['seed']}/{number}".encode()).digest()
                match_id = f"simulated-{options['seed']}-{number}"
                record = play_match(rules, seed, table, match_id=match_id, started_at=MOMENT, finished_at=MOMENT)
                self.stdout.write(record_text(record))


def rules_of(options: dict[str, Any]) -> RuleSet:
    """The rules the command's options describe."""
    preset = Preset(options["preset"])
    free = Options()
    if options["one_card_hands"]:
        free["one_card_hands"] = OneCardHands(options["one_card_hands"])
    if options["scoring"]:
        free["scoring"] = Scoring(options["scoring"])
    if options["no_streak"]:
        free["streak"] = None
    if options["zero_wins"]:
        free["zero_wins"] = True
    rules = PRESETS.get(preset, CLASSIC).on(Ladder(options["ladder"]))
    return rules.customised(**free) if free or preset is Preset.CUSTOM else rules


def _player(seat: int, level: Level) -> Player:
    return Player(SeatRecord(f"Bot {seat + 1}", Holder.BOT, level.value), partial(choose, level=level))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ArgumentTypeError("at least 1")
    return number


def _levels(text: str) -> tuple[Level, ...]:
    try:
        return tuple(map(Level, text.split(",")))
    except ValueError:
        raise ArgumentTypeError(f"a bot's level is one of {', '.join(Level)}") from None
