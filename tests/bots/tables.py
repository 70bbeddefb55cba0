"""Hands written as text: what each seat was dealt, then what was said and played."""

from __future__ import annotations

from games.bots import Level, choose
from games.engine.actions import Bid, Deal, Play
from games.engine.apply import apply
from games.engine.cards import Card, deck, parse_cards
from games.engine.ruleset import CLASSIC, RuleSet
from games.engine.schedule import schedule
from games.engine.scoring import Standing
from games.engine.shuffle import Stream
from games.engine.state import MatchState
from games.engine.view import view_for


def dealt(*holdings: str, turnup: str = "", rules: RuleSet = CLASSIC, run: int = 0) -> MatchState:
    """A hand with these holdings by seat; seat 0 bids and leads first, the last one deals. Every seat has this run."""
    players, size = len(holdings), len(parse_cards(holdings[0]))
    hands_done = schedule(rules.ladder, players).index(size)
    state = MatchState(
        rules=rules,
        players=players,
        first_dealer=(players - 1 - hands_done) % players,
        standings=(Standing(run=run),) * players,
        hands_done=hands_done,
    )
    front = [card for turn in zip(*map(parse_cards, holdings), strict=True) for card in turn] + [*parse_cards(turnup)]
    state, _ = apply(state, Deal((*front, *(card for card in deck(players) if card not in front))))
    return state


def after(state: MatchState, *acts: int | str) -> MatchState:
    """The state after these bids and cards, each by the seat then to act."""
    for act in acts:
        assert state.to_act is not None
        action = Bid(state.to_act, act) if isinstance(act, int) else Play(state.to_act, Card.parse(act))
        state, _ = apply(state, action)
    return state


def choice(state: MatchState, level: Level) -> int | str:
    """The number bid or the card played by a bot of this level in the seat to act."""
    action = choose(view_for(state, state.to_act), Stream(bytes(32), "test"), level)
    return action.tricks if isinstance(action, Bid) else str(action.card)
