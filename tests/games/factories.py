"""People, tables and matches for tests, made through the services as the site makes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from accounts.models import User
from accounts.services import guest_create
from games import services, store
from games.bots import Level
from games.engine.actions import Bid, Play
from games.engine.apply import legal_actions
from games.engine.cards import Card
from games.engine.ruleset import CLASSIC, RuleSet
from games.engine.state import MatchState
from games.models import Controller, Match

NAMES = ("Andrei", "Bianca", "Cosmin", "Dana", "Emil", "Flavia")


def people(count: int) -> list[User]:
    """Guests with the usual names."""
    return [guest_create(name=name) for name in NAMES[:count]]


def waiting(*, host: User | None = None, rules: RuleSet = CLASSIC, players: int = 4, **options: Any) -> Match:
    """A table that waits, with its host in seat 0."""
    defaults: dict[str, Any] = {"turn_seconds": None, "is_public": True, "bots": {}}
    return services.table_open(host=host or people(1)[0], rules=rules, players=players, **(defaults | options))


def started(
    *,
    users: list[User] | None = None,
    rules: RuleSet = CLASSIC,
    players: int = 4,
    level: Level = Level.EASY,
    **options: Any,
) -> Match:
    """A match just begun, not yet dealt: the users in the first seats, bots in the others."""
    users = users or people(1)
    match = waiting(host=users[0], rules=rules, players=players, **options)
    for user in users[1:]:
        services.seat_take(code=match.code, user=user)
    services.table_start(code=match.code, host=users[0], fill=level if len(users) < players else None)
    return Match.objects.get(pk=match.pk)


def loaded(match: Match) -> store.Loaded:
    """The match as its rows stand now."""
    return store.load(Match.objects.get(pk=match.pk))


def act_for(state: MatchState, pick: int = 0) -> services.Act:
    """A legal act for whoever is to act: the one at `pick`, counted round."""
    actions = legal_actions(state)
    action = actions[pick % len(actions)]
    return bid(action.tricks) if isinstance(action, Bid) else play(action.card)


def bid(tricks: int) -> services.Act:
    return partial(Bid, tricks=tricks)


def play(card: Card | None) -> services.Act:
    return partial(Play, card=card)


def step(match: Match, pick: int = 0) -> store.Loaded:
    """Moves a match on by one action, whoever's it is: deals, lets a bot act, or acts for the person."""
    now = loaded(match)
    seat = now.seats[now.state.to_act] if now.state.to_act is not None else None
    if seat is None or seat.controller == Controller.BOT:
        services.match_advance(match_id=match.pk, version=now.match.version)
    else:
        assert seat.user is not None
        services.match_act(code=match.code, user=seat.user, act=act_for(now.state, pick), version=now.match.version)
    return loaded(match)


def play_until(
    match: Match, stop: Callable[[store.Loaded], bool], pick: Callable[[int], int] = lambda turn: turn
) -> store.Loaded:
    """Steps until `stop` holds; `pick` chooses among the legal acts by the turn's number."""
    now = loaded(match)
    for turn in range(10_000):
        if stop(now):
            return now
        now = step(match, pick(turn))
    raise AssertionError("the match did not get there")


def is_over(now: store.Loaded) -> bool:
    return now.match.status != Match.Status.PLAYING


def play_out(match: Match) -> Match:
    """Plays a match to its end."""
    return play_until(match, is_over).match
