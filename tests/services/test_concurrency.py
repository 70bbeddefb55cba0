"""Many at once on the real database: one is accepted, the others are told so, and nothing is there twice."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from games import models, services
from games.access import Refusal, Refused
from games.engine.ruleset import CLASSIC, Ladder
from games.engine.state import Phase
from games.models import Controller, Match
from games.selectors.record import match_record
from tests.games.factories import act_for, is_over, loaded, people, play_until, started, step, waiting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pauses(settings: Any) -> None:
    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0


def at_once(calls: list[Callable[[], object]]) -> Counter[str]:
    """Runs the calls in threads that start together; counts "accepted", the refusals, and any other exception."""
    gate = threading.Barrier(len(calls))
    outcomes: list[str] = []

    def run(call: Callable[[], object]) -> None:
        gate.wait()
        try:
            call()
            outcomes.append("accepted")
        except Refused as refused:
            outcomes.append(refused.code.value)
        except Exception as error:
            outcomes.append(repr(error))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(outcomes)


def test_ten_identical_plays_one_accepted() -> None:
    match = started(users=people(3), players=3, rules=CLASSIC.on(Ladder.DOWN_UP))
    now = play_until(match, lambda now: now.state.phase is Phase.PLAYING)
    user, act = now.seats[now.state.to_act].user, act_for(now.state)
    play = lambda: services.match_act(code=match.code, user=user, act=act, version=now.match.version)  # noqa: E731
    assert at_once([play] * 10) == {"accepted": 1, Refusal.STALE: 9}
    assert models.Play.objects.filter(hand=now.hand).count() == 1
    assert loaded(match).match.version == now.match.version + 1


def test_ten_different_plays_of_one_seat_one_accepted() -> None:
    match = started(users=people(3), players=3, rules=CLASSIC.on(Ladder.DOWN_UP))
    now = play_until(match, lambda now: now.state.phase is Phase.PLAYING)
    user = now.seats[now.state.to_act].user

    def play(pick: int) -> Callable[[], object]:
        act = act_for(now.state, pick)
        return lambda: services.match_act(code=match.code, user=user, act=act, version=now.match.version)

    assert at_once([play(pick) for pick in range(8)]) == {"accepted": 1, Refusal.STALE: 7}


def test_the_same_task_delivered_ten_times_at_once_acts_once() -> None:
    match = started(players=3)
    for _ in range(12):
        now = loaded(match)
        if now.state.to_act is not None and now.seats[now.state.to_act].controller == Controller.HUMAN:
            step(match)
            continue
        advance = lambda: services.match_advance(match_id=match.pk, version=now.match.version)  # noqa: B023, E731
        assert at_once([advance] * 10) == {"accepted": 10}
        assert loaded(match).match.version == now.match.version + 1


def test_a_person_and_the_bot_that_takes_over_race_for_one_turn() -> None:
    match = started(users=people(3), players=3)
    for _ in range(10):
        now = play_until(match, lambda now: now.state.to_act is not None)
        seat = now.seats[now.state.to_act]
        act = act_for(now.state)
        outcomes = at_once(
            [
                lambda: services.match_act(code=match.code, user=seat.user, act=act, version=now.match.version),  # noqa: B023
                lambda: services.seat_take_over(code=match.code, number=seat.number),  # noqa: B023
            ]
        )
        assert outcomes in ({"accepted": 2}, {"accepted": 1, Refusal.HELD_BY_BOT: 1}), outcomes
        services.seat_return(code=match.code, user=seat.user)
    end = play_until(match, is_over).match
    assert match_record(end).result is not None


def test_ten_people_want_the_last_seat() -> None:
    match = waiting(players=3)
    users = people(6)
    services.seat_take(code=match.code, user=users[0])
    sit = [lambda user=user: services.seat_take(code=match.code, user=user, number=2) for user in users[1:]]
    assert at_once(sit) == {"accepted": 1, Refusal.SEAT_TAKEN: 4}


def test_two_ask_for_a_rematch_at_once_and_meet_at_one_table() -> None:
    users = people(3)
    match = started(users=users, players=3)
    play_until(match, is_over)
    ask = [lambda user=user: services.rematch(code=match.code, user=user) for user in users]
    assert at_once(ask) == {"accepted": 3}
    new = Match.objects.get(previous=match)
    assert {seat.user_id for seat in loaded(new).seats} == {user.pk for user in users}
