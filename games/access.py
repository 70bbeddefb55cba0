"""Who may do what at a table, and the one exception that says no in words a person understands."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.actions import Illegal
from games.models import Match, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accounts.models import User


class Refusal(StrEnum):
    """Why the table says no, beside the reasons of the rules (`Illegal`)."""

    STALE = "stale"
    TIME_IS_UP = "time_is_up"
    NOT_SEATED = "not_seated"
    SUSPENDED = "suspended"
    HELD_BY_BOT = "held_by_bot"
    NOT_WAITING = "not_waiting"
    NOT_RUNNING = "not_running"
    NOT_FINISHED = "not_finished"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    NOT_HOST = "not_host"
    SEATS_FREE = "seats_free"
    TOO_MANY_TABLES = "too_many_tables"
    UNREADABLE = "unreadable"


MESSAGES: dict[str, Promise] = {
    Refusal.STALE: _("The table has moved on; here is how it stands now."),
    Refusal.TIME_IS_UP: _("Your time for this turn is up; a bot plays it for you."),
    Refusal.NOT_SEATED: _("You have no seat at this table."),
    Refusal.SUSPENDED: _("Your account is suspended. You can look, but not sit or play."),
    Refusal.HELD_BY_BOT: _("A bot holds your seat. Come back first, then play."),
    Refusal.NOT_WAITING: _("The match has already begun."),
    Refusal.NOT_RUNNING: _("This match is not being played."),
    Refusal.NOT_FINISHED: _("The match is not over yet."),
    Refusal.SEAT_TAKEN: _("Somebody has just sat there. Choose another seat."),
    Refusal.TABLE_FULL: _("There is no free seat at this table."),
    Refusal.NOT_HOST: _("Only the host of the table can do that."),
    Refusal.SEATS_FREE: _("Some seats are still free. Wait for people or fill them with bots."),
    Refusal.TOO_MANY_TABLES: _("You already have several tables waiting. Leave one of them first."),
    Refusal.UNREADABLE: _("That could not be understood. Try again from the table."),
    Illegal.NOT_DEALING: _("It is not time to deal."),
    Illegal.BAD_DECK: _("That is not a whole deck."),
    Illegal.NOT_BIDDING: _("The bidding is over."),
    Illegal.NOT_PLAYING: _("It is not time to play a card."),
    Illegal.NOT_YOUR_TURN: _("It is not your turn."),
    Illegal.BID_OUT_OF_RANGE: _("You cannot bid more tricks than there are cards."),
    Illegal.BID_HOOKED: _("You deal: your bid may not make the bids add up to exactly the number of tricks."),
    Illegal.CARD_UNSEEN: _("In a forehead hand you play your card unseen."),
    Illegal.CARD_SEEN: _("Choose a card first."),
    Illegal.CARD_NOT_HELD: _("You do not hold that card."),
    Illegal.MUST_FOLLOW: _("You have a card of the suit led: follow it."),
    Illegal.MUST_TRUMP: _("You cannot follow suit: you must play a trump."),
}

_FORBIDDEN = {Refusal.NOT_SEATED, Refusal.SUSPENDED, Refusal.NOT_HOST}
_UNPROCESSABLE = {Refusal.UNREADABLE, Illegal.BID_OUT_OF_RANGE}


class Refused(Exception):
    """The table says no and nothing has changed. `code` is a Refusal or, when the rules say no, an Illegal."""

    def __init__(self, code: Refusal | Illegal) -> None:
        super().__init__(code.value)
        self.code = code

    @property
    def message(self) -> str:
        """The reason in the active language."""
        return str(MESSAGES[self.code])

    @property
    def status(self) -> int:
        """The HTTP status that says the same."""
        if self.code in _FORBIDDEN:
            return 403
        return 422 if self.code in _UNPROCESSABLE else 409


def check_may_sit(user: User) -> None:
    """Suspended people neither sit nor act."""
    if user.is_suspended:
        raise Refused(Refusal.SUSPENDED)


def seat_for(seats: Sequence[Seat], user: User) -> Seat:
    """The seat that belongs to this person, who may act for it."""
    check_may_sit(user)
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise Refused(Refusal.NOT_SEATED)


def check_host(match: Match, user: User) -> None:
    check_may_sit(user)
    if match.host_id != user.pk:
        raise Refused(Refusal.NOT_HOST)


def check_status(match: Match, status: str, otherwise: Refusal) -> None:
    if match.status != status:
        raise Refused(otherwise)
