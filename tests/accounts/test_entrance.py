"""Coming in: as a guest, by registering, by logging in; and going out."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD, mailed_link
from tests.accounts.test_names import REFUSED

pytestmark = pytest.mark.django_db

REGISTRATION = {"name": "Ana Maria", "email": "Ana@Example.org", "password1": PASSWORD}
POSTED = {fault: name for fault, name in REFUSED.items() if fault != "lone surrogate"}  # which is not UTF-8
ELSEWHERE = ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "https:evil.example"]


def logged_in(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


class TestGuest:
    def test_a_name_is_enough(self, client: Client) -> None:
        response = client.post("/guest", {"name": "  Ghiță  Pop ", "next": "/rules/"})

        assert response["Location"] == "/rules/"
        user = logged_in(client)
        assert (user.name, user.is_guest, user.email, user.has_usable_password()) == ("Ghiță Pop", True, None, False)

    @pytest.mark.parametrize("name", POSTED.values(), ids=POSTED)
    def test_a_name_refused_is_told_and_makes_nobody(self, english: Client, name: str) -> None:
        response = english.post("/guest", {"name": name})

        assert response.status_code == 422
        assert 'id="id_name_error"' in response.text
        assert 'aria-describedby="id_name_error"' in response.text
        assert "<script>x" not in response.text
        assert not User.objects.exists()

    @pytest.mark.parametrize("target", ELSEWHERE)
    def test_leads_nowhere_else(self, client: Client, target: str) -> None:
        assert client.post("/guest", {"name": "Ghiță", "next": target})["Location"] == "/"

    def test_who_is_in_already_stays_who_they_are(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        assert client.post("/guest", {"name": "Ghiță", "next": "/rules/"})["Location"] == "/rules/"
        assert logged_in(client) == ana
        assert User.objects.count() == 1

    def test_too_many_from_one_address_are_held_up(self, english: Client) -> None:
        answers = [Client(headers={"accept-language": "en"}).post("/guest", {"name": f"G{n}"}) for n in range(31)]

        assert {answer.status_code for answer in answers[:30]} == {302}
        assert answers[30].status_code == 429
        assert "Wait a few minutes" in answers[30].text
        assert User.objects.count() == 30

    def test_the_page_carries_the_way_back(self, client: Client) -> None:
        assert '<input type="hidden" name="next" value="/rules/">' in client.get("/guest?next=/rules/").text
        assert 'value="//evil.example"' not in client.get("/guest?next=//evil.example").text


class TestRegister:
    def test_makes_an_account_and_logs_in(self, client: Client) -> None:
        response = client.post("/account/register", REGISTRATION | {"next": "/rules/"})

        assert response["Location"] == "/rules/"
        user = logged_in(client)
        assert (user.name, user.email, user.is_guest) == ("Ana Maria", "ana@example.org", False)
        assert user.password.startswith("argon2$")

    def test_a_guest_keeps_their_row(self, client: Client, ghita: User) -> None:
        client.force_login(ghita)
        page = client.get("/account/register").text
        assert 'value="Ghiță"' in page

        client.post("/account/register", REGISTRATION)

        assert logged_in(client) == ghita
        ghita.refresh_from_db()
        assert (ghita.name, ghita.email, ghita.is_guest) == ("Ana Maria", "ana@example.org", False)
        assert ghita.check_password(PASSWORD)
        assert User.objects.count() == 1

    def test_a_registered_person_makes_no_second_account(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        assert client.post("/account/register", REGISTRATION | {"email": "b@example.org"})["Location"] == "/"
        assert User.objects.count() == 1

    def test_an_address_taken_leaves_the_guest_a_guest(self, english: Client, ana: User, ghita: User) -> None:
        english.force_login(ghita)
        response = english.post("/account/register", REGISTRATION | {"email": "ANA@example.org"})

        assert "There is an account with this e-mail address" in response.text
        ghita.refresh_from_db()
        assert ghita.is_guest

    def test_an_address_taken_in_the_same_moment_is_told_kindly(
        self, english: Client, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("accounts.forms.SignupForm.validate_unique_email", lambda self, email: email)
        response = english.post("/account/register", REGISTRATION | {"email": ana.email}, follow=True)

        assert response.status_code == 200
        assert "There is an account with this e-mail address" in response.text
        assert User.objects.count() == 1

    @pytest.mark.parametrize("field", ["name", "email", "password1"])
    @pytest.mark.parametrize("value", ["", "x\x00y@example.org", "\u202eabc"])
    def test_refuses_bad_fields_beside_the_field(self, client: Client, field: str, value: str) -> None:
        if (field, value) == ("password1", "\u202eabc"):
            value = "12345"
        response = client.post("/account/register", REGISTRATION | {field: value})

        assert response.status_code == 200
        assert f'id="id_{field}_error"' in response.text
        assert not User.objects.exists()

    def test_sends_a_link_that_confirms_the_address(self, client: Client) -> None:
        client.post("/account/register", REGISTRATION)
        link = mailed_link()
        assert "Ana Maria" in client.get(link).text

        client.post(link)

        assert EmailAddress.objects.get().verified
        assert "has been used or is too old" in Client(headers={"accept-language": "en"}).get(link).text

    def test_where_mail_is_delivered_nobody_learns_who_has_an_account(
        self, english: Client, ana: User, settings: Settings
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        known = english.post("/account/register", REGISTRATION | {"email": ana.email})
        unknown = english.post("/account/register", REGISTRATION | {"email": "new@example.org"})

        assert known["Location"] == unknown["Location"] == reverse("account_email_verification_sent")
        assert english.get(known["Location"]).status_code == 200
        assert [message.to for message in mail.outbox] == [[ana.email], ["new@example.org"]]
        assert "_auth_user_id" not in english.session

    def test_where_mail_is_delivered_a_guest_keeps_their_seat_meanwhile(
        self, client: Client, ghita: User, settings: Settings
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        client.force_login(ghita)
        client.post("/account/register", REGISTRATION)
        assert client.get("/profile").context["user"] == ghita


class TestLogin:
    def test_by_address_and_password(self, client: Client, ana: User) -> None:
        response = client.post("/account/login", {"login": "ANA@example.org", "password": PASSWORD, "next": "/rules/"})
        assert response["Location"] == "/rules/"
        assert logged_in(client) == ana

    @pytest.mark.parametrize("target", ELSEWHERE)
    def test_leads_nowhere_else(self, client: Client, ana: User, target: str) -> None:
        response = client.post("/account/login", {"login": ana.email, "password": PASSWORD, "next": target})
        assert response["Location"] == "/"

    def test_says_the_same_of_an_unknown_address_and_a_wrong_password(self, english: Client, ana: User) -> None:
        told = []
        for address in (ana.email, "nobody@example.org"):
            response = english.post("/account/login", {"login": address, "password": "wrong"})
            told += re.findall(r'<ul class="errors" role="alert">(.*?)</ul>', response.text, re.DOTALL)
        assert len(told) == 2
        assert told[0] == told[1]
        assert "do not belong together" in told[0]

    def test_the_sixth_attempt_in_five_minutes_is_held_up_even_with_the_password(
        self, english: Client, ana: User
    ) -> None:
        attempts = [english.post("/account/login", {"login": ana.email, "password": f"guess {n}"}) for n in range(5)]
        held_up = english.post("/account/login", {"login": ana.email, "password": PASSWORD})

        assert {attempt.status_code for attempt in attempts} == {200}
        assert held_up.status_code == 429
        assert "Too many failed attempts" in held_up.text
        assert "_auth_user_id" not in english.session

    def test_a_guest_may_change_to_an_account(self, client: Client, ana: User, ghita: User) -> None:
        client.force_login(ghita)
        assert "Ghiță" in client.get("/account/login").text
        client.post("/account/login", {"login": ana.email, "password": PASSWORD})
        assert logged_in(client) == ana

    def test_a_closed_account_stays_out(self, client: Client, ana: User) -> None:
        ana.is_active = False
        ana.save()
        response = client.post("/account/login", {"login": ana.email, "password": PASSWORD}, follow=True)
        assert response.redirect_chain == [("/account/inactive", 302)]
        assert "_auth_user_id" not in client.session

    def test_a_suspended_person_may_come_in_and_read(self, client: Client, ana: User, moderator: User) -> None:
        ana.sanctions.create(by=moderator, reason="Vorbe grele")
        client.post("/account/login", {"login": ana.email, "password": PASSWORD})
        assert "Vorbe grele" in client.get("/profile").text


class TestLogout:
    def test_ends_the_session(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        assert client.post("/account/logout")["Location"] == "/"
        assert "_auth_user_id" not in client.session

    def test_a_link_alone_does_not(self, client: Client, ana: User) -> None:
        client.force_login(ana)
        assert client.get("/account/logout").status_code == 200
        assert logged_in(client) == ana

    def test_a_guest_is_warned(self, english: Client, ghita: User) -> None:
        english.force_login(ghita)
        assert "cannot come back" in english.get("/account/logout").text


class TestForgottenPassword:
    def test_the_mailed_link_sets_a_new_one_once(self, english: Client, ana: User) -> None:
        response = english.post("/account/password/reset", {"email": ana.email})
        assert response["Location"] == "/account/password/reset/sent"
        link = mailed_link()
        form = english.get(link)["Location"]
        assert 'name="password1"' in english.get(form).text

        english.post(form, {"password1": "optsprezece-levate", "password2": "optsprezece-levate"})

        assert logged_in(english) == ana
        ana.refresh_from_db()
        assert ana.check_password("optsprezece-levate")
        assert "has been used or is too old" in Client(headers={"accept-language": "en"}).get(link).text

    def test_an_unknown_address_gets_the_same_answer(self, client: Client) -> None:
        response = client.post("/account/password/reset", {"email": "nobody@example.org"})
        assert response["Location"] == "/account/password/reset/sent"
        assert "http://testserver/account/register" in mail.outbox[0].body

    def test_a_mail_that_cannot_leave_is_told(
        self, english: Client, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object, **kwargs: object) -> None:
            raise ConnectionRefusedError

        monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
        response = english.post("/account/password/reset", {"email": ana.email}, follow=True)
        assert "could not be sent" in response.text
