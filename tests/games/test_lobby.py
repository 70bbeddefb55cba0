"""The lobby: which tables it lists, what a person may open and what is refused, in both languages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.forms import ChoiceField
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation
from hypothesis import given

from accounts.models import User
from accounts.services import guest_create, person_suspend
from games import services
from games.bots import Level
from games.engine.ruleset import CLASSIC, PRESETS, Ladder, Preset, RuleSet
from games.forms.opening import OpenTableForm
from games.models import Match, Seat
from games.rendering.lobby import render_lobby
from games.selectors.lobby import OWN_TABLES_SHOWN, SEEN_LATELY, open_tables, own_tables
from tests.games.factories import people, started, waiting
from tests.strategies import custom_rules

CHOSEN = {
    "preset": "classic",
    "players": "4",
    "ladder": "1-8-1",
    "turn": "30",
    "entry": "public",
    "one_card_hands": "open",
    "scoring": "five_plus",
    "streak": "yes",
    "zero_wins": "no",
}
HOSTILE = "\"&amp;'{{x}}%s"


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def html_of(client: Client, name: str = "lobby") -> str:
    return client.get(reverse(name)).content.decode()


def only(user: User) -> Match:
    return Match.objects.get(host=user)


# ---------- the form ----------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("ladder", Ladder)
def test_a_preset_is_played_on_either_ladder(preset: Preset, ladder: Ladder) -> None:
    form = OpenTableForm(CHOSEN | {"preset": preset, "ladder": ladder, "scoring": "gold", "zero_wins": "yes"})
    assert form.is_valid()
    assert form.rules() == PRESETS[preset].on(ladder)


@given(custom_rules)
def test_every_free_option_is_taken_over(rules: RuleSet) -> None:
    form = OpenTableForm(
        CHOSEN
        | {"preset": "custom", "ladder": rules.ladder, "scoring": rules.scoring}
        | {"one_card_hands": rules.one_card_hands, "streak": "yes" if rules.streak else "no"}
        | {"zero_wins": "yes" if rules.zero_wins else "no"}
    )
    assert form.is_valid()
    assert form.rules() == rules


@pytest.mark.parametrize("value", ["", "maybe", "1", "-1", "8-1", "\x00", "custom ", "yes\n", "٤", "💀", "x" * 10_000])
@pytest.mark.parametrize("field", [*CHOSEN, "seat_1", "seat_5"])
def test_no_field_takes_what_it_does_not_offer(field: str, value: str) -> None:
    form = OpenTableForm(CHOSEN | {"preset": "custom", field: value})
    choices = form.fields[field]
    assert isinstance(choices, ChoiceField)
    assert form.is_valid() == (value in {str(choice) for choice, _ in choices.choices})


@pytest.mark.parametrize("field", CHOSEN)
def test_no_choice_of_a_custom_table_is_left_open(field: str) -> None:
    given_up = {name: value for name, value in (CHOSEN | {"preset": "custom"}).items() if name != field}
    form = OpenTableForm(given_up)
    assert not form.is_valid()
    assert field in form.errors


def test_bots_sit_where_they_were_put_and_only_as_far_as_there_are_seats() -> None:
    levels = {"seat_1": "easy", "seat_2": "", "seat_3": "hard", "seat_4": "normal", "seat_5": "normal"}
    form = OpenTableForm(CHOSEN | {"players": "5"} | levels)
    assert form.is_valid()
    assert form.bots() == {1: Level.EASY, 3: Level.HARD, 4: Level.NORMAL}


# ---------- opening a table ----------


@pytest.mark.django_db
def test_opening_goes_to_the_table_with_all_that_was_chosen() -> None:
    user = guest_create(name="Ana")
    chosen = {
        "preset": "forehead",
        "players": "5",
        "ladder": "8-1-8",
        "turn": "none",
        "entry": "link",
        "seat_2": "hard",
    }
    response = logged_in(user).post(reverse("table_open"), CHOSEN | chosen)
    match = only(user)
    assert response.headers["Location"] == reverse("table", args=[match.code])
    assert match.rules == PRESETS[Preset.FOREHEAD].on(Ladder.DOWN_UP)
    assert (match.players, match.turn_seconds, match.is_public) == (5, None, False)
    assert [seat.bot_level for seat in match.seats.all()] == ["", "", "hard", "", ""]
    assert match.seats.get(number=0).user == user


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", "7"),
        ("players", "2"),
        ("preset", "poker"),
        ("ladder", ""),
        ("turn", "1"),
        ("seat_1", "perfect"),
        ("entry", "\x00"),
        ("scoring", "1000"),
    ],
)
def test_bad_choices_open_nothing_and_keep_the_rest(field: str, value: str) -> None:
    client = logged_in(guest_create(name="Ana"))
    response = client.post(reverse("table_open"), CHOSEN | {"preset": "gold", "players": "6", field: value})
    html = response.content.decode()
    assert response.status_code == 422
    assert Match.objects.count() == 0
    assert 'class="fault"' in html
    kept = {name: chosen for name, chosen in {"preset": "gold", "players": "6"}.items() if name != field}
    for name, chosen in kept.items():
        assert f'name="{name}" value="{chosen}" checked' in html


@pytest.mark.django_db
def test_a_visitor_opens_a_table_by_giving_a_name() -> None:
    client = Client()
    response = client.post(reverse("table_open"), CHOSEN | {"name": "  Zoe  "})
    user = User.objects.get()
    assert (user.name, user.is_guest) == ("Zoe", True)
    assert response.headers["Location"] == reverse("table", args=[only(user).code])
    assert "Zoe" in html_of(client)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields", [{"name": ""}, {"name": "<b>"}, {"name": "x" * 21}, {}, {"name": "Zoe", "players": "9"}]
)
def test_neither_guest_nor_table_comes_of_a_bad_form(fields: dict[str, str]) -> None:
    response = Client().post(reverse("table_open"), CHOSEN | fields)
    assert response.status_code == 422
    assert not User.objects.exists()
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_suspended_person_is_told_and_opens_nothing() -> None:
    user, moderator = people(2)
    person_suspend(user=user, by=moderator, reason="shouting", until=None)
    response = logged_in(user).post(reverse("table_open"), CHOSEN)
    assert response.status_code == 403
    assert services.Refused(services.Refusal.SUSPENDED).message in response.content.decode()
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_too_many_waiting_tables_are_refused_in_words() -> None:
    user = guest_create(name="Ana")
    client = logged_in(user)
    statuses = [client.post(reverse("table_open"), CHOSEN).status_code for _ in range(4)]
    assert statuses == [302, 302, 302, 409]
    assert Match.objects.count() == 3


@pytest.mark.django_db
def test_a_reload_of_the_forms_address_leads_to_the_lobby() -> None:
    assert Client().get(reverse("table_open")).headers["Location"] == reverse("lobby")


@pytest.mark.django_db
def test_a_form_of_another_site_opens_nothing() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(guest_create(name="Ana"))
    assert client.post(reverse("table_open"), CHOSEN).status_code == 403
    assert not Match.objects.exists()


# ---------- what is listed ----------


@pytest.mark.django_db
def test_only_public_tables_with_a_free_seat_are_listed_the_fullest_first() -> None:
    ana, bob, cid, dan = people(4)
    roomy = waiting(host=ana, players=6)
    nearly = waiting(host=bob, players=3, bots={1: Level.EASY})
    waiting(host=cid, is_public=False)
    waiting(host=cid, players=3, bots={1: Level.EASY, 2: Level.HARD})
    started(users=[dan])
    assert [table.code for table in open_tables()] == [nearly.code, roomy.code]


@pytest.mark.django_db
def test_a_table_nobody_looks_at_is_not_listed_until_somebody_is_back() -> None:
    match = waiting()
    unseen = timezone.now() - SEEN_LATELY - timedelta(seconds=1)
    Seat.objects.filter(match=match, number=0).update(last_seen_at=unseen)
    assert open_tables() == ()
    services.seats_seen(Seat.objects.filter(match=match, number=0).values_list("pk", flat=True))
    assert [table.code for table in open_tables()] == [match.code]


@pytest.mark.django_db
def test_a_listed_table_shows_its_chairs() -> None:
    ana, bob = people(2)
    match = waiting(host=ana, players=5, bots={2: Level.HARD})
    services.seat_take(code=match.code, user=bob)
    (table,) = open_tables()
    assert table.host == "Andrei"
    assert [(chair.name != "", chair.is_bot) for chair in table.chairs] == [
        (True, False),
        (True, False),
        (True, True),
        (False, False),
        (False, False),
    ]
    assert (table.taken, table.free) == (3, 2)


@pytest.mark.django_db
def test_a_persons_own_tables_come_first_those_being_played_before_those_that_wait() -> None:
    ana, bob = people(2)
    playing = started(users=[ana, bob])
    ours = waiting(host=bob, is_public=False)
    services.seat_take(code=ours.code, user=ana)
    waiting(host=bob)
    assert [table.code for table in own_tables(ana.pk)] == [playing.code, ours.code]
    html = html_of(logged_in(ana))
    assert html.index(reverse("table", args=[playing.code])) < html.index('id="tables"')


@pytest.mark.django_db
def test_own_tables_are_bounded() -> None:
    ana = guest_create(name="Ana")
    for _ in range(OWN_TABLES_SHOWN + 1):
        started(users=[ana], players=3)
    assert len(own_tables(ana.pk)) == OWN_TABLES_SHOWN


@pytest.mark.django_db
def test_a_person_goes_back_to_an_own_table_and_sits_down_at_others() -> None:
    ana, bob = people(2)
    match = waiting(host=ana)
    sit, back = reverse("table_sit", args=[match.code]), f'href="{reverse("table", args=[match.code])}"'
    own, others, anybodys = (render_lobby(open_tables(), "en", viewer) for viewer in (ana.pk, bob.pk, None))
    assert back in own
    assert sit not in own
    assert sit in others
    assert others == anybodys


@pytest.mark.django_db
def test_the_first_tap_at_a_table_sits_a_person_down() -> None:
    ana, bob = people(2)
    match = waiting(host=ana)
    logged_in(bob).post(reverse("table_sit", args=[match.code]))
    assert match.seats.filter(user=bob).exists()


@pytest.mark.django_db
def test_a_visitor_sits_down_with_the_name_of_the_lobbys_form() -> None:
    match = waiting(host=people(1)[0])
    html = html_of(Client())
    assert '<form id="seat"' in html
    assert f'form="seat" formaction="{reverse("table_sit", args=[match.code])}"' in html
    Client().post(reverse("table_sit", args=[match.code]), {"name": "Zoe"})
    assert match.seats.filter(name="Zoe").exists()


# ---------- pages ----------


def statements(client: Client) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        html_of(client)
    return len(captured)


@pytest.mark.django_db
def test_the_statements_of_the_lobby_do_not_grow_with_its_tables() -> None:
    ana, *others = people(5)
    client = logged_in(ana)
    waiting(host=others[0])
    started(users=[ana], players=3)
    html_of(client)
    few = statements(client)
    for host in others:
        waiting(host=host, players=6)
    started(users=[ana], players=6)
    assert statements(client) == few <= 8


@pytest.mark.django_db
def test_a_poll_brings_the_same_section_as_the_page() -> None:
    ana = guest_create(name="Ana")
    waiting(host=ana)
    client = logged_in(ana)
    section = html_of(client, "lobby_live")
    assert section.lstrip().startswith('<section id="tables"')
    assert section.strip() in html_of(client)


@pytest.mark.django_db
def test_no_name_is_read_as_markup() -> None:
    user = guest_create(name="Ana")
    waiting(host=user)
    User.objects.update(name=HOSTILE)
    Match.objects.get().seats.filter(user=user).update(name="<b>x</b>\"'")
    html = html_of(logged_in(user)) + html_of(Client(), "lobby_live")
    assert "<b>x" not in html
    assert "{{x}}" in html
    assert HOSTILE not in html


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["lobby", "rules", "privacy"])
@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_page_speaks_both_languages(page: str, language: str) -> None:
    html = html_of(Client(headers={"accept-language": language}), page)
    with translation.override(language):
        words = translation.gettext("What we know about you")
    assert f'<html lang="{language}"' in html
    assert words in html


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "romanian", "english"),
    [("rules", "Seriile de cinci", "Five in a row"), ("privacy", "Ce văd ceilalți", "What others see")],
)
def test_long_texts_are_written_in_both_languages(page: str, romanian: str, english: str) -> None:
    ro, en = (html_of(Client(headers={"accept-language": language}), page) for language in ("ro", "en"))
    assert (romanian in ro, english in ro) == (True, False)
    assert (romanian in en, english in en) == (False, True)


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["lobby", "rules", "privacy"])
def test_no_page_has_script_or_style_inside(page: str) -> None:
    html = html_of(Client(), page)
    assert "<style" not in html
    assert " style=" not in html
    assert html.count("<script") == html.count("<script src=")


# ---------- faults ----------


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["ro", "en"])
def test_an_unknown_address_is_told_with_a_way_back(language: str) -> None:
    response = Client(headers={"accept-language": language}).get("/nowhere/")
    html = response.content.decode()
    assert response.status_code == 404
    assert f'<html lang="{language}"' in html
    assert f'href="{reverse("lobby")}"' in html


@pytest.mark.django_db
def test_a_fault_of_the_server_is_told_without_asking_the_database(monkeypatch: Any) -> None:
    monkeypatch.setattr("games.views.lobby.open_tables", lambda: 1 / 0)
    client = Client(raise_request_exception=False)
    with CaptureQueriesContext(connection) as captured:
        response = client.get(reverse("lobby"))
    assert response.status_code == 500
    assert f'href="{reverse("lobby")}"' in response.content.decode()
    assert not captured.captured_queries


def test_the_rules_of_both_languages_have_the_same_parts() -> None:
    pages = {language: html_of(Client(headers={"accept-language": language}), "rules") for language in ("ro", "en")}
    parts = {
        language: [line for line in html.splitlines() if line.startswith("<section id=")]
        for language, html in pages.items()
    }
    assert parts["ro"] == parts["en"]
    assert len(parts["ro"]) > 10


def test_the_classic_rules_are_what_an_untouched_form_opens() -> None:
    initial = {name: field.initial for name, field in OpenTableForm().fields.items() if field.initial is not None}
    form = OpenTableForm(initial)
    assert form.is_valid()
    assert form.rules() == CLASSIC
