"""The server dies, the phone sleeps, everybody goes: the match goes on, and nobody loses their seat."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Evening
from tests.browser.player import Done, Seen

NO_CONNECTION = r"net::ERR_|WebSocket|failed: (GET|POST)"
NEITHER_ANSWERS_NOR_ASKS = 40.0
"""Seconds that a match without people may take."""

Begin = Callable[..., Evening]


def test_the_server_is_killed_in_mid_hand(evening_at: Begin) -> None:
    evening = evening_at()
    ana = evening.person("Ana", hurries=True)
    ana.watch.expects(NO_CONNECTION)
    ana.comes_as_guest()
    table = ana.opens_table("classic", players=3, bots=(1, 2))
    ana.starts()
    done: list[Done] = []

    seen = ana.plays_on(after=done.append, until=lambda seen: seen.hand == 7 and len(seen.cards) == 3)
    done.append(ana.acts(seen))
    ana.page.locator(f'#table:not([data-version="{seen.version}"])').wait_for()
    evening.site.kill()
    evening.site.start()

    seen = ana.plays_on(after=done.append, until=lambda seen: seen.hand == 12 and bool(seen.bids))
    evening.site.kill()
    ana.bids(seen, seen.bids[0])
    expect(ana.page.locator("#message")).not_to_be_empty()
    evening.site.start()

    ana.plays_on(after=done.append)
    ana.reads_result()
    assert acts_in_rows(evening, table, seat=0) == [(act.bid, act.card) for act in done]
    evening.prove_whole(ana, table)


def acts_in_rows(evening: Evening, table: str, seat: int) -> list[tuple[int | None, str | None]]:
    """What the seat bid and played, in order, as the rows have it."""
    hands = evening.match(table).hands
    acts = [act for hand in hands for act in (*hand.bids, *hand.plays) if act.seat == seat]
    assert all(act.by == "human" for act in acts)
    return [(act.tricks, act.card) for act in acts]


def test_every_browser_is_closed(evening_at: Begin) -> None:
    evening = evening_at(AWAY_AFTER="1", SWEEP_EVERY="0.5")
    ana = evening.person("Ana")
    ana.comes_as_guest()
    table = ana.opens_table("zero", players=5, ladder="8-1-8", bots=range(1, 5))
    ana.starts()
    ana.acts(ana.waits_for_turn())
    evening.closes_browser(ana)

    deadline = time.monotonic() + NEITHER_ANSWERS_NOR_ASKS * 5
    while evening.match(table).finished is None:
        assert time.monotonic() < deadline, evening.match(table).hands[-1]
        time.sleep(0.5)
    match = evening.match(table)
    assert len(match.hands) == 27
    assert [act.by for act in match.hands[-1].plays] == ["bot"] * len(match.hands[-1].plays)


def test_a_phone_sleeps_and_comes_back_to_its_seat(evening_at: Begin) -> None:
    evening = evening_at(AWAY_AFTER="12")
    ana, radu = evening.person("Ana"), evening.person("Radu")
    ana.watch.expects(NO_CONNECTION)
    ana.comes_as_guest()
    table = ana.opens_table("classic", players=3, ladder="8-1-8", entry="link", bots=(2,))
    radu.sits_down_by_link(table)
    ana.starts()
    before = ana.sees()
    evening.silences(ana)

    radu.plays_on(until=lambda seen: False if seen.status == "finished" else is_held(evening, table, seat=0))
    expect(radu.page.locator('[data-seat="0"]')).to_contain_text(re.compile("returns any time|revine"))
    seen = radu.sees()
    radu.acts(seen)
    radu.waits_for_turn(seen.version)

    evening.wakes(ana)
    expect(ana.page.locator(".away-acts")).to_be_visible()
    expect(ana.page.locator("#come-back")).to_have_count(0)
    expect(radu.page.locator('[data-seat="0"] .mark--held')).to_have_count(0)
    assert ana.sees().version > before.version
    expect(ana.own_place).to_have_attribute("data-seat", "0")
    acts_by_bot = len([act for hand in evening.match(table).hands for act in (*hand.bids, *hand.plays) if act.seat == 0])
    assert acts_by_bot
    radu.acts(radu.waits_for_turn())
    ana.acts(ana.waits_for_turn())
    acts = [act for hand in evening.match(table).hands for act in (*hand.bids, *hand.plays) if act.seat == 0]
    assert [act.by for act in sorted(acts, key=lambda act: act.version)[acts_by_bot:]] == ["human"]


def is_held(evening: Evening, table: str, seat: int) -> bool:
    code = table.split("/")[2]
    query = "select controller from games_seat where number = ? and match_id = (select id from games_match where code = ?)"
    return bool(evening.truth.rows(query, seat, code)[0]["controller"] == "bot")
