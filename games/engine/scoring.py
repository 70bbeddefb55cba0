"""Points of a hand, streaks, and who wins the match (rules.md, Scoring)."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.ruleset import RuleSet, Scoring, Streak

_GOLD_POINTS = (1, 5, 7, 10, 14, 19, 25, 32, 40)


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat between two hands: `total` points, and `run`, hands made in a row (below zero: missed in a row)."""

    total: int = 0
    run: int = 0


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand brought one seat: its own points, the streak's premium, and where the seat stands after it."""

    points: int
    bonus: int
    standing: Standing


def is_made(bid: int, taken: int) -> bool:
    """Whether a contract was made: exactly as many tricks as bid, in a finished hand."""
    return bid == taken


def hand_points(bid: int, taken: int, scoring: Scoring) -> int:
    """Points for one contract: by the table when made, minus the difference when missed."""
    if not is_made(bid, taken):
        return -abs(bid - taken)
    return _GOLD_POINTS[taken] if scoring == Scoring.GOLD else 5 + taken


def run_after(run: int, made: bool, size: int, streak: Streak | None) -> tuple[int, int]:
    """The run after a hand and the premium it paid.

    One-card hands neither build nor break a run. A run that reaches the streak's length pays and starts again.
    """
    if streak is None or size == 1:
        return run, 0
    run = max(run, 0) + 1 if made else min(run, 0) - 1
    if abs(run) < streak.length:
        return run, 0
    return 0, streak.award if made else -streak.award


def score_hand(rules: RuleSet, size: int, bid: int, taken: int, before: Standing) -> HandScore:
    """The score of one seat for one finished hand."""
    points = hand_points(bid, taken, rules.scoring)
    run, bonus = run_after(before.run, is_made(bid, taken), size, rules.streak)
    return HandScore(points, bonus, Standing(before.total + points + bonus, run))


def winners(totals: tuple[int, ...], zero_wins: bool) -> tuple[int, ...]:
    """The winning seats: all on exactly zero if that wins and there are any, otherwise all on the highest total."""
    goal = 0 if zero_wins and 0 in totals else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == goal)
