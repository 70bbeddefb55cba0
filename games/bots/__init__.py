"""Bots: players that choose from a seat's view and nothing else."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from games.bots import easy, hard, normal
from games.bots.cardbits import card_of
from games.bots.position import Position
from games.engine.actions import Bid, Play
from games.engine.shuffle import Random
from games.engine.state import Phase
from games.engine.view import SeatView


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class _Bot(Protocol):
    """What a level's module holds: a number to bid, with and without sight of one's card, and a card to play."""

    def bid(self, position: Position, rng: Random) -> int: ...
    def bid_unseen(self, position: Position, rng: Random) -> int: ...
    def play(self, position: Position, rng: Random) -> int: ...


_BOTS: dict[Level, _Bot] = {Level.EASY: easy, Level.NORMAL: normal, Level.HARD: hard}


def choose(view: SeatView, rng: Random, level: Level) -> Bid | Play:
    """A legal action for the viewer, who is to act; ValueError when it is not.

    The same for the same view, level and random source, on any machine.
    """
    position, bot = Position.of(view), _BOTS[level]
    if view.phase is Phase.BIDDING:
        return Bid(position.seat, (bot.bid_unseen if position.is_forehead else bot.bid)(position, rng))
    return Play(position.seat, None if position.is_forehead else card_of(bot.play(position, rng)))
