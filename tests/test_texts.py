"""The texts: the Romanian catalog whole and well-formed, and no page that speaks two languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import cache
from html.parser import HTMLParser
from typing import Any

import polib
import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.services import account_register, person_suspend
from games import services
from games.access import MESSAGES, Refusal
from games.bots import Level
from games.engine.actions import Illegal
from games.engine.ruleset import PRESETS, Preset
from games.models import Match
from tests.games.factories import loaded, people, play_out, play_until, started, step, waiting

CATALOG = polib.pofile(str(settings.BASE_DIR / "locale" / "ro" / "LC_MESSAGES" / "django.po"))
ENTRIES = list(CATALOG)
OWN_NAMES = {"Română", "English"}
"""Each language is offered in its own name, whatever the page speaks."""

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
PASSWORD = "sapte-fara-atu"


def said(entry: polib.POEntry) -> list[str]:
    """The entry's Romanian: one text, or the three forms of a plural."""
    return [entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)] or [entry.msgstr]


# ---------- the catalog ----------


def test_every_form_is_filled() -> None:
    assert [entry.msgid for entry in ENTRIES if not all(form.strip() for form in said(entry))] == []
    assert {len(said(entry)) for entry in ENTRIES if entry.msgid_plural} == {3}


def test_placeholders_are_kept() -> None:
    def differ(entry: polib.POEntry) -> bool:
        originals = [entry.msgid, entry.msgid_plural, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
        return [sorted(PLACEHOLDER.findall(text)) for text in originals] != [
            sorted(PLACEHOLDER.findall(text)) for text in said(entry)
        ]

    assert [entry.msgid for entry in ENTRIES if differ(entry)] == []


def test_from_twenty_on_a_number_and_what_it_counts_are_joined_by_de() -> None:
    many = [said(entry)[2] for entry in ENTRIES if entry.msgid_plural]
    assert [form for form in many if re.search(r"%(\(\w+\))?d (?!de )\w", form)] == []


def test_a_text_ends_as_its_original_does() -> None:
    def end(text: str) -> str:
        return text[-1:] if text[-1:] in {".", ":", "?", "…"} else ""

    assert [entry.msgid for entry in ENTRIES if any(end(form) != end(entry.msgid) for form in said(entry))] == []


def test_nothing_shouts() -> None:
    assert [entry.msgid for entry in ENTRIES if "!" in "".join([entry.msgid, entry.msgid_plural, *said(entry)])] == []


@pytest.mark.parametrize("folder", ["locale", "templates", "games", "accounts"])
def test_s_and_t_have_commas_below_never_cedillas(folder: str) -> None:
    files = [path for kind in ("*.po", "*.html", "*.txt", "*.py") for path in (settings.BASE_DIR / folder).rglob(kind)]
    assert files
    assert [path.name for path in files if re.search("[şţŞŢ]", path.read_text())] == []


def test_every_refusal_has_its_words() -> None:
    assert set(MESSAGES) == {*Refusal, *Illegal}


# ---------- what a person reads and hears on a page ----------

SPOKEN_ATTRIBUTES = {
    "aria-label",
    "title",
    "alt",
    "placeholder",
    "data-title",
    "data-done",
    "data-offline",
    "data-fault",
    "data-verb",
}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NOT_READ = {"script", "style", "code"}


class Reader(HTMLParser):
    """Collects the texts of a page, leaving out the parts that are marked as of another language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language
        self.texts: list[str] = []
        self.heard = [True]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        heard = self.heard[-1] and tag not in NOT_READ and given.get("lang", self.language) == self.language
        if heard:
            self.texts += [value for name, value in attrs if name in SPOKEN_ATTRIBUTES and value]
            if tag == "input" and given.get("type") in {"submit", "button"}:
                self.texts.append(given.get("value") or "")
        if tag not in VOID:
            self.heard.append(heard)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.heard.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.heard.pop()

    def handle_data(self, data: str) -> None:
        if self.heard[-1]:
            self.texts.append(data)


def read(page: str, language: str) -> set[str]:
    """All texts of a page."""
    reader = Reader(language)
    reader.feed(page)
    reader.close()
    texts = (" ".join(text.split()) for text in reader.texts)
    return {text for text in texts if text} - OWN_NAMES


def pattern(text: str) -> str:
    """Matches the text on a page, whatever stands for its placeholders."""
    parts = PLACEHOLDER.split(" ".join(text.split()))
    gaps = [r"\d+" if gap.endswith("d") else r"[^\n]{1,60}?" for gap in PLACEHOLDER.findall(text)]
    whole = "".join(re.escape(part) + gap for part, gap in zip(parts, [*gaps, ""], strict=True))
    return rf"(?<!\w){whole}(?!\w)"


TRANSLATED = [entry for entry in ENTRIES if said(entry)[0] != entry.msgid]
ENGLISH = re.compile(
    "|".join(
        pattern(text)
        for entry in TRANSLATED
        for text in (entry.msgid, entry.msgid_plural)
        if text and all(text != romanian for other in ENTRIES for romanian in said(other))
    )
)
ROMANIAN = {
    word
    for entry in TRANSLATED
    for form in said(entry)
    for word in re.findall(r"\w+", PLACEHOLDER.sub(" ", form))
    if re.search("[ăâîșț]", word.lower())
} - OWN_NAMES


@cache
def english_in(text: str) -> set[str]:
    return {found.group() for found in ENGLISH.finditer(text)}


@cache
def romanian_in(text: str) -> set[str]:
    return ROMANIAN & set(re.findall(r"\w+", text))


def foreign_in(page: str, language: str) -> set[str]:
    """The words of the other language on this page."""
    foreign = {"ro": english_in, "en": romanian_in}[language]
    return set[str]().union(*(foreign(text) for text in read(page, language)))


def test_a_foreign_text_would_be_found() -> None:
    page = '<p title="Salvează">Save <b lang="en">Sit down</b><code>Play</code></p><p>17 s, 3 players</p>'
    assert foreign_in(page, "ro") == {"Save", "3 players"}
    assert foreign_in(page, "en") == {"Salvează"}


def check(language: str, pages: Iterable[tuple[str, str]], codes: Set[str] = frozenset()) -> None:
    """No page has a word of the other language, but for these codes."""
    assert {name: foreign for name, page in pages if (foreign := foreign_in(page, language) - codes)} == {}


def browser(language: str, user: User | None = None) -> Client:
    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture(autouse=True)
def no_pauses(settings: Any) -> None:
    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0


@pytest.fixture(params=["ro", "en"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """The language of the browser, and of nothing else."""
    with translation.override("en" if request.param == "ro" else "ro"):
        yield request.param


@pytest.fixture
def ana(db: None) -> User:
    return account_register(name="Ana", email="ana@example.org", password=PASSWORD)


def moderator() -> User:
    """May do all that is meant for moderators, but change nobody's rights."""
    user: User = User.objects.create_user("mihai@example.org", "Mihai", PASSWORD, is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    return user


OPEN_TO_ALL = ["lobby", "rules", "privacy", "guest", "account_login", "account_signup", "account_reset_password"]
OF_A_PERSON = ["lobby", "matches", "profile", "account_email", "account_change_password", "account_delete"]
OF_THE_WAY = ["account_logout", "account_inactive", "account_email_verification_sent", "account_reset_password_done"]


@pytest.mark.django_db
def test_pages_of_people(language: str, ana: User) -> None:
    (guest,) = people(1)
    waiting(host=guest, bots={1: Level.EASY})
    waiting(rules=PRESETS[Preset.CLASSIC].customised(zero_wins=True), host=ana, turn_seconds=30)

    def pages() -> Iterator[tuple[str, str]]:
        for name in [*OPEN_TO_ALL, "account_reset_password_from_key_done"]:
            yield name, browser(language).get(reverse(name)).text
        for user in (guest, ana):
            for name in OF_A_PERSON + OF_THE_WAY:
                yield f"{name} of {user}", browser(language, user).get(reverse(name), follow=True).text
        person_suspend(user=ana, by=moderator(), reason="x", until=None)
        yield "suspended", browser(language, ana).get(reverse("profile")).text

    check(language, pages())


@pytest.mark.django_db
def test_what_a_form_answers(language: str, ana: User) -> None:
    wrong = {
        "guest": [{"name": ""}, {"name": "x" * 30}, {"name": "\u202e"}, {"name": "--"}],
        "account_login": [{}, {"login": "ana@example.org", "password": "wrong"}, {"login": "ana"}],
        "account_signup": [{}, {"name": "Ana", "email": "ana", "password1": "a"}, {"password1": "password"}],
        "account_reset_password": [{}, {"email": "ana"}],
        "table_open": [{}, {"preset": "custom", "players": "9"}],
    }
    wrong_of_a_person = {
        "profile": [{"name": "", "language": "xx"}],
        "account_email": [{"email": "a", "password": "wrong"}],
        "account_change_password": [{}, {"oldpassword": "wrong", "password1": "a", "password2": "b"}],
        "account_delete": [{}, {"password": "wrong"}],
    }

    def pages() -> Iterator[tuple[str, str]]:
        for user, forms in ((None, wrong), (ana, wrong_of_a_person)):
            for name, answers in forms.items():
                for answer in answers:
                    yield f"{name} {answer}", browser(language, user).post(reverse(name), answer).text

    check(language, pages())


@pytest.mark.django_db
def test_mails_and_the_pages_they_lead_to(language: str) -> None:
    client = browser(language)
    client.post(reverse("account_signup"), {"name": "Ana", "email": "ana@example.org", "password1": PASSWORD})
    client.post(reverse("account_email"), {"email": "eva@example.org", "password": PASSWORD})
    other = browser(language)
    for address in ("ana@example.org", "nobody@example.org"):
        other.post(reverse("account_reset_password"), {"email": address})

    def pages() -> Iterator[tuple[str, str]]:
        assert len(mail.outbox) == 4
        yield "profile", client.get(reverse("profile")).text
        for message in mail.outbox:
            yield message.subject, f"{message.subject}\n{message.body}"
            for path in re.findall(r"http://testserver(\S+)", str(message.body)):
                yield path, other.get(path, follow=True).text
        yield "gone", other.get(reverse("account_confirm_email", args=["gone"])).text

    check(language, pages())


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500"])
def test_fault_pages(language: str, name: str) -> None:
    with translation.override(language):
        page = render_to_string(f"{name}.html")
    check(language, [(name, page)])


@pytest.mark.django_db
def test_a_table_from_its_opening_to_its_history() -> None:
    users = people(2)
    match = waiting(
        host=users[0],
        rules=PRESETS[Preset.GOLD].customised(zero_wins=True),
        players=3,
        bots={2: Level.HARD},
        turn_seconds=30,
    )
    pages: dict[str, list[tuple[str, str]]] = {"ro": [], "en": []}

    def see(when: str, name: str, *arguments: str) -> None:
        for language, seen in pages.items():
            for user in (None, *users):
                page = browser(language, user).get(reverse(name, args=arguments)).text
                seen.append((f"{name}, {when}, {user}", page))

    def see_all(when: str) -> None:
        see(when, "matches")
        see(when, "table", match.code)
        see(when, "match", match.code)

    see_all("waiting")
    services.seat_take(code=match.code, user=users[1])
    see_all("full")
    services.table_start(code=match.code, host=users[0], fill=None)
    while (now := loaded(match).match).hands_done < 4:
        step(match, now.version)
        see(f"at {now.version}", "table_live", match.code)
    services.table_leave(code=match.code, user=users[1])
    step(match)
    see_all("away")
    play_out(match)
    see_all("finished")
    for language, seen in pages.items():
        check(language, seen)


@pytest.mark.django_db
def test_what_a_table_refuses(language: str) -> None:
    users = people(2)
    match = started(users=users)
    step(match)

    def pages() -> Iterator[tuple[str, str]]:
        for act in ({"bid": 9}, {"bid": 0, "version": 0}, {"play": "unseen", "version": loaded(match).match.version}):
            yield str(act), browser(language, users[0]).post(reverse("table_act", args=[match.code]), act).text
        for name in ("table_sit", "table_start", "table_bots", "table_rematch", "table_return"):
            yield name, browser(language, users[1]).post(reverse(name, args=[match.code])).text

    check(language, pages())


@pytest.mark.django_db
def test_tables_that_came_to_nothing(language: str, ana: User) -> None:
    (guest,) = people(1)
    closed = waiting(host=guest)
    services.table_leave(code=closed.code, user=guest)
    aborted = started(users=[guest])
    play_until(aborted, lambda now: now.match.hands_done == 1)
    services.match_abort(code=aborted.code, by=ana, reason="x")

    def pages() -> Iterator[tuple[str, str]]:
        for match in (closed, aborted):
            yield match.status, browser(language, guest).get(reverse("table", args=[match.code])).text
        yield "broken off", browser(language, guest).get(reverse("match", args=[aborted.code])).text

    assert Match.objects.get(pk=closed.pk).status == Match.Status.CLOSED
    check(language, pages())


@pytest.mark.django_db
def test_the_administration(language: str) -> None:
    (guest,), judge = people(1), moderator()
    match = started(users=[guest])
    person_suspend(user=guest, by=judge, reason="x", until=None)
    client = browser(language, judge)

    def pages() -> Iterator[tuple[str, str]]:
        yield "index", client.get(reverse("admin:index")).text
        for model, pk in (
            ("accounts_user", guest.pk),
            ("accounts_sanction", guest.sanctions.get().pk),
            ("admin_logentry", None),
            ("games_match", match.pk),
            ("games_seat", match.seats.first().pk),
            ("games_hand", None),
        ):
            yield model, client.get(reverse(f"admin:{model}_changelist")).text
            if pk is not None:
                yield f"a {model}", client.get(reverse(f"admin:{model}_change", args=[pk])).text
        for model, action, pk in (("accounts_user", "suspend", guest.pk), ("games_match", "abort", match.pk)):
            chosen = {"action": action, "_selected_action": pk}
            address = reverse(f"admin:{model}_changelist")
            yield action, client.post(address, chosen).text
            yield f"{action} done", client.post(address, chosen | {"reason": "x", "days": "7"}, follow=True).text

    check(language, pages(), codes=set(Level))
