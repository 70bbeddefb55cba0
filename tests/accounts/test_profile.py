"""What people do about themselves once they are in."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts import services
from accounts.languages import language_of
from accounts.models import User
from tests.accounts.conftest import PASSWORD, mailed_link

pytestmark = pytest.mark.django_db


class TestProfile:
    def test_changes_name_and_language(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        response = client.post("/profile", {"name": "Anca", "language": "en"}, follow=True)

        ana.refresh_from_db()
        assert (ana.name, ana.language) == ("Anca", "en")
        assert 'lang="en"' in response.text

    def test_refuses_what_may_not_be_shown(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        assert client.post("/profile", {"name": "\u202eAnca", "language": ""}).status_code == 422
        assert client.post("/profile", {"name": "Anca", "language": "xx"}).status_code == 422
        ana.refresh_from_db()
        assert (ana.name, ana.language) == ("Ana", "")

    def test_costs_a_session_and_a_person(
        self, client: Client, ana: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.force_login(ana)
        with django_assert_num_queries(2):
            client.get("/profile")

    def test_asks_to_log_in_first(self, client: Client) -> None:
        assert client.get("/profile")["Location"] == "/account/login?next=/profile"

    @pytest.mark.parametrize("page", ["/account/email", "/account/password"])
    def test_a_guest_registers_before_an_address_or_a_password(self, client: Client, ghita: User, page: str) -> None:
        client.force_login(ghita)
        assert client.get(page)["Location"] == "/account/register"
        assert client.post(page, {"email": "g@example.org"})["Location"] == "/account/register"


class TestLanguage:
    def test_is_kept_with_the_browser(self, client: Client) -> None:
        response = client.post("/language", {"language": "en", "next": "/guest"}, follow=True)
        assert 'lang="en"' in response.text
        assert 'lang="ro"' in client.post("/language", {"language": "ro", "next": "/guest"}, follow=True).text

    def test_is_kept_with_the_person_and_goes_before_the_browser(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        client.post("/language", {"language": "en"})

        other_browser = Client(headers={"accept-language": "ro"})
        other_browser.force_login(ana)
        response = other_browser.get("/profile")
        assert 'lang="en"' in response.text
        assert response["Content-Language"] == "en"

    def test_unknown_ones_and_strange_ways_back_change_nothing(self, client: Client) -> None:
        response = client.post("/language", {"language": "tlh", "next": "//evil.example"})
        assert response["Location"] == "/"
        assert not response.cookies

    def test_a_link_alone_does_not_switch(self, client: Client) -> None:
        assert client.get("/language?language=en").status_code == 405

    def test_is_found_for_a_socket_too(self, ana: User) -> None:
        assert language_of(ana, {}) == "ro"
        assert language_of(ana, {}, "en-GB,en;q=0.8") == "en"
        assert language_of(ana, {"django_language": "ro"}, "en") == "ro"
        services.language_set(user=ana, language="en")
        assert language_of(ana, {"django_language": "ro"}, "ro") == "en"


class TestPassword:
    def test_changes_and_the_session_goes_on(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        new = {"password1": "optsprezece-levate", "password2": "optsprezece-levate"}

        assert client.post("/account/password", new | {"oldpassword": "wrong"}).status_code == 200
        assert client.post("/account/password", new | {"oldpassword": PASSWORD})["Location"] == "/profile"

        ana.refresh_from_db()
        assert ana.check_password("optsprezece-levate")
        assert client.get("/profile").status_code == 200


class TestEmail:
    def change(self, client: Client, email: str, password: str = PASSWORD) -> None:
        client.post("/account/email", {"email": email, "password": password})

    def test_another_address_takes_over_when_confirmed(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        self.change(client, "New@example.org")
        ana.refresh_from_db()
        assert ana.email == "ana@example.org"

        link = mailed_link()
        assert mail.outbox[-1].to == ["new@example.org"]
        client.post(link)

        ana.refresh_from_db()
        assert ana.email == "new@example.org"
        assert [(row.email, row.verified) for row in EmailAddress.objects.all()] == [("new@example.org", True)]

    def test_somebody_elses_address_gives_the_same_answer(self, english: Client, ana: User, moderator: User) -> None:
        english.force_login(ana)
        pages = []
        for email in ("new@example.org", str(moderator.email)):
            response = english.post("/account/email", {"email": email, "password": PASSWORD}, follow=True)
            pages.append(response.text.replace(email, "…"))
        strip = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|X-CSRFToken": "\w+')
        assert strip.sub("", pages[0]) == strip.sub("", pages[1])
        assert mail.outbox[-1].to == [moderator.email]
        assert "an account has it already" in mail.outbox[-1].body

    def test_an_address_registered_meanwhile_is_not_taken_over(self, english: Client, ana: User) -> None:
        english.force_login(ana)
        self.change(english, "new@example.org")
        link = mailed_link()
        services.account_register(name="Nou", email="new@example.org", password=PASSWORD)

        english.post(link)
        assert "cannot be confirmed" in english.get("/profile").text
        ana.refresh_from_db()
        assert ana.email == "ana@example.org"

    def test_needs_the_password(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        self.change(client, "new@example.org", "wrong")
        assert not mail.outbox

    def test_one_mail_for_three_minutes(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        self.change(client, "new@example.org")
        self.change(client, "new@example.org")
        assert len(mail.outbox) == 1


class TestDelete:
    def test_with_the_password(self, english: Client, ana: User) -> None:
        english.force_login(ana)
        assert english.post("/account/delete", {"password": "wrong"}).status_code == 422
        assert english.post("/account/delete", {"confirm": "on"}).status_code == 422
        assert User.objects.filter(pk=ana.pk).exists()

        assert english.post("/account/delete", {"password": PASSWORD})["Location"] == "/"

        assert not User.objects.filter(pk=ana.pk).exists()
        assert not EmailAddress.objects.exists()
        assert "_auth_user_id" not in english.session

    def test_a_guest_says_yes(self, client: Client, ghita: User) -> None:
        client.force_login(ghita)
        assert client.post("/account/delete").status_code == 422
        client.post("/account/delete", {"confirm": "on"})
        assert not User.objects.exists()

    def test_takes_no_guesses_at_the_password(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        codes = [client.post("/account/delete", {"password": f"guess {n}"}).status_code for n in range(6)]
        assert codes == [422] * 5 + [429]

    def test_a_moderator_keeps_the_log_of_their_acts(self, client: Client, moderator: User) -> None:
        client.force_login(moderator)
        assert 'name="password"' not in client.get("/account/delete").text
        assert client.post("/account/delete", {"password": PASSWORD}).status_code == 403
        assert User.objects.filter(pk=moderator.pk).exists()
