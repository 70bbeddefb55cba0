"""The sockets: who is shown what, when, and what mends a lost message."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from autobahn.exception import Disconnected
from channels.layers import channel_layers, get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.models import User
from accounts.services import account_delete
from games import announce, consumers, services
from games.bots import Level
from games.models import Controller, Match, Seat
from games.routing import websocket_urlpatterns
from games.selectors import table as tables
from games.selectors.lobby import open_tables
from tests.games.factories import loaded, people, play_until, started, step, waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

sockets = URLRouter(websocket_urlpatterns)


@pytest_asyncio.fixture(autouse=True)
async def quick_and_clean(settings: Any) -> AsyncIterator[None]:
    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()


def in_thread(func: Callable[..., Any]) -> Callable[..., Any]:
    return sync_to_async(func, thread_sensitive=False)


def logged_in(user: Any) -> SessionStore:
    """A session as a browser has it; nobody's when there is no user."""
    session = SessionStore()
    if user is not None:
        session.create()
    return session


async def connect(path: str, user: Any = None, language: str = "en", session: Any = None) -> WebsocketCommunicator:
    communicator = WebsocketCommunicator(sockets, path)
    communicator.scope["user"] = user or AnonymousUser()
    communicator.scope["session"] = session or await in_thread(logged_in)(user)
    communicator.scope["cookies"] = {"django_language": language}
    connected, _ = await communicator.connect()
    assert connected
    return communicator


async def table_socket(match: Match, user: Any = None, session: Any = None) -> tuple[WebsocketCommunicator, str]:
    """A socket at a table and the first thing it was shown."""
    communicator = await connect(f"/ws/t/{match.code}/", user, session=session)
    return communicator, await communicator.receive_from(3)


def version_in(html: str) -> int:
    found = re.search(r'id="table"[^>]*data-version="(\d+)"', html)
    assert found, html[:300]
    return int(found[1])


async def test_a_seat_is_shown_its_table_and_every_change_once() -> None:
    users = await in_thread(people)(3)
    match = await in_thread(started)(users=users, players=3)
    socket, html = await table_socket(match, users[0])
    assert version_in(html) == (await in_thread(loaded)(match)).match.version
    await in_thread(step)(match)
    html = await socket.receive_from(3)
    assert version_in(html) == (await in_thread(loaded)(match)).match.version
    assert await socket.receive_nothing(0.2)
    await socket.disconnect()


async def test_the_same_or_an_older_nudge_shows_nothing() -> None:
    match = await in_thread(waiting)()
    socket, html = await table_socket(match)
    nudge = {"type": "match.nudge", "match_id": match.pk, "version": version_in(html)}
    await get_channel_layer().group_send(f"match.{match.pk}", nudge)
    assert await socket.receive_nothing(0.2)
    await socket.disconnect()


async def test_a_lost_nudge_is_mended_by_the_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 0.1)
    users = await in_thread(people)(3)
    match = await in_thread(started)(users=users, players=3)
    socket, _ = await table_socket(match, users[0])
    monkeypatch.setattr(announce, "match_changed", lambda match: None)
    await in_thread(step)(match)
    version = (await in_thread(loaded)(match)).match.version
    while (frame := await socket.receive_from(3)) == consumers.PING or version_in(frame) < version:
        pass
    assert version_in(frame) == version
    await socket.disconnect()


async def test_a_socket_that_is_closing_keeps_nothing_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    async def refuses(message: Any) -> None:
        raise Disconnected("Attempt to send on a closed protocol")

    users = await in_thread(people)(3)
    match = await in_thread(started)(users=users, players=3)
    ana, _ = await table_socket(match, users[0])
    others = [(await table_socket(match, user))[0] for user in users[1:]]
    process = consumers.Process.here()
    (closing,) = (consumer for consumer in process._watching[match.pk] if consumer.user_id == users[0].pk)
    closing.base_send = refuses
    await ana.send_to("{}")
    for socket in others:
        await socket.send_to("{}")
    await asyncio.sleep(0.05)
    long_ago = timezone.now() - timedelta(hours=1)
    await in_thread(Seat.objects.filter(match=match).update)(last_seen_at=long_ago)
    await process.beat()
    assert not await in_thread(Seat.objects.filter(match=match, last_seen_at=long_ago).exists)()
    await in_thread(step)(match)
    for socket in others:
        assert await socket.receive_from(3) == consumers.PING
        assert 'id="table"' in await socket.receive_from(3)
        await socket.disconnect()
    assert not caplog.records


async def test_one_process_reads_a_version_once_for_all_its_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    users = await in_thread(people)(4)
    match = await in_thread(started)(users=users, players=4)
    socket_of = {user.pk: (await table_socket(match, user))[0] for user in users}
    read: list[int] = []
    table = tables.table
    monkeypatch.setattr(tables, "table", lambda pk: read.append(pk) or table(pk=pk))
    await in_thread(step)(match)
    for socket in socket_of.values():
        await socket.receive_from(3)
    assert read == [match.pk]
    for socket in socket_of.values():
        await socket.disconnect()


