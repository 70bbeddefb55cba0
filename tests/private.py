"""Servers of our own for the tests: PostgreSQL and Redis on free ports, their files in a temporary folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.server import PATIENCE, free_port


def find_postgres() -> Path | None:
    """The folder of the newest PostgreSQL server's programs, wherever the system hides it."""
    on_path = shutil.which("postgres")
    if on_path:
        return Path(on_path).parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    return max((program.parent for program in installed), key=lambda folder: int(folder.parent.name), default=None)


def find_redis() -> str | None:
    return shutil.which("redis-server") or shutil.which("valkey-server")


@contextmanager
def postgres(programs: Path) -> Iterator[str]:
    """A new PostgreSQL server; gives the URL of its database."""
    port = free_port()
    with temporary_folder() as folder:
        data = folder / "data"
        init: list[str | Path] = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "levata",
            "-E",
            "UTF8",
            "--auth=trust",
            "--no-sync",
        ]
        subprocess.run(init, check=True, capture_output=True, cwd=folder, **as_somebody())
        serve: list[str | Path] = [programs / "postgres", "-D", data, "-p", str(port), "-k", folder, "-c", "fsync=off"]
        url = f"postgres://levata@127.0.0.1:{port}/postgres"
        with running(serve, folder, ready=lambda: psycopg.connect(url).close(), fault=psycopg.OperationalError):
            yield url


@contextmanager
def redis_server(program: str) -> Iterator[str]:
    """A new Redis server; gives its URL."""
    port = free_port()
    with temporary_folder() as folder:
        url = f"redis://127.0.0.1:{port}/0"
        serve: list[str | Path] = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        with running(serve, folder, ready=lambda: redis.from_url(url).ping(), fault=redis.ConnectionError):
            yield url


@contextmanager
def running(
    command: Sequence[str | Path], folder: Path, *, ready: Callable[[], Any], fault: type[Exception]
) -> Iterator[None]:
    """Keep the server running; enter once `ready` no longer raises `fault`."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **as_somebody())
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                ready()
                break
            except fault:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"{command[0]} did not start:\n{(folder / 'log').read_text()}") from None
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that belongs to whoever the servers run as."""
    with tempfile.TemporaryDirectory(prefix="levata-") as name:
        account = as_somebody()
        if account:
            os.chown(name, account["user"], account["group"])
        yield Path(name)


def as_somebody() -> dict[str, Any]:
    """Arguments for subprocess that keep a server from running as root, which PostgreSQL refuses."""
    if os.geteuid() != 0:
        return {}
    names = {account.pw_name for account in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
