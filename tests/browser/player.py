"""A person at a browser, who knows nothing but what the page shows and does nothing but what a person can do."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.watch import Watch
from tests.browser.wire import Wire

PASSWORD = "trei levate pe frunte"
A_LONG_MATCH = 600
"""More turns than one person has in any match."""

LOOK = """table => {
  const all = selector => [...table.querySelectorAll(selector)];
  return {
    version: Number(table.dataset.version), hand: Number(table.dataset.hand), status: table.dataset.status,
    isYourTurn: "yourTurn" in table.dataset,
    bids: all("button[name=bid]").map(button => Number(button.value)),
    cards: all(".fan label:has(input:enabled) [data-card]").map(card => card.dataset.card),
    holding: all(".fan [data-card]").map(card => card.dataset.card),
    playsUnseen: all("button[name=play][value=unseen]").length > 0,
    isHeld: all("#come-back").length > 0,
  };
}"""


class Manner(Enum):
    """How a person lays a card."""

    TAP = "tap the card, then the button"
    DRAG = "drag the card to the middle"
    KEYS = "the keyboard alone"


@dataclass(frozen=True, slots=True)
class Seen:
    """What the table shows at a moment."""

    version: int
    hand: int
    status: str
    isYourTurn: bool
    bids: list[int]
    cards: list[str]
    holding: list[str]
    playsUnseen: bool
    isHeld: bool


@dataclass(frozen=True, slots=True)
class Done:
    """What a person did at a turn: the number said, or the card laid, "unseen" for one that lay face down."""

    seen: Seen
    bid: int | None = None
    card: str | None = None


class Person:
    """One person with one browser; `page` may be exchanged for another tab of the same browser."""

    def __init__(self, name: str, page: Page, wire: Wire, watch: Watch, *, taps: bool = False) -> None:
        self.name = name
        self.page = page
        self.wire = wire
        self.watch = watch
        self._taps = taps
        self._choice = random.Random(name)

    # ---- the pages round the table ----

    def goes_to(self, path: str = "/") -> None:
        self.page.goto(self.wire.url + path)

    def registers(self) -> None:
        """Makes an account, beginning at the lobby."""
        self.goes_to()
        self.presses(self.page.locator('main a[href="/account/register"]').first)
        self.page.locator("input[name=name]").fill(self.name)
        self.page.get_by_role("textbox", name=re.compile("mail")).fill(f"{self.wire.port}@example.org")
        self.page.locator("input[type=password]").fill(PASSWORD)
        self.presses(self.page.locator('form[action="/account/register"] button'))
        expect(self.page.get_by_role("link", name=self.name)).to_be_visible()

    def comes_as_guest(self) -> None:
        self.goes_to()
        form = self.page.locator('form[action="/guest"]')
        form.get_by_role("textbox").fill(self.name)
        self.presses(form.get_by_role("button"))
        expect(self.page.get_by_role("link", name=self.name)).to_be_visible()

    def opens_table(
        self,
        preset: str,
        *,
        players: int = 4,
        ladder: str = "1-8-1",
        turn: str = "none",
        entry: str = "public",
        bots: Iterable[int] = (),
    ) -> str:
        """Fills in the lobby's form; gives the path of the table. `bots`: the seats of easy bots."""
        form = self.page.locator("#open form")
        for field, value in (
            ("preset", preset),
            ("players", players),
            ("ladder", ladder),
            ("entry", entry),
            ("turn", turn),
        ):
            self.presses(form.locator(f'label:has(input[name="{field}"][value="{value}"])'))
        for seat in bots:
            form.locator(f"select[name=seat_{seat}]").select_option("easy")
        self.presses(form.get_by_role("button").last)
        expect(self.table).to_have_attribute("data-status", "waiting")
        self.page.wait_for_load_state()
        return re.sub(r"^https?://[^/]+|#.*$", "", self.page.url)

    def sits_down_by_link(self, path: str) -> None:
        """As a guest: a name, and one tap."""
        self.goes_to(path)
        self.page.get_by_role("textbox").fill(self.name)
        self.presses(self.page.locator('form[action$="/sit"]').get_by_role("button"))
        expect(self.page.locator(".chairs-at")).to_contain_text(self.name)

    def starts(self) -> None:
        """Starts the match; easy bots take the seats that are free."""
        form = self.page.locator('form[action$="/start"]')
        for level in form.locator("select").all():
            level.select_option("easy")
        self.presses(form.get_by_role("button"))
        expect(self.table).to_have_attribute("data-status", re.compile("playing|finished"))

    # ---- the table ----

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def own_seat(self) -> Locator:
        return self.page.locator("section.you")

    def sees(self) -> Seen:
        return Seen(**self.table.evaluate(LOOK))

    def waits_for_turn(self, than: int = -1, timeout: float = 30) -> Seen:
        """Until there is something to do after version `than`: a turn, a seat to take back, the result to read."""
        news = f':not([data-version="{than}"])'
        to_do = f"#table[data-your-turn]{news}, #table[data-status=finished], #table:has(#come-back){news}"
        self.page.locator(to_do).wait_for(timeout=timeout * 1000)
        return self.sees()

    def is_answered(self, done: Done) -> None:
        """Until the page shows what came of it."""
        self.page.locator(f'#table:not([data-version="{done.seen.version}"])').wait_for()

    def acts(self, seen: Seen, manner: Manner = Manner.TAP) -> Done:
        """One bid or one card, chosen at random among what is offered."""
        if seen.bids:
            return self.bids(seen, self._choice.choice(seen.bids), manner)
        if seen.playsUnseen:
            self._strikes(self.page.locator("button[name=play][value=unseen]"), manner)
            return Done(seen, card="unseen")
        return self.plays(seen, self._choice.choice(seen.cards), manner)

    def bids(self, seen: Seen, tricks: int, manner: Manner = Manner.TAP) -> Done:
        self._strikes(self.page.locator(f'button[name=bid][value="{tricks}"]'), manner)
        return Done(seen, bid=tricks)

    def plays(self, seen: Seen, card: str, manner: Manner = Manner.TAP) -> Done:
        if manner is Manner.DRAG:
            self._drags(card)
        else:
            self.chooses(card, manner)
            self._strikes(self.page.locator("#play"), manner)
        return Done(seen, card=card)

    def chooses(self, card: str, manner: Manner = Manner.TAP) -> None:
        """Takes a card up without playing it."""
        if manner is Manner.KEYS:
            self._steps_to_card(card)
        elif not self.choice(card).is_checked():
            self.presses(self.page.locator(f"#card-{card}"))
        expect(self.choice(card)).to_be_checked()

    def choice(self, card: str) -> Locator:
        return self.page.locator(f'#act input[value="{card}"]')

    def plays_on(
        self,
        manners: Iterable[Manner] = (Manner.TAP,),
        before: Callable[[Seen], Any] = lambda seen: None,
        after: Callable[[Done], Any] = lambda done: None,
        until: Callable[[Seen], bool] = lambda seen: False,
    ) -> Seen:
        """Takes every turn to the end, or until `until` holds at a turn; takes the seat back when a bot has it."""
        manners, seen = list(manners), self.waits_for_turn()
        for turn in range(A_LONG_MATCH):
            if seen.status == "finished" or until(seen):
                return seen
            if seen.isHeld:
                self.comes_back()
            else:
                before(seen)
                after(self.acts(seen, manners[turn % len(manners)]))
            seen = self.waits_for_turn(seen.version)
        raise AssertionError("the match does not end")

    def comes_back(self) -> None:
        self.presses(self.page.locator("#come-back").get_by_role("button"))

    def reads_result(self) -> None:
        expect(self.page.locator(".ranking [data-seat]").first).to_be_visible()
        expect(self.page.locator(".ranking .winner").first).to_be_visible()

    def downloads_record(self, folder: Path) -> Path:
        """From the match's own page."""
        with self.page.expect_download() as download:
            self.presses(self.page.locator('a[href$="record.json"]'))
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    # ---- hands ----

    def presses(self, what: Locator) -> None:
        what.tap() if self._taps else what.click()

    def _strikes(self, button: Locator, manner: Manner) -> None:
        if manner is Manner.KEYS:
            self.tabs_to(button)
            self.page.keyboard.press("Enter")
        else:
            self.presses(button)

    def tabs_to(self, wanted: Locator) -> None:
        """With the tabulator, from wherever the focus is."""
        for _ in range(80):
            if wanted.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {wanted}")

    def _steps_to_card(self, card: str) -> None:
        """To the cards with the tabulator, along them with the arrows."""
        for _ in range(80):
            if self.page.evaluate("() => document.activeElement.matches('#act input[name=play]')"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Space")
        for _ in range(8):
            if self.choice(card).is_checked():
                return
            self.page.keyboard.press("ArrowRight")

    def _drags(self, card: str) -> None:
        box, arena = self.page.locator(f"#card-{card}").bounding_box(), self.page.locator(".arena").bounding_box()
        assert box
        assert arena
        mouse = self.page.mouse
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mouse.down()
        mouse.move(arena["x"] + arena["width"] / 2, arena["y"] + arena["height"] / 2, steps=4)
        mouse.up()
