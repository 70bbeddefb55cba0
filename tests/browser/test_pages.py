"""Every page, in both languages and both colour schemes: usable by everybody, on the smallest phone, without motion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Evening
from tests.browser.player import Manner
from tests.browser.stage import ANDREI, PASSWORD, Stage
from tests.browser.test_table import seated
from tests.browser.watch import Watch
from tests.server import ROOT

AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .filter(({impact}) => impact === "serious" || impact === "critical")
  .map(({id, nodes}) => id + ": " + nodes.slice(0, 3).map(({html, failureSummary}) => html.slice(0, 160) + " " + failureSummary).join(" | "))"""
OVERFLOW = """() => [...document.querySelectorAll("body *")]
  .filter(element => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".scroll, .vh, [popover]:not(:popover-open)"))
  .map(element => element.outerHTML.slice(0, 80))"""

FOR_ANYBODY = {
    "lobby": "/",
    "register": "/account/register",
    "login": "/account/login",
    "guest": "/guest",
    "password": "/account/password/reset",
    "rules": "/rules/",
    "privacy": "/privacy/",
    "invitation": "waiting",
    "watching": "play",
}
FOR_ANDREI = {
    "own lobby": "/",
    "profile": "/profile",
    "e-mail": "/account/email",
    "delete": "/account/delete",
    "history": "/matches/",
    "match": "result",
    "running match": "play",
}
TABLES = [
    *("waiting", "bidding", "hooked", "play", "forehead", "forehead-play", "three", "five"),
    *("six-bidding", "six-play", "six-forehead", "outcome", "result"),
]
BEHIND_BUTTONS = {
    "score sheet": ("play", ".to-scores"),
    "last trick": ("play", ".last"),
    "score sheet of six": ("six-play", ".to-scores"),
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage(tmp_path_factory.mktemp("stage")) as stage:
        yield stage


@pytest.fixture(scope="module")
def strangers_page(stage: Stage, browser: Browser) -> Iterator[Page]:
    yield from page_on(stage, browser)


@pytest.fixture(scope="module")
def andreis_page(stage: Stage, browser: Browser) -> Iterator[Page]:
    for page in page_on(stage, browser):
        page.goto(f"{stage.site.url}/account/login")
        page.locator("input[type=email]").fill(ANDREI)
        page.locator("input[type=password]").fill(PASSWORD)
        page.locator('form[action="/account/login"] button').click()
        page.wait_for_url(f"{stage.site.url}/")
        yield page


def page_on(stage: Stage, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    watch = Watch(context, stage.site.url)
    yield context.new_page()
    context.close()
    assert watch.unexpected == []


def read_by_all(page: Page, stage: Stage, path: str, then: Callable[[], Any] = lambda: None) -> None:
    """No serious violation, and nothing wider than a small phone, for readers of both languages, by day and by night."""
    for language in ("ro", "en"):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": stage.site.url}])
        page.goto(stage.site.url + path)
        then()
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.evaluate(AXE)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate(RUN_AXE) == [], f"{language}, {scheme}"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.evaluate(OVERFLOW)


@pytest.mark.parametrize("name", FOR_ANYBODY)
def test_a_page_for_anybody(strangers_page: Page, stage: Stage, name: str) -> None:
    read_by_all(strangers_page, stage, stage.tables.get(FOR_ANYBODY[name], FOR_ANYBODY[name]))


@pytest.mark.parametrize("name", FOR_ANDREI)
def test_a_page_of_ones_own(andreis_page: Page, stage: Stage, name: str) -> None:
    path = FOR_ANDREI[name]
    read_by_all(andreis_page, stage, stage.tables[path].replace("/t/", "/m/") if path in stage.tables else path)


@pytest.mark.parametrize("name", TABLES)
def test_a_table(andreis_page: Page, stage: Stage, name: str) -> None:
    read_by_all(andreis_page, stage, stage.tables[name])


@pytest.mark.parametrize("name", BEHIND_BUTTONS)
def test_what_lies_behind_a_button(andreis_page: Page, stage: Stage, name: str) -> None:
    table, button = BEHIND_BUTTONS[name]
    read_by_all(andreis_page, stage, stage.tables[table], then=andreis_page.locator(button).click)


def test_a_fault_would_be_noticed(strangers_page: Page, stage: Stage) -> None:
    page = strangers_page

    def spoil(how: str) -> None:
        page.evaluate(f"() => {{ document.querySelector('#main').insertAdjacentHTML('beforeend', `{how}`); }}")

    for spoilt in ('<img src="data:,">', "<input>", '<p id="pale">Pale</p>'):
        with pytest.raises(AssertionError):
            read_by_all(page, stage, "/rules/", then=lambda: (spoil(spoilt), pale(page)))  # noqa: B023
    with pytest.raises(AssertionError):
        read_by_all(page, stage, "/rules/", then=lambda: spoil(f"<p>{'long' * 40}</p>"))


def pale(page: Page) -> None:
    """The style that the site's policy forbids to write in the page."""
    page.evaluate("() => document.querySelector('#pale')?.style.setProperty('color', '#ddd')")


MOVES = """(() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.moved.push("animate"); return animate.apply(this, how); };
  for (const kind of ["animationstart", "transitionrun"])
    addEventListener(kind, ({target, elapsedTime, animationName, propertyName}) => {
      const lasts = target.getAnimations().some(({effect}) => effect.getComputedTiming().duration > 1);
      if (lasts) window.moved.push(kind + " " + (animationName ?? propertyName));
    }, true);
})()"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wants_no_motion(evening: Evening, motion: str) -> None:
    ana, _ = seated(evening, reduced_motion=motion)
    ana.page.add_init_script(MOVES)
    ana.page.reload()
    ana.plays_on(manners=[Manner.TAP, Manner.DRAG], until=lambda seen: bool(seen.cards) and len(seen.holding) <= 4)
    moved = set(ana.page.evaluate("moved"))
    assert moved == set() if motion == "reduce" else {"animate", "animationstart lay"} <= moved
