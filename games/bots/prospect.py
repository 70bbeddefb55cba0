"""What the end of a hand is worth to a seat: its points, and what the run it leaves is worth in the hands to come."""

from __future__ import annotations

from functools import lru_cache

from games.bots.position import Position
from games.bots.zero_goal import chance_of_zero
from games.engine.ruleset import Streak
from games.engine.schedule import schedule
from games.engine.scoring import hand_points, run_after

# How often a table of strong players makes its contracts, by players.
_MADE = {3: 0.60, 4: 0.65, 5: 0.69, 6: 0.72}
_MANY_RUNS = 1 << 12
# What winning outright is worth beside a point.
_WIN = 200.0
# Any size of hand that builds and breaks runs.
_COUNTS = 2


def worths(position: Position, bid: int) -> tuple[float, ...]:
    """What taking each number of tricks, 0..size, is worth when this is bid.

    The points, the premium, and by how much the run is then worth more, or less, than it was before the hand. Where
    zero wins, above all the chance to end on it.
    """
    if position.view.rules.zero_wins:
        return tuple(_zero_worth(position, bid, taken) for taken in range(position.size + 1))
    rules, size, run = position.view.rules, position.size, position.view.standings[position.seat].run
    made = _MADE[position.players]
    left = schedule(rules.ladder, position.players)[position.view.hands_done + 1 :]
    ahead = sum(later > 1 for later in left)
    before = _hope(run, rules.streak, ahead + (size > 1), made)

    def run_worth(is_made: bool) -> float:
        after, premium = run_after(run, is_made, size, rules.streak)
        return premium + _hope(after, rules.streak, ahead, made) - before

    for_miss, for_made = run_worth(False), run_worth(True)
    return tuple(
        hand_points(bid, taken, rules.scoring) + (for_made if taken == bid else for_miss) for taken in range(size + 1)
    )


def _zero_worth(position: Position, bid: int, taken: int) -> float:
    view, points = position.view, position.worth(bid, taken)
    total = view.standings[position.seat].total + points
    return points + _WIN * chance_of_zero(total, view.hands_done + 1, view.rules, position.players)


@lru_cache(_MANY_RUNS)
def _hope(run: int, streak: Streak | None, ahead: int, made: float) -> float:
    """The premiums to expect from a run in so many more hands that count, each made with the same chance."""
    if not ahead or streak is None:
        return 0.0
    hope = 0.0
    for is_made, chance in ((True, made), (False, 1 - made)):
        after, premium = run_after(run, is_made, _COUNTS, streak)
        hope += chance * (premium + _hope(after, streak, ahead - 1, made))
    return hope
