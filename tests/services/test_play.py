"""`make play`'s process, started and ended in every way that a person may."""

import signal
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect
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


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_quietly_when_asked_even_with_a_socket_open(server: Server, by: signal.Signals) -> None:
    server.start()
    with connect(f"{server.url.replace('http', 'ws')}/ws/lobby/", origin=Origin(server.url)):
        assert server.stop(by) == 0
    assert server.output.count("\n") == 1


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
