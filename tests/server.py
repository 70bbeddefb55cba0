"""The site as a process of its own, as `make play` starts it."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""Seconds after which a start or a stop has failed; far more than either takes."""

HURRIED = {"BOT_PAUSE": "0", "BOT_THINKING": "0", "TRICK_PAUSE": "0", "DEAL_PAUSE": "0"}
COLLECTED = tempfile.TemporaryDirectory(prefix="levata-static-")
"""The static files, collected once for all servers that this process starts."""


class Server:
    """`manage.py play` on a data folder of its own; a context manager, and startable again after stop() or kill().

    What it prints is kept in `<data_dir>/play.log`. Of this process's environment it takes no setting of the site, so
    that it is the embedded mode whatever the tests run on; `env` adds some.
    """

    def __init__(self, data_dir: Path, port: int | None = None, env: Mapping[str, str] | None = None) -> None:
        self.data_dir = data_dir
        self.port = port or free_port()
        self.env = {"STATIC_ROOT": f"{COLLECTED.name}/static", **HURRIED, **(env or {})}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """What it runs with; another command run with it works on the same data."""
        return {**plain_environment(), "LEVATA_DATA_DIR": str(self.data_dir), **self.env}

    @property
    def output(self) -> str:
        """Everything printed since the last start."""
        return self._log.read_text(encoding="utf-8")[self._read_from :]

    def start(self) -> Self:
        """Return when the address is printed; raise with the output when the process ends instead."""
        process = self.launch()
        deadline = time.monotonic() + PATIENCE
        while self.url not in self.output:
            if process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"the site did not start; it printed:\n{self.output}")
            time.sleep(0.05)
        return self

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the process and return it at once."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
        with self._log.open("ab") as log:
            self._read_from = log.tell()
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "play", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        return self.process

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, and return its exit code."""
        return self._end(by)

    def kill(self) -> None:
        """End it without warning, as a power cut would."""
        self._end(signal.SIGKILL)

    def _end(self, by: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(by)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()

    @property
    def _log(self) -> Path:
        return self.data_dir / "play.log"

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def plain_environment() -> dict[str, str]:
    """This process's environment without the tests' own settings and those that choose the service stack."""
    chosen = {"DATABASE_URL", "REDIS_URL", "EMAIL_URL"}
    rest = {name: value for name, value in os.environ.items() if name not in chosen}
    return rest | {"DJANGO_SETTINGS_MODULE": "whistsite.settings", "PYTHONUNBUFFERED": "1"}
