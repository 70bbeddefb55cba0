"""The worked examples of the law of the game, and a few of our own, one a line."""

import pytest

from games.engine.bidding import hook, legal_bids
from games.engine.cards import CardSet, Suit, deck, parse_cards
from games.engine.play import legal_plays, winning_place
from games.engine.ruleset import CLASSIC, PRESETS, Ladder, OneCardHands, Preset, Scoring, Streak
from games.engine.schedule import dealer_of, schedule
from games.engine.scoring import Standing, hand_points, score_hand, winners


@pytest.mark.parametrize(
    ("size", "said", "forbidden", "offered"),
    [
        (4, (0, 2, 1), 1, (0, 2, 3, 4)),
        (1, (1, 1, 0), None, (0, 1)),
        (8, (3, 4, 2), None, tuple(range(9))),
        (1, (0, 0, 0), 1, (0,)),
        (1, (1, 0, 0), 0, (1,)),
        (8, (0, 0, 0), 8, tuple(range(8))),
        (4, (2, 2, 0), 0, (1, 2, 3, 4)),
        (4, (0, 2), None, (0, 1, 2, 3, 4)),
        (4, (), None, (0, 1, 2, 3, 4)),
    ],
)
def test_dealer_is_hooked_and_nobody_else(
    size: int, said: tuple[int, ...], forbidden: int | None, offered: tuple[int, ...]
) -> None:
    assert hook(size, said, players=4) == forbidden
    assert legal_bids(size, said, players=4) == offered


@pytest.mark.parametrize(
    ("bid", "taken", "five_plus", "gold"),
    [
        (3, 3, 8, 10),
        (0, 0, 5, 1),
        (4, 2, -2, -2),
        (1, 3, -2, -2),
        (3, 6, -3, -3),
        (3, 2, -1, -1),
        (0, 8, -8, -8),
        (8, 0, -8, -8),
        (1, 1, 6, 5),
        (2, 2, 7, 7),
        (4, 4, 9, 14),
        (5, 5, 10, 19),
        (6, 6, 11, 25),
        (7, 7, 12, 32),
        (8, 8, 13, 40),
    ],
)
def test_points_of_a_contract(bid: int, taken: int, five_plus: int, gold: int) -> None:
    assert hand_points(bid, taken, Scoring.FIVE_PLUS) == five_plus
    assert hand_points(bid, taken, Scoring.GOLD) == gold


MADE, MISSED = (2, 2), (2, 0)


@pytest.mark.parametrize(
    ("hands", "bonuses"),
    [
        ([(5, *MADE), (6, *MADE), (7, *MADE), (1, 0, 1), (8, *MADE), (8, *MADE)], [0, 0, 0, 0, 0, 10]),
        ([(5, *MADE), (6, *MADE), (7, *MADE), (1, 1, 1), (8, *MADE), (8, *MADE)], [0, 0, 0, 0, 0, 10]),
        ([(8, *MADE)] * 10, [0, 0, 0, 0, 10, 0, 0, 0, 0, 10]),
        ([(8, *MISSED)] * 10, [0, 0, 0, 0, -10, 0, 0, 0, 0, -10]),
        ([(8, *MADE)] * 4 + [(8, *MISSED)] + [(8, *MADE)] * 5, [0] * 9 + [10]),
        ([(8, *MISSED)] * 4 + [(8, *MADE)] + [(8, *MISSED)] * 5, [0] * 9 + [-10]),
        ([(8, *MADE)] * 5 + [(8, *MISSED)] * 5, [0, 0, 0, 0, 10, 0, 0, 0, 0, -10]),
        ([(1, 1, 1)] * 10, [0] * 10),
        ([(1, 1, 0)] * 10, [0] * 10),
    ],
)
def test_streaks_pay_on_the_fifth_and_pass_over_one_card_hands(
    hands: list[tuple[int, int, int]], bonuses: list[int]
) -> None:
    standing, paid = Standing(), []
    for size, bid, taken in hands:
        score = score_hand(CLASSIC, size, bid, taken, standing)
        paid.append(score.bonus)
        standing = score.standing
    assert paid == bonuses
    assert standing.total == sum(bonuses) + sum(hand_points(bid, taken, Scoring.FIVE_PLUS) for _, bid, taken in hands)


