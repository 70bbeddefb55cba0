"""The one door out: what a seat, or a spectator, may know (rules.md, What a seat may know).

A view is built up from what is allowed. Nothing fuller is ever made and then stripped.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.bidding import hook, legal_bids
from games.engine.cards import Card, Suit
from games.engine.play import legal_plays
from games.engine.ruleset import RuleSet
from games.engine.scoring import HandScore, Standing
from games.engine.state import Hand, MatchState, Phase, Trick


@dataclass(frozen=True, slots=True)
class HandView:
    """The hand on the table as one viewer may know it. Tuples by seat unless said.

    `holding`: the viewer's own cards in rising order, empty in a forehead hand and for a spectator.
    `foreheads`: the cards a viewer sees on the others' foreheads, None elsewhere and everywhere in other hands.
    `cards_left`: how many cards each seat still holds. `legal_bids`, `legal_plays`: empty unless the viewer is to
    act; `plays_unseen`: the viewer is to play the one card it may not see. `hook`: the number the viewer, as
    dealer, may not bid now. `tricks`: the finished ones; `scores`: once the hand is over.
    """

    number: int
    size: int
    dealer: int
    is_forehead: bool
    turnup: Card | None
    trump: Suit | None
    bids: tuple[int | None, ...]
    bidders: tuple[int, ...]
    taken: tuple[int, ...]
    cards_left: tuple[int, ...]
    holding: tuple[Card, ...]
    foreheads: tuple[Card | None, ...]
    tricks: tuple[Trick, ...]
    trick: Trick | None
    legal_bids: tuple[int, ...]
    hook: int | None
    legal_plays: tuple[Card, ...]
    plays_unseen: bool
    scores: tuple[HandScore, ...] | None

    @property
    def bid_total(self) -> int:
        return sum(bid for bid in self.bids if bid is not None)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A match as one viewer may know it. `viewer` is a seat number, or None for a spectator.

    `standings`: by seat, after the last finished hand. `to_act`: the seat to bid or play. `winners`: at the end.
    """

    viewer: int | None
    rules: RuleSet
    players: int
    hands_total: int
    hands_done: int
    next_dealer: int
    phase: Phase
    to_act: int | None
    standings: tuple[Standing, ...]
    winners: tuple[int, ...] | None
    hand: HandView | None

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(standing.total for standing in self.standings)

    @property
    def is_to_act(self) -> bool:
        return self.viewer is not None and self.viewer == self.to_act


def view_for(state: MatchState, viewer: int | None) -> SeatView:
    """What this seat (None: a spectator) may know of the match now. ValueError when there is no such seat."""
    if viewer is not None and not 0 <= viewer < state.players:
        raise ValueError(f"no seat has the number {viewer}")
    return SeatView(
        viewer=viewer,
        rules=state.rules,
        players=state.players,
        hands_total=len(state.schedule),
        hands_done=state.hands_done,
        next_dealer=state.next_dealer,
        phase=state.phase,
        to_act=state.to_act,
        standings=state.standings,
        winners=state.winners,
        hand=_hand_view(state, state.hand, viewer) if state.hand else None,
    )


def _hand_view(state: MatchState, hand: Hand, viewer: int | None) -> HandView:
    is_forehead = state.rules.is_forehead(hand.size)
    is_to_act = viewer is not None and viewer == state.to_act
    bids_now = is_to_act and state.phase is Phase.BIDDING
    plays_now = is_to_act and state.phase is Phase.PLAYING
    own = hand.holdings[viewer] if viewer is not None and not is_forehead else None
    return HandView(
        number=hand.number,
        size=hand.size,
        dealer=hand.dealer,
        is_forehead=is_forehead,
        turnup=hand.turnup,
        trump=hand.trump,
        bids=hand.bids_by_seat,
        bidders=hand.bidders,
        taken=hand.taken,
        cards_left=tuple(map(len, hand.holdings)),
        holding=tuple(own or ()),
        foreheads=tuple(_forehead_card(hand, seat, viewer, is_forehead) for seat in range(state.players)),
        tricks=hand.tricks,
        trick=hand.trick,
        legal_bids=legal_bids(hand.size, hand.bids, state.players) if bids_now else (),
        hook=hook(hand.size, hand.bids, state.players) if bids_now else None,
        legal_plays=tuple(legal_plays(own, hand.led, hand.trump)) if plays_now and own else (),
        plays_unseen=plays_now and is_forehead,
        scores=hand.scores,
    )


def _forehead_card(hand: Hand, seat: int, viewer: int | None, is_forehead: bool) -> Card | None:
    if not is_forehead or viewer is None or seat == viewer or not hand.holdings[seat]:
        return None
    return hand.holdings[seat].highest
