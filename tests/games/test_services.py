"""The services: what they write, what they refuse, and that a refusal changes nothing."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, connection, transaction
from django.forms import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import User
from accounts.services import account_delete, person_suspend, profile_update
from games import models, services
from games.access import MESSAGES, Refusal, Refused
from games.bots import Level
from games.engine.actions import Illegal
from games.engine.record import record_text
from games.engine.ruleset import CLASSIC, PRESETS, Ladder, Preset
from games.engine.state import Phase
from games.engine.verify import read_record
from games.engine.view import SeatView
from games.models import Controller, Match, Seat
from games.selectors.record import match_record
from games.selectors.table import table
from tests.games.factories import act_for, bid, loaded, people, play_out, play_until, started, step, waiting
from tests.games.factories import play as play_card

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_pauses(settings: Any) -> None:
    settings.BOT_PAUSE = settings.BOT_THINKING = settings.TRICK_PAUSE = settings.DEAL_PAUSE = 0


def rows(match: Match) -> dict[str, list[dict[str, Any]]]:
    """Everything the database holds of a match."""
    of_hand = {"hand__match": match}
    querysets = {
        "match": Match.objects.filter(pk=match.pk),
        "seats": Seat.objects.filter(match=match),
        "hands": models.Hand.objects.filter(match=match),
        "bids": models.Bid.objects.filter(**of_hand),
        "tricks": models.Trick.objects.filter(**of_hand),
        "plays": models.Play.objects.filter(**of_hand),
        "scores": models.HandScore.objects.filter(**of_hand),
    }
    return {name: [model_to_dict(row) for row in queryset.order_by("pk")] for name, queryset in querysets.items()}


def refused(match: Match, call: Any) -> Refusal | Illegal:
    """The reason of a refusal, after proving that it changed nothing and has words."""
    before = rows(match)
    with pytest.raises(Refused) as raised:
        call()
    assert rows(match) == before
    assert raised.value.message
    return raised.value.code


def bidding(**options: Any) -> tuple[Match, Any]:
    """A match in which the first hand is dealt, all seats people's."""
    users = people(options.get("players", 4))
    match = started(users=users, **options)
    step(match)
    return match, loaded(match)


def test_a_whole_match_of_every_preset_is_recorded_and_verifies() -> None:
    for preset, ladder in zip(PRESETS, [*Ladder, *Ladder], strict=True):
        match = play_out(started(rules=PRESETS[preset].on(ladder), players=3, users=people(2)))
        record = match_record(match)
        assert read_record(json.loads(record_text(record))) == record
        assert record.result is not None
        assert record.seed is not None


def test_the_running_record_tells_finished_hands_only() -> None:
    match = started(players=3)
    now = play_until(match, lambda now: now.match.hands_done == 2 and now.state.phase is Phase.PLAYING)
    record = match_record(now.match)
    assert [hand.hand.number for hand in record.hands] == [1, 2]
    assert (record.seed, record.result, record.finished_at) == (None, None, None)


def test_a_state_loaded_anew_is_the_state_that_was_stored() -> None:
    match = started(players=3, users=people(3))
    for turn in range(60):
        now = loaded(match)
        if now.state.to_act is None:
            services.match_advance(match_id=match.pk, version=now.match.version)
            continue
        user = now.seats[now.state.to_act].user
        assert user is not None
        after = services.match_act(code=match.code, user=user, act=act_for(now.state, turn), version=now.match.version)
        assert loaded(match).state == after.state
        assert loaded(match).turn_from == after.turn_from == after.match.version


