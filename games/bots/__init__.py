"""The bots: `choose(view, rng, level)` gives the action of a bot that sees what the seat sees and nothing else."""

from enum import StrEnum


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
