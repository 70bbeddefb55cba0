"""The bench's tables as lines of text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, median, quantiles, stdev

from games.engine.ruleset import LARGEST_HAND
from tests.benchmarks.bots.matches import Outcome, gains

SIZES = range(1, LARGEST_HAND + 1)
LARGER = range(2, LARGEST_HAND + 1)


def duel_line(first: str, second: str, deals: Sequence[tuple[Outcome, ...]]) -> str:
    """How far a seat of the first is ahead of one of the second, with the 95 % interval."""
    ahead = gains(deals, first, second)
    interval = 1.96 * stdev(ahead) / len(ahead) ** 0.5
    matches = [match for deal in deals for match in deal]
    totals = [fmean(match.mean_total(name) for match in matches) for name in (first, second)]
    return f"{first:>8} {totals[0]:6.1f}  {second:>8} {totals[1]:6.1f}  {fmean(ahead):+6.1f} ± {interval:.1f}"


def made_lines(matches: Iterable[Outcome]) -> list[str]:
    """By player how often a contract is made: in hands of 2 to 8 together, then by size."""
    said: Counter[tuple[str, int]] = Counter()
    made: Counter[tuple[str, int]] = Counter()
    for match in matches:
        for name, size, is_made in match.made:
            said[name, size] += 1
            made[name, size] += is_made
    names = dict.fromkeys(name for name, _ in said)
    columns = (LARGER, *((size,) for size in SIZES))
    return [
        f"{'':>8} {'2..8':>5} " + " ".join(f"{size:5}" for size in SIZES),
        *(f"{name:>8} " + " ".join(f"{_rate(made, said, name, sizes):5.3f}" for sizes in columns) for name in names),
    ]


def _rate(made: Counter[tuple[str, int]], said: Counter[tuple[str, int]], name: str, sizes: Sequence[int]) -> float:
    return sum(made[name, size] for size in sizes) / sum(said[name, size] for size in sizes)


def cost_lines(matches: Iterable[Outcome]) -> list[str]:
    """By player and kind of decision milliseconds of CPU: median, 95 of 100, mean."""
    seconds: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for match in matches:
        for name, kind, took in match.seconds:
            seconds[name, kind].append(1000 * took)
    return [
        f"{name:>8} {kind:4} {median(took):7.2f} {quantiles(took, n=20)[-1]:7.2f} {fmean(took):7.2f}"
        for (name, kind), took in sorted(seconds.items())
    ]