@pytest.mark.parametrize("players", [3, 6])
def test_statements_of_an_act_are_few_and_do_not_grow_with_the_match(players: int) -> None:
    match = started(players=players, users=people(players), rules=PRESETS[Preset.FOREHEAD])
    counts: dict[str, set[int]] = {}
    for turn in range(100_000):
        now = loaded(match)
        if now.match.status == Match.Status.FINISHED:
            break
        if now.state.to_act is None:
            services.match_advance(match_id=match.pk, version=now.match.version)
            continue
        user, act = now.seats[now.state.to_act].user, act_for(now.state, turn)
        assert user is not None
        user = User.objects.with_suspension().get(pk=user.pk)
        with CaptureQueriesContext(connection) as queries:
            services.match_act(code=match.code, user=user, act=act, version=now.match.version)
        statements = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
        counts.setdefault(f"{now.state.phase} {loaded(match).state.phase}", set()).add(len(statements))
    assert counts["bidding bidding"] == counts["bidding playing"] == {6}
    assert counts["playing playing"] == {6, 7}, "a lead writes its trick, the last card its winner"
    assert counts["playing dealing"] == counts["playing finished"] == {8}


def test_the_same_act_twice_is_refused_the_second_time() -> None:
    match, now = bidding()
    user = now.seats[now.state.to_act].user
    act = bid(0)
    services.match_act(code=match.code, user=user, act=act, version=now.match.version)
    again = lambda: services.match_act(code=match.code, user=user, act=act, version=now.match.version)  # noqa: E731
    assert refused(match, again) is Refusal.STALE


def test_an_act_stands_when_only_seats_have_changed_hands_since() -> None:
    match, now = bidding()
    user = now.seats[now.state.to_act].user
    other = next(seat for seat in now.seats if seat.number != now.state.to_act)
    services.seat_take_over(code=match.code, number=other.number)
    after = services.match_act(code=match.code, user=user, act=bid(0), version=now.match.version)
    assert after.match.version == now.match.version + 2


def test_out_of_turn_out_of_range_and_hooked_bids_are_refused() -> None:
    match, now = bidding()
    version = now.match.version

    def bids(user: User, tricks: int) -> Callable[[], object]:
        return lambda: services.match_act(code=match.code, user=user, act=bid(tricks), version=version)

    assert refused(match, bids(now.seats[now.hand.dealer].user, 0)) is Illegal.NOT_YOUR_TURN
    assert refused(match, bids(now.seats[now.state.to_act].user, 2)) is Illegal.BID_OUT_OF_RANGE
    assert refused(match, bids(people(1)[0], 0)) is Refusal.NOT_SEATED
    for _ in range(3):
        now = step(match)
    version = now.match.version
    dealer = now.seats[now.hand.dealer]
    hooked = table(pk=match.pk).for_viewer(dealer.number).view.hand.hook
    assert hooked == 1 - sum(now.state.hand.bids)
    assert refused(match, bids(dealer.user, hooked)) is Illegal.BID_HOOKED


def test_a_card_not_held_and_a_revoke_are_refused() -> None:
    match = started(users=people(3), players=3, rules=CLASSIC.on(Ladder.DOWN_UP))

    def may_not_play_all(now: Any) -> bool:
        if now.state.phase is not Phase.PLAYING or now.state.hand.led is None:
            return False
        held = now.state.hand.holdings[now.state.to_act]
        return 0 < len(held.of_suit(now.state.hand.led)) < len(held)

    now = play_until(match, may_not_play_all)
    seat = now.seats[now.state.to_act]
    holding = now.state.hand.holdings[seat.number]
    other = next(card for card in now.state.hand.holdings[(seat.number + 1) % 3])

    def play(card: Any) -> Any:
        return lambda: services.match_act(
            code=match.code, user=seat.user, act=play_card(card), version=now.match.version
        )

    assert refused(match, play(other)) is Illegal.CARD_NOT_HELD
    assert refused(match, play(None)) is Illegal.CARD_SEEN
    off_suit = next(card for card in holding if card.suit is not now.state.hand.led)
    assert refused(match, play(off_suit)) is Illegal.MUST_FOLLOW


