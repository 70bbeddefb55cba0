"""Every page, in both languages and both colour schemes: usable by everybody, on the smallest phone, without motion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Evening
from tests.browser.player import Manner
from tests.browser.stage import Stage
from tests.browser.test_table import seated
from tests.browser.watch import Watch
from tests.server import ROOT

AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .filter(({impact}) => impact === "serious" || impact === "critical")
  .flatMap(({id, nodes}) => nodes.slice(0, 3).map(({html, failureSummary}) => [id, html, failureSummary].join(" ")))"""
OVERFLOW = """() => [...document.querySelectorAll("body *")]
  .filter(element => element.getBoundingClientRect().right > innerWidth + 1)
  .map(element => element.outerHTML.slice(0, 80))"""

FOR_ANYBODY = {
    "lobby": "/",
    "register": "/account/register",
    "login": "/account/login",
    "guest": "/guest",
    "password": "/account/password/reset",
    "rules": "/rules/",
    "privacy": "/privacy/",
    "nowhere": "/nowhere/",
}
FOR_ANDREI = {
    "lobby": "/",
    "profile": "/profile",
    "e-mail": "/account/email",
    "password": "/account/password",
    "delete": "/account/delete",
    "history": "/matches/",
}
TABLES = [
    *("waiting", "bidding", "hooked", "play", "forehead", "forehead-play", "three", "five", "outcome", "result"),
    *("six-bidding", "six-play", "six-forehead", "six-forehead-play"),
]
BEHIND_BUTTONS = {
    "score sheet": ("play", ".to-scores"),
    "score sheet of six": ("six-play", ".to-scores"),
    "last trick": ("play", ".last"),
}
SMALL = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage(tmp_path_factory.mktemp("stage")) as stage:
        yield stage


@pytest.fixture
def page(stage: Stage, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=SMALL, reduced_motion="reduce")
    watch = Watch(context, stage.site.url)
    watch.expects("404 .*/nowhere/|status of 404")
    yield context.new_page()
    context.close()
    assert watch.unexpected == []


def read_by_all(page: Page, stage: Stage, address: str, then: Callable[[], Any] = lambda: None) -> None:
    """No serious violation, nothing wider than a small phone: for readers of both languages, by day and by night."""
    for language in ("ro", "en"):
        stage.speak(page.context, language)
        page.goto(address)
        then()
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.evaluate(AXE)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(RUN_AXE) == [], f"{language}, {scheme}"
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], page.evaluate(OVERFLOW)


@pytest.mark.parametrize("name", FOR_ANYBODY)
def test_a_page_for_anybody(page: Page, stage: Stage, name: str) -> None:
    read_by_all(page, stage, stage.site.url + FOR_ANYBODY[name])


@pytest.mark.parametrize("scene", ["waiting", "play"], ids=["invitation", "watching"])
def test_a_table_for_a_stranger(page: Page, stage: Stage, scene: str) -> None:
    read_by_all(page, stage, stage.address(scene))


@pytest.mark.parametrize("name", FOR_ANDREI)
def test_a_page_of_ones_own(page: Page, stage: Stage, name: str) -> None:
    stage.enter(page.context, "home")
    read_by_all(page, stage, stage.site.url + FOR_ANDREI[name])


@pytest.mark.parametrize("scene", ["result", "play"], ids=["finished", "running"])
def test_a_match(page: Page, stage: Stage, scene: str) -> None:
    stage.enter(page.context, scene)
    read_by_all(page, stage, stage.match_address(scene), then=page.locator("details.hand summary").last.click)


@pytest.mark.parametrize("scene", TABLES)
def test_a_table(page: Page, stage: Stage, scene: str) -> None:
    stage.enter(page.context, scene)
    read_by_all(page, stage, stage.address(scene))


def test_a_seat_held_by_a_bot(page: Page, stage: Stage) -> None:
    stage.enter(page.context, "held")
    page.route_web_socket("**/ws/**", lambda socket: None)
    read_by_all(page, stage, stage.address("held"), then=page.locator("#come-back").wait_for)


@pytest.mark.parametrize("name", BEHIND_BUTTONS)
def test_what_lies_behind_a_button(page: Page, stage: Stage, name: str) -> None:
    scene, button = BEHIND_BUTTONS[name]
    stage.enter(page.context, scene)
    read_by_all(page, stage, stage.address(scene), then=page.locator(button).click)


def test_a_fault_would_be_noticed(page: Page, stage: Stage) -> None:
    def spoil(how: str) -> None:
        page.evaluate(f"() => {{ document.querySelector('#main').insertAdjacentHTML('beforeend', `{how}`); }}")

    for spoilt in ('<img src="data:,">', "<input>", '<p id="pale">Pale</p>'):
        with pytest.raises(AssertionError):
            read_by_all(page, stage, f"{stage.site.url}/rules/", then=lambda: (spoil(spoilt), pale(page)))  # noqa: B023
    with pytest.raises(AssertionError):
        read_by_all(page, stage, f"{stage.site.url}/rules/", then=lambda: spoil('<canvas width="500"></canvas>'))


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
