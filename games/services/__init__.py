"""Every write of the game, one user story a function. Nothing else changes a match's rows."""

from games.access import Refusal, Refused
from games.services.moderation import match_abort
from games.services.play import (
    Act,
    match_act,
    match_advance,
    matches_resume,
    seat_return,
    seat_take_over,
)
from games.services.presence import seats_seen
from games.services.sweep import sweep
from games.services.tables import bot_set, rematch, seat_take, table_leave, table_open, table_start

__all__ = [
    "Act",
    "Refusal",
    "Refused",
    "bot_set",
    "match_abort",
    "match_act",
    "match_advance",
    "matches_resume",
    "rematch",
    "seat_return",
    "seat_take",
    "seat_take_over",
    "seats_seen",
    "sweep",
    "table_leave",
    "table_open",
    "table_start",
]
