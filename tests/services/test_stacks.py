"""Both ways to run the site, as processes: matches go on with every browser closed, and processes hear each other."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server import COLLECTED, HURRIED, PATIENCE, ROOT, Server, free_port, plain_environment

MATCH_PATIENCE = 300.0
IMPATIENT = HURRIED | {"AWAY_AFTER": "1"}
"""Bots without pauses, and people who count as gone at once."""


def run(*command: str, env: dict[str, str], timeout: float = PATIENCE) -> str:
    """Run Python on the site's settings, and return what it printed."""
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, timeout=timeout, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


@contextmanager
def running(*command: str, env: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def finishes_an_absent_match(env: dict[str, str]) -> bool:
    printed = run("-m", "tests.services.absent_match", env=env, timeout=MATCH_PATIENCE)
    return printed.split()[1] == "finished"


def connected(port: int) -> ClientConnection:
    """A socket in the lobby of the server that is starting on this port."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return connect(f"ws://localhost:{port}/ws/lobby/", origin=Origin(f"http://localhost:{port}"))
        except ConnectionRefusedError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.fixture
def service_stack(postgres_url: str, redis_url: str, tmp_path: Path) -> dict[str, str]:
    """The environment of a new site on PostgreSQL and Redis, with its database made and its files collected."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{tmp_path.name}"')
    env = {
        **plain_environment(),
        **IMPATIENT,
        "DATABASE_URL": postgres_url.rpartition("/")[0] + "/" + tmp_path.name,
        "REDIS_URL": redis_url,
        "LEVATA_DATA_DIR": str(tmp_path),
        "STATIC_ROOT": f"{COLLECTED.name}/static",
    }
    run("manage.py", "migrate", "--verbosity=0", env=env)
    return env


def test_one_process_finishes_a_match_that_everybody_left(tmp_path: Path) -> None:
    with Server(tmp_path, env=IMPATIENT) as server:
        assert finishes_an_absent_match(server.environment)


def test_workers_and_beat_finish_a_match_that_everybody_left(service_stack: dict[str, str]) -> None:
    celery = ["-m", "celery", "--app", "whistsite"]
    with ExitStack() as processes:
        processes.enter_context(running(*celery, "worker", "--concurrency=2", "--loglevel=WARNING", env=service_stack))
        processes.enter_context(running(*celery, "beat", "--loglevel=WARNING", "--pidfile=", env=service_stack))
        assert finishes_an_absent_match(service_stack)


def test_a_table_opened_by_one_process_is_seen_in_another_ones_lobby(service_stack: dict[str, str]) -> None:
    run("manage.py", "collectstatic", "--no-input", "--verbosity=0", env=service_stack)
    port = free_port()
    daphne = ["-m", "daphne", "--verbosity=0", f"--port={port}", "whistsite.asgi:application"]
    with running(*daphne, env=service_stack), connected(port) as socket:
        assert "Andrei" not in str(socket.recv(PATIENCE))
        run("manage.py", "shell", "--command=from tests.games import factories; factories.waiting()", env=service_stack)
        assert "Andrei" in str(socket.recv(PATIENCE))
