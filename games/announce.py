"""The only caller of the channel layer and the broker. Ids and versions travel here, never a card.

Everything is sent after the commit; a message that is lost, or cannot be sent, is made good by the next one, by a
socket's slow check and by the sweep.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer
from django.db import transaction
from django.utils import timezone

from games.models import Match

LOBBY_GROUP = "lobby"
LONGEST_COUNTDOWN = 60.0


def match_group(match_id: int) -> str:
    """The channel group of everybody who looks at this match."""
    return f"match.{match_id}"


def match_changed(match: Match) -> None:
    """Tells everybody at the table that there is a new version, and when the server is to move it on."""
    transaction.on_commit(partial(_nudge_table, match.pk, match.version), robust=True)
    if match.status == Match.Status.PLAYING and match.due_at is not None:
        advance_later(match.pk, match.version, match.due_at)


def lobby_changed() -> None:
    """Tells everybody in the lobby that the open tables are others now."""
    transaction.on_commit(partial(_send, LOBBY_GROUP, {"type": "lobby.nudge"}), robust=True)


def advance_later(match_id: int, version: int, due_at: datetime) -> None:
    """Asks a worker to move the match on at `due_at`; only a hint, the row's own `due_at` is the truth."""
    transaction.on_commit(partial(_hint, match_id, version, due_at), robust=True)


def _nudge_table(match_id: int, version: int) -> None:
    _send(match_group(match_id), {"type": "match.nudge", "match_id": match_id, "version": version})


def _send(group: str, message: dict[str, object]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    async_to_sync(layer.group_send)(group, message)


def _hint(match_id: int, version: int, due_at: datetime) -> None:
    wait = (due_at - timezone.now()).total_seconds()
    current_app.send_task("games.advance", args=[match_id, version], countdown=min(max(wait, 0.0), LONGEST_COUNTDOWN))
