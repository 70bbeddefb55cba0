"""Imagined deals: the unseen cards dealt anew in agreement with all that a seat knows, by the thousand."""

from __future__ import annotations

from games.bots.cardbits import each, mask_of
from games.bots.estimate import expected_tricks
from games.bots.exponential import exp
from games.bots.position import Position
from games.engine.resample import sample_holdings
from games.engine.shuffle import Random

_DRAWN_FOR_EACH = 3
# The variance of a bid about the tricks its holding is expected to take, by size of hand from one.
_VARIANCES = (0.16, 0.16, 0.18, 0.20, 0.22, 0.26, 0.32, 0.62)
_MULTIPLIER, _INCREMENT, _STATE_MASK = 6364136223846793005, 1442695040888963407, (1 << 64) - 1


class Worlds:
    """Draws holdings for every seat, by seat; the position's own seat keeps its holding."""

    def __init__(self, position: Position, rng: Random) -> None:
        self._position = position
        self._rng = rng
        self._state = rng.below(1 << 32)
        self._unseen = list(each(position.unseen))
        others = [seat for seat in range(position.players) if seat != position.seat]
        others.sort(key=lambda seat: (position.unseen & ~position.lacks[seat]).bit_count())
        self._wanted = [(seat, position.cards_left[seat], position.lacks[seat]) for seat in others]
        self._heard = [(seat, bid) for seat in others if (bid := position.bids[seat]) is not None]

    def draw(self, number: int) -> list[list[int]]:
        """So many deals, each as likely to be among them as the bids heard make it."""
        if not self._heard:
            return [self._anew() for _ in range(number)]
        drawn = [self._anew() for _ in range(_DRAWN_FOR_EACH * number)]
        surprises = [self._surprise(holdings) for holdings in drawn]
        least = min(surprises)
        likelihoods = [exp(least - surprise) for surprise in surprises]
        step = sum(likelihoods) / number
        chosen: list[list[int]] = []
        passed = 0.0
        for holdings, likelihood in zip(drawn, likelihoods, strict=True):
            passed += likelihood
            while len(chosen) < number and passed >= (len(chosen) + 0.5) * step:
                chosen.append(holdings)
        return chosen

    def _surprise(self, holdings: list[int]) -> float:
        """How unlikely the bids heard are, as a negative logarithm, when seats bid near what they expect to take."""
        position = self._position
        gaps = (bid - expected_tricks(holdings[seat] | position.played[seat], position) for seat, bid in self._heard)
        return sum(gap * gap for gap in gaps) / (2 * _VARIANCES[position.size - 1])

    def _anew(self) -> list[int]:
        return self._deal() or [mask_of(holding) for holding in sample_holdings(self._position.view, self._rng)]

    def _deal(self) -> list[int] | None:
        """Deals to the seats that lack most first; None when the cards left over do not suit the others."""
        holdings = [self._position.holding] * self._position.players
        spare = self._shuffled()
        for seat, wanted, lacks in self._wanted:
            fitting = [card for card in spare if not card & lacks] if lacks else spare
            if len(fitting) < wanted:
                return None
            holdings[seat] = dealt = sum(fitting[:wanted])
            spare = [card for card in spare if not card & dealt] if lacks else spare[wanted:]
        return holdings

    def _shuffled(self) -> list[int]:
        """The unseen cards in a random order, from a linear congruential generator that `rng` has seeded."""
        cards, state = self._unseen, self._state
        for place in range(len(cards) - 1, 0, -1):
            state = (state * _MULTIPLIER + _INCREMENT) & _STATE_MASK
            other = (state >> 32) * (place + 1) >> 32
            cards[place], cards[other] = cards[other], cards[place]
        self._state = state
        return cards
