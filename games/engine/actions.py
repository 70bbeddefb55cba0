"""What may be done to a match, what then happened, and why something may not be done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card
from games.engine.scoring import HandScore


@dataclass(frozen=True, slots=True)
class Deal:
    """The next hand is dealt from this order of the whole deck."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat says how many tricks it will take."""

    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card; None is the unseen card of a forehead hand, which can be played no other way."""

    seat: int
    card: Card | None


Action = Deal | Bid | Play


@dataclass(frozen=True, slots=True)
class HandDealt:
    number: int
    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BidMade:
    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """`trick` and `place` count from 0: the trick of the hand, the card's place in the trick."""

    seat: int
    card: Card
    trick: int
    place: int


@dataclass(frozen=True, slots=True)
class TrickTaken:
    trick: int
    winner: int


@dataclass(frozen=True, slots=True)
class HandScored:
    scores: tuple[HandScore, ...]


@dataclass(frozen=True, slots=True)
class MatchFinished:
    winners: tuple[int, ...]


Event = HandDealt | BidMade | CardPlayed | TrickTaken | HandScored | MatchFinished


class Illegal(StrEnum):
    """Why an action is not allowed. No reason depends on a card the acting seat may not see."""

    NOT_DEALING = "not_dealing"
    BAD_DECK = "bad_deck"
    NOT_BIDDING = "not_bidding"
    NOT_PLAYING = "not_playing"
    NOT_YOUR_TURN = "not_your_turn"
    BID_OUT_OF_RANGE = "bid_out_of_range"
    BID_HOOKED = "bid_hooked"
    CARD_UNSEEN = "card_unseen"
    CARD_SEEN = "card_seen"
    CARD_NOT_HELD = "card_not_held"
    MUST_FOLLOW = "must_follow"
    MUST_TRUMP = "must_trump"


class IllegalAction(Exception):
    """The rules do not allow this action now; the state is as it was."""

    def __init__(self, code: Illegal) -> None:
        super().__init__(code.value)
        self.code = code
