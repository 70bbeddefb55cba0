"""A match being played: acts, deals, deadlines, seats taken over by a bot and taken back.

People, bots and deadlines change a match only here. Each service is one durable transaction that begins by locking
the match's row.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import announce, store
from games.access import Refusal, Refused, check_status, seat_for
from games.bots import Level, choose
from games.engine import actions
from games.engine.actions import IllegalAction
from games.engine.apply import apply
from games.engine.shuffle import chance, deal_order
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from games.models import Controller, Match, Seat

STAND_IN_LEVEL = Level.NORMAL

Act = Callable[[int], actions.Bid | actions.Play]
"""A bid or a play for whichever seat makes it."""


@transaction.atomic(durable=True)
def match_act(*, code: str, user: User, act: Act, version: int) -> store.Loaded:
    """A person bids or plays on the table as they saw it at `version`; gives the match as it stands then.

    Raises Refused: too late or twice (STALE), after the deadline (TIME_IS_UP), not theirs to do, against the rules.
    """
    loaded = _locked(code)
    seat = seat_for(loaded.seats, user)
    if seat.controller != Controller.HUMAN:
        raise Refused(Refusal.HELD_BY_BOT)
    if version < loaded.turn_from or version > loaded.match.version:
        raise Refused(Refusal.STALE)
    state = loaded.state
    if state.to_act == seat.number and _is_past(loaded.match.due_at):
        raise Refused(Refusal.TIME_IS_UP)
    if seat.held_from is not None:
        _set_held(seat, held_from=None)
    return _act(loaded, act(seat.number), Controller.HUMAN)


def match_advance(*, match_id: int, version: int) -> None:
    """Moves a match on when it is the server's turn: deals, plays for a bot, takes over a seat whose time is up.

    Does nothing when the match has moved on from `version` or nothing is due yet: twice, late or early changes
    nothing. A bot thinks without the lock, always for the same time, so that its pace tells nothing of its cards; its
    act counts only if the match has not moved meanwhile.
    """
    loaded = store.read(pk=match_id, version=version, status=Match.Status.PLAYING)
    if loaded is None:
        return
    match, seat = loaded.match, _seat_to_act(loaded)
    if match.due_at is None:
        return
    if not _is_past(match.due_at):
        announce.advance_later(match.pk, match.version, match.due_at)
        return
    if seat is None:
        _deal(match.code, version)
    elif seat.controller == Controller.BOT:
        thought_at = time.monotonic() + settings.BOT_THINKING
        action = _bot_choice(loaded, seat)
        time.sleep(max(0.0, thought_at - time.monotonic()))
        _bot_act(match.code, version, action)
    else:
        seat_take_over(code=match.code, number=seat.number, version=version)


@transaction.atomic(durable=True)
def seat_take_over(*, code: str, number: int, version: int | None = None) -> None:
    """A bot takes a person's seat in a running match and, when it is that seat's turn, acts in its usual time.

    With `version`, only if the match is still there. Does nothing if a bot has the seat already.
    """
    match = store.lock(code)
    if match is None or match.status != Match.Status.PLAYING or version not in (None, match.version):
        return
    loaded = store.load(match)
    seat_hold(loaded, loaded.seats[number])


def seat_return(*, code: str, user: User) -> store.Loaded:
    """A person takes their seat back from the bot, between two actions, and acts next.

    The time of a turn goes on whoever holds the seat, so that nobody holds up the table by going and coming back: once
    it is up, the bot first does at once what it was about to do.
    """
    loaded = store.read(code=code, status=Match.Status.PLAYING)
    if loaded is not None and _is_past(loaded.match.turn_ends_at):
        seat = seat_for(loaded.seats, user)
        if loaded.state.to_act == seat.number and seat.controller == Controller.BOT:
            _bot_act(code, loaded.match.version, _bot_choice(loaded, seat))
    return _seat_back(code, user)


@transaction.atomic(durable=True)
def _seat_back(code: str, user: User) -> store.Loaded:
    loaded = _locked(code)
    seat = seat_for(loaded.seats, user)
    now = timezone.now()
    if seat.controller == Controller.HUMAN:
        Seat.objects.filter(pk=seat.pk).update(last_seen_at=now)
        return loaded
    _set_held(seat, controller=Controller.HUMAN, last_seen_at=now)
    _turn_passes_hands(loaded, seat)
    return loaded


@transaction.atomic(durable=True)
def matches_resume() -> int:
    """After the server was down: every running match goes on where it was, and nobody has lost time by it.

    Gives the number of matches resumed. People have as long to come back as if they had just been seen.
    """
    now = timezone.now()
    running = Match.objects.filter(status=Match.Status.PLAYING)
    Seat.objects.filter(match__status__in=(Match.Status.PLAYING, Match.Status.WAITING), user__isnull=False).update(
        last_seen_at=now
    )
    resumed = 0
    for match in running.filter(due_at__lte=now).select_for_update():
        loaded = store.load(match)
        match.turn_ends_at = _turn_ends_at(loaded.state, match, now)
        match.due_at = _due_at(loaded.state, loaded.seats, match, now)
        match.save(update_fields=["due_at", "turn_ends_at"])
        resumed += 1
    return resumed


def seat_hold(loaded: store.Loaded, seat: Seat) -> None:
    """A bot takes this seat, unless it has it already; for services inside their transaction."""
    if seat.controller == Controller.BOT:
        return
    since = loaded.match.version + 1 if seat.held_from is None else seat.held_from
    _set_held(seat, controller=Controller.BOT, held_from=since)
    _turn_passes_hands(loaded, seat)


def match_begin(match: Match, seats: tuple[Seat, ...]) -> None:
    """Sets the first deal of a match that has just been started; for services inside their transaction."""
    loaded = store.load(match)
    match.due_at = _due_at(loaded.state, seats, match, timezone.now())


def _locked(code: str) -> store.Loaded:
    match = store.lock(code)
    if match is None:
        raise Refused(Refusal.NOT_RUNNING)
    check_status(match, Match.Status.PLAYING, Refusal.NOT_RUNNING)
    return store.load(match)


def _act(loaded: store.Loaded, action: actions.Action, by: str) -> store.Loaded:
    try:
        state, events = apply(loaded.state, action)
    except IllegalAction as illegal:
        raise Refused(illegal.code) from illegal
    store.append(loaded, state, events, by, loaded.match.version + 1)
    return _moved_on(loaded, state)


def _moved_on(loaded: store.Loaded, state: MatchState) -> store.Loaded:
    match, now = loaded.match, timezone.now()
    match.hands_done = state.hands_done
    if state.phase is Phase.FINISHED:
        match.status = Match.Status.FINISHED
        match.finished_at = now
    match.turn_ends_at = _turn_ends_at(state, match, now)
    _new_version(match, _due_at(state, loaded.seats, match, now))
    return replace(loaded, state=state, turn_from=match.version)


def _new_version(match: Match, due_at: datetime | None) -> None:
    match.version += 1
    match.due_at = due_at
    match.save(update_fields=["version", "due_at", "turn_ends_at", "hands_done", "status", "finished_at"])
    announce.match_changed(match)


@transaction.atomic(durable=True)
def _deal(code: str, version: int) -> None:
    loaded = _locked_at(code, version)
    if loaded is None or loaded.state.phase is not Phase.DEALING:
        return
    match = loaded.match
    order = deal_order(bytes.fromhex(match.seed), loaded.state.hands_done + 1, match.players)
    _act(loaded, actions.Deal(order), Controller.BOT)


@transaction.atomic(durable=True)
def _bot_act(code: str, version: int, action: actions.Bid | actions.Play) -> None:
    loaded = _locked_at(code, version)
    if loaded is not None:
        _act(loaded, action, Controller.BOT)


def _locked_at(code: str, version: int) -> store.Loaded | None:
    match = store.lock(code)
    if match is None or match.version != version or match.status != Match.Status.PLAYING:
        return None
    return store.load(match)


def _bot_choice(loaded: store.Loaded, seat: Seat) -> actions.Bid | actions.Play:
    """What the bot in this seat does: it gets the seat's view, and randomness that says nothing of the deal."""
    match = loaded.match
    level = Level(seat.bot_level) if seat.bot_level else STAND_IN_LEVEL
    random = chance(bytes.fromhex(match.seed), f"{seat.number}/{match.version}")
    return choose(view_for(loaded.state, seat.number), random, level)


