"""Cards, sets of cards as bit masks, and the decks of three to six players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

RANKS = "3456789TJQKA"


class Suit(StrEnum):
    """The four suits; the value is the letter used in a card's text."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


SUITS = tuple(Suit)
_SUIT_WIDTH = len(RANKS)


class Card(int):
    """One card of the 48, an integer 0..47: suit by suit, each from the three up to the ace.

    ValueError for any other number.
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        if not 0 <= index < _SUIT_WIDTH * len(SUITS):
            raise ValueError(f"no card has the number {index}")
        return super().__new__(cls, index)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as rank and suit, such as "Qh"; ValueError for any other text."""
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise ValueError(f"not a card: {text!r}") from None

    @property
    def suit(self) -> Suit:
        return SUITS[self // _SUIT_WIDTH]

    @property
    def rank(self) -> int:
        """Height inside the suit, 0 (three) to 11 (ace)."""
        return self % _SUIT_WIDTH

    def __str__(self) -> str:
        return RANKS[self.rank] + self.suit

    def __repr__(self) -> str:
        return str(self)


CARDS = tuple(Card(index) for index in range(_SUIT_WIDTH * len(SUITS)))
_BY_TEXT = {str(card): card for card in CARDS}
_SUIT_MASKS = {suit: ((1 << _SUIT_WIDTH) - 1) << (place * _SUIT_WIDTH) for place, suit in enumerate(SUITS)}


@dataclass(frozen=True, slots=True)
class CardSet:
    """An unordered set of cards; bit i of the mask stands for card i. Iterates in rising card order."""

    mask: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        mask = 0
        for card in cards:
            mask |= 1 << card
        return cls(mask)

    def of_suit(self, suit: Suit) -> CardSet:
        return CardSet(self.mask & _SUIT_MASKS[suit])

    @property
    def highest(self) -> Card:
        """The highest card; in a set of one suit, the one of the highest rank. ValueError when empty."""
        if not self.mask:
            raise ValueError("an empty set has no highest card")
        return CARDS[self.mask.bit_length() - 1]

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            lowest = mask & -mask
            yield CARDS[lowest.bit_length() - 1]
            mask ^= lowest

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def without(self, card: Card) -> CardSet:
        return CardSet(self.mask & ~(1 << card))

    def __str__(self) -> str:
        return " ".join(map(str, self))


@cache
def deck(players: int) -> tuple[Card, ...]:
    """The 8n cards of n players in rising card order: the 2n highest ranks of each suit (rules.md, Players)."""
    lowest_rank = _SUIT_WIDTH - 2 * players
    return tuple(card for card in CARDS if card.rank >= lowest_rank)


def cards_text(cards: Iterable[Card]) -> str:
    """Cards run together, such as "AsKh9d"; `parse_cards` reads them back."""
    return "".join(map(str, cards))


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as "AsKh9d"; ValueError when it is not made of whole cards."""
    return tuple(Card.parse(text[place : place + 2]) for place in range(0, len(text), 2))
