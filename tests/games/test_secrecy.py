"""The secrecy rule at every door: worlds that differ only in what a viewer may not know give that viewer equal bytes.

The view itself is proven in tests/engine; here a view is followed out through the drawn table, the poll and the socket.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.services import guest_create
from games.engine.cards import CARDS
from games.engine.resample import resample
from games.engine.shuffle import Stream
from games.engine.state import MatchState
from games.engine.view import view_for
from games.models import Match
from games.rendering import render_table
from games.routing import websocket_urlpatterns
from games.selectors import table as tables
from games.views import table as table_views
from tests.games.factories import NAMES
from tests.strategies import forehead_rules, positions, seeds

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

worlds = st.one_of(positions(), positions(rules=forehead_rules, sizes=range(1, 2)))


def table_of(state: MatchState, viewer: User | None = None, seat: int | None = None) -> tables.Table:
    """A table being played in this state, with a person in every seat."""
    match = Match(
        pk=1,
        code="secrecy",
        status=Match.Status.PLAYING,
        version=41,
        players=state.players,
        seed="ab" * 32,
        first_dealer=state.first_dealer,
        hands_done=state.hands_done,
        started_at=NOW,
        **Match.columns_of(state.rules),
    )
    seats = tuple(
        tables.SeatInfo(number, NAMES[number], is_free=False, is_bot=False, bot_level="", is_held=False, is_host=False)
        for number in range(state.players)
    )
    return tables.Table(
        match=match,
        seats=seats,
        state=state,
        due_at=None,
        seat_of={viewer.pk: seat} if viewer is not None and seat is not None else {},
        seat_ids=tuple(range(state.players)),
        held_from=(None,) * state.players,
        rematch_code=None,
    )


def another_world(state: MatchState, seat: int | None, seed: bytes) -> MatchState:
    """The same to this viewer, with the cards they do not see dealt anew."""
    world = resample(view_for(state, seat), Stream(seed, "world"))
    assert view_for(world, seat) == view_for(state, seat)
    return world


@given(state=worlds, seed=seeds, data=st.data())
@few
def test_the_drawn_table(state: MatchState, seed: bytes, data: Any) -> None:
    seat = data.draw(st.sampled_from([None, *range(state.players)]))
    language = data.draw(st.sampled_from(["ro", "en"]))
    world = another_world(state, seat, seed)
    drawn = [
        render_table(table_of(either).for_viewer(seat), language=language, now=NOW, message="")
        for either in (state, world)
    ]
    assert drawn[0] == drawn[1]


@pytest.mark.django_db
@given(state=worlds, seed=seeds, data=st.data())
@few
def test_the_poll(state: MatchState, seed: bytes, data: Any) -> None:
    seat = data.draw(st.sampled_from([None, *range(state.players)]))
    user = guest_create(name="Andrei")
    client = Client()
    client.force_login(user)
    answers = []
    for either in (state, another_world(state, seat, seed)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table_views, "_table", lambda code: table_of(either, user, seat))  # noqa: B023
            answers.append(client.get("/t/secrecy/live?version=1").content)
    assert answers[0] == answers[1]
    assert b'id="table"' in answers[0]


@pytest.mark.django_db(transaction=True)
@given(state=worlds, seed=seeds, data=st.data())
@few
def test_the_socket(state: MatchState, seed: bytes, data: Any) -> None:
    seat = data.draw(st.sampled_from([None, *range(state.players)]))
    user = guest_create(name="Andrei")
    frames = [_frames(table_of(either, user, seat), user) for either in (state, another_world(state, seat, seed))]
    assert frames[0] == frames[1]
    assert 'id="table"' in frames[0][0]


@async_to_sync
async def _frames(table: tables.Table, user: User) -> list[str]:
    """All that a fresh socket of this person is sent at this table, now and at the next version."""
    later = replace(table, match=Match(**{**_columns(table.match), "version": 42}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.consumers.TableConsumer._arrive", _arrived(user))
        patch.setattr(tables, "table", lambda pk: table)
        socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/t/secrecy/")
        socket.scope["user"], socket.scope["cookies"] = user, {}
        await socket.connect()
        frames = [await socket.receive_from(3)]
        patch.setattr(tables, "table", lambda pk: later)
        nudge = {"type": "match.nudge", "match_id": 1, "version": 42}
        await _group_send(nudge)
        frames.append(await socket.receive_from(3))
        await socket.disconnect()
    return frames


async def _group_send(message: dict[str, Any]) -> None:
    from channels.layers import get_channel_layer

    await get_channel_layer().group_send("match.1", message)


def _arrived(user: User) -> Any:
    def arrive(consumer: Any, code: str) -> tuple[int, int]:
        consumer.user_id, consumer.language = user.pk, "ro"
        return 1, 41

    return arrive


def _columns(match: Match) -> dict[str, Any]:
    return {field.attname: getattr(match, field.attname) for field in Match._meta.concrete_fields}


@given(state=positions(rules=forehead_rules, sizes=range(1, 2)))
@few
def test_nothing_in_a_forehead_hand_names_the_own_card_before_it_is_played(state: MatchState) -> None:
    assert state.hand is not None
    for seat, holding in enumerate(state.hand.holdings):
        if not holding:
            continue
        html = render_table(table_of(state).for_viewer(seat), language="en", now=NOW, message="")
        assert f'data-card="{holding.highest}"' not in html
        shown = {str(card) for card in CARDS if f'data-card="{card}"' in html}
        others = {str(held.highest) for other, held in enumerate(state.hand.holdings) if held and other != seat}
        assert others <= shown
