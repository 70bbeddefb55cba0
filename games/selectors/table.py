"""What a table shows one viewer, as plain values. Everything secret goes through `view_for` here, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import store
from games.engine.cards import Card
from games.engine.ruleset import RuleSet
from games.engine.shuffle import commitment
from games.engine.state import MatchState, Phase
from games.engine.view import SeatView, view_for
from games.models import Bid, Controller, Match, Play


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as everybody sees it. `is_free`: nobody's yet. `is_held`: a bot plays for an absent person."""

    number: int
    name: str
    is_free: bool
    is_bot: bool
    bot_level: str
    is_held: bool
    is_host: bool


@dataclass(frozen=True, slots=True)
class AwayAct:
    """One thing a bot did in a person's name: a bid of `tricks`, or the play of `card`."""

    hand: int
    tricks: int | None
    card: Card | None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer may know it, ready to be drawn.

    `viewer`: the viewer's seat number, None for one who only watches. `view`: None until the match has started.
    `due_at`: when the seat to act runs out of time, None without a limit or when a bot is to act.
    `seed`: published once the match is over. `away_acts`: what a bot did for the viewer since they were last here.
    `rematch_code`: the table of the rematch, once somebody asked for one.
    """

    code: str
    status: str
    version: int
    viewer: int | None
    view: SeatView | None
    seats: tuple[SeatInfo, ...]
    rules: RuleSet
    turn_seconds: int | None
    is_public: bool
    due_at: datetime | None
    commitment: str
    seed: str | None
    away_acts: tuple[AwayAct, ...]
    rematch_code: str | None


@dataclass(frozen=True, slots=True)
class Table:
    """A match at one version, read once for all its viewers. Holds secrets: only `for_viewer` may leave this layer."""

    match: Match
    seats: tuple[SeatInfo, ...]
    state: MatchState | None
    due_at: datetime | None
    seat_of: dict[int, int]
    seat_ids: tuple[int, ...]
    held_from: tuple[int | None, ...]
    rematch_code: str | None

    @property
    def version(self) -> int:
        return self.match.version

    @property
    def is_in_hand(self) -> bool:
        """A hand is being bid or played: the score sheet is what it was before."""
        return self.state is not None and self.state.phase in (Phase.BIDDING, Phase.PLAYING)

    def seat_number(self, user_id: int | None) -> int | None:
        """The seat that belongs to this person."""
        return self.seat_of.get(user_id) if user_id is not None else None

    def for_viewer(self, seat: int | None) -> TableView:
        """The table as this seat, or a spectator (None), may know it."""
        match = self.match
        return TableView(
            code=match.code,
            status=match.status,
            version=match.version,
            viewer=seat,
            view=view_for(self.state, seat) if self.state else None,
            seats=self.seats,
            rules=match.rules,
            turn_seconds=match.turn_seconds,
            is_public=match.is_public,
            due_at=self.due_at,
            commitment=commitment(bytes.fromhex(match.seed)),
            seed=match.seed if match.status == Match.Status.FINISHED else None,
            away_acts=self._away_acts(seat),
            rematch_code=self.rematch_code,
        )

    def _away_acts(self, seat: int | None) -> tuple[AwayAct, ...]:
        if seat is None or self.seats[seat].is_held or self.held_from[seat] is None:
            return ()
        return acts_by_bot(self.match, seat, self.held_from[seat] or 0)


def table_of(loaded: store.Loaded) -> Table:
    """The table of rows already read; asks the database nothing but a finished match's rematch."""
    match, state = loaded.match, loaded.state
    to_act = state.to_act if state and match.status == Match.Status.PLAYING else None
    waits_for_person = to_act is not None and loaded.seats[to_act].controller == Controller.HUMAN
    return Table(
        match=match,
        seats=tuple(
            SeatInfo(
                number=seat.number,
                name=seat.name,
                is_free=seat.is_free,
                is_bot=bool(seat.bot_level),
                bot_level=seat.bot_level,
                is_held=not seat.bot_level and not seat.is_free and seat.controller == Controller.BOT,
                is_host=seat.user_id is not None and seat.user_id == match.host_id,
            )
            for seat in loaded.seats
        ),
        state=state if match.started_at else None,
        due_at=match.due_at if waits_for_person else None,
        seat_of={seat.user_id: seat.number for seat in loaded.seats if seat.user_id is not None},
        seat_ids=tuple(seat.pk for seat in loaded.seats),
        held_from=tuple(seat.held_from for seat in loaded.seats),
        rematch_code=_rematch_code(match),
    )


def table(**which: Any) -> Table | None:
    """The table of one match (`pk=...` or `code=...`) as it now is; None when there is no such match."""
    loaded = store.read(**which)
    return table_of(loaded) if loaded else None


def versions(match_ids: Sequence[int]) -> dict[int, int]:
    """The present version of each of these matches, in one statement."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "version"))


def acts_by_bot(match: Match, seat: int, since: int) -> tuple[AwayAct, ...]:
    """What a bot did in this seat from a version on, in order. Bids and plays are public the moment they are made."""
    own = {"seat__match": match, "seat__number": seat, "by": Controller.BOT, "version__gte": since}
    bids = Bid.objects.filter(**own).values_list("version", "hand__number", "tricks")
    plays = Play.objects.filter(**own).values_list("version", "hand__number", "card")
    acts = [(version, AwayAct(hand, tricks, None)) for version, hand, tricks in bids]
    acts += [(version, AwayAct(hand, None, Card.parse(card))) for version, hand, card in plays]
    return tuple(act for _, act in sorted(acts, key=lambda item: item[0]))


def _rematch_code(match: Match) -> str | None:
    if match.status != Match.Status.FINISHED:
        return None
    rematch = Match.objects.filter(previous=match).exclude(status__in=Match.CAME_TO_NOTHING)
    return rematch.values_list("code", flat=True).first()
