"""Cards as people read, hear and see them."""

from __future__ import annotations

from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from games.engine.cards import RANKS, Card, Suit

SUIT_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_SUITS_IN_FAN = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_TEXT_NOT_EMOJI = "\ufe0e"


@cache
def sprite() -> str:
    """Where the drawings of all cards and signs are; one file whole, so that loading it tells nothing."""
    return static("cards/cards.svg")


def index(card: Card) -> str:
    """The rank as printed in a card's corner."""
    rank = RANKS[card.rank]
    return "10" if rank == "T" else rank


def short(card: Card) -> str:
    """A card in one sign or two and its suit, such as "10♥"."""
    return index(card) + SUIT_SIGNS[card.suit] + _TEXT_NOT_EMOJI


def in_fan(cards: tuple[Card, ...]) -> list[Card]:
    """One's own cards as they lie in the fan: by suit, black and red in turn, each from the highest down."""
    return sorted(cards, key=lambda card: (_SUITS_IN_FAN.index(card.suit), -card.rank))


@cache
def name(card: Card, language: str) -> str:
    """A card in words, such as "queen of hearts"."""
    with override(language):
        ranks = {
            "3": pgettext("card", "three"),
            "4": pgettext("card", "four"),
            "5": pgettext("card", "five"),
            "6": pgettext("card", "six"),
            "7": pgettext("card", "seven"),
            "8": pgettext("card", "eight"),
            "9": pgettext("card", "nine"),
            "T": pgettext("card", "ten"),
            "J": pgettext("card", "jack"),
            "Q": pgettext("card", "queen"),
            "K": pgettext("card", "king"),
            "A": pgettext("card", "ace"),
        }
        suits = {
            Suit.SPADES: pgettext("of a suit", "spades"),
            Suit.HEARTS: pgettext("of a suit", "hearts"),
            Suit.DIAMONDS: pgettext("of a suit", "diamonds"),
            Suit.CLUBS: pgettext("of a suit", "clubs"),
        }
        return _("%(rank)s of %(suit)s") % {"rank": ranks[RANKS[card.rank]], "suit": suits[card.suit]}


@cache
def face(card: Card, language: str) -> SafeString:
    """A card face up. `data-card` is on the element that shows it, so that no card is shown without."""
    return format_html(
        '<span class="card suit-{}" data-card="{}"><svg viewBox="0 0 100 140" role="img" aria-label="{}">'
        '<use href="{}#{}"/></svg></span>',
        card.suit,
        card,
        name(card, language),
        sprite(),
        card,
    )


@cache
def back(label: str = "") -> SafeString:
    """A card face down, the same for every card."""
    spoken = format_html('role="img" aria-label="{}"', label) if label else format_html('aria-hidden="{}"', "true")
    return format_html(
        '<span class="card"><svg viewBox="0 0 100 140" {}><use href="{}#back"/></svg></span>', spoken, sprite()
    )


@cache
def pips(bid: int, taken: int) -> SafeString:
    """The signs of a contract: a ring for each trick bid, filled when taken; red dots beyond; a diamond for zero."""
    if bid:
        rings = '<i class="on"></i>' * min(bid, taken) + "<i></i>" * (bid - taken)
    else:
        rings = f'<svg aria-hidden="true"><use href="{sprite()}#{"zero-broken" if taken else "zero"}"/></svg>'
    return SafeString(rings + '<i class="over"></i>' * (taken - bid))
