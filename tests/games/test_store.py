"""Rows and engine: what is read without a lock is one version, whatever happens between two statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games import store
from games.engine.actions import IllegalAction
from games.models import Match, Play
from tests.games.factories import loaded, people, play_until, started, step

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_pauses(settings: Any) -> None:
    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0


class Between:
    """Runs `change` once, before the statement at `place` of those executed while it is at work."""

    def __init__(self, place: int, change: Callable[[], object]) -> None:
        self.place, self.change, self.count = place, change, 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.count == self.place:
            self.count += 1
            self.change()
        self.count += 1
        return execute(sql, params, many, context)


@pytest.mark.parametrize("place", range(5))
def test_a_change_between_two_statements_of_a_reading_is_noticed(place: int) -> None:
    match = started(users=people(3), players=3)
    for stop in range(4, 24, 3):
        play_until(match, lambda now: now.match.version >= stop)  # noqa: B023
        with connection.execute_wrapper(Between(place, lambda: step(match))):
            read = store.read(pk=match.pk)
        assert read is not None
        now = loaded(match)
        assert (read.match.version, read.state, read.turn_from) == (now.match.version, now.state, now.turn_from)


def test_rows_that_do_not_follow_the_rules_are_a_fault_not_an_endless_reading() -> None:
    match = started(users=people(3), players=3)
    play_until(match, lambda now: now.match.hands_done == 1)
    Play.objects.filter(hand__match=match, place=0).delete()
    with pytest.raises((IllegalAction, ValueError)):
        store.read(pk=match.pk)
    assert store.read(code="nosuchtable") is None
    assert Match.objects.count() == 1
