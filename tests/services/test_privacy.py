"""What is meant for one person is kept by no browser and no proxy."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.games.factories import people, started

pytestmark = pytest.mark.django_db

PAGES = ["/", "/lobby/live", "/t/{code}/", "/t/{code}/live", "/m/{code}/", "/m/{code}/record.json", "/matches/"]
PAGES += ["/profile", "/account/delete", "/account/logout", "/rules/", "/nowhere"]


@pytest.mark.parametrize("page", PAGES)
def test_no_page_is_kept(page: str) -> None:
    users = people(3)
    match = started(users=users, players=3)
    client = Client()
    client.force_login(users[0])
    answer = client.get(page.format(code=match.code))
    assert answer.status_code in (200, 404)
    assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].split(", "))


def test_neither_is_the_answer_of_an_act() -> None:
    users = people(3)
    match = started(users=users, players=3)
    client = Client()
    client.force_login(users[0])
    answer = client.post(f"/t/{match.code}/act", {"version": "1", "bid": "0"}, headers={"HX-Request": "true"})
    assert "no-store" in answer.headers["Cache-Control"]