def test_after_the_deadline_a_bid_is_refused_and_a_bot_takes_the_seat() -> None:
    match, now = bidding(turn_seconds=15)
    seat = now.seats[now.state.to_act]
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(milliseconds=1))
    late = lambda: services.match_act(code=match.code, user=seat.user, act=bid(0), version=now.match.version)  # noqa: E731
    assert refused(match, late) is Refusal.TIME_IS_UP
    services.match_advance(match_id=match.pk, version=now.match.version)
    held = loaded(match)
    assert held.seats[seat.number].controller == Controller.BOT
    assert held.state == now.state
    services.match_advance(match_id=match.pk, version=held.match.version)
    acted = loaded(match)
    assert acted.state.to_act != seat.number
    assert models.Bid.objects.get(hand__match=match, seat=seat).by == Controller.BOT
    assert (
        refused(
            match,
            lambda: services.match_act(code=match.code, user=seat.user, act=bid(0), version=acted.match.version),
        )
        is Refusal.HELD_BY_BOT
    )


def test_a_person_comes_back_sees_what_was_done_and_acts_next() -> None:
    users = people(3)
    match = started(users=users, players=3)
    now = step(match)
    seat = now.seats[now.state.to_act]
    services.seat_take_over(code=match.code, number=seat.number)
    services.match_advance(match_id=match.pk, version=loaded(match).match.version)
    services.seat_return(code=match.code, user=seat.user)
    view = table(pk=match.pk).for_viewer(seat.number)
    assert [(act.hand, act.card) for act in view.away_acts] == [(1, None)]
    now = play_until(match, lambda now: now.state.to_act == seat.number)
    services.match_act(code=match.code, user=seat.user, act=act_for(now.state), version=now.match.version)
    assert table(pk=match.pk).for_viewer(seat.number).away_acts == ()


def test_what_was_done_in_ones_name_stays_shown_until_one_acts_however_often_one_came_back() -> None:
    match = started(users=people(3), players=3)
    now = step(match)
    seat = now.seats[now.state.to_act]
    for acted in (1, 2):
        now = play_until(match, lambda now: now.state.to_act == seat.number)
        services.seat_take_over(code=match.code, number=seat.number)
        services.match_advance(match_id=match.pk, version=loaded(match).match.version)
        services.seat_return(code=match.code, user=seat.user)
        assert len(table(pk=match.pk).for_viewer(seat.number).away_acts) == acted


def test_going_and_coming_back_wins_no_time() -> None:
    match, now = bidding(turn_seconds=30)
    seat = now.seats[now.state.to_act]
    for _ in range(2):
        services.table_leave(code=match.code, user=seat.user)
        services.seat_return(code=match.code, user=seat.user)
    assert loaded(match).match.due_at == now.match.due_at


def test_who_comes_back_after_their_time_has_the_seat_at_once_but_the_bot_has_played_the_turn() -> None:
    match, now = bidding(turn_seconds=30)
    seat = now.seats[now.state.to_act]
    late = timezone.now() - timedelta(milliseconds=1)
    Match.objects.filter(pk=match.pk).update(due_at=late, turn_ends_at=late)
    services.match_advance(match_id=match.pk, version=now.match.version)
    services.seat_return(code=match.code, user=seat.user)
    assert models.Bid.objects.get(hand__match=match, seat=seat).by == Controller.BOT
    assert loaded(match).seats[seat.number].controller == Controller.HUMAN
    assert [act.tricks for act in table(pk=match.pk).for_viewer(seat.number).away_acts] != []


def test_who_comes_back_in_their_turn_has_what_is_left_of_it_although_a_bot_began_it() -> None:
    match, now = bidding(turn_seconds=30)
    seat = now.seats[now.state.to_act]
    services.seat_take_over(code=match.code, number=seat.number)
    now = step(match)
    now = play_until(match, lambda now: now.state.to_act == seat.number)
    services.seat_return(code=match.code, user=seat.user)
    left = loaded(match).match.due_at - timezone.now()
    assert timedelta(seconds=29) < left <= timedelta(seconds=30)


