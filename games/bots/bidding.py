"""Which bids are worth thinking about."""

from __future__ import annotations

from games.bots.cardbits import each
from games.bots.position import Position
from games.bots.rule_player import masters


def sensible_bids(position: Position) -> tuple[int, ...]:
    """The legal bids, rising, without those below the sure tricks unless the hook leaves no other."""
    sure = position.size if _takes_all(position) else sure_tricks(position.holding, position.unseen, position.trump)
    return tuple(bid for bid in position.legal_bids if bid >= sure) or position.legal_bids


def sure_tricks(holding: int, unseen: int, trump: int) -> int:
    """How many tricks the holding takes with its trumps whatever anybody plays.

    A trump loses to a higher one only, and each higher one that is unseen can beat but one of the holding's.
    """
    sure = beaters = 0
    for card in reversed(list(each((holding | unseen) & trump))):
        if card & unseen:
            beaters += 1
        elif beaters:
            beaters -= 1
        else:
            sure += 1
    return sure


def _takes_all(position: Position) -> bool:
    """Whether the seat leads to the first trick with nothing but cards that cannot be beaten."""
    holding, unseen = position.holding, position.unseen
    return position.seat == position.leader and not unseen & position.trump and masters(holding, unseen) == holding


def nearest_bid(bids: tuple[int, ...], expected: float) -> int:
    """The bid closest to the expected tricks; the lower of two as close."""
    return min(bids, key=lambda bid: abs(bid - expected))
