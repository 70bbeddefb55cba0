"""The record of a match: its values, and the JSON they are written as (docs/record.md).

A record holds finished hands only, so the record of a running match gives nothing away. `verify` reads records back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card
from games.engine.ruleset import RuleSet, Streak
from games.engine.schedule import schedule
from games.engine.scoring import HandScore, winners
from games.engine.shuffle import commitment
from games.engine.state import Hand, Trick

FORMAT = "whist-match/1"


class Holder(StrEnum):
    """Who holds a seat."""

    HUMAN = "human"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat as shown in the record; `level` is a bot's."""

    name: str
    kind: Holder
    level: str | None = None


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A finished hand, and who held the bidding seat at each bid, in the order said.

    ValueError for a hand that is not finished: its cards are nobody's to tell.
    """

    hand: Hand
    bid_by: tuple[Holder, ...]

    def __post_init__(self) -> None:
        if self.hand.scores is None:
            raise ValueError("the hand is not finished")
        if len(self.bid_by) != self.hand.players:
            raise ValueError("every bid needs its holder")

    @property
    def scores(self) -> tuple[HandScore, ...]:
        return self.hand.scores or ()

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(score.standing.total for score in self.scores)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the totals by seat, the winning seats in rising order."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match with its finished hands, finished or not.

    Times are UTC to the second, such as "2026-11-30T18:04:05Z"; `finished_at` is None while there is no result.
    `seed` may be told with a finished match only (ValueError otherwise): it gives away every hand to come.
    """

    id: str
    started_at: str
    finished_at: str | None
    rules: RuleSet
    seats: tuple[SeatRecord, ...]
    hands: tuple[HandRecord, ...]
    seed: bytes | None = None

    def __post_init__(self) -> None:
        if self.seed is not None and self.result is None:
            raise ValueError("the seed of an unfinished match is secret")

    @property
    def result(self) -> Result | None:
        """None until every hand of the schedule is finished."""
        if len(self.hands) < len(schedule(self.rules.ladder, len(self.seats))):
            return None
        totals = self.hands[-1].totals
        return Result(totals, winners(totals, self.rules.zero_wins))


def record_text(record: MatchRecord) -> str:
    """The record as one line of ASCII JSON, the same wherever it is made."""
    return json.dumps(write_record(record), separators=(",", ":"))


def write_record(record: MatchRecord) -> dict[str, object]:
    """The record as a JSON object."""
    return {
        "format": FORMAT,
        "id": record.id,
        "started_at": record.started_at,
        "finished_at": record.finished_at,
        "ruleset": _ruleset(record.rules),
        "seats": [_seat(seat) for seat in record.seats],
        "hands": [_hand(hand) for hand in record.hands],
        "result": _result(record.result),
        "fairness": _fairness(record.seed),
    }


def _ruleset(rules: RuleSet) -> dict[str, object]:
    return {
        "preset": rules.preset.value,
        "ladder": rules.ladder.value,
        "one_card_hands": rules.one_card_hands.value,
        "scoring": rules.scoring.value,
        "streak": _streak(rules.streak),
        "zero_wins": rules.zero_wins,
    }


def _streak(streak: Streak | None) -> dict[str, object] | None:
    return None if streak is None else {"length": streak.length, "award": streak.award}


def _seat(seat: SeatRecord) -> dict[str, object]:
    level = {"level": seat.level} if seat.kind is Holder.BOT else {}
    return {"name": seat.name, "kind": seat.kind.value, **level}


def _hand(record: HandRecord) -> dict[str, object]:
    hand = record.hand
    said = zip(hand.bidders, hand.bids, record.bid_by, strict=True)
    return {
        "number": hand.number,
        "size": hand.size,
        "dealer": hand.dealer,
        "cards": [_cards(cards) for cards in hand.dealt],
        "turned": None if hand.turnup is None else str(hand.turnup),
        "bids": [{"seat": seat, "tricks": tricks, "by": by.value} for seat, tricks, by in said],
        "tricks": [_trick(trick) for trick in hand.tricks],
        "taken": list(hand.taken),
        "points": [score.points for score in record.scores],
        "bonus": [score.bonus for score in record.scores],
        "totals": list(record.totals),
    }


def _trick(trick: Trick) -> dict[str, object]:
    return {"leader": trick.leader, "cards": _cards(trick.cards), "winner": trick.winner}


def _cards(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _result(result: Result | None) -> dict[str, object] | None:
    return None if result is None else {"totals": list(result.totals), "winners": list(result.winners)}


def _fairness(seed: bytes | None) -> dict[str, object] | None:
    return None if seed is None else {"commitment": commitment(seed), "seed": seed.hex()}
