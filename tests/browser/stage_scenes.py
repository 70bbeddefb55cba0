"""Fills the empty data folder that LEVATA_DATA_DIR names, and prints the scenes as JSON (tests.browser.stage).

In each scene somebody called Andrei sits in seat 0 at a table of his own; in the scene "home" he is the one who has
already played and won.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from unittest import mock

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "whistsite.settings"
django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.services import account_register, guest_create  # noqa: E402
from games import services, store  # noqa: E402
from games.bots import Level, choose  # noqa: E402
from games.engine.ruleset import CLASSIC, PRESETS, Ladder, Preset, RuleSet  # noqa: E402
from games.engine.shuffle import Stream  # noqa: E402
from games.engine.state import Phase  # noqa: E402
from games.engine.view import HandView, view_for  # noqa: E402
from games.models import Controller, Match  # noqa: E402

FOREHEAD, GOLD, ZERO = (PRESETS[preset] for preset in (Preset.FOREHEAD, Preset.GOLD, Preset.ZERO))
DOWN_UP = CLASSIC.on(Ladder.DOWN_UP)
MORE_THAN_ANY_MATCH = 5000

Until = Callable[[store.Loaded], bool]


def main() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    with always_the_same():
        print(json.dumps(scenes()))


def scenes() -> dict[str, dict[str, str]]:
    """Every scene: the path of its table and the session of its Andrei."""
    guests = ("Bianca", "Cosmin", "Dana", "Emil", "Flavia", "Ioana-Alexandra", "W" * 20)
    bianca, cosmin, dana, emil, flavia, ioana, mihnea = (guest_create(name=name) for name in guests)
    shown = {
        "bidding": played(opened(CLASSIC, bianca), bids(size=6)),
        "hooked": played(opened(CLASSIC, dana, emil), bids_hooked),
        "play": played(opened(CLASSIC, bianca, cosmin), plays(size=7)),
        "forehead": played(opened(FOREHEAD, ioana, mihnea), bids(size=1)),
        "forehead-play": played(opened(FOREHEAD, bianca), plays_unseen),
        "three": played(opened(ZERO, flavia, players=3), plays(size=5)),
        "five": played(opened(GOLD, dana, emil, players=5), plays(size=5)),
        "six-bidding": played(opened(DOWN_UP, bianca, cosmin, ioana, players=6), bids(size=8)),
        "six-play": played(opened(DOWN_UP, emil, flavia, mihnea, players=6), plays(size=8)),
        "six-forehead": played(opened(FOREHEAD, bianca, cosmin, dana, players=6), bids(size=1)),
        "six-forehead-play": played(opened(FOREHEAD, bianca, cosmin, dana, players=6), plays_unseen),
        "outcome": played(opened(CLASSIC, bianca, emil), is_between_hands(size=5)),
        "held": held(played(opened(CLASSIC, bianca, cosmin), bids(size=3))),
        "waiting": opened(FOREHEAD, bianca, bots={2: Level.HARD}),
    }
    andrei = account_register(name="Andrei", email="andrei@example.org", password="trei levate pe frunte")
    past = [
        played(opened(GOLD, bianca, dana, host=andrei, players=3), is_over),
        played(opened(CLASSIC, cosmin, ioana, host=andrei), is_over),
        played(opened(ZERO, flavia, mihnea, host=andrei, players=3), is_over),
        played(opened(CLASSIC, bianca, emil, host=andrei), is_between_hands(size=2)),
    ]
    for day, match in zip((20, 24, 27, 29), past, strict=True):
        date(match, datetime(2026, 11, day, 20, 14, tzinfo=timezone.get_default_timezone()))
    opened(CLASSIC, dana, host=cosmin, turn_seconds=60)
    opened(GOLD, host=ioana, players=6, bots={3: Level.EASY, 4: Level.NORMAL}, turn_seconds=None)
    opened(DOWN_UP.customised(streak=None, zero_wins=True), host=mihnea, players=3)
    home = {"path": "/", "session": session_of(andrei)}
    result = {"path": f"/t/{past[1].code}/", "session": session_of(andrei)}
    return {name: scene(match) for name, match in shown.items()} | {"home": home, "result": result}


def scene(match: Match) -> dict[str, str]:
    assert match.host is not None
    return {"path": f"/t/{match.code}/", "session": session_of(match.host)}


def session_of(user: User) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


def opened(rules: RuleSet, *others: User, host: User | None = None, players: int = 4, **options: Any) -> Match:
    """A table of the host's, or of a new Andrei's, where the others have sat down."""
    host = host or guest_create(name="Andrei")
    defaults: dict[str, Any] = {"turn_seconds": 30, "is_public": True, "bots": {}}
    match = services.table_open(host=host, rules=rules, players=players, **(defaults | options))
    for user in others:
        services.seat_take(code=match.code, user=user)
    return Match.objects.get(pk=match.pk)


def played(match: Match, until: Until) -> Match:
    """Bots fill the table, and everybody plays as they do, until it holds."""
    assert match.host is not None
    services.table_start(code=match.code, host=match.host, fill=Level.NORMAL)
    now = store.load(Match.objects.get(pk=match.pk))
    for turn in range(MORE_THAN_ANY_MATCH):
        if until(now):
            return now.match
        now = one_on(now, turn)
    raise AssertionError("the match did not get there")


def one_on(now: store.Loaded, turn: int) -> store.Loaded:
    match, to_act = now.match, now.state.to_act
    if to_act is None or now.seats[to_act].controller == Controller.BOT:
        Match.objects.filter(pk=match.pk).update(due_at=match.started_at)
        services.match_advance(match_id=match.pk, version=match.version)
        return store.load(Match.objects.get(pk=match.pk))
    action = choose(view_for(now.state, to_act), Stream(b"stage", str(turn)), Level.NORMAL)
    user = now.seats[to_act].user
    assert user is not None
    return services.match_act(code=match.code, user=user, act=lambda seat: action, version=match.version)


def held(match: Match) -> Match:
    services.seat_take_over(code=match.code, number=0)
    return match


def date(match: Match, began: datetime) -> None:
    ended = began + timedelta(minutes=47) if match.finished_at else None
    Match.objects.filter(pk=match.pk).update(created_at=began, started_at=began, finished_at=ended)


def of_andrei(now: store.Loaded, phase: Phase) -> HandView | None:
    """The hand as he sees it when he is to act in this phase."""
    return view_for(now.state, 0).hand if now.state.phase is phase and now.state.to_act == 0 else None


def bids(size: int) -> Until:
    """He bids, neither first nor last, in a hand of at least this size."""

    def is_so(now: store.Loaded) -> bool:
        hand = of_andrei(now, Phase.BIDDING)
        return (
            hand is not None and hand.size >= size and 1 < len(hand.bids) - hand.bids.count(None) < len(hand.bids) - 1
        )

    return is_so


def bids_hooked(now: store.Loaded) -> bool:
    """He deals and may not say some number but nought."""
    hand = of_andrei(now, Phase.BIDDING)
    return hand is not None and hand.size > 2 and bool(hand.hook)


def plays(size: int) -> Until:
    """He plays after others in a hand of at least this size, a trick is taken, some of his cards are allowed."""

    def is_so(now: store.Loaded) -> bool:
        hand = of_andrei(now, Phase.PLAYING)
        if hand is None or hand.size < size or not hand.tricks or not hand.trick:
            return False
        return len(hand.trick.cards) > 1 and 1 < len(hand.legal_plays) < len(hand.holding)

    return is_so


def plays_unseen(now: store.Loaded) -> bool:
    hand = of_andrei(now, Phase.PLAYING)
    return hand is not None and hand.plays_unseen and hand.trick is not None and len(hand.trick.cards) > 0


def is_between_hands(size: int) -> Until:
    return lambda now: now.state.phase is Phase.DEALING and now.state.hand is not None and now.state.hand.size == size


def is_over(now: store.Loaded) -> bool:
    return now.match.status == Match.Status.FINISHED


@contextmanager
def always_the_same() -> Iterator[None]:
    """Seeds and codes of tables that are numbered instead of drawn."""
    numbers = count()

    def drawn(length: int) -> bytes:
        return hashlib.sha256(f"stage {next(numbers)}".encode()).digest()[:length]

    def code(length: int, letters: str) -> str:
        return "".join(letters[byte % len(letters)] for byte in drawn(length))

    with (
        mock.patch("games.services.tables.secrets.token_bytes", drawn),
        mock.patch("games.services.tables.get_random_string", code),
    ):
        yield


if __name__ == "__main__":
    main()
