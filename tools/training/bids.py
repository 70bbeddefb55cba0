"""Trains the bid model and writes games/bots/bid_weights.py.

`python -m tools.training.bids [--hands N] [--seed S] [--out FILE]`, with the packages of requirements/training.txt.
Hands of every size and number of players are dealt at random and played by the rule player. In the first round every
seat bids near what the tables expect, in the next ones by the model of the round before, with some chance added; what
each seat took after its bid is what the networks learn. The same seed gives the same file on the same machine.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from textwrap import fill

import numpy as np
from numpy.typing import NDArray

from games.bots import bid_model
from games.bots.cardbits import NO_TRUMP, SUIT_MASKS, SUIT_OF, bit_of
from games.bots.rollout import play_out
from games.engine.bidding import legal_bids
from games.engine.cards import deck
from games.engine.ruleset import LARGEST_HAND, MAX_PLAYERS, MIN_PLAYERS

type Matrix = NDArray[np.float32]

_OUT = Path(bid_model.__file__).with_name("bid_weights.py")
_SCALE = 128
_LINE = 118
_ROUNDS = 2
_EPOCHS = 12
_BATCH = 512
_RATE = 4e-3
_MISS = 1.2
_NOISE = 0.8


@dataclass
class Samples:
    """What was told to the networks of one size of hand, row by row, and what the seats then took."""

    size: int
    suits: dict[tuple[int, int, int, int], int] = field(default_factory=dict)
    told: list[list[float]] = field(default_factory=list)
    rows: list[tuple[int, ...]] = field(default_factory=list)
    tables: list[tuple[int, int, int, int]] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)

    def rows_of(self, players: int, holding: int, turnup: int, trump: int) -> tuple[int, ...]:
        """The rows of the trump suit (-1 for none) and the plain ones."""
        suits = sorted(SUIT_MASKS, key=lambda suit: suit != trump)
        found = [self._row(players, holding & suit, suit, turnup & suit) for suit in suits]
        return tuple(found) if trump else (-1, *found)

    def _row(self, players: int, cards: int, suit: int, turnup: int) -> int:
        key = (players, cards, suit, turnup)
        if key not in self.suits:
            self.suits[key] = len(self.told)
            self.told.append(bid_model.about_suit(self.size, players, cards, suit, turnup))
        return self.suits[key]

    def matrix(self) -> Matrix:
        told = np.array([*self.told, [0.0] * bid_model.SUIT_WIDTH], dtype=np.float32)
        rows = np.array([row if len(row) == 5 else (*row, -1) for row in self.rows])
        plain = told[rows[:, 1:]].sum(axis=1)
        tables = np.zeros((len(rows), bid_model.WIDTH - 2 * bid_model.SUIT_WIDTH), dtype=np.float32)
        known: dict[tuple[int, int, int, int], list[tuple[int, float]]] = {}
        for number, table in enumerate(self.tables):
            if table not in known:
                known[table] = bid_model.about_table(self.size, *table)
            for place, weight in known[table]:
                tables[number, place] = weight
        return np.concatenate([plain, told[rows[:, 0]], tables], axis=1)


class Network:
    """One hidden layer, trained to foretell the tricks by Adam."""

    def __init__(self, size: int, rng: np.random.Generator) -> None:
        hidden, width = bid_model.HIDDEN, bid_model.WIDTH
        self.first: Matrix = (rng.standard_normal((width, hidden)) * 0.15).astype(np.float32)
        self.second: Matrix = (rng.standard_normal((hidden + 1, size + 1)) * 0.15).astype(np.float32)

    def scores(self, told: Matrix) -> tuple[Matrix, Matrix]:
        active = np.maximum(told @ self.first, 0)
        active = np.concatenate([active, np.ones((len(told), 1), np.float32)], axis=1)
        return active, active @ self.second

    def train(self, told: Matrix, taken: NDArray[np.int64], rng: np.random.Generator, epochs: int) -> None:
        weights = [self.first, self.second]
        means = [np.zeros_like(weight) for weight in weights]
        squares = [np.zeros_like(weight) for weight in weights]
        steps, step = epochs * (len(told) // _BATCH), 0
        for _ in range(epochs):
            order = rng.permutation(len(told))
            for start in range(0, len(told) - _BATCH + 1, _BATCH):
                batch = order[start : start + _BATCH]
                step += 1
                rate = _RATE * (1 - step / (steps + 1))
                for place, slope in enumerate(self._slopes(told[batch], taken[batch])):
                    means[place] += 0.1 * (slope - means[place])
                    squares[place] += 0.001 * (slope * slope - squares[place])
                    mean, square = means[place] / (1 - 0.9**step), squares[place] / (1 - 0.999**step)
                    weights[place] -= rate * mean / (np.sqrt(square) + 1e-8)

    def _slopes(self, told: Matrix, taken: NDArray[np.int64]) -> tuple[Matrix, Matrix]:
        active, scores = self.scores(told)
        error = softmax(scores)
        error[np.arange(len(taken)), taken] -= 1
        error /= len(taken)
        back = error @ self.second[:-1].T * (active[:, :-1] > 0)
        return told.T @ back, active.T @ error

    def loss(self, told: Matrix, taken: NDArray[np.int64]) -> float:
        return float(-np.log(softmax(self.scores(told)[1])[np.arange(len(taken)), taken]).mean())

    def text(self) -> str:
        numbers = np.concatenate([self.first.ravel(), self.second.T.ravel()])
        return " ".join(str(round(float(number) * _SCALE)) for number in numbers)


def softmax(scores: Matrix) -> Matrix:
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=1, keepdims=True), dtype=np.float32)


def play_hands(size: int, hands: int, rng: random.Random, network: Network | None) -> Samples:
    """Deals, bids and plays; every seat of every hand gives one sample."""
    samples = Samples(size)
    for number in range(hands):
        players = MIN_PLAYERS + number % (MAX_PLAYERS - MIN_PLAYERS + 1)
        pack = [bit_of(card) for card in deck(players)]
        rng.shuffle(pack)
        holdings = [sum(pack[seat * size : (seat + 1) * size]) for seat in range(players)]
        turnup = pack[players * size] if size < LARGEST_HAND else 0
        trump = SUIT_OF[turnup] if turnup else NO_TRUMP
        bids: list[int] = []
        for seat in range(players):
            samples.rows.append(samples.rows_of(players, holdings[seat], turnup, trump))
            bid = choose_bid(samples, players, bids, rng, network)
            samples.tables.append((players, len(bids), sum(bids), bid))
            bids.append(bid)
        needs = bids[:]
        unplayed = sum(pack) & ~turnup
        play_out(holdings, needs, 0, (), unplayed=unplayed, trump=trump)
        samples.taken += [bid - need for bid, need in zip(bids, needs, strict=True)]
    return samples


def choose_bid(samples: Samples, players: int, bids: list[int], rng: random.Random, network: Network | None) -> int:
    """A bid for the seat whose rows come last in the samples."""
    rows = samples.rows[-1]
    legal = legal_bids(samples.size, tuple(bids), players)
    if network is None:
        told = [samples.told[row] for row in rows if row >= 0]
        masters = sum(row[0] + 0.5 * row[1] for row in told)
        guess = 0.7 * masters + 0.3 * samples.size / players + rng.gauss(0, _NOISE)
        return min(legal, key=lambda bid: abs(bid - guess))
    table = [bid_model.about_table(samples.size, players, len(bids), sum(bids), bid) for bid in legal]
    start = 2 * bid_model.SUIT_WIDTH
    trump, *plain = rows
    suits = np.sum([samples.told[row] for row in plain], axis=0) @ network.first[: bid_model.SUIT_WIDTH]
    if trump >= 0:
        suits = suits + np.array(samples.told[trump]) @ network.first[bid_model.SUIT_WIDTH : start]
    layers = np.array([suits + sum(weight * network.first[start + row] for row, weight in told) for told in table])
    scores = np.maximum(layers, 0) @ network.second[:-1] + network.second[-1]
    chances = softmax(scores)
    tricks = np.arange(samples.size + 1)
    worth = [
        float(chances[place] @ np.where(tricks == bid, 5 + tricks, -np.abs(tricks - bid)))
        for place, bid in enumerate(legal)
    ]
    return legal[sample([exp((value - max(worth)) / _MISS) for value in worth], rng)]


def sample(weights: list[float], rng: random.Random) -> int:
    return rng.choices(range(len(weights)), weights)[0]


def train(size: int, hands: int, seed: int) -> Network:
    network: Network | None = None
    for number in range(_ROUNDS):
        rng = random.Random(f"{seed}/{size}/{number}")
        numbers = np.random.default_rng([seed, size, number])
        samples = play_hands(size, hands, rng, network)
        told, taken = samples.matrix(), np.array(samples.taken)
        network = Network(size, numbers)
        held = len(taken) // 20
        network.train(told[held:], taken[held:], numbers, _EPOCHS)
        print(f"size {size} round {number}: loss {network.loss(told[:held], taken[:held]):.4f}", flush=True)
    assert network is not None
    return network


def write(networks: list[Network], out: Path) -> None:
    texts = ",\n".join(f'    """\n{fill(network.text(), _LINE, break_on_hyphens=False)}\n"""' for network in networks)
    out.write_text(
        '"""The bid model\'s weights, by size of hand. Made by `python -m tools.training.bids`, never by hand."""\n\n'
        f"SCALE = {_SCALE}\nWEIGHTS = (\n{texts},\n)\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=12_000, help="of each size and round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=_OUT)
    options = parser.parse_args()
    write([train(size, options.hands, options.seed) for size in range(1, LARGEST_HAND + 1)], options.out)


if __name__ == "__main__":
    main()
