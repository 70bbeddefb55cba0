"""Whole matches of named players on the same deals, spread over processes, and what is counted in them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import batched
from multiprocessing import Pool
from statistics import fmean
from time import thread_time

from games.engine.actions import Bid, Play
from games.engine.record import Holder, SeatRecord
from games.engine.ruleset import RuleSet
from games.engine.scoring import is_made
from games.engine.shuffle import Random
from games.engine.view import SeatView
from games.practice import Player, play_match
from tests.benchmarks.bots.players import chooser

MOMENT = "2000-01-01T00:00:00Z"

Seating = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match. `seating`, `totals`: by seat. `made`: of each contract its player, the hand's size, and whether.

    `seconds`: of each decision that left a choice its player, "bid" or "play", and the thread's own time.
    """

    seating: Seating
    totals: tuple[int, ...]
    made: tuple[tuple[str, int, bool], ...]
    seconds: tuple[tuple[str, str, float], ...]

    def mean_total(self, name: str) -> float:
        """Of the seats of one player."""
        return fmean(total for seated, total in zip(self.seating, self.totals, strict=True) if seated == name)


def alternating(first: str, second: str, players: int) -> list[Seating]:
    """The two players in every other seat, and in each other's seats."""
    pair = (first, second)
    return [tuple(pair[(seat + turn) % 2] for seat in range(players)) for turn in range(2)]


def one_among(first: str, others: str, players: int) -> list[Seating]:
    """The first player in each seat in turn, the other in all the rest."""
    return [tuple(first if seat == own else others for seat in range(players)) for own in range(players)]


def all_alike(name: str, players: int) -> list[Seating]:
    return [(name,) * players]


def play_deals(rules: RuleSet, seatings: Sequence[Seating], deals: int, jobs: int = 1) -> Iterator[tuple[Outcome, ...]]:
    """For each deal of a match the outcome of every seating on it, in order. In `jobs` processes when more than one."""
    matches = [(seating, number) for number in range(deals) for seating in seatings]
    if jobs == 1:
        yield from batched((play(rules, match) for match in matches), len(seatings))
    else:
        with Pool(jobs) as pool:
            yield from batched(pool.imap(partial(play, rules), matches), len(seatings))


def play(rules: RuleSet, match: tuple[Seating, int]) -> Outcome:
    """Plays the match of this seating on the deals of this number."""
    seating, number = match
    seed = hashlib.sha256(f"levata/benchmark/{number}".encode()).digest()
    seconds: list[tuple[str, str, float]] = []
    players = [_timed(name, seed, seconds) for name in seating]
    record = play_match(rules, seed, players, match_id="", started_at=MOMENT, finished_at=MOMENT)
    made = [
        (name, hand.hand.size, is_made(bid, taken))
        for hand in record.hands
        for name, bid, taken in zip(seating, hand.hand.contracts, hand.hand.taken, strict=True)
    ]
    return Outcome(seating, record.hands[-1].totals, tuple(made), tuple(seconds))


def _timed(name: str, seed: bytes, seconds: list[tuple[str, str, float]]) -> Player:
    choose = chooser(name, seed)

    def timed(view: SeatView, rng: Random) -> Bid | Play:
        began = thread_time()
        action = choose(view, rng)
        took = thread_time() - began
        assert view.hand is not None
        if len(view.hand.legal_bids or view.hand.legal_plays) > 1:
            seconds.append((name, "bid" if view.hand.legal_bids else "play", took))
        return action

    return Player(SeatRecord(name, Holder.BOT, name), timed)


def gains(deals: Iterable[tuple[Outcome, ...]], first: str, second: str) -> list[float]:
    """By deal, how many points a seat of the first player is ahead of one of the second, over all seatings."""
    return [fmean(match.mean_total(first) - match.mean_total(second) for match in deal) for deal in deals]
