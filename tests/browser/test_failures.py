"""The server dies, the phone sleeps, everybody goes: the match goes on, and nobody loses their seat."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Evening
from tests.browser.player import Done
from tests.browser.truth import Act

NO_CONNECTION = r"net::ERR_|WebSocket|htmx:ws:error|htmx:error"
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

    seen = ana.plays_on(after=done.append, until=lambda seen: seen.hand == 7 and len(seen.holding) == 3)
    done.append(ana.acts(seen))
    ana.is_answered(done[-1])
    evening.site.kill()
    evening.site.start()

    seen = ana.plays_on(after=done.append, until=lambda seen: seen.hand == 12 and bool(seen.bids))
    evening.site.kill()
    ana.bids(seen, seen.bids[0])
    expect(ana.page.locator("#message")).not_to_be_empty()
    evening.site.start()

    ana.plays_on(after=done.append)
    ana.reads_result()
    acts = acts_of_seat(evening, table, seat=0)
    assert [(act.tricks, act.card, act.by) for act in acts] == [(act.bid, act.card, "human") for act in done]
    evening.prove_whole(ana, table)


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
    expect(ana.own_seat).to_have_attribute("data-seat", "0")
    by_bot = acts_of_seat(evening, table, seat=0)
    assert "bot" in [act.by for act in by_bot]
    radu.acts(radu.waits_for_turn())
    ana.is_answered(ana.acts(ana.waits_for_turn()))
    (next_act,) = acts_of_seat(evening, table, seat=0)[len(by_bot) :]
    assert next_act.by == "human"


def acts_of_seat(evening: Evening, table: str, seat: int) -> list[Act]:
    """What the seat bid and played, in order, as the rows have it."""
    return [act for hand in evening.match(table).hands for act in (*hand.bids, *hand.plays) if act.seat == seat]


def is_held(evening: Evening, table: str, seat: int) -> bool:
    code = table.split("/")[2]
    query = (
        "select controller from games_seat where number = ? and match_id = (select id from games_match where code = ?)"
    )
    return bool(evening.truth.rows(query, seat, code)[0]["controller"] == "bot")