async def test_a_pong_is_a_sign_of_life_and_the_ping_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 0.1)
    user = (await in_thread(people)(1))[0]
    match = await in_thread(started)(users=[user], players=3)
    socket, _ = await table_socket(match, user)
    long_ago = timezone.now() - timedelta(minutes=5)
    await in_thread(Seat.objects.filter(match=match, user=user).update)(last_seen_at=long_ago)
    assert json.loads(await socket.receive_from(3)) == {"ping": 1}
    await socket.send_to(json.dumps({"pong": 1}))
    await socket.receive_from(3)
    await socket.receive_from(3)
    seen = await in_thread(Seat.objects.get)(match=match, user=user)
    assert seen.last_seen_at > long_ago
    await socket.disconnect()


async def test_a_silent_socket_is_no_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 0.05)
    user = (await in_thread(people)(1))[0]
    match = await in_thread(started)(users=[user], players=3)
    socket, _ = await table_socket(match, user)
    long_ago = timezone.now() - timedelta(minutes=5)
    await in_thread(Seat.objects.filter(match=match, user=user).update)(last_seen_at=long_ago)
    for _ in range(4):
        await socket.receive_from(3)
    assert (await in_thread(Seat.objects.get)(match=match, user=user)).last_seen_at == long_ago
    await socket.disconnect()


async def test_a_person_whose_seat_a_bot_holds_is_back_with_their_socket() -> None:
    users = await in_thread(people)(3)
    match = await in_thread(started)(users=users, players=3)
    await in_thread(services.seat_take_over)(code=match.code, number=1)
    socket, _ = await table_socket(match, users[1])
    seat = await in_thread(Seat.objects.get)(match=match, number=1)
    assert seat.controller == Controller.HUMAN
    await socket.disconnect()


def log_out(user: User, session: SessionStore) -> None:
    session.flush()


def lock_out(user: User, session: SessionStore) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def delete(user: User, session: SessionStore) -> None:
    account_delete(user=user)


@pytest.mark.parametrize("end", [log_out, lock_out, delete])
async def test_who_is_logged_in_no_more_is_shown_nothing_more(end: Callable[[User, SessionStore], None]) -> None:
    users = await in_thread(people)(3)
    match = await in_thread(started)(users=users, players=3)
    session = await in_thread(logged_in)(users[0])
    socket, _ = await table_socket(match, users[0], session)
    other, _ = await table_socket(match, users[1])
    watcher, _ = await table_socket(match)
    await in_thread(end)(users[0], session)
    await consumers.Process.here().beat()
    assert await socket.receive_output(3) == {"type": "websocket.close", "code": consumers.LOGGED_OUT}
    await in_thread(step)(match)
    for shown in (other, watcher):
        assert await shown.receive_from(3) == consumers.PING
        assert 'id="table"' in await shown.receive_from(3)
        await shown.disconnect()
    assert await socket.receive_nothing(0.2)


async def test_a_table_that_is_not_there_is_refused_for_good() -> None:
    communicator = await connect("/ws/t/nosuchtable/")
    assert await communicator.receive_output(3) == {"type": "websocket.close", "code": consumers.NO_SUCH_TABLE}


@pytest.mark.parametrize("message", ["x" * 2000, b"\x00\x01"])
async def test_long_and_binary_messages_close_the_socket(message: str | bytes) -> None:
    match = await in_thread(waiting)()
    socket, _ = await table_socket(match)
    await (socket.send_to(message) if isinstance(message, str) else socket.send_to(bytes_data=message))
    assert (await socket.receive_output(3))["type"] == "websocket.close"


async def test_malformed_messages_change_nothing() -> None:
    match = await in_thread(waiting)()
    socket, _ = await table_socket(match)
    for message in ("{", '{"play": "Qh"}', "\x00", '{"pong": {}}'):
        await socket.send_to(message)
    assert await socket.receive_nothing(0.2)
    assert (await in_thread(loaded)(match)).match.version == 0
    await socket.disconnect()


async def test_who_sits_down_is_shown_their_own_seat_on_the_same_socket() -> None:
    host, guest = await in_thread(people)(2)
    match = await in_thread(waiting)(host=host, players=3)
    socket, _ = await table_socket(match, guest)
    await in_thread(services.seat_take)(code=match.code, user=guest, number=1)
    await socket.receive_from(3)
    await in_thread(services.table_start)(code=match.code, host=host, fill=Level.EASY)
    await in_thread(play_until)(match, lambda now: now.state.hand is not None)
    html = await socket.receive_from(3)
    while 'data-card="' not in html:
        html = await socket.receive_from(3)
    held = (await in_thread(loaded)(match)).state.hand.holdings[1]
    assert all(f'data-card="{card}"' in html for card in held)
    await socket.disconnect()


async def test_the_lobby_shows_a_new_table_at_once() -> None:
    socket = await connect("/ws/lobby/")
    assert "Andrei" not in await socket.receive_from(3)
    host = (await in_thread(people)(1))[0]
    await in_thread(waiting)(host=host)
    assert "Andrei" in await socket.receive_from(3)
    await socket.disconnect()


async def test_one_process_reads_the_open_tables_once_for_all_in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    host = (await in_thread(people)(1))[0]
    visitors = {user: await connect("/ws/lobby/", user) for user in (None, host)}
    for socket in visitors.values():
        await socket.receive_from(3)
    read: list[int] = []
    monkeypatch.setattr(consumers, "open_tables", lambda: read.append(1) or open_tables())
    match = await in_thread(waiting)(host=host)
    for user, socket in visitors.items():
        html = await socket.receive_from(3)
        assert match.code in html
        assert ("/sit" in html) is (user is None)
        await socket.disconnect()
    assert read == [1]
