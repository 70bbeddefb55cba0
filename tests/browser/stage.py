"""A site's data with every state of a table ready to be looked at, the same at every making.

`python -m tests.browser.stage` fills the empty data folder that LEVATA_DATA_DIR names and prints, as JSON, the path of
each table by its name in SCENES. Whoever looks logs in as ANDREI.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Self
from unittest import mock

from tests.server import ROOT, Server, plain_environment

ANDREI = "andrei@example.org"
PASSWORD = "trei levate pe frunte"
FROZEN = {name: "1000000" for name in ("AWAY_AFTER", "EMPTY_TABLE_AFTER", "DEAL_PAUSE", "SWEEP_EVERY")}
"""Settings under which nothing happens by itself, however long one looks."""


class Stage:
    """A site on a data folder filled here; a context manager. `tables`: the path of a table by the name of its scene."""

    def __init__(self, data_dir: Path) -> None:
        self.site = Server(data_dir, env={**FROZEN, "BOT_PAUSE": "1000000"})
        environment = {**plain_environment(), **self.site.env, "BOT_PAUSE": "0", "LEVATA_DATA_DIR": str(data_dir)}
        command = [sys.executable, "-m", "tests.browser.stage"]
        made = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
        self.tables: dict[str, str] = json.loads(made.stdout)

    def __enter__(self) -> Self:
        self.site.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.site.stop()


def build() -> dict[str, str]:
    """Fills the database of this process's settings."""
    from accounts.models import User
    from accounts.services import guest_create
    from games import services, store
    from games.bots import Level, choose
    from games.engine.ruleset import CLASSIC, PRESETS, Ladder, Preset, RuleSet
    from games.engine.shuffle import Stream
    from games.engine.state import Phase
    from games.engine.view import view_for
    from games.models import Controller, Match

    forehead, gold, zero = (PRESETS[preset] for preset in (Preset.FOREHEAD, Preset.GOLD, Preset.ZERO))
    down_up = CLASSIC.on(Ladder.DOWN_UP)
    andrei = User.objects.create_user(ANDREI, "Andrei", PASSWORD)
    bianca, cosmin, dana, emil, flavia = (guest_create(name=name) for name in "Bianca Cosmin Dana Emil Flavia".split())
    ioana, mihnea = guest_create(name="Ioana-Alexandra"), guest_create(name="Mihnea Vodă")
    seeds = count()

    def opened(host: User, rules: RuleSet, *others: User, players: int = 4, **options: object) -> Match:
        defaults: dict[str, object] = {"turn_seconds": 30, "is_public": True, "bots": {}}
        match = services.table_open(host=host, rules=rules, players=players, **(defaults | options))  # type: ignore[arg-type]
        for user in others:
            services.seat_take(code=match.code, user=user)
        return match

    def played(match: Match, until: Callable[[store.Loaded], bool]) -> Match:
        """Everybody plays as a bot of the middle level would, until it holds."""
        services.table_start(code=match.code, host=match.host, fill=Level.NORMAL)  # type: ignore[arg-type]
        now = store.load(Match.objects.get(pk=match.pk))
        for turn in range(5000):
            if until(now):
                return now.match
            seat = now.seats[now.state.to_act] if now.state.to_act is not None else None
            if seat is None or seat.controller == Controller.BOT:
                Match.objects.filter(pk=match.pk).update(due_at=now.match.started_at)
                services.match_advance(match_id=match.pk, version=now.match.version)
                now = store.load(Match.objects.get(pk=match.pk))
            else:
                action = choose(view_for(now.state, seat.number), Stream(b"stage", str(turn)), Level.NORMAL)
                act = lambda number, action=action: action  # noqa: E731
                now = services.match_act(code=match.code, user=seat.user, act=act, version=now.match.version)  # type: ignore[arg-type]
        raise AssertionError("the match did not get there")

    def bids(now: store.Loaded, size: int) -> bool:
        """Andrei bids, neither first nor last, in a hand of at least this size."""
        hand = now.state.hand
        at_turn = now.state.phase is Phase.BIDDING and now.state.to_act == 0
        return at_turn and hand is not None and hand.size >= size and 0 < len(hand.bids) < now.state.players - 1

    def is_hooked(now: store.Loaded) -> bool:
        if now.state.phase is not Phase.BIDDING or now.state.to_act != 0:
            return False
        hand = view_for(now.state, 0).hand
        return hand is not None and hand.size > 2 and hand.hook not in (None, 0)

    def plays(now: store.Loaded, size: int) -> bool:
        """Andrei plays in a hand of at least this size, after others, a trick taken, with some of his cards allowed."""
        hand = now.state.hand
        if hand is None or now.state.phase is not Phase.PLAYING or now.state.to_act != 0 or hand.size < size:
            return False
        legal = view_for(now.state, 0).hand.legal_plays  # type: ignore[union-attr]
        return hand.led is not None and bool(hand.tricks) and 1 < len(legal) < len(hand.holdings[0])

    def is_over(now: store.Loaded) -> bool:
        return now.match.status == Match.Status.FINISHED

    def outcome(now: store.Loaded, size: int) -> bool:
        return now.state.phase is Phase.DEALING and now.state.hand is not None and now.state.hand.size == size

    def held(match: Match) -> Match:
        services.seat_take_over(code=match.code, number=0)
        return match

    with _always_the_same(seeds):
        played(opened(bianca, zero, andrei, flavia), lambda now: now.state.hands_done == 3)
        finished = played(opened(andrei, CLASSIC, cosmin, ioana), is_over)
        scenes = {
            "bidding": played(opened(andrei, CLASSIC, bianca), lambda now: bids(now, 6)),
            "hooked": played(opened(andrei, CLASSIC, dana, emil), is_hooked),
            "play": played(opened(andrei, CLASSIC, bianca, cosmin), lambda now: plays(now, 7)),
            "forehead": played(opened(andrei, forehead, ioana, mihnea), lambda now: bids(now, 1)),
            "forehead-play": played(
                opened(andrei, forehead, bianca),
                lambda now: now.state.phase is Phase.PLAYING and now.state.to_act == 0,
            ),
            "six-bidding": played(opened(andrei, down_up, bianca, cosmin, ioana, players=6), lambda now: bids(now, 8)),
            "six-play": played(
                opened(andrei, down_up, emil, flavia, mihnea, players=6),
                lambda now: plays(now, 8),
            ),
            "six-forehead": played(opened(andrei, forehead, bianca, cosmin, dana, players=6), lambda now: bids(now, 1)),
            "five": played(opened(andrei, gold, dana, emil, players=5), lambda now: plays(now, 5)),
            "three": played(opened(andrei, zero, flavia, players=3), lambda now: plays(now, 5)),
            "outcome": played(opened(andrei, CLASSIC, bianca, emil), lambda now: outcome(now, 5)),
            "held": held(played(opened(andrei, CLASSIC, bianca, cosmin), lambda now: bids(now, 3))),
            "result": finished,
            "waiting": opened(andrei, forehead, bianca, bots={2: Level.HARD}),
        }
        opened(cosmin, CLASSIC, dana, turn_seconds=60)
        opened(ioana, gold, players=6, bots={3: Level.EASY, 4: Level.NORMAL}, turn_seconds=None)
        opened(mihnea, down_up.customised(streak=None, zero_wins=True), players=3)
    return {name: f"/t/{match.code}/" for name, match in scenes.items()}


@contextmanager
def _always_the_same(seeds: Iterator[int]) -> Iterator[None]:
    """Seeds and codes of tables that are numbered instead of drawn."""

    def drawn(length: int) -> bytes:
        return hashlib.sha256(f"stage {next(seeds)}".encode()).digest()[:length]

    def code(length: int, letters: str) -> str:
        return "".join(letters[byte % len(letters)] for byte in drawn(length))

    with (
        mock.patch("games.services.tables.secrets.token_bytes", drawn),
        mock.patch("games.services.tables.get_random_string", code),
    ):
        yield


def main() -> None:
    import django
    from django.core.management import call_command

    os.environ["DJANGO_SETTINGS_MODULE"] = "whistsite.settings"
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    print(json.dumps(build()))


if __name__ == "__main__":
    main()
