"""The table's doors over HTTP: an ordinary form's redirect, htmx's partial, and the right status for every no."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.services import person_suspend
from games import services
from games.access import Refusal, Refused
from games.engine.ruleset import CLASSIC, PRESETS, Ladder, Preset
from games.engine.state import Phase
from games.models import Controller, Match, Seat
from tests.games.factories import is_over, loaded, people, play_until, started, step, waiting
from tests.games.test_services import rows

pytestmark = pytest.mark.django_db

HTMX = {"headers": {"HX-Request": "true"}}


@pytest.fixture(autouse=True)
def no_pauses(settings: Any) -> None:
    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0


def browser(user: User | None = None, language: str = "en") -> Client:
    client = Client(headers={"Accept-Language": language})
    if user is not None:
        client.force_login(user)
    return client


def dealt(**options: Any) -> tuple[Match, list[User]]:
    """A match of three people with its first hand dealt."""
    users = people(3)
    match = started(users=users, players=3, **options)
    step(match)
    return match, users


def to_act(match: Match, users: list[User]) -> User:
    return users[loaded(match).state.to_act or 0]


def test_a_bid_as_a_plain_form_redirects_and_as_htmx_answers_the_fresh_table() -> None:
    match, users = dealt()
    plain = browser(to_act(match, users)).post(
        f"/t/{match.code}/act", {"bid": 0, "version": loaded(match).match.version}
    )
    assert (plain.status_code, plain["Location"]) == (302, f"/t/{match.code}/")
    version = loaded(match).match.version
    answer = browser(to_act(match, users)).post(f"/t/{match.code}/act", {"bid": 0, "version": version}, **HTMX)
    assert answer.status_code == 200
    assert f'data-version="{version + 1}"' in answer.text


@pytest.mark.parametrize("htmx", [{}, HTMX])
@pytest.mark.parametrize(
    ("act", "status"),
    [
        ({"bid": "2"}, 422),
        ({"bid": "-1"}, 422),
        ({"bid": "0", "play": "Qh"}, 422),
        ({}, 422),
        ({"play": "unseen"}, 409),
        ({"play": "10h"}, 422),
        ({"bid": "0", "version": "999999999999999999999"}, 422),
        ({"bid": "0", "version": "x"}, 422),
        ({"bid": "0", "version": "0"}, 409),
    ],
)
def test_a_refused_act_has_its_status_words_and_no_effect(act: dict[str, str], status: int, htmx: Any) -> None:
    match, users = dealt()
    before = rows(match)
    form = {"version": loaded(match).match.version} | act
    answer = browser(to_act(match, users)).post(f"/t/{match.code}/act", form, **htmx)
    assert answer.status_code == status
    assert 'id="table"' in answer.text
    assert rows(match) == before


def test_who_may_not_act_is_told_so() -> None:
    match, users = dealt()
    form = {"bid": 0, "version": loaded(match).match.version}
    address = f"/t/{match.code}/act"
    assert browser().post(address, form).status_code == 302
    stranger = browser(people(4)[3])
    assert stranger.post(address, form).status_code == 403
    waiting_one = next(user for user in users if user != to_act(match, users))
    assert browser(waiting_one).post(address, form).status_code == 409
    acting = to_act(match, users)
    person_suspend(user=acting, by=users[0], reason="test", until=None)
    assert browser(acting).post(address, form).status_code == 403
    assert loaded(match).state.hand.bids == ()


def test_addresses_that_change_something_want_a_post_with_its_token() -> None:
    match, users = dealt()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(users[0])
    for name in ("act", "sit", "leave", "return", "start", "bots", "rematch"):
        assert browser(users[0]).get(f"/t/{match.code}/{name}").status_code == 405
        assert strict.post(f"/t/{match.code}/{name}", {}).status_code == 403


@pytest.mark.parametrize("door", ["", "live", "live?version=0"])
def test_a_page_and_a_poll_are_signs_of_life_of_their_own_person_only(door: str) -> None:
    match, users = dealt()
    long_ago = timezone.now() - timedelta(minutes=5)
    Seat.objects.filter(match=match).update(last_seen_at=long_ago)
    for client in (browser(), browser(people(4)[3]), browser(users[1])):
        assert client.get(f"/t/{match.code}/{door}").status_code == 200
    assert [seat.last_seen_at > long_ago for seat in loaded(match).seats] == [False, True, False]


def test_search_engines_are_asked_to_keep_no_table() -> None:
    for match in (waiting(players=3), dealt()[0]):
        assert '<meta name="robots" content="noindex">' in browser().get(f"/t/{match.code}/").text


def test_whoever_previews_the_link_may_ask_for_the_head_alone() -> None:
    match = waiting(players=3)
    assert browser().head(f"/t/{match.code}/").status_code == 200


@pytest.mark.parametrize("name", ["", "live", "act", "sit", "leave", "return", "start", "bots", "rematch"])
def test_a_table_that_is_not_there_is_not_found(name: str) -> None:
    user = people(1)[0]
    client = browser(user)
    address = f"/t/nosuchtable/{name}"
    answer = (
        client.get(address) if name in ("", "live") else client.post(address, {"version": 1, "bid": 0, "number": 0})
    )
    assert answer.status_code == 404


def test_a_friend_sits_down_by_link_with_a_name() -> None:
    match = waiting(host=people(1)[0], is_public=False, players=3)
    client = browser()
    assert 'name="name"' in client.get(f"/t/{match.code}/").text
    assert client.post(f"/t/{match.code}/sit", {"name": "<b>x</b>"}).status_code == 422
    answer = client.post(f"/t/{match.code}/sit", {"name": "Ioana"}, follow=True)
    assert "Ioana" in answer.text
    assert [seat.name for seat in loaded(match).seats] == ["Andrei", "Ioana", ""]


def test_a_poll_answers_only_news_and_counts_as_seen() -> None:
    match, users = dealt()
    client = browser(users[0])
    version = loaded(match).match.version
    assert client.get(f"/t/{match.code}/live?version={version}").status_code == 204
    assert f'data-version="{version}"' in client.get(f"/t/{match.code}/live?version={version - 1}").text
    assert f'data-version="{version}"' in client.get(f"/t/{match.code}/live?version=nonsense").text


def test_what_a_poll_and_an_act_ask_of_the_database_does_not_grow() -> None:
    match, users = dealt(rules=CLASSIC)

    def statements(call: Any) -> int:
        with CaptureQueriesContext(connection) as queries:
            call()
        return len([query for query in queries if "SAVEPOINT" not in query["sql"]])

    def act(user: User, pick: int) -> Any:
        now = loaded(match)
        view = now.state.hand
        form: dict[str, Any] = {"version": now.match.version}
        if now.state.phase is Phase.BIDDING:
            form["bid"] = 0
        else:
            form["play"] = str(next(iter(view.holdings[now.state.to_act])))
        client = browser(user)
        return lambda: client.post(f"/t/{match.code}/act", form, **HTMX)

    early = statements(act(to_act(match, users), 0))
    watching = browser(users[0])
    early_poll = statements(lambda: watching.get(f"/t/{match.code}/live?version=1"))
    play_until(match, lambda now: now.match.hands_done == 12 and now.state.phase is Phase.BIDDING)
    assert statements(act(to_act(match, users), 0)) == early <= 8
    assert statements(lambda: watching.get(f"/t/{match.code}/live?version=1")) == early_poll <= 9


def test_coming_back_by_button_takes_the_seat_back() -> None:
    match, users = dealt()
    services.seat_take_over(code=match.code, number=0)
    answer = browser(users[0]).post(f"/t/{match.code}/return", **HTMX)
    assert answer.status_code == 200
    assert loaded(match).seats[0].controller == Controller.HUMAN


def test_the_host_seats_bots_starts_and_leaves() -> None:
    host, guest = people(2)
    match = waiting(host=host, players=3)
    address = f"/t/{match.code}"
    assert browser(guest).post(f"{address}/bots", {"number": 1, "level": "hard"}, **HTMX).status_code == 403
    for bad in ({"number": 9, "level": "hard"}, {"number": 1, "level": "expert"}, {"number": "x"}):
        assert browser(host).post(f"{address}/bots", bad, **HTMX).status_code == 422
    assert browser(host).post(f"{address}/bots", {"number": 1, "level": "hard"}, **HTMX).status_code == 200
    assert browser(host).post(f"{address}/bots", {"number": 0, "level": "hard"}, **HTMX).status_code == 409
    assert browser(host).post(f"{address}/start", **HTMX).status_code == 409
    assert browser(host).post(f"{address}/start", {"fill": "easy"}, **HTMX).status_code == 200
    left = browser(host).post(f"{address}/leave", **HTMX)
    assert left["HX-Redirect"] == "/"
    assert loaded(match).seats[0].controller == Controller.BOT


def test_a_rematch_leads_everybody_to_one_table() -> None:
    users = people(3)
    match = started(users=users, players=3)
    assert browser(users[0]).post(f"/t/{match.code}/rematch", **HTMX).status_code == 409
    play_until(match, is_over)
    places = {browser(user).post(f"/t/{match.code}/rematch")["Location"] for user in users}
    assert places == {f"/t/{Match.objects.get(previous=match).code}/"}


def test_a_watcher_sees_the_match_and_nobodys_cards() -> None:
    match, _ = dealt(rules=PRESETS[Preset.FOREHEAD].on(Ladder.DOWN_UP))
    held = [card for holding in loaded(match).state.hand.holdings for card in holding]
    for client in (browser(), browser(people(4)[3])):
        page = client.get(f"/t/{match.code}/").text
        assert 'data-status="playing"' in page
        assert not [card for card in held if f'data-card="{card}"' in page]


def test_a_forehead_card_cannot_be_guessed_by_naming_it() -> None:
    match, users = dealt(rules=PRESETS[Preset.FOREHEAD])
    play_until(match, lambda now: now.state.phase is Phase.PLAYING)
    user, now = to_act(match, users), loaded(match)
    own = now.state.hand.holdings[now.state.to_act].highest
    other = now.state.hand.holdings[(now.state.to_act + 1) % 3].highest
    answers = []
    for card in (own, other):
        form = {"play": str(card), "version": now.match.version}
        answer = browser(user).post(f"/t/{match.code}/act", form, **HTMX)
        answers.append((answer.status_code, answer.text))
    assert answers[0] == answers[1]
    assert answers[0][0] == 409


texts = st.text(max_size=30) | st.sampled_from(["", "0", "1", "-1", "Qh", "unseen", "\x00", "9" * 400, "١", "Qh\n"])


@given(form=st.dictionaries(st.sampled_from(["version", "bid", "play", "number", "level", "fill", "name"]), texts))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_form_whatever_breaks_a_door(form: dict[str, str]) -> None:
    match, users = dealt()
    for name in ("act", "sit", "return", "start", "bots", "rematch"):
        answer = browser(users[0]).post(f"/t/{match.code}/{name}", form, **HTMX)
        assert answer.status_code in (200, 403, 409, 422), (name, answer.status_code)
    match.delete()


def test_a_message_in_romanian_for_a_romanian() -> None:
    match, users = dealt()
    form = {"bid": 0, "version": 0}
    answer = browser(to_act(match, users), "ro").post(f"/t/{match.code}/act", form, **HTMX)
    with translation.override("ro"):
        words = Refused(Refusal.STALE).message
    assert words in answer.text