def test_advance_twice_early_or_stale_changes_nothing(settings: Any) -> None:
    match = started()
    version = loaded(match).match.version
    services.match_advance(match_id=match.pk, version=version - 1)
    assert loaded(match).match.version == version
    services.match_advance(match_id=match.pk, version=version)
    after = rows(match)
    services.match_advance(match_id=match.pk, version=version)
    assert rows(match) == after
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + timedelta(seconds=5))
    after = rows(match)
    services.match_advance(match_id=match.pk, version=loaded(match).match.version)
    assert rows(match) == after


def test_a_bot_seat_acts_only_on_what_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    play_services = importlib.import_module("games.services.play")
    seen: list[tuple[Any, ...]] = []
    choose = play_services.choose
    monkeypatch.setattr(play_services, "choose", lambda *given: seen.append(given) or choose(*given))
    match = started(players=3)
    play_until(match, lambda now: now.match.hands_done == 3)
    assert seen
    for view, random, level in seen:
        assert isinstance(view, SeatView)
        assert view.viewer == view.to_act
        assert {name for name in dir(random) if not name.startswith("_")} == {"below"}
        assert bytes.fromhex(match.seed) not in vars(random).values(), "the deals to come could be had from it"
        assert level is Level.EASY


def test_absent_people_and_deleted_accounts_go_to_bots_and_the_match_runs_to_its_end(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.import_module("games.services.sweep"), "_started", -1e9)
    users = people(3)
    match = started(users=users, players=3)
    account_delete(user=users[2])
    Seat.objects.filter(match=match, user=users[1]).update(last_seen_at=timezone.now() - timedelta(seconds=31))
    services.sweep()
    controllers = list(Seat.objects.filter(match=match).order_by("number").values_list("controller", flat=True))
    assert controllers == [Controller.HUMAN, Controller.BOT, Controller.BOT]
    Seat.objects.filter(match=match).update(last_seen_at=timezone.now() - timedelta(seconds=31))
    for _ in range(400):
        services.sweep()
    final = Match.objects.get(pk=match.pk)
    assert final.status == Match.Status.FINISHED
    assert [seat.name for seat in match_record(final).seats] == [user.name for user in users]


def test_a_suspended_person_loses_the_seat_to_a_bot_and_cannot_take_it_back() -> None:
    users = people(3)
    match = started(users=users, players=3)
    person_suspend(user=users[1], by=users[0], reason="test", until=None)
    services.sweep()
    assert loaded(match).seats[1].controller == Controller.BOT
    suspended = type(users[1]).objects.get(pk=users[1].pk)
    assert refused(match, lambda: services.seat_return(code=match.code, user=suspended)) is Refusal.SUSPENDED
    with pytest.raises(Refused):
        waiting(host=suspended)


def test_resume_after_a_stop_gives_time_back(settings: Any) -> None:
    match, now = bidding(turn_seconds=15)
    long_ago = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk=match.pk).update(due_at=long_ago)
    Seat.objects.filter(match=match).update(last_seen_at=long_ago)
    assert services.matches_resume() == 1
    again = loaded(match)
    assert (again.state, again.match.version) == (now.state, now.match.version)
    assert again.match.due_at > timezone.now() + timedelta(seconds=14)
    assert all(seat.last_seen_at > timezone.now() - timedelta(seconds=5) for seat in again.seats)


def test_sitting_starting_and_leaving() -> None:
    host, guest, third = people(3)
    match = waiting(host=host, players=3)
    assert refused(match, lambda: services.table_start(code=match.code, host=host)) is Refusal.SEATS_FREE
    services.seat_take(code=match.code, user=guest, number=2)
    services.seat_take(code=match.code, user=guest, number=1)
    assert [seat.user_id for seat in loaded(match).seats] == [host.pk, None, guest.pk]
    assert refused(match, lambda: services.seat_take(code=match.code, user=third, number=2)) is Refusal.SEAT_TAKEN
    assert refused(match, lambda: services.table_start(code=match.code, host=guest)) is Refusal.NOT_HOST
    services.table_leave(code=match.code, user=host)
    assert Match.objects.get(pk=match.pk).host_id == guest.pk
    services.bot_set(code=match.code, host=guest, number=0, level=Level.HARD)
    services.bot_set(code=match.code, host=guest, number=0, level=None)
    services.table_start(code=match.code, host=guest, fill=Level.NORMAL)
    assert [seat.controller for seat in loaded(match).seats] == ["bot", "bot", "human"]
    assert refused(match, lambda: services.seat_take(code=match.code, user=third)) is Refusal.NOT_WAITING