def _turn_passes_hands(loaded: store.Loaded, seat: Seat) -> None:
    """A seat went from a person to a bot or back: a new version, due in the other's way if it is that seat's turn."""
    match = loaded.match
    is_its_turn = loaded.state.to_act == seat.number
    _new_version(match, _due_at(loaded.state, loaded.seats, match, timezone.now()) if is_its_turn else match.due_at)


def _due_at(state: MatchState, seats: tuple[Seat, ...], match: Match, now: datetime) -> datetime | None:
    """When the server moves the match on, from now: a deal, a bot's act, the end of a person's time, or never."""
    if state.phase is Phase.FINISHED:
        return None
    if state.phase is Phase.DEALING:
        return now + timedelta(seconds=settings.DEAL_PAUSE if state.hand else settings.BOT_PAUSE)
    assert state.to_act is not None
    if seats[state.to_act].controller == Controller.BOT:
        leads_next = state.hand is not None and bool(state.hand.tricks) and state.hand.led is None
        return now + timedelta(seconds=settings.BOT_PAUSE + (settings.TRICK_PAUSE if leads_next else 0))
    return match.turn_ends_at


def _turn_ends_at(state: MatchState, match: Match, now: datetime) -> datetime | None:
    """When the turn that begins now is over, if it is anybody's and the table has a limit."""
    if state.to_act is None or not match.turn_seconds:
        return None
    return now + timedelta(seconds=match.turn_seconds)


def _seat_to_act(loaded: store.Loaded) -> Seat | None:
    return loaded.seats[loaded.state.to_act] if loaded.state.to_act is not None else None


def _set_held(seat: Seat, **columns: object) -> None:
    for column, value in columns.items():
        setattr(seat, column, value)
    seat.save(update_fields=list(columns))


def _is_past(moment: datetime | None) -> bool:
    return moment is not None and moment <= timezone.now()
