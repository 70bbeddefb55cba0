"""What the lobby shows: the open tables, and the tables a person belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from games.engine.ruleset import RuleSet
from games.engine.schedule import schedule
from games.models import Match, Seat

OPEN_TABLES_SHOWN = 40
SEEN_LATELY = timedelta(minutes=2)
OWN_TABLES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as everybody may see it; a free one has no name."""

    name: str
    is_bot: bool

    @property
    def is_free(self) -> bool:
        return not self.name


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table from outside. `host`: the host's name, empty when there is none. `chairs` by seat number.

    `people`: the ids of those who sit here, to tell a person their own table; never shown.
    """

    code: str
    host: str
    rules: RuleSet
    players: int
    turn_seconds: int | None
    is_playing: bool
    hands_done: int
    chairs: tuple[Chair, ...]
    people: frozenset[int]

    @property
    def free(self) -> int:
        return sum(chair.is_free for chair in self.chairs)

    @property
    def taken(self) -> int:
        return self.players - self.free

    @property
    def hands_total(self) -> int:
        return len(schedule(self.rules.ladder, self.players))

    @property
    def hand_number(self) -> int:
        """The hand being played, or the next one to be dealt."""
        return min(self.hands_done + 1, self.hands_total)


def open_tables() -> tuple[LobbyTable, ...]:
    """Public tables with a free seat where somebody is looking, the fullest first, then the newest. Two statements."""
    seats = Seat.objects.filter(match=OuterRef("pk"))
    somebody = Exists(seats.filter(last_seen_at__gte=timezone.now() - SEEN_LATELY))
    waiting = Match.objects.filter(Exists(seats.filter(name="")), somebody, status=Match.Status.WAITING, is_public=True)
    tables = _tables(waiting.order_by("-created_at")[:OPEN_TABLES_SHOWN])
    return tuple(sorted(tables, key=lambda table: table.free))


def own_tables(user_id: int) -> tuple[LobbyTable, ...]:
    """The latest of a person's running matches, then of the tables they wait at. Two statements."""
    live = (Match.Status.PLAYING, Match.Status.WAITING)
    sits = Seat.objects.filter(match=OuterRef("pk"), user=user_id)
    matches = Match.objects.filter(Exists(sits), status__in=live)
    latest = matches.order_by(F("started_at").desc(nulls_last=True), "-created_at")
    return tuple(_tables(latest[:OWN_TABLES_SHOWN]))


def _tables(matches: QuerySet[Match]) -> list[LobbyTable]:
    return [_table(match, list(match.seats.all())) for match in matches.prefetch_related("seats")]


def _table(match: Match, seats: list[Seat]) -> LobbyTable:
    host = next((seat.name for seat in seats if seat.user_id is not None and seat.user_id == match.host_id), "")
    return LobbyTable(
        code=match.code,
        host=host,
        rules=match.rules,
        players=match.players,
        turn_seconds=match.turn_seconds,
        is_playing=match.status == Match.Status.PLAYING,
        hands_done=match.hands_done,
        chairs=tuple(Chair(seat.name, bool(seat.bot_level)) for seat in seats),
        people=frozenset(seat.user_id for seat in seats if seat.user_id is not None),
    )