def test_leaving_a_running_match_is_one_change_a_bot_plays_on_and_the_host_is_another() -> None:
    host, guest = people(2)
    match = started(users=[host, guest], players=3)
    step(match)
    services.table_leave(code=match.code, user=host)
    left = loaded(match)
    assert [seat.controller for seat in left.seats] == ["bot", "human", "bot"]
    assert (left.match.host_id, left.seats[0].user_id) == (guest.pk, host.pk)
    before = rows(match)
    services.table_leave(code=match.code, user=host)
    assert rows(match) == before
    assert refused(match, lambda: services.table_leave(code=match.code, user=people(3)[2])) is Refusal.NOT_SEATED
    services.seat_return(code=match.code, user=host)
    assert loaded(match).seats[0].controller == Controller.HUMAN


def test_a_match_that_cannot_be_read_keeps_the_sweep_from_no_other() -> None:
    broken, sound = (started(users=people(1), players=3) for _ in range(2))
    play_until(broken, lambda now: now.match.hands_done == 1 and now.state.phase is Phase.DEALING)
    models.Play.objects.filter(hand__match=broken, place=0).delete()
    Seat.objects.filter(match__in=[broken, sound]).update(last_seen_at=timezone.now())
    Match.objects.filter(pk=broken.pk).update(due_at=timezone.now() - timedelta(hours=1))
    before = loaded(sound).match.version
    services.sweep()
    assert loaded(sound).match.version == before + 1


def test_the_last_person_to_leave_closes_the_table() -> None:
    host = people(1)[0]
    match = waiting(host=host, bots={1: Level.EASY})
    services.table_leave(code=match.code, user=host)
    assert Match.objects.get(pk=match.pk).status == Match.Status.CLOSED


def test_a_table_nobody_looks_at_closes_and_an_absent_host_passes_the_role_on(settings: Any) -> None:
    host, guest = people(2)
    match = waiting(host=host)
    services.seat_take(code=match.code, user=guest)
    long_ago = timezone.now() - timedelta(seconds=settings.EMPTY_TABLE_AFTER + 1)
    Match.objects.filter(pk=match.pk).update(created_at=long_ago)
    Seat.objects.filter(match=match, user=host).update(last_seen_at=long_ago)
    services.sweep()
    assert Match.objects.get(pk=match.pk).host_id == guest.pk
    Seat.objects.filter(match=match).update(last_seen_at=long_ago)
    services.sweep()
    assert Match.objects.get(pk=match.pk).status == Match.Status.CLOSED


def test_a_deleted_host_leaves_a_free_seat_and_the_role_to_another() -> None:
    host, guest = people(2)
    match = waiting(host=host, players=3)
    services.seat_take(code=match.code, user=guest)
    account_delete(user=host)
    services.sweep()
    now = loaded(match)
    assert [seat.name for seat in now.seats] == ["", "Bianca", ""]
    assert now.match.host_id == guest.pk
    account_delete(user=guest)
    services.sweep()
    assert loaded(match).match.status == Match.Status.CLOSED


def test_two_people_of_one_name_are_told_apart() -> None:
    host = people(1)[0]
    twin = people(1)[0]
    match = waiting(host=host)
    services.seat_take(code=match.code, user=twin)
    assert [seat.name for seat in loaded(match).seats[:2]] == ["Andrei", "Andrei 2"]


