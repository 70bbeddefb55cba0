"""The sockets: each shows one viewer one table, or the lobby, and is told only that something has changed.

A process reads each version of a match, and each change of the lobby, once for all its sockets. A beat every few
seconds pings all sockets, notes whose people answered, mends what a lost nudge left behind and closes those of people
who have logged out.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from autobahn.exception import Disconnected
from channels.db import DatabaseSyncToAsync
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.languages import language_of
from accounts.models import User
from accounts.sessions import gone
from games import announce, services
from games.models import Match
from games.rendering import render_table
from games.rendering.lobby import render_lobby
from games.selectors import table as tables
from games.selectors.lobby import LobbyTable, open_tables
from games.selectors.sheet import score_sheet

logger = logging.getLogger(__name__)

BEAT_SECONDS = 5
TOGETHER_SECONDS = 0.05
PING = json.dumps({"ping": 1})
LONGEST_MESSAGE = 1000
NO_SUCH_TABLE = 4404
TOO_LONG = 4400
LOGGED_OUT = 3000
"""Unlike the 4000s it lets the page connect anew, as whoever the browser is by then."""


def in_thread[**P, R](func: Callable[P, R]) -> Callable[P, Any]:
    """The function awaited in a thread of its own: channels' default would share one thread among all sockets."""
    return DatabaseSyncToAsync(func, thread_sensitive=False)


class SharedTables:
    """The last table read of each match that this process shows; those who ask together share one reading."""

    def __init__(self) -> None:
        self._reading: dict[int, asyncio.Task[tables.Table | None]] = {}
        self._read: dict[int, tables.Table] = {}

    async def at(self, match_id: int, version: int) -> tables.Table | None:
        """The table at this version or a later one; None when the match is gone."""
        while True:
            if (known := self._read.get(match_id)) is not None and known.version >= version:
                return known
            reading = self._reading.get(match_id)
            if reading is None:
                reading = asyncio.create_task(self._read_now(match_id))
                self._reading[match_id] = reading
                table = await asyncio.shield(reading)
                if table is None or table.version < version:
                    return table
            else:
                await asyncio.wait([reading])

    async def _read_now(self, match_id: int) -> tables.Table | None:
        try:
            table: tables.Table | None = await in_thread(tables.table)(pk=match_id)
            if table is not None:
                self._read[match_id] = table
            return table
        finally:
            del self._reading[match_id]

    def forget(self, match_id: int) -> None:
        self._read.pop(match_id, None)


class SharedLobby:
    """The open tables, read once for all who ask at about the same time; never read before they were asked for."""

    def __init__(self) -> None:
        self._coming: asyncio.Task[tuple[LobbyTable, ...]] | None = None

    async def now(self) -> tuple[LobbyTable, ...]:
        if self._coming is None:
            self._coming = asyncio.create_task(self._read_soon())
        return await asyncio.shield(self._coming)

    async def _read_soon(self) -> tuple[LobbyTable, ...]:
        await asyncio.sleep(TOGETHER_SECONDS)
        self._coming = None
        found: tuple[LobbyTable, ...] = await in_thread(open_tables)()
        return found


class Process:
    """What all the sockets of one process share."""

    def __init__(self) -> None:
        self.tables = SharedTables()
        self.lobby = SharedLobby()
        self.seen: set[int] = set()
        self._watching: defaultdict[int, set[TableConsumer]] = defaultdict(set)
        self._beat: asyncio.Task[None] | None = None

    @staticmethod
    def here() -> Process:
        """The one of the running event loop."""
        return _processes.setdefault(asyncio.get_running_loop(), Process())

    def join(self, consumer: TableConsumer, match_id: int) -> None:
        self._watching[match_id].add(consumer)
        if self._beat is None:
            self._beat = asyncio.create_task(self._beats())

    def leave(self, consumer: TableConsumer, match_id: int) -> None:
        self._watching[match_id].discard(consumer)
        if not self._watching[match_id]:
            del self._watching[match_id]
            self.tables.forget(match_id)

    async def _beats(self) -> None:
        while self._watching:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except Exception:
                logger.exception("a beat of the sockets failed")
        self._beat = None

    async def beat(self) -> None:
        """Pings every socket, writes down who has answered, and shows newer versions nobody was nudged about."""
        await self._dismiss()
        for consumer in self._all():
            await consumer.ping()
        seen, self.seen = self.seen, set()
        if seen:
            await in_thread(services.seats_seen)(seen)
        versions = await in_thread(tables.versions)(list(self._watching))
        for match_id, version in versions.items():
            for consumer in list(self._watching.get(match_id, ())):
                await consumer.show(version)

    async def _dismiss(self) -> None:
        """Closes the sockets of people who are logged in no more."""
        logins = {consumer.login for consumer in self._all() if consumer.login}
        over = await in_thread(gone)(logins) if logins else ()
        for consumer in self._all():
            if consumer.login in over:
                await consumer.dismiss()

    def _all(self) -> list[TableConsumer]:
        return [consumer for consumers in self._watching.values() for consumer in consumers]


