"""A person's past and running matches, and one match told in full. Only finished hands are ever told."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.db.models import Exists, F, OuterRef

from games.engine.cards import Card
from games.engine.json_node import RecordFault
from games.engine.record import HandRecord, Holder, MatchRecord, record_text
from games.engine.ruleset import RuleSet
from games.engine.schedule import schedule, seats_from
from games.engine.scoring import winners
from games.engine.shuffle import commitment
from games.engine.state import Trick
from games.engine.verify import read_record
from games.models import Controller, HandScore, Match, Play, Seat
from games.selectors.record import match_record
from games.selectors.sheet import Cell, Sheet, SheetRow

MATCHES_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Player:
    """Who has or had a seat, as shown, and their total so far. `is_winner` only once the match is finished."""

    number: int
    name: str
    is_bot: bool
    bot_level: str
    is_own: bool
    total: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One match in a person's list; `own` is the person's own seat."""

    code: str
    status: str
    rules: RuleSet
    started_at: datetime
    hands_done: int
    hands_total: int
    players: tuple[Player, ...]

    @property
    def own(self) -> Player:
        return next(player for player in self.players if player.is_own)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One of `pages` pages, counted from 1, of a person's matches."""

    number: int
    pages: int
    rows: tuple[HistoryRow, ...]

    @property
    def newer(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None


@dataclass(frozen=True, slots=True)
class PlayStory:
    """A card laid to a trick. `for_person`: a bot laid it in a person's seat."""

    seat: int
    card: Card
    for_person: bool
    is_winner: bool


@dataclass(frozen=True, slots=True)
class BidStory:
    """What a seat said. `for_person`: a bot said it in a person's seat."""

    seat: int
    tricks: int
    for_person: bool


@dataclass(frozen=True, slots=True)
class HandStory:
    """A finished hand. `dealt` and `cells` by seat; `bids` and `tricks` in the order made."""

    number: int
    size: int
    dealer: int
    is_forehead: bool
    turnup: Card | None
    dealt: tuple[tuple[Card, ...], ...]
    bids: tuple[BidStory, ...]
    tricks: tuple[tuple[PlayStory, ...], ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class MatchStory:
    """A match that has begun, as anybody may read it. `seed`: once it is finished.

    `fault`: what the check of the finished record found; None when it found nothing or there is nothing to check yet.
    """

    code: str
    status: str
    rules: RuleSet
    turn_seconds: int | None
    is_public: bool
    started_at: datetime
    finished_at: datetime | None
    players: tuple[Player, ...]
    sheet: Sheet
    hands: tuple[HandStory, ...]
    commitment: str
    seed: str | None
    fault: str | None


def history(user_id: int, page: int | str | None) -> HistoryPage:
    """A page of the matches a person began, newest first; a page that is none gives the nearest. Four statements."""
    sits = Seat.objects.filter(match=OuterRef("pk"), user=user_id)
    begun = Match.objects.filter(Exists(sits), started_at__isnull=False).order_by("-started_at", "-pk")
    found = Paginator(begun.prefetch_related("seats"), MATCHES_A_PAGE).get_page(page)
    matches = list(found)
    totals = _totals(matches)
    return HistoryPage(
        number=found.number,
        pages=found.paginator.num_pages,
        rows=tuple(_row(match, totals[match.pk], user_id) for match in matches),
    )


def match_story(match: Match, user_id: int | None) -> MatchStory:
    """All that may be told of a match that has begun, to this person or to nobody in particular."""
    assert match.started_at is not None
    record = match_record(match)
    sheet = _sheet(record)
    seats = list(match.seats.order_by("number"))
    is_finished = match.status == Match.Status.FINISHED
    taken_over = _plays_for_people(match)
    return MatchStory(
        code=match.code,
        status=match.status,
        rules=match.rules,
        turn_seconds=match.turn_seconds,
        is_public=match.is_public,
        started_at=match.started_at,
        finished_at=match.finished_at,
        players=_players(match, seats, sheet.totals, user_id),
        sheet=sheet,
        hands=tuple(
            _hand_story(record, hand, row.cells, taken_over[row.number])
            for hand, row in zip(record.hands, sheet.rows, strict=True)
        ),
        commitment=commitment(bytes.fromhex(match.seed)),
        seed=match.seed if is_finished else None,
        fault=_fault(record) if is_finished else None,
    )


def _totals(matches: Iterable[Match]) -> defaultdict[int, dict[int, int]]:
    """The totals after the last finished hand, by match and seat number."""
    last = HandScore.objects.filter(hand__match__in=[match.pk for match in matches])
    last = last.filter(hand__number=F("hand__match__hands_done"))
    totals: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for match_id, seat, total in last.values_list("hand__match_id", "seat__number", "total"):
        totals[match_id][seat] = total
    return totals


def _row(match: Match, totals: dict[int, int], user_id: int) -> HistoryRow:
    assert match.started_at is not None
    seats = list(match.seats.all())
    return HistoryRow(
        code=match.code,
        status=match.status,
        rules=match.rules,
        started_at=match.started_at,
        hands_done=match.hands_done,
        hands_total=len(schedule(match.rules.ladder, match.players)),
        players=_players(match, seats, tuple(totals.get(seat.number, 0) for seat in seats), user_id),
    )


def _players(match: Match, seats: list[Seat], totals: tuple[int, ...], user_id: int | None) -> tuple[Player, ...]:
    is_finished = match.status == Match.Status.FINISHED
    winning = winners(totals, match.zero_wins) if is_finished else ()
    return tuple(
        Player(
            number=seat.number,
            name=seat.name,
            is_bot=bool(seat.bot_level),
            bot_level=seat.bot_level,
            is_own=seat.user_id is not None and seat.user_id == user_id,
            total=totals[seat.number],
            is_winner=seat.number in winning,
        )
        for seat in seats
    )


def _sheet(record: MatchRecord) -> Sheet:
    """The record's hands as a score sheet: both tell of the same hands, however the match goes on meanwhile."""
    rows = tuple(
        SheetRow(
            told.hand.number,
            told.hand.size,
            told.hand.dealer,
            tuple(
                Cell(bid, taken, score.points, score.bonus, score.standing.total)
                for bid, taken, score in zip(told.hand.contracts, told.hand.taken, told.scores, strict=True)
            ),
        )
        for told in record.hands
    )
    players = len(record.seats)
    totals = record.hands[-1].totals if record.hands else (0,) * players
    return Sheet(rows, schedule(record.rules.ladder, players), totals)


def _plays_for_people(match: Match) -> defaultdict[int, set[Card]]:
    """The cards that a bot laid in a person's seat, by the number of the finished hand."""
    plays = Play.objects.filter(
        hand__match=match, hand__number__lte=match.hands_done, by=Controller.BOT, seat__bot_level=""
    )
    cards: defaultdict[int, set[Card]] = defaultdict(set)
    for number, card in plays.values_list("hand__number", "card"):
        cards[number].add(Card.parse(card))
    return cards


def _hand_story(record: MatchRecord, told: HandRecord, cells: tuple[Cell, ...], taken_over: set[Card]) -> HandStory:
    hand = told.hand
    is_person = [seat.kind is Holder.HUMAN for seat in record.seats]
    return HandStory(
        number=hand.number,
        size=hand.size,
        dealer=hand.dealer,
        is_forehead=record.rules.is_forehead(hand.size),
        turnup=hand.turnup,
        dealt=hand.dealt,
        bids=tuple(
            BidStory(seat, tricks, by is Holder.BOT and is_person[seat])
            for seat, tricks, by in zip(hand.bidders, hand.bids, told.bid_by, strict=True)
        ),
        tricks=tuple(_trick_story(trick, taken_over) for trick in hand.tricks),
        cells=cells,
    )


def _trick_story(trick: Trick, taken_over: set[Card]) -> tuple[PlayStory, ...]:
    return tuple(
        PlayStory(seat, card, card in taken_over, seat == trick.winner)
        for seat, card in zip(seats_from(trick.leader, len(trick.cards)), trick.cards, strict=True)
    )


def _fault(record: MatchRecord) -> str | None:
    """What is wrong with a record by the rules, or with its deals by its seed."""
    try:
        read_record(json.loads(record_text(record)))
    except RecordFault as fault:
        return str(fault)
    return None
