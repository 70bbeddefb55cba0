"""A bot's advice in words."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.bots.advice import Advice, Reason, advise
from games.engine.actions import Bid, Play
from games.engine.cards import Card
from games.engine.shuffle import Stream
from games.engine.view import view_for
from games.rendering.advice import advised, hoped
from tests.bots.tables import after, dealt

CARD = Card.parse("Ts")


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("amount", [0, 1, 2.4])
def test_every_reason_has_a_sentence_of_its_own(reason: Reason, language: str, amount: float) -> None:
    def said(reason: Reason) -> str:
        return advised(Advice(Play(0, CARD), (), reason, amount, CARD))

    with override(language):
        assert "%(" not in said(reason)
        assert said(reason).endswith(".")
        assert [other for other in Reason if said(other) == said(reason)] == [reason]


@pytest.mark.parametrize(
    ("advice", "english", "romanian"),
    [
        (
            Advice(Bid(0, 2), (), Reason.SURE, 2),
            "Bid 2. Your trumps take 2 tricks whatever the others play.",
            "Spune 2. Atuurile tale iau sigur 2 levate, orice ar juca ceilalți.",
        ),
        (
            Advice(Bid(0, 1), (), Reason.EXPECTED, 1.42),
            "Bid 1. Cards like yours are good for about 1.4 tricks.",
            "Spune 1. Cu asemenea cărți se iau în medie cam 1,4 levate.",
        ),
        (
            Advice(Play(0, CARD), (), Reason.TAKE, 1, Card.parse("9s")),
            "Play 10♠\ufe0e. It beats 9♠\ufe0e, and you need one more trick.",
            "Joacă 10♠\ufe0e. Bate 9♠\ufe0e, și îți mai trebuie o levată.",
        ),
    ],
)
def test_what_to_do_and_why(advice: Advice, english: str, romanian: str) -> None:
    with override("en"):
        assert advised(advice) == english
    with override("ro"):
        assert advised(advice) == romanian


@pytest.mark.parametrize(
    ("points", "english", "romanian"), [(6.54, "+6.5", "+6,5"), (-0.26, "−0.3", "−0,3"), (-0.01, "+0.0", "+0,0")]
)
def test_points_to_a_tenth(points: float, english: str, romanian: str) -> None:
    with override("en"):
        assert hoped(points) == english
    with override("ro"):
        assert hoped(points) == romanian


def test_a_real_position_is_explained() -> None:
    state = after(dealt("Qs8d", "JsTs", "7s7d", "8s8c", turnup="9h"), 1, 0, 0, 0, "Qs")
    with override("en"):
        words = advised(advise(view_for(state, 1), Stream(bytes(32), "test")))
    assert words == "Play J♠\ufe0e. You want no more tricks, and it stays under Q♠\ufe0e."