def test_a_table_without_streaks_pays_none() -> None:
    rules = CLASSIC.customised(streak=None)
    standing = Standing()
    for _ in range(6):
        score = score_hand(rules, 8, 2, 2, standing)
        assert score.bonus == 0
        standing = score.standing


@pytest.mark.parametrize(
    ("totals", "zero_wins", "winning"),
    [
        ((41, 0, 41, -3), True, (1,)),
        ((41, 12, 41, -3), True, (0, 2)),
        ((41, 12, 41, -3), False, (0, 2)),
        ((41, 0, 41, -3), False, (0, 2)),
        ((0, 5, 0), True, (0, 2)),
        ((-4, -2, -9), False, (1,)),
        ((7, 7, 7), False, (0, 1, 2)),
    ],
)
def test_winners(totals: tuple[int, ...], zero_wins: bool, winning: tuple[int, ...]) -> None:
    assert winners(totals, zero_wins) == winning


@pytest.mark.parametrize(
    ("holding", "led", "trump", "allowed"),
    [
        ("7s9sAcKc", "h", "s", "7s9s"),
        ("7s9sAcKc", "h", None, "7s9sAcKc"),
        ("7s9sAcKc", "h", "d", "7s9sAcKc"),
        ("7h9sAcKh", "h", "s", "7hKh"),
        ("7h9sAcKh", "s", "s", "9s"),
        ("7h8hAcKh", "s", "s", "7h8hAcKh"),
        ("7h9sAcKh", None, "s", "7h9sAcKh"),
        ("7h", "s", "c", "7h"),
    ],
)
def test_follow_then_trump_then_anything(holding: str, led: str | None, trump: str | None, allowed: str) -> None:
    held = CardSet.of(parse_cards(holding))
    legal = legal_plays(held, Suit(led) if led else None, Suit(trump) if trump else None)
    assert legal == CardSet.of(parse_cards(allowed))


@pytest.mark.parametrize(
    ("trick", "trump", "winning"),
    [
        ("9hKhAh7h", None, 2),
        ("9hKhAs7h", None, 1),
        ("9hKhAh7s", "s", 3),
        ("9hTs8s7s", "s", 1),
        ("9sTs8sAs", "s", 3),
        ("9hAcAdAs", None, 0),
    ],
)
def test_highest_trump_takes_else_highest_of_the_led_suit(trick: str, trump: str | None, winning: int) -> None:
    assert winning_place(parse_cards(trick), Suit(trump) if trump else None) == winning


@pytest.mark.parametrize(
    ("players", "cards", "lowest", "hands"), [(3, 24, "9", 21), (4, 32, "7", 24), (5, 40, "5", 27), (6, 48, "3", 30)]
)
def test_decks_and_lengths_of_matches(players: int, cards: int, lowest: str, hands: int) -> None:
    assert len(set(deck(players))) == cards
    assert {str(card)[0] for card in deck(players) if card.rank == min(card.rank for card in deck(players))} == {lowest}
    for ladder in Ladder:
        assert len(schedule(ladder, players)) == hands


def test_ladders_of_four_players() -> None:
    assert schedule(Ladder.UP_DOWN, 4) == (1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1)
    assert schedule(Ladder.DOWN_UP, 4) == (8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8)


def test_the_deal_passes_to_the_left() -> None:
    assert [dealer_of(hand, first_dealer=2, players=4) for hand in range(1, 7)] == [2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize(
    ("preset", "one_card_hands", "scoring", "zero_wins"),
    [
        ("classic", "open", "five_plus", False),
        ("forehead", "forehead", "five_plus", False),
        ("gold", "forehead", "gold", False),
        ("zero", "open", "five_plus", True),
    ],
)
def test_presets(preset: str, one_card_hands: str, scoring: str, zero_wins: bool) -> None:
    rules = PRESETS[Preset(preset)]
    assert (rules.one_card_hands, rules.scoring, rules.zero_wins) == (one_card_hands, scoring, zero_wins)
    assert rules.streak == Streak(length=5, award=10)
    assert rules.ladder is Ladder.UP_DOWN
    assert rules.is_forehead(1) is (rules.one_card_hands is OneCardHands.FOREHEAD)
    assert not any(rules.is_forehead(size) for size in range(2, 9))


def test_every_preset_is_told_here() -> None:
    assert set(PRESETS) == set(Preset) - {Preset.CUSTOM}
