"""Messages between the threads of the one process of the embedded mode."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from channels.layers import InMemoryChannelLayer


class InProcessChannelLayer(InMemoryChannelLayer):
    """Channels' in-memory layer, made fit for senders in other threads.

    Its queues belong to the event loop on which the consumers receive: a message put there from another thread would be
    noticed only when that loop next wakes for a reason of its own. So whatever other threads do is done on that loop.
    """

    _home: asyncio.AbstractEventLoop | None = None

    async def new_channel(self, prefix: str = "specific.") -> str:
        self._home = asyncio.get_running_loop()
        return await super().new_channel(prefix)

    async def receive(self, channel: str) -> dict[str, Any]:
        self._home = asyncio.get_running_loop()
        return await super().receive(channel)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._at_home(super().send(channel, message))

    async def group_add(self, group: str, channel: str) -> None:
        await self._at_home(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        await self._at_home(super().group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._at_home(super().group_send(group, message))

    async def _at_home(self, work: Coroutine[Any, Any, None]) -> None:
        home = self._home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await work
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, home))
