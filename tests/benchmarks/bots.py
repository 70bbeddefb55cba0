"""How strong the bots' levels are, how often they make their contracts and what a decision costs.

`python -m tests.benchmarks.bots [MATCHES] [--preset P] [--players N]`, 100 deals of a whole match when not said.
Two levels meet at one table in alternate seats, then play the same deals in each other's seats. Decisions are timed
by the thread's own clock, those that leave no choice not counted.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean, median, quantiles, stdev
from time import thread_time

from games.bots import Level, choose
from games.engine.actions import Bid, Play
from games.engine.record import Holder, SeatRecord
from games.engine.ruleset import LARGEST_HAND, MAX_PLAYERS, MIN_PLAYERS, PRESETS, RuleSet
from games.engine.shuffle import Random
from games.engine.view import SeatView
from games.practice import Player, play_match

MOMENT = "2000-01-01T00:00:00Z"
SIZES = range(1, LARGEST_HAND + 1)


class Bench:
    """Plays matches and counts: seconds by level and kind of decision, contracts, and those made, by level and size."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        self._rules = rules
        self._players = players
        self.seconds: defaultdict[tuple[Level, str], list[float]] = defaultdict(list)
        self.contracts: Counter[tuple[Level, int]] = Counter()
        self.made: Counter[tuple[Level, int]] = Counter()

    def duel(self, first: Level, second: Level, deals: int) -> Iterator[tuple[float, float]]:
        """For every deal of a match the mean total of a seat of each level."""
        pair = (first, second)
        seatings = [[pair[(seat + turn) % 2] for seat in range(self._players)] for turn in range(2)]
        for number in range(deals):
            seed = hashlib.sha256(f"levata/benchmark/{number}".encode()).digest()
            results = [(seating, self.totals(seed, seating)) for seating in seatings]
            yield _mean_total(first, results), _mean_total(second, results)

    def totals(self, seed: bytes, seating: Sequence[Level]) -> tuple[int, ...]:
        """The final totals of one match."""
        players = [self._player(level) for level in seating]
        record = play_match(self._rules, seed, players, match_id="", started_at=MOMENT, finished_at=MOMENT)
        for hand in record.hands:
            for level, score in zip(seating, hand.scores, strict=True):
                self.contracts[level, hand.hand.size] += 1
                self.made[level, hand.hand.size] += score.points > 0
        return record.hands[-1].totals

    def _player(self, level: Level) -> Player:
        def timed(view: SeatView, rng: Random) -> Bid | Play:
            began = thread_time()
            action = choose(view, rng, level)
            took = thread_time() - began
            assert view.hand is not None
            if len(view.hand.legal_bids or view.hand.legal_plays) > 1:
                self.seconds[level, "bid" if view.hand.legal_bids else "play"].append(took)
            return action

        return Player(SeatRecord(level, Holder.BOT, level), timed)


def _mean_total(level: Level, results: list[tuple[list[Level], tuple[int, ...]]]) -> float:
    return fmean(
        total for seating, totals in results for seated, total in zip(seating, totals, strict=True) if seated is level
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("deals", type=int, nargs="?", default=100)
    parser.add_argument("--preset", choices=list(PRESETS), default="classic")
    parser.add_argument("--players", type=int, choices=range(MIN_PLAYERS, MAX_PLAYERS + 1), default=4)
    options = parser.parse_args()
    bench = Bench(PRESETS[options.preset], options.players)

    print(f"{options.preset}, {options.players} seats, {options.deals} deals of a match, each played twice")
    print("\npoints per match and seat, and the difference with its 95 % interval")
    for weaker, stronger in combinations(Level, 2):
        means = list(bench.duel(stronger, weaker, options.deals))
        gains = [high - low for high, low in means]
        strong, weak = (fmean(column) for column in zip(*means, strict=True))
        interval = 1.96 * stdev(gains) / len(gains) ** 0.5
        print(
            f"{stronger:>6} {strong:6.1f}  {weaker:>6} {weak:6.1f}  {fmean(gains):+6.1f} ± {interval:.1f}", flush=True
        )

    print("\ncontracts made by size of hand")
    print(" " * 8, *(f"{size:5}" for size in SIZES))
    for level in Level:
        print(f"{level:>8}", *(f"{bench.made[level, size] / bench.contracts[level, size]:5.2f}" for size in SIZES))

    print("\nmilliseconds of CPU per decision: median, 95 of 100, mean")
    for (level, kind), seconds in sorted(bench.seconds.items()):
        figures = (median(seconds), quantiles(seconds, n=20)[-1], fmean(seconds))
        print(f"{level:>6} {kind:4}", *(f"{1000 * figure:7.2f}" for figure in figures))


if __name__ == "__main__":
    main()
