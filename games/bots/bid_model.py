"""What a seat is likely to take when it bids a number: a small network for each size of hand, trained in self-play.

A network has one hidden layer. What it is told of each suit adds up, so each suit's share of the layer is kept for the
next holding with the same cards in it. The weights are `bid_weights`, made by `python -m tools.training.bids`.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul

from games.bots.bid_weights import SCALE, WEIGHTS
from games.bots.cardbits import SUIT_MASKS, each, highest, lowest, mask_of
from games.bots.exponential import exp
from games.bots.position import Position
from games.engine.cards import deck
from games.engine.ruleset import LARGEST_HAND, MAX_PLAYERS, MIN_PLAYERS

Row = tuple[float, ...]

HIDDEN = 32
_ABOVE = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.5, 7.0)
_BELOW = (0.0, 0.5, 1.0, 2.0, 3.5)
_LONGEST = 5
_SURPLUS = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
SUIT_WIDTH = 2 * len(_ABOVE) + 2 * len(_BELOW) + _LONGEST + 1
_TABLE_WIDTH = MAX_PLAYERS - MIN_PLAYERS + 1 + 2 * MAX_PLAYERS + len(_SURPLUS)
_BID_WIDTH = LARGEST_HAND + 1 + len(_SURPLUS)
# The rows of a network's first layer: a plain suit, the trump suit, the table with the bid, and the constant.
WIDTH = 2 * SUIT_WIDTH + _TABLE_WIDTH + _BID_WIDTH + 1
_MANY_SUITS = 1 << 13


def chances(position: Position, bid: int) -> list[float]:
    """The chance of each number of tricks, 0..size, for the position's seat when it bids this number.

    The seat is to bid: what it is told of the table are the bids heard so far.
    """
    size, players = position.size, position.players
    first, second = _network(size)
    heard = [said for said in position.bids if said is not None]
    told = about_table(size, players, len(heard), sum(heard), bid)
    layer = _add([first[2 * SUIT_WIDTH + row] for row, _ in told], [weight for _, weight in told])
    shares = [
        _share(size, players, position.holding & suit, suit, position.turnup & suit, is_trump=suit == position.trump)
        for suit in SUIT_MASKS
    ]
    active = [max(total, 0.0) for total in map(sum, zip(layer, *shares, strict=True))]
    active.append(1.0)
    return _softmax([sum(map(mul, active, row)) for row in second])


@lru_cache(LARGEST_HAND)
def _network(size: int) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The first layer's rows by what they are told, the second's by the tricks taken."""
    numbers = tuple(int(word) / SCALE for word in WEIGHTS[size - 1].split())
    first = tuple(numbers[start : start + HIDDEN] for start in range(0, WIDTH * HIDDEN, HIDDEN))
    rest = numbers[WIDTH * HIDDEN :]
    return first, tuple(rest[start : start + HIDDEN + 1] for start in range(0, len(rest), HIDDEN + 1))


@lru_cache(_MANY_SUITS)
def _share(size: int, players: int, cards: int, suit: int, turnup: int, *, is_trump: bool) -> Row:
    """What one suit of the holding adds to the hidden layer."""
    first, _ = _network(size)
    told = about_suit(size, players, cards, suit, turnup)
    start = SUIT_WIDTH if is_trump else 0
    return tuple(_add(first[start : start + SUIT_WIDTH], told))


def about_suit(size: int, players: int, cards: int, suit: int, turnup: int) -> list[float]:
    """What a network is told of the holding's cards of a suit.

    For all of them, and again for the highest and the lowest, how many cards above and below the others are expected
    to hold, by spread ranges; and how many cards there are.
    """
    pack = mask_of(deck(players))
    unseen = pack.bit_count() - size - (size < LARGEST_HAND)
    dealt = (players - 1) * size / unseen
    others = pack & suit & ~cards & ~turnup
    above, below = [0.0] * len(_ABOVE), [0.0] * len(_BELOW)
    top, bottom = above[:], below[:]
    for card in each(cards):
        _spread(above, _ABOVE, (others & -card).bit_count() * dealt)
        _spread(below, _BELOW, (others & (card - 1)).bit_count() * dealt)
    if cards:
        _spread(top, _ABOVE, (others & -highest(cards)).bit_count() * dealt)
        _spread(bottom, _BELOW, (others & (lowest(cards) - 1)).bit_count() * dealt)
    length = [0.0] * (_LONGEST + 1)
    length[min(cards.bit_count(), _LONGEST)] = 1.0
    return [*above, *top, *below, *bottom, *length]


def about_table(size: int, players: int, heard: int, total: int, bid: int) -> list[tuple[int, float]]:
    """What a network is told of the table and the bid, as rows and weights; `heard` bids have been `total` in all."""
    start = MAX_PLAYERS - MIN_PLAYERS + 1
    told = [(players - MIN_PLAYERS, 1.0), (start + heard, 1.0), (start + MAX_PLAYERS + players - 1 - heard, 1.0)]
    start += 2 * MAX_PLAYERS
    surplus = [0.0] * len(_SURPLUS)
    _spread(surplus, _SURPLUS, total - size * heard / players)
    told += [(start + place, weight) for place, weight in enumerate(surplus) if weight]
    start += len(_SURPLUS)
    told.append((start + bid, 1.0))
    start += LARGEST_HAND + 1
    surplus = [0.0] * len(_SURPLUS)
    _spread(surplus, _SURPLUS, total + bid - size * (heard + 1) / players)
    told += [(start + place, weight) for place, weight in enumerate(surplus) if weight]
    told.append((_TABLE_WIDTH + _BID_WIDTH, 1.0))
    return told


def _spread(counts: list[float], knots: tuple[float, ...], value: float) -> None:
    """Adds one to the counts, shared in proportion by the two knots on either side of the value."""
    last = len(knots) - 1
    place = 0
    while place < last and knots[place + 1] <= value:
        place += 1
    if place == last or value <= knots[0]:
        counts[place] += 1.0
        return
    further = (value - knots[place]) / (knots[place + 1] - knots[place])
    counts[place] += 1 - further
    counts[place + 1] += further


def _add(rows: list[Row] | tuple[Row, ...], weights: list[float]) -> list[float]:
    total = [0.0] * HIDDEN
    for row, weight in zip(rows, weights, strict=True):
        if weight:
            total = [so_far + weight * more for so_far, more in zip(total, row, strict=True)]
    return total


def _softmax(scores: list[float]) -> list[float]:
    most = max(scores)
    parts = [exp(score - most) for score in scores]
    whole = sum(parts)
    return [part / whole for part in parts]
