"""Provably fair deals: everything random in a match comes from one secret seed.

The first dealer and every hand's shuffle are drawn from HMAC-SHA256 streams keyed with the seed, whose SHA-256 is shown
before the first card. docs/rules.md tells the method in full, so that anybody can repeat it in any language.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from itertools import count
from typing import Protocol

from games.engine.cards import Card, deck

SEED_BYTES = 32
_DRAW_BYTES = 4
_DRAW_LIMIT = 1 << (8 * _DRAW_BYTES)


class Random(Protocol):
    """A source of random numbers: `below(n)` gives an integer 0 <= x < n."""

    def below(self, bound: int, /) -> int: ...


class Stream:
    """Random numbers from a key and a label, the same on every platform for ever."""

    def __init__(self, key: bytes, label: str) -> None:
        self._key = key
        self._label = label
        self._counter = count()
        self._block = b""

    def _draw(self) -> int:
        if len(self._block) < _DRAW_BYTES:
            message = f"{self._label}|{next(self._counter)}".encode("ascii")
            self._block = hmac.digest(self._key, message, "sha256")
        drawn, self._block = self._block[:_DRAW_BYTES], self._block[_DRAW_BYTES:]
        return int.from_bytes(drawn, "big")

    def below(self, bound: int) -> int:
        """An unbiased integer 0 <= x < bound; ValueError unless bound is in 1..2**32."""
        if not 1 <= bound <= _DRAW_LIMIT:
            raise ValueError(f"cannot draw a number below {bound}")
        unbiased = _DRAW_LIMIT - _DRAW_LIMIT % bound
        while (drawn := self._draw()) >= unbiased:
            pass
        return drawn % bound


def shuffled(cards: Iterable[Card], rng: Random) -> list[Card]:
    """The same cards in a random order (Fisher-Yates, from the last place down)."""
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = rng.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hexadecimal: binds the server to its deals without telling them."""
    return hashlib.sha256(seed).hexdigest()


def chance(seed: bytes, whose: str) -> Stream:
    """A bot's own source of chance. Its key is a hash of the seed, which therefore cannot be had from it."""
    return Stream(hashlib.sha256(b"levata/1/chance" + seed).digest(), f"levata/1/chance/{whose}")


def first_dealer(seed: bytes, players: int) -> int:
    """The seat that deals the first hand."""
    return Stream(seed, "levata/1/dealer").below(players)


def deal_order(seed: bytes, hand_number: int, players: int) -> tuple[Card, ...]:
    """The whole deck in the order it is dealt from, for the hand of this number (the first is 1)."""
    return tuple(shuffled(deck(players), Stream(seed, f"levata/1/hand/{hand_number}")))
