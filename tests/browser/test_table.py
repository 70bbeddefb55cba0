"""At the table: nothing happens twice, nothing is taken out of one's hands, and it is plain whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening
from tests.browser.player import Manner, Person

STALE = r"409"
MOVED_ON = re.compile("The table has moved on|Masa a mers mai departe|mers mai departe")
YOUR_TURN = re.compile("^● ")

Begin = Callable[..., Evening]


def seated(evening: Evening, name: str = "Ana", **options: object) -> tuple[Person, str]:
    """A person with two bots, at their first turn."""
    person = evening.person(name, **options)
    person.comes_as_guest()
    path = person.opens_table("classic", players=3, ladder="8-1-8", bots=(1, 2))
    person.starts()
    person.waits_for_turn()
    return person, path


def test_a_double_click_acts_once(evening: Evening) -> None:
    ana, path = seated(evening)
    seen = ana.sees()
    ana.page.locator("button[name=bid]").first.dblclick()
    seen = ana.waits_for_turn(seen.version)
    ana.chooses(seen.cards[0])
    ana.page.locator("#play").dblclick()
    ana.waits_for_turn(seen.version)
    hand = evening.match(path).hands[0]
    assert [bid.tricks for bid in hand.bids if bid.seat == 0] == [0]
    assert [play.card for play in hand.plays if play.seat == 0] == [seen.cards[0]]
    expect(ana.page.locator("#message")).to_be_empty()


def test_two_tabs_of_one_seat_show_the_same(evening: Evening) -> None:
    ana, path = seated(evening)
    first, second = ana.page, ana.page.context.new_page()
    second.goto(ana.wire.url + path)
    for tab, other in ((first, second), (second, first), (first, second)):
        ana.page = tab
        seen = ana.waits_for_turn()
        ana.is_answered(ana.acts(seen))
        seen = ana.waits_for_turn(seen.version)
        expect(other.locator("#table")).to_have_attribute("data-version", str(seen.version))


def test_a_tab_left_behind_is_told_kindly_and_brought_up_to_date(evening: Evening) -> None:
    ana, path = seated(evening)
    ana.watch.expects(STALE)
    left_behind = ana.page.context.new_page()
    left_behind.route_web_socket("**/ws/t/**", lambda socket: None)
    left_behind.goto(ana.wire.url + path)
    ana.bids(ana.sees(), 2)
    ana.page.locator("#play").wait_for()
    left_behind.locator("button[name=bid]").last.click()
    expect(left_behind.locator("#message")).to_have_text(MOVED_ON)
    expect(left_behind.locator("#play")).to_be_visible()
    assert [bid.tricks for bid in evening.match(path).hands[0].bids if bid.seat == 0] == [2]


def test_reloading_and_going_back_change_nothing(evening: Evening) -> None:
    ana, path = seated(evening)
    ana.is_answered(ana.acts(ana.sees()))
    before = ana.waits_for_turn()
    ana.page.reload()
    assert ana.waits_for_turn() == before
    ana.page.go_back()
    expect(ana.page.locator(f'a.btn[href="{path}"]').first).to_be_visible()
    ana.page.go_forward()
    assert ana.waits_for_turn() == before
    ana.is_answered(ana.acts(before))
    after = ana.waits_for_turn(before.version)
    ana.page.go_back()
    ana.page.go_forward()
    assert ana.waits_for_turn() == after
    hand = evening.match(path).hands[0]
    assert len([play for play in hand.plays if play.seat == 0]) == 1


def test_a_push_leaves_the_chosen_card_the_focus_and_the_scroll(evening: Evening) -> None:
    ana, radu = evening.person("Ana", viewport={"width": 390, "height": 520}), evening.person("Radu")
    ana.comes_as_guest()
    path = ana.opens_table("classic", players=3, ladder="8-1-8", entry="link", bots=(2,))
    radu.sits_down_by_link(path)
    ana.starts()
    scores = ana.page.locator(".to-scores")
    scores.focus()
    while not ana.sees().cards:
        for person in (radu, ana):
            if (seen := person.sees()).isYourTurn and not (person is ana and seen.cards):
                version = ana.sees().version
                person.is_answered(person.acts(seen))
                expect(ana.table).not_to_have_attribute("data-version", str(version))
        if ana.sees().bids:
            scores.focus()
        ana.page.wait_for_timeout(20)

    seen = ana.sees()
    card = seen.cards[-1]
    ana.chooses(card)
    ana.choice(card).focus()
    said = ana.page.locator("#play").inner_text()

    def nothing_is_lost() -> None:
        expect(ana.choice(card)).to_be_checked()
        expect(ana.choice(card)).to_be_focused()
        expect(ana.page.locator("#play")).to_have_text(said)

    pushed_to(ana, lambda: leaves(radu))
    nothing_is_lost()
    pushed_to(ana, lambda: radu.goes_to(path))
    nothing_is_lost()

    scores.click()
    sheet = ana.page.locator("#sheet-scroll")
    sheet.evaluate("sheet => sheet.scrollTo(0, 60)")
    assert sheet.evaluate("sheet => sheet.scrollTop") == 60
    pushed_to(ana, lambda: leaves(radu))
    expect(sheet).to_be_visible()
    assert sheet.evaluate("sheet => sheet.scrollTop") == 60
    ana.page.keyboard.press("Escape")
    expect(ana.choice(card)).to_be_checked()


def pushed_to(person: Person, what: Callable[[], None]) -> None:
    version = person.sees().version
    what()
    expect(person.table).not_to_have_attribute("data-version", str(version))


def leaves(person: Person) -> None:
    person.presses(person.page.locator(".to-scores"))
    person.page.once("dialog", lambda dialog: dialog.accept())
    person.presses(person.page.locator('form[action$="/leave"]').get_by_role("button"))
    person.page.wait_for_url(f"{person.wire.url}/")


def test_a_push_leaves_what_is_being_chosen_in_the_waiting_room(evening: Evening) -> None:
    ana, radu = evening.person("Ana"), evening.person("Radu")
    ana.comes_as_guest()
    path = ana.opens_table("classic", players=4, entry="link")
    level = ana.page.locator("#level-3")
    level.select_option("hard")
    level.focus()
    radu.sits_down_by_link(path)
    expect(ana.page.locator('[data-seat="1"]')).to_contain_text("Radu")
    expect(level).to_have_value("hard")
    expect(level).to_be_focused()


def test_a_push_leaves_what_is_being_typed_in_the_lobby(evening: Evening) -> None:
    ana, radu = evening.person("Ana"), evening.person("Radu")
    ana.goes_to("/")
    name = ana.page.locator("#id_name")
    name.press_sequentially("Ana-Ma")
    radu.comes_as_guest()
    path = radu.opens_table("zero", players=3)
    expect(ana.page.locator(f'[formaction="{path}sit"]')).to_be_visible()
    expect(name).to_have_value("Ana-Ma")
    expect(name).to_be_focused()
    ana.page.keyboard.type("ria")
    expect(name).to_have_value("Ana-Maria")


def test_whose_turn_it_is_and_the_time_that_is_left(evening_at: Begin) -> None:
    evening = evening_at(BOT_PAUSE="0.6")
    ana = evening.person("Ana")
    ana.comes_as_guest()
    path = ana.opens_table("classic", players=3, ladder="8-1-8", bots=(1, 2), turn="15")
    ana.starts()
    while not (seen := ana.sees()).isYourTurn:
        expect(ana.page).not_to_have_title(YOUR_TURN)
        ana.page.wait_for_timeout(100)
    expect(ana.page).to_have_title(YOUR_TURN)
    expect(ana.own_seat).to_have_attribute("data-to-act", "")
    assert 13 <= seconds_left(ana.page) <= 15
    expect(ana.page.locator(".secs")).to_have_text(re.compile(r"^1?[0-9] s$"))
    expect(ana.page.locator(".secs")).to_have_text(re.compile(r"^11 s$"))

    expect(ana.page.locator("#come-back")).to_be_visible()
    expect(ana.own_seat.locator(".mark--held")).to_be_visible()
    expect(ana.page).not_to_have_title(YOUR_TURN)
    expect(ana.own_seat.locator(".bid")).to_be_visible()
    ana.comes_back()
    expect(ana.own_seat.locator(".mark--held")).to_have_count(0)
    expect(ana.page.locator(".away-acts")).to_be_visible()
    seen = ana.waits_for_turn()
    ana.is_answered(ana.acts(seen))
    expect(ana.page.locator(".away-acts")).to_have_count(0)
    acts = [act for hand in evening.match(path).hands for act in (*hand.bids, *hand.plays) if act.seat == 0]
    assert [act.by for act in acts if act.version > seen.version] == ["human"]
    assert "bot" in [act.by for act in acts]


def seconds_left(page: Page) -> int:
    return int(page.locator(".secs").inner_text().split()[0])


SHOWN = """(() => {
  window.shown = [];
  document.addEventListener("table:shown", () =>
    window.shown.push([performance.now(), document.querySelector(".trick.is-taken")?.id ?? null]));
})()"""


def test_a_finished_trick_stays_in_sight(evening_at: Begin) -> None:
    evening = evening_at(BOT_PAUSE="0", TRICK_PAUSE="1")
    ana, path = seated(evening)
    ana.page.add_init_script(SHOWN)
    ana.page.reload()
    ana.plays_on(manners=[Manner.TAP], until=lambda seen: bool(seen.cards) and len(seen.holding) <= 3)
    shown = ana.page.evaluate("shown")
    seconds = {}
    for trick in tricks_won(evening, path):
        mine = [at for at, name in shown if name == f"trick-1-{trick['number']}"]
        later = [at for at, _ in shown if mine and at > mine[-1]]
        if trick["winner"] != 0 and later:
            seconds[trick["number"]] = (later[0] - mine[0]) / 1000
    assert seconds
    assert min(seconds.values()) >= 0.88, seconds


def tricks_won(evening: Evening, path: str) -> list[dict[str, int]]:
    query = (
        "select t.number, s.number as winner from games_trick t join games_seat s on s.id = t.winner_id "
        "join games_match m on m.id = s.match_id where m.code = ?"
    )
    return [dict(row) for row in evening.truth.rows(query, path.split("/")[2])]
