"""How many tricks a holding can expect to take, by tables found in self-play.

Rows by the size of the hand, columns by how many cards higher in the suit the others are expected to hold (0 to 4);
between two columns the number in proportion. In hundredths of a trick: what one card adds to a good bid.
"""

from __future__ import annotations

from functools import lru_cache

from games.bots.cardbits import SUIT_MASKS, SUIT_OF, each, lowest, mask_of
from games.bots.position import Position
from games.engine.cards import deck

_TRUMPS = (
    (102, 27, 0, 0, 0),
    (117, 71, 20, 10, 0),
    (119, 91, 50, 17, 0),
    (122, 95, 64, 39, 20),
    (124, 100, 74, 56, 39),
    (130, 100, 84, 61, 44),
    (137, 107, 91, 75, 49),
)
_PLAIN = (
    (20, 4, 0, 0, 0),
    (11, 0, 1, 0, 0),
    (21, -4, -1, -2, -5),
    (30, -1, -4, -5, -5),
    (40, 1, -5, -6, -8),
    (46, 2, -5, -7, -8),
    (49, 7, -7, -5, -11),
    (105, 45, 5, -3, -2),
)
_MANY_HOLDINGS = 1 << 15


def expected_tricks(holding: int, position: Position) -> float:
    """The tricks that this holding, as dealt, can expect in the position's hand."""
    size, players, trump, turnup = position.size, position.players, position.trump, position.turnup
    return sum(
        _expected_of(cards, suit & turnup, suit == trump, size, players)
        for suit in SUIT_MASKS
        if (cards := holding & suit)
    )


@lru_cache(_MANY_HOLDINGS)
def _expected_of(cards: int, turnup: int, is_trump: bool, size: int, players: int) -> float:
    row = (_TRUMPS if is_trump else _PLAIN)[size - 1]
    pack = mask_of(deck(players))
    unseen = pack.bit_count() - size - (size < len(_PLAIN))
    dealt_to_others = (players - 1) * size / unseen
    others = pack & SUIT_OF[lowest(cards)] & ~cards & ~turnup
    return sum(_between(row, (others & -card).bit_count() * dealt_to_others) for card in each(cards)) / 100


def _between(row: tuple[int, ...], column: float) -> float:
    step = min(int(column), len(row) - 2)
    further = min(column - step, 1.0)
    return row[step] * (1 - further) + row[step + 1] * further
