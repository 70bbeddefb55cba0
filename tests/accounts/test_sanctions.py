"""Suspensions: who is under one, and the moderators' pages."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import services
from accounts.backends import AccountBackend
from accounts.models import Sanction, User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

PEOPLE = "/admin/accounts/user/"


def suspended(user: User) -> bool:
    """By both ways to ask, which must agree."""
    listed: bool = User.objects.suspended().filter(pk=user.pk).exists()
    assert User.objects.get(pk=user.pk).is_suspended == listed
    return listed


class TestSuspension:
    @pytest.mark.parametrize(
        ("days", "expected"), [(None, True), (1, True), (-1, False)], ids=["for good", "a day", "a day that is over"]
    )
    def test_lasts_until_its_end(self, ana: User, moderator: User, days: int | None, expected: bool) -> None:
        until = timezone.now() + timedelta(days=days) if days else None
        services.person_suspend(user=ana, by=moderator, reason="Vorbe grele", until=until)
        assert suspended(ana) is expected
        assert not suspended(moderator)

    def test_lifted_is_over_and_kept(self, ana: User, moderator: User) -> None:
        services.person_suspend(user=ana, by=moderator, reason="Vorbe grele", until=None)
        assert services.person_unsuspend(user=ana, by=moderator, reason="A fost o glumă")
        assert not suspended(ana)
        sanction = Sanction.objects.get()
        assert (sanction.lifted_by, sanction.reason) == (moderator, "Vorbe grele")
        assert not services.person_unsuspend(user=ana, by=moderator, reason="Încă o dată")
        assert LogEntry.objects.count() == 2

    def test_the_longest_is_told(self, ana: User, moderator: User) -> None:
        for days in (1, 7):
            until = timezone.now() + timedelta(days=days)
            longest = services.person_suspend(user=ana, by=moderator, reason=f"{days}", until=until)
        assert ana.suspension() == longest
        longest = services.person_suspend(user=ana, by=moderator, reason="for good", until=None)
        assert ana.suspension() == longest

    def test_comes_with_the_user_of_a_request(
        self, ana: User, moderator: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        services.person_suspend(user=ana, by=moderator, reason="Vorbe grele", until=None)
        with django_assert_num_queries(1):
            user = AccountBackend().get_user(ana.pk)
            assert user is not None
            assert user.is_suspended

    def test_outlives_the_moderator(self, ana: User, moderator: User) -> None:
        services.person_suspend(user=ana, by=moderator, reason="Vorbe grele", until=None)
        moderator.delete()
        assert suspended(ana)


class TestAdmin:
    def act(self, client: Client, action: str, *users: User, **fields: str) -> str:
        data = {"action": action, "_selected_action": [user.pk for user in users], **fields}
        return client.post(PEOPLE, data, follow=True).text

    def test_suspends_for_a_reason_and_logs_it(self, english: Client, ana: User, ghita: User, moderator: User) -> None:
        english.force_login(moderator)
        page = self.act(english, "suspend", ana, ghita)
        assert 'name="reason"' in page
        assert "Ghiță" in page
        assert 'name="reason"' in self.act(english, "suspend", ana, ghita, reason="", days="7")
        assert not Sanction.objects.exists()

        assert "2 people suspended" in self.act(english, "suspend", ana, ghita, reason="Vorbe grele", days="7")

        assert suspended(ana)
        assert suspended(ghita)
        entry = LogEntry.objects.get(object_id=ana.pk)
        assert (entry.user, entry.object_repr) == (moderator, "Ana")
        assert "Vorbe grele" in entry.get_change_message()
        assert "Vorbe grele" in english.get(f"{PEOPLE}{ana.pk}/history/").text
        assert "Vorbe grele" in english.get("/admin/admin/logentry/").text

    def test_for_good(self, english: Client, ana: User, moderator: User) -> None:
        english.force_login(moderator)
        self.act(english, "suspend", ana, reason="Vorbe grele", days="")
        assert Sanction.objects.get().until is None

    def test_lifts_with_a_reason_and_logs_it(self, english: Client, ana: User, moderator: User) -> None:
        services.person_suspend(user=ana, by=moderator, reason="Vorbe grele", until=None)
        english.force_login(moderator)
        assert "1 suspension lifted" in self.act(english, "lift_suspension", ana, reason="A fost o glumă")
        assert not suspended(ana)
        assert "A fost o glumă" in LogEntry.objects.latest("pk").get_change_message()

    def test_finds_people(self, client: Client, ana: User, ghita: User, moderator: User) -> None:
        services.person_suspend(user=ghita, by=moderator, reason="Vorbe grele", until=None)
        client.force_login(moderator)
        found = client.get(PEOPLE, {"q": "ana@"}).text
        assert "ana@example.org" in found
        assert "Ghiță" not in found
        assert "ana@example.org" not in client.get(PEOPLE, {"suspended": "yes"}).text
        assert "Ghiță" in client.get(PEOPLE, {"suspended": "yes"}).text

    def test_shows_no_password_and_writes_only_what_it_may(self, client: Client, ana: User, moderator: User) -> None:
        client.force_login(moderator)
        page = client.get(f"{PEOPLE}{ana.pk}/change/").text
        assert ana.password not in page
        assert "argon2" not in page

        data = {"name": "Anca", "email": "x@example.org", "is_guest": "on", "is_active": "on", "password": "x"}
        client.post(f"{PEOPLE}{ana.pk}/change/", data | {"sanctions-TOTAL_FORMS": "0", "sanctions-INITIAL_FORMS": "0"})

        changed = User.objects.get(pk=ana.pk)
        assert (changed.name, changed.email, changed.is_guest) == ("Anca", "ana@example.org", False)
        assert changed.check_password(PASSWORD)

    def test_nobody_is_added_or_deleted_there_and_history_stays(
        self, client: Client, ana: User, moderator: User
    ) -> None:
        sanction = services.person_suspend(user=ana, by=moderator, reason="Vorbe grele", until=None)
        client.force_login(moderator)
        for address in (
            f"{PEOPLE}add/",
            f"{PEOPLE}{ana.pk}/delete/",
            "/admin/accounts/sanction/add/",
            f"/admin/accounts/sanction/{sanction.pk}/delete/",
            "/admin/admin/logentry/add/",
        ):
            assert client.post(address, {"post": "yes"}).status_code == 403
        assert client.post(f"/admin/accounts/sanction/{sanction.pk}/change/", {"reason": "x"}).status_code == 403

    def test_a_moderator_cannot_raise_themselves(self, client: Client, ana: User, moderator: User) -> None:
        ana.is_staff = True
        ana.save()
        ana.user_permissions.set(
            Permission.objects.filter(codename__in=["view_user", "change_user"], content_type__app_label="accounts")
        )
        client.force_login(ana)
        data = {"name": "Ana", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
        data |= {"sanctions-TOTAL_FORMS": "0", "sanctions-INITIAL_FORMS": "0"}
        client.post(f"{PEOPLE}{ana.pk}/change/", data)
        assert not User.objects.get(pk=ana.pk).is_superuser

        assert client.post(f"{PEOPLE}{moderator.pk}/change/", data | {"name": "Căzut"}).status_code == 403
        self.act(client, "suspend", moderator, reason="Poftim", days="")
        assert not Sanction.objects.exists()

    def test_is_entered_through_the_sites_own_login(self, client: Client, ana: User) -> None:
        assert client.get("/admin/login/?next=/admin/")["Location"].startswith("/account/login?next=")
        client.force_login(ana)
        assert client.get("/admin/login/?next=/admin/").status_code == 403
