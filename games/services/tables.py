"""A table before and after its match: open, sit, leave, seat bots, start, rematch, close."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import User
from games import announce, store
from games.access import Refusal, Refused, check_host, check_may_sit, check_status
from games.bots import Level
from games.engine.ruleset import RuleSet
from games.engine.shuffle import SEED_BYTES, first_dealer
from games.models import Controller, Match, Seat
from games.services.play import match_begin, seat_hold

CODE_LENGTH = 10
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
WAITING_TABLES_A_PERSON = 3
BOT_NAMES = ("Ileana", "Ștefan", "Doina", "Radu", "Smaranda", "Matei", "Ruxandra", "Horia", "Zamfira", "Tudor")


@transaction.atomic(durable=True)
def table_open(
    *,
    host: User,
    rules: RuleSet,
    players: int,
    turn_seconds: int | None,
    is_public: bool,
    bots: Mapping[int, Level],
) -> Match:
    """Opens a table; its host sits in seat 0, the bots in the seats named. Raises Refused."""
    check_may_sit(host)
    if Match.objects.filter(host=host, status=Match.Status.WAITING).count() >= WAITING_TABLES_A_PERSON:
        raise Refused(Refusal.TOO_MANY_TABLES)
    match = _new_table(rules, players, turn_seconds, is_public, host)
    seats = [Seat(match=match, number=number) for number in range(players)]
    _seat_person(seats[0], seats, host)
    for number, level in bots.items():
        _seat_bot(seats[number], seats, level)
    Seat.objects.bulk_create(seats)
    announce.lobby_changed()
    return match


@transaction.atomic(durable=True)
def seat_take(*, code: str, user: User, number: int | None = None) -> Match:
    """A person sits down, in the seat named or in the first free one; twice changes nothing."""
    check_may_sit(user)
    match, seats = _waiting(code)
    if any(seat.user_id == user.pk for seat in seats):
        return match
    seat = _free_seat(seats, number)
    _seat_person(seat, seats, user)
    seat.save()
    if match.host_id is None:
        match.host = user
    _changed(match)
    return match


@transaction.atomic(durable=True)
def table_leave(*, code: str, user: User) -> None:
    """A person goes. At a waiting table the seat is free again; in a running match a bot plays on until they return.

    The role of host passes on; a waiting table that nobody is left at closes.
    """
    match = store.lock(code)
    if match is None or match.status not in (Match.Status.WAITING, Match.Status.PLAYING):
        return
    if match.status == Match.Status.WAITING:
        _get_up(match, user)
    else:
        _leave_running(match, user)


@transaction.atomic(durable=True)
def bot_set(*, code: str, host: User, number: int, level: Level | None) -> Match:
    """The host puts a bot of a level into a free seat, changes its level, or (None) takes it away."""
    match, seats = _waiting(code)
    check_host(match, host)
    if not 0 <= number < len(seats):
        raise Refused(Refusal.UNREADABLE)
    seat = seats[number]
    if not seat.is_free and not seat.bot_level:
        raise Refused(Refusal.SEAT_TAKEN)
    if level is None:
        _free(seat)
    elif seat.is_free:
        _seat_bot(seat, seats, level)
    else:
        seat.bot_level = level.value
    seat.save()
    _changed(match)
    return match


@transaction.atomic(durable=True)
def table_start(*, code: str, host: User, fill: Level | None = None) -> Match:
    """The host starts the match; with `fill`, bots of that level take the seats still free."""
    match, seats = _waiting(code)
    check_host(match, host)
    free = [seat for seat in seats if seat.is_free]
    if free and fill is None:
        raise Refused(Refusal.SEATS_FREE)
    for seat in free:
        assert fill is not None
        _seat_bot(seat, seats, fill)
        seat.save()
    match.status = Match.Status.PLAYING
    match.started_at = timezone.now()
    match_begin(match, tuple(seats))
    _changed(match)
    return match


@transaction.atomic(durable=True)
def rematch(*, code: str, user: User) -> Match:
    """The table of the rematch: the same options and bots, a seat kept in the same place for each of the same people.

    Who asks first opens it and hosts it; who asks later sits down there; once it has come to nothing, another is
    opened. It is by link only, so that nobody else takes the old players' seats.
    """
    check_may_sit(user)
    old = store.lock(code)
    if old is None:
        raise Refused(Refusal.NOT_FINISHED)
    check_status(old, Match.Status.FINISHED, Refusal.NOT_FINISHED)
    old_seats = list(Seat.objects.filter(match=old).order_by("number"))
    own = _own(old_seats, user)
    new = Match.objects.filter(previous=old).first()
    if new is not None and new.status in Match.CAME_TO_NOTHING:
        new.previous = None
        new.save(update_fields=["previous"])
        new = None
    if new is None:
        new = _open_rematch(old, old_seats, user)
        old.version += 1
        old.save(update_fields=["version"])
        announce.match_changed(old)
        return new
    if new.status == Match.Status.WAITING:
        _sit_again(new, user, own.number)
    return new


@transaction.atomic(durable=True)
def table_close_empty(*, code: str, nobody_since: datetime) -> None:
    """Closes a waiting table none of whose people has been seen since a moment; passes an absent host's role on."""
    match = store.lock(code)
    if match is None or match.status != Match.Status.WAITING:
        return
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    present = [seat for seat in seats if seat.user_id and seat.last_seen_at and seat.last_seen_at >= nobody_since]
    if any(seat.user_id == match.host_id for seat in present):
        return
    if present:
        match.host_id = present[0].user_id
    else:
        match.status = Match.Status.CLOSED
    _changed(match)


