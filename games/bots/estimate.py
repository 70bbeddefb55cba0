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
    (97, 42, 0, 0, 0),
    (116, 70, 20, 0, 0),
    (120, 86, 52, 26, 0),
    (124, 94, 68, 48, 26),
    (130, 100, 76, 58, 40),
    (134, 104, 86, 68, 48),
    (140, 110, 94, 76, 54),
)
_PLAIN = (
    (20, 0, 0, 0, 0),
    (16, 0, 0, 0, 0),
    (22, 0, -3, -3, -3),
    (28, 0, -3, -5, -6),
    (34, 2, -3, -6, -8),
    (40, 4, -4, -7, -10),
    (44, 6, -4, -7, -11),
    (108, 42, 6, -3, -3),
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
