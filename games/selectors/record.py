"""The record of a stored match, told from its rows alone, in five statements whatever the match's length."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime

from games import store
from games.engine.cards import Card
from games.engine.record import HandRecord, Holder, MatchRecord, SeatRecord
from games.engine.state import new_match
from games.models import Bid, Hand, Match, Play, Seat


def finished_hands(match: Match) -> tuple[HandRecord, ...]:
    """The finished hands in order, replayed by the rules. The hand being played is never read."""
    hands = Hand.objects.filter(match=match, number__lte=match.hands_done).order_by("number")
    of_finished = {"hand__match": match, "hand__number__lte": match.hands_done}
    bids: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for hand_id, tricks, by in (
        Bid.objects.filter(**of_finished).order_by("version").values_list("hand_id", "tricks", "by")
    ):
        bids[hand_id].append((tricks, by))
    cards: defaultdict[int, list[Card]] = defaultdict(list)
    for hand_id, card in Play.objects.filter(**of_finished).order_by("version").values_list("hand_id", "card"):
        cards[hand_id].append(Card.parse(card))
    records = []
    state = new_match(match.rules, match.players, match.first_dealer)
    for hand in hands:
        state = store.replay(state, hand.order, [tricks for tricks, _ in bids[hand.pk]], cards[hand.pk])
        assert state.hand is not None
        records.append(HandRecord(state.hand, tuple(Holder(by) for _, by in bids[hand.pk])))
    return tuple(records)


def match_record(match: Match) -> MatchRecord:
    """The record of a match that has begun; the end and the seed are told once it is finished."""
    assert match.started_at is not None
    is_finished = match.status == Match.Status.FINISHED
    return MatchRecord(
        id=match.code,
        started_at=_text(match.started_at),
        finished_at=_text(match.finished_at) if is_finished and match.finished_at else None,
        rules=match.rules,
        seats=tuple(_seat(seat) for seat in Seat.objects.filter(match=match).order_by("number")),
        hands=finished_hands(match),
        seed=bytes.fromhex(match.seed) if is_finished else None,
    )


def _seat(seat: Seat) -> SeatRecord:
    if seat.bot_level:
        return SeatRecord(seat.name, Holder.BOT, seat.bot_level)
    return SeatRecord(seat.name, Holder.HUMAN)


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