@transaction.atomic(durable=True)
def seats_free_abandoned(*, code: str) -> None:
    """Frees the seats of people who deleted their account while the table waited, and finds it a host."""
    match = store.lock(code)
    if match is None or match.status != Match.Status.WAITING:
        return
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    for seat in seats:
        if seat.is_abandoned:
            _free(seat)
            seat.save()
    _pass_host_on(match, seats)
    _changed(match)


def _new_table(rules: RuleSet, players: int, turn_seconds: int | None, is_public: bool, host: User) -> Match:
    seed = secrets.token_bytes(SEED_BYTES)
    return Match.objects.create(
        code=get_random_string(CODE_LENGTH, CODE_LETTERS),
        host=host,
        is_public=is_public,
        players=players,
        turn_seconds=turn_seconds,
        seed=seed.hex(),
        first_dealer=first_dealer(seed, players),
        created_at=timezone.now(),
        **Match.columns_of(rules),
    )


def _open_rematch(old: Match, old_seats: Sequence[Seat], host: User) -> Match:
    new = _new_table(old.rules, old.players, old.turn_seconds, False, host)
    new.previous = old
    new.save(update_fields=["previous"])
    seats = [Seat(match=new, number=number) for number in range(old.players)]
    for old_seat, seat in zip(old_seats, seats, strict=True):
        if old_seat.bot_level:
            _seat_bot(seat, seats, Level(old_seat.bot_level), old_seat.name)
        elif old_seat.user_id == host.pk:
            _seat_person(seat, seats, host)
    Seat.objects.bulk_create(seats)
    return new


def _sit_again(match: Match, user: User, number: int) -> None:
    locked, seats = _waiting(match.code)
    if any(seat.user_id == user.pk for seat in seats):
        return
    seat = seats[number] if seats[number].is_free else _free_seat(seats, None)
    _seat_person(seat, seats, user)
    seat.save()
    _changed(locked)


def _waiting(code: str) -> tuple[Match, list[Seat]]:
    match = store.lock(code)
    if match is None:
        raise Refused(Refusal.NOT_WAITING)
    check_status(match, Match.Status.WAITING, Refusal.NOT_WAITING)
    return match, list(Seat.objects.filter(match=match).order_by("number"))


def _changed(match: Match) -> None:
    match.version += 1
    match.save(update_fields=["version", "status", "host", "started_at", "due_at"])
    announce.match_changed(match)
    announce.lobby_changed()


def _get_up(match: Match, user: User) -> None:
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    seat = _own(seats, user)
    _free(seat)
    seat.save()
    _pass_host_on(match, seats)
    _changed(match)


def _leave_running(match: Match, user: User) -> None:
    loaded = store.load(match)
    seat = _own(loaded.seats, user)
    if match.host_id == user.pk:
        match.host_id = next((other.user_id for other in loaded.seats if other.user_id not in (None, user.pk)), None)
        _changed(match)
    seat_hold(loaded, seat)


def _own(seats: Sequence[Seat], user: User) -> Seat:
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise Refused(Refusal.NOT_SEATED)


def _free_seat(seats: Sequence[Seat], number: int | None) -> Seat:
    if number is None:
        for seat in seats:
            if seat.is_free:
                return seat
        raise Refused(Refusal.TABLE_FULL)
    if not 0 <= number < len(seats):
        raise Refused(Refusal.UNREADABLE)
    if not seats[number].is_free:
        raise Refused(Refusal.SEAT_TAKEN)
    return seats[number]


def _seat_person(seat: Seat, seats: Sequence[Seat], user: User) -> None:
    seat.user = user
    seat.name = _name_apart(user.name, seats)
    seat.bot_level = ""
    seat.controller = Controller.HUMAN
    seat.last_seen_at = timezone.now()


def _seat_bot(seat: Seat, seats: Sequence[Seat], level: Level, name: str = "") -> None:
    taken = {other.name for other in seats}
    seat.user = None
    seat.name = next(bot_name for bot_name in (name, *BOT_NAMES) if bot_name not in taken | {""})
    seat.bot_level = level.value
    seat.controller = Controller.BOT


def _free(seat: Seat) -> None:
    seat.user = None
    seat.name = ""
    seat.bot_level = ""
    seat.controller = Controller.HUMAN
    seat.last_seen_at = None


def _name_apart(name: str, seats: Sequence[Seat]) -> str:
    """The person's name, with a number behind it when somebody at the table already goes by it."""
    longest = Seat._meta.get_field("name").max_length or 0
    taken = {seat.name for seat in seats}
    candidates = [name, *(f"{name[: longest - 2]} {count}" for count in range(2, 8))]
    return next(candidate for candidate in candidates if candidate not in taken)


def _pass_host_on(match: Match, seats: Sequence[Seat]) -> None:
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    if match.host_id in people:
        return
    match.host_id = people[0] if people else None
    if not people:
        match.status = Match.Status.CLOSED
