"""The history: whose matches it lists, what a match's page tells, and what neither tells of a hand being played."""

from __future__ import annotations

import io
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.services import account_delete
from games import services
from games.engine.cards import cards_text, parse_cards
from games.engine.ruleset import PRESETS, Preset
from games.engine.shuffle import commitment
from games.engine.verify import read_record
from games.models import Bid, Hand, HandScore, Match, Play, Seat, Trick
from games.selectors.history import MATCHES_A_PAGE, history, match_story
from tests.games.factories import people, play_out, play_until, started, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_pauses(settings: Any) -> None:
    settings.BOT_PAUSE = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(match: Match, client: Client | None = None, language: str = "en") -> str:
    client = client or Client(headers={"accept-language": language})
    return client.get(reverse("match", args=[match.code])).content.decode()


def record_of(match: Match) -> str:
    return Client().get(reverse("match_record", args=[match.code])).content.decode()


def list_of(user: User, **query: str) -> str:
    return logged_in(user).get(reverse("matches"), query).content.decode()


def done(hands: int) -> Any:
    """Stops once so many hands are finished."""
    return lambda now: now.match.hands_done >= hands


def in_a_trick(hands: int) -> Any:
    """Stops in the middle of a trick, so many hands being finished."""
    return lambda now: now.match.hands_done == hands and now.state.hand and now.state.hand.led is not None


def now(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


# ---------- a person's list ----------


def test_the_list_is_for_who_is_logged_in() -> None:
    response = Client().get(reverse("matches"))
    assert response.status_code == 302
    assert response.headers["Location"] == f"{reverse('account_login')}?next={reverse('matches')}"


def test_the_list_has_a_persons_own_begun_matches_newest_first() -> None:
    ana, bob = people(2)
    first = started(users=[ana, bob])
    second = started(users=[bob, ana])
    Match.objects.filter(pk=first.pk).update(started_at=F("started_at") - timedelta(days=1))
    started(users=[bob])
    waiting(host=ana)
    assert [row.code for row in history(ana.pk, None).rows] == [second.code, first.code]


def test_a_row_tells_who_played_and_how_it_stands() -> None:
    ana = people(1)[0]
    match = started(users=[ana], players=3)
    play_until(match, done(3))
    (row,) = history(ana.pk, None).rows
    last = HandScore.objects.filter(hand__match=match, hand__number=3).order_by("seat__number")
    assert [player.total for player in row.players] == [score.total for score in last]
    assert [player.name for player in row.players] == [seat.name for seat in match.seats.all()]
    assert (row.own.name, row.hands_done, row.hands_total) == ("Andrei", 3, 21)
    assert not any(player.is_winner for player in row.players)
    assert f'href="{reverse("table", args=[match.code])}"' in list_of(ana)


def test_the_list_is_paged_and_its_statements_do_not_grow() -> None:
    ana = people(1)[0]
    client = logged_in(ana)
    counts = []
    for hands in (0, 1, 2):
        match = started(users=[ana], players=3)
        play_until(match, done(hands))
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("matches"))
        counts.append(len(captured))
    assert counts[0] == counts[1] == counts[2] <= 7
    Match.objects.filter(pk=match.pk).update(started_at=F("started_at") - timedelta(days=1))
    for _ in range(MATCHES_A_PAGE - 2):
        started(users=[ana], players=3)
    first, second = history(ana.pk, 1), history(ana.pk, "2")
    assert (len(first.rows), first.newer, first.older) == (MATCHES_A_PAGE, None, 2)
    assert ([row.code for row in second.rows], second.newer, second.older) == ([match.code], 1, None)
    assert list_of(ana, page="2").count('class="box match') == 1


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "", "1e9", "٢"])
def test_a_page_that_is_none_gives_the_nearest(page: str) -> None:
    ana = people(1)[0]
    started(users=[ana], players=3)
    assert 'class="box match' in list_of(ana, page=page)


def test_who_played_nothing_is_shown_the_way_to_the_tables() -> None:
    html = list_of(people(1)[0])
    assert 'class="box match' not in html
    assert f'href="{reverse("lobby")}"' in html


# ---------- a match ----------


def test_the_page_tells_every_finished_hand_and_its_points() -> None:
    match = started(players=3)
    play_until(match, done(5))
    story = match_story(now(match), None)
    assert [hand.number for hand in story.hands] == [1, 2, 3, 4, 5]
    for hand in story.hands:
        scores = HandScore.objects.filter(hand__match=match, hand__number=hand.number).order_by("seat__number")
        told = [(cell.taken, cell.points, cell.bonus, cell.total) for cell in hand.cells]
        assert told == [(score.taken, score.points, score.bonus, score.total) for score in scores]
        bids = {bid.seat: bid.tricks for bid in hand.bids}
        assert [cell.bid for cell in hand.cells] == [bids[seat] for seat in range(3)]
        plays = Play.objects.filter(hand__match=match, hand__number=hand.number).order_by("version")
        told_plays = [(play.seat, str(play.card)) for trick in hand.tricks for play in trick]
        assert told_plays == list(plays.values_list("seat__number", "card"))
        winners = Trick.objects.filter(hand__match=match, hand__number=hand.number).order_by("number")
        told_winners = [play.seat for trick in hand.tricks for play in trick if play.is_winner]
        assert told_winners == list(winners.values_list("winner__number", flat=True))
    cards = 2 * 3 * (1 + 1 + 1 + 2 + 3) + 5
    assert page_of(match).count("data-card=") == cards


