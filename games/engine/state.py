"""The state of a match as frozen values, and the questions one asks of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card, CardSet, Suit
from games.engine.ruleset import RuleSet
from games.engine.schedule import dealer_of, schedule, seats_from
from games.engine.scoring import HandScore, Standing, winners


class Phase(StrEnum):
    """What the match waits for. In `dealing` the last hand, if any, is over and still lies open."""

    DEALING = "dealing"
    BIDDING = "bidding"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order played, beginning with the leader's; `winner` is a seat once the trick is complete."""

    leader: int
    cards: tuple[Card, ...] = ()
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal and its play. Tuples by seat unless said; `bids` in the order said, from the forehand."""

    number: int
    size: int
    dealer: int
    dealt: tuple[tuple[Card, ...], ...]
    turnup: Card | None
    holdings: tuple[CardSet, ...]
    bids: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    taken: tuple[int, ...] = ()
    scores: tuple[HandScore, ...] | None = None

    @property
    def players(self) -> int:
        return len(self.holdings)

    @property
    def trump(self) -> Suit | None:
        return self.turnup.suit if self.turnup is not None else None

    @property
    def bidders(self) -> tuple[int, ...]:
        """Seats in the order they bid: from the forehand round to the dealer."""
        return seats_from((self.dealer + 1) % self.players, self.players)

    @property
    def bids_by_seat(self) -> tuple[int | None, ...]:
        bids: list[int | None] = [None] * self.players
        for seat, tricks in zip(self.bidders, self.bids, strict=False):
            bids[seat] = tricks
        return tuple(bids)

    @property
    def contracts(self) -> tuple[int, ...]:
        """What each seat bid, by seat, once all have."""
        return tuple(bid for bid in self.bids_by_seat if bid is not None)

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick on the table, when one is."""
        return self.trick.cards[0].suit if self.trick and self.trick.cards else None


@dataclass(frozen=True, slots=True)
class MatchState:
    """A whole match at one moment. `standings` (by seat) are those after the last finished hand."""

    rules: RuleSet
    players: int
    first_dealer: int
    standings: tuple[Standing, ...]
    hands_done: int = 0
    hand: Hand | None = None

    def with_hand(self, hand: Hand) -> MatchState:
        """The same match with this hand on the table. Spelled out, since every action of a match passes here."""
        return MatchState(self.rules, self.players, self.first_dealer, self.standings, self.hands_done, hand)

    @property
    def schedule(self) -> tuple[int, ...]:
        return schedule(self.rules.ladder, self.players)

    @property
    def phase(self) -> Phase:
        if self.hand is None or self.hand.scores is not None:
            return Phase.FINISHED if self.hands_done == len(self.schedule) else Phase.DEALING
        return Phase.BIDDING if len(self.hand.bids) < self.players else Phase.PLAYING

    @property
    def to_act(self) -> int | None:
        """The seat to bid or to play; None while the next deal is awaited and at the end."""
        match self.phase, self.hand:
            case Phase.BIDDING, Hand(bids=bids, bidders=bidders):
                return bidders[len(bids)]
            case Phase.PLAYING, Hand(trick=Trick(leader=leader, cards=cards)):
                return (leader + len(cards)) % self.players
        return None

    @property
    def next_dealer(self) -> int:
        """The seat that deals the hand after the last finished one."""
        return dealer_of(self.hands_done + 1, self.first_dealer, self.players)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(standing.total for standing in self.standings)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winning seats of a finished match."""
        return winners(self.totals, self.rules.zero_wins) if self.phase is Phase.FINISHED else None


def new_match(rules: RuleSet, players: int, first_dealer: int) -> MatchState:
    """A match before its first deal."""
    return MatchState(rules, players, first_dealer, (Standing(),) * players)
