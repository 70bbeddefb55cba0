"""Between rows and the engine: a match's rows become a state, an action's events become rows.

`load` costs three statements (`read` two more) and `append` at most four, however long the match has been going.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import F, FilteredRelation, Q

from games.engine import actions
from games.engine.actions import IllegalAction
from games.engine.apply import apply
from games.engine.cards import Card, cards_text, parse_cards
from games.engine.scoring import HandScore as EngineScore
from games.engine.scoring import Standing
from games.engine.state import MatchState, new_match
from games.models import Bid, Hand, HandScore, Match, Play, Seat, Trick

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class InHand(TypedDict):
        """What a seat said in a hand, at which version, and where it stood before the hand."""

        bid_tricks: int | None
        bid_version: int | None
        before_total: int | None
        before_run: int | None

    SeatInHand = WithAnnotations[Seat, InHand]

NO_HAND = 0


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match's rows and the state they tell. `seats` in order; `hand` the last one dealt, `trick_id` its last trick.

    `turn_from`: the version at which the present turn began. An act made for an older version is too late.
    """

    match: Match
    seats: tuple[Seat, ...]
    hand: Hand | None
    trick_id: int | None
    turn_from: int
    state: MatchState


def lock(code: str) -> Match | None:
    """The match's row, locked until the transaction ends; every change of a match begins here."""
    return Match.objects.select_for_update().filter(code=code).first()


def read(**which: Any) -> Loaded | None:
    """A match and its rows at one version, without a lock: read again when a change came in between.

    `which`: a lookup of one match; None when there is none.
    """
    while (match := Match.objects.filter(**which).first()) is not None:
        try:
            loaded = load(match)
        except (IllegalAction, ValueError):
            if _is_still(match):
                raise
        else:
            if _is_still(match):
                return loaded
    return None


def load(match: Match) -> Loaded:
    """A locked match as its rows tell it, up to the last hand dealt; earlier hands count only by their scores."""
    hand, before = _last_hands(match)
    if hand is None:
        undealt = new_match(match.rules, match.players, match.first_dealer)
        return Loaded(match, tuple(Seat.objects.filter(match=match).order_by("number")), None, None, 0, undealt)
    seats = tuple(_seats_in(hand, before))
    plays = Play.objects.filter(hand=hand).order_by("version").values_list("card", "trick_id", "version")
    played = [(Card.parse(card), trick_id, version) for card, trick_id, version in plays]
    said = sorted(
        (seat.bid_version, seat.bid_tricks)
        for seat in seats
        if seat.bid_version is not None and seat.bid_tricks is not None
    )
    return Loaded(
        match=match,
        seats=seats,
        hand=hand,
        trick_id=played[-1][1] if played else None,
        turn_from=played[-1][2] if played else said[-1][0] if said else hand.version,
        state=replay(
            MatchState(match.rules, match.players, match.first_dealer, tuple(map(_standing, seats)), hand.number - 1),
            hand.order,
            [tricks for _, tricks in said],
            [card for card, _, _ in played],
        ),
    )


def append(loaded: Loaded, after: MatchState, events: Iterable[actions.Event], by: str, version: int) -> None:
    """Writes what led from the loaded state to `after`. `by`: the Controller that acted; `version`: the new one."""
    hand, seats, trick_id = loaded.hand, loaded.seats, loaded.trick_id
    for event in events:
        match event:
            case actions.HandDealt(_, order):
                _append_hand(loaded.match, after, order, version)
            case actions.BidMade(seat, tricks):
                assert hand is not None
                Bid.objects.create(hand=hand, seat=seats[seat], tricks=tricks, by=by, version=version)
            case actions.CardPlayed(seat, card, number, place):
                assert hand is not None
                if place == 0:
                    trick_id = Trick.objects.create(hand=hand, number=number, leader=seats[seat]).pk
                assert trick_id is not None
                Play.objects.create(
                    hand=hand, trick_id=trick_id, seat=seats[seat], place=place, card=str(card), by=by, version=version
                )
            case actions.TrickTaken(_, winner):
                assert trick_id is not None
                Trick.objects.filter(pk=trick_id).update(winner=seats[winner])
            case actions.HandScored(scores):
                _append_scores(loaded, after, scores)


def replay(before: MatchState, order: str, bids: Iterable[int], cards: Iterable[Card]) -> MatchState:
    """The state after a hand is dealt from `order` and these bids and cards follow, by the engine's own door."""
    state, _ = apply(before, actions.Deal(parse_cards(order)))
    for tricks in bids:
        state, _ = apply(state, actions.Bid(_to_act(state), tricks))
    for card in cards:
        assert state.hand is not None
        unseen = state.rules.is_forehead(state.hand.size)
        state, _ = apply(state, actions.Play(_to_act(state), None if unseen else card))
    return state


def _is_still(match: Match) -> bool:
    return Match.objects.filter(pk=match.pk, version=match.version).exists()


def _last_hands(match: Match) -> tuple[Hand | None, Hand | None]:
    """The last hand dealt and the one before it, as far as there are any."""
    last, before, *_ = [*Hand.objects.filter(match=match).order_by("-number")[:2], None, None]
    return last, before


def _seats_in(hand: Hand, before: Hand | None) -> Iterable[SeatInHand]:
    """The seats with what they bid in this hand and where they stood before it, in one statement."""
    return (
        Seat.objects.filter(match_id=hand.match_id)
        .annotate(
            bid=FilteredRelation("bids", condition=Q(bids__hand=hand)),
            before=FilteredRelation("scores", condition=Q(scores__hand=before.pk if before else NO_HAND)),
            bid_tricks=F("bid__tricks"),
            bid_version=F("bid__version"),
            before_total=F("before__total"),
            before_run=F("before__run"),
        )
        .order_by("number")
    )


def _standing(seat: SeatInHand) -> Standing:
    return Standing(seat.before_total or 0, seat.before_run or 0)


def _to_act(state: MatchState) -> int:
    if state.to_act is None:
        raise ValueError("the rows of this hand go on after its end")
    return state.to_act


def _append_hand(match: Match, after: MatchState, order: tuple[Card, ...], version: int) -> None:
    dealt = after.hand
    assert dealt is not None
    Hand.objects.create(
        match=match,
        number=dealt.number,
        size=dealt.size,
        dealer=dealt.dealer,
        order=cards_text(order),
        version=version,
    )


def _append_scores(loaded: Loaded, after: MatchState, scores: tuple[EngineScore, ...]) -> None:
    assert after.hand is not None
    HandScore.objects.bulk_create(
        HandScore(
            hand=loaded.hand,
            seat=seat,
            taken=taken,
            points=score.points,
            bonus=score.bonus,
            total=score.standing.total,
            run=score.standing.run,
        )
        for seat, taken, score in zip(loaded.seats, after.hand.taken, scores, strict=True)
    )
