"""What the periodic sweep does: the guarantee behind every hint, message and socket that may be lost."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Controller, Match, Seat
from games.services.play import match_advance, seat_take_over
from games.services.tables import seats_free_abandoned, table_close_empty, table_leave

logger = logging.getLogger(__name__)

AT_ONCE = 200
ADVANCED_AT_ONCE = 20

_started = time.monotonic()


def sweep() -> None:
    """Moves overdue matches on, gives the seats of absent and suspended people to bots, tidies the waiting tables."""
    now = timezone.now()
    _advance_overdue(now)
    if time.monotonic() - _started > settings.AWAY_AFTER:
        _take_over_absent(now)
    _unseat_suspended()
    _free_abandoned()
    _close_empty(now)


def _advance_overdue(now: datetime) -> None:
    overdue = Match.objects.filter(status=Match.Status.PLAYING, due_at__lte=now).order_by("due_at")
    for match_id, version in overdue.values_list("pk", "version")[:ADVANCED_AT_ONCE]:
        _try(match_advance, match_id=match_id, version=version)


def _take_over_absent(now: datetime) -> None:
    """People not seen for AWAY_AFTER seconds. Not in the first seconds of a process: who could have been seen then?"""
    unseen_since = now - timedelta(seconds=settings.AWAY_AFTER)
    absent = Seat.objects.filter(
        Q(last_seen_at__lt=unseen_since) | Q(user__isnull=True),
        controller=Controller.HUMAN,
        match__status=Match.Status.PLAYING,
    )
    _take_over(absent)


def _unseat_suspended() -> None:
    suspended = Seat.objects.filter(controller=Controller.HUMAN, user__in=User.objects.suspended())
    _take_over(suspended.filter(match__status=Match.Status.PLAYING))
    for seat in suspended.filter(match__status=Match.Status.WAITING).select_related("match", "user")[:AT_ONCE]:
        _try(table_leave, code=seat.match.code, user=seat.user)


def _free_abandoned() -> None:
    abandoned = Seat.objects.filter(user__isnull=True, bot_level="").exclude(name="")
    waiting = abandoned.filter(match__status=Match.Status.WAITING)
    for code in waiting.values_list("match__code", flat=True).distinct()[:AT_ONCE]:
        _try(seats_free_abandoned, code=code)


def _take_over(seats: QuerySet[Seat]) -> None:
    for code, number in seats.values_list("match__code", "number")[:AT_ONCE]:
        _try(seat_take_over, code=code, number=number)


def _close_empty(now: datetime) -> None:
    nobody_since = now - timedelta(seconds=settings.EMPTY_TABLE_AFTER)
    waiting = Match.objects.filter(status=Match.Status.WAITING, created_at__lt=nobody_since)
    host_present = Seat.objects.filter(match=OuterRef("pk"), user=OuterRef("host"), last_seen_at__gte=nobody_since)
    left = waiting.exclude(Exists(host_present))
    for code in left.values_list("code", flat=True)[:AT_ONCE]:
        _try(table_close_empty, code=code, nobody_since=nobody_since)


def _try(service: Callable[..., object], **which: object) -> None:
    """What fails at one match must not keep the others from being looked after."""
    try:
        service(**which)
    except Exception:
        logger.exception("the sweep failed at %s of %s", service.__name__, which)
