"""What moderators may do to a match."""

from __future__ import annotations

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import announce, store
from games.access import Refusal, Refused
from games.models import Match


@transaction.atomic(durable=True)
def match_abort(*, code: str, by: User, reason: str = "") -> Match:
    """Ends a waiting or running match without a result, and writes the moderator's act into the log."""
    match = store.lock(code)
    if match is None or match.status not in (Match.Status.WAITING, Match.Status.PLAYING):
        raise Refused(Refusal.NOT_RUNNING)
    match.status = Match.Status.ABORTED
    match.finished_at = timezone.now()
    match.due_at = None
    match.version += 1
    match.save(update_fields=["status", "finished_at", "due_at", "version"])
    LogEntry.objects.log_actions(by.pk, [match], CHANGE, change_message=f"aborted: {reason}", single_object=True)
    announce.match_changed(match)
    announce.lobby_changed()
    return match
