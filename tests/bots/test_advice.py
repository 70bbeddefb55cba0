"""Advice: the strong bot's own figures, the action they favour, and why."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.bots.advice import Advice, Reason, advise
from games.engine.actions import Bid, Play
from games.engine.apply import legal_actions
from games.engine.cards import Card
from games.engine.resample import resample
from games.engine.ruleset import CLASSIC, PRESETS, Preset
from games.engine.shuffle import Stream
from games.engine.state import MatchState
from games.engine.view import view_for
from tests import strategies
from tests.bots.tables import after, dealt

FOREHEAD = PRESETS[Preset.FOREHEAD]


def advice_to(state: MatchState) -> Advice:
    return advise(view_for(state, state.to_act), Stream(bytes(32), "test"))


@given(strategies.histories(), strategies.seeds)
def test_it_weighs_every_legal_action_and_advises_one_of_them(hand: list[MatchState], seed: bytes) -> None:
    state = hand[Stream(seed, "state").below(len(hand) - 1)]
    view, legal = view_for(state, state.to_act), legal_actions(state)
    advice = advise(view, Stream(seed, "advice"))
    weighed = [what for what, _ in advice.points]
    assert advice.action in legal
    if view.hand.plays_unseen:
        assert weighed == []
    else:
        assert weighed == sorted(weighed)
        assert weighed == [action.tricks if isinstance(action, Bid) else action.card for action in legal]


@given(strategies.histories(), strategies.seeds)
def test_it_knows_no_more_than_the_seat(hand: list[MatchState], seed: bytes) -> None:
    state = hand[Stream(seed, "state").below(len(hand) - 1)]
    view = view_for(state, state.to_act)
    other_view = view_for(resample(view, Stream(seed, "other world")), state.to_act)
    assert advise(other_view, Stream(seed, "advice")) == advise(view, Stream(seed, "advice"))


@given(strategies.histories(), strategies.seeds)
def test_nobody_is_advised_out_of_turn(hand: list[MatchState], seed: bytes) -> None:
    state = hand[0]
    for viewer in {None, *range(state.players)} - {state.to_act}:
        with pytest.raises(ValueError, match="not to act"):
            advise(view_for(state, viewer), Stream(seed, "advice"))


def test_a_contract_that_cannot_fail_is_worth_what_it_pays() -> None:
    no_streak = CLASSIC.customised(streak=None)
    advice = advice_to(dealt("AhKh", "8s8c", "7s7c", "9s9c", turnup="9h", rules=no_streak))
    assert (advice.action, advice.reason, advice.amount) == (Bid(0, 2), Reason.SURE, 2)
    assert dict(advice.points)[2] == pytest.approx(7, abs=0.2)
    assert dict(advice.points)[0] == pytest.approx(-2, abs=0.2)


def test_a_card_that_fails_the_contract_is_worth_less() -> None:
    advice = advice_to(after(dealt("As8d", "KsTd", "7s7c", "9s9c", turnup="9h"), 0, 1, 0, 0, "As"))
    assert advice.reason is Reason.ONLY_ONE
    advice = advice_to(after(dealt("Qs8d", "AsTs", "7s7c", "9s9c", turnup="9h"), 0, 0, 1, 0, "Qs"))
    points = dict(advice.points)
    assert points[Card.parse("Ts")] > points[Card.parse("As")]


@pytest.mark.parametrize(
    ("state", "action", "reason", "amount", "best"),
    [
        (dealt("AhKh", "8s8c", "7s7c", "9s9c", turnup="9h"), 2, Reason.SURE, 2, None),
        (after(dealt("Ts7c8d", "8s8c7d", "9s9cTd", "AhKh7s", turnup="9h"), 1, 0, 0), 3, Reason.HOOKED, 2, None),
        (dealt("7c", "Ah", "Kh", "7s", turnup="9h", rules=FOREHEAD), 0, Reason.CHANCE, 0, None),
        (after(dealt("7c", "Ah", "Kh", "7s", turnup="9h", rules=FOREHEAD), 0, 1, 1, 0), None, Reason.UNSEEN, 0, None),
        (after(dealt("Qs8d", "JsTs", "7s7d", "8s8c", turnup="9h"), 1, 0, 0, 0, "Qs"), "Js", Reason.UNDER, 0, "Qs"),
        (
            after(dealt("Qs8d7d", "7cAc8c", "8sTsJc", "JsTdKd", turnup="9h"), 1, 0, 1, 0, "Qs"),
            "Ac",
            Reason.DISCARD,
            0,
            "Qs",
        ),
        (after(dealt("7s8d", "QsJs", "8s8c", "9s9c", turnup="9h"), 0, 0, 1, 0, "7s"), None, Reason.FORCED, 0, "7s"),
        (
            after(dealt("Ts8d", "8s7c", "9s8c", "Js7s", turnup="9h"), 0, 0, 0, 1, "Ts", "8s", "9s"),
            "Js",
            Reason.TAKE,
            1,
            "Ts",
        ),
        (after(dealt("Ah7s", "8s8c", "8d9d", "9s9c", turnup="9h"), 2, 0, 0, 1), "Ah", Reason.LEAD_MASTER, 2, None),
        (
            after(dealt("QsJs7s", "9s8dTc", "Ks8cJc", "AsTsQd", turnup="9h"), 0, 1, 1, 2),
            None,
            Reason.LEAD_BEATEN,
            None,
            None,
        ),
        (after(dealt("8d7s", "8s8c", "Td9d", "9s9c", turnup="9h"), 2, 0, 0, 1), None, Reason.LEAD_FOR_ALL, 2, None),
        (after(dealt("8d7s", "8s8c", "Td9d", "9s9c", turnup="9h"), 1, 0, 0, 0), None, Reason.LEAD_WAITING, 1, None),
    ],
)
def test_the_reason(
    state: MatchState, action: int | str | None, reason: Reason, amount: float | None, best: str | None
) -> None:
    advice = advice_to(state)
    assert advice.reason is reason
    assert amount is None or advice.amount == amount
    assert advice.best == (Card.parse(best) if best else None)
    if isinstance(action, int):
        assert advice.action == Bid(state.to_act, action)
    elif action:
        assert advice.action == Play(state.to_act, Card.parse(action))
