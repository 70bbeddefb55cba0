import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts import services
from accounts.models import User

PASSWORD = "sapte-fara-atu"


@pytest.fixture(autouse=True)
def _no_rates_left_over() -> None:
    cache.clear()


@pytest.fixture
def ana(db: None) -> User:
    return services.account_register(name="Ana", email="ana@example.org", password=PASSWORD)


@pytest.fixture
def ghita(db: None) -> User:
    """A guest."""
    return services.guest_create(name="Ghiță")


@pytest.fixture
def moderator(db: None) -> User:
    return User.objects.create_superuser("mihai@example.org", "Mihai", PASSWORD)


@pytest.fixture
def english(client: Client) -> Client:
    """A browser that asks for English, so that texts can be told from the source."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def mailed_link() -> str:
    """The path that the last mail asks to follow."""
    (link,) = re.findall(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    return link
