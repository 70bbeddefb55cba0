"""`make play`'s process, started and ended in every way that a person may."""

import signal
import socket
import sqlite3
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    if server.process is not None:
        server.kill()


def answers(server: Server) -> bool:
    with urllib.request.urlopen(f"{server.url}/") as page:
        return page.status == 200 and b"<html" in page.read()


def test_it_says_its_address_and_answers_there(server: Server) -> None:
    server.start()
    assert server.output.splitlines() == [f"Levata is at {server.url} (Ctrl-C stops it)"]
    assert answers(server)


def lobby_socket(server: Server) -> ClientConnection:
    return connect(f"{server.url.replace('http', 'ws')}/ws/lobby/", origin=Origin(server.url))


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_quietly_when_asked_even_with_a_socket_open(server: Server, by: signal.Signals) -> None:
    server.start()
    with lobby_socket(server):
        assert server.stop(by) == 0
    assert server.output.count("\n") == 1


def test_it_ends_when_asked_although_a_request_is_being_answered(server: Server) -> None:
    server.start()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    form = browser.open(f"{server.url}/guest").read().decode()
    token = form.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, "name": "Ana"}).encode()
    locked = closing(sqlite3.connect(server.data_dir / "db.sqlite3"))
    with locked as database, lobby_socket(server), ThreadPoolExecutor() as other:
        database.execute("BEGIN IMMEDIATE")
        asked = other.submit(browser.open, f"{server.url}/guest", body)
        with suppress(TimeoutError):
            asked.exception(timeout=1)
        assert not asked.done()
        assert server.stop() == 0
        assert isinstance(asked.exception(), OSError)


def test_it_starts_again_after_being_killed_and_keeps_its_key(server: Server) -> None:
    server.start()
    key = (server.data_dir / "secret_key").read_text()
    server.kill()
    server.start()
    assert answers(server)
    assert (server.data_dir / "secret_key").read_text() == key


def test_a_second_one_on_the_same_data_is_refused_in_one_line(server: Server, tmp_path: Path) -> None:
    server.start()
    second = Server(tmp_path)
    assert second.launch().wait() == 1
    assert second.output == f"The data in {tmp_path} is in use: another `make play` runs on it.\n"
    assert answers(server)


def test_a_taken_port_is_told_in_one_line(server: Server) -> None:
    with socket.create_server(("127.0.0.1", server.port)):
        assert server.launch().wait() == 1
    assert server.output == f"Port {server.port} is taken. Choose another: make play PORT={server.port + 1}\n"
    assert not (server.data_dir / "db.sqlite3").exists()


def test_it_may_be_stopped_before_it_has_started(server: Server) -> None:
    process = server.launch()
    while not (server.data_dir / "play.lock").exists():
        assert process.poll() is None, server.output
    assert server.stop(signal.SIGINT) == 0
    assert "Traceback" not in server.output
