"""`make screenshots`: pictures of the site in every state, into var/screenshots, the same at every making."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium
from tests.browser.stage import Stage
from tests.server import ROOT

FOLDER = ROOT / "var" / "screenshots"
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
SECONDS_LEFT = 23


@dataclass(frozen=True)
class Picture:
    """What is seen in a scene: its table, another `path`, or its match's page; by a stranger or by its Andrei."""

    name: str
    scene: str
    path: str = ""
    is_match: bool = False
    is_strangers: bool = False
    is_long: bool = False
    then: Callable[[Page], Any] = lambda page: None
    languages: tuple[str, ...] = ("ro",)


def open_scores(page: Page) -> None:
    page.locator(".to-scores").click()


def choose_card(page: Page) -> None:
    page.locator("#act label.legal").first.click()


def open_hands(page: Page) -> None:
    for number in (0, 9):
        page.locator("details.hand summary").nth(number).click()


BOTH = ("ro", "en")
PICTURES = [
    Picture("lobby", "home", is_strangers=True, is_long=True, languages=BOTH),
    Picture("register", "home", "/account/register", is_strangers=True),
    Picture("invitation", "waiting", is_strangers=True),
    Picture("own-lobby", "home", is_long=True),
    Picture("waiting-room", "waiting", is_long=True),
    Picture("bidding", "bidding", languages=BOTH),
    Picture("hooked-dealer", "hooked"),
    Picture("play", "play", languages=BOTH),
    Picture("play-card-chosen", "play", then=choose_card),
    Picture("forehead", "forehead", languages=BOTH),
    Picture("forehead-play", "forehead-play"),
    Picture("three-seats", "three"),
    Picture("five-seats", "five"),
    Picture("six-seats-bidding", "six-bidding"),
    Picture("six-seats-play", "six-play"),
    Picture("six-seats-forehead", "six-forehead"),
    Picture("six-seats-forehead-play", "six-forehead-play"),
    Picture("hand-over", "outcome"),
    Picture("held-by-a-bot", "held"),
    Picture("score-sheet", "play", then=open_scores, languages=BOTH),
    Picture("result", "result"),
    Picture("history", "home", "/matches/", is_long=True, languages=BOTH),
    Picture("match", "result", is_match=True, is_long=True, then=open_hands),
    Picture("profile", "home", "/profile"),
    Picture("rules", "home", "/rules/", is_long=True),
]


class Photographer:
    def __init__(self, stage: Stage, browser: Browser, folder: Path) -> None:
        self._stage = stage
        self._browser = browser
        self._folder = folder

    def take_all(self) -> None:
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                context = self._browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
                )
                page = context.new_page()
                page.route_web_socket("**/ws/t/**", lambda socket: None)
                for picture in PICTURES:
                    for language in picture.languages:
                        self._take(page, picture, language, f"{picture.name}-{language}-{size}-{scheme}.png")
                context.close()

    def _take(self, page: Page, picture: Picture, language: str, name: str) -> None:
        self._give_time()
        page.context.clear_cookies()
        self._stage.speak(page.context, language)
        if not picture.is_strangers:
            self._stage.enter(page.context, picture.scene)
        page.goto(self._address(picture))
        picture.then(page)
        page.screenshot(path=self._folder / name, full_page=picture.is_long)

    def _address(self, picture: Picture) -> str:
        if picture.path:
            return self._stage.site.url + picture.path
        return self._stage.match_address(picture.scene) if picture.is_match else self._stage.address(picture.scene)

    def _give_time(self) -> None:
        """Whoever is to act has as long as in every other picture."""
        due_at = datetime.now(UTC).replace(tzinfo=None) + timedelta(seconds=SECONDS_LEFT)
        with closing(sqlite3.connect(self._stage.site.data_dir / "db.sqlite3", timeout=20)) as database, database:
            database.execute("update games_match set due_at = ? where due_at is not null", (due_at.isoformat(" "),))


def main() -> None:
    program = chromium.find() or chromium.install()
    if program is None:
        raise SystemExit("No Chromium on this machine, and Playwright could not install one.")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as data, Stage(Path(data)) as stage, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        Photographer(stage, browser, FOLDER).take_all()
        browser.close()
    print(f"{len(list(FOLDER.iterdir()))} pictures are in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
