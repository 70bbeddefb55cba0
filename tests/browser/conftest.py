"""A site of its own, browsers, and an evening: the people of one test, each watched, recorded and proven."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.player import Person
from tests.browser.recorder import Proof, Strangers, prove, strangers_pages
from tests.browser.truth import TrueMatch, Truth
from tests.browser.watch import Watch
from tests.browser.wire import Wires
from tests.server import Server

PATIENCE_MS = 20_000
COMPLAINT = re.compile(r"^.*(?: WARNING | ERROR | CRITICAL |Traceback|^\w+Error).*$", re.MULTILINE)
HURRY = """(() => {
  const [now, later, every, times] = [performance.now.bind(performance), setTimeout, setInterval, 10];
  performance.now = () => now() * times;
  window.setTimeout = (act, ms = 0, ...rest) => later(act, ms / times, ...rest);
  window.setInterval = (act, ms = 0, ...rest) => every(act, ms / times, ...rest);
})()"""
"""The page's own clock runs ten times as fast: what is shown for a second is shown for a tenth of one."""

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}


class Evening:
    """One site, the people who come to it, and what is true of their matches."""

    def __init__(self, site: Server, browser: Browser, wires: Wires) -> None:
        self.site = site
        self.truth = Truth(site.data_dir)
        self._strangers: Strangers = strangers_pages(site.url)
        self._browser = browser
        self._wires = wires
        self._people: dict[Person, BrowserContext] = {}
        self._proven: set[Person] = set()

    def person(self, name: str, *, hurries: bool = False, **options: Any) -> Person:
        """Somebody with a browser of their own; `options` as a Playwright context takes them."""
        wire = self._wires.open(self.site.port, self.truth.clock)
        context = self._browser.new_context(**{**PHONE, "locale": "ro-RO", **options})
        if hurries:
            context.add_init_script(HURRY)
        person = Person(name, context.new_page(), wire, Watch(context, wire.url), taps=bool(options.get("has_touch")))
        self._people[person] = context
        return person

    def closes_browser(self, person: Person) -> None:
        self._people[person].close()

    def silences(self, person: Person) -> None:
        """The phone sleeps: nothing comes, nothing goes."""
        self._wires.run(person.wire.silence())
        self._people[person].set_offline(True)

    def wakes(self, person: Person) -> None:
        self._wires.run(person.wire.mend())
        self._people[person].set_offline(False)

    def match(self, path: str) -> TrueMatch:
        """The match at /t/<code>/ as it stands in the rows."""
        return self.truth.match(path.split("/")[2])

    def prove(self, person: Person) -> Proof:
        """No card reached this person's browser before its time."""
        self._proven.add(person)
        return prove(person.wire.payloads, self.truth, person.name, self._strangers)

    def prove_whole(self, person: Person, path: str) -> None:
        """The same, and that every hand of this match was there to be looked at."""
        match = self.match(path)
        self.prove(person).assert_sees_every_hand(match, match.seat_of(person.name))

    def ends(self) -> None:
        for context in self._people.values():
            context.close()
        for person in self._people.keys() - self._proven:
            self.prove(person)
        for person in self._people:
            complaints = person.watch.unexpected
            assert not complaints, f"{person.name}'s browser complains:\n" + "\n".join(complaints[:20])
        complaints = COMPLAINT.findall(self.site.output)
        assert not complaints, "the site complains:\n" + "\n".join(complaints[:20])


@pytest.fixture(scope="package")
def browser(chromium_path: Path) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def wires() -> Iterator[Wires]:
    with Wires() as wires:
        yield wires


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One site for all tests that leave it as it is."""
    with Server(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def evening(site: Server, browser: Browser, wires: Wires) -> Iterator[Evening]:
    evening = Evening(site, browser, wires)
    yield evening
    evening.ends()


@pytest.fixture
def evening_at(browser: Browser, wires: Wires, tmp_path: Path) -> Iterator[Any]:
    """An evening on a site of one's own, with settings of one's own, that may be killed and started again."""
    with ExitStack() as stack:
        evenings = []

        def begin(**settings: str) -> Evening:
            site = Server(tmp_path / "site", env=settings).start()
            stack.callback(site.kill)
            evenings.append(Evening(site, browser, wires))
            return evenings[-1]

        yield begin
        for evening in evenings:
            evening.ends()
