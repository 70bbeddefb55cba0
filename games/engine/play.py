"""Which cards may be played to a trick and which one takes it (rules.md, Play)."""

from collections.abc import Sequence

from games.engine.cards import Card, CardSet, Suit


def legal_plays(holding: CardSet, led: Suit | None, trump: Suit | None) -> CardSet:
    """Follow the led suit; else play a trump; else anything. No duty to beat, none to overtrump."""
    return (led and holding.of_suit(led)) or (led and trump and holding.of_suit(trump)) or holding


def winning_place(cards: Sequence[Card], trump: Suit | None) -> int:
    """The place, in order of play, of the card that takes the trick: highest trump, else highest of the led suit."""
    played = CardSet.of(cards)
    trumps = played.of_suit(trump) if trump else CardSet()
    return cards.index((trumps or played.of_suit(cards[0].suit)).highest)