def test_rematch_keeps_people_places_bots_and_options() -> None:
    users = people(2)
    rules = PRESETS[Preset.GOLD].on(Ladder.DOWN_UP)
    match = started(users=users, players=3, rules=rules, level=Level.HARD)
    assert refused(match, lambda: services.rematch(code=match.code, user=users[0])) is Refusal.NOT_FINISHED
    old = play_out(match)
    new = services.rematch(code=match.code, user=users[1])
    assert services.rematch(code=match.code, user=users[0]).pk == new.pk
    assert services.rematch(code=match.code, user=users[0]).pk == new.pk
    seats = loaded(new).seats
    assert [seat.user_id for seat in seats] == [users[0].pk, users[1].pk, None]
    assert seats[2].bot_level == "hard"
    assert (new.rules, new.host_id) == (rules, users[1].pk)
    assert new.seed != old.seed
    assert table(pk=old.pk).for_viewer(0).rematch_code == new.code
    stranger = people(3)[2]
    with pytest.raises(Refused) as raised:
        services.rematch(code=match.code, user=stranger)
    assert raised.value.code is Refusal.NOT_SEATED


def test_a_rematch_nobody_waited_for_can_be_asked_for_again() -> None:
    users = people(2)
    match = started(users=users, players=3)
    play_out(match)
    first = services.rematch(code=match.code, user=users[0])
    services.table_leave(code=first.code, user=users[0])
    assert table(pk=match.pk).for_viewer(0).rematch_code is None
    second = services.rematch(code=match.code, user=users[1])
    assert second.pk != first.pk
    assert services.rematch(code=match.code, user=users[0]).pk == second.pk
    assert Match.objects.get(pk=second.pk).status == Match.Status.WAITING


def test_abort_ends_a_match_and_is_logged() -> None:
    users = people(2)
    match = started(users=users, players=3)
    services.match_abort(code=match.code, by=users[1], reason="quarrel")
    assert Match.objects.get(pk=match.pk).status == Match.Status.ABORTED
    assert LogEntry.objects.get().user_id == users[1].pk
    assert refused(match, lambda: services.match_abort(code=match.code, by=users[1])) is Refusal.NOT_RUNNING
    assert match_record(Match.objects.get(pk=match.pk)).seed is None


@pytest.mark.parametrize(
    "double",
    [
        lambda match: models.Bid.objects.filter(hand__match=match).first(),
        lambda match: models.Play.objects.filter(hand__match=match).first(),
        lambda match: models.Trick.objects.filter(hand__match=match).first(),
        lambda match: models.HandScore.objects.filter(hand__match=match).first(),
        lambda match: models.Hand.objects.filter(match=match).first(),
        lambda match: Seat.objects.filter(match=match).first(),
    ],
)
def test_the_database_itself_refuses_a_second_one(double: Any) -> None:
    match = started(players=3)
    play_until(match, lambda now: now.match.hands_done == 1)
    row = double(match)
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_the_database_refuses_a_person_in_two_seats_and_two_holders_of_one() -> None:
    users = people(2)
    match = started(users=users, players=3)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=match, number=1).update(user=users[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=match, number=2).update(user=people(3)[2])


def test_every_refusal_has_words_in_both_languages() -> None:
    assert set(MESSAGES) == {*Refusal, *Illegal}
    for code in (*Refusal, *Illegal):
        for language in ("en", "ro"):
            with translation.override(language):
                assert Refused(code).message


def test_nothing_is_announced_when_nothing_was_committed(django_capture_on_commit_callbacks: Any) -> None:
    match, now = bidding()
    with django_capture_on_commit_callbacks() as callbacks:
        refused(
            match,
            lambda: services.match_act(
                code=match.code, user=now.seats[now.hand.dealer].user, act=bid(0), version=now.match.version
            ),
        )
    assert callbacks == []
    with django_capture_on_commit_callbacks() as callbacks:
        step(match)
    assert len(callbacks) >= 1


def test_nobody_at_a_rematch_goes_by_the_name_of_another() -> None:
    host, guest = people(2)
    match = play_out(started(users=[host, guest], players=3))
    for user in (host, guest):
        profile_update(user=user, name=loaded(match).seats[2].name, language="")
        new = services.rematch(code=match.code, user=user)
    names = [seat.name for seat in Seat.objects.filter(match=new)]
    assert len(set(names)) == 3, names
