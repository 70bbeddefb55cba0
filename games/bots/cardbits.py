"""Cards as single bits and sets of cards as masks, laid out by height so that the bots can think fast.

The card of rank r (0 the three, 11 the ace) in suit s is bit 4 * r + s. So in any set, of one suit or of many, the
highest bit is a highest card and the lowest bit a lowest one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.cards import CARDS, SUITS, Card, Suit

_SUIT_COUNT = len(SUITS)
_BITS = tuple(1 << (_SUIT_COUNT * card.rank + SUITS.index(card.suit)) for card in CARDS)
_CARDS = {bit: card for card, bit in zip(CARDS, _BITS, strict=True)}

NO_TRUMP = 0
SUIT_MASKS = tuple(sum(bit for card, bit in zip(CARDS, _BITS, strict=True) if card.suit is suit) for suit in SUITS)
SUIT_OF = {bit: SUIT_MASKS[SUITS.index(card.suit)] for bit, card in _CARDS.items()}


def bit_of(card: Card) -> int:
    return _BITS[card]


def card_of(bit: int) -> Card:
    return _CARDS[bit]


def mask_of(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= _BITS[card]
    return mask


def suit_mask(suit: Suit | None) -> int:
    """Every card of the suit; NO_TRUMP for no suit."""
    return NO_TRUMP if suit is None else SUIT_MASKS[SUITS.index(suit)]


def rank_of(bit: int) -> int:
    """The card's height in its suit, 0 (three) to 11 (ace)."""
    return (bit.bit_length() - 1) // _SUIT_COUNT


def highest(mask: int) -> int:
    """The highest card of a set that is not empty."""
    return 1 << (mask.bit_length() - 1)


def lowest(mask: int) -> int:
    """The lowest card of a set that is not empty."""
    return mask & -mask


def each(mask: int) -> Iterator[int]:
    """The cards of a set, rising."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _takers(bit: int, trump: int) -> int:
    suit = SUIT_OF[bit]
    higher = suit & -(bit << 1)
    return higher if suit == trump or not trump else higher | trump


# TAKERS[trump][bit]: the cards that take a trick from this one while it is winning.
TAKERS = {trump: {bit: _takers(bit, trump) for bit in SUIT_OF} for trump in (NO_TRUMP, *SUIT_MASKS)}
