"""What the seat to act knows of the hand, in masks (see cardbits)."""

from __future__ import annotations

from dataclasses import dataclass

from games.bots.cardbits import SUIT_OF, TAKERS, bit_of, mask_of, suit_mask
from games.engine.cards import deck
from games.engine.resample import lacking
from games.engine.scoring import score_hand
from games.engine.view import SeatView


@dataclass(frozen=True, slots=True)
class Position:
    """A hand as the seat to act knows it. Tuples by seat unless said; `trump` is a suit's mask or NO_TRUMP.

    `unseen`: the cards that may be in another holding. `lacks`: the suits each seat has shown to be without.
    `played`: the cards each seat has played to this hand. `foreheads`: the card seen on each forehead, 0 for none.
    `leader`: of the trick on the table, or of the first. `trick`: the cards on the table in the order played.
    """

    view: SeatView
    seat: int
    players: int
    size: int
    is_forehead: bool
    trump: int
    turnup: int
    holding: int
    foreheads: tuple[int, ...]
    unseen: int
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    cards_left: tuple[int, ...]
    lacks: tuple[int, ...]
    played: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    legal_bids: tuple[int, ...]
    legal_plays: int

    @classmethod
    def of(cls, view: SeatView) -> Position:
        """The position of the viewer; ValueError when it is not to act."""
        hand, seat = view.hand, view.viewer
        if hand is None or seat is None or seat != view.to_act:
            raise ValueError("this viewer is not to act")
        tricks = (*hand.tricks, *((hand.trick,) if hand.trick else ()))
        played = [0] * view.players
        for trick in tricks:
            for place, card in enumerate(trick.cards):
                played[(trick.leader + place) % view.players] |= bit_of(card)
        turnup = mask_of([hand.turnup] if hand.turnup is not None else [])
        holding = mask_of(hand.holding)
        foreheads = tuple(0 if card is None else bit_of(card) for card in hand.foreheads)
        return cls(
            view=view,
            seat=seat,
            players=view.players,
            size=hand.size,
            is_forehead=hand.is_forehead,
            trump=suit_mask(hand.trump),
            turnup=turnup,
            holding=holding,
            foreheads=foreheads,
            unseen=mask_of(deck(view.players)) & ~(turnup | holding | sum(foreheads) | sum(played)),
            bids=hand.bids,
            taken=hand.taken,
            cards_left=hand.cards_left,
            lacks=tuple(sum(map(suit_mask, suits)) for suits in lacking(hand, view.players)),
            played=tuple(played),
            leader=hand.trick.leader if hand.trick else hand.bidders[0],
            trick=tuple(map(bit_of, hand.trick.cards)) if hand.trick else (),
            legal_bids=hand.legal_bids,
            legal_plays=mask_of(hand.legal_plays),
        )

    @property
    def bid(self) -> int:
        """The seat's own bid, once made."""
        bid = self.bids[self.seat]
        assert bid is not None
        return bid

    @property
    def needs(self) -> tuple[int, ...]:
        """How many more tricks each seat wants, once all have bid; below zero when it has too many."""
        return tuple(bid - taken for bid, taken in zip(self.bids, self.taken, strict=True) if bid is not None)

    @property
    def need(self) -> int:
        """How many more tricks the seat itself wants."""
        return self.bid - self.taken[self.seat]

    @property
    def left(self) -> int:
        """How many tricks are still to be won, the one on the table included."""
        return self.cards_left[self.seat]

    @property
    def led(self) -> int:
        """The suit led to the trick on the table, when one is; no card otherwise."""
        return SUIT_OF[self.trick[0]] if self.trick else 0

    @property
    def takers(self) -> int:
        """The legal cards that would take the trick on the table from the best card so far."""
        best = winning_card(self.trick, self.trump)
        return self.legal_plays & TAKERS[self.trump][best] if best else 0

    def worth(self, bid: int, taken: int) -> int:
        """The points, premium included, that the hand brings the seat if it ends so."""
        score = score_hand(self.view.rules, self.size, bid, taken, self.view.standings[self.seat])
        return score.points + score.bonus


def winning_card(trick: tuple[int, ...], trump: int) -> int:
    """The best card of a trick in the order played; 0 when there is none yet."""
    best = 0
    for card in trick:
        if not best or card & TAKERS[trump][best]:
            best = card
    return best