_processes: WeakKeyDictionary[asyncio.AbstractEventLoop, Process] = WeakKeyDictionary()


class Socket(AsyncWebsocketConsumer):
    """A socket to which nothing more can be sent once it is closing, and that says nothing of it.

    Between the browser's farewell and `disconnect` the server still knows the socket, and refuses what is sent.
    """

    async def send(self, *args: Any, **kwargs: Any) -> None:
        with suppress(Disconnected):
            await super().send(*args, **kwargs)


class TableConsumer(Socket):
    """One viewer's socket at one table. Every message out is that viewer's own partial; only pongs come in."""

    match_id: int | None = None
    user_id: int | None = None
    login: tuple[str, int] | None = None
    language: str = ""
    shown_version = -1
    shown_hands = -1
    seat_id: int | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._showing = asyncio.Lock()

    async def connect(self) -> None:
        await self.accept()
        arrived: tuple[int, int] | None = await in_thread(self._arrive)(self.scope["url_route"]["kwargs"]["code"])
        if arrived is None:
            await self.close(NO_SUCH_TABLE)
            return
        match_id, version = arrived
        self.match_id = match_id
        await self.channel_layer.group_add(announce.match_group(match_id), self.channel_name)
        Process.here().join(self, match_id)
        await self.show(version)

    async def disconnect(self, code: int) -> None:
        if self.match_id is not None:
            match_id, self.match_id = self.match_id, None
            Process.here().leave(self, match_id)
            await self.channel_layer.group_discard(announce.match_group(match_id), self.channel_name)

    async def dismiss(self) -> None:
        """Shows nothing more and closes."""
        await self.disconnect(LOGGED_OUT)
        await self.close(LOGGED_OUT)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data is None or len(text_data) > LONGEST_MESSAGE:
            await self.close(TOO_LONG)
        elif self.seat_id is not None:
            Process.here().seen.add(self.seat_id)

    async def match_nudge(self, message: dict[str, Any]) -> None:
        await self.show(message["version"])

    async def ping(self) -> None:
        await self.send(PING)

    async def show(self, version: int) -> None:
        """Sends this viewer the table, if it has reached `version` and that is news."""
        async with self._showing:
            if self.match_id is not None and version > self.shown_version:
                table = await Process.here().tables.at(self.match_id, version)
                if table is not None and table.version > self.shown_version:
                    await self._send_table(table)

    async def _send_table(self, table: tables.Table) -> None:
        seat = table.seat_number(self.user_id)
        self.shown_version = table.version
        self.seat_id = table.seat_ids[seat] if seat is not None else None
        with_sheet = table.match.hands_done != self.shown_hands
        self.shown_hands = table.match.hands_done
        await self.send(await in_thread(self._draw)(table, seat, with_sheet))

    def _draw(self, table: tables.Table, seat: int | None, with_sheet: bool) -> str:
        sheet = score_sheet(table.match) if with_sheet else None
        return render_table(table.for_viewer(seat), language=self.language, now=timezone.now(), sheet=sheet)

    def _arrive(self, code: str) -> tuple[int, int] | None:
        """The match and its version, now that this person, if a bot held their seat, is back with their socket."""
        match = Match.objects.filter(code=code).first()
        if match is None:
            return None
        user = _user_of(self.scope)
        self.language = _language_of(self.scope)
        self.user_id = user.pk
        if user.is_authenticated:
            self.login = (self.scope["session"].session_key or "", user.pk)
            with suppress(services.Refused):
                match = services.seat_return(code=code, user=user).match
        return match.pk, match.version


class LobbyConsumer(Socket):
    """One visitor's socket in the lobby: the open tables, anew whenever they change."""

    async def connect(self) -> None:
        await self.accept()
        await self.channel_layer.group_add(announce.LOBBY_GROUP, self.channel_name)
        await self.lobby_nudge({})

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(announce.LOBBY_GROUP, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data is None or len(text_data) > LONGEST_MESSAGE:
            await self.close(TOO_LONG)

    async def lobby_nudge(self, message: dict[str, Any]) -> None:
        await self.send(await in_thread(self._draw)(await Process.here().lobby.now()))

    def _draw(self, found: tuple[LobbyTable, ...]) -> str:
        return render_lobby(found, _language_of(self.scope), _user_of(self.scope).pk)


def _user_of(scope: Any) -> User | AnonymousUser:
    user: User | AnonymousUser = scope["user"]
    return user


def _language_of(scope: Any) -> str:
    headers = dict(scope["headers"])
    return language_of(_user_of(scope), scope["cookies"], headers.get(b"accept-language", b"").decode("latin-1"))
