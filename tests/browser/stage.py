"""A site on which every state of a table lies ready to be looked at, the same at every making."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from playwright.sync_api import BrowserContext

from tests.server import ROOT, Server, plain_environment

FOR_EVER = "1000000"
FROZEN = dict.fromkeys(["AWAY_AFTER", "EMPTY_TABLE_AFTER", "DEAL_PAUSE", "SWEEP_EVERY", "BOT_PAUSE"], FOR_EVER)
"""Settings under which nothing happens by itself, however long one looks."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be seen at `path` by the person whose session it is."""

    path: str
    session: str


class Stage:
    """A site on a data folder filled here, with its scenes by name; a context manager."""

    def __init__(self, data_dir: Path) -> None:
        self.site = Server(data_dir, env=FROZEN)
        environment = {**plain_environment(), **self.site.env, "BOT_PAUSE": "0", "LEVATA_DATA_DIR": str(data_dir)}
        command = [sys.executable, "-m", "tests.browser.stage_scenes"]
        made = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
        self.scenes = {name: Scene(**scene) for name, scene in json.loads(made.stdout).items()}

    def address(self, scene: str) -> str:
        return self.site.url + self.scenes[scene].path

    def match_address(self, scene: str) -> str:
        """The page of the same match."""
        return self.address(scene).replace("/t/", "/m/")

    def enter(self, context: BrowserContext, scene: str) -> None:
        """From now on this browser is that of the person in the scene."""
        session = self.scenes[scene].session
        context.add_cookies([{"name": "sessionid", "value": session, "url": self.site.url}])

    def speak(self, context: BrowserContext, language: str) -> None:
        context.add_cookies([{"name": "django_language", "value": language, "url": self.site.url}])

    def __enter__(self) -> Self:
        self.site.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.site.stop()
