import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import CARDS, Card, CardSet, Suit, cards_text, deck, parse_cards
from tests import strategies


def test_a_card_reads_and_writes_itself() -> None:
    for card in CARDS:
        assert Card.parse(str(card)) is card
        assert pickle.loads(pickle.dumps(card)) == card
    assert len({str(card) for card in CARDS}) == 48


@pytest.mark.parametrize("text", ["", "Q", "hQ", "QH", "2h", "10h", "Qh ", "Qx", "Ｑh", None, 7, ["Qh"], {}])
def test_anything_else_is_no_card(text: Any) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)


@pytest.mark.parametrize("number", [-1, 48, 10**30])
def test_no_other_number_is_a_card(number: int) -> None:
    with pytest.raises(ValueError, match="no card"):
        Card(number)


@given(st.lists(strategies.cards))
def test_cards_run_together_come_apart_again(cards: list[Card]) -> None:
    assert parse_cards(cards_text(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["Q", "QhK", "Qh Kd", "xx"])
def test_half_cards_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_cards(text)


@given(strategies.card_sets, strategies.card_sets, strategies.cards)
def test_a_card_set_is_a_set(one: frozenset[Card], other: frozenset[Card], card: Card) -> None:
    here, there = CardSet.of(one), CardSet.of(other)
    assert set(here) == one
    assert list(here) == sorted(one)
    assert len(here) == len(one)
    assert bool(here) == bool(one)
    assert (card in here) == (card in one)
    assert set(here | there) == one | other
    assert set(here & there) == one & other
    assert set(here - there) == one - other
    assert set(here.without(card)) == one - {card}
    assert (here == there) == (one == other)
    for suit in Suit:
        assert set(here.of_suit(suit)) == {held for held in one if held.suit is suit}


@given(strategies.card_sets)
def test_the_highest_of_a_suit_has_the_highest_rank(cards: frozenset[Card]) -> None:
    for suit in Suit:
        if of_suit := [card for card in cards if card.suit is suit]:
            highest = CardSet.of(cards).of_suit(suit).highest
            assert highest == max(of_suit, key=lambda card: "3456789TJQKA".index(str(card)[0]))


def test_an_empty_set_has_no_highest() -> None:
    with pytest.raises(ValueError, match="empty"):
        _ = CardSet().highest


@given(strategies.players)
def test_a_deck_is_the_highest_cards(players: int) -> None:
    ranks = "AKQJT9876543"[: 2 * players]
    assert {str(card) for card in deck(players)} == {rank + suit for rank in ranks for suit in "cdhs"}
