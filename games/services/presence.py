"""Who has been seen at their tables lately."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from games.models import Seat


def seats_seen(seat_ids: Iterable[int]) -> None:
    """These seats' people have just given a sign of life; one statement for all of them."""
    Seat.objects.filter(pk__in=list(seat_ids)).update(last_seen_at=timezone.now())
