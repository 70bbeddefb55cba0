"""The embedded mode's channel layer, between threads as it is used."""

import asyncio
import threading
import time

from asgiref.sync import async_to_sync

from whistsite.channel_layer import InProcessChannelLayer


def test_a_message_from_another_thread_wakes_a_waiting_consumer_at_once() -> None:
    layer = InProcessChannelLayer()

    async def delay() -> float:
        """Seconds from sending in a plain thread to receiving on a loop that has nothing else to wake it."""
        channel = await layer.new_channel()
        await layer.group_add("table", channel)
        waiting = asyncio.create_task(layer.receive(channel))
        await asyncio.sleep(0)
        threading.Timer(0.05, send).start()
        message = await waiting
        return time.monotonic() - message["sent_at"]

    def send() -> None:
        async_to_sync(layer.group_send)("table", {"type": "nudge", "sent_at": time.monotonic()})

    delays = [asyncio.run(asyncio.wait_for(delay(), timeout=10)) for _ in range(5)]
    assert min(delays) < 0.1


def test_joining_and_leaving_a_group_from_another_thread() -> None:
    layer = InProcessChannelLayer()

    async def received() -> list[int]:
        channel = await layer.new_channel()
        await asyncio.to_thread(async_to_sync(layer.group_add), "table", channel)
        await layer.group_send("table", {"number": 1})
        await asyncio.to_thread(async_to_sync(layer.group_discard), "table", channel)
        await layer.group_send("table", {"number": 2})
        await asyncio.to_thread(async_to_sync(layer.send), channel, {"number": 3})
        return [(await layer.receive(channel))["number"] for _ in range(2)]

    assert asyncio.run(received()) == [1, 3]


def test_a_message_to_a_loop_that_has_ended_holds_nobody_up() -> None:
    layer = InProcessChannelLayer()
    channel = asyncio.run(layer.new_channel())
    async_to_sync(layer.group_add)("table", channel)
    async_to_sync(layer.group_send)("table", {"type": "nudge"})
