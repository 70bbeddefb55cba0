"""The wire between one browser and the site: it carries everything, keeps every byte the site sends, and can fail."""

from __future__ import annotations

import asyncio
import http.client
import io
import re
import struct
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread
from typing import Any, Self

CHUNK = 65536
HEAD_LIMIT = 1 << 20
CONTROL, FINAL = 0x8, 0x80
NO_SOCKETS_HERE = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
LEFT_OUT = re.compile(rb"^(accept-encoding|sec-websocket-extensions):.*\r\n", re.IGNORECASE | re.MULTILINE)
CONNECTION = re.compile(rb"^connection:.*\r\n", re.IGNORECASE | re.MULTILINE)

Clock = Callable[[], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Payload:
    """One answer or one message of a socket, whole.

    `clock`: the version of every match, by its code, when the last byte of this had arrived and before the browser
    got it. `head`: status line and headers; empty for a message.
    """

    path: str
    head: str
    body: bytes
    clock: Mapping[str, int]

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


class Wire:
    """A listener of its own for one browser. It passes on whole connections, asking the site for plain bytes.

    `blocks_sockets`: as a school's firewall does, every websocket is refused. `silence()`: as a phone asleep, nothing
    passes any more in either direction, and nobody is told; `mend()` brings a working wire back.
    """

    def __init__(self, port: int, clock: Clock) -> None:
        self.payloads: list[Payload] = []
        self.blocks_sockets = False
        self.site_port = port
        self._clock = clock
        self._open: set[asyncio.StreamWriter] = set()
        self._may_pass = asyncio.Event()

    async def listen(self) -> Self:
        self._may_pass.set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=HEAD_LIMIT)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    async def silence(self) -> None:
        self._may_pass.clear()

    async def mend(self) -> None:
        """Old connections are gone, new ones work."""
        for writer in list(self._open):
            writer.transport.abort()
        self._may_pass.set()

    async def close(self) -> None:
        self._server.close()
        await self.mend()

    async def _serve(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        self._open.add(to_browser)
        to_site = upwards = None
        try:
            head = await browser.readuntil(b"\r\n\r\n")
            await self._may_pass.wait()
            method, path = head.split(b" ", 2)[:2]
            is_socket = re.search(rb"^upgrade: *websocket\r", head, re.IGNORECASE | re.MULTILINE) is not None
            if is_socket and self.blocks_sockets:
                to_browser.write(NO_SOCKETS_HERE)
                return
            site, to_site = await asyncio.open_connection("127.0.0.1", self.site_port)
            self._open.add(to_site)
            to_site.write(_plain(head, closes=not is_socket))
            upwards = asyncio.create_task(self._pass_on(browser, to_site))
            carry = self._carry_socket if is_socket else self._carry_answer
            await carry(method.decode(), path.decode(), site, to_browser)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            if upwards is not None:
                upwards.cancel()
            for writer in (to_browser, to_site):
                if writer is not None:
                    self._open.discard(writer)
                    writer.close()

    async def _carry_answer(
        self, method: str, path: str, site: asyncio.StreamReader, to_browser: asyncio.StreamWriter
    ) -> None:
        answer = await site.read(-1)
        self._keep_answer(method, path, answer)
        await self._send(to_browser, answer)
        await to_browser.drain()

    async def _carry_socket(
        self, method: str, path: str, site: asyncio.StreamReader, to_browser: asyncio.StreamWriter
    ) -> None:
        head = await site.readuntil(b"\r\n\r\n")
        self.payloads.append(Payload(path, head.decode("latin-1"), b"", self._clock()))
        await self._send(to_browser, head)
        message = b""
        while True:
            frame, first, content = await _frame(site)
            if first & CONTROL:
                self.payloads.append(Payload(path, "", content, self._clock()))
            else:
                message += content
                if first & FINAL:
                    self.payloads.append(Payload(path, "", message, self._clock()))
                    message = b""
            await self._send(to_browser, frame)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while content := await source.read(CHUNK):
                await self._send(target, content)
            target.close()
        except OSError:
            pass

    async def _send(self, target: asyncio.StreamWriter, content: bytes) -> None:
        await self._may_pass.wait()
        if target.is_closing():
            raise ConnectionResetError
        target.write(content)

    def _keep_answer(self, method: str, path: str, answer: bytes) -> None:
        if not answer:
            return
        response = http.client.HTTPResponse(_Answered(answer), method=method)
        response.begin()
        try:
            body = response.read()
        except http.client.IncompleteRead as cut_off:
            body = cut_off.partial
        head = answer.partition(b"\r\n\r\n")[0].decode("latin-1")
        self.payloads.append(Payload(path, head, body, self._clock()))


class Wires:
    """The thread that all wires of a run live in; a context manager."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="wires", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def open(self, port: int, clock: Clock) -> Wire:
        return self.run(Wire(port, clock).listen())

    def run[R](self, story: Coroutine[Any, Any, R]) -> R:
        """Do something with a wire in the thread of the wires, and wait until it is done."""
        done: Future[R] = asyncio.run_coroutine_threadsafe(story, self._loop)
        return done.result(30)


class _Answered:
    """Bytes in the place of the socket that http.client reads from."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer

    def makefile(self, mode: str) -> io.BytesIO:
        return io.BytesIO(self._answer)


def _plain(head: bytes, *, closes: bool) -> bytes:
    """The head of a request, asking for an answer without compression and, for HTTP, with the connection's end."""
    line, rest = head.split(b"\r\n", 1)
    rest = LEFT_OUT.sub(b"", rest)
    if closes:
        rest = b"Connection: close\r\n" + CONNECTION.sub(b"", rest)
    return line + b"\r\n" + rest


async def _frame(site: asyncio.StreamReader) -> tuple[bytes, int, bytes]:
    """The next frame as it came, its first byte, its content; a server's frames are not masked."""
    head = await site.readexactly(2)
    length = head[1] & 0x7F
    if length in (126, 127):
        longer = await site.readexactly(2 if length == 126 else 8)
        length = struct.unpack("!H" if len(longer) == 2 else "!Q", longer)[0]
        head += longer
    content = await site.readexactly(length)
    return head + content, head[0], content
