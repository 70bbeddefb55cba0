"""Matches in the administration: looked at, aborted, and never telling what a moderator who plays may not know."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client, RequestFactory

from accounts.models import User
from games.engine.state import Phase
from games.models import Hand, Match, Seat
from tests.games.factories import loaded, play_until, started

pytestmark = pytest.mark.django_db

LOOKS = ("view_match", "view_seat", "view_hand", "view_bid", "view_play", "view_handscore", "view_logentry")


@pytest.fixture(autouse=True)
def no_pauses(settings: Any) -> None:
    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0


def moderator(*may: str) -> Client:
    user = User.objects.create_user("mod@example.org", "Mihaela", "long and secret", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=may))
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def in_third_hand() -> Match:
    match = started(players=3)
    return play_until(match, lambda now: now.match.hands_done == 2 and now.state.phase is Phase.PLAYING).match


def pages_of(match: Match) -> list[str]:
    """Every address at which the administration tells of a match."""
    kinds = {"match": [match], "seat": Seat.objects.filter(match=match), "hand": Hand.objects.filter(match=match)}
    rows = [
        f"{kind}/{row.pk}/{page}/" for kind, found in kinds.items() for row in found for page in ("change", "history")
    ]
    return [f"/admin/games/{page}" for page in ("", *(f"{kind}/" for kind in kinds), *rows)] + [
        "/admin/admin/logentry/"
    ]


def abort(client: Client, match: Match, **fields: str) -> str:
    data = {"action": "abort", "_selected_action": [match.pk], **fields}
    return client.post("/admin/games/match/", data, follow=True).text


def test_no_page_tells_the_seed_a_hand_being_played_or_a_card_never_dealt() -> None:
    match = in_third_hand()
    client = moderator(*LOOKS)
    told = "".join(client.get(page, follow=True).text for page in pages_of(match))
    assert "Ileana" in told
    assert match.seed not in told
    for hand in Hand.objects.filter(match=match):
        is_over = hand.number <= match.hands_done
        assert (f"/admin/games/hand/{hand.pk}/change/" in told) is is_over
        assert hand.order not in told
    assert told.count('class="field-card"') == sum(
        hand.plays.count() for hand in Hand.objects.filter(match=match, number__lte=2)
    )


@pytest.mark.parametrize("model_admin", admin.site._registry.values(), ids=lambda model_admin: model_admin.opts.label)
def test_a_list_cannot_be_asked_for_a_column_it_does_not_offer(model_admin: Any) -> None:
    if model_admin.opts.app_label not in ("accounts", "games", "admin"):
        return
    request = RequestFactory().get("/")
    offered = {getattr(item, "parameter_name", item) for item in model_admin.list_filter} | {model_admin.date_hierarchy}
    for field in model_admin.opts.get_fields():
        for lookup in (field.name, f"{field.name}__startswith"):
            assert model_admin.lookup_allowed(lookup, "a", request) is (field.name in offered)


def test_the_seed_cannot_be_guessed_letter_by_letter() -> None:
    match = in_third_hand()
    client = moderator(*LOOKS)
    for guess in "0123456789abcdef":
        assert client.get("/admin/games/match/", {"seed__startswith": guess}).status_code == 400
    assert match.code in client.get("/admin/games/match/", {"status__exact": "playing"}).text
    assert match.code not in client.get("/admin/games/match/", {"status__exact": "finished"}).text
    assert client.get("/admin/games/seat/", {"match__status__exact": "playing"}).status_code == 200


def test_nothing_is_added_changed_or_deleted_there() -> None:
    match = in_third_hand()
    client = moderator(
        *(f"{act}_{kind}" for act in ("view", "add", "change", "delete") for kind in ("match", "seat", "hand"))
    )
    for page in pages_of(match):
        if page.endswith("/change/"):
            answers = {client.post(page, {"name": "x"}).status_code}
            answers |= {client.post(page.replace("change", "delete"), {"post": "yes"}).status_code}
            assert answers <= {403, 302}
    for kind in ("match", "seat", "hand"):
        assert client.post(f"/admin/games/{kind}/add/", {}).status_code == 403
        assert 'value="delete_selected"' not in client.get(f"/admin/games/{kind}/").text
    now = loaded(match)
    assert (now.match.version, now.match.hands_done, len(now.seats)) == (match.version, 2, 3)


def test_who_may_aborts_a_match_for_a_reason_and_it_is_logged() -> None:
    match = in_third_hand()
    client = moderator("view_match", "abort_match")
    assert 'name="reason"' in abort(client, match)
    assert 'name="reason"' in abort(client, match, reason="")
    assert Match.objects.get(pk=match.pk).status == Match.Status.PLAYING
    assert "1 match aborted" in abort(client, match, reason="a quarrel")
    assert Match.objects.get(pk=match.pk).status == Match.Status.ABORTED
    entry = LogEntry.objects.get()
    assert (entry.user.name, "a quarrel" in entry.get_change_message()) == ("Mihaela", True)
    assert "0 matches aborted" in abort(client, match, reason="once more")


def test_who_may_only_look_aborts_nothing() -> None:
    match = in_third_hand()
    abort(moderator(*LOOKS), match, reason="because")
    assert Match.objects.get(pk=match.pk).status == Match.Status.PLAYING
    assert not LogEntry.objects.exists()
