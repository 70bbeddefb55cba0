"""Ending on exactly zero, where that wins the match: the chance to steer a total there over the hands to come."""

from __future__ import annotations

from functools import lru_cache

from games.engine.ruleset import RuleSet, Scoring
from games.engine.schedule import schedule
from games.engine.scoring import hand_points

Outcomes = tuple[tuple[float, int], ...]

_FARTHEST = 60
_MANY_TOTALS = 1 << 14


@lru_cache(_MANY_TOTALS)
def chance_of_zero(total: int, hands_done: int, rules: RuleSet, players: int) -> float:
    """The chance to end on zero from this total after so many hands of the match, for who steers for it."""
    sizes = schedule(rules.ladder, players)
    if hands_done == len(sizes):
        return 1.0 if total == 0 else 0.0
    if abs(total) > _FARTHEST:
        return 0.0
    return max(
        sum(chance * chance_of_zero(total + points, hands_done + 1, rules, players) for chance, points in outcomes)
        for outcomes in _aims(sizes[hands_done], players, rules.scoring)
    )


@lru_cache
def _aims(size: int, players: int, scoring: Scoring) -> tuple[Outcomes, ...]:
    """What a seat can set out to do in a hand, each as chances of points, roughly as bots fare: to make a small
    contract, to miss one by a little, and to miss one by as much as it can.
    """
    none, one, two = (hand_points(tricks, tricks, scoring) for tricks in range(3))
    if size == 1:
        return ((0.8, none), (0.2, -1)), ((0.4, one), (0.6, -1)), ((0.25, none), (0.75, -1))
    made = tuple(((0.6, points), (0.3, -1), (0.1, -2)) for points in (none, one, two))
    fall = size - size // players
    return *made, ((0.2, one), (0.5, -1), (0.3, -2)), ((0.5, -fall), (0.3, 1 - fall), (0.2, 2 - fall or -1))
