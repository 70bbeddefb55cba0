"""What a contract is worth, and which ones are worth thinking about."""

from __future__ import annotations

from collections.abc import Callable

from games.bots.cardbits import each
from games.bots.position import Position

Worth = Callable[[int, int], float]
"""The points for a bid and the tricks then taken."""

# The chance to make a contract by how far it lies from the expected tricks, at every half trick (from self-play).
_CHANCE_AT = (0.70, 0.50, 0.26, 0.14, 0.06, 0.02, 0.0)


def sensible_bids(position: Position) -> tuple[int, ...]:
    """The legal bids, rising, without those below the sure tricks unless the hook leaves no other."""
    sure = sure_tricks(position.holding, position.unseen, position.trump)
    return tuple(bid for bid in position.legal_bids if bid >= sure) or position.legal_bids


def sure_tricks(holding: int, unseen: int, trump: int) -> int:
    """How many tricks the holding takes whatever anybody plays.

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


def nearest_bid(bids: tuple[int, ...], expected: float) -> int:
    """The bid closest to the expected tricks; the lower of two as close."""
    return min(bids, key=lambda bid: abs(bid - expected))


def best_bid(bids: tuple[int, ...], expected: float, size: int, worth: Worth) -> int:
    """The bid with most points to hope for when so many tricks are expected; the lower of two as good."""
    return max(bids, key=lambda bid: _hope(bid, expected, size, worth))


def _hope(bid: int, expected: float, size: int, worth: Worth) -> float:
    distance = abs(bid - expected)
    off = max(1, round(distance))
    missed = bid + off if bid + off <= size else bid - off
    chance = _chance_at(distance)
    return chance * worth(bid, bid) + (1 - chance) * worth(bid, missed)


def _chance_at(distance: float) -> float:
    step = int(2 * distance)
    if step >= len(_CHANCE_AT) - 1:
        return 0.0
    further = 2 * distance - step
    return _CHANCE_AT[step] * (1 - further) + _CHANCE_AT[step + 1] * further
