"""Whole matches, played through the pages by people who see only what the pages show."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Evening
from tests.browser.player import Done, Manner, Person, Seen
from tests.server import ROOT

SMALL_PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
TARGET_PX = 44

REACH = """fan => [...fan.querySelectorAll("label")].map(label => {
  const box = label.getBoundingClientRect();
  const isHit = (x, y) => label.contains(document.elementFromPoint(x, y));
  const run = (from, to, hits) => {
    let best = 0, length = 0;
    for (let at = Math.ceil(from); at <= to; at += 1) {
      length = hits(at) ? length + 1 : 0;
      best = Math.max(best, length);
    }
    return best;
  };
  const y = box.top + box.height / 2;
  const x = box.left + 22;
  return {
    width: run(box.left - 20, Math.min(box.right + 40, innerWidth - 1), at => isHit(at, y)),
    height: run(box.top - 20, Math.min(box.bottom + 20, innerHeight - 1), at => isHit(x, at)),
  };
})"""
"""The room in which each own card can be touched, in px: across at half its height, and down 22 px from its left."""

STILL = "() => Promise.all(document.getAnimations().map(animation => animation.finished))"
SCROLLS = """() => [document.scrollingElement, ...document.querySelectorAll("#table *")].filter(element => {
  if (element.closest("[popover]:not(:popover-open)")) return false;
  const isPage = element === document.scrollingElement;
  const {overflowX, overflowY} = getComputedStyle(element);
  const over = (of, size, room) => size > room + 1 && (isPage || of === "auto" || of === "scroll");
  return over(overflowX, element.scrollWidth, element.clientWidth)
    || over(overflowY, element.scrollHeight, element.clientHeight);
}).map(element => element.outerHTML.slice(0, 80))"""
"""Whatever could be scrolled now."""


def test_forehead_from_registration_to_the_record(evening: Evening, tmp_path: Path) -> None:
    ana = evening.person("Ana")
    ana.registers()
    table = ana.opens_table("forehead", bots=(1, 2, 3))
    ana.starts()
    ana.plays_on(manners=Manner)
    ana.reads_result()

    ana.goes_to("/")
    ana.presses(ana.page.locator('nav a[href="/matches/"]'))
    ana.presses(ana.page.get_by_role("heading", level=2).get_by_role("link"))
    expect(ana.page.locator("details.hand")).to_have_count(24)
    record = ana.downloads_record(tmp_path)
    verified = subprocess.run([sys.executable, "manage.py", "verify_record", record], cwd=ROOT, check=False)
    assert verified.returncode == 0
    assert len(json.loads(record.read_text())["hands"]) == 24
    evening.prove_whole(ana, table)


def test_classic_with_two_people_who_see_each_other_move(evening: Evening) -> None:
    ana, radu = evening.person("Ana"), evening.person("Radu")
    ana.comes_as_guest()
    table = ana.opens_table("classic", entry="link", bots=(2, 3))
    radu.sits_down_by_link(table)
    expect(ana.page.locator('[data-seat="1"]')).to_contain_text("Radu")
    ana.starts()
    Together(ana, radu).play_out()
    for person in (ana, radu):
        person.reads_result()
        evening.prove_whole(person, table)


class Together:
    """Two people at one table; what one does, the other is shown without doing anything."""

    def __init__(self, first: Person, second: Person) -> None:
        self.people = (first, second)
        self.seen = dict.fromkeys(self.people, -1)
        self.acts = {person: {"bids": 0, "cards": 0} for person in self.people}

    def play_out(self) -> None:
        while True:
            moved = False
            for seat, person in enumerate(self.people):
                seen = person.sees()
                if seen.status == "finished":
                    return
                if seen.isYourTurn and seen.version > self.seen[person]:
                    self.seen[person] = seen.version
                    self.shown_to_the_other(seat, person, person.acts(seen))
                    moved = True
            if not moved:
                self.people[0].page.wait_for_timeout(10)

    def shown_to_the_other(self, seat: int, person: Person, done: Done) -> None:
        """While the table still waits for the other in the same bidding or trick, it cannot have gone on."""
        other = self.people[1 - seat]
        kind = "bids" if done.card is None else "cards"
        self.acts[person][kind] += 1
        if self.acts[other][kind] >= self.acts[person][kind]:
            return
        if done.card is None:
            expect(other.page.locator(f'[data-seat="{seat}"] .bid')).to_contain_text(str(done.bid))
        else:
            expect(other.page.locator(f'.trick [data-card="{done.card}"]')).to_be_visible()


def test_gold_with_three_seats_begun_by_keyboard_alone(evening: Evening) -> None:
    ana = evening.person("Ana")
    ana.comes_as_guest()
    table = ana.opens_table("gold", players=3, bots=(1, 2))
    expect(ana.page.locator("dl.rules")).to_contain_text("Gold")
    ana.starts()
    ana.plays_on(manners=[Manner.KEYS], until=lambda seen: seen.hand == 7)
    ana.plays_on()
    ana.reads_result()
    evening.prove_whole(ana, table)


def test_six_seats_on_a_small_phone_by_touch(evening: Evening) -> None:
    ana = evening.person("Ana", **SMALL_PHONE)
    ana.comes_as_guest()
    table = ana.opens_table("classic", players=6, bots=range(1, 6))
    ana.starts()
    measured = set()

    def measure(seen: Seen) -> None:
        assert ana.page.evaluate(SCROLLS) == []
        stage = (len(seen.holding), len(seen.bids))
        if stage not in measured:
            measured.add(stage)
            assert_all_in_reach(ana)

    ana.plays_on(before=measure)
    assert {(8, 9), (8, 0)} <= measured
    ana.reads_result()
    evening.prove_whole(ana, table)


def assert_all_in_reach(person: Person) -> None:
    person.page.evaluate(STILL)
    room = person.page.locator(".fan").evaluate(REACH)
    for card in room:
        assert min(card["width"], card["height"]) >= TARGET_PX, room
    for button in person.page.locator("#act button").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= TARGET_PX


def test_with_websockets_blocked(evening: Evening) -> None:
    ana = evening.person("Ana", hurries=True)
    ana.wire.blocks_sockets = True
    ana.watch.expects(r"WebSocket|/ws/|htmx:ws:error")
    ana.comes_as_guest()
    table = ana.opens_table("forehead", players=3, bots=(1, 2))
    ana.starts()
    ana.plays_on()
    ana.reads_result()
    assert not any(payload.path.startswith("/ws/") for payload in ana.wire.payloads)
    evening.prove_whole(ana, table)