@pytest.mark.parametrize("preset", [Preset.CLASSIC, Preset.FOREHEAD])
@pytest.mark.parametrize("hands", [0, 2, 4])
def test_nothing_of_a_hand_being_played_is_in_the_page_or_the_record(preset: Preset, hands: int) -> None:
    match = started(players=3, rules=PRESETS[preset])
    play_until(match, in_a_trick(hands))

    def told() -> list[str]:
        token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
        return [token.sub("", page_of(match)), record_of(match)]

    before = told()
    assert json.loads(before[1])["hands"][hands:] == []
    hand = Hand.objects.get(match=match, number=hands + 1)
    Bid.objects.filter(hand=hand).delete()
    Trick.objects.filter(hand=hand).delete()
    hand.order = cards_text(parse_cards(hand.order)[::-1])
    hand.save()
    assert told() == before
    assert match.seed not in "".join(before)


def test_the_statements_of_a_match_do_not_grow_with_its_hands() -> None:
    match = started(players=3)
    counts = []
    for hands in (1, 5):
        play_until(match, done(hands))
        for door in ("match", "match_record"):
            with CaptureQueriesContext(connection) as captured:
                Client().get(reverse(door, args=[match.code]))
            counts.append(len(captured))
    assert counts[:2] == counts[2:]
    assert max(counts) <= 8


def test_what_a_bot_did_for_a_person_is_marked_and_only_that() -> None:
    ana, bob = people(2)
    match = started(users=[ana, bob], players=3)
    play_until(match, done(1))
    services.seat_take_over(code=match.code, number=1)
    play_until(match, done(2))
    first, second = match_story(now(match), None).hands
    marked = [
        [bid.seat for bid in hand.bids if bid.for_person]
        + [play.seat for trick in hand.tricks for play in trick if play.for_person]
        for hand in (first, second)
    ]
    assert marked == [[], [1, 1]]
    with translation.override("en"):
        words = translation.gettext("a bot, for the person")
    assert page_of(match).count(f"<title>{words}") == 2


def test_a_running_match_leads_to_its_table_and_keeps_its_seed() -> None:
    match = started(players=3)
    play_until(match, done(1))
    html = page_of(match)
    assert f'href="{reverse("table", args=[match.code])}"' in html
    assert commitment(bytes.fromhex(match.seed)) in html
    assert match.seed not in html + record_of(match)
    assert json.loads(record_of(match))["fairness"] is None


def test_a_finished_match_is_checked_and_its_record_is_the_commands() -> None:
    users = people(3)
    match = play_out(started(users=users, players=3))
    story = match_story(match, users[0].pk)
    winning = {player.number for player in story.players if player.is_winner}
    record = read_record(json.loads(record_of(match)))
    assert record.result is not None
    assert winning == set(record.result.winners)
    assert (len(story.hands), story.seed, story.fault) == (21, match.seed, None)
    assert [player.is_own for player in story.players] == [True, False, False]
    printed = io.StringIO()
    call_command("export_record", match.code, stdout=printed)
    response = Client().get(reverse("match_record", args=[match.code]))
    assert response.content.decode() == printed.getvalue()
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Content-Disposition"] == f'attachment; filename="levata-{match.code}.json"'
    assert match.seed in page_of(match)
    assert 'class="sound"' in page_of(match)
    Match.objects.filter(pk=match.pk).update(seed="00" * 32)
    assert 'class="sound"' not in page_of(match)
    assert 'class="fault"' in page_of(match)
    assert read_record(json.loads(printed.getvalue())) == record


def test_a_match_broken_off_keeps_its_seed_and_its_finished_hands_stay_sound() -> None:
    ana, moderator = people(2)
    match = started(users=[ana], players=3)
    play_until(match, in_a_trick(2))
    services.match_abort(code=match.code, by=moderator)
    record = read_record(json.loads(record_of(match)))
    assert (len(record.hands), record.result, record.seed) == (2, None, None)
    assert match.seed not in page_of(match)
    assert not any(player.is_winner for row in history(ana.pk, None).rows for player in row.players)


def test_a_deleted_account_leaves_the_match_whole() -> None:
    ana, bob = people(2)
    match = started(users=[ana, bob], players=3)
    play_until(match, done(2))
    before = record_of(match)
    account_delete(user=bob)
    assert record_of(match) == before
    assert "Bianca" in page_of(match)


def test_before_a_match_begins_there_is_only_its_table() -> None:
    match = waiting()
    response = Client().get(reverse("match", args=[match.code]))
    assert response.headers["Location"] == reverse("table", args=[match.code])
    assert Client().get(reverse("match_record", args=[match.code])).status_code == 404


@pytest.mark.parametrize("door", ["match", "match_record"])
def test_an_unknown_match_is_not_found(door: str) -> None:
    assert Client().get(reverse(door, args=["nowhere"])).status_code == 404


def test_no_name_is_read_as_markup() -> None:
    ana = people(1)[0]
    match = started(users=[ana], players=3)
    play_until(match, done(1))
    Seat.objects.filter(match=match, number=0).update(name="<b>x</b>\"'&")
    for html in (page_of(match), list_of(ana)):
        assert "<b>x" not in html
        assert "&lt;b&gt;x" in html
    assert json.loads(record_of(match))["seats"][0]["name"] == "<b>x</b>\"'&"


@pytest.mark.parametrize("language", ["ro", "en"])
def test_the_pages_speak_both_languages_have_no_script_and_are_not_for_search_engines(language: str) -> None:
    match = started(players=3)
    play_until(match, done(2))
    html = page_of(match, language=language)
    with translation.override(language):
        words = translation.gettext("Hand by hand")
    assert f'<html lang="{language}"' in html
    assert words in html
    assert "<script" not in html
    assert " style=" not in html
    assert '<meta name="robots" content="noindex">' in html
