"""`python manage.py play`: the whole site from one process."""

import errno
import os
import signal
import socket
import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import connections

from games import services
from whistsite.catalogs import compile_catalogs
from whistsite.embedded import Background, DataInUse, serve, sole_user_of
from whistsite.static_files import collect_static


class Command(BaseCommand):
    help = "Prepare the data, then run web server, Celery worker and beat in this one process until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with listen(host, port) as listening, sole_user_of(settings.DATA_DIR):
                prepare()
                from whistsite.asgi import application

                address = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}"
                serve(application, listening, background=Background(), ready=lambda: self.announce(address))
                end_process()
        except DataInUse:
            raise SystemExit(f"The data in {settings.DATA_DIR} is in use: another `make play` runs on it.") from None
        except KeyboardInterrupt:
            pass

    def announce(self, address: str) -> None:
        self.stdout.write(f"Levata is at {address} (Ctrl-C stops it)")
        self.stdout.flush()


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on, ours from the start, so that a taken port is known before any work."""
    try:
        return socket.create_server((host, port), backlog=128)
    except OSError as fault:
        reason = "is taken" if fault.errno == errno.EADDRINUSE else f"cannot be used ({fault.strerror})"
        raise SystemExit(f"Port {port} {reason}. Choose another: make play PORT={port + 1}") from None


def prepare() -> None:
    """Bring everything up to date that a start needs; quick when it is."""
    compile_catalogs()
    collect_static()
    call_command("migrate", interactive=False, verbosity=0)
    services.matches_resume()
    connections.close_all()


def end_process() -> NoReturn:
    """End without waiting for threads: one that answers a request would wait for the loop that is gone, for ever."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
