"""What one bid costs, in a match's first hand and in its last: `python -m tests.benchmarks.move`.

Prints milliseconds of each step, the quickest of many, and the ratio of last to first: about 1, as nothing a move
does may grow with the match. On the database that DATABASE_URL names (SQLite without it), in a database of its own.
"""

import os
from collections.abc import Callable
from time import perf_counter

import django

RUNS = 60
PLAYERS = 4


def quickest(work: Callable[[], object]) -> float:
    """Milliseconds of the quickest of several runs."""
    times = []
    for _ in range(RUNS):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times) * 1000


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.conf import settings
    from django.test.utils import setup_databases, teardown_databases

    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        measure()
    finally:
        teardown_databases(databases, verbosity=0)


def measure() -> None:
    from django.db import transaction
    from django.utils import timezone

    from games import services, store
    from games.engine.state import Phase
    from games.rendering import render_table
    from games.selectors.sheet import score_sheet
    from games.selectors.table import table
    from tests.games.factories import act_for, loaded, people, play_until, started

    match = started(users=people(PLAYERS), players=PLAYERS)

    def steps() -> dict[str, float]:
        now = loaded(match)
        user = now.seats[now.state.to_act or 0].user
        assert user is not None
        act, shown = act_for(now.state), table(pk=match.pk)
        assert shown is not None
        view, sheet, moment = shown.for_viewer(0), score_sheet(match), timezone.now()

        def bid_and_undo() -> None:
            with transaction.atomic(durable=False):
                services.match_act.__wrapped__(  # type: ignore[attr-defined]
                    code=match.code, user=user, act=act, version=now.match.version
                )
                transaction.set_rollback(True)

        return {
            "the bid, without its commit": quickest(bid_and_undo),
            "the table read": quickest(lambda: store.read(pk=match.pk)),
            "one seat's view": quickest(lambda: shown.for_viewer(0)),
            "one seat's partial": quickest(lambda: render_table(view, language="ro", now=moment)),
            "the same with the sheet": quickest(lambda: render_table(view, language="ro", now=moment, sheet=sheet)),
        }

    play_until(match, lambda now: now.state.phase is Phase.BIDDING)
    first = steps()
    hands = len(loaded(match).state.schedule)
    play_until(match, lambda now: now.match.hands_done == hands - 1 and now.state.phase is Phase.BIDDING)
    last = steps()
    print(f"{'ms':30} {'first hand':>10} {'last hand':>10} {'ratio':>7}")
    for step, milliseconds in first.items():
        print(f"{step:30} {milliseconds:10.2f} {last[step]:10.2f} {last[step] / milliseconds:7.2f}")


if __name__ == "__main__":
    main()
