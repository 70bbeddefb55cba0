"""The embedded mode: web server, Celery worker and beat in one process, alone on its data."""

import fcntl
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from celery.beat import Service
from celery.worker import WorkController
from daphne.server import Server

from whistsite.celery import app


class DataInUse(Exception):
    """Another process of the embedded mode works on the same data."""


@contextmanager
def sole_user_of(data_dir: Path) -> Iterator[None]:
    """Hold the data folder's lock; the system itself lets go of it when the process dies, however it dies."""
    with (data_dir / "play.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            raise DataInUse from fault
        yield


class Background:
    """A Celery worker and the beat, each in a thread of this process."""

    def __init__(self) -> None:
        self.worker = WorkController(
            app=app,
            hostname="embedded@local",
            pool="threads",
            concurrency=4,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self.beat = Service(app, scheduler_cls=app.conf.beat_scheduler)

    def start(self) -> None:
        Thread(target=self.worker.start, name="worker", daemon=True).start()
        Thread(target=self.beat.start, name="beat", daemon=True).start()

    def stop(self) -> None:
        """Begin no more tasks, and return when those that had begun are done."""
        self.beat.stop(wait=False)
        self.worker.stop()


def serve(application: Any, listening: socket.socket, *, background: Background, ready: Callable[[], None]) -> None:
    """Serve on the socket until SIGINT or SIGTERM, with the background at work; `ready` is called once that is so."""
    from twisted.internet import reactor, threads

    def begin() -> None:
        background.start()
        at_shutdown = partial(threads.deferToThread, background.stop)
        reactor.addSystemEventTrigger("before", "shutdown", at_shutdown)  # type: ignore[arg-type]
        ready()

    Server(
        application,
        endpoints=[f"fd:fileno={listening.fileno()}"],
        ping_interval=5,
        ping_timeout=15,
        ready_callable=begin,
        server_name="levata",
    ).run()
