"""How strong the bots are, how often they make their contracts and what a decision costs.

`python -m tests.benchmarks.bots [--deals N] [--preset P] [--ladder L] [--players N] [--jobs N]` prints every table;
`--all` does so for each preset, ladder and number of players. `--duel A B` plays these two alone: in every other seat,
then one of each in every seat among the other. Players are `easy`, `normal`, `hard`, `cheat` (it sees all cards), and
`hard@PATH`, as it is in the checkout of another version at PATH. Two that meet play the same deals in each other's
seats. Decisions are timed by the thread's own clock, those that leave no choice not counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations, product

from games.bots import Level
from games.engine.ruleset import MAX_PLAYERS, MIN_PLAYERS, PRESETS, Ladder, RuleSet
from tests.benchmarks.bots.matches import Outcome, Seating, all_alike, alternating, one_among, play_deals
from tests.benchmarks.bots.players import CHEAT
from tests.benchmarks.bots.tables import cost_lines, duel_line, made_lines

SEATS = range(MIN_PLAYERS, MAX_PLAYERS + 1)


class Bench:
    """One sort of table: its rules and its number of seats."""

    def __init__(self, rules: RuleSet, players: int, deals: int, jobs: int) -> None:
        self._rules = rules
        self._players = players
        self._deals = deals
        self._jobs = jobs

    def everything(self) -> None:
        print(f"\n{self._rules.preset} {self._rules.ladder}, {self._players} seats, {self._deals} deals of a match")
        print("\npoints per match and seat, and the difference with its 95 % interval: in every other seat")
        for weaker, stronger in combinations(Level, 2):
            self._duel(stronger, weaker, alternating(stronger, weaker, self._players))
        print("\none in each seat in turn, among others")
        for weaker, stronger in [*combinations(Level, 2), (Level.HARD, CHEAT)]:
            self._duel(stronger, weaker, one_among(stronger, weaker, self._players))
        alike = [match for level in Level for match in self._flat(all_alike(level, self._players))]
        print(f"\ncontracts made at a table of one level; somebody must miss, so at most {1 - 1 / self._players:.3f}")
        print(*made_lines(alike), sep="\n")
        print("\nmilliseconds of CPU per decision: median, 95 of 100, mean")
        print(*cost_lines(alike), sep="\n", flush=True)

    def duel(self, first: str, second: str) -> None:
        print(f"\n{self._rules.preset} {self._rules.ladder}, {self._players} seats, {self._deals} deals of a match")
        seatings = (
            ("in every other seat", alternating(first, second, self._players)),
            ("one of the first in each seat in turn", one_among(first, second, self._players)),
            ("one of the second in each seat in turn", one_among(second, first, self._players)),
        )
        played = []
        for title, seated in seatings:
            print(f"{title}:", end=" ")
            played += self._duel(first, second, seated)
        print("\ncontracts made")
        print(*made_lines(played), sep="\n")
        print("\nmilliseconds of CPU per decision: median, 95 of 100, mean")
        print(*cost_lines(played), sep="\n", flush=True)

    def _duel(self, first: str, second: str, seatings: Sequence[Seating]) -> list[Outcome]:
        deals = list(play_deals(self._rules, seatings, self._deals, self._jobs))
        print(duel_line(first, second, deals), flush=True)
        return [match for deal in deals for match in deal]

    def _flat(self, seatings: Sequence[Seating]) -> list[Outcome]:
        return [match for deal in play_deals(self._rules, seatings, self._deals, self._jobs) for match in deal]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--preset", choices=list(PRESETS), default="classic")
    parser.add_argument("--ladder", choices=list(Ladder), default="1-8-1")
    parser.add_argument("--players", type=int, choices=SEATS, default=4)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--duel", nargs=2, metavar=("A", "B"))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    one = [(options.preset, options.ladder, options.players)]
    for preset, ladder, players in product(PRESETS, Ladder, SEATS) if options.all else one:
        bench = Bench(PRESETS[preset].on(ladder), players, options.deals, options.jobs)
        if options.duel:
            bench.duel(*options.duel)
        else:
            bench.everything()


if __name__ == "__main__":
    main()
