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
from tests.browser.stage import ANDREI, PASSWORD, Stage
from tests.server import ROOT

FOLDER = ROOT / "var" / "screenshots"
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
SECONDS_LEFT = 23


@dataclass(frozen=True)
class Picture:
    """`at`: an address, or a scene of the stage behind "t:" (its table) or "m:" (its match's page)."""

    name: str
    at: str
    then: Callable[[Page], Any] = lambda page: None
    is_long: bool = False
    is_strangers: bool = False
    languages: tuple[str, ...] = ("ro",)


def scores(page: Page) -> None:
    page.locator(".to-scores").click()


def chooses_card(page: Page) -> None:
    page.locator("#act label.legal").first.click()


def first_hands(page: Page) -> None:
    for number in (0, 9):
        page.locator("details.hand summary").nth(number).click()


BOTH = ("ro", "en")
PICTURES = [
    Picture("lobby", "/", is_strangers=True, is_long=True, languages=BOTH),
    Picture("register", "/account/register", is_strangers=True),
    Picture("invitation", "t:waiting", is_strangers=True),
    Picture("own-lobby", "/", is_long=True),
    Picture("waiting-room", "t:waiting", is_long=True),
    Picture("bidding", "t:bidding", languages=BOTH),
    Picture("hooked-dealer", "t:hooked"),
    Picture("play", "t:play", languages=BOTH),
    Picture("play-card-chosen", "t:play", then=chooses_card),
    Picture("forehead", "t:forehead", languages=BOTH),
    Picture("forehead-play", "t:forehead-play"),
    Picture("three-seats", "t:three"),
    Picture("five-seats", "t:five"),
    Picture("six-seats-bidding", "t:six-bidding"),
    Picture("six-seats-play", "t:six-play"),
    Picture("six-seats-forehead", "t:six-forehead"),
    Picture("hand-over", "t:outcome"),
    Picture("held-by-a-bot", "t:held"),
    Picture("score-sheet", "t:play", then=scores, languages=BOTH),
    Picture("result", "t:result"),
    Picture("history", "/matches/", is_long=True, languages=BOTH),
    Picture("match", "m:result", then=first_hands, is_long=True),
    Picture("profile", "/profile"),
    Picture("rules", "/rules/", is_long=True),
]


class Photographer:
    def __init__(self, stage: Stage, browser: Browser, folder: Path) -> None:
        self._stage = stage
        self._browser = browser
        self._folder = folder

    def takes_all(self) -> int:
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                stranger = self._browser.new_context(**options, reduced_motion="reduce").new_page()
                andrei = self._browser.new_context(**options, reduced_motion="reduce").new_page()
                andrei.route_web_socket("**/ws/t/**", lambda socket: None)
                self._log_in(andrei)
                for picture in PICTURES:
                    for language in picture.languages:
                        page = stranger if picture.is_strangers else andrei
                        self._take(page, picture, language, f"{picture.name}-{language}-{size}-{scheme}.png")
                for page in (stranger, andrei):
                    page.context.close()
        return len(list(self._folder.iterdir()))

    def _take(self, page: Page, picture: Picture, language: str, name: str) -> None:
        self._give_time()
        page.context.add_cookies([{"name": "django_language", "value": language, "url": self._stage.site.url}])
        page.goto(self._stage.site.url + self._path(picture.at))
        picture.then(page)
        page.screenshot(path=self._folder / name, full_page=picture.is_long)

    def _path(self, at: str) -> str:
        kind, _, scene = at.partition(":")
        if not scene:
            return at
        return self._stage.tables[scene].replace("/t/", f"/{kind}/")

    def _log_in(self, page: Page) -> None:
        page.goto(f"{self._stage.site.url}/account/login")
        page.locator("input[type=email]").fill(ANDREI)
        page.locator("input[type=password]").fill(PASSWORD)
        page.locator('form[action="/account/login"] button').click()
        page.wait_for_url(f"{self._stage.site.url}/")

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
        count = Photographer(stage, browser, FOLDER).takes_all()
        browser.close()
    print(f"{count} pictures are in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
